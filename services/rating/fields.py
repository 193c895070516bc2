"""Reads the fields of requests; each fault names the field and what would be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from redscience.api.rating.v1.rating_pb2 import (
    GetFavoritismRequest,
    GetFavorsRequest,
    GetLeaderboardRequest,
    GetStatisticsRequest,
    ListHistoryRequest,
    ListLeaderboardRequest,
    WatchLeaderboardRequest,
)
from redscience.errors import Fault, InvalidField
from services.kit.ids import is_id
from services.rating.favoritism import Pair
from services.rating.leaderboard import RANKED, LeaderboardKey
from services.rating.paging import Start, start_of

MOST = 100
USUAL_PAGE = 50
MOST_ADDED = 20
MOST_IDS = 200


@dataclass(frozen=True, slots=True)
class Asked:
    """A leaderboard as it is asked for: which, how many are shown, who is among them, and who is shown besides."""

    key: LeaderboardKey
    players: frozenset[str]
    limit: int
    added: frozenset[str]


def asked(request: GetLeaderboardRequest | WatchLeaderboardRequest, universe: str) -> Asked:
    """Reads a request for a leaderboard of `universe`.

    Raises:
        InvalidField: every fault is named.
    """
    refuse(*_faults(request))
    return Asked(
        key=LeaderboardKey(universe, request.game_id),
        players=frozenset({request.player_id} - {""}),
        limit=request.limit or RANKED,
        added=frozenset(request.added_player_ids),
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a leaderboard as it is asked for."""

    key: LeaderboardKey
    around: str
    size: int
    start: Start | None

    @property
    def filters(self) -> tuple[str, ...]:
        """What made the list that its page tokens belong to."""
        return self.key.universe, self.key.game_id


def listed(request: ListLeaderboardRequest, universe: str) -> Listed:
    """Reads a request for a page of a leaderboard of `universe`.

    Raises:
        InvalidField: every fault is named.
    """
    refuse(
        *_game_faults(request.game_id),
        *_player_faults("around_player_id", request.around_player_id),
        *_size_faults(request.page_size),
    )
    key = LeaderboardKey(universe, request.game_id)
    return Listed(
        key=key,
        around=request.around_player_id,
        size=request.page_size or USUAL_PAGE,
        start=start_of(request.page_token, (float, float, int, str), key.universe, key.game_id),
    )


@dataclass(frozen=True, slots=True)
class OfPlayer:
    """A page of something of a player in a universe, in all games or in one."""

    universe: str
    player: str
    game_id: str
    size: int
    start: Start | None

    @property
    def filters(self) -> tuple[str, ...]:
        """What made the list that its page tokens belong to."""
        return self.universe, self.player, self.game_id


def of_player(
    request: GetStatisticsRequest | ListHistoryRequest | GetFavoritismRequest,
    universe: str,
    kinds: Sequence[type],
    *,
    in_one_game: bool,
) -> OfPlayer:
    """Reads a request for a page; `kinds` are the types of what the list is ordered by.

    Raises:
        InvalidField: every fault is named.
    """
    player, game = request.player_id, request.game_id
    refuse(
        *([] if is_id(player) else [_no_player("player_id")]),
        *(_game_faults(game) if game or in_one_game else ()),
        *_size_faults(request.page_size),
    )
    start = start_of(request.page_token, kinds, universe, player, game)
    return OfPlayer(universe, player, game, request.page_size or USUAL_PAGE, start)


@dataclass(frozen=True, slots=True)
class OfPair:
    """A page of the games of two opponents in a universe."""

    universe: str
    pair: Pair
    size: int
    start: Start | None

    @property
    def filters(self) -> tuple[str, ...]:
        """What made the list that its page tokens belong to."""
        return self.universe, *self.pair


def of_pair(request: GetFavorsRequest, universe: str) -> OfPair:
    """Reads a request for the games of two opponents.

    Raises:
        InvalidField: every fault is named.
    """
    pair = request.player_id, request.other_id
    refuse(
        *(_no_player(path) for path in ("player_id", "other_id") if not is_id(getattr(request, path))),
        *_size_faults(request.page_size),
    )
    start = start_of(request.page_token, (str,), universe, *pair)
    return OfPair(universe, pair, request.page_size or USUAL_PAGE, start)


def player_id(text: str) -> str:
    """The id of a player.

    Raises:
        InvalidField: it is none.
    """
    if not is_id(text):
        refuse(_no_player("player_id"))
    return text


def game_id(text: str) -> str:
    """The id of a game.

    Raises:
        InvalidField: it is none.
    """
    refuse(*_game_faults(text))
    return text


def ids(path: str, given: Sequence[str]) -> list[str]:
    """The ids of games or matches.

    Raises:
        InvalidField: there are too many, or one is no id.
    """
    if len(given) > MOST_IDS:
        refuse(Fault(path, f"has {len(given)} ids", f"Send at most {MOST_IDS} at a time"))
    refuse(
        *(
            Fault(f"{path}[{at}]", "is not an id", "Send ids as they came")
            for at, each in enumerate(given)
            if not is_id(each)
        )
    )
    return list(given)


def refuse(*faults: Fault) -> None:
    """Raises what is at fault, if anything is."""
    if faults:
        raise InvalidField(faults)


def _faults(request: GetLeaderboardRequest | WatchLeaderboardRequest) -> Iterator[Fault]:
    yield from _game_faults(request.game_id)
    yield from _player_faults("player_id", request.player_id)
    if not 0 <= request.limit <= MOST:
        yield Fault("limit", f"is {request.limit}", f"Send 1 to {MOST}, or 0 for {RANKED}")
    if len(request.added_player_ids) > MOST_ADDED:
        yield Fault("added_player_ids", f"has {len(request.added_player_ids)} entries", f"Send at most {MOST_ADDED}")
        return
    for index, added in enumerate(request.added_player_ids):
        if not is_id(added):
            yield _no_player(f"added_player_ids[{index}]")


def _game_faults(text: str) -> Iterator[Fault]:
    if not is_id(text):
        yield Fault("game_id", "is not a game's id", "Send the id that the rules service gave")


def _player_faults(path: str, text: str) -> Iterator[Fault]:
    """Of a player that need not be named."""
    if text and not is_id(text):
        yield _no_player(path)


def _size_faults(size: int) -> Iterator[Fault]:
    if not 0 <= size <= MOST:
        yield Fault("page_size", f"is {size}", f"Send 1 to {MOST}, or 0 for {USUAL_PAGE}")


def _no_player(path: str) -> Fault:
    return Fault(path, "is not a player's id", "Send the id that the players service gave")
