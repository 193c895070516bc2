"""How long saved games are: found out by playing some at random, beside everything else, and told to rules."""

from __future__ import annotations

import logging
from functools import partial

from google.protobuf.message import DecodeError

from redscience.api.match.v1.match_pb2 import MeasuredGame
from redscience.api.rules.v1.rules_pb2 import SavedGame
from redscience.errors import RedscienceError
from redscience.random_games import SAMPLE, usual_length
from services.kit.bus import Bus, Event, subject_of
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.ids import new_id
from services.kit.lanes import SlowLane
from services.match.events import tell_measured
from services.match.games import load_game, load_source
from services.match.tryouts import MOST_TURN_US

SAVED = subject_of(SavedGame)
DURABLE = "match"
MOST_S = 0.5
"""So much time of the processor a game is given; of a slow one fewer matches are played."""

log = logging.getLogger(__name__)


class Lengths:
    """Measures games, in a lane of their own in which a game is played and then rested for as long.

    A game has the same length whenever it is measured, unless it is slow, so that it may be heard of twice.

    Args:
        database: of the match service.
        bus: tells what was saved.
        clock: says when it was measured.
    """

    def __init__(self, database: Database, bus: Bus, clock: Clock) -> None:
        self._database = database
        self._bus = bus
        self._clock = clock
        self._lane = SlowLane()

    async def listen(self) -> None:
        """Begins to hear what was saved."""
        await self._bus.consume(SAVED, DURABLE, self.hear)

    async def hear(self, event: Event) -> None:
        """Takes a fact from the bus, and tells another."""
        try:
            saved = SavedGame.FromString(event.payload)
        except DecodeError:
            # It would read no better the next time.
            log.exception("a saved game cannot be read, and is not measured", extra={"event": event.id})
            return
        try:
            turns = await self._measured(saved)
        except RedscienceError as error:
            log.info("a game cannot be measured", extra={"game": saved.game_id, "why": error.message})
            turns = 0
        message, event_id, now_ms = MeasuredGame(game_id=saved.game_id, turns=turns), new_id(), self._clock.now_ms()
        await self._database.write(lambda connection: tell_measured(connection, message, event_id, now_ms=now_ms))

    async def _measured(self, saved: SavedGame) -> int:
        """The turns of a game; 0 where one might cost too much to be played."""
        bound = (await self._lane.run(saved.game_id, lambda: load_source(saved.rule_set).bound)).result()
        if bound is not None and bound.turn_us > MOST_TURN_US:
            return 0
        lengths, spent_s = list[int](), 0.0
        while len(lengths) < SAMPLE and spent_s < MOST_S:
            played = await self._lane.run(saved.game_id, partial(_length, saved.rule_set, len(lengths)))
            lengths.append(played.result())
            spent_s += played.spent_s
        return usual_length(lengths)


def _length(rule_set: str, seed: int) -> int:
    """The turns of one random game."""
    return load_game(rule_set).playouts(1, seed=seed).plies
