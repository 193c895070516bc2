"""An invitation: what is to become a match when all have accepted. Values, and what may become of them.

Each decision is a function from an invitation to the one after it; the same one where nothing changes. Where two are
made at one moment the database lets one of them be first, and the other is made again.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from redscience.english import English
from redscience.errors import CalledOff, MatchStarted, NotAllowed
from services.kit.identity import Caller
from services.match.acquaintances import Acquaintance
from services.match.model import Seat
from services.match.rated import is_rated
from services.match.seating import NOT_HUMAN, unknown_match

LAPSES_AFTER_MS = 600_000
"""How long those who are invited have to accept."""
HELD_MS = 15_000
"""How long somebody counts as waiting in the lobby after they were last known to be there."""

CallOff = Literal["declined", "lapsed", "cancelled"]

_CALLED_OFF: Mapping[CallOff, English] = {
    "declined": "This invitation was declined. Invite somebody else, or ask again later.",
    "lapsed": "This invitation has lapsed, because not all accepted it in time. Send a new one.",
    "cancelled": "This invitation was taken back by whoever sent it.",
}


@dataclass(frozen=True, slots=True)
class Invitation:
    """A game, and who is to play it.

    Attributes:
        id: that of the match which comes of it.
        rule_set: the game's file, as it was when the invitation was made.
        seats: the players in the order of their slots, whoever invites first; none has a seat of the game yet.
        accepted: the slots whose players have accepted.
        lapses_at_ms: in the lobby, until when whoever invites counts as waiting there.
        reason: why it was called off; None while it is open.
        called_off_by: the controller who did that; "" where time did.
        link_secret: by which open seats can be taken; "" where there are none.
        waits_until: by the slot of each who came as the next available, until when they count as waiting.
    """

    id: str
    game_id: str
    game_name: str
    rule_set: str
    universe: str
    seconds_per_turn: int
    seats: tuple[Seat, ...]
    accepted: frozenset[int]
    created_at_ms: int
    lapses_at_ms: int = field(compare=False)
    reason: CallOff | None = None
    called_off_by: str = ""
    link_secret: str = ""
    waits_until: Mapping[int, int] = field(default_factory=dict, compare=False)

    @property
    def maker_id(self) -> str:
        """The controller who invites."""
        return self.seats[0].controller_id

    @property
    def controllers(self) -> tuple[str, ...]:
        """All whose business it is, whoever invites first."""
        return tuple(dict.fromkeys(seat.controller_id for seat in self.taken))

    @property
    def taken(self) -> tuple[Seat, ...]:
        """The seats that are not open, to whoever has the link or to the next available."""
        return tuple(seat for seat in self.seats if seat.kind not in {"open", "next"})

    @property
    def link(self) -> str:
        """What whoever invites gives to those who are to take open seats; "" where there are none."""
        return self.id + self.link_secret if self.link_secret else ""

    @property
    def is_in_lobby(self) -> bool:
        """Whether it has seats for the next available, taken or not."""
        return bool(self.waits_until) or any(seat.kind == "next" for seat in self.seats)

    @property
    def randoms_sought(self) -> int | None:
        """How many Randoms are wanted beside the next available; None where anybody else is, or nobody is next."""
        named = [seat for seat in self.seats[1:] if seat.kind != "next" and seat.slot not in self.waits_until]
        return len(named) if self.is_in_lobby and all(seat.kind == "random" for seat in named) else None

    def others(self, controller_id: str) -> frozenset[str]:
        """The players whom a controller meets there."""
        return frozenset(
            seat.player_id for seat in self.taken if not seat.is_held_by_service and seat.controller_id != controller_id
        )

    def already_there(self, controller_id: str) -> frozenset[str]:
        """Those of them who have accepted."""
        there = {seat.player_id for seat in self.seats if seat.slot in self.accepted}
        return self.others(controller_id) & there

    def waiting_until_ms(self, controller_id: str) -> int | None:
        """Until when somebody counts as waiting in the lobby; None where they do not wait there."""
        if self.is_in_lobby and controller_id == self.maker_id:
            return self.lapses_at_ms
        came = (until for slot, until in self.waits_until.items() if self.seats[slot].controller_id == controller_id)
        return next(came, None)

    def waits_for(self, controller_id: str) -> bool:
        """Whether it is open, and somebody has not answered it."""
        own = {seat.slot for seat in self.seats if seat.controller_id == controller_id}
        return self.reason is None and not own <= self.accepted

    @property
    def is_accepted_by_all(self) -> bool:
        """Whether the match can start."""
        return len(self.accepted) == len(self.seats)

    @property
    def is_rated(self) -> bool:
        """Whether the match will count."""
        return is_rated(self.taken)


def check_party(invitation: Invitation, caller: Caller) -> None:
    """Raises UnknownMatch where the caller neither invites nor is invited."""
    if caller.controller_id not in invitation.controllers:
        raise unknown_match()


def accept(invitation: Invitation, caller: Caller, now_ms: int, persona: Acquaintance | None = None) -> Invitation:
    """The caller accepts in all their slots.

    Args:
        invitation: open or not.
        caller: who accepts.
        now_ms: the present instant.
        persona: by whom the caller plays in the invitation's universe, where that is not their own.

    Raises:
        UnknownMatch: they are not invited.
        CalledOff: it is too late.
    """
    invitation = as_of(invitation, now_ms)
    check_party(invitation, caller)
    invitation = _still_open(invitation, now_ms)
    own = {seat.slot for seat in invitation.seats if seat.controller_id == caller.controller_id}
    if own <= invitation.accepted:
        return invitation
    seats = tuple(_as_persona(seat, persona) if persona and seat.slot in own else seat for seat in invitation.seats)
    return replace(invitation, seats=seats, accepted=invitation.accepted | own)


def needs_persona(invitation: Invitation, caller: Caller) -> bool:
    """Whether the caller, who has been named by their own player, needs a persona to accept."""
    is_elsewhere = invitation.universe != caller.universe
    return is_elsewhere and invitation.reason is None and any(seat.player_id == caller.id for seat in invitation.seats)


def join(invitation: Invitation, caller: Caller, secret: str, now_ms: int) -> Invitation:
    """The caller takes the first seat that is open to whoever has the link, and accepts.

    Nothing changes for whoever sits there already.

    Raises:
        UnknownMatch: that is not its secret, or it is of another universe.
        CalledOff: it is too late.
        MatchStarted: others have taken all open seats.
        NotAllowed: a visitor may not play with people.
    """
    check_link(invitation, caller, secret)
    invitation = _still_open(invitation, now_ms)
    if caller.controller_id in invitation.controllers:
        return invitation
    seat = next((seat for seat in invitation.seats if seat.kind == "open"), None)
    if seat is None:
        raise MatchStarted("All seats of this match are taken. You can watch it when it has started.")
    return _seated(invitation, seat.slot, caller)


def check_link(invitation: Invitation, caller: Caller, secret: str) -> None:
    """Checks that a link leads the caller to an invitation.

    Raises:
        UnknownMatch: that is not its secret, or it is of another universe.
        NotAllowed: a visitor may not play with people.
    """
    is_right = bool(invitation.link_secret) and hmac.compare_digest(invitation.link_secret.encode(), secret.encode())
    if not is_right or caller.universe != invitation.universe:
        raise unknown_match()
    if caller.kind == "anonymous" and any(other.kind not in NOT_HUMAN for other in invitation.taken):
        raise NotAllowed("Visitors play with bots and Random only. Log in to take this seat.")


def take_next(invitation: Invitation, caller: Caller, now_ms: int) -> Invitation:
    """The caller takes the first seat for the next available, and accepts.

    Nothing changes for whoever sits there already.

    Raises:
        NotAllowed: the caller is no person who has logged in.
        UnknownMatch: it has no such seat left, is of another universe, or is open no more.
        CalledOff: the same, where the caller sits there.
    """
    if caller.kind != "person":
        raise NotAllowed("Seats for the next available are for people who have logged in.")
    invitation = as_of(invitation, now_ms)
    if caller.controller_id in invitation.controllers:
        return _still_open(invitation, now_ms)
    slot = next((seat.slot for seat in invitation.seats if seat.kind == "next"), None)
    if slot is None or invitation.reason is not None or caller.universe != invitation.universe:
        raise unknown_match()
    waits_until = {**invitation.waits_until, slot: now_ms + HELD_MS}
    return replace(_seated(invitation, slot, caller), waits_until=waits_until)


def decline(invitation: Invitation, caller: Caller, now_ms: int) -> Invitation:
    """The caller declines, whether or not they had accepted. Who came as the next available only gives the seat back.

    Raises:
        UnknownMatch: they are not invited.
        NotAllowed: they invite.
    """
    invitation = as_of(invitation, now_ms)
    check_party(invitation, caller)
    if caller.controller_id == invitation.maker_id:
        raise NotAllowed("This invitation is your own. Cancel it instead.")
    own = {seat.slot for seat in invitation.seats if seat.controller_id == caller.controller_id}
    if invitation.reason is None and own <= invitation.waits_until.keys():
        return _without(invitation, own)
    return _called_off(invitation, caller, "declined", now_ms)


def cancel(invitation: Invitation, caller: Caller, now_ms: int) -> Invitation:
    """Whoever invites takes it back.

    Raises:
        UnknownMatch: it is none of the caller's business.
        NotAllowed: somebody else invites.
    """
    check_party(invitation, caller)
    if caller.controller_id != invitation.maker_id:
        raise NotAllowed("Only whoever sent this invitation can cancel it. Decline it instead.")
    return _called_off(invitation, caller, "cancelled", now_ms)


def without(invitation: Invitation, controller_id: str, now_ms: int) -> Invitation:
    """The invitation once somebody who is named in it is gone for good: it will never become a match.

    Who came as the next available only gives the seat back.
    """
    invitation = as_of(invitation, now_ms)
    own = {seat.slot for seat in invitation.seats if seat.controller_id == controller_id}
    if invitation.reason is not None or not own:
        return invitation
    if own <= invitation.waits_until.keys():
        return _without(invitation, own)
    reason: CallOff = "cancelled" if controller_id == invitation.maker_id else "declined"
    return replace(invitation, reason=reason, called_off_by=controller_id)


def as_of(invitation: Invitation, now_ms: int) -> Invitation:
    """The invitation at an instant, where it was open: lapsed if its time is over, and without who waits no more."""
    if invitation.reason is not None:
        return invitation
    if invitation.lapses_at_ms <= now_ms:
        return replace(invitation, reason="lapsed")
    return _without(invitation, [slot for slot, until_ms in invitation.waits_until.items() if until_ms <= now_ms])


def _as_persona(seat: Seat, persona: Acquaintance) -> Seat:
    """The seat of a person as held by their persona; a persona's as it is."""
    if seat.kind != "person":
        return seat
    return replace(seat, player_id=persona.player_id, player_name=persona.name, kind="persona")


def _seated(invitation: Invitation, slot: int, caller: Caller) -> Invitation:
    """The same with the caller in a slot, who has accepted."""
    mine = Seat("", slot, caller.id, caller.name, caller.kind, caller.controller_id)
    seats = tuple(mine if seat.slot == slot else seat for seat in invitation.seats)
    return replace(invitation, seats=seats, accepted=invitation.accepted | {slot})


def _without(invitation: Invitation, slots: Collection[int]) -> Invitation:
    """The same with these slots for the next available again."""
    if not slots:
        return invitation
    return replace(
        invitation,
        seats=tuple(
            Seat("", seat.slot, "", "", "next", "") if seat.slot in slots else seat for seat in invitation.seats
        ),
        accepted=invitation.accepted.difference(slots),
        waits_until={slot: until_ms for slot, until_ms in invitation.waits_until.items() if slot not in slots},
    )


def _still_open(invitation: Invitation, now_ms: int) -> Invitation:
    """Raises CalledOff where it is open no more."""
    invitation = as_of(invitation, now_ms)
    if invitation.reason is not None:
        raise CalledOff(_CALLED_OFF[invitation.reason])
    return invitation


def _called_off(invitation: Invitation, caller: Caller, reason: CallOff, now_ms: int) -> Invitation:
    invitation = as_of(invitation, now_ms)
    if invitation.reason is not None:
        return invitation
    return replace(invitation, reason=reason, called_off_by=caller.controller_id)
