"""Blocks in the database: cut, handed out, taken, lost, dropped; each function is a part of a unit of work."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, func, select, update

from services.batch import schema
from services.batch.model import OVER, Block
from services.batch.rows import block_of
from services.kit.expiry import has_expired, is_recent

LEASE_MS = 6_000
"""A block that nobody has renewed for so long is played by somebody else."""
HANDED_AGAIN_AFTER_MS = 4_000
"""A block that nobody has taken by then was lost on its way."""
MOST_LIVE = 8
"""So many blocks of a tournament are played as matches at once."""

_tournaments, _blocks, _rounds = schema.tournaments.c, schema.blocks.c, schema.rounds.c

# Made once: to make a statement costs more than to run it.
_FIND = select(schema.blocks).where(_blocks.id == bindparam("id"))


def find(connection: Connection, block_id: str) -> Block | None:
    """A block."""
    row = connection.execute(_FIND, {"id": block_id}).first()
    return None if row is None else block_of(row)


def next_to_cut(connection: Connection, *, of_the_idle: bool = False) -> str | None:
    """The running tournament that has waited longest for its next block, of whoever has waited longest.

    Makers take turns, each with their tournaments in turn: who has made many has no more than who has made one.

    Args:
        connection: to the database.
        of_the_idle: only of those makers who have no block that is handed out, and not done.
    """
    playing = _blocks.is_live, ~_blocks.is_done, ~_blocks.is_waiting
    live = select(func.count()).where(_blocks.tournament_id == _tournaments.id, *playing)
    others = schema.tournaments.alias().c
    of_maker = others.made_by_id == _tournaments.made_by_id, others.status == "running"
    maker_last_ms = select(func.max(others.last_cut_at_ms)).where(*of_maker)
    query = (
        select(_tournaments.id)
        .join(schema.rounds, _rounds.tournament_id == _tournaments.id)
        .where(_tournaments.status == "running", _tournaments.next_game < _rounds.end)
        .where(live.scalar_subquery() < MOST_LIVE)
        .order_by(maker_last_ms.scalar_subquery(), _tournaments.last_cut_at_ms, _tournaments.id)
        .limit(1)
    )
    if of_the_idle:
        query = query.where(_tournaments.made_by_id.not_in(_makers_with_blocks()))
    return connection.execute(query).scalar()


def kept_waiting(connection: Connection) -> str:
    """A block that waits for a worker, of a maker none of whose blocks is played; "" where there is none."""
    query = (
        select(_blocks.id)
        .join(schema.tournaments)
        .where(_blocks.is_done.is_(False), ~_blocks.is_live, ~_blocks.is_waiting, _blocks.taken_by == "")
        .where(_tournaments.status == "running")
        .where(_tournaments.made_by_id.not_in(_makers_with_blocks(played=True)))
        .order_by(_blocks.id)
        .limit(1)
    )
    return connection.execute(query).scalar() or ""


def waiting(connection: Connection, now_ms: int) -> tuple[int, int, int]:
    """How many blocks of running tournaments wait for a worker, are played by one, and are played as matches."""
    query = (
        select(
            func.count().filter(_blocks.taken_by == "", ~_blocks.is_live),
            func.count().filter(_blocks.taken_by != "", ~_blocks.is_live),
            func.count().filter(_blocks.is_live, _is_in_hand(now_ms)),
        )
        .select_from(schema.blocks)
        .join(schema.tournaments)
        .where(_blocks.is_done.is_(False), _tournaments.status == "running")
    )
    waiting, playing, live = connection.execute(query).one()
    return waiting, playing, live


def has_lost(connection: Connection, now_ms: int) -> bool:
    """Whether there are blocks that are to be handed out again."""
    return connection.execute(_lost(now_ms).limit(1)).first() is not None


def lost(connection: Connection, now_ms: int, most: int) -> list[Block]:
    """Blocks that are to be handed out again, and are marked as handed out now.

    Those are blocks that nobody has taken in time, and those whose worker has been silent for too long.
    """
    found = [block_of(row) for row in connection.execute(_lost(now_ms).limit(most))]
    claimed = []
    for block in found:
        again = update(schema.blocks).where(_blocks.id == block.id, _blocks.is_done.is_(False), _is_lost(now_ms))
        if connection.execute(again.values(handed_at_ms=now_ms, taken_by="", leased_until_ms=0)).rowcount:
            claimed.append(block)
    return claimed


def take(connection: Connection, block_id: str, taken_by: str, now_ms: int) -> bool:
    """Takes or renews a block for a worker; False where it is done, or another has it."""
    mine = (
        update(schema.blocks)
        .where(
            _blocks.id == block_id,
            _blocks.is_done.is_(False),
            (_blocks.taken_by == taken_by) | _is_free(now_ms),
        )
        .values(taken_by=taken_by, leased_until_ms=now_ms + LEASE_MS)
    )
    return bool(connection.execute(mine).rowcount)


def note_begun(connection: Connection, block_id: str) -> str:
    """Notes that there is a match for the last game that was called; the tournament's id, "" if it was noted."""
    noted = update(schema.blocks).where(_blocks.id == block_id, _blocks.begun < _blocks.called)
    if not connection.execute(noted.values(begun=_blocks.called)).rowcount:
        return ""
    block = find(connection, block_id)
    return block.tournament_id if block else ""


def abandoned(connection: Connection, most: int) -> list[Block]:
    """Blocks whose games are matches, and for which nobody waits any more."""
    query = (
        select(schema.blocks)
        .join(schema.tournaments)
        .where(_blocks.is_live, ~_blocks.is_done, _tournaments.status.in_(OVER))
        .limit(most)
    )
    return [block_of(row) for row in connection.execute(query)]


def drop(connection: Connection, block_id: str) -> None:
    """Forgets a block that nothing will come of."""
    connection.execute(delete(schema.blocks).where(_blocks.id == block_id, ~_blocks.is_done))


def sets_from(connection: Connection, tournament_id: str, first: int) -> list[tuple[int, int, str]]:
    """The blocks from a game on that are done, in order: first game, number of games, and their sets."""
    query = (
        select(_blocks.first_game, _blocks.n_games, _blocks.sets)
        .where(_blocks.tournament_id == tournament_id, _blocks.first_game >= first, _blocks.is_done)
        .order_by(_blocks.first_game)
    )
    return [(row.first_game, row.n_games, row.sets or "") for row in connection.execute(query)]


def _makers_with_blocks(*, played: bool = False) -> Select[Any]:
    """Who has blocks of running tournaments that are not done; or of these, some that workers play."""
    blocks, tournaments = schema.blocks.alias(), schema.tournaments.alias()
    query = (
        select(tournaments.c.made_by_id)
        .join(blocks, blocks.c.tournament_id == tournaments.c.id)
        .where(blocks.c.is_done.is_(False), tournaments.c.status == "running")
    )
    return query.where(~blocks.c.is_live, blocks.c.taken_by != "") if played else query


def _is_in_hand(now_ms: int) -> ColumnElement[bool]:
    """Whether something is to be done about a block: it does not wait for people, or not any more."""
    return ~_blocks.is_waiting | (_blocks.closes_at_ms <= now_ms)


def _is_free(now_ms: int) -> ColumnElement[bool]:
    """Whether nobody plays a block."""
    return has_expired(_blocks.leased_until_ms, LEASE_MS, now_ms)


def _is_lost(now_ms: int) -> ColumnElement[bool]:
    """Whether nobody plays a block, and none has it to come."""
    return _is_free(now_ms) & ~is_recent(_blocks.handed_at_ms, HANDED_AGAIN_AFTER_MS, now_ms)


def _lost(now_ms: int) -> Select[Any]:
    return (
        select(schema.blocks)
        .join(schema.tournaments)
        .where(
            _blocks.is_done.is_(False),
            _tournaments.status == "running",
            _is_lost(now_ms),
            _is_in_hand(now_ms),
        )
        .order_by(_blocks.handed_at_ms)
    )
