"""The rules of a variation, ready to be played."""

from __future__ import annotations

import hashlib
from functools import lru_cache, partial
from typing import Any

from redscience.errors import NotPlayable
from redscience.interface import CHAOS, MAX_SEED, Game
from redscience.variations.engine import kernels
from redscience.variations.engine.assemble import assemble
from redscience.variations.engine.records import COMMUNAL as COMMUNAL_COLOR
from redscience.variations.engine.records import OPEN, copy_of
from redscience.variations.language import RuleSet, not_playable, table
from redscience.variations.language.model import COMMUNAL
from redscience.variations.moves import write
from redscience.variations.state import VariationState, read_state, room


class VariationGame(Game):
    """See `redscience.interface.Game`.

    Attributes:
        rule_set: what it was made from.
        rules, origin: the engine's records: the game, and the position before the first move.
        spaces: what the engine's numbers of spaces stand for.
        owners: whose pieces the engine's colours are.
        checks: what the engine's numbers of checks stand for.
        colors_are_chosen, is_deep, has_several_boards: what a move's text has to say.
        is_cloaked: whether pieces look different to different viewers.
        cloaked: by phase, the numbers of the cloaked spaces.
        has_gravity: whether pieces fall to the lowest empty space of a stack.
        text_of: writes one of the engine's moves in full notation.
        table: the start board, as in views.
    """

    def __init__(self, rule_set: RuleSet) -> None:
        """Makes a rule set ready.

        Raises:
            NotPlayable: it needs what the engine does not play yet; the faults name it.
        """
        if faults := not_playable(rule_set):
            needs = " ".join(map(str, faults))
            raise NotPlayable(f"{rule_set.name} needs what cannot be played yet. {needs}", faults)
        assembly = assemble(rule_set)
        self.rule_set = rule_set
        self.rules, self.origin = assembly.rules, assembly.origin
        self.spaces = assembly.spaces
        self.owners = assembly.owners
        self.checks = assembly.checks
        self.colors_are_chosen = rule_set.owner_of_seat(rule_set.seats[0]) is None
        self.is_deep = rule_set.board.size[2] > 1
        self.has_several_boards = rule_set.board.count > 1
        self.is_cloaked = bool(self.rules[0]["cloaking"] != OPEN)
        self.cloaked = [frozenset(row.nonzero()[0].tolist()) for row in self.rules[0]["cloak"][: len(rule_set.phases)]]
        self.has_gravity = bool(self.rules[0]["gravity"])
        self.text_of = lru_cache(maxsize=4096)(partial(write, self))
        self.table: dict[str, Any] = table(rule_set)

    @property
    def name(self) -> str:
        """What people call it."""
        return self.rule_set.name

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' seats in order of play."""
        return self.rule_set.player_seats

    @property
    def has_chaos(self) -> bool:
        """Whether Chaos has a seat."""
        return CHAOS in self.rule_set.seats

    @property
    def has_secrets(self) -> bool:
        """Whether spaces are cloaked or rounds sealed in any phase."""
        return any(phase.cloaks or phase.order != "sequential" for phase in self.rule_set.phases)

    @property
    def has_chance(self) -> bool:
        """Whether the rules draw anything: cards, or the shares of a split pot."""
        return bool(self.rules[0]["has_chance"])

    @property
    def all_seats(self) -> tuple[str, ...]:
        """All seats in order of play, Chaos's last."""
        return self.rule_set.seats

    def color_name(self, color: int) -> str:
        """How pieces of one of the engine's colours look; communal for those of nobody."""
        return COMMUNAL if color == COMMUNAL_COLOR else self.rule_set.color_of_owner(self.owners[color])

    def hand(self, seat: str) -> list[int]:
        """The kinds of piece that a seat may place."""
        number = self.rule_set.seats.index(seat)
        return list(self.rules[0]["hand"][number, : self.rules[0]["n_hand"][number]].tolist())

    def start(self, seed: int | None = 0) -> VariationState:
        """The state before the first move."""
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise ValueError(f"seed is {seed}; it must be a whole number from 0 to 2**128-1")
        position = copy_of(self.origin)
        kernels.begin(self.rules, position, room(), engine_seed(seed or 0))
        return VariationState(self, seed, position, None)

    def read_state(self, text: str) -> VariationState:
        """Reads the text of a state."""
        return read_state(self, text)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return VariationGame, (self.rule_set,)


def engine_seed(seed: int, part: int = 0) -> int:
    """A seed for the engine's generator, 0 … 2**62-1, from a seed of any size and the number of a part of the work."""
    digest = hashlib.blake2b(f"{seed}/{part}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 2
