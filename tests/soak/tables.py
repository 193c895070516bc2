"""What people and bots do at once: matches of many kinds, each from its invitation to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from soak.player import Player

from redscience.api.match.v1 import match_pb2 as mp
from redscience.errors import InvalidSlots
from redscience.names import RANDOM_ID

LEAVES = 0.1
"""How often somebody resigns instead of a move."""
GAMES = ("Connect4", "KPoker", "RockPaperScissors", "Tic-Tac-Toe")


@dataclass(frozen=True)
class Tables:
    """Everybody who plays, and what they do.

    Attributes:
        people: friends of one another.
        asked: bots that the soak accepts for.
        accepting: bots that accept by themselves while they are connected.
        games: ids by name.
        quick: the id of a game whose turns are short.
        name: of this run, in the ids of requests.
    """

    people: Sequence[Player]
    asked: Sequence[Player]
    accepting: Sequence[Player]
    games: Mapping[str, str]
    quick: str
    name: str

    async def one(self, number: int, dice: Random) -> None:
        """One match, or what does not come to be one, of a kind that is drawn."""
        kinds = (self.duel, self.against_random, self.against_a_bot, self.declined, self.cancelled, self.raced)
        weights = (6, 3, 6, 1, 1, 2)
        kind = self.deserted if number % 12 == 0 else dice.choices(kinds, weights)[0]
        await kind(f"{self.name}-{number}", dice)

    async def duel(self, name: str, dice: Random) -> None:
        """Two people, one of whom may resign."""
        host, guest, match = await self._invitation(name, dice)
        assert await guest.answer("Accept", match.id)
        await self._play_out(match.id, dice, host, guest)

    async def against_random(self, name: str, dice: Random) -> None:
        """One person."""
        host = dice.choice(self.people)
        match = await host.create(self._game(dice), [RANDOM_ID], name)
        await self._play_out(match.id, dice, host)

    async def against_a_bot(self, name: str, dice: Random) -> None:
        """One person and a bot of either kind."""
        await self.bot_plays(name, dice, dice.choice(self.people), dice.choice([*self.asked, *self.accepting]))

    async def bot_plays(self, name: str, dice: Random, host: Player, bot: Player) -> None:
        """A person and this bot."""
        match = await self._with_bot(name, dice, host, bot)
        if bot in self.asked:
            assert await bot.answer("Accept", match.id)
        await self._play_out(match.id, dice, host)

    async def declined(self, name: str, dice: Random) -> None:
        """An invitation that is declined."""
        _, guest, match = await self._invitation(name, dice)
        assert await guest.answer("Decline", match.id)

    async def cancelled(self, name: str, dice: Random) -> None:
        """An invitation that is taken back."""
        host, _, match = await self._invitation(name, dice)
        assert await host.answer("Cancel", match.id)

    async def raced(self, name: str, dice: Random) -> None:
        """An invitation that is taken back at the moment at which it is accepted: one of the two happens."""
        host, guest, match = await self._invitation(name, dice)
        done = await asyncio.gather(host.answer("Cancel", match.id), guest.answer("Accept", match.id))
        assert sum(done) == 1, f"taken back, accepted: {done}"
        if done[1]:
            await self._play_out(match.id, dice, host, guest)

    async def deserted(self, name: str, dice: Random) -> None:
        """A match in which somebody stops to play: the clock ends it."""
        host, guest = dice.sample(self.people, 2)
        match = await host.create(self.quick, [guest.id], name)
        await guest.answer("Accept", match.id)
        await asyncio.gather(
            host.play_out(match.id, Random(f"{name} host"), lambda moved: moved < 1),
            guest.play_out(match.id, Random(f"{name} guest")),
        )

    async def _invitation(self, name: str, dice: Random) -> tuple[Player, Player, mp.Match]:
        host, guest = dice.sample(self.people, 2)
        return host, guest, await host.create(self._game(dice), [guest.id], name)

    async def _with_bot(self, name: str, dice: Random, host: Player, bot: Player) -> mp.Match:
        """A match, or the invitation to it; bots can be invited while they are connected."""
        game_id = self._game(dice)
        while True:
            try:
                return await host.create(game_id, [bot.id], name)
            except InvalidSlots:
                await asyncio.sleep(1)

    async def _play_out(self, match_id: str, dice: Random, *players: Player) -> None:
        leaver = dice.choice(players) if dice.random() < LEAVES else None
        await asyncio.gather(*(self._played(match_id, player, dice, leaves=player is leaver) for player in players))

    async def _played(self, match_id: str, player: Player, dice: Random, *, leaves: bool) -> None:
        own_dice = Random(dice.random())
        if leaves:
            seen = await player.play_out(match_id, own_dice, lambda moved: moved < 1)
            await player.leave(match_id, seen.viewer)
        await player.play_out(match_id, own_dice)

    def _game(self, dice: Random) -> str:
        return self.games[dice.choice(GAMES)]
