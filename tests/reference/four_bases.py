"""A judge of Four Bases, written from the rules of play (rules: D2) and from nothing else: it knows no engine.

It is slow and plain: pieces lie in a dictionary by their spaces (x, y), orders are texts, and everything is looked
at anew each time.

Where the rules are silent or can be read in two ways, this judge takes it that

Orders
* a factory's production is always the free one, and costs no general action; so a plan may hold as many moves and
  base productions as there are general actions, and one production for every factory;
* where a seat's own factory stands on a base that it owns, the first production by that space is the factory's, the
  second the base's;
* two productions of one seat may name the same space, and a space to which one of its pieces is ordered: both can
  be ordered, and what happens then happens;
* a piece may be ordered to any neighbouring space, whatever stands there; a factory may move and produce in one
  turn; a flash may move either early or with the others;
* a tow may name any of the four spaces around the train, whatever stands there, once the train has its order to
  move;
* the flag is moved at most once a turn, and only if that changes it; it costs nothing;
* nothing is taken back; a plan ends with `done`, also where nothing else can be ordered. Orders keep the order in
  which they were entered.

Resolution
* the flags end a match before anything is moved; nothing of the orders is revealed then;
* a power is revealed with the orders even if nothing comes of it: a tow that is cancelled, a factory that dies
  first;
* early moves of flashes are resolved like all others, among themselves: chases, exchanges, meetings; what stands or
  has an ordinary order counts as stationary;
* a meeting head-on comes first; its winner goes on to its target and takes part in what happens there;
* a head-on meeting is one of exactly two opposing pieces; both move in it;
* a base produces for whoever owned it when the turn began, whatever flashes do to it;
* productions of factories that were killed do not count as a second choice of a space; those that are void for want
  of room do. Room is counted after the flashes, for each seat in the order in which its productions were entered;
* a bomb is revealed by any attack on it, also a friend's; a 1 and a 2 only when they kill, but then all of them
  that take part do;
* those that are involved in a conflict are the owners of all pieces in it, dead or alive. Spectators are never
  involved;
* a bomb or a factory can be towed;
* all tows are judged on the board as it is after the conflicts; the tagged piece must not have moved by an order of
  its own. Where two trains tag one piece, the tow that was entered first has it;
* a piece's kind is known to those who know it wherever the piece goes.

The end
* after turn 200 the most bases win, then the most pieces; those that tie for the first place draw, all others lose;
* flagged seats count there like others;
* the end shows nothing more to a viewer.

Absence
* a seat that leaves with its plan complete is taken over from the next turn; what it had entered of an incomplete
  plan is dropped;
* the bot's flag must be up where any other seat has at least twice its pieces, and at least one; for the rest its
  orders are free, also to take the flag down again;
* a turn was played by the seat itself if its own plan was complete; turns that were begun and not resolved do not
  count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

At: TypeAlias = tuple[int, int]

SPECTATOR = "spectator"
BASES: dict[int, dict[str, At]] = {
    4: {"south": (5, 1), "west": (1, 5), "north": (5, 9), "east": (9, 5)},
    3: {"south": (5, 1), "west": (1, 5), "north": (5, 9)},
    2: {"south": (4, 1), "north": (4, 7)},
}
SIZES = {4: 9, 3: 9, 2: 7}
FACTORY, ENGINEER, EXPERT, FLASH, TRAIN, BOMB = "0", "1", "2", "3", "4", "B"
KINDS = (FACTORY, ENGINEER, EXPERT, FLASH, TRAIN, BOMB)
"""In ascending value."""
UP, DOWN, DONE = "flag up", "flag down", "done"
MOST_PIECES = 15
LAST_TURN = 200


@dataclass(eq=False)
class Piece:
    """A piece as it really is. Two pieces are the same only if they are one object.

    Attributes:
        known: the seats, and `spectator`, that know its kind; its owner always does.
    """

    owner: str
    kind: str
    known: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Seen:
    """A piece as a viewer sees it; `kind` is None where it is hidden."""

    owner: str
    kind: str | None


@dataclass(frozen=True)
class Motion:
    """An order to move; early for a flash that moves before production."""

    origin: At
    target: At
    early: bool


@dataclass(frozen=True)
class Production:
    """An order to produce."""

    kind: str
    target: At
    by: At


@dataclass(frozen=True)
class Tow:
    """An order to tow what stands at `tagged` to where the train stood."""

    tagged: At
    train: At


@dataclass
class Moving:
    """A piece on its way."""

    piece: Piece
    origin: At
    target: At


def space(text: str) -> At:
    x, y = text.split(",")
    return int(x), int(y)


def text_of(at: At) -> str:
    return f"{at[0]},{at[1]}"


def motions(orders: Sequence[str]) -> list[Motion]:
    """The orders to move, early ones too."""
    found = []
    for order in orders:
        verb, *rest = order.split()
        if verb in {"move", "flash"}:
            origin, target = rest[0].split(">")
            found.append(Motion(space(origin), space(target), verb == "flash"))
    return found


def productions(orders: Sequence[str]) -> list[Production]:
    """The orders to produce."""
    found = []
    for order in orders:
        if order.startswith("produce"):
            _, what, _, by = order.split()
            kind, target = what.split("@")
            found.append(Production(kind, space(target), space(by)))
    return found


def tows(orders: Sequence[str]) -> list[Tow]:
    """The orders to tow."""
    return [Tow(space(words[1]), space(words[3])) for words in map(str.split, orders) if words[0] == "tow"]


class Judge:
    """One match, changed in place by `play`, `leave` and `bot`.

    Attributes:
        pieces: what really stands where.
        bases: where each seat's own base is.
        outcome: what became of each seat; None while the match goes on.
        turn: its number, from 1.
        flags: the seats whose flags are up.
        plans: what each seat has ordered in this turn, in the order in which it did.
        done: the seats whose plans are complete; played_by_bot: those of them whose plans are the bot's.
        bots: the seats that have left, and are played by the bot.
        turns: the turns resolved; human_turns: how many of them each seat has played itself.
    """

    def __init__(self, players: int = 4, reveal: str = "involved") -> None:
        self.bases = BASES[players]
        self.size = SIZES[players]
        self.seats = tuple(self.bases)
        self.reveal = reveal
        self.pieces: dict[At, Piece] = {}
        self.outcome: dict[str, str] | None = None
        self.turn = 1
        self.flags: set[str] = set()
        self.bots: set[str] = set()
        self.turns = 0
        self.human_turns: Counter[str] = Counter()
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.plans: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.done: set[str] = set()
        self.played_by_bot: set[str] = set()

    # The board.

    def around(self, at: At) -> list[At]:
        """The up to four neighbouring spaces."""
        x, y = at
        near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [(a, b) for a, b in near if 1 <= a <= self.size and 1 <= b <= self.size]

    def owner_of_base(self, at: At) -> str:
        """Of the piece that stands on it, else its original owner."""
        if at in self.pieces:
            return self.pieces[at].owner
        return next(seat for seat, base in self.bases.items() if base == at)

    def owned_bases(self, seat: str) -> list[At]:
        return [at for at in self.bases.values() if self.owner_of_base(at) == seat]

    def count(self, seat: str) -> int:
        """How many pieces a seat has."""
        return sum(piece.owner == seat for piece in self.pieces.values())

    def is_on_board(self, piece: Piece) -> bool:
        return any(other is piece for other in self.pieces.values())

    # Who acts, and what they may order.

    @property
    def acting(self) -> tuple[str, ...]:
        """The seats whose plans are not complete, without those that the bot plays."""
        return tuple(seat for seat in self._planning if seat not in self.bots)

    @property
    def waiting_for_bot(self) -> tuple[str, ...]:
        """The seats whose orders `bot` has yet to tell."""
        return tuple(seat for seat in self._planning if seat in self.bots)

    @property
    def _planning(self) -> tuple[str, ...]:
        return () if self.outcome is not None else tuple(seat for seat in self.seats if seat not in self.done)

    def actions_left(self, seat: str) -> int:
        """General actions that the seat has still to use in this turn."""
        orders = self.plans[seat]
        has = min(self.count(seat), 1) + len(self.owned_bases(seat))
        by_bases = [made for made, factory in self._producers(seat) if factory is None]
        return has - len(motions(orders)) - len(by_bases)

    def legal(self, seat: str) -> set[str]:
        """The texts of the orders that a seat may enter next, given what it has entered; empty where it owes none."""
        return self._orders(seat) if seat in self.acting else set()

    def _orders(self, seat: str) -> set[str]:
        found = {*self._productions(seat), *self._tows(seat), *self._flag(seat), DONE}
        return found | set(self._motions(seat)) if self.actions_left(seat) else found

    def _motions(self, seat: str) -> Iterator[str]:
        ordered = {motion.origin for motion in motions(self.plans[seat])}
        for at, piece in self.pieces.items():
            if piece.owner == seat and piece.kind != BOMB and at not in ordered:
                for target in self.around(at):
                    yield f"move {text_of(at)}>{text_of(target)}"
                    if piece.kind == FLASH:
                        yield f"flash {text_of(at)}>{text_of(target)}"

    def _productions(self, seat: str) -> Iterator[str]:
        spaces = {at for at, piece in self.pieces.items() if piece.owner == seat and piece.kind == FACTORY}
        for by in spaces.union(self.owned_bases(seat)):
            if self._may_produce(seat, by):
                for target in [by, *self.around(by)]:
                    if target not in self.pieces:
                        yield from (f"produce {kind}@{text_of(target)} by {text_of(by)}" for kind in KINDS)

    def _may_produce(self, seat: str, by: At) -> bool:
        """Once as a factory, for nothing, and once as a base, for a general action."""
        made = sum(order.by == by for order in productions(self.plans[seat]))
        factory = self._own_factory(seat, by) is not None
        if factory and made == 0:
            return True
        return made == int(factory) and by in self.owned_bases(seat) and self.actions_left(seat) > 0

    def _own_factory(self, seat: str, at: At) -> Piece | None:
        piece = self.pieces.get(at)
        return piece if piece is not None and (piece.owner, piece.kind) == (seat, FACTORY) else None

    def _producers(self, seat: str) -> list[tuple[Production, Piece | None]]:
        """A seat's productions as it entered them, each with the factory that makes it, or None for a base."""
        found: list[tuple[Production, Piece | None]] = []
        for order in productions(self.plans[seat]):
            is_first = all(order.by != earlier.by for earlier, _ in found)
            found.append((order, self._own_factory(seat, order.by) if is_first else None))
        return found

    def _tows(self, seat: str) -> Iterator[str]:
        orders = self.plans[seat]
        towing = {tow.train for tow in tows(orders)}
        for motion in motions(orders):
            if self.pieces[motion.origin].kind == TRAIN and motion.origin not in towing:
                for tagged in self.around(motion.origin):
                    yield f"tow {text_of(tagged)} by {text_of(motion.origin)}"

    def _flag(self, seat: str) -> Iterator[str]:
        if UP not in self.plans[seat] and DOWN not in self.plans[seat]:
            yield DOWN if seat in self.flags else UP

    # What happens.

    def play(self, seat: str, text: str) -> None:
        """One order of a seat, or `done`; the last `done` resolves the turn.

        Raises:
            ValueError: it is not legal.
        """
        if text not in self.legal(seat):
            raise ValueError(f"{seat} may not play {text}")
        self._enter(seat, text)

    def leave(self, *seats: str) -> None:
        """Seats that leave at one moment, and are handed to the bot."""
        if self.outcome is not None or self.bots.intersection(seats):
            raise ValueError(f"{seats} cannot leave")
        self.bots.update(seats)
        for seat in seats:
            if seat not in self.done:
                self.plans[seat] = []

    def bot(self, seat: str, orders: Sequence[str]) -> None:
        """All that the bot orders for a seat in this turn; `done` may be left out.

        Raises:
            ValueError: an order is not legal, or the flag is not up though it must be.
        """
        if seat not in self.waiting_for_bot:
            raise ValueError(f"nothing is to be ordered for {seat}")
        for order in [order for order in orders if order != DONE]:
            if order not in self._orders(seat):
                raise ValueError(f"the bot may not order {order} for {seat}")
            self.plans[seat].append(order)
        if self.must_flag(seat) and seat not in self._flags_after_orders():
            raise ValueError(f"the bot must put up the flag of {seat}")
        self.played_by_bot.add(seat)
        self._enter(seat, DONE)

    def must_flag(self, seat: str) -> bool:
        """Whether a bot gives up: any other seat has twice its pieces, and at least one."""
        most = max(self.count(other) for other in self.seats if other != seat)
        return most >= max(1, 2 * self.count(seat))

    def _enter(self, seat: str, text: str) -> None:
        if text != DONE:
            self.plans[seat].append(text)
            return
        self.done.add(seat)
        if len(self.done) == len(self.seats):
            self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        self.human_turns.update(seat for seat in self.seats if seat not in self.played_by_bot)
        self.flags = self._flags_after_orders()
        self._look_at_flags()
        if self.outcome is None:
            self._resolve()
            self.turn += 1
            self._begin_turn()
            if self.turn > LAST_TURN:
                self._end_by_count()

    def _flags_after_orders(self) -> set[str]:
        up = {seat for seat in self.seats if UP in self.plans[seat]}
        down = {seat for seat in self.seats if DOWN in self.plans[seat]}
        return (self.flags | up) - down

    # The seven steps.

    def _resolve(self) -> None:
        orders = [order for seat in self.seats for order in motions(self.plans[seat])]
        moving = {self.pieces[order.origin]: order for order in orders}
        trains = [(self.pieces[tow.train], tow) for seat in self.seats for tow in tows(self.plans[seat])]
        made = [(seat, *by) for seat in self.seats for by in self._producers(seat)]
        self._reveal_declared(moving, trains, made)
        self._move_all([Moving(piece, m.origin, m.target) for piece, m in moving.items() if m.early])
        self._produce(made)
        late = [Moving(piece, m.origin, m.target) for piece, m in moving.items() if not m.early]
        self._move_all([one for one in late if self.is_on_board(one.piece)])
        self._tow(trains, moving)

    def _reveal_declared(
        self,
        moving: dict[Piece, Motion],
        trains: list[tuple[Piece, Tow]],
        made: list[tuple[str, Production, Piece | None]],
    ) -> None:
        """Step 2: the powers that are named in orders."""
        self._reveal_to_all(piece for piece, order in moving.items() if order.early)
        self._reveal_to_all(train for train, _ in trains)
        self._reveal_to_all(factory for _, _, factory in made if factory is not None)

    def _reveal_to_all(self, pieces: Iterator[Piece]) -> None:
        for piece in pieces:
            piece.known.update({*self.seats, SPECTATOR})

    def _move_all(self, moving: list[Moving]) -> None:
        """Steps 3, 5 and 6: all leave, meet head-on, and arrive."""
        for one in moving:
            del self.pieces[one.origin]
        moving = self._after_meetings(moving)
        for target in {one.target for one in moving}:
            arriving = [one.piece for one in moving if one.target == target]
            self._land(target, arriving)

    def _after_meetings(self, moving: list[Moving]) -> list[Moving]:
        """Who is left of them after opposing pieces that exchange places have met."""
        dead: set[Piece] = set()
        for number, one in enumerate(moving):
            for other in moving[number + 1 :]:
                exchange = (one.origin, one.target) == (other.target, other.origin)
                if exchange and one.piece.owner != other.piece.owner:
                    pair = [one.piece, other.piece]
                    dead |= set(pair) - {self._winner(pair, pair)}
        return [one for one in moving if one.piece not in dead]

    def _land(self, target: At, arriving: list[Piece]) -> None:
        there = self.pieces.pop(target, None)
        if there is None and len(arriving) == 1:
            self.pieces[target] = arriving[0]
            return
        taking_part = arriving if there is None else [*arriving, there]
        winner = self._winner(taking_part, arriving)
        if winner is not None:
            self.pieces[target] = winner

    def _winner(self, taking_part: Sequence[Piece], moving: Collection[Piece]) -> Piece | None:
        """Who survives a conflict, with all that it reveals (rules: D2, step 6)."""
        if self.reveal == "involved":
            for piece in taking_part:
                piece.known.update(other.owner for other in taking_part)
        self._reveal_to_all(piece for piece in taking_part if piece.kind == BOMB)
        engineers = [piece for piece in taking_part if piece.kind == ENGINEER and piece in moving]
        experts = [piece for piece in taking_part if piece.kind == EXPERT]
        alive = self._without(TRAIN, engineers, list(taking_part))
        alive = self._without(BOMB, experts, alive)
        top = max(KINDS.index(piece.kind) for piece in alive)
        best = [piece for piece in alive if KINDS.index(piece.kind) == top]
        return best[0] if len(best) == 1 else None

    def _without(self, kind: str, killers: list[Piece], alive: list[Piece]) -> list[Piece]:
        """Who is left after killers have killed all of a kind; killers and killed are revealed."""
        killed = [piece for piece in alive if piece.kind == kind]
        if not killers or not killed:
            return alive
        self._reveal_to_all(iter([*killers, *killed]))
        return [piece for piece in alive if piece not in killed]

    def _produce(self, made: list[tuple[str, Production, Piece | None]]) -> None:
        """Step 4."""
        alive = [(seat, order) for seat, order, factory in made if factory is None or self.is_on_board(factory)]
        chosen = Counter(order.target for _, order in alive)
        occupied = set(self.pieces)
        for seat, order in alive:
            is_free = order.target not in occupied and chosen[order.target] == 1
            if is_free and self.count(seat) < MOST_PIECES:
                self.pieces[order.target] = Piece(seat, order.kind)

    def _tow(self, trains: list[tuple[Piece, Tow]], moved: Collection[Piece]) -> None:
        """Step 7."""
        board = dict(self.pieces)
        for train, tow in trains:
            tagged = board.get(tow.tagged)
            if tagged is None or tagged.owner != train.owner or tagged in moved:
                continue
            if self.is_on_board(train) and tow.train not in board and self.pieces.get(tow.tagged) is tagged:
                self.pieces[tow.train] = self.pieces.pop(tow.tagged)

    # The end.

    def _look_at_flags(self) -> None:
        if len(self.flags) == len(self.seats):
            self.outcome = dict.fromkeys(self.seats, "draw")
        elif len(self.flags) == len(self.seats) - 1:
            self.outcome = {seat: "lose" if seat in self.flags else "win" for seat in self.seats}

    def _end_by_count(self) -> None:
        values = {seat: (len(self.owned_bases(seat)), self.count(seat)) for seat in self.seats}
        first = [seat for seat in self.seats if values[seat] == max(values.values())]
        came = "win" if len(first) == 1 else "draw"
        self.outcome = {seat: came if seat in first else "lose" for seat in self.seats}

    # The rating.

    @property
    def is_void(self) -> bool:
        """Whether the match counts for nobody: a seat has won that the bot played."""
        return self.outcome is not None and any(self.outcome[seat] == "win" for seat in self.bots)

    @property
    def shares(self) -> dict[str, float]:
        """By seat, how much of the match it has played itself, at its end."""
        return {seat: self.human_turns[seat] / self.turns for seat in self.seats}

    @property
    def weights(self) -> dict[str, float]:
        """By seat, how much of the rating of this match counts for it, at its end."""
        share = self.shares
        winners = [seat for seat in self.seats if (self.outcome or {})[seat] == "win"]
        for winner in winners:
            lost = sum(share[seat] for seat in self.seats if seat != winner)
            share[winner] *= lost / (len(self.seats) - 1)
        return share

    # What is seen.

    def knows(self, viewer: str) -> dict[At, Seen]:
        """What a seat or `spectator` may know of the pieces on the board."""
        return {
            at: Seen(piece.owner, piece.kind if viewer in {piece.owner, *piece.known} else None)
            for at, piece in self.pieces.items()
        }
