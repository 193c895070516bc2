"""What a saved game is. Rules are never changed once saved."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.interface import Source


@dataclass(frozen=True, slots=True)
class Game:
    """A game.

    Attributes:
        id: its identifier.
        family: whose game it is.
        name: as people see it.
        digest: games of one digest play alike.
        rule_set: the file.
        seats: in order of play, without Chaos.
        creator_id: who saved it; "" for a game of the catalogue.
        created_at_ms: when it was saved.
    """

    id: str
    family: str
    name: str
    digest: str
    rule_set: str
    seats: tuple[str, ...]
    creator_id: str
    created_at_ms: int


def new_game(source: Source, *, game_id: str, creator_id: str, now_ms: int) -> Game:
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
    )
