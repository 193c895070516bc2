"""Fills the databases of the services, through their own schemas, with what has come together on a large host."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

import services
from redscience import families
from redscience.api.batch.v1.batch_pb2 import PlayedBlock, PlayedGame
from redscience.api.match.v1.match_pb2 import EndedMatch, EndedSeat
from redscience.names import RANDOM_ID
from services.kit.config import driver_url
from services.kit.database import migrate

FILL = Path(__file__).parent / "fill"
SERVICES = tuple(sorted(file.stem for file in FILL.glob("*.sql") if file.stem != "functions"))
_TURNS_EACH = 20
_LIVE_TURNS_SHARE = 50


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is.

    Attributes:
        players: people, personas and bots.
        turns: rows of the records of matches.
    """

    players: int
    turns: int

    @property
    def matches(self) -> int:
        """How many matches they are of."""
        return self.turns // _TURNS_EACH

    @property
    def running(self) -> int:
        """How many of these go on: the last."""
        return min(self.matches // _LIVE_TURNS_SHARE, 10_000)

    @property
    def now_ms(self) -> int:
        """When the last match began."""
        return _BEGAN_AT_MS + 1000 * self.matches

    @property
    def settings(self) -> Mapping[str, str]:
        """What the statements are told."""
        return {
            "players": str(self.players),
            "games": "1000",
            "saved_games": str(max(2_000, self.players // 10)),
            "tournaments": str(max(600, self.players // 100)),
            "matches": str(self.matches),
            "running": str(self.running),
            "turns_each": str(_TURNS_EACH),
            "began_at_ms": str(_BEGAN_AT_MS),
            "random": RANDOM_ID,
            "rule_set": families.get("Connect4").text,
            "ended": _ended().hex(),
            "counts": '{"outcomes":[],"lengths":[],"illegal":[],"timed_out":[],"sets":[]}',
            "played": zlib.compress(PlayedBlock(games=[PlayedGame()] * 100).SerializeToString()).hex(),
        }


_BEGAN_AT_MS = 1_700_000_000_000


def made_id(kind: str, number: int) -> str:
    """An id as `fill/functions.sql` makes it."""
    return f"0{kind}{number:024X}"


def fill(url: str, size: Size) -> Iterator[str]:
    """Fills empty databases; says after each of them which one.

    Args:
        url: of them, with `{service}` for the name of each.
        size: how much they are to hold.
    """
    for service in SERVICES:
        at = url.format(service=service)
        migrate(at, Path(services.__path__[0]) / service / "migrations")
        # As itself, not by SQLAlchemy: a file has many statements.
        with psycopg.connect(driver_url(at).replace("+psycopg", ""), autocommit=True) as connection:
            _fill(connection, service, size)
        yield service


def _fill(connection: psycopg.Connection[Any], service: str, size: Size) -> None:
    for name, value in size.settings.items():
        connection.execute(sql.SQL("SET {} = {}").format(sql.Identifier("size", name), sql.Literal(value)))
    # What is made here refers to what is there: that is not looked up for each of so many rows.
    connection.execute("SET session_replication_role = replica")
    connection.execute((FILL / "functions.sql").read_bytes())
    connection.execute((FILL / f"{service}.sql").read_bytes())
    connection.execute("VACUUM ANALYZE")


def _ended() -> bytes:
    """What is told of a match that has ended."""
    seats = [
        EndedSeat(seat=seat, player_id=made_id("2", 0), kind="person", outcome=outcome, turns=10, thinking_ms=9_000)
        for seat, outcome in (("black", "win"), ("white", "lose"))
    ]
    event_id, match_id, game_id = made_id("9", 0), made_id("1", 0), made_id("3", 0)
    told = EndedMatch(event_id=event_id, match_id=match_id, game_id=game_id, universe="public", rated=True, seats=seats)
    return told.SerializeToString()
