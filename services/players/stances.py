"""What players have said of one another, as it is kept: that they would be friends, or that one has banned the other.

Two are friends where both have said so. Nobody is told that they are banned: whoever asks a player who has banned them
finds the request as unanswered as any other.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select

from services.players.schema import stance

Word = Literal["friend", "banned"]


@dataclass(frozen=True, slots=True)
class Stances:
    """What a player and some others have said of each other.

    Attributes:
        own: what the player has said, by the id of the other.
        theirs: what the others have said of the player, likewise.
    """

    own: dict[str, str]
    theirs: dict[str, str]

    def are_friends(self, other_id: str) -> bool:
        """Whether both have said so."""
        return self.own.get(other_id) == self.theirs.get(other_id) == "friend"

    def is_banned(self, other_id: str) -> bool:
        """Whether either has banned the other."""
        return "banned" in (self.own.get(other_id), self.theirs.get(other_id))


def between(connection: Connection, player_id: str, others: Collection[str]) -> Stances:
    """What a player and these others have said of each other."""
    own = select(stance.c.other_id, stance.c.stance).where(
        stance.c.player_id == player_id, stance.c.other_id.in_(others)
    )
    theirs = select(stance.c.player_id, stance.c.stance).where(
        stance.c.other_id == player_id, stance.c.player_id.in_(others)
    )
    return Stances(
        {row.other_id: row.stance for row in connection.execute(own)},
        {row.player_id: row.stance for row in connection.execute(theirs)},
    )


def say(connection: Connection, player_id: str, other_id: str, word: Word, *, now_ms: int) -> None:
    """Keeps what a player says of another instead of what they said before."""
    connection.execute(delete(stance).where(stance.c.player_id == player_id, stance.c.other_id == other_id))
    connection.execute(insert(stance).values(player_id=player_id, other_id=other_id, stance=word, since_ms=now_ms))


def take_back(connection: Connection, player_id: str, other_id: str, word: Word) -> None:
    """Forgets that a player has said this of another."""
    connection.execute(
        delete(stance).where(stance.c.player_id == player_id, stance.c.other_id == other_id, stance.c.stance == word)
    )


def count(connection: Connection, player_id: str, *, but_for: str) -> int:
    """Of how many others a player has said something, one of them left out."""
    others = select(func.count()).where(stance.c.player_id == player_id, stance.c.other_id != but_for)
    found: int = connection.execute(others).scalar_one()
    return found
