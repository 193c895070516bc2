"""A run: people and bots play while processes are killed; then what is kept is compared with what was acknowledged."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from random import Random

from fixtures.person import Person
from fixtures.platform import Reached
from soak.bots import accept_and_play, first_legal
from soak.comparison import Comparison, rating_differences
from soak.killing import SUPERVISOR, Target, killed, victims
from soak.ledger import Ledger
from soak.player import Player
from soak.tables import GAMES, Tables

from redscience.api.players.v1 import players_pb2 as pp
from redscience.client import Bot

PEOPLE = 4
BOTS = 2
AT_ONCE = 8
"""Matches that are played at a time."""
QUICK_S = 6
"""For a turn of the game in which somebody stops to play."""
PATIENCE_S = 180.0
"""What goes on for longer after the last kill is stuck."""

Say = Callable[[str], None]


async def soak(target: Target, seed: int, kills: int, say: Say) -> list[str]:
    """Kills so many processes of a platform that runs; returns what was lost, doubled or stuck, in words."""
    platform = target.platform
    ledger, findings = Ledger(), list[str]()
    async with everybody(platform, ledger, f"soak-{seed}") as tables:
        playing = Playing(tables, seed, findings)
        async with playing.going_on():
            await _kill(target, tables, ledger, Random(f"{seed} kills"), kills=kills, say=say)
            say("no more kills; what is open is played to its end")
            await asyncio.to_thread(platform.wait_until_whole)
        await playing.recovered()
        comparison = Comparison(ledger, [*tables.people, *tables.asked, *tables.accepting])
        async for difference in comparison.differences():
            findings.append(difference)
        await compare_ratings(comparison, findings)
    say(shown(ledger))
    return findings


async def _kill(target: Target, tables: Tables, ledger: Ledger, dice: Random, *, kills: int, say: Say) -> None:
    for number, part in zip(range(1, kills + 1), victims(dice, target.parts), strict=False):
        before = ledger.tally()
        await killed(target, part, dice, lambda before=before: ledger.tally() != before)
        if part == SUPERVISOR:
            for player in (*tables.people, *tables.asked, *tables.accepting):
                player.forget_addresses()
        say(f"kill {number} of {kills}: {part}; {shown(ledger)}")


async def compare_ratings(comparison: Comparison, findings: list[str]) -> None:
    """Ratings follow the matches within moments; what is not counted by the end of the patience is lost."""
    give_up_at = time.monotonic() + PATIENCE_S
    expected = await comparison.rated()
    player_ids = {player_id for player_id, _ in expected}
    while (counted := await comparison.counted(player_ids)) != expected:
        if time.monotonic() > give_up_at:
            break
        await asyncio.sleep(0.5)
    findings.extend(rating_differences(expected, counted))


class Playing:
    """Keeps so many tables busy, and notes what goes wrong at them."""

    def __init__(self, tables: Tables, seed: int, findings: list[str]) -> None:
        self._tables = tables
        self._seed = seed
        self._findings = findings
        self._number = 0
        self._is_last = False

    @asynccontextmanager
    async def going_on(self) -> AsyncIterator[None]:
        """Plays one match after the other while the block lasts; then sees each to its end."""
        busy = [asyncio.create_task(self._one_after_the_other()) for _ in range(AT_ONCE)]
        try:
            yield
            self._is_last = True
            await asyncio.gather(*busy)
        finally:
            for each in busy:
                each.cancel()
            await asyncio.gather(*busy, return_exceptions=True)

    async def recovered(self) -> None:
        """Each person plays with each bot once more."""
        tables = self._tables
        pairs = [(host, bot) for host in tables.people for bot in (*tables.asked, *tables.accepting)]
        await asyncio.gather(*(self._again(host, bot) for host, bot in pairs))

    async def _again(self, host: Player, bot: Player) -> None:
        name = f"{host.name}-{bot.name}"
        await self._seen_to(name, lambda dice: self._tables.bot_plays(name, dice, host, bot))

    async def _one_after_the_other(self) -> None:
        while not self._is_last:
            self._number += 1
            number = self._number
            await self._seen_to(f"table {number}", lambda dice, number=number: self._tables.one(number, dice))

    async def _seen_to(self, name: str, play: Callable[[Random], object]) -> None:
        """Waits for a table, for ever while processes are killed; notes that it is stuck, or what it has met."""
        task = asyncio.ensure_future(play(Random(f"{self._seed} {name}")))  # type: ignore[call-overload]
        try:
            while not task.done():
                was_last = self._is_last
                await asyncio.wait({task}, timeout=PATIENCE_S if was_last else 1)
                if was_last and not task.done():
                    self._findings.append(f"{name}: stuck")
                    return
            task.result()
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a finding
            self._findings.append(f"{name}: {error!r}")
        finally:
            task.cancel()


@asynccontextmanager
async def everybody(platform: Reached, ledger: Ledger, name: str) -> AsyncIterator[Tables]:
    """People who are friends, and bots that play, at a platform."""
    logged_in, games, quick = await asyncio.to_thread(_logged_in, platform, name)
    async with AsyncExitStack() as opened:
        people = [
            await _player(opened, Player(f"person-{number}", each.id, each.secret, platform.address, ledger))
            for number, each in enumerate(logged_in)
        ]
        await _befriend(people)
        asked, accepting = [
            [await _bot(opened, people[0], f"{kind}-{number}-{name}", platform, ledger) for number in range(BOTS)]
            for kind in ("Asked", "Accepting")
        ]
        programs = [
            *(Bot(first_legal, secret=bot.secret, server=platform.address).play() for bot in asked),
            *(accept_and_play(bot.secret, platform.address) for bot in accepting),
        ]
        running = [asyncio.create_task(program) for program in programs]
        try:
            yield Tables(people, asked, accepting, games, quick, name)
        finally:
            for program in running:
                program.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*running)


def _logged_in(platform: Reached, name: str) -> tuple[list[Person], dict[str, str], str]:
    """People, the games that they play by name, and the id of one whose turns are short."""
    with ExitStack() as channels:
        emails = [f"{name}-{number}-{time.time_ns()}@example.org" for number in range(PEOPLE)]
        people = [Person(platform, email, channels) for email in emails]
        games = {game: people[0].game(game) for game in GAMES}
        return people, games, people[0].save(_quick(people[0].saved("Tic-Tac-Toe").rule_set, name)).id


async def _player(opened: AsyncExitStack, player: Player) -> Player:
    opened.push_async_callback(player.close)
    return player


async def _befriend(people: list[Player]) -> None:
    for number, one in enumerate(people):
        for other in people[:number]:
            await one.call("players", "AskFriend", pp.AskFriendRequest(player_id=other.id))
            await other.call("players", "AcceptFriend", pp.AcceptFriendRequest(player_id=one.id))


async def _bot(opened: AsyncExitStack, owner: Player, name: str, platform: Reached, ledger: Ledger) -> Player:
    made = await owner.call("players", "MakeBot", pp.MakeBotRequest(name=name))
    return await _player(opened, Player(name, made.player.id, made.token, platform.address, ledger))


def _quick(rule_set: str, name: str) -> str:
    return json.dumps(json.loads(rule_set) | {"name": f"Quick-{name}", "seconds_per_turn": QUICK_S})


def shown(ledger: Ledger) -> str:
    """How much there is of each, in words."""
    return ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in ledger.tally().items())
