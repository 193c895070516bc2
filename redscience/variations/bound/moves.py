"""How many legal moves a seat may have in any position.

A kind of piece that is in reserve is placed and does not move on the board, and one that is not is not placed. On
squares what stands on the board takes room: every piece that can move leaves one space less to go to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from redscience.variations.bound.targets import Ways, most_targets, ways
from redscience.variations.language import Phase, RuleSet, goals
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import RESULTS, ResultOption
from redscience.variations.language.deck import cards
from redscience.variations.language.model import COMMUNAL, DEALT, At
from redscience.variations.language.moves import MOVES
from redscience.variations.language.possibilities import can_move_backwards, cannot_move_backwards, pieces_move


class LegalMoves:
    """Those of the seat that has most, Chaos's included; the rules are in their normal form."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._seats = [_Seat(rules, seat) for seat in rules.seats]

    @property
    def most(self) -> int:
        """How many there are at most; the two answers to the offer of a draw are never more."""
        return self.most_worth(placement=1, jump=1) + len(self.words)

    def most_worth(self, *, placement: int, jump: int) -> int:
        """The most that placements and jumps are worth together, where each is worth so much."""
        return max(seat.most_worth(placement, jump) for seat in self._seats)

    @property
    def words(self) -> tuple[str, ...]:
        """Those that move no piece, and may be there beside others."""
        passes = has_chains(self.rules) or any(phase.may_pass for phase in self.rules.phases)
        return ("pass",) * passes + ("draw",) * self.rules.agree_draw


def has_chains(rules: RuleSet) -> bool:
    """Whether a piece may go on jumping after a capture."""
    return any(shape.condition in {"chain_jump", "chain_jump_back"} for shape in rules.shapes.values())


def results(rules: RuleSet) -> tuple[ResultOption, ...]:
    """What can become of captives."""
    return tuple(RESULTS[shape.result] for shape in rules.shapes.values() if shape.result)


def pieces_multiply(rules: RuleSet) -> bool:
    """Whether there can be more pieces than in the beginning."""
    return any(result.to_reserve > 1 for result in results(rules))


class _Seat:
    """What one seat can do at most."""

    def __init__(self, rules: RuleSet, seat: str) -> None:
        self.rules = rules
        self.seat = seat
        self.board = rules.board
        self.has_gravity = BOARDS[rules.board.kind].gravity
        own = rules.owner_of_seat(seat)
        self.owners = rules.owners if own is None else (own,)

    def most_worth(self, placement: int, jump: int) -> int:
        """The most over the phases in which it takes turns."""
        return max((self._worth(placement, jump, *phase) for phase in self._phases), default=0)

    @cached_property
    def _phases(self) -> set[tuple[int, bool]]:
        """Of the phases in which it takes turns: the targets, and whether pieces on the board stay where they are."""
        phases = [phase for phase in self.rules.phases if self.seat not in phase.locked]
        return {(self._targets(phase), phase.placement_only) for phase in phases}

    def _worth(self, placement: int, jump: int, targets: int, is_still: bool) -> int:  # noqa: FBT001 - of a phase
        """The most where pieces can be put or moved to so many spaces, on stacks to so many stacks."""
        alone = placement * len(self._hand) * targets
        if is_still or not self._degrees:
            return alone
        beside = placement * (len(self._hand) if self._has_other_movers else max(len(self._hand) - 1, 0))
        if self.has_gravity:
            return max(alone, beside * targets + jump * self._jumps[min(len(self._degrees), self._sources(targets))])
        return max(
            alone,
            *(
                beside * (targets - n) + jump * min(jumps, self._steps * (targets - n) + self._rises)
                for n, jumps in enumerate(self._jumps[: targets + 1])
            ),
        )

    def _targets(self, phase: Phase) -> int:
        """How many spaces it may enter, and are not taken for ever; on stacks how many stacks."""
        closed = {*self.board.walls, *phase.locks}
        closed |= {at for at, seats in self.board.exclusive.items() if self.seat not in seats}
        if not self.has_gravity:
            return self.board.volume * self.board.count - len(closed | self._taken)
        x, y, height = self.board.size
        heights = Counter(at[:3] for at in closed)
        return x * y * self.board.count - sum(n == height for n in heights.values())

    @cached_property
    def _taken(self) -> set[At]:
        """Where pieces stand from the start, if nothing ever moves, leaves the board or is hidden."""
        if pieces_move(self.rules) or self.rules.cloaking != "none":
            return set()
        if not all(result.stays for result in results(self.rules)):
            return set()
        return {at for at, piece in self.rules.setup.items() if piece.shape != DEALT}

    @cached_property
    def _hand(self) -> set[tuple[str, str]]:
        """The kinds of piece, by shape and owner, that it may have to place."""
        reborn = any(result.to_reserve for result in results(self.rules))
        return {
            (name, owner)
            for name, shape in self.rules.shapes.items()
            for owner in self.owners
            if reborn or shape.reserve.get(owner)
        }

    @cached_property
    def _ways(self) -> dict[str, Ways]:
        """By shape, how its pieces move; without the shapes that never do."""
        every = {name: ways(self.rules, shape, self.seat) for name, shape in self.rules.shapes.items()}
        return {name: found for name, found in every.items() if found}

    @cached_property
    def _has_other_movers(self) -> bool:
        """Whether there are kinds of piece that move and are never in its hand."""
        return any((name, owner) not in self._hand for name in self._ways for owner in self.owners)

    @cached_property
    def _degrees(self) -> Sequence[int]:
        """To how many places each of its pieces that move can go at most, the most mobile first."""
        room = self.board.volume * self.board.count
        degrees = [degree for name, n in self._supply() for degree in [self._degree_of[name]] * min(n, room)]
        return sorted(filter(None, degrees + self._dealt()), reverse=True)[:room]

    def _supply(self) -> Iterator[tuple[str, int]]:
        """How many pieces of each shape can come to be its own, without those that are dealt."""
        owners = {*self.rules.owners, COMMUNAL} if self._converts else set(self.owners)
        for name, shape in self.rules.shapes.items():
            on_board = sum(piece.shape == name and piece.owner in owners for piece in self.rules.setup.values())
            in_reserve = sum(n for owner, n in shape.reserve.items() if owner in owners)
            room = self.board.volume * self.board.count
            yield name, room if pieces_multiply(self.rules) else on_board + in_reserve

    @property
    def _converts(self) -> bool:
        """Whether pieces of others can become its own."""
        return any(result.changes_owner for result in results(self.rules))

    def _dealt(self) -> list[int]:
        """To how many places each piece that is dealt to it can go: the most mobile cards, for as many as are dealt."""
        if self.rules.deck is None:
            return []
        owners = [piece.owner for piece in self.rules.setup.values() if piece.shape == DEALT]
        n = sum(self._converts or owner in {*self.owners, COMMUNAL} for owner in owners)
        degrees = (self._degree_of[card.shape] for card in cards(self.rules.deck) if card.shape in self._degree_of)
        return sorted(degrees, reverse=True)[:n]

    @cached_property
    def _degree_of(self) -> dict[str, int]:
        """By shape, to how many places a piece can go, and as what; also as what it can be promoted to."""
        own = {name: most_targets(self.board, self._ways.get(name, {})) for name in self.rules.shapes}
        risen = max((own[name] for name in self._promotions), default=0)
        return {
            name: max(own[name] * len(self._promotions), risen)
            if self._promotions and cannot_move_backwards(shape)
            else own[name]
            for name, shape in self.rules.shapes.items()
        }

    @cached_property
    def _promotions(self) -> Sequence[str]:
        """The shapes that a piece can become on its goal line; none where no piece is ever promoted."""
        shapes = self.rules.shapes
        if goals(self.rules)[self.seat] is None or not any(map(cannot_move_backwards, shapes.values())):
            return ()
        return [name for name, shape in shapes.items() if can_move_backwards(shape)]

    def _sources(self, stacks: int) -> int:
        """From how many spaces pieces can be moved on so many stacks: the tops; the bottoms too; or all."""
        carries = {MOVES[self.rules.shapes[name].move].carries for name in self._ways}
        return stacks * (self.board.size[2] if "stack" in carries else len(carries))

    @cached_property
    def _jumps(self) -> Sequence[int]:
        """By number of pieces, in how many ways so many can move."""
        return 0, *accumulate(self._degrees)

    @cached_property
    def _steps(self) -> int:
        """In how many ways pieces can come to one space: by each kind of step one."""
        return len({step for found in self._ways.values() for step in found})

    @cached_property
    def _rises(self) -> int:
        """In how many more ways, all together, where they are promoted."""
        x, y, z = self.board.size
        goal = goals(self.rules)[self.seat]
        line = 0 if goal is None else (y if goal.axis == "x" else x) * z
        return self._steps * line * self.board.count * max(len(self._promotions) - 1, 0)
