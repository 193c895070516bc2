"""The tables of the rules service."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from services.kit.erased import erased_table
from services.kit.outbox import outbox_table

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("family", String(32), nullable=False, server_default="variations"),
    Column("name", Text, nullable=False),
    # The folded name and the digest by which games are kept apart; null where a later game has taken the place.
    Column("unique_name", Text, unique=True),
    Column("unique_digest", String(64), unique=True),
    Column("digest", String(64), nullable=False),
    Column("rule_set", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("creator_id", String(26), nullable=False),
    # What the creator saved it under; null for a game of the catalogue.
    Column("request_id", String(64)),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("listed", Boolean, nullable=False),
    # By an Admin, also of the catalogue: what a new release loads leaves it alone.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    # The place in the catalogue; all other games come after it, by name.
    Column("position", Integer, nullable=False),
    # Words, in the order of the family.
    Column("features", Text, nullable=False, server_default=""),
    # The version of the terms that the game is kept under; 0 for none.
    Column("indexed", Integer, nullable=False, server_default="0"),
    # How long it is; 0 where that cannot be found out, -1 until it was.
    Column("turns", Integer, nullable=False, server_default="-1"),
    # The game that it was made from; empty for none.
    Column("origin_id", String(26), nullable=False, server_default=""),
    UniqueConstraint("creator_id", "request_id"),
    Index("games_in_order", "position", "unique_name", "id"),
    Index("games_by_age", "created_at_ms", "id"),
    Index("games_by_index", "indexed"),
    Index("games_by_length", "turns", "id"),
)

# By what games are found; see `services.rules.index`.
terms = Table(
    "terms",
    metadata,
    Column("term", String(64), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    Index("terms_of_games", "game_id"),
)

# How many games each has saved. Its row is locked while one more is: two at once cannot both be the last.
creators = Table(
    "creators",
    metadata,
    Column("player_id", String(26), primary_key=True),
    Column("games", Integer, nullable=False),
    # What an Admin has said instead of what every Creator may save; null, and not unlimited, where nothing.
    Column("quota", Integer),
    Column("unlimited", Boolean, nullable=False, server_default=false()),
)

# What people are designing. Nobody but `player_id`, and those who have the link, may see it.
drafts = Table(
    "drafts",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("player_id", String(26), nullable=False),
    # What it was begun under.
    Column("request_id", String(64), nullable=False),
    Column("family", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("game_id", String(26), nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("changed_at_ms", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("rule_set", Text, nullable=False),
    Column("editing", Text, nullable=False),
    Column("link", String(43), unique=True),
    UniqueConstraint("player_id", "request_id"),
)

# What Admins and new releases have changed. Ids are ULIDs: their order is that of the changes.
changes = Table(
    "changes",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("admin_id", String(26), nullable=False),
    Column("subject_id", String(26), nullable=False),
    Column("field", String(16), nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
)

outbox = outbox_table(metadata)

erased = erased_table(metadata)
