"""The tables of the rating service."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

from services.kit.inbox import inbox_table

metadata = MetaData()

# A game of a universe. Its row is locked while one of its matches is applied: what follows reads what went before.
boards = Table(
    "boards",
    metadata,
    Column("universe", String(26), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    Column("matches", BigInteger, nullable=False),
    # How many of them were drawn; a part of one where some tied and others did not.
    Column("drawn", Double, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("universe", String(26), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    Column("player_id", String(26), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    # mu - 3 sigma, kept so that the best can be found by an index.
    Column("rating", Double, nullable=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("top_burst", Double, nullable=False),
    # rating + top_burst, likewise.
    Column("level", Double, nullable=False),
    Column("held_since_ms", BigInteger, nullable=False),
    # -held_since_ms: a leaderboard then descends in all that it is ordered by, and an index is read from its end.
    Column("seniority", BigInteger, nullable=False),
    Column("last_match_at_ms", BigInteger, nullable=False),
    Column("turns", BigInteger, nullable=False),
    Column("thinking_ms", BigInteger, nullable=False),
    # A leaderboard is read in this order and no other, from wherever it begins.
    Index("records_by_level", "universe", "game_id", "level", "rating", "seniority", "player_id"),
    Index("records_by_player", "universe", "player_id", "last_match_at_ms", "game_id"),
)

# Every match that ended, rated or not. Rows are added, never changed.
matches = Table(
    "matches",
    metadata,
    Column("match_id", String(26), primary_key=True),
    Column("universe", String(26), nullable=False),
    Column("game_id", String(26), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("chaos", String(4)),
    Column("started_at_ms", BigInteger, nullable=False),
    Column("ended_at_ms", BigInteger, nullable=False),
    Column("applied_at_ms", BigInteger, nullable=False),
    Index("matches_by_game", "universe", "game_id", "ended_at_ms"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey(matches.c.match_id), primary_key=True),
    Column("position", SmallInteger, primary_key=True),
    Column("seat", String(16), nullable=False),
    Column("player_id", String(26), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("outcome", String(4), nullable=False),
    Column("team", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("thinking_ms", BigInteger, nullable=False),
    # The player's skill going into the match and coming out of it; null where it is not rated.
    Column("mu_before", Double),
    Column("sigma_before", Double),
    Column("mu_after", Double),
    Column("sigma_after", Double),
    Index("seats_by_player", "player_id", "match_id"),
)

# A player's skill after each rated match, in the order in which they counted: it is not that of their ends where the
# blocks of a tournament were played beside each other.
history = Table(
    "history",
    metadata,
    Column("universe", String(26), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    Column("player_id", String(26), primary_key=True),
    # How many of their matches had counted, by the seat, this one among them.
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("ended_at_ms", BigInteger, nullable=False),
    Column("match_id", ForeignKey(matches.c.match_id), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
)

# What the numbers that a game keeps of its rated matches have come to, in games that keep any.
figures = Table(
    "figures",
    metadata,
    Column("universe", String(26), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    Column("player_id", String(26), primary_key=True),
    Column("name", String(32), primary_key=True),
    Column("sum", Double, nullable=False),
    Column("least", Double, nullable=False),
    Column("most", Double, nullable=False),
)

# What a rated match was to two opponents, and what it was expected to be, as the first of them has it.
meetings = Table(
    "meetings",
    metadata,
    Column("universe", String(26), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    # The smaller id is first.
    Column("first_id", String(26), primary_key=True),
    Column("second_id", String(26), primary_key=True),
    Column("ended_at_ms", BigInteger, primary_key=True),
    Column("match_id", ForeignKey(matches.c.match_id), primary_key=True),
    Column("won", Double, nullable=False),
    Column("drawn", Double, nullable=False),
    Column("expected_win", Double, nullable=False),
    Column("expected_draw", Double, nullable=False),
)

# What follows from the meetings for either of the two.
pairs = Table(
    "pairs",
    metadata,
    Column("universe", String(26), primary_key=True),
    Column("player_id", String(26), primary_key=True),
    Column("other_id", String(26), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    Column("together", Integer, nullable=False),
    Column("favors", Double, nullable=False),
    Column("last_match_at_ms", BigInteger, nullable=False),
    # Of the last ten.
    Column("win_boost", Double, nullable=False),
    Column("kick_back", Double, nullable=False),
    Column("draw_boost", Double, nullable=False),
    Column("preference", Double, nullable=False),
    Index("pairs_by_preference", "universe", "player_id", "preference", "game_id", "other_id"),
    Index("pairs_by_game", "universe", "player_id", "game_id", "preference", "other_id"),
)

# How far another service has been asked for what ended.
cursors = Table(
    "cursors",
    metadata,
    Column("source", String(32), primary_key=True),
    Column("cursor", Text, nullable=False),
)

inbox = inbox_table(metadata)
