"""A match as replayed from its turns, and what each viewer has seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from sys import getsizeof
from typing import Literal, cast

from redscience.errors import IllegalMove, MatchOver, MoveError, NotActing
from redscience.interface import CHAOS, SPECTATOR, Game, Outcome, State

Left = Literal["resigned", "time", "aborted"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One recorded event.

    Attributes:
        number: from 1, without gaps.
        seats: whose it is: one seat, or all who left at one moment.
        moves: what was played; empty where seats left.
        left: why they left; None where one played.
        at_ms: when it was received.
        began_at_ms: when the clock began that ran for it; who did something since has thought from then on.
        automatic: made by the service: the only legal choice, or what silence means.
        versions: each viewer's view version after it; empty where the game has no secrets: one more than before.
    """

    number: int
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    left: Left | None
    at_ms: int
    began_at_ms: int
    automatic: bool
    versions: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """The turns that a seat has taken itself, and the time they took together.

    Attributes:
        last_at_ms: when it last did anything, or the service for it; 0 before that.
        was_forced: whether what it did last was its only choice, and made for it.
    """

    turns: int = 0
    thinking_ms: int = 0
    last_at_ms: int = 0
    was_forced: bool = False


@dataclass(frozen=True)
class Table:
    """A state, and the history that its viewers can tell apart.

    Attributes:
        state: what the library says.
        turns: the events that led here, but for those that were taken back.
        last_at_ms: when anything was last received that changed it; 0 before that.
        versions: how often each viewer's own view has changed, from 1. What a seat does itself is always a change to
            it, so that no answer to a view can be taken for the answer to a later one; and a question is one to all.
        changed_at_ms: when it last did; 0 before.
        tallies: by seat; automatic turns do not count.
        has_secrets: whether the game ever hides anything.
        gone: the seats that have left.
    """

    state: State
    turns: tuple[Turn, ...]
    last_at_ms: int
    versions: Mapping[str, int]
    changed_at_ms: Mapping[str, int]
    tallies: Mapping[str, Tally]
    has_secrets: bool
    gone: frozenset[str] = frozenset()
    _views: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def number(self) -> int:
        """How many events led here."""
        return len(self.turns)

    @property
    def is_over(self) -> bool:
        """Whether the rules have decided."""
        return self.state.outcome is not None

    @property
    def outcome(self) -> Outcome:
        """What became of the match; only where the rules have decided."""
        return cast("Outcome", self.state.outcome)

    @property
    def is_asking(self) -> bool:
        """Whether those who owe something owe an answer: to the offer of a draw."""
        return any(self.state.silence(seat) is not None for seat in self.state.acting)

    def view(self, viewer: str) -> str:
        """The viewer's view as JSON text, the same text for the same view."""
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = self.state.view_text(viewer)
        return view

    @property
    def kept_bytes(self) -> int:
        """About how many bytes are kept of what can be worked out again: views, and what the state remembers."""
        return sum(map(getsizeof, self._views.values())) + self.state.kept_bytes

    def forget(self) -> None:
        """Drops that, also while another thread asks for a view: it has what it was given."""
        self._views.clear()
        self.state.forget()

    def is_complete(self, seat: str, moves: tuple[str, ...]) -> bool:
        """Whether moves are all that a seat owes now.

        Raises:
            MoveError, NotActing: they may not be made.
        """
        state, _ = self._made(seat, moves)
        return not state.owes_rest(seat)

    def shows_clock(self, viewer: str) -> bool:
        """Whether the viewer may see the clock that runs.

        It tells when a turn began, so it is seen by those who are on turn, and by whoever may know of every turn: a
        sealed round has one clock, which no plan changes.
        """
        return viewer in self.state.acting or self.state.shows_turns(viewer)

    def play(
        self, seat: str, moves: tuple[str, ...], *, at_ms: int, began_at_ms: int, automatic: bool = False
    ) -> tuple[Table, Turn]:
        """The table after moves of one seat, and the event that records them.

        Where something is hidden the first move tells its seat something, and is made for good: those after it are made
        as far as they are still a part of the turn and legal. Else it is all of them or an error.

        Raises:
            MoveError, NotActing, MatchOver: as the library says.
            IllegalMove: the turn ends before the last of them.
        """
        state, made = self._made(seat, moves)
        turn = Turn(self.number + 1, (seat,), made, None, at_ms, began_at_ms, automatic, {})
        return self._recorded(state, turn)

    def leave(self, seats: tuple[str, ...], left: Left, *, at_ms: int, began_at_ms: int) -> tuple[Table, Turn]:
        """The table after seats left at one moment, and the event that records it.

        Raises:
            NotActing: one has left already.
            MatchOver: there is nothing left to leave.
        """
        turn = Turn(self.number + 1, seats, (), left, at_ms, began_at_ms, automatic=False, versions={})
        return self._recorded(self.state.leave(*seats), turn)

    def replayed(self, turns: Iterable[Turn]) -> Table:
        """The table after recorded turns, the first of which follows on this one."""
        table = self
        for turn in turns:
            state = table.state.leave(*turn.seats) if turn.left else table.state.play({turn.seats[0]: turn.moves})
            table = table._after(state, turn, {})
        return table

    def returned(self, number: int, seed: str, *, at_ms: int) -> Table:
        """The table as it stood after so many of its turns, which everybody sees anew: those after it are taken back.

        The time that they took stays taken. Only where nothing is hidden: each viewer's view counts as changed once.

        Args:
            number: of the last turn that stands, 0 for none.
            seed: the match's, 32 hexadecimal digits.
            at_ms: when they are taken back.
        """
        before = laid(self.state.game, seed).replayed(self.turns[:number])
        return replace(
            before,
            last_at_ms=at_ms,
            versions={viewer: version + 1 for viewer, version in self.versions.items()},
            changed_at_ms=dict.fromkeys(self.versions, at_ms),
            tallies={
                seat: replace(tally, was_forced=before.tallies[seat].was_forced) for seat, tally in self.tallies.items()
            },
        )

    def delayed(self, by_ms: int) -> Table:
        """The same, so much later: time in which nobody was to think counts as no time of anybody's."""
        late = {
            seat: replace(tally, last_at_ms=tally.last_at_ms + by_ms) if tally.last_at_ms else tally
            for seat, tally in self.tallies.items()
        }
        return replace(self, tallies=late)

    def _made(self, seat: str, moves: tuple[str, ...]) -> tuple[State, tuple[str, ...]]:
        """The state after moves of one seat, and those that were made."""
        if not self.has_secrets:
            return self._whole(seat, moves), moves
        state, made = self.state.play({seat: moves[:1]}), 1
        while made < len(moves) and state.owes_rest(seat):
            try:
                state = state.play({seat: moves[made]})
            except MoveError:
                break
            made += 1
        return state, moves[:made]

    def _whole(self, seat: str, moves: tuple[str, ...]) -> State:
        """The state after all of these moves."""
        try:
            return self.state.play({seat: moves})
        except (NotActing, MatchOver) as error:
            if seat not in self.state.acting:
                raise
            # That holds after the first of them, and not for the match as it stands.
            problem = "The turn ends before the last of these moves. Send only those that belong to it."
            raise IllegalMove(problem) from error

    def _recorded(self, state: State, turn: Turn) -> tuple[Table, Turn]:
        views: dict[str, str] = {}
        if self.has_secrets:
            turn = replace(turn, versions=self._versions_after(state, turn, views))
        return self._after(state, turn, views), turn

    def _versions_after(self, state: State, turn: Turn, views: dict[str, str]) -> dict[str, int]:
        after = replace(self, state=state, _views=views)
        # The end is a change for everybody, even for a viewer whose board it leaves as it was. So is a question that is
        # put, or answered: its clock is seen.
        is_public = after.is_over or after.is_asking != self.is_asking
        return {
            viewer: version + (is_public or viewer in turn.seats or after.view(viewer) != self.view(viewer))
            for viewer, version in self.versions.items()
        }

    def _after(self, state: State, turn: Turn, views: dict[str, str]) -> Table:
        # Where nothing is hidden every turn is seen by everybody, and no view need be made to find out.
        versions = turn.versions or {viewer: version + 1 for viewer, version in self.versions.items()}
        changed_at_ms = {
            viewer: turn.at_ms if version != self.versions[viewer] else self.changed_at_ms[viewer]
            for viewer, version in versions.items()
        }
        return Table(
            state=state,
            turns=(*self.turns, turn),
            last_at_ms=turn.at_ms,
            versions=versions,
            changed_at_ms=changed_at_ms,
            tallies={**self.tallies, **{seat: self._tally(seat, turn) for seat in turn.seats}},
            has_secrets=self.has_secrets,
            gone=self.gone.union(turn.seats) if turn.left else self.gone,
            _views=views,
        )

    def _tally(self, seat: str, turn: Turn) -> Tally:
        """A seat's tally after a turn of its own; what the service made for it costs it nothing."""
        tally = self.tallies[seat]
        if turn.automatic:
            # What silence means is no choice that was the only one.
            return replace(tally, last_at_ms=turn.at_ms, was_forced=self.state.silence(seat) is None)
        if turn.left:
            # A turn that was never finished is none, and what it took says nothing of how long turns take.
            return replace(tally, last_at_ms=turn.at_ms)
        is_new_turn = self.state.takes_turn(seat, is_automatic=False)
        thinking_ms = turn.at_ms - max(turn.began_at_ms, tally.last_at_ms)
        return Tally(tally.turns + is_new_turn, tally.thinking_ms + thinking_ms, turn.at_ms)


def laid(game: Game, seed: str) -> Table:
    """The table of a game before the first turn.

    Args:
        game: what is played.
        seed: 32 hexadecimal digits.
    """
    seats = (*game.seats, CHAOS) if game.has_chaos else game.seats
    viewers = (*seats, SPECTATOR)
    return Table(
        state=game.start(int(seed, 16)),
        turns=(),
        last_at_ms=0,
        versions=dict.fromkeys(viewers, 1),
        changed_at_ms=dict.fromkeys(viewers, 0),
        tallies=dict.fromkeys(seats, Tally()),
        has_secrets=game.has_secrets,
    )
