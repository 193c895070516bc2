"""Reads the fields of requests; each fault names the field and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from redscience.api.match.v1 import match_pb2
from redscience.errors import Fault, InvalidField
from redscience.interface import EVERYTHING, SPECTATOR
from services.kit.identity import Caller
from services.kit.ids import is_id
from services.match import lobby_store, waiting
from services.match.model import Match, Status
from services.match.programs import Accepting, Whom
from services.match.queries import Wanted
from services.match.seating import unknown_match

MOST_MOVES = 64
LONGEST_MOVE = 200
MOST_GAMES = 100
ID_LENGTH = 26
_WHOM: Mapping[int, Whom] = {
    match_pb2.WHOM_UNSPECIFIED: "anybody",
    match_pb2.WHOM_ANYBODY: "anybody",
    match_pb2.WHOM_FRIENDS: "friends",
    match_pb2.WHOM_OWNER: "owner",
}
_CURSOR = re.compile(r"[0-9]{1,18}")
_PLACE = re.compile(r"[0-9]{19}[0-9A-Z]{26}")
_STATUSES: Mapping[int, Status | Literal["invited"] | None] = {
    match_pb2.STATUS_UNSPECIFIED: None,
    match_pb2.STATUS_INVITED: "invited",
    match_pb2.STATUS_RUNNING: "running",
    match_pb2.STATUS_ENDED: "ended",
}


def match_id(text: str) -> str:
    """The id of a match; what can be none is the id of no match."""
    if not is_id(text):
        raise unknown_match()
    return text


def link(text: str) -> tuple[str, str]:
    """The id of a match and the secret that a link consists of; what can be none leads to no match."""
    return match_id(text[:ID_LENGTH]), text[ID_LENGTH:]


def moves(texts: Sequence[str], *, may_be_empty: bool = False) -> tuple[str, ...]:
    """The moves of a request; whether they can be made is the library's to say."""
    if not texts and not may_be_empty:
        raise InvalidField([Fault("moves", "is empty", "Send at least one move")])
    if len(texts) > MOST_MOVES:
        raise InvalidField([Fault("moves", f"has {len(texts)} entries", f"Send at most {MOST_MOVES}")])
    faults = [
        Fault(f"moves[{index}]", f"has {len(text)} characters", f"A move has at most {LONGEST_MOVE}")
        for index, text in enumerate(texts)
        if len(text) > LONGEST_MOVE
    ]
    if faults:
        raise InvalidField(faults)
    return tuple(texts)


def accepting(message: match_pb2.Accepting) -> Accepting:
    """What a bot accepts."""
    faults = [
        Fault(f"accepting.game_ids[{index}]", "is no id", "Send the id of a game that the rules service lists")
        for index, game_id in enumerate(message.game_ids)
        if not is_id(game_id)
    ]
    if len(message.game_ids) > MOST_GAMES:
        faults = [Fault("accepting.game_ids", f"has {len(message.game_ids)} entries", f"Send at most {MOST_GAMES}")]
    faults += [
        Fault(f"accepting.{field}", f"is {getattr(message, field)}", "Send 0 or more")
        for field in ("least_seconds_per_turn", "most_matches")
        if getattr(message, field) < 0
    ]
    if message.whom not in _WHOM:
        faults.append(Fault("accepting.whom", f"is {message.whom}", "Send one of Whom, or nothing for anybody"))
    if faults:
        raise InvalidField(faults)
    games = tuple(message.game_ids)
    return Accepting(games, message.least_seconds_per_turn, message.most_matches, _WHOM[message.whom])


def replay_viewer(text: str, match: Match) -> str:
    """Whose views of a match that is over are asked for."""
    viewers = (*(seat.seat for seat in match.seats), SPECTATOR, EVERYTHING)
    if text not in viewers:
        raise InvalidField([Fault("viewer", "sees nothing of this match", f"Send one of {', '.join(viewers)}")])
    return text


def first_step(number: int) -> int:
    """The step with which a replay begins."""
    if number < 0:
        raise InvalidField([Fault("first", f"is {number}", "Send 0 for the start, or the number of a later step")])
    return number


def count(number: int, field: str, *, most: int, usual: int) -> int:
    """How many to return at most; 0 means as many as usual."""
    if not 0 <= number <= most:
        raise InvalidField([Fault(field, f"is {number}", f"Send 1 to {most}, or 0 for {usual}")])
    return number or usual


def cursor(text: str) -> int:
    """Where to go on in the list of ended matches; "" for its beginning."""
    if text and not _CURSOR.fullmatch(text):
        raise InvalidField([Fault("cursor", "is none of this service", "Send the one of the last answer, or nothing")])
    return int(text or 0)


def game_id(text: str) -> str:
    """The id of a game by which a list is narrowed; "" for any."""
    if text and not is_id(text):
        raise InvalidField([Fault("game_id", "is no id", "Send the id of an earlier answer, or nothing")])
    return text


def wanted_seats(request: match_pb2.ListOpenSeatsRequest, caller: Caller) -> lobby_store.Wanted:
    """Which open seats a list asks for."""
    faults = _id_faults(request, "game_id", "page_token")
    if faults:
        raise InvalidField(faults)
    page_size = count(request.page_size, "page_size", most=100, usual=20)
    return lobby_store.Wanted(caller.universe, request.game_id, request.page_token, page_size)


def wanted(request: match_pb2.ListRequest, caller: Caller) -> Wanted:
    """Which matches a list asks for. One more than the page has is wanted, to see whether there is a next one."""
    faults = _id_faults(request, "player_id", "game_id", "page_token")
    if request.status not in _STATUSES:
        remedy = "Send STATUS_INVITED, STATUS_RUNNING, STATUS_ENDED, or nothing"
        faults.append(Fault("status", "cannot be listed", remedy))
    if faults:
        raise InvalidField(faults)
    page_size = count(request.page_size, "page_size", most=100, usual=20)
    return Wanted(
        universe=request.universe or caller.universe,
        invited_to=request.universe,
        controller_id=caller.controller_id,
        player_id=request.player_id,
        game_id=request.game_id,
        status=_STATUSES[request.status],
        before_id=request.page_token,
        count=page_size + 1,
        own=request.own,
    )


def wanted_waiting(request: match_pb2.ListRequest) -> waiting.Wanted:
    """Which of the matches that wait for the caller a list asks for, and one more, as in `wanted`."""
    faults = _id_faults(request, "player_id", "game_id")
    if request.status not in {match_pb2.STATUS_UNSPECIFIED, match_pb2.STATUS_RUNNING}:
        faults.append(Fault("status", "has nothing that waits for a decision", "Send STATUS_RUNNING, or nothing"))
    if request.page_token and not _PLACE.fullmatch(request.page_token):
        faults.append(Fault("page_token", "is none of this list", "Send the one of the last answer, or nothing"))
    if faults:
        raise InvalidField(faults)
    page_size = count(request.page_size, "page_size", most=100, usual=20)
    return waiting.Wanted(request.universe, request.player_id, request.game_id, request.page_token, page_size + 1)


def _id_faults(request: match_pb2.ListRequest | match_pb2.ListOpenSeatsRequest, *names: str) -> list[Fault]:
    return [
        Fault(name, "is no id", "Send the id of an earlier answer, or nothing")
        for name in names
        if getattr(request, name) and not is_id(getattr(request, name))
    ]
