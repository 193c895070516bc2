"""Reads the fields of requests; each fault names the field and what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from redscience.api.rating.v1.rating_pb2 import GetLeaderboardRequest, WatchLeaderboardRequest
from redscience.errors import Fault, InvalidField
from services.kit.ids import is_id
from services.rating.leaderboard import RANKED, LeaderboardKey

MOST = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """A leaderboard as it is asked for: which, how many of the best, and who is shown besides."""

    key: LeaderboardKey
    players: tuple[str, ...]
    limit: int


def asked(request: GetLeaderboardRequest | WatchLeaderboardRequest, universe: str) -> Asked:
    """Reads a request for a leaderboard of `universe`.

    Raises:
        InvalidField: every fault is named.
    """
    faults = tuple(_faults(request))
    if faults:
        raise InvalidField(faults)
    return Asked(
        key=LeaderboardKey(universe, request.game_id),
        players=(request.player_id,) if request.player_id else (),
        limit=request.limit or RANKED,
    )


def player_id(text: str) -> str:
    """The id of a player.

    Raises:
        InvalidField: it is none.
    """
    if not is_id(text):
        raise InvalidField([_no_player("player_id")])
    return text


def _faults(request: GetLeaderboardRequest | WatchLeaderboardRequest) -> Iterator[Fault]:
    if not is_id(request.game_id):
        yield Fault("game_id", "is no id of a game", "Send the id that the rules service gave")
    if request.player_id and not is_id(request.player_id):
        yield _no_player("player_id")
    if not 0 <= request.limit <= MOST:
        yield Fault("limit", f"is {request.limit}", f"Send 1 to {MOST}, or 0 for {RANKED}")


def _no_player(path: str) -> Fault:
    return Fault(path, "is no id of a player", "Send the id that the players service gave")
