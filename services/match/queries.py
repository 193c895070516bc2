"""Many matches in the database: lists, who sits where, what may be due, what has ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, desc, func, or_, select, union_all, update

from redscience.api.match.v1.match_pb2 import EndedMatch
from redscience.errors import LimitReached, NoHint
from services.match.deadlines import HANDED_AGAIN_AFTER_MS, HANDED_AT_LAST_AFTER_MS, Due
from services.match.model import Match, Status
from services.match.schema import ended, matches, seats, turns
from services.match.store import find_seats, match_of

_MATCH_ENDS_IN_S = 30
_COUNT_HELD = (
    select(func.count()).select_from(seats).where(seats.c.controller_id == bindparam("controller"), seats.c.open)
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches and invitations to list.

    Attributes:
        universe: of the matches; empty for any.
        invited_to: the universe of the invitations; empty for any.
        controller_id: of whoever asks.
        player_id, game_id, status: empty, empty and None for any.
        before_id: only those made before this one; empty for the newest.
        count: how many at most.
        own: whether only those in which whoever asks acts for a seat.
    """

    universe: str
    invited_to: str
    controller_id: str
    player_id: str
    game_id: str
    status: Status | Literal["invited"] | None
    before_id: str
    count: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as it was looked at: the version it had, and when its turn or pause ends."""

    version: int
    ends_at_ms: int


def list_matches(connection: Connection, wanted: Wanted) -> list[Match]:
    """Matches, newest first."""
    query = select(matches)
    if wanted.universe:
        query = query.where(matches.c.universe == wanted.universe)
    for sat_in in _sat_in(wanted):
        # Of somebody's matches the newest are read until there are enough; those of one game are seldom among them.
        if wanted.game_id:
            query = query.where(matches.c.id.in_(sat_in))
        else:
            # Ordered here too, or the server makes a list of all of them first.
            own = sat_in.distinct().order_by(desc("match_id")).subquery()
            query = query.join(own, own.c.match_id == matches.c.id)
    if wanted.game_id:
        query = query.where(matches.c.game_id == wanted.game_id)
    # Of whoever asks, `_sat_in` tells those that go on; asked for here they would be looked for among all.
    if wanted.status and not (wanted.own and wanted.status == "running"):
        query = query.where(matches.c.status == wanted.status)
    if wanted.before_id:
        query = query.where(matches.c.id < wanted.before_id)
    rows = connection.execute(query.order_by(matches.c.id.desc()).limit(wanted.count)).all()
    seats_of = find_seats(connection, [row.id for row in rows])
    return [match_of(row, seats_of[row.id]) for row in rows]


def _sat_in(wanted: Wanted) -> Iterator[Select[tuple[str]]]:
    """The matches of whoever asks, and those of the player, where they are wanted, as far as the page goes back."""
    sat_in = select(seats.c.match_id)
    if wanted.before_id:
        sat_in = sat_in.where(seats.c.match_id < wanted.before_id)
    if wanted.own:
        own = sat_in.where(seats.c.controller_id == wanted.controller_id)
        # Each part by itself is in the order of an index.
        if wanted.status == "running":
            left = own.where(~seats.c.open, seats.c.outcome.is_(None))
            others = left.join(matches, matches.c.id == seats.c.match_id).where(matches.c.status == "running")
            parts = union_all(own.where(seats.c.open), others).subquery()
        else:
            parts = union_all(own.where(seats.c.open), own.where(~seats.c.open)).subquery()
        yield select(parts.c.match_id)
    if wanted.player_id:
        yield sat_in.where(seats.c.player_id == wanted.player_id)


def held_by(connection: Connection, controller_id: str) -> list[str]:
    """The running matches in which a controller holds a seat, oldest first."""
    query = select(seats.c.match_id).where(seats.c.controller_id == controller_id, seats.c.open)
    return list(connection.execute(query.group_by(seats.c.match_id).order_by(seats.c.match_id)).scalars())


def versions_held(connection: Connection, controller_id: str) -> dict[str, int]:
    """The same matches, each with the number of the last row of its record: any change of it counts up."""
    held = select(seats.c.match_id).where(seats.c.controller_id == controller_id, seats.c.open).distinct().subquery()
    # For each by itself: the greatest is the end of an index.
    last = select(func.max(turns.c.number)).where(turns.c.match_id == held.c.match_id).scalar_subquery()
    query = select(held.c.match_id, last.label("number")).order_by(held.c.match_id)
    return {row.match_id: row.number for row in connection.execute(query)}


def check_seats_left(connection: Connection, controller_id: str, most: int) -> None:
    """Raises LimitReached where a controller holds as many seats in running matches as one may."""
    if connection.execute(_COUNT_HELD, {"controller": controller_id}).scalar_one() >= most:
        message = f"You hold {most} seats in running matches, the most there can be. Finish some, then try again."
        raise LimitReached(message, retry_after_s=_MATCH_ENDS_IN_S)


def check_plays_no_rated(controller_id: str, digest: str, connection: Connection, *, but: str = "") -> None:
    """Raises NoHint where a controller holds a seat in a running match which counts, of the rules of that digest.

    It does not matter in the match `but`, whose rating ends by the advice.
    """
    held = select(seats.c.match_id).where(seats.c.controller_id == controller_id, seats.c.open)
    joined = held.join(matches, matches.c.id == seats.c.match_id)
    counts = joined.where(matches.c.digest == digest, matches.c.rated, matches.c.id != but)
    if connection.execute(counts.limit(1)).first() is not None:
        raise NoHint("You are playing this game in a match that counts: no advice and no analysis until that is over.")


def list_ended(connection: Connection, after: int, count: int) -> list[tuple[int, EndedMatch]]:
    """Matches in the order in which they ended, from behind a position, each with its own."""
    query = select(ended.c.position, ended.c.payload).where(ended.c.position > after).order_by(ended.c.position)
    rows = connection.execute(query.limit(count))
    return [(row.position, EndedMatch.FromString(row.payload)) for row in rows]


def to_look_at(connection: Connection, now_ms: int, count: int) -> list[str]:
    """Matches in which time may have made something due that was not handed over lately.

    Those come first that were never handed over, the oldest before the others: where only the platform is late nothing
    comes of it, however often they are.
    """
    query = select(matches.c.id).where(matches.c.look_at_ms <= now_ms, _not_lately(now_ms))
    query = query.order_by(matches.c.handed_at_ms, matches.c.look_at_ms)
    return list(connection.execute(query.limit(count)).scalars())


def next_look_ms(connection: Connection, now_ms: int) -> int | None:
    """When time may make something due next; None where nothing runs."""
    at_ms: int | None = connection.execute(
        select(func.min(matches.c.look_at_ms)).where(matches.c.look_at_ms > now_ms)
    ).scalar()
    return at_ms


def look_later(connection: Connection, later: Mapping[str, Seen]) -> None:
    """Notes when to look at matches again; not at one that has changed since it was seen."""
    for match_id, seen in later.items():
        has_changed = select(turns.c.number).where(turns.c.match_id == match_id, turns.c.number > seen.version).exists()
        connection.execute(
            update(matches)
            .where(matches.c.id == match_id, ~has_changed)
            .values(look_at_ms=seen.ends_at_ms, handed_at_ms=0)
        )


def claim(connection: Connection, due: list[Due], now_ms: int) -> list[Due]:
    """Notes that these are being handed over; those that another replica has not taken first."""
    claimed = []
    for one in due:
        is_free = matches.c.id == one.match_id, matches.c.status == "running", _not_lately(now_ms)
        if connection.execute(update(matches).where(*is_free).values(handed_at_ms=now_ms)).rowcount:
            claimed.append(one)
    return claimed


def _not_lately(now_ms: int) -> ColumnElement[bool]:
    handed_at_ms, look_at_ms = matches.c.handed_at_ms, matches.c.look_at_ms
    return or_(
        handed_at_ms <= now_ms - HANDED_AT_LAST_AFTER_MS,
        # As long ago as it was past then.
        and_(handed_at_ms <= now_ms - HANDED_AGAIN_AFTER_MS, 2 * handed_at_ms - look_at_ms <= now_ms),
        handed_at_ms > now_ms,
    )
