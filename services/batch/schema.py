"""The tables of the batch service."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from services.kit.erased import erased_table

metadata = MetaData()

# A tournament. Its row is locked while one of its blocks is cut or counted.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(26), primary_key=True),
    # A part of the ids of its games' matches, by which they are found.
    Column("mark", BigInteger, nullable=False, unique=True),
    Column("made_by_id", String(26), nullable=False),
    Column("made_by_name", Text, nullable=False),
    Column("request_id", String(64), nullable=False),
    Column("universe", String(26), nullable=False),
    Column("name", Text, nullable=False),
    Column("status", String(16), nullable=False),
    # What cannot change: see model.Settings.
    Column("settings", JSON, nullable=False),
    Column("rated", Boolean, nullable=False),
    # Whether anybody of its universe may join until it begins.
    Column("is_open", Boolean, nullable=False, server_default=false()),
    # Of a Benchmark: see model.Benchmark.
    Column("top_player_id", String(26)),
    Column("favored_by_id", String(26)),
    Column("games_total", BigInteger, nullable=False),
    Column("games_played", BigInteger, nullable=False),
    # The number of the first game that is in no block yet.
    Column("next_game", BigInteger, nullable=False),
    Column("last_cut_at_ms", BigInteger, nullable=False),
    # Where people were asked and it has begun, when it was last seen that it goes on: time in which it did not is given
    # back.
    Column("seen_at_ms", BigInteger, nullable=False, server_default=text("0")),
    # How long a game takes, of late; 0 where that is not known.
    Column("ms_per_game", Double, nullable=False),
    # By player, how many seats they have won, drawn and lost in all blocks that are done; empty where none is.
    Column("totals", JSON, nullable=False, server_default=text("'[]'")),
    # People who have left it since it began, by their numbers among its players.
    Column("withdrawn", JSON, nullable=False, server_default=text("'[]'")),
    # Of a sequential test: see model.Sequence.
    Column("sequence", JSON),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("ended_at_ms", BigInteger),
    UniqueConstraint("made_by_id", "request_id"),
    Index("tournaments_of_universe", "universe", "id"),
    Index("tournaments_listed", "universe", "status", "id"),
    Index(
        "tournaments_benchmarks",
        "universe",
        "id",
        sqlite_where=text("top_player_id IS NOT NULL"),
        postgresql_where=text("top_player_id IS NOT NULL"),
    ),
    Index("tournaments_by_status", "status", "last_cut_at_ms"),
)

# The games of a tournament, as they were when it was made.
games = Table(
    "games",
    metadata,
    Column("tournament_id", ForeignKey(tournaments.c.id), primary_key=True),
    Column("position", SmallInteger, primary_key=True),
    Column("game_id", String(26), nullable=False),
    Column("name", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("rule_set", Text, nullable=False),
    # By seat in order of play, its name and its team.
    Column("seats", JSON, nullable=False),
    Index("games_by_id", "game_id", "tournament_id"),
)

players = Table(
    "players",
    metadata,
    Column("tournament_id", ForeignKey(tournaments.c.id), primary_key=True),
    Column("position", SmallInteger, primary_key=True),
    Column("player_id", String(26), nullable=False),
    # Of bots and people, what they are called; of players of the house, which are known, "".
    Column("name", Text, nullable=False, server_default=""),
    Column("seconds", Double),
    Column("simulations", Integer),
    # Of people, what they have said: see model.Entry. NULL of all others, who are not asked.
    Column("entry", String(16)),
    # Of people, until when they are here to play.
    Column("here_until_ms", BigInteger, nullable=False, server_default=text("0")),
    Index("players_by_id", "player_id", "tournament_id"),
)

# Of a Swiss tournament, who meets in each round; of all others one round that has no combinations.
rounds = Table(
    "rounds",
    metadata,
    Column("tournament_id", ForeignKey(tournaments.c.id), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("first_game", BigInteger, nullable=False),
    Column("first_set", BigInteger, nullable=False),
    # The number of the first game behind it.
    Column("end", BigInteger, nullable=False),
    Column("combinations", JSON),
)

blocks = Table(
    "blocks",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("tournament_id", ForeignKey(tournaments.c.id), nullable=False),
    Column("round", SmallInteger, nullable=False),
    Column("first_game", BigInteger, nullable=False),
    Column("n_games", Integer, nullable=False),
    Column("is_done", Boolean, nullable=False),
    # Whether bots or people play in it: its games are matches of the match service, and no worker is handed it.
    Column("is_live", Boolean, nullable=False, server_default=false()),
    # Where people play in it: whether it waits for them, and until when; to how many of its games they have come, and
    # how many have a match; and who had not come to the rest of them when the time was over.
    Column("is_waiting", Boolean, nullable=False, server_default=false()),
    Column("closes_at_ms", BigInteger),
    Column("called", SmallInteger, nullable=False, server_default=text("0")),
    Column("begun", SmallInteger, nullable=False, server_default=text("0")),
    Column("absent", JSON),
    # When it was last handed to a worker, and by whom it is being played until when.
    Column("handed_at_ms", BigInteger, nullable=False),
    Column("taken_by", String(26), nullable=False),
    Column("leased_until_ms", BigInteger, nullable=False),
    Column("done_at_ms", BigInteger),
    # What it came to: redscience.tournaments.Results.as_json, as JSON text.
    Column("counts", Text),
    # For a sequential test, a digit for each of its sets.
    Column("sets", Text),
    # Where it stands among all blocks whose games are rated, in the order in which they were done.
    Column("rated_position", BigInteger, unique=True),
    UniqueConstraint("tournament_id", "first_game"),
    Index("blocks_to_do", "is_done", "leased_until_ms"),
    Index("blocks_by_end", "tournament_id", "done_at_ms"),
    Index(
        "blocks_live",
        "tournament_id",
        sqlite_where=text("is_live = 1 AND is_done = 0"),
        postgresql_where=text("is_live AND NOT is_done"),
    ),
)

# The games of a block that is done: batch.v1.PlayedBlock, compressed. Apart, so that blocks are quick to look through.
played = Table(
    "played",
    metadata,
    Column("block_id", ForeignKey(blocks.c.id), primary_key=True),
    Column("games", LargeBinary, nullable=False),
)

# What all blocks of a tournament that are done have come to, in parts, each as JSON text: see counting. Apart, so that
# tournaments are quick to look at.
results = Table(
    "results",
    metadata,
    Column("tournament_id", ForeignKey(tournaments.c.id), primary_key=True),
    Column("part", String(64), primary_key=True),
    Column("counts", Text, nullable=False),
)

# One row: how many rated blocks there are. It is locked while one is counted, so that a later position is never seen
# before an earlier one.
rated_blocks = Table(
    "rated_blocks",
    metadata,
    Column("id", SmallInteger, primary_key=True),
    Column("positions", BigInteger, nullable=False),
)

erased = erased_table(metadata)
