"""What a saved game is. Rules are never changed once saved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from redscience import families
from redscience.errors import UnplayableGame
from redscience.interface import Source
from services.kit.identity import Caller

UNMEASURED = -1
"""The turns of a game that nobody has measured yet."""


@dataclass(frozen=True, slots=True)
class Line:
    """A game as it stands in a list: all of it but its file, which may be large.

    Attributes:
        id: its identifier.
        family: whose game it is.
        name: as people see it.
        digest: games of one digest play alike.
        seats: in order of play, without Chaos.
        creator_id: who saved it; "" for a game of the catalogue.
        created_at_ms: when it was saved.
        hidden: whether an Admin has hidden it: it stands in no list, and no new match is made of it.
        features: what is special about its rules.
        turns: how long it is; 0 where that cannot be found out, UNMEASURED until it was.
        origin_id: the game that it was made from; "" where that is none, or nobody knows.
    """

    id: str
    family: str
    name: str
    digest: str
    seats: tuple[str, ...]
    creator_id: str
    created_at_ms: int
    hidden: bool = False
    features: tuple[str, ...] = ()
    turns: int = UNMEASURED
    origin_id: str = ""

    @property
    def also_called(self) -> tuple[str, ...]:
        """What else people call a game of the catalogue."""
        if self.creator_id:
            return ()
        try:
            return families.family(self.family).also_called.get(self.name, ())
        except UnplayableGame:
            return ()

    def may_be_found_by(self, caller: Caller | None) -> bool:
        """Whether lists, searches and its name lead the caller to it."""
        return not self.hidden or (caller is not None and (caller.role == "admin" or caller.id == self.creator_id))


@dataclass(frozen=True, slots=True)
class Game(Line):
    """A game, whole.

    Attributes:
        rule_set: the file.
    """

    rule_set: str = field(kw_only=True)

    def described(self) -> Game:
        """The same with the features that this release sees in it; as it is where it does not read the file."""
        try:
            return replace(self, features=families.saved(self.rule_set).features)
        except UnplayableGame:
            return self

    def is_described_like(self, other: Game) -> bool:
        """Whether both are found by the same."""
        return (self.name, self.digest, self.features) == (other.name, other.digest, other.features)

    def renamed(self, name: str) -> Game:
        """The same under another name; the file stays as it is where this release does not read it."""
        try:
            return replace(self, name=name, rule_set=families.saved(self.rule_set).renamed(name).text)
        except UnplayableGame:
            return replace(self, name=name)


def new_game(source: Source, *, game_id: str, creator_id: str, now_ms: int, origin_id: str = "") -> Game:
    """A game that is about to be saved."""
    return Game(
        id=game_id,
        family=source.family.name,
        name=source.name,
        digest=source.digest,
        rule_set=source.text,
        seats=source.seats,
        creator_id=creator_id,
        created_at_ms=now_ms,
        features=source.features,
        origin_id=origin_id,
    )
