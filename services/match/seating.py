"""Who may sit in a match, who sits where, and who may act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redscience.errors import Fault, InvalidField, InvalidSlots, NotAllowed, UnknownMatch
from redscience.interface import CHAOS, SPECTATOR
from redscience.names import RANDOM_ID
from services.kit.identity import CHAOS_SERVICE, Caller
from services.match.chance import draw
from services.match.model import Match, Seat, Snapshot


def invited(player_ids: Sequence[str], caller: Caller, seats: Sequence[str]) -> tuple[Seat, ...]:
    """The players named for a match, in the order of the invitation, each still without a seat.

    Raises:
        InvalidSlots: naming every slot at fault.
    """
    faults = _slot_faults(player_ids, caller, len(seats))
    if faults:
        raise InvalidSlots("These players cannot sit in this match. " + " ".join(map(str, faults)), faults)
    return (
        Seat("", 0, caller.id, caller.name, caller.kind, caller.id),
        *(Seat("", slot, RANDOM_ID, "Random", "random", CHAOS_SERVICE) for slot in range(1, len(seats))),
    )


def _slot_faults(player_ids: Sequence[str], caller: Caller, count: int) -> list[Fault]:
    if len(player_ids) != count:
        return [Fault("player_ids", f"has {len(player_ids)} players", f"Name {count}, one for each seat of the game")]
    faults = []
    if player_ids[0] != caller.id:
        faults.append(Fault("player_ids[0]", "is not who invites", "Put your own player's id into the first slot"))
    faults += [
        Fault(f"player_ids[{slot}]", "cannot be invited", f"Use Random's id, {RANDOM_ID}")
        for slot, player_id in enumerate(player_ids)
        if slot > 0 and player_id != RANDOM_ID
    ]
    return faults


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
    return bool(_own(match, caller)) or (caller.kind != "service" and caller.universe == match.universe)


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
        raise NotAllowed("You hold no seat in this match; you can watch it.")
    if len(own) > 1:
        fault = Fault("seat", "is missing, and you hold several", "Name one of " + ", ".join(own))
        raise InvalidField([fault])
    return own[0]


def unknown_match() -> UnknownMatch:
    """The error that says the same of what is not there and of what the caller may not see."""
    return UnknownMatch("There is no such match here. Check its address, or look for it in the list of matches.")


def _own(match: Match, caller: Caller) -> list[str]:
    return [seat.seat for seat in match.seats if seat.controller_id == caller.id]


def _named(match: Match, own: Sequence[str], seat: str) -> str:
    if seat in own:
        return seat
    if any(other.seat == seat for other in match.seats):
        raise NotAllowed(f"Seat {seat} is held by somebody else.")
    names = ", ".join(sorted(other.seat for other in match.seats))
    raise InvalidField([Fault("seat", "is no seat of this match", f"Use one of {names}, or leave it empty")])
