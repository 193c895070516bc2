"""The tables of the match service."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from services.kit.outbox import outbox_table

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("game_id", String(26), nullable=False),
    Column("game_name", Text, nullable=False),
    Column("rule_set", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("universe", String(26), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("seconds_per_turn", Integer, nullable=False),
    Column("pause_ms", Integer, nullable=False, server_default="0"),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("started_at_ms", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("turn_started_at_ms", BigInteger),
    Column("due_at_ms", BigInteger),
    Column("pause_ends_at_ms", BigInteger),
    Column("handed_at_ms", BigInteger, nullable=False),
    Column("reason", String(8)),
    Column("ended_at_ms", BigInteger),
    Index("matches_due", "due_at_ms"),
    Index("matches_paused", "pause_ends_at_ms"),
    Index("matches_listed", "universe", "status", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("seat", String(16), nullable=False),
    Column("player_id", String(26), nullable=False),
    Column("player_name", Text, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("controller_id", String(64), nullable=False),
    Column("outcome", String(4)),
    # Whether the seat owes a decision now.
    Column("acting", Boolean, nullable=False),
    Index("seats_by_player", "player_id", "match_id"),
    Index("seats_by_controller", "controller_id", "acting", "match_id"),
)

# The record: rows are added, never changed. That (match, number) is the key is what lets any replica adjudicate.
turns = Table(
    "turns",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    # Joined by "+" where several left at one moment.
    Column("seats", String(64), nullable=False),
    Column("moves", JSON, nullable=False),
    Column("left", String(8)),
    Column("at_ms", BigInteger, nullable=False),
    Column("began_at_ms", BigInteger, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("versions", JSON, nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("moves", JSON, nullable=False),
)

# First answers, by what was asked in (a match's id; "" for the making of one), by whom, under which request_id.
answers = Table(
    "answers",
    metadata,
    Column("scope", String(26), primary_key=True),
    Column("caller_id", String(64), primary_key=True),
    Column("request_id", String(64), primary_key=True),
    Column("question", String(32), nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("answers_by_age", "at_ms"),
)

# Matches in the order in which they ended, for whoever catches up. Positions are given out under the lock of a row, so
# that one never appears below another that has been read.
ended = Table(
    "ended",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("match_id", ForeignKey(matches.c.id), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    UniqueConstraint("match_id"),
)

ended_count = Table(
    "ended_count",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("count", BigInteger, nullable=False),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

outbox = outbox_table(metadata)
