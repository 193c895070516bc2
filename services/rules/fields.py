"""Reads the fields of requests; each fault names the field and what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from redscience.api.rules.v1.rules_pb2 import (
    ORDER_UNSPECIFIED,
    BatchGetRequest,
    GetRequest,
    ListChangesRequest,
    ListRequest,
    Order,
    RenameRequest,
    SaveDraftRequest,
    SaveRequest,
    SetQuotaRequest,
)
from redscience.errors import Fault, InvalidField, UnknownDraft, UnknownGame
from redscience.interface import MOST_BYTES, is_json
from redscience.names import new_name_faults
from services.kit.ids import is_id, request_id
from services.rules.drafts import Beginning, Content
from services.rules.index import words
from services.rules.paging import Place, place

USUAL_PAGE, LARGEST_PAGE = 50, 100
LONGEST_SEARCH = 100
MOST_WORDS = 8
MOST_SEATS = 100
MOST_TURNS = 1_000_000
MOST_IDS = 200
MOST_VERSIONS = 1_000_000_000
"""Of a draft: one more than these fits its column."""
LONGEST_FAMILY = 32
_KEY = re.compile(r"[A-Za-z0-9_-]{26,43}")
_WORD = re.compile(r"[a-z0-9][a-z0-9_-]{0,47}")
UNKNOWN_ORIGIN = Fault("origin_id", "is the id of no game", "Send that of the game it was made from, or none")
USUAL_QUOTA, LARGEST_QUOTA = -1, 1_000_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are asked for; empty filters let all through."""

    size: int = USUAL_PAGE
    after: Place | None = None
    order: int = ORDER_UNSPECIFIED
    name_contains: str = ""
    words: tuple[str, ...] = ()
    seats: int = 0
    family: str = ""
    features: tuple[str, ...] = ()
    creator_id: str = ""
    origin_id: str = ""
    least_turns: int = 0
    most_turns: int = 0


def wanted(request: ListRequest) -> Wanted:
    """Reads a request for a list.

    Raises:
        InvalidField: every fault is named.
    """
    faults = tuple(_faults(request))
    if faults:
        raise InvalidField(faults)
    return Wanted(
        size=request.page_size or USUAL_PAGE,
        after=place(request.page_token, *filters(request)) if request.page_token else None,
        order=request.order,
        name_contains=request.name_contains,
        words=tuple(words(request.words)),
        seats=request.seats,
        family=request.family,
        features=tuple(request.features),
        creator_id=request.creator_id,
        origin_id=request.origin_id,
        least_turns=request.least_turns,
        most_turns=request.most_turns,
    )


def filters(request: ListRequest) -> tuple[str, ...]:
    """What makes the list that a page token belongs to."""
    return (
        request.name_contains,
        request.creator_id,
        request.origin_id,
        request.words,
        str(request.seats),
        request.family,
        " ".join(request.features),
        str(request.order),
        f"{request.least_turns} {request.most_turns}",
    )


def draft_content(request: SaveDraftRequest) -> Content:
    """Reads what a draft is to hold.

    Raises:
        InvalidField: every fault is named.
    """
    faults = [*_text_faults("name", request.name)]
    for path, text in (("rule_set", request.rule_set), ("editing", request.editing)):
        if len(text.encode()) > MOST_BYTES:
            faults.append(Fault(path, f"is larger than {MOST_BYTES} bytes", "Say less"))
        elif not _is_object(text):
            faults.append(Fault(path, "is not a JSON object", "Send a JSON object"))
    if faults:
        raise InvalidField(faults)
    return Content(request.name, request.rule_set, request.editing)


def _is_object(text: str) -> bool:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and is_json(value)


def draft_key(text: str) -> str:
    """An id or a link that a draft may have.

    Raises:
        UnknownDraft: none has it.
    """
    if not _KEY.fullmatch(text):
        raise UnknownDraft("There is no such draft. Open the Factory to see yours.")
    return text


def draft_version(request: SaveDraftRequest) -> int:
    """The version in place of which a draft is saved.

    Raises:
        InvalidField: no draft may have it.
    """
    if not 1 <= request.version <= MOST_VERSIONS:
        raise InvalidField([Fault("version", f"is {request.version}", "Send the version that the draft has")])
    return request.version


def draft_beginning(request: SaveDraftRequest) -> Beginning:
    """Reads how a draft is begun.

    Raises:
        InvalidField: every fault is named.
    """
    under, faults = request_id(request.request_id), []
    if not _WORD.fullmatch(request.family) or len(request.family) > LONGEST_FAMILY:
        faults.append(Fault("family", "is no name of a family", "Send the family of the game"))
    if request.game_id and not is_id(request.game_id):
        faults.append(Fault("game_id", "is not a game's id", "Send the id of the game that is copied, or nothing"))
    if faults:
        raise InvalidField(faults)
    return Beginning(request.family, request.game_id, under)


def _faults(request: ListRequest) -> Iterator[Fault]:
    yield from _text_faults("name_contains", request.name_contains)
    yield from _text_faults("words", request.words)
    if len(request.words) <= LONGEST_SEARCH and len([*words(request.words)]) > MOST_WORDS:
        yield Fault("words", f"has more than {MOST_WORDS} words", "Leave out those that matter least")
    if request.creator_id and not is_id(request.creator_id):
        yield Fault("creator_id", "is not a player's id", "Send the id that the players service gave")
    if request.origin_id and not is_id(request.origin_id):
        yield Fault("origin_id", "is not a game's id", "Send that of the game whose variants are asked for, or none")
    if not 0 <= request.seats <= MOST_SEATS:
        yield Fault("seats", f"is {request.seats}", f"Send 1 to {MOST_SEATS}, or 0 for any number")
    yield from _turns_faults(request)
    if request.family and not _WORD.fullmatch(request.family):
        yield Fault("family", "is no name of a family", "Send the family of a game")
    if len(request.features) > MOST_WORDS:
        yield Fault("features", f"are {len(request.features)}", f"Send at most {MOST_WORDS}")
    for number, feature in enumerate(request.features[:MOST_WORDS]):
        if not _WORD.fullmatch(feature):
            yield Fault(f"features[{number}]", "is no feature", "Send features that games have")
    if request.order not in Order.values():
        yield Fault("order", f"is {request.order}, which is none", "Send an order that there is, or none")
    yield from _page_size_faults(request.page_size)


def _turns_faults(request: ListRequest) -> Iterator[Fault]:
    for name in ("least_turns", "most_turns"):
        if not 0 <= getattr(request, name) <= MOST_TURNS:
            yield Fault(name, f"is {getattr(request, name)}", f"Send 1 to {MOST_TURNS}, or 0 for any number")
    if 0 < request.most_turns < request.least_turns:
        yield Fault("most_turns", "is less than least_turns", "Send as much or more, or 0 for any number")


def _text_faults(path: str, text: str) -> Iterator[Fault]:
    if len(text) > LONGEST_SEARCH:
        yield _too_long(path, text)
    elif not text.isprintable():
        yield Fault(path, "has a character in it that cannot be seen", "Leave it out")


def _too_long(path: str, text: str) -> Fault:
    return Fault(path, f"has {len(text)} characters", f"Use at most {LONGEST_SEARCH}")


def _page_size_faults(size: int) -> Iterator[Fault]:
    if not 0 <= size <= LARGEST_PAGE:
        yield Fault("page_size", f"is {size}", f"Send 1 to {LARGEST_PAGE}, or 0 for {USUAL_PAGE}")


def origin(request: SaveRequest) -> str:
    """The id of the game that one is said to be made from; "" for none.

    Raises:
        InvalidField: no game may have it.
    """
    if request.origin_id and not is_id(request.origin_id):
        raise InvalidField([UNKNOWN_ORIGIN])
    return request.origin_id


def known_id(game_id: str) -> str:
    """An id that a game may have.

    Raises:
        UnknownGame: none has it.
    """
    if not is_id(game_id):
        raise UnknownGame(f"There is no game of the id {game_id[:60]!r}. List finds games by parts of their names.")
    return game_id


def wanted_key(request: GetRequest) -> tuple[str, str]:
    """By what a game is asked for, `id` or `name`, and which.

    Raises:
        InvalidField: it is neither, or a name that is longer than any.
    """
    key = request.WhichOneof("key")
    if key is None:
        raise InvalidField([Fault("id", "is missing", "Send an id or a name")])
    text: str = getattr(request, key)
    if key == "name" and len(text) > LONGEST_SEARCH:
        raise InvalidField([_too_long(key, text)])
    return key, text


def wanted_ids(request: BatchGetRequest) -> list[str]:
    """The ids that games may have, each once.

    Raises:
        InvalidField: there are too many.
    """
    if len(request.ids) > MOST_IDS:
        raise InvalidField([Fault("ids", f"has {len(request.ids)} ids", f"Send at most {MOST_IDS} at a time")])
    return [game_id for game_id in dict.fromkeys(request.ids) if is_id(game_id)]


def new_name(request: RenameRequest) -> str:
    """The name that a game is to have.

    Raises:
        InvalidField: no game may have it.
    """
    faults = new_name_faults(request.name)
    if faults:
        raise InvalidField(faults)
    return request.name


@dataclass(frozen=True, slots=True)
class WantedQuota:
    """How many games a Creator is to be able to save: `most`, any number, or neither, for as many as every Creator."""

    player_id: str
    most: int | None
    unlimited: bool


def wanted_quota(request: SetQuotaRequest) -> WantedQuota:
    """Reads a request for a quota.

    Raises:
        InvalidField: every fault is named.
    """
    faults = tuple(_quota_faults(request))
    if faults:
        raise InvalidField(faults)
    is_own = request.WhichOneof("quota") == "games" and request.games != USUAL_QUOTA
    return WantedQuota(request.player_id, request.games if is_own else None, request.unlimited)


def _quota_faults(request: SetQuotaRequest) -> Iterator[Fault]:
    if not is_id(request.player_id):
        yield Fault("player_id", "is not a player's id", "Send the id that the players service gave")
    if not USUAL_QUOTA <= request.games <= LARGEST_QUOTA:
        remedy = f"Send 0 to {LARGEST_QUOTA}, {USUAL_QUOTA} for as many as every creator, or unlimited"
        yield Fault("games", f"is {request.games}", remedy)


def changes_page(request: ListChangesRequest) -> tuple[int, str]:
    """How many changes are asked for, and before which; "" for the newest.

    Raises:
        InvalidField: every fault is named.
    """
    faults = [*_page_size_faults(request.page_size)]
    if request.page_token and not is_id(request.page_token):
        faults.append(Fault("page_token", "is none that this list gave", "Send next_page_token as it came, or nothing"))
    if faults:
        raise InvalidField(faults)
    return request.page_size or USUAL_PAGE, request.page_token
