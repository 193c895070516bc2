"""Reads the fields of requests; each fault names the field and what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from redscience.api.rules.v1.rules_pb2 import ListRequest
from redscience.errors import Fault, InvalidField
from services.kit.ids import is_id
from services.rules.paging import Place, place

USUAL_PAGE, LARGEST_PAGE = 50, 100
LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are asked for; empty filters let all through."""

    name_contains: str
    creator_id: str
    size: int
    after: Place | None


def wanted(request: ListRequest) -> Wanted:
    """Reads a request for a list.

    Raises:
        InvalidField: every fault is named.
    """
    faults = tuple(_faults(request))
    if faults:
        raise InvalidField(faults)
    filters = (request.name_contains, request.creator_id)
    return Wanted(
        name_contains=request.name_contains,
        creator_id=request.creator_id,
        size=request.page_size or USUAL_PAGE,
        after=place(request.page_token, *filters) if request.page_token else None,
    )


def _faults(request: ListRequest) -> Iterator[Fault]:
    if len(request.name_contains) > LONGEST_SEARCH:
        yield Fault("name_contains", f"has {len(request.name_contains)} characters", f"Use at most {LONGEST_SEARCH}")
    elif not request.name_contains.isprintable():
        yield Fault("name_contains", "has a character in it that cannot be seen", "Leave it out")
    if request.creator_id and not is_id(request.creator_id):
        yield Fault("creator_id", "is no id of a player", "Send the id that the players service gave")
    if not 0 <= request.page_size <= LARGEST_PAGE:
        yield Fault("page_size", f"is {request.page_size}", f"Send 1 to {LARGEST_PAGE}, or 0 for {USUAL_PAGE}")
