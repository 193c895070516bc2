"""What is read of tournaments: lists, games, and what their blocks have come to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select

from services.batch import schema
from services.batch.model import OVER, Round, Status, Tournament
from services.batch.progress import PACE_MS, Pace
from services.batch.recording import Kept, unpacked
from services.batch.rounds import schedule
from services.batch.store import Store

_tournaments, _blocks = schema.tournaments.c, schema.blocks.c


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tournaments are listed.

    Attributes:
        own_of: those alone for which this person is asked or in which they play, or that they have made for people, and
            that are not over, or were not at `since_ms`; "" for all.
        or_open: with `own_of`, those too that anybody may join now.
    """

    universe: str
    status: Status | None
    player_id: str
    game_id: str
    before: str
    count: int
    benchmarks_only: bool
    own_of: str = ""
    or_open: bool = False
    since_ms: int = 0


@dataclass(frozen=True, slots=True)
class DoneBlock:
    """What a block that is done has come to.

    Attributes:
        counts: as JSON text.
    """

    first: int
    count: int
    counts: str
    done_at_ms: int


def listed(connection: Connection, store: Store, wanted: Wanted) -> list[Tournament]:
    """Tournaments of a universe, the newest first."""
    query = select(schema.tournaments).where(_tournaments.universe == wanted.universe)
    if wanted.status is not None:
        query = query.where(_tournaments.status == wanted.status)
    if wanted.benchmarks_only:
        query = query.where(_tournaments.top_player_id.is_not(None))
    for table, column, named in (
        (schema.players, "player_id", wanted.player_id),
        (schema.games, "game_id", wanted.game_id),
    ):
        if named:
            query = query.where(_tournaments.id.in_(select(table.c.tournament_id).where(table.c[column] == named)))
    if wanted.own_of:
        people = select(schema.players.c.tournament_id).where(schema.players.c.entry.is_not(None))
        is_made = (_tournaments.made_by_id == wanted.own_of) & _tournaments.id.in_(people)
        is_own = _tournaments.id.in_(_own(wanted.own_of)) | is_made
        is_open = _tournaments.is_open & (_tournaments.status == "inviting")
        goes_on = _tournaments.status.not_in(OVER) | (_tournaments.ended_at_ms > wanted.since_ms)
        query = query.where(goes_on, is_own | is_open if wanted.or_open else is_own)
    if wanted.before:
        query = query.where(_tournaments.id < wanted.before)
    rows = connection.execute(query.order_by(_tournaments.id.desc()).limit(wanted.count))
    return store.tournaments_of(connection, rows.all())


def _own(player_id: str) -> Select[Any]:
    """The tournaments that somebody plays in or is asked for; who had not answered when one began is out of it."""
    mine = schema.players.c
    is_asked = (mine.entry == "invited") & (_tournaments.status == "inviting")
    query = select(mine.tournament_id).join(schema.tournaments, _tournaments.id == mine.tournament_id)
    return query.where(mine.player_id == player_id, (mine.entry == "accepted") | is_asked)


def paces(connection: Connection, tournaments: Sequence[Tournament], now_ms: int) -> dict[str, Pace]:
    """What was played of late of each tournament that runs; not of those of people, whose pace says nothing."""
    since = {
        each.id: max(now_ms - PACE_MS, each.created_at_ms)
        for each in tournaments
        if each.status == "running" and not each.people
    }
    if not since:
        return {}
    query = (
        select(_blocks.tournament_id, func.sum(_blocks.n_games))
        .where(_blocks.tournament_id.in_(since), _blocks.done_at_ms > min(since.values()))
        .group_by(_blocks.tournament_id)
    )
    games = {tournament_id: int(played) for tournament_id, played in connection.execute(query)}
    return {own_id: Pace(games.get(own_id, 0), now_ms - from_ms) for own_id, from_ms in since.items()}


def games_from(
    connection: Connection, store: Store, tournament: Tournament, first: int, count: int
) -> tuple[list[Kept], int | None]:
    """Games that are played, from a number on, and the number from which on there are more, if there are."""
    found: list[Kept] = []
    rounds = store.rounds(connection, tournament.id)
    for row in _blocks_of(connection, tournament.id, first, count + 1):
        wanted = range(max(0, first - row.first_game), row.n_games)[: count + 1 - len(found)]
        found += _games(tournament, rounds[row.round], row, wanted)
    return found[:count], found[count].scheduled.number if len(found) > count else None


def games_with(
    connection: Connection, store: Store, tournament: Tournament, first: int, count: int, *, players: Collection[int]
) -> tuple[list[Kept], int | None]:
    """The same of those games alone that all of these players have played."""
    rounds, found = store.rounds(connection, tournament.id), list[Kept]()
    numbers = _numbers_with(tournament, rounds, players, first, _end(connection, tournament.id))
    while len(found) <= count and (some := list(islice(numbers, count + 1))):
        for row in _blocks_with(connection, tournament.id, some):
            within = some[bisect_left(some, row.first_game) : bisect_left(some, row.first_game + row.n_games)]
            found += _games(tournament, rounds[row.round], row, [number - row.first_game for number in within])
    return found[:count], found[count].scheduled.number if len(found) > count else None


def _numbers_with(
    tournament: Tournament, rounds: Sequence[Round], players: Collection[int], first: int, end: int
) -> Iterator[int]:
    """The numbers of the games of some players, from one on, and before another."""
    for round_ in rounds:
        places = schedule(tournament, round_).places_with(players, max(0, first - round_.first_game))
        for place in places:
            if (number := round_.first_game + place) >= min(round_.end, end):
                break
            yield number


def _end(connection: Connection, tournament_id: str) -> int:
    """The number after that of the last game that is played."""
    last = select(func.max(_blocks.first_game + _blocks.n_games))
    return connection.scalar(last.where(_blocks.tournament_id == tournament_id, _blocks.is_done)) or 0


def _blocks_with(connection: Connection, tournament_id: str, numbers: Sequence[int]) -> Sequence[Row[Any]]:
    """The blocks that are done and have some games, which are in order."""
    query = (
        select(_blocks.id, _blocks.first_game, _blocks.n_games)
        .where(_blocks.tournament_id == tournament_id, _blocks.is_done)
        .where(_blocks.first_game <= numbers[-1], _blocks.first_game + _blocks.n_games > numbers[0])
        .order_by(_blocks.first_game)
    )
    ids = [
        row.id
        for row in connection.execute(query)
        if bisect_left(numbers, row.first_game) < bisect_left(numbers, row.first_game + row.n_games)
    ]
    return _with_games(connection, ids)


def _blocks_of(connection: Connection, tournament_id: str, first: int, count: int) -> Sequence[Row[Any]]:
    """The blocks that are done and have `count` games from a number on, as far as there are so many.

    What is kept of their games is read of no others: there are thousands in each.
    """
    is_done = _blocks.tournament_id == tournament_id, _blocks.is_done
    begins = select(func.max(_blocks.first_game)).where(*is_done, _blocks.first_game <= first)
    query = (
        select(_blocks.id, _blocks.first_game, _blocks.n_games, _blocks.round)
        .where(*is_done, _blocks.first_game >= func.coalesce(begins.scalar_subquery(), 0))
        .order_by(_blocks.first_game)
        .limit(count + 1)
    )
    ids, n_games = list[str](), 0
    for row in connection.execute(query):
        within = max(0, row.first_game + row.n_games - max(first, row.first_game))
        if within and n_games < count:
            ids.append(row.id)
            n_games += within
    return _with_games(connection, ids)


def _with_games(connection: Connection, ids: Sequence[str]) -> Sequence[Row[Any]]:
    """Blocks with what is kept of their games, in order."""
    query = (
        select(_blocks.first_game, _blocks.n_games, _blocks.round, schema.played.c.games)
        .join(schema.played, schema.played.c.block_id == _blocks.id)
        .where(_blocks.id.in_(ids))
        .order_by(_blocks.first_game)
    )
    return list(connection.execute(query))


def _games(tournament: Tournament, round_: Round, row: Any, places: Sequence[int] | None = None) -> Iterator[Kept]:
    """The games of a block, of which the row has where it begins and what is kept; some, by their places in it."""
    block = unpacked(row.games)
    words = list(block.words)
    games, first = schedule(tournament, round_), row.first_game - round_.first_game
    for place in range(row.n_games) if places is None else places:
        yield Kept(tournament, games[first + place], words, block.games[place])


def by_mark(connection: Connection, store: Store, mark: int) -> Tournament | None:
    """The tournament of a mark."""
    row = connection.execute(select(schema.tournaments).where(_tournaments.mark == mark)).first()
    return None if row is None else store.tournament_of(connection, row)


def rated_blocks(connection: Connection, store: Store, after: int, count: int) -> list[tuple[int, str, list[Kept]]]:
    """Rated blocks behind a position, in their order: position, id, and games."""
    query = (
        select(schema.blocks, schema.played.c.games)
        .join(schema.played, schema.played.c.block_id == _blocks.id)
        .where(_blocks.rated_position > after)
        .order_by(_blocks.rated_position)
        .limit(count)
    )
    found = []
    for row in connection.execute(query):
        tournament = store.find(connection, row.tournament_id)
        if tournament is not None:
            round_ = store.rounds(connection, tournament.id)[row.round]
            found.append((row.rated_position, row.id, list(_games(tournament, round_, row))))
    return found


def done_from(connection: Connection, tournament_id: str, first: int, most: int) -> list[DoneBlock]:
    """The blocks from a game on that are done, in the order of their games."""
    query = (
        select(_blocks.first_game, _blocks.n_games, _blocks.counts, _blocks.done_at_ms)
        .where(_blocks.tournament_id == tournament_id, _blocks.first_game >= first, _blocks.is_done)
        .order_by(_blocks.first_game)
        .limit(most)
    )
    return [DoneBlock(*row) for row in connection.execute(query)]
