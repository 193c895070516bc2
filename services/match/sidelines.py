"""Sidelines: what would have come of other moves in a match that is over.

A sideline is kept nowhere: a step of the match and the moves since come with each request, and are judged afresh by the
library. What is drawn at random is drawn as the match's own seed has it, so that the same moves lead to the same
position however often they are sent. All seats are moved by whoever asks, Chaos too, one after the other where a
round is sealed.

It costs whoever asks alone: each may ask so often, in turn with what else is slow, for as many moves as some pages of
the replay have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from redscience.errors import Fault, MatchOver, MoveError, NotActing
from redscience.interface import EVERYTHING, State, json_text
from services.kit.limits import CallLimit
from services.match.adjudicator import Adjudicator
from services.match.lanes import Lines
from services.match.model import Match
from services.match.playback import APART, Playback
from services.match.tryouts import Opponents

PER_S, AT_ONCE = 4, 16


@dataclass(frozen=True, slots=True)
class Asked:
    """Which position is asked for.

    Attributes:
        step: of the match, from which the sideline branches off.
        viewer: whose replay it is: a seat, `spectator` or `everything`.
        moves: made since, each with its seat.
        adviser_id: a player that thinks, who is asked what they would do then; "" for nobody.
    """

    step: int
    viewer: str
    moves: Sequence[tuple[str, str]]
    adviser_id: str = ""


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a sideline has led.

    Attributes:
        seat: the one that is to move, the first of several; "" at the end.
        view: as JSON text; see `shown`.
        advice: the move of whoever was asked; "" where they say nothing.
    """

    seat: str
    view: str
    advice: str = ""


class Sidelines:
    """Positions of sidelines, made on request.

    Args:
        playback: has the positions of matches.
        adjudicator: has the slow lane.
        now_s: the time, for the limit of each caller.
        opponents: the players that think; None where there are none.
    """

    def __init__(
        self, playback: Playback, adjudicator: Adjudicator, now_s: Callable[[], float], opponents: Opponents | None
    ) -> None:
        self._playback = playback
        self._adjudicator = adjudicator
        self._now_s = now_s
        self._opponents = opponents
        self._pace = CallLimit(PER_S, AT_ONCE)
        self._lines = Lines()

    async def play(self, match: Match, asked: Asked, caller_id: str) -> Reached:
        """Where moves lead that are made from a step of a match that is over.

        Raises:
            LimitReached: the caller has asked for too many.
            InvalidField: the match has no such step.
            MoveError, NotActing, MatchOver: a move cannot be made; the fault names it.
        """
        self._pace.take(caller_id, self._now_s())
        state = await self._playback.state(match, asked.step, caller_id)
        for first in range(0, len(asked.moves), APART):
            part = asked.moves[first : first + APART]
            state = await self._adjudicator.slowly(caller_id, partial(_after, state, part, first))
        view = await self._adjudicator.slowly(caller_id, partial(shown, state, asked.viewer))
        advice = ""
        if asked.adviser_id and sees_choices(state, asked.viewer):
            advice = await self._advice(match, state, asked.adviser_id, caller_id)
        return Reached(next(iter(state.acting), ""), view, advice)

    async def _advice(self, match: Match, state: State, adviser_id: str, caller_id: str) -> str:
        """What a player that thinks would do for the seat that is to move, by what that seat sees."""
        if self._opponents is None:
            return ""
        view = await self._adjudicator.slowly(caller_id, partial(state.view_text, state.acting[0]))
        async with self._lines.of(caller_id):  # whoever asks for much at once waits for themself
            return await self._opponents.choose(adviser_id, match.rule_set, view) or ""


def sees_choices(state: State, viewer: str) -> bool:
    """Whether the viewer of a replay sees what the seat may choose that is to move."""
    is_open = viewer == EVERYTHING or not state.game.has_secrets
    return bool(state.acting) and (is_open or viewer == state.acting[0])


def shown(state: State, viewer: str) -> str:
    """What the viewer of a replay is shown of a position, as JSON text.

    It is the view of the seat that is to move, with its legal moves, where the viewer may know these: on the table as
    it really is, if that is what they look at. A sealed plan is made on the table that its seat sees. Else, and at the
    end, it is the viewer's own, without anything to choose.
    """
    if not sees_choices(state, viewer):
        return state.replay_text(viewer)
    seat = state.acting[0]
    if viewer == seat or not state.game.has_secrets:
        return state.view_text(seat)
    view = state.view(seat)
    if view.get("decision") == "plan":
        return json_text(view)
    real = state.revealed()
    return json_text({**view, "table": real["table"], "last": real["last"]})


def _after(state: State, moves: Sequence[tuple[str, str]], first: int) -> State:
    """The state after some moves of a sideline, from one of that number on."""
    for number, (seat, move) in enumerate(moves, first):
        try:
            state = state.play({seat: move})
        except (MoveError, NotActing, MatchOver) as error:
            error.faults = (Fault(f"moves[{number}]", "cannot be made", "Leave it out, or send another"),)
            raise
    return state
