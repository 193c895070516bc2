"""The rules of a variation, made ready for the engine: all that does not change during a match."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakValueDictionary

from redscience.interface import CHAOS, Game
from redscience.variations import notation
from redscience.variations.engine.assemble import assemble
from redscience.variations.engine.moves import AGREE, OFFER, PASS, REFUSE, RESERVE
from redscience.variations.engine.records import COMMUNAL as COMMUNAL_COLOR
from redscience.variations.engine.records import HIDES, N_KINDS, OPEN, PARALYZES
from redscience.variations.language import SHAPES, RuleSet, digest, table
from redscience.variations.language.model import COMMUNAL
from redscience.variations.language.players import PLAYERS
from redscience.variations.language.table import marks
from redscience.variations.notation import Jump, Placement, Space
from redscience.variations.packing import color_of, kind_in, promotion_in, shape_of, source_in, target_in

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_MOST_REMEMBERED = 131_072
"""So many texts of moves and pieces are remembered of a game: more than any position has legal moves."""
_MOST_BYTES = 64 << 20
"""So much may be remembered of all games together."""
_ENTRY_BYTES = 250
"""What is kept takes about as much beside its letters."""

WORDS = {OFFER: notation.DRAW, AGREE: notation.AGREE, REFUSE: notation.REFUSE, PASS: notation.PASS}
"""The engine's moves that name no piece, as they are written."""


class Kept(dict[K, V], Generic[K, V]):
    """What was made once, until there is too much of it, here or in all games together: then all is made anew."""

    _bytes: ClassVar[int] = 0
    _every: ClassVar[WeakValueDictionary[int, Kept[Any, Any]]] = WeakValueDictionary()

    def __init__(self) -> None:
        super().__init__()
        self._every[id(self)] = self

    def keep(self, of: K, made: V) -> V:
        """Keeps what was made, and gives it."""
        Kept._bytes += _ENTRY_BYTES + (len(made) if isinstance(made, str) else 0)
        if Kept._bytes > _MOST_BYTES:
            Kept._bytes = 0
            for kept in list(self._every.values()):
                kept.clear()
        elif len(self) >= _MOST_REMEMBERED:
            self.clear()
        self[of] = made
        return made


class Remembered(Kept[K, V]):
    """What a function gives for a game and a value: made where it is not kept."""

    def __init__(self, game: PreparedGame, make: Callable[[PreparedGame, K], V]) -> None:
        super().__init__()
        self._game = game
        self._make = make

    def __missing__(self, of: K) -> V:
        return self.keep(of, self._make(self._game, of))


class PreparedGame(Game):
    """What can be asked of a game without a match; `VariationGame` adds how one starts.

    Attributes:
        rule_set, digest: what it was made from.
        rules, origin: the engine's records: the game, and the position before the first move.
        spaces: what the engine's numbers of spaces stand for.
        owners: whose pieces the engine's colours are.
        checks: what the engine's numbers of checks stand for.
        all_seats, numbers: all seats in order of play, Chaos's last, and by seat its number in that order.
        seats_of: by a bit for each seat, those seats.
        is_sealed: by phase, whether its moves are planned in secret, and made at once.
        colors_are_chosen, is_deep, has_several_boards: what a move's text has to say.
        is_cloaked, hides: whether pieces look different to different viewers; whether some are not seen at all.
        takes_turns: by phase, the seats that take turns in it, a bit each.
        cloaked: by phase, the numbers of the cloaked spaces.
        has_gravity: whether pieces fall to the lowest empty space of a stack.
        is_powered, paralyzes: whether some piece captures, and whether some paralyzes what it captures.
        converting: the shapes that convert what they capture.
        text_of: writes one of the engine's moves in full notation.
        move_of: by what was written, where it is remembered, the move that was written so last; others may be written
            so on other boards.
        looks: how a piece of one of the engine's kinds looks: some show their colour only.
        places: the coordinates of each space, by number.
        last_texts: what is written of last events; where nothing is hidden, by all that it depends on.
    """

    def __init__(self, rule_set: RuleSet) -> None:
        assembly = assemble(rule_set)
        self.rule_set, self.digest = rule_set, digest(rule_set)
        self.rules, self.origin = assembly.rules, assembly.origin
        self.spaces = assembly.spaces
        self.owners = assembly.owners
        self.checks = assembly.checks
        self.all_seats = rule_set.seats
        self.numbers: Mapping[str, int] = {seat: number for number, seat in enumerate(self.all_seats)}
        self.seats_of = [
            tuple(seat for number, seat in enumerate(self.all_seats) if some >> number & 1)
            for some in range(1 << len(self.all_seats))
        ]
        self.is_sealed = [phase.order != "sequential" for phase in rule_set.phases]
        self.colors_are_chosen = rule_set.owner_of_seat(rule_set.seats[0]) is None
        self.is_deep = rule_set.board.size[2] > 1
        self.has_several_boards = rule_set.board.count > 1
        self.is_cloaked = bool(self.rules[0]["cloaking"] != OPEN)
        self.hides = bool(self.rules[0]["cloaking"] == HIDES)
        self.takes_turns: Sequence[int] = self.rules[0]["takes_turns"][: len(rule_set.phases)].tolist()
        self.cloaked = [frozenset(row.nonzero()[0].tolist()) for row in self.rules[0]["cloak"][: len(rule_set.phases)]]
        self.has_gravity = bool(self.rules[0]["gravity"])
        self.is_powered = bool(self.rules[0]["powered"])
        self.paralyzes = bool((self.rules[0]["result"] == PARALYZES).any())
        self.converting = {name for name, shape in rule_set.shapes.items() if shape.result == "converts"}
        self.move_of: Kept[str, int] = Kept()
        self.text_of: Callable[[int], str] = Remembered(self, PreparedGame._text_of).__getitem__
        self.looks = lru_cache(maxsize=None)(self._looks)
        self.places = tuple(self.spaces)
        self.last_texts: Kept[Hashable, str] = Kept()
        self._remembered: dict[Callable[..., Any], Remembered[Any, Any]] = {}

    @property
    def name(self) -> str:
        """What people call it."""
        return self.rule_set.name

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' seats in order of play."""
        return self.rule_set.player_seats

    @property
    def teams(self) -> Mapping[str, int]:
        """The team of each player's seat: partners are one."""
        return dict(zip(self.seats, PLAYERS[self.rule_set.players].teams, strict=False))

    @property
    def has_chaos(self) -> bool:
        """Whether Chaos has a seat."""
        return CHAOS in self.rule_set.seats

    @cached_property
    def has_secrets(self) -> bool:
        """Whether spaces are cloaked or rounds sealed in any phase."""
        return any(phase.cloaks or phase.order != "sequential" for phase in self.rule_set.phases)

    @cached_property
    def has_chance(self) -> bool:
        """Whether the rules draw anything: cards, or the shares of a split pot."""
        return bool(self.rules[0]["has_chance"])

    @cached_property
    def table(self) -> dict[str, Any]:
        """The start board, as in views."""
        return table(self.rule_set)

    @cached_property
    def tables(self) -> list[Callable[[], dict[str, Any]]]:
        """By phase, what gives its table without seats and pieces, anew each time: a view is whoever's asks for it."""
        frames = [
            {**self.table, "seats": [], "pieces": [], "marks": marks(self.rule_set, phase)}
            for phase in range(len(self.rule_set.phases))
        ]
        return [partial(marshal.loads, marshal.dumps(frame)) for frame in frames]

    def once(self, make: Callable[[PreparedGame, K], V]) -> Remembered[K, V]:
        """What `make` gives for this game and a value."""
        if make not in self._remembered:
            self._remembered[make] = Remembered(self, make)
        return self._remembered[make]

    def color_name(self, color: int) -> str:
        """How pieces of one of the engine's colours look; communal for those of nobody."""
        return COMMUNAL if color == COMMUNAL_COLOR else self.rule_set.color_of_owner(self.owners[color])

    @cached_property
    def hands(self) -> Sequence[Sequence[int]]:
        """By number of a seat, the kinds of piece that it may place."""
        rules = self.rules[0]
        return [rules["hand"][number, : rules["n_hand"][number]].tolist() for number in self.numbers.values()]

    @cached_property
    def start_reserve(self) -> Sequence[int]:
        """By kind of piece, how many there are to place at the start."""
        return self.origin[0]["reserve"].tolist()  # type: ignore[no-any-return]

    def _looks(self, kind: int) -> Mapping[str, str]:
        color = self.color_name(color_of(kind))
        return {"color": color} if kind >= N_KINDS else {"shape": SHAPES[shape_of(kind)], "color": color}

    def _text_of(self, move: int) -> str:
        text = self._written(move)
        self.move_of.keep(text, move)
        return text

    def _written(self, move: int) -> str:
        """A legal move in full notation."""
        kind, source, target = kind_in(move), source_in(move), target_in(move)
        if kind == 0:
            return WORDS[move]
        if source == RESERVE:
            color = self.color_name(color_of(kind)) if self.colors_are_chosen else None
            return str(Placement(self._target(target), SHAPES[shape_of(kind)], color))
        board, x, y, z = self.spaces.at(source)
        origin = Space(x, y, z if self.is_deep else None, board if self.has_several_boards else None)
        landing = self._target(target)
        becomes = SHAPES[promotion_in(move) - 1] if promotion_in(move) else None
        return str(Jump(origin, Space(landing.x, landing.y, landing.z), becomes))

    def _target(self, number: int) -> Space:
        board, x, y, z = self.spaces.at(number)
        height = z if self.is_deep and not self.has_gravity else None
        return Space(x, y, height, board if self.has_several_boards else None)
