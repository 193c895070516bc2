"""An invitation: what is to become a match when all have accepted. Values, and what may become of them.

Each decision is a function from an invitation to the one after it; the same one where nothing changes. Where two are
made at one moment the database lets one of them be first, and the other is made again.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from typing import Literal

from redscience.errors import CalledOff, MatchStarted, NotAllowed
from services.kit.identity import Caller
from services.match.model import Seat
from services.match.rated import is_rated
from services.match.seating import NOT_HUMAN, unknown_match

LAPSES_AFTER_MS = 600_000
"""How long those who are invited have to accept."""

CallOff = Literal["declined", "lapsed", "cancelled"]

_CALLED_OFF = {
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
        reason: why it was called off; None while it is open.
        called_off_by: the controller who did that; "" where time did.
        link_secret: by which open seats can be taken; "" where there are none.
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
    lapses_at_ms: int
    reason: CallOff | None = None
    called_off_by: str = ""
    link_secret: str = ""

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
        """The seats that are not open."""
        return tuple(seat for seat in self.seats if seat.kind != "open")

    @property
    def link(self) -> str:
        """What whoever invites gives to those who are to take open seats; "" where there are none."""
        return self.id + self.link_secret if self.link_secret else ""

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


def accept(invitation: Invitation, caller: Caller, now_ms: int) -> Invitation:
    """The caller accepts in all their slots.

    Raises:
        UnknownMatch: they are not invited.
        CalledOff: it is too late.
    """
    check_party(invitation, caller)
    invitation = _still_open(invitation, now_ms)
    own = {seat.slot for seat in invitation.seats if seat.controller_id == caller.controller_id}
    return invitation if own <= invitation.accepted else replace(invitation, accepted=invitation.accepted | own)


def join(invitation: Invitation, caller: Caller, secret: str, now_ms: int) -> Invitation:
    """The caller takes the first open seat, and accepts; nothing changes for whoever sits there already.

    Raises:
        UnknownMatch: that is not its secret, or it is of another universe.
        CalledOff: it is too late.
        MatchStarted: others have taken all open seats.
        NotAllowed: a visitor may not play with people.
    """
    is_right = bool(invitation.link_secret) and hmac.compare_digest(invitation.link_secret.encode(), secret.encode())
    if not is_right or caller.universe != invitation.universe:
        raise unknown_match()
    invitation = _still_open(invitation, now_ms)
    if caller.controller_id in invitation.controllers:
        return invitation
    seat = next((seat for seat in invitation.seats if seat.kind == "open"), None)
    if seat is None:
        raise MatchStarted("All seats of this match are taken. You can watch it when it has started.")
    if caller.kind == "anonymous" and any(other.kind not in NOT_HUMAN for other in invitation.taken):
        raise NotAllowed("Visitors play with bots and Random only. Log in to take this seat.")
    mine = Seat("", seat.slot, caller.id, caller.name, caller.kind, caller.controller_id)
    seats = tuple(mine if other.slot == seat.slot else other for other in invitation.seats)
    return replace(invitation, seats=seats, accepted=invitation.accepted | {seat.slot})


def decline(invitation: Invitation, caller: Caller, now_ms: int) -> Invitation:
    """The caller declines, whether or not they had accepted.

    Raises:
        UnknownMatch: they are not invited.
        NotAllowed: they invite.
    """
    check_party(invitation, caller)
    if caller.controller_id == invitation.maker_id:
        raise NotAllowed("This invitation is your own. Cancel it instead.")
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


def as_of(invitation: Invitation, now_ms: int) -> Invitation:
    """The invitation at an instant: lapsed, where it was open and its time is over."""
    if invitation.reason is None and invitation.lapses_at_ms <= now_ms:
        return replace(invitation, reason="lapsed")
    return invitation


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
