"""Reads the fields of requests; each fault names the field and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from redscience.api.match.v1 import match_pb2
from redscience.errors import Fault, InvalidField
from redscience.interface import EVERYTHING, SPECTATOR
from redscience.names import HOUSE
from services.kit.identity import Caller
from services.kit.ids import first_id, is_id
from services.kit.universes import PUBLIC
from services.match import lobby_store, waiting
from services.match.model import Match, Status
from services.match.programs import Accepting, Whom
from services.match.queries import Wanted
from services.match.scheduling import Scheduled
from services.match.seating import is_of_house, unknown_match
from services.match.seating import scheduled as scheduled_seat

MOST_MOVES = 64
LONGEST_MOVE = 200
LONGEST_SIDELINE = 200
MOST_DEAL = (1 << 31) - 1
MOST_GAMES = 100
LONGEST_NAME_PART = 100
MOST_ENTRANTS, MOST_TOURNAMENT_GAMES = 64, 32
_SCHEDULED = ("bot", "person", "random", "house")
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


def sideline(sent: Sequence[match_pb2.SidelineMove]) -> tuple[tuple[str, str], ...]:
    """The moves of a sideline, each with its seat; whether they can be made is the library's to say."""
    if len(sent) > LONGEST_SIDELINE:
        raise InvalidField([Fault("moves", f"has {len(sent)} entries", f"Send at most {LONGEST_SIDELINE}")])
    faults = [
        Fault(f"moves[{index}].{name}", f"has {len(text)} characters", f"It has at most {LONGEST_MOVE}")
        for index, one in enumerate(sent)
        for name, text in (("seat", one.seat), ("move", one.move))
        if len(text) > LONGEST_MOVE
    ]
    if faults:
        raise InvalidField(faults)
    return tuple((one.seat, one.move) for one in sent)


def deal(request: match_pb2.SidelineRequest) -> int:
    """The number of the deal by which a game is begun that nobody plays."""
    faults = []
    if request.match_id:
        faults.append(Fault("match_id", "stands beside the id of a game", "Send one of them"))
    if request.step:
        faults.append(Fault("step", f"is {request.step}", "Send 0: a game begins at its start"))
    if not 0 <= request.deal <= MOST_DEAL:
        faults.append(Fault("deal", f"is {request.deal}", f"Send 0 to {MOST_DEAL}"))
    if not is_id(request.game_id):
        faults.append(Fault("game_id", "is not an id", "Send the id of a game that the rules service lists"))
    if faults:
        raise InvalidField(faults)
    return request.deal


def board_viewer(text: str) -> str:
    """With whose eyes a game is seen that nobody plays: everything on it is one's own."""
    if text != EVERYTHING:
        raise InvalidField([Fault("viewer", "sees nothing of a game that nobody plays", f"Send {EVERYTHING}")])
    return text


def adviser(player_id: str) -> str:
    """A player that thinks, who is asked what they would do; "" for nobody."""
    if player_id and player_id not in HOUSE:
        raise InvalidField([Fault("adviser_id", "is not a player that thinks", "Name one of them, or nobody")])
    return player_id


def accepting(message: match_pb2.Accepting) -> Accepting:
    """What a bot accepts."""
    faults = [
        Fault(f"accepting.game_ids[{index}]", "is not an id", "Send the id of a game that the rules service lists")
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
    whom = _WHOM[message.whom]
    return Accepting(games, message.least_seconds_per_turn, message.most_matches, whom, message.tournaments)


def entrants(request: match_pb2.CheckEntrantsRequest) -> tuple[str, tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Who makes a tournament, the players who are asked for, and the games, each with the time of a turn in seconds."""
    faults = [] if is_id(request.maker_id) else [Fault("maker_id", "is not an id", "Send that of whoever makes it")]
    faults += [
        Fault(f"player_ids[{at}]", "is not an id", "Send the id of a player")
        for at, player_id in enumerate(request.player_ids)
        if not is_id(player_id)
    ]
    faults += [
        Fault(f"games[{at}].game_id", "is not an id", "Send the id of a game that the rules service lists")
        for at, game in enumerate(request.games)
        if not is_id(game.game_id)
    ]
    for name, most in (("player_ids", MOST_ENTRANTS), ("games", MOST_TOURNAMENT_GAMES)):
        if not 1 <= len(getattr(request, name)) <= most:
            faults = [Fault(name, f"has {len(getattr(request, name))} entries", f"Send 1 to {most}")]
    if faults:
        raise InvalidField(faults)
    games = tuple((game.game_id, game.seconds_per_turn) for game in request.games)
    return request.maker_id, tuple(request.player_ids), games


def scheduled(request: match_pb2.ScheduleRequest) -> Scheduled:
    """A game of a tournament that is to be played."""
    faults = [
        Fault(name, "is not an id", "Send the id as it was given")
        for name in ("match_id", "tournament_id", "game_id")
        if not is_id(getattr(request, name))
    ]
    if request.universe != PUBLIC and not is_id(request.universe):
        faults.append(Fault("universe", "is none", "Send the id of the tournament's"))
    for name, text in (("game_name", request.game_name), *_names(request)):
        if len(text) > LONGEST_MOVE or not text.isprintable():
            faults.append(Fault(name, "is no name", "Send the name as it was given"))
    for at, seat in enumerate(request.seats):
        is_house = is_of_house(seat.player_id)
        if not is_id(seat.player_id) or is_house != (seat.kind in {"random", "house"}) or seat.kind not in _SCHEDULED:
            remedy = f"Send the id of a player, with one of {', '.join(_SCHEDULED)} as its kind"
            faults.append(Fault(f"seats[{at}]", "cannot play in tournaments", remedy))
    people = {at for at, seat in enumerate(request.seats) if seat.kind == "person"}
    faults += [
        Fault(f"absent[{at}]", "is no seat of a person", "Send the numbers of the seats, from 0, of who has not come")
        for at, seat in enumerate(request.absent)
        if seat not in people
    ]
    if request.most_moves < 0:
        faults.append(Fault("most_moves", f"is {request.most_moves}", "Send a number of moves, or 0 for no limit"))
    if faults:
        raise InvalidField(faults)
    return Scheduled(
        match_id=request.match_id,
        tournament_id=request.tournament_id,
        game_id=request.game_id,
        game_name=request.game_name,
        rule_set=request.rule_set,
        universe=request.universe,
        rated=request.rated,
        seats=tuple(
            scheduled_seat(seat.player_id, seat.player_name, seat.kind, slot) for slot, seat in enumerate(request.seats)
        ),
        most_moves=request.most_moves,
        absent=tuple(request.absent),
    )


def _names(request: match_pb2.ScheduleRequest) -> list[tuple[str, str]]:
    return [(f"seats[{at}].player_name", seat.player_name) for at, seat in enumerate(request.seats)]


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
        raise InvalidField([Fault("game_id", "is not an id", "Send the id of an earlier answer, or nothing")])
    return text


def name_part(text: str) -> str:
    """A part of a name, "" for any."""
    if len(text) > LONGEST_NAME_PART:
        fault = Fault("name_contains", f"has {len(text)} characters", f"Use at most {LONGEST_NAME_PART}")
        raise InvalidField([fault])
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
        universe=request.universe or ("" if request.own else caller.universe),
        invited_to=request.universe,
        controller_id=caller.controller_id,
        player_id=request.player_id,
        game_id=request.game_id,
        status=_STATUSES[request.status],
        before_id=_before_id(request),
        count=page_size + 1,
        own=request.own,
    )


def _before_id(request: match_pb2.ListRequest) -> str:
    """What comes first of the page and the instant that a list ends with, "" where it ends with neither."""
    ends = [request.page_token, first_id(request.before_ms) if request.before_ms else ""]
    return min(filter(None, ends), default="")


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
        Fault(name, "is not an id", "Send the id of an earlier answer, or nothing")
        for name in names
        if getattr(request, name) and not is_id(getattr(request, name))
    ]
