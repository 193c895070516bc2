"""Replicas that share one database, and people who ask each of them for the next available."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.matches import ANNA, BEN, STARTED_MS, human
from fixtures.services import person
from sqlalchemy import Connection, func, select

from redscience import families
from services.kit.clock import ManualClock
from services.kit.database import Database, open_database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.match.__main__ import MIGRATIONS
from services.match.acquaintances import Acquaintance
from services.match.adjudicator import Adjudicator
from services.match.alarms import Alarms
from services.match.downtime import Downtime
from services.match.games import load_game, load_source
from services.match.invitation import HELD_MS, Invitation
from services.match.invitations import Invitations
from services.match.lobby import Lobby
from services.match.model import Seat
from services.match.schema import invitations, matches
from services.match.starting import Starting
from services.match.store import Request

ROUNDS = 10


class Everybody:
    """Acquaintances of whom nobody has banned another."""

    async def check(self, player_ids: Sequence[str], host_id: str = "", inviter_id: str = "") -> Sequence[Acquaintance]:
        assert not host_id
        assert not inviter_id
        return [
            Acquaintance(player_id, player_id, "person", player_id, may_invite=False, may_meet=True)
            for player_id in player_ids
        ]


@dataclass
class Replica:
    """One process of the match service, as far as people wait there."""

    database: Database
    lobby: Lobby

    async def seek(self, caller: Caller) -> str:
        """Asks for the next available."""
        return await self.lobby.seek(caller, waiting(caller), Request(caller.id, new_id(), ""), _anything)


def waiting(caller: Caller) -> Invitation:
    """An invitation to the next available."""
    return Invitation(
        id=new_id(),
        game_id="01J0000000000000000000GAME",
        game_name="Tic-Tac-Toe",
        rule_set=families.get("Tic-Tac-Toe").text,
        universe="public",
        seconds_per_turn=60,
        seats=(human("", 0, caller.id), Seat("", 1, "", "", "next", "")),
        accepted=frozenset({0}),
        created_at_ms=STARTED_MS,
        lapses_at_ms=STARTED_MS + HELD_MS,
    )


def _anything(_: Connection) -> None:
    """Nothing is checked."""


async def open_replica(databases: Databases) -> Replica:
    database, clock = await open_database(databases.of_service("match"), MIGRATIONS), ManualClock(STARTED_MS)
    adjudicator = Adjudicator(
        database=database,
        clock=clock,
        load_game=load_game,
        downtime=Downtime(database),
        alarms=Alarms(clock),
        most_held=100,
    )
    everybody = Everybody()
    kept = Invitations(
        adjudicator=adjudicator,
        starting=Starting(read=load_source, load_game=load_game, pause_ms=0),
        database=database,
        clock=clock,
        acquaintances=everybody,
        most_held=100,
    )
    return Replica(database, Lobby(invitations=kept, database=database, acquaintances=everybody, clock=clock))


@pytest.fixture
async def replicas(databases: Databases) -> AsyncIterator[tuple[Replica, Replica]]:
    pair = [await open_replica(databases) for _ in range(2)]
    yield pair[0], pair[1]
    for replica in pair:
        await replica.database.close()


@both_databases
async def test_two_who_ask_at_one_moment_play_each_other(replicas: tuple[Replica, Replica]) -> None:
    for number in range(ROUNDS):
        ids = await asyncio.gather(replicas[0].seek(person(ANNA)), replicas[1].seek(person(BEN)))
        assert len(set(ids)) == 1, number

    def counted(connection: Connection) -> list[int]:
        return [
            connection.execute(select(func.count()).select_from(each)).scalar_one() for each in (matches, invitations)
        ]

    assert await replicas[0].database.read(counted) == [ROUNDS, 0]
