"""What a saved game is. Rules are never changed once saved."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.variations.language import RuleSet


@dataclass(frozen=True, slots=True)
class Game:
    """A game.

    Attributes:
        id: its identifier.
        name: as people see it.
        digest: games of one digest play alike.
        rule_set: the file, as JSON text.
        seats: in order of play, without Chaos.
        creator_id: who saved it; "" for a game of the catalogue.
        created_at_ms: when it was saved.
    """

    id: str
    name: str
    digest: str
    rule_set: str
    seats: tuple[str, ...]
    creator_id: str
    created_at_ms: int


def new_game(rules: RuleSet, *, game_id: str, creator_id: str, now_ms: int) -> Game:
    """A game made of a valid rule set."""
    return Game(
        id=game_id,
        name=rules.name,
        digest=rules.digest,
        rule_set=rules.to_json(),
        seats=rules.player_seats,
        creator_id=creator_id,
        created_at_ms=now_ms,
    )
