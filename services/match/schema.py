"""The tables of the match service."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from services.kit.erased import erased_table
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
    # Of which it is a game; "" of none.
    Column("tournament_id", String(26), nullable=False, server_default=""),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("started_at_ms", BigInteger, nullable=False),
    Column("status", String(8), nullable=False),
    # When to look whether time has made something due: never later than that, often earlier. What is due when is in
    # the last row of `turns`.
    Column("look_at_ms", BigInteger),
    Column("handed_at_ms", BigInteger, nullable=False),
    Column("reason", String(8)),
    Column("ended_at_ms", BigInteger),
    Index("matches_to_look_at", "look_at_ms"),
    Index("matches_listed", "universe", "status", "id"),
    Index("matches_of_game", "universe", "game_id", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("seat", String(16), nullable=False),
    Column("player_id", String(26), nullable=False),
    Column("player_name", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("controller_id", String(64), nullable=False),
    Column("outcome", String(4)),
    # Whether the match goes on, and they have not left it.
    Column("open", Boolean, nullable=False),
    Index("seats_by_player", "player_id", "match_id"),
    Index("seats_by_controller", "controller_id", "open", "match_id"),
    # Seats that were left in matches that go on, or that came to nothing.
    Index(
        "seats_left",
        "controller_id",
        "match_id",
        postgresql_where=text("NOT open AND outcome IS NULL"),
        sqlite_where=text("open = 0 AND outcome IS NULL"),
    ),
)

# The record: all that has changed in a match since it began, a row each. Rows are added, never changed but for their
# times, where the machine's clock is set back; and (match, number) is their key: who adds the next row was first,
# whichever replica that is. The last row says what is due when.
turns = Table(
    "turns",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    # "opening", "moves", "left", "kept": the start, a turn, seats that left, moves that are kept back; "asked",
    # "agreed", "refused", "undone": what was said about taking moves back, and that they were; "askpause", "okpause",
    # "nopause", "paused", "resumed": what was said about a pause, that it began, and that it ended; "hinted": a seat is
    # given a hint.
    Column("event", String(8), nullable=False),
    # Joined by "+" where several left at one moment.
    Column("seats", String(64), nullable=False),
    Column("moves", JSON, nullable=False),
    Column("left", String(8)),
    Column("at_ms", BigInteger, nullable=False),
    Column("began_at_ms", BigInteger, nullable=False),
    Column("automatic", Boolean, nullable=False),
    # Only where the game has secrets; else every turn is a change for every viewer.
    Column("versions", JSON(none_as_null=True)),
    # Of "undone", how many of the turns before it stand from here on; null in all other rows.
    Column("standing", Integer),
    Column("clock_started_at_ms", BigInteger),
    Column("due_at_ms", BigInteger),
    Column("pause_ends_at_ms", BigInteger),
    # Until when a pause is asked for.
    Column("question_ends_at_ms", BigInteger),
    # Of "paused", what the clock told; null in all other rows.
    Column("elapsed_ms", BigInteger),
    Column("left_ms", BigInteger),
    # The request that led here: it is answered once, and the answer is made again from the record.
    Column("caller_id", String(64)),
    Column("request_id", String(64)),
    Column("question", String(32)),
    Index(
        "turns_by_request",
        "match_id",
        "caller_id",
        "request_id",
        unique=True,
        sqlite_where=text("request_id IS NOT NULL"),
        postgresql_where=text("request_id IS NOT NULL"),
    ),
)

# Invitations, under the ids of the matches that come of them. They are removed when the match starts, and some time
# after they were called off.
invitations = Table(
    "invitations",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("game_id", String(26), nullable=False),
    Column("game_name", Text, nullable=False),
    Column("rule_set", Text, nullable=False),
    Column("universe", String(26), nullable=False),
    Column("seconds_per_turn", Integer, nullable=False),
    Column("maker_id", String(64), nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("lapses_at_ms", BigInteger, nullable=False),
    # Whoever changes anything about an invitation counts up, so that of two who do so at one moment one is the first.
    Column("changes", Integer, nullable=False),
    # Why it was called off; null while it is open.
    Column("reason", String(9)),
    Column("called_off_by", String(64), nullable=False),
    # By which open seats can be taken; "" where there are none.
    Column("link_secret", String(32), nullable=False, server_default=""),
    # Whether it has seats for the next available, taken or not. Who invites waits then until it lapses.
    Column("in_lobby", Boolean, nullable=False, server_default=false()),
    Index("invitations_by_maker", "maker_id", "reason"),
    Index("invitations_to_lapse", "reason", "lapses_at_ms"),
    Index(
        "invitations_in_lobby",
        "universe",
        "game_id",
        "id",
        sqlite_where=text("in_lobby = 1 AND reason IS NULL"),
        postgresql_where=text("in_lobby AND reason IS NULL"),
    ),
)

invited = Table(
    "invited",
    metadata,
    Column("invitation_id", ForeignKey(invitations.c.id), primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("player_id", String(26), nullable=False),
    Column("player_name", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("controller_id", String(64), nullable=False),
    Column("accepted", Boolean, nullable=False),
    # Of who came as the next available, until when they count as waiting.
    Column("waits_until_ms", BigInteger),
    Index("invited_by_controller", "controller_id", "invitation_id"),
)

# Where the next available is asked for, by game. Whoever asks counts up, so that of two who do so at one moment the
# second finds the first.
queues = Table(
    "queues",
    metadata,
    Column("universe", String(26), primary_key=True),
    Column("game_id", String(26), primary_key=True),
    Column("asked", BigInteger, nullable=False),
)

# The streams of bots, each until some time after its replica has last renewed it.
programs = Table(
    "programs",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("controller_id", String(64), nullable=False),
    # What it accepts without being asked; null where it is asked for each invitation.
    Column("accepting", JSON(none_as_null=True)),
    Column("expires_at_ms", BigInteger, nullable=False),
    Index("programs_by_controller", "controller_id"),
)

# What follows on a match: the match, or the invitation to it, that was made last.
rematches = Table(
    "rematches",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("next_id", String(26), nullable=False),
)

# The first answers to those who made matches, by whom and under which request_id.
answers = Table(
    "answers",
    metadata,
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

# The replicas of this service, and when each was last known to keep the clocks.
replicas = Table(
    "replicas",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

# Times in which nobody kept the clocks: from the last sign of life to the next.
silences = Table(
    "silences",
    metadata,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("to_ms", BigInteger, nullable=False),
)

# What is said about matches, and how many messages a room has. Numbers are given out under the lock of the room's row.
chat_rooms = Table(
    "chat_rooms",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("room", String(8), primary_key=True),
    Column("count", Integer, nullable=False),
)

chat_messages = Table(
    "chat_messages",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("room", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player_id", String(26), nullable=False),
    Column("player_name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("request_id", String(64), nullable=False),
    # Since when an Admin has hidden it; null for all others.
    Column("hidden_at_ms", BigInteger),
    Index("chat_messages_by_request", "player_id", "request_id", unique=True),
    Index("chat_messages_by_time", "player_id", "at_ms"),
    Index(
        "chat_messages_hidden",
        "match_id",
        "room",
        "number",
        sqlite_where=text("hidden_at_ms IS NOT NULL"),
        postgresql_where=text("hidden_at_ms IS NOT NULL"),
    ),
)

chat_mutes = Table(
    "chat_mutes",
    metadata,
    Column("player_id", String(26), primary_key=True),
    Column("muted_id", String(26), primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
)

chat_reports = Table(
    "chat_reports",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("match_id", String(26), nullable=False),
    Column("room", String(8), nullable=False),
    Column("number", Integer, nullable=False),
    Column("reporter_id", String(26), nullable=False),
    Column("reporter_name", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    # When an Admin has dealt with it, and who; null while it waits for it.
    Column("resolved_at_ms", BigInteger),
    Column("resolver_id", String(26)),
    Column("resolver_name", Text),
    ForeignKeyConstraint(
        ["match_id", "room", "number"], ["chat_messages.match_id", "chat_messages.room", "chat_messages.number"]
    ),
    UniqueConstraint("match_id", "room", "number", "reporter_id"),
    Index("chat_reports_by_time", "reporter_id", "at_ms"),
    Index(
        "chat_reports_open",
        "id",
        sqlite_where=text("resolved_at_ms IS NULL"),
        postgresql_where=text("resolved_at_ms IS NULL"),
    ),
)

# Those who follow matches by streams of a replica, and those who play and did. A match_id of "" stands for all matches
# in which somebody holds a seat.
attendance = Table(
    "attendance",
    metadata,
    Column("match_id", String(26), primary_key=True),
    Column("controller_id", String(64), primary_key=True),
    Column("replica_id", String(26), primary_key=True),
    Column("is_seat", Boolean, nullable=False),
    Column("is_here", Boolean, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Index(
        "attendance_by_replica",
        "replica_id",
        sqlite_where=text("is_here = 1"),
        postgresql_where=text("is_here"),
    ),
)

outbox = outbox_table(metadata)

erased = erased_table(metadata)
