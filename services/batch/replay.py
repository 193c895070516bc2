"""A game step by step: a step for each move, a sealed round being one when it is resolved."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.api.match.v1 import match_pb2
from redscience.interface import LEAVE, State
from services.batch.playing import load_game
from services.batch.recording import Kept
from services.kit.replay_pages import Room


def replayed(kept: Kept, viewer: str, first: int, count: int) -> match_pb2.ReplayResponse:
    """What a viewer saw at `count` steps from `first` on: at fewer where they are large, or the game ends.

    Raises:
        UnplayableGame: what is installed here does not play the game.
    """
    answer, room, steps = match_pb2.ReplayResponse(first=first), Room(), 0
    is_full = False
    for number, (state, at_ms) in enumerate(_steps(kept)):
        steps = number + 1
        if not first <= number < first + count or is_full:
            continue
        view = state.replay_text(viewer)
        is_full = not room.takes(view)
        if not is_full:
            answer.views.append(match_pb2.ReplayStep(number=number, view=view, at_ms=at_ms))
    answer.steps = steps
    return answer


def _steps(kept: Kept) -> Iterator[tuple[State, int]]:
    """The states that are steps, each with the time at which it came about."""
    state = load_game(kept.rules.rule_set).start(kept.seed)
    at_ms = kept.played.started_at_ms
    yield state, at_ms
    for (seat, move), ms in zip(kept.moves, kept.thinking_ms, strict=True):
        state = state.leave(*seat.split("+")) if move == LEAVE else state.play({seat: move})
        at_ms += ms
        if not state.last_is_sealed:
            yield state, at_ms
