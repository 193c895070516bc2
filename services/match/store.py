"""One match in the database: read at one moment, changed under a version check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from services.match.ending import ended_match
from services.match.events import tell_ended, tell_turns_due
from services.match.model import Match, Seat, Snapshot, TurnClock
from services.match.schema import ended, ended_count, matches, proposals, seats, turns
from services.match.table import Turn
from services.match.turns import Change

NewId = Callable[[], str]


def find_match(connection: Connection, match_id: str) -> Match | None:
    """The match as it stands, without its turns."""
    row = connection.execute(select(matches).where(matches.c.id == match_id)).one_or_none()
    return None if row is None else match_of(row, find_seats(connection, [match_id])[match_id])


def is_unchanged(connection: Connection, match: Match) -> bool:
    """Whether the match, its turns and its proposals stand as they did when it was read: any change counts up."""
    version = connection.execute(select(matches.c.version).where(matches.c.id == match.id)).scalar_one_or_none()
    return version == match.version


def find_seats(connection: Connection, match_ids: list[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of matches, each in the order of the invitation."""
    found: dict[str, tuple[Seat, ...]] = dict.fromkeys(match_ids, ())
    rows = connection.execute(select(seats).where(seats.c.match_id.in_(match_ids)).order_by(seats.c.slot))
    for row in rows:
        found[row.match_id] += (
            Seat(row.seat, row.slot, row.player_id, row.player_name, row.kind, row.controller_id, row.outcome),
        )
    return found


def match_of(row: Row[Any], seats: tuple[Seat, ...]) -> Match:
    """The match that a row of `matches` says."""
    return Match(
        id=row.id,
        game_id=row.game_id,
        game_name=row.game_name,
        rule_set=row.rule_set,
        digest=row.digest,
        rules_version=row.rules_version,
        seed=row.seed,
        universe=row.universe,
        rated=row.rated,
        seconds_per_turn=row.seconds_per_turn,
        seats=seats,
        created_at_ms=row.created_at_ms,
        started_at_ms=row.started_at_ms,
        pause_ms=row.pause_ms,
        version=row.version,
        clock=None if row.due_at_ms is None else TurnClock(row.turn_started_at_ms, row.due_at_ms),
        pause_ends_at_ms=row.pause_ends_at_ms,
        reason=row.reason,
        ended_at_ms=row.ended_at_ms,
    )


def turns_after(connection: Connection, match_id: str, number: int) -> list[Turn]:
    """The turns of a match that follow on that number, in order."""
    query = select(turns).where(turns.c.match_id == match_id, turns.c.number > number).order_by(turns.c.number)
    return [
        Turn(
            number=row.number,
            seats=tuple(row.seats.split("+")),
            moves=tuple(row.moves),
            left=row.left,
            at_ms=row.at_ms,
            began_at_ms=row.began_at_ms,
            automatic=row.automatic,
            versions=row.versions,
        )
        for row in connection.execute(query)
    ]


def find_proposals(connection: Connection, match_id: str) -> Mapping[str, tuple[str, ...]]:
    """The moves that are kept back, by seat."""
    rows = connection.execute(select(proposals).where(proposals.c.match_id == match_id))
    return {row.seat: tuple(row.moves) for row in rows}


def add_match(connection: Connection, change: Change, new_id: NewId, now_ms: int) -> None:
    """Stores a match that starts, with the turns that were made for it at once."""
    match, acting = change.after.match, change.after.table.state.acting
    connection.execute(
        insert(matches).values(
            id=match.id,
            game_id=match.game_id,
            game_name=match.game_name,
            rule_set=match.rule_set,
            digest=match.digest,
            rules_version=match.rules_version,
            seed=match.seed,
            universe=match.universe,
            seconds_per_turn=match.seconds_per_turn,
            created_at_ms=match.created_at_ms,
            started_at_ms=match.started_at_ms,
            pause_ms=match.pause_ms,
            **_changing(match),
        )
    )
    connection.execute(
        insert(seats),
        [
            {
                "match_id": match.id,
                "slot": seat.slot,
                "seat": seat.seat,
                "player_id": seat.player_id,
                "player_name": seat.player_name,
                "kind": seat.kind,
                "controller_id": seat.controller_id,
                "outcome": seat.outcome,
                "acting": seat.seat in acting,
            }
            for seat in match.seats
        ],
    )
    _add_turns_and_tell(connection, change, new_id, now_ms)


def store_change(connection: Connection, change: Change, new_id: NewId, now_ms: int) -> bool:
    """Stores a change of a match, unless it has changed otherwise in the meantime: then nothing, and False."""
    before, after = change.before, change.after
    is_present = matches.c.id == after.match.id, matches.c.version == before.match.version
    if connection.execute(update(matches).where(*is_present).values(**_changing(after.match))).rowcount == 0:
        return False
    if change.turns:
        _store_seats(connection, after)
    if after.proposals != before.proposals:
        _store_proposals(connection, after)
    _add_turns_and_tell(connection, change, new_id, now_ms)
    return True


def _changing(match: Match) -> dict[str, Any]:
    return {
        "version": match.version,
        "status": match.status,
        "turn_started_at_ms": match.clock.started_at_ms if match.clock else None,
        "due_at_ms": match.clock.due_at_ms if match.clock else None,
        "pause_ends_at_ms": match.pause_ends_at_ms,
        "handed_at_ms": 0,
        "rated": match.rated,
        "reason": match.reason,
        "ended_at_ms": match.ended_at_ms,
    }


def _store_seats(connection: Connection, snapshot: Snapshot) -> None:
    acting = snapshot.table.state.acting
    for seat in snapshot.match.seats:
        is_seat = seats.c.match_id == snapshot.match.id, seats.c.slot == seat.slot
        values = {"outcome": seat.outcome, "acting": seat.seat in acting}
        connection.execute(update(seats).where(*is_seat).values(**values))


def _store_proposals(connection: Connection, snapshot: Snapshot) -> None:
    connection.execute(delete(proposals).where(proposals.c.match_id == snapshot.match.id))
    rows = [
        {"match_id": snapshot.match.id, "seat": seat, "moves": list(moves)}
        for seat, moves in snapshot.proposals.items()
    ]
    if rows:
        connection.execute(insert(proposals), rows)


def _add_turns_and_tell(connection: Connection, change: Change, new_id: NewId, now_ms: int) -> None:
    match_id = change.after.match.id
    if change.turns:
        connection.execute(insert(turns), [_turn_row(match_id, turn) for turn in change.turns])
    if change.is_end:
        _add_ended(connection, change.after, new_id())
    elif change.turns or change.before.match.clock != change.after.match.clock:
        tell_turns_due(connection, change.after, new_id, now_ms)


def _turn_row(match_id: str, turn: Turn) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "number": turn.number,
        "seats": "+".join(turn.seats),
        "moves": list(turn.moves),
        "left": turn.left,
        "at_ms": turn.at_ms,
        "began_at_ms": turn.began_at_ms,
        "automatic": turn.automatic,
        "versions": dict(turn.versions),
    }


def _add_ended(connection: Connection, snapshot: Snapshot, event_id: str) -> None:
    message = ended_match(snapshot, event_id)
    next_position = update(ended_count).values(count=ended_count.c.count + 1).returning(ended_count.c.count)
    position = connection.execute(next_position).scalar_one()
    connection.execute(
        insert(ended).values(position=position, match_id=snapshot.match.id, payload=message.SerializeToString())
    )
    tell_ended(connection, message)
