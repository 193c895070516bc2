"""Invitations in the database. Of all that is done to one at the same moment, one unit of work is the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, func, or_, select, update

from redscience.errors import Fault, LimitReached
from services.kit.database import insert_rows
from services.match.invitation import Invitation, as_of
from services.match.model import Seat
from services.match.queries import Wanted
from services.match.schema import invitations, invited

MOST_SENT = 20
"""How many open invitations somebody may have sent."""
MOST_WAITING = 50
"""How many open invitations may wait for one player."""
KEPT_MS = 3_600_000
"""For how long after its time an invitation that was called off is kept, so that whoever asks is told why."""

# Made once: to make a statement costs more than to run it.
_FIND = select(invitations).where(invitations.c.id == bindparam("invitation"))
_FIND_SEATS = select(invited).where(invited.c.invitation_id == bindparam("invitation")).order_by(invited.c.slot)
_COUNT_CHANGE = (
    update(invitations).where(invitations.c.id == bindparam("invitation")).values(changes=invitations.c.changes + 1)
)
_REMOVE_SEATS = delete(invited).where(invited.c.invitation_id == bindparam("invitation"))
_REMOVE = delete(invitations).where(invitations.c.id == bindparam("invitation"))
_SAY = (
    update(invitations)
    .where(invitations.c.id == bindparam("invitation"))
    .values(reason=bindparam("its_reason"), called_off_by=bindparam("whoever"))
)
_IS_OPEN = invitations.c.reason.is_(None) & (invitations.c.lapses_at_ms > bindparam("now_ms"))
_COUNT_SENT = select(func.count(), func.min(invitations.c.lapses_at_ms)).where(
    invitations.c.maker_id == bindparam("maker"), _IS_OPEN
)
_COUNT_WAITING = (
    select(func.count(), func.min(invitations.c.lapses_at_ms))
    .join_from(invitations, invited)
    .where(invited.c.controller_id == bindparam("controller"), ~invited.c.accepted, _IS_OPEN)
)


def add_invitation(connection: Connection, invitation: Invitation) -> None:
    """Stores an invitation that was just made.

    Raises:
        LimitReached: whoever invites, or somebody invited, has as many open ones as one may.
    """
    _check_sent(connection, invitation)
    _check_waiting(connection, invitation)
    insert_rows(
        connection,
        invitations,
        [
            {
                "id": invitation.id,
                "game_id": invitation.game_id,
                "game_name": invitation.game_name,
                "rule_set": invitation.rule_set,
                "universe": invitation.universe,
                "seconds_per_turn": invitation.seconds_per_turn,
                "maker_id": invitation.maker_id,
                "created_at_ms": invitation.created_at_ms,
                "lapses_at_ms": invitation.lapses_at_ms,
                "changes": 0,
                "reason": invitation.reason,
                "called_off_by": invitation.called_off_by,
                "link_secret": invitation.link_secret,
                "in_lobby": invitation.is_in_lobby,
            }
        ],
    )
    _add_seats(connection, invitation)


def find_invitation(connection: Connection, invitation_id: str) -> Invitation | None:
    """The invitation of that id; None where there is none, or no longer: then it may have become a match."""
    row = connection.execute(_FIND, {"invitation": invitation_id}).one_or_none()
    return None if row is None else _invitation(row, connection.execute(_FIND_SEATS, {"invitation": row.id}).all())


def change_invitation(
    connection: Connection, invitation_id: str, decide: Callable[[Invitation], Invitation]
) -> Invitation | None:
    """The invitation after a decision, which is stored; None where there is none."""
    if not connection.execute(_COUNT_CHANGE, {"invitation": invitation_id}).rowcount:
        return None
    before = find_invitation(connection, invitation_id)
    if before is None:
        return None
    after = decide(before)
    if after != before:
        _store(connection, after)
    return after


def remove_invitation(connection: Connection, invitation_id: str) -> None:
    """Removes one that becomes a match, in the transaction that stores the match."""
    connection.execute(_REMOVE_SEATS, {"invitation": invitation_id})
    connection.execute(_REMOVE, {"invitation": invitation_id})


def list_invitations(connection: Connection, wanted: Wanted, now_ms: int) -> list[Invitation]:
    """Open invitations that are the business of whoever asks, newest first."""
    own = _of_controller(wanted.controller_id, now_ms)
    query = select(invitations).where(invitations.c.id.in_(own), is_open(now_ms))
    if wanted.player_id:
        sits_in = select(invited.c.invitation_id).where(
            invited.c.invitation_id == invitations.c.id, invited.c.player_id == wanted.player_id
        )
        query = query.where(sits_in.exists())
    if wanted.invited_to:
        query = query.where(invitations.c.universe == wanted.invited_to)
    if wanted.game_id:
        query = query.where(invitations.c.game_id == wanted.game_id)
    if wanted.before_id:
        query = query.where(invitations.c.id < wanted.before_id)
    rows = connection.execute(query.order_by(invitations.c.id.desc()).limit(wanted.count)).all()
    return [as_of(one, now_ms) for one in with_seats(connection, rows)]


def waiting_for(connection: Connection, controller_id: str, now_ms: int) -> list[Invitation]:
    """Open invitations that a controller has not answered, the oldest first."""
    unanswered = select(invited.c.invitation_id).where(invited.c.controller_id == controller_id, ~invited.c.accepted)
    query = select(invitations).where(invitations.c.id.in_(unanswered), is_open(now_ms))
    return with_seats(connection, connection.execute(query.order_by(invitations.c.id)).all())


def open_of(connection: Connection, controller_id: str, now_ms: int) -> list[str]:
    """Open invitations that are the business of a controller, the oldest first."""
    own = select(invited.c.invitation_id).where(invited.c.controller_id == controller_id)
    query = select(invitations.c.id).where(invitations.c.id.in_(own), is_open(now_ms)).order_by(invitations.c.id)
    return list(connection.execute(query).scalars())


def to_lapse(connection: Connection, now_ms: int, count: int) -> list[str]:
    """Open invitations whose time is over, the oldest first."""
    is_late = invitations.c.reason.is_(None), invitations.c.lapses_at_ms <= now_ms
    query = select(invitations.c.id).where(*is_late).order_by(invitations.c.lapses_at_ms)
    return list(connection.execute(query.limit(count)).scalars())


def forget_invitations(connection: Connection, now_ms: int) -> None:
    """Deletes those that were called off and that nobody will ask for again."""
    is_old = invitations.c.reason.is_not(None), invitations.c.lapses_at_ms <= now_ms - KEPT_MS
    old = select(invitations.c.id).where(*is_old)
    connection.execute(delete(invited).where(invited.c.invitation_id.in_(old)))
    connection.execute(delete(invitations).where(*is_old))


def is_open(now_ms: int) -> ColumnElement[bool]:
    """The condition that an invitation is open at an instant."""
    return invitations.c.reason.is_(None) & (invitations.c.lapses_at_ms > now_ms)


def _check_sent(connection: Connection, invitation: Invitation) -> None:
    of = {"maker": invitation.maker_id, "now_ms": invitation.created_at_ms}
    count, lapses_at_ms = connection.execute(_COUNT_SENT, of).one()
    if count >= MOST_SENT:
        message = f"{MOST_SENT} invitations of yours are open, the most there can be. Cancel some, or wait."
        raise LimitReached(message, retry_after_s=_seconds_until(lapses_at_ms, invitation.created_at_ms))


def _check_waiting(connection: Connection, invitation: Invitation) -> None:
    for seat in invitation.seats:
        if seat.slot not in invitation.accepted and seat in invitation.taken:
            _check_waiting_for(connection, seat, invitation.created_at_ms)


def _check_waiting_for(connection: Connection, seat: Seat, now_ms: int) -> None:
    of = {"controller": seat.controller_id, "now_ms": now_ms}
    count, lapses_at_ms = connection.execute(_COUNT_WAITING, of).one()
    if count >= MOST_WAITING:
        fault = Fault(f"player_ids[{seat.slot}]", "has as many invitations as one may have", "Try again later")
        raise LimitReached(str(fault), [fault], retry_after_s=_seconds_until(lapses_at_ms, now_ms))


def _seconds_until(at_ms: int, now_ms: int) -> int:
    return ceil((at_ms - now_ms) / 1000)


def _of_controller(controller_id: str, now_ms: int) -> Any:
    return select(invited.c.invitation_id).where(
        invited.c.controller_id == controller_id,
        or_(invited.c.waits_until_ms.is_(None), invited.c.waits_until_ms > now_ms),
    )


def _add_seats(connection: Connection, invitation: Invitation) -> None:
    insert_rows(
        connection,
        invited,
        [
            {
                "invitation_id": invitation.id,
                "slot": seat.slot,
                "player_id": seat.player_id,
                "player_name": seat.player_name,
                "kind": seat.kind,
                "controller_id": seat.controller_id,
                "accepted": seat.slot in invitation.accepted,
                "waits_until_ms": invitation.waits_until.get(seat.slot),
            }
            for seat in invitation.seats
        ],
    )


def _store(connection: Connection, invitation: Invitation) -> None:
    said = {"its_reason": invitation.reason, "whoever": invitation.called_off_by}
    connection.execute(_SAY, {"invitation": invitation.id, **said})
    connection.execute(_REMOVE_SEATS, {"invitation": invitation.id})
    _add_seats(connection, invitation)


def with_seats(connection: Connection, rows: Sequence[Row[Any]]) -> list[Invitation]:
    """The invitations of these rows."""
    seats: dict[str, list[Row[Any]]] = {row.id: [] for row in rows}
    found = select(invited).where(invited.c.invitation_id.in_(seats)).order_by(invited.c.slot)
    for seat in connection.execute(found):
        seats[seat.invitation_id].append(seat)
    return [_invitation(row, seats[row.id]) for row in rows]


def _invitation(row: Row[Any], seats: Sequence[Row[Any]]) -> Invitation:
    return Invitation(
        id=row.id,
        game_id=row.game_id,
        game_name=row.game_name,
        rule_set=row.rule_set,
        universe=row.universe,
        seconds_per_turn=row.seconds_per_turn,
        seats=tuple(
            Seat("", seat.slot, seat.player_id, seat.player_name, seat.kind, seat.controller_id) for seat in seats
        ),
        accepted=frozenset(seat.slot for seat in seats if seat.accepted),
        created_at_ms=row.created_at_ms,
        lapses_at_ms=row.lapses_at_ms,
        reason=row.reason,
        called_off_by=row.called_off_by,
        link_secret=row.link_secret,
        waits_until={seat.slot: seat.waits_until_ms for seat in seats if seat.waits_until_ms is not None},
    )
