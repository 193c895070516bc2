"""Who may sit in a match, who sits where, and who may act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redscience.errors import Fault, InvalidField, InvalidSlots, MatchRunning, NotAllowed, UnknownMatch
from redscience.interface import CHAOS, SPECTATOR
from redscience.names import HOUSE, NEXT_AVAILABLE, RANDOM_ID
from services.kit.identity import CHAOS_SERVICE, HOUSE_SERVICE, Caller
from services.kit.ids import is_id
from services.match.acquaintances import Acquaintance
from services.match.chance import draw
from services.match.model import Match, Seat, Snapshot

NOT_HUMAN = ("bot", "random", "house")
"""Whom visitors may play with."""
_HOUSE_SEATS = {
    RANDOM_ID: Seat("", 0, RANDOM_ID, "Random", "random", CHAOS_SERVICE),
    **{house: Seat("", 0, house, player.name, "house", HOUSE_SERVICE) for house, player in HOUSE.items()},
}
_FREE_SEATS = {
    "": Seat("", 0, "", "", "open", ""),
    NEXT_AVAILABLE: Seat("", 0, "", "", "next", ""),
    **_HOUSE_SEATS,
}
"""What may be named for several slots: whoever has the link, the next person available, the platform's own players."""


def others(player_ids: Sequence[str], caller: Caller, count: int) -> tuple[str, ...]:
    """The players named for a match of so many seats of whom it is to be asked whether they may be invited.

    Among them is whoever sits in the first slot, where that is not the caller.

    Raises:
        InvalidSlots: naming every slot that is at fault whoever that is.
    """
    _refuse(_form_faults(player_ids, caller, count))
    return tuple(player_id for player_id in player_ids if player_id not in {caller.id, *_FREE_SEATS})


def invited(player_ids: Sequence[str], caller: Caller, known: Sequence[Acquaintance]) -> tuple[Seat, ...]:
    """The players named for a match, in the order of the invitation, each still without a seat.

    Args:
        player_ids: whose form is right.
        caller: who invites.
        known: what is known of each of the others.

    Raises:
        InvalidSlots: naming every slot at fault.
    """
    by_id = {one.player_id: one for one in known}
    asked = [(slot, by_id[player_id]) for slot, player_id in enumerate(player_ids) if player_id in by_id]
    _refuse([fault for slot, one in asked for fault in _who_faults(slot, one, caller)])
    seats = {slot: Seat("", slot, one.player_id, one.name, one.kind, one.controller_id) for slot, one in asked}
    return (
        seats.get(0) or Seat("", 0, caller.id, caller.name, caller.kind, caller.controller_id),
        *(
            seats.get(slot) or replace(_FREE_SEATS[player_id], slot=slot)
            for slot, player_id in enumerate(player_ids[1:], 1)
        ),
    )


def scheduled(player_id: str, name: str, kind: str, slot: int) -> Seat:
    """The seat of a player in a game of a tournament: a bot, a person, or one of the platform's own."""
    if kind in {"bot", "person"}:
        return Seat("", slot, player_id, name, kind, player_id)
    return replace(_HOUSE_SEATS[player_id], slot=slot)


def is_of_house(player_id: str) -> bool:
    """Whether a player is one of the platform's own."""
    return player_id in _HOUSE_SEATS


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise InvalidSlots("These players cannot sit in this match. " + " ".join(map(str, faults)), faults)


def _form_faults(player_ids: Sequence[str], caller: Caller, count: int) -> list[Fault]:
    if len(player_ids) != count:
        return [Fault("player_ids", f"names {len(player_ids)}", f"Name {count}, one for each seat of the game")]
    faults = []
    is_public = player_ids[0] == caller.id
    if not is_public and (caller.kind != "person" or player_ids[0] in _HOUSE_SEATS or not is_id(player_ids[0])):
        faults.append(Fault("player_ids[0]", "is not who invites", "Put your own player's id into the first slot"))
    for slot, player_id in enumerate(player_ids[1:], 1):
        path = f"player_ids[{slot}]"
        if player_id in {"", NEXT_AVAILABLE} and not is_public:
            remedy = "Name a friend, another persona of yours in this universe, or Random"
            faults.append(Fault(path, "can be left open in the Public Universe alone", remedy))
        elif not player_id:
            faults += _open_faults(path, caller)
        elif player_id == NEXT_AVAILABLE:
            faults += _next_faults(path, caller)
        elif not is_id(player_id):
            remedy = f"Name a friend, a bot, a persona of your own, {RANDOM_ID} for Random, or {NEXT_AVAILABLE!r}"
            faults.append(Fault(path, "is not an id", remedy))
        elif player_id == caller.id:
            faults.append(Fault(path, "is yourself", "Name somebody else: you sit in the first slot"))
        elif player_id not in _HOUSE_SEATS and player_id in player_ids[:slot]:
            remedy = "Name each player once; Random and the players that think may have several"
            faults.append(Fault(path, "sits in another slot already", remedy))
    return faults


def _open_faults(path: str, caller: Caller) -> list[Fault]:
    if caller.kind != "anonymous":
        return []
    return [Fault(path, "is open to people", "Name bots or Random, or log in to play with people")]


def _next_faults(path: str, caller: Caller) -> list[Fault]:
    if caller.kind == "person":
        return []
    if caller.kind == "bot":
        return [Fault(path, "is for people", "Leave the seat empty, and give whom you like the link to it")]
    return [Fault(path, "is for people who have logged in", "Name bots or Random, or log in to play with people")]


def _who_faults(slot: int, one: Acquaintance, caller: Caller) -> list[Fault]:
    path = f"player_ids[{slot}]"
    if not one.may_invite:
        return [Fault(path, one.problem, one.remedy)]
    if caller.kind == "anonymous" and one.kind not in NOT_HUMAN:
        return [Fault(path, "is a person", "Name bots or Random, or log in to play with people")]
    return []


def drawn(players: Sequence[Seat], seats: Sequence[str], seed: str) -> tuple[Seat, ...]:
    """The players with the seats that the seed gives them; every order is equally likely.

    Args:
        players: in the order of the invitation.
        seats: the game's, in order of play.
        seed: 32 hexadecimal digits.
    """
    order = sorted(players, key=lambda player: draw(seed, f"seat {player.slot}"))
    placed = [replace(player, seat=seat) for player, seat in zip(order, seats, strict=True)]
    return tuple(sorted(placed, key=lambda player: player.slot))


def chaos_seat(slot: int) -> Seat:
    """The seat of Chaos, which nobody invites and no draw moves."""
    return Seat(CHAOS, slot, "", "Chaos", "chaos", CHAOS_SERVICE)


def is_visible(match: Match, caller: Caller) -> bool:
    """Whether a match is any of the caller's business: they hold a seat, or are of its universe."""
    return holds_seat(match, caller) or (caller.kind != "service" and caller.universe == match.universe)


def holds_seat(match: Match, caller: Caller) -> bool:
    """Whether the caller acts for a seat of a match, were it a persona's."""
    return bool(_own(match, caller))


def viewer_for(snapshot: Snapshot, caller: Caller, seat: str) -> str:
    """As whom the caller looks at a match: as the seat they name, one that is to act, their first, or a spectator.

    Of several that are to act, one for which no moves are kept yet.

    Raises:
        UnknownMatch: it is none of the caller's business.
        NotAllowed, InvalidField: the seat named is not theirs, or does not exist.
    """
    if not is_visible(snapshot.match, caller):
        raise unknown_match()
    own = _own(snapshot.match, caller)
    if seat:
        return _named(snapshot.match, own, seat)
    acting = [name for name in own if name in snapshot.table.state.acting]
    undecided = [name for name in acting if name not in snapshot.proposals]
    return next(iter(undecided or acting or own), SPECTATOR)


def seat_for(match: Match, caller: Caller, seat: str) -> str:
    """The seat for which the caller acts.

    Raises:
        UnknownMatch: it is none of the caller's business.
        NotAllowed, InvalidField: they hold no such seat, or several and name none.
    """
    if not is_visible(match, caller):
        raise unknown_match()
    own = _own(match, caller)
    if seat:
        return _named(match, own, seat)
    if not own:
        raise _no_seat()
    if len(own) > 1:
        fault = Fault("seat", "is missing, and you hold several", "Name one of " + ", ".join(own))
        raise InvalidField([fault])
    return own[0]


def check_holds_seat(match: Match, caller: Caller) -> None:
    """Raises UnknownMatch or NotAllowed where the caller holds no seat in a match."""
    if not is_visible(match, caller):
        raise unknown_match()
    if not holds_seat(match, caller):
        raise _no_seat()


def check_record_is_open(match: Match, caller: Caller) -> None:
    """Raises UnknownMatch where a match is none of the caller's business, MatchRunning where it is not over."""
    if not is_visible(match, caller):
        raise unknown_match()
    if match.status == "running":
        raise MatchRunning("This match is still running. Its record is open when it has ended.")


def check_replay_is_open(match: Match, caller: Caller, *, is_open: bool) -> None:
    """The same of what a match looked like, which may be asked for while it runs if nothing in it is secret."""
    if match.status != "running" or not is_open or not is_visible(match, caller):
        check_record_is_open(match, caller)


def unknown_match() -> UnknownMatch:
    """The error that says the same of what is not there and of what the caller may not see."""
    return UnknownMatch("There is no such match here. Check its address, or open the link of your invitation.")


def _no_seat() -> NotAllowed:
    return NotAllowed("You hold no seat in this match; you can watch it.")


def _own(match: Match, caller: Caller) -> list[str]:
    return [seat.seat for seat in match.seats if seat.controller_id == caller.controller_id]


def _named(match: Match, own: Sequence[str], seat: str) -> str:
    if seat in own:
        return seat
    if any(other.seat == seat for other in match.seats):
        raise NotAllowed(f"Seat {seat} is held by somebody else.")
    names = ", ".join(sorted(other.seat for other in match.seats))
    raise InvalidField([Fault("seat", "is not a seat of this match", f"Use one of {names}, or leave it empty")])
