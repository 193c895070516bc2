"""Sidelines: what would have come of other moves in a match that is over, or comes of any in a game begun by oneself.

A sideline is kept nowhere: a step of the match, or a game, and the moves since come with each request, and are judged
afresh by the library. What is drawn at random is drawn as the match's own seed has it, or the number of a deal, so that
the same moves lead to the same position however often they are sent. All seats are moved by whoever asks, Chaos too,
one after the other where a round is sealed.

It costs whoever asks alone: each may ask so often, in turn with what else is slow, for as many moves as some pages of
the replay have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from redscience.api.house.v1.choosing_pb2 import ChooseResponse
from redscience.errors import Fault, MatchOver, MoveError, NotActing
from redscience.interface import EVERYTHING, Game, State, json_text
from services.kit.lanes import Lines
from services.kit.limits import CallLimit
from services.match.adjudicator import Adjudicator
from services.match.model import Match
from services.match.playback import APART, Playback
from services.match.tryouts import Opponents

PER_S, AT_ONCE = 4, 16


@dataclass(frozen=True, slots=True)
class Branch:
    """A step of a match that is over, from which a sideline branches off."""

    match: Match
    step: int

    @property
    def rule_set(self) -> str:
        """The file of what is played."""
        return self.match.rule_set


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a game that nobody plays: whoever asks has a board of their own.

    Attributes:
        rule_set: the file of the game.
        deal: fixes what is drawn by chance.
    """

    rule_set: str
    deal: int


@dataclass(frozen=True, slots=True)
class Asked:
    """Which position is asked for.

    Attributes:
        origin: where the moves begin.
        viewer: with whose eyes it is seen: a seat, `spectator` or `everything`.
        moves: made since, each with its seat; "" for whoever is to move, the first of several.
        adviser_id: a player that thinks, who is asked what they would do then; "" for nobody.
    """

    origin: Branch | Start
    viewer: str
    moves: Sequence[tuple[str, str]]
    adviser_id: str = ""


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a sideline has led.

    Attributes:
        seat: the one that is to move, the first of several; "" at the end.
        view: as JSON text; see `shown`.
        seats: who has made each of the moves.
        game: what is played.
        advice: of whoever was asked; None where they say nothing.
    """

    seat: str
    view: str
    seats: Sequence[str]
    game: Game
    advice: ChooseResponse | None = None


class Sidelines:
    """Positions of sidelines, made on request.

    Args:
        playback: has the positions of matches.
        adjudicator: has the slow lane.
        load_game: makes the game of a file.
        now_s: the time, for the limit of each caller.
        opponents: the players that think; None where there are none.
    """

    def __init__(
        self,
        playback: Playback,
        adjudicator: Adjudicator,
        load_game: Callable[[str], Game],
        now_s: Callable[[], float],
        opponents: Opponents | None,
    ) -> None:
        self._playback = playback
        self._adjudicator = adjudicator
        self._load_game = load_game
        self._now_s = now_s
        self._opponents = opponents
        self._pace = CallLimit(PER_S, AT_ONCE)
        self._lines = Lines()

    async def play(self, asked: Asked, caller_id: str) -> Reached:
        """Where moves lead.

        Raises:
            LimitReached: the caller has asked for too many.
            InvalidField: the match has no such step.
            MoveError, NotActing, MatchOver: a move cannot be made; the fault names it.
        """
        self._pace.take(caller_id, self._now_s())
        state, seats = await self._begun(asked.origin, caller_id), list[str]()
        for first in range(0, len(asked.moves), APART):
            part = asked.moves[first : first + APART]
            state, movers = await self._adjudicator.slowly(caller_id, partial(_after, state, part, first))
            seats += movers
        view = await self._adjudicator.slowly(caller_id, partial(shown, state, asked.viewer))
        advice = None
        if asked.adviser_id and sees_choices(state, asked.viewer):
            advice = await self._advice(asked.origin.rule_set, state, asked.adviser_id, caller_id)
        return Reached(next(iter(state.acting), ""), view, seats, state.game, advice)

    async def _begun(self, origin: Branch | Start, caller_id: str) -> State:
        if isinstance(origin, Branch):
            return await self._playback.state(origin.match, origin.step, caller_id)
        return await self._adjudicator.slowly(caller_id, lambda: self._load_game(origin.rule_set).start(origin.deal))

    async def _advice(self, rule_set: str, state: State, adviser_id: str, caller_id: str) -> ChooseResponse | None:
        """What a player that thinks would do for the seat that is to move, by what that seat sees."""
        if self._opponents is None:
            return None
        view = await self._adjudicator.slowly(caller_id, partial(state.view_text, state.acting[0]))
        async with self._lines.of(caller_id):  # whoever asks for much at once waits for themself
            return await self._opponents.choose(adviser_id, rule_set, view, caller_id)


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


def _after(state: State, moves: Sequence[tuple[str, str]], first: int) -> tuple[State, list[str]]:
    """The state after some moves of a sideline, from one of that number on, and who has made them."""
    seats = []
    for number, (named, move) in enumerate(moves, first):
        seat = named or next(iter(state.acting), state.game.seats[0])
        try:
            state = state.play({seat: move})
        except (MoveError, NotActing, MatchOver) as error:
            error.faults = (Fault(f"moves[{number}]", "cannot be made", "Leave it out, or send another"),)
            raise
        seats.append(seat)
    return state, seats
