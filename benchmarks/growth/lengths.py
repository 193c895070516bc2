"""Matches that last, on the whole platform: what a turn costs the further they have come."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.services.busy import Load, Program
from benchmarks.services.platform import Platform, person, running

HEADER = ("turns of a match", "CPU of match a turn, ms", "CPU of all services a turn, ms")

GAME = "Wandering"
RULE_SET = {
    "format": "redscience-rules/1",
    "name": GAME,
    "about": "Pieces that wander about and decide nothing: a match ends when 2,000 turns have been made.",
    "board": {"kind": "squares", "size": [9, 9, 1]},
    "checks": [],
    "stalemate": ["most_row_wins"],
    "shapes": {"O": {"move": "adjacent"}},
    "setup": {
        "1,1 2,1 3,1 4,1 5,1 6,1 7,1 8,1 9,1": "black O",
        "1,9 2,9 3,9 4,9 5,9 6,9 7,9 8,9 9,9": "white O",
    },
}
_LOOK_S = 0.02


class Wanderers(Program):
    """Plays matches that last, and says what each process has spent by the time they have so many turns."""

    async def play_to(self, marks: Sequence[int]) -> list[tuple[int, dict[str, float]]]:
        """Of the beginning and of each mark, the turns of all matches so far, and the CPU time of each process."""
        async with self.playing() as playing:
            found = [(self.counted.turns, self._person.platform.cpu_s())]
            for mark in marks:
                while self.counted.turns < mark * self._load.matches:
                    ended, _ = await asyncio.wait(playing, timeout=_LOOK_S, return_when=asyncio.FIRST_COMPLETED)
                    for task in ended:
                        task.result()
                        raise SystemExit("A stream has ended before the matches did.")
                found.append((self.counted.turns, self._person.platform.cpu_s()))
        return found


def rows(marks: Sequence[int], matches: int, server_url: str) -> Iterator[Sequence[str]]:
    """A row from each mark to the next."""
    with (
        tempfile.TemporaryDirectory(prefix="redscience-growth-") as folder,
        running(Path(folder) / "state", server_url) as platform,
    ):
        found = asyncio.run(_measured(platform, marks, matches))
    for (first, last), (before, after) in zip(pairwise((0, *marks)), pairwise(found), strict=True):
        turns = after[0] - before[0]
        cpu_ms = {name: 1000 * (spent_s - before[1][name]) / turns for name, spent_s in after[1].items()}
        services_ms = sum(spent for name, spent in cpu_ms.items() if name != "us")
        yield f"{first:,} to {last:,}", f"{cpu_ms['match']:.2f}", f"{services_ms:.2f}"


async def _measured(platform: Platform, marks: Sequence[int], matches: int) -> list[tuple[int, dict[str, float]]]:
    async with person(platform) as somebody:
        await somebody.save_game(json.dumps(RULE_SET))
        load = Load(GAME, matches, seconds=0, think_ms=0, way="stream")
        return await Wanderers(somebody, await somebody.game_id(GAME), load).play_to(marks)
