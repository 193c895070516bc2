"""What came of a tournament's games, kept in parts that have nothing in common: a block changes what it came to alone.

A part is what came of those who meet in one of the games, or what is told of a game as a whole, or all else. Of 64
players in nine games there are 18,154: as one text, in which each block was counted, it took seconds to read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from redscience.tournaments.results import Results
from redscience.tournaments.seating import Seating


def parts_of(results: Results) -> dict[str, Results]:
    """Results in their parts. Each is named by the numbers of the game and of those who meet, in ascending order."""
    parts: dict[str, Results] = {}

    def part(*numbers: int) -> Results:
        return parts.setdefault(" ".join(map(str, numbers)), Results(results.seatings))

    for (game, players), outcomes in results.outcomes.items():
        part(game, *sorted(set(players))).outcomes[game, players] = outcomes
    for (game, pair), points in results.sets.items():
        part(game, *pair).sets[game, pair] = points
    for game, lengths in results.lengths.items():
        part(game).lengths[game] = lengths
    for game, times in results.cut.items():
        part(game).cut[game] = times
    if results.illegal or results.timed_out:
        part().illegal, part().timed_out = results.illegal, results.timed_out
    return parts


def merged(before: Mapping[str, str], parts: Mapping[str, Results]) -> dict[str, str]:
    """Parts, as JSON text, with what is added to what they were before; those that were not are new."""
    for name, added in parts.items():
        if name in before:
            added.merge(read(added.seatings, before[name]))
    return {name: text_of(results) for name, results in parts.items()}


def joined(parts: Iterable[str]) -> str:
    """All parts of a tournament's results as one JSON text. A little at a time: `json` lets no other thread go on."""
    whole: dict[str, list[str]] = {name: [] for name in Results(()).as_json()}
    for text in parts:
        for name, entries in json.loads(text).items():
            if entries:
                whole[name].append(_compact(entries)[1:-1])
    return "{" + ",".join(f'"{name}":[{",".join(entries)}]' for name, entries in whole.items()) + "}"


def read(seatings: tuple[Seating, ...], text: str) -> Results:
    """Results of JSON text."""
    return Results.from_json(seatings, json.loads(text))


def text_of(results: Results) -> str:
    """Results as JSON text."""
    return _compact(results.as_json())


def _compact(told: object) -> str:
    return json.dumps(told, separators=(",", ":"))
