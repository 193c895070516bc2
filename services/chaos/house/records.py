"""A finished match as the library analyses it, and where its replay shows each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redscience import families
from redscience.agents.analysis import Judged, Turn, analyse
from redscience.api.match.v1 import match_pb2
from redscience.errors import NoHint, UnplayableGame
from redscience.interface import Source
from redscience.search import PlainSearcher
from services.chaos.house.games import costs_too_much

SECONDS = 0.25
"""So long is thought about a position, and the move that was made there."""
PLAIN_SECONDS = 1.0
"""The same where the family has no searcher of its own, and tries as much in more time."""


def source_of(record: match_pb2.Record) -> Source:
    """The game of a record.

    Raises:
        UnplayableGame: what is installed here would replay it differently, or not at all.
        NoHint: it takes too long to think about.
    """
    source = families.saved(record.rule_set)
    if source.rules_version != record.rules_version:
        raise UnplayableGame("This match was played by other rules than those that are installed here.")
    if costs_too_much(source):
        raise NoHint("A turn of this game takes so long to judge that nobody thinks about it.")
    return source


def moves_in(record: match_pb2.Record) -> int:
    """How many moves there are to judge."""
    return sum(len(turn.moves.moves) for turn in record.turns)


def judged(record: match_pb2.Record, source: Source) -> Iterator[Judged]:
    """The moves of a record, judged one after the other."""
    turns = [Turn(tuple(turn.seats), tuple(turn.moves.moves)) for turn in record.turns]
    game, seed = source.game(), int(record.seed, 16)
    seconds = PLAIN_SECONDS if isinstance(game.searcher(), PlainSearcher) else SECONDS
    return analyse(game, seed, turns, seconds=seconds, seed=seed)


def steps_before(taken_back: Sequence[match_pb2.TakenBack], turn: int) -> int:
    """How many steps of the replay come before a turn of the record because others were taken back.

    Each turn that was taken back is a step, and so is its end. All were taken back before the turn was made, up to the
    last time that one of its number was.
    """
    until = max((place for place, taken in enumerate(taken_back, 1) if taken.turns[0].number <= turn), default=0)
    return sum(len(taken.turns) + 1 for taken in taken_back[:until])
