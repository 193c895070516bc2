"""Matches of a game whose turns cost as much as any, which go on beside those that are measured."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from benchmarks.services.platform import Platform, person
from benchmarks.services.streams import Stream
from redscience.api.match.v1 import match_pb2
from redscience.names import RANDOM_ID

_SEATS = ("black", "white", "pink", "yellow")
_MOVES = {"O": "linear", "P": "adjacent", "X": "rook", "+": "knight", "T": "linear", "S": "diagonal"}
_GAME: dict[str, Any] = {
    "format": "redscience-rules/1",
    "name": "Bench-Huge",
    "players": "4",
    "colors": "choose",
    "board": {"kind": "squares", "size": [8, 8, 8], "count": 3},
    "checks": [{"check": "first_row_wins", "length": 6}],
    "shapes": {shape: {"move": move, "reserve": dict.fromkeys(_SEATS, 300)} for shape, move in _MOVES.items()},
}
"""Some 36,864 legal moves, a view of 3.4 MB."""
_MOVE = re.compile(r'"move": ?"([^"]+)"')
_SETTLED_S = 2.0


@asynccontextmanager
async def going_on(platform: Platform, matches: int) -> AsyncIterator[None]:
    """So many matches of it, each of one program against three Randoms, go on while the block lasts."""
    if not matches:
        yield
        return
    async with person(platform) as maker:
        await maker.save_game(json.dumps(_GAME))
        game_id, dice = await maker.game_id(str(_GAME["name"])), random.Random(1)
        playing = asyncio.create_task(Stream(maker, lambda stream, message: _answer(stream, message, dice)).run())
        for _ in range(matches):
            await maker.create(game_id, RANDOM_ID, RANDOM_ID, RANDOM_ID)
        await asyncio.sleep(_SETTLED_S)
        try:
            yield
        finally:
            if playing.done():
                playing.result()  # what has failed before made the figures worthless
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


def _answer(stream: Stream, message: match_pb2.ServeResponse, dice: random.Random) -> None:
    for decision in message.decisions:
        stream.answer(
            match_pb2.Answer(
                match_id=decision.match_id,
                seat=decision.seat,
                view_version=decision.view_version,
                moves=[_any_move(decision.view, dice)],
            )
        )


def _any_move(view: str, dice: random.Random) -> str:
    """A legal move of a view, which is not read whole: that would hold up whoever measures."""
    begins, ends = view.index('"legal":'), view.rindex('"last":')
    found = _MOVE.search(view, dice.randrange(begins, ends), ends) or _MOVE.search(view, begins, ends)
    if found is None:
        raise ValueError("Whoever is to act has a legal move.")
    return found[1]
