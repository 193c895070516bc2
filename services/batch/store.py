"""Tournaments in the batch service's database, with their players, rounds and results; a block is counted once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from redscience.tournaments.results import Results
from services.batch import schema
from services.batch.counting import joined, merged, parts_of, read
from services.batch.made_of import Fixed, MadeOf, PlayerOf
from services.batch.model import (
    Benchmark,
    Block,
    Entry,
    Played,
    Round,
    SequentialTestState,
    Status,
    Tournament,
)
from services.batch.rounds import next_block, schedule, seatings
from services.batch.rows import block_row, game_rows, player_rows, round_of, sequence_of, settings_of
from services.batch.standing import totals_after
from services.kit.database import insert_or_ignore
from services.kit.ids import new_id

BLOCK_MS = 2_000
"""A block is cut so that it is played in about this time."""
MOST_GAMES = 2_000
"""In a block, but for the rest of a set of seats."""
_SMOOTHING = 0.5

_tournaments, _blocks, _rounds, _results = schema.tournaments.c, schema.blocks.c, schema.rounds.c, schema.results.c

# Made once: to make a statement costs more than to run it.
_FIND = select(schema.tournaments).where(_tournaments.id == bindparam("id"))
# It writes: whoever only waited for the row would go on with what they saw before (see services.kit.postgres).
_LOCK = (
    update(schema.tournaments)
    .where(_tournaments.id == bindparam("own_id"))
    .values(games_total=_tournaments.games_total)
    .returning(*_tournaments)
)
_ROUNDS = (
    select(schema.rounds).where(_rounds.tournament_id.in_(bindparam("ids", expanding=True))).order_by(_rounds.number)
)
_CHANGE_RESULTS = (
    update(schema.results)
    .where(_results.tournament_id == bindparam("own_id"), _results.part == bindparam("own_part"))
    .values(counts=bindparam("after"))
)


class Store:
    """Reads and writes tournaments; each method is a part of a unit of work.

    Args:
        player_of: tells who players of the house are.
    """

    def __init__(self, player_of: PlayerOf) -> None:
        self._fixed = Fixed(player_of)

    def find(self, connection: Connection, tournament_id: str) -> Tournament | None:
        """A tournament as it stands."""
        row = connection.execute(_FIND, {"id": tournament_id}).first()
        return None if row is None else self.tournament_of(connection, row)

    def lock(self, connection: Connection, tournament_id: str) -> Tournament | None:
        """The same; nobody else changes it until this unit of work is over."""
        row = connection.execute(_LOCK, {"own_id": tournament_id}).first()
        return None if row is None else self.tournament_of(connection, row)

    def erase(self, connection: Connection, names: Mapping[str, str]) -> None:
        """Gives people and bots who were erased, or renamed by an Admin, their new names, by their ids."""
        for player_id, name in names.items():
            theirs = update(schema.tournaments).where(_tournaments.made_by_id == player_id)
            connection.execute(theirs.values(made_by_name=name))
            _rename(connection, player_id, name)
        self._fixed.rename(names)

    def requested(self, connection: Connection, made_by_id: str, request_id: str) -> Tournament | None:
        """The tournament that was made under a request."""
        query = select(schema.tournaments).where(
            _tournaments.made_by_id == made_by_id, _tournaments.request_id == request_id
        )
        row = connection.execute(query).first()
        return None if row is None else self.tournament_of(connection, row)

    def count_running(self, connection: Connection, made_by_id: str) -> int:
        """How many tournaments of somebody are not over."""
        query = select(func.count()).where(
            _tournaments.made_by_id == made_by_id, _tournaments.status.in_(("inviting", "running", "paused"))
        )
        return connection.execute(query).scalar_one()

    def add(self, connection: Connection, tournament: Tournament, request_id: str, first: Round | None) -> bool:
        """Adds a tournament, with its first round unless it is inviting; False where there is one of that request."""
        added = insert_or_ignore(
            connection,
            schema.tournaments,
            id=tournament.id,
            mark=tournament.mark,
            made_by_id=tournament.made_by_id,
            made_by_name=tournament.made_by_name,
            request_id=request_id,
            universe=tournament.universe,
            name=tournament.name,
            status=tournament.status,
            settings=asdict(tournament.settings),
            rated=tournament.rated,
            is_open=tournament.is_open,
            games_total=tournament.games_total,
            games_played=0,
            next_game=0,
            last_cut_at_ms=0,
            seen_at_ms=tournament.created_at_ms if tournament.people and first is not None else 0,
            ms_per_game=0.0,
            totals=[],
            sequence=None,
            created_at_ms=tournament.created_at_ms,
            ended_at_ms=None,
            top_player_id=tournament.benchmark and tournament.benchmark.top_player_id,
            favored_by_id=tournament.benchmark and tournament.benchmark.favored_by_id,
        )
        if added:
            if tournament.players:
                connection.execute(insert(schema.players), player_rows(tournament))
            connection.execute(insert(schema.games), game_rows(tournament))
            if first is not None:
                self.add_round(connection, tournament.id, first)
        return added

    def add_people(self, connection: Connection, tournament: Tournament, first: int) -> None:
        """Adds players of a tournament that is inviting, from the number `first` on. Its row is locked meanwhile."""
        changed = update(schema.tournaments).where(_tournaments.id == tournament.id)
        connection.execute(changed.values(name=tournament.name, games_total=tournament.games_total))
        connection.execute(insert(schema.players), player_rows(tournament, first))

    def set_entry(self, connection: Connection, tournament_id: str, player_id: str, entry: Entry) -> None:
        """Notes what somebody has said who is asked, or that they are asked again. Its row is locked meanwhile."""
        players = schema.players.c
        theirs = update(schema.players).where(players.tournament_id == tournament_id, players.player_id == player_id)
        connection.execute(theirs.values(entry=entry))

    def begin(self, connection: Connection, tournament: Tournament, first: Round, now_ms: int) -> None:
        """Begins a tournament that has been inviting, as it is to be from now on."""
        benchmark = tournament.benchmark
        changed = update(schema.tournaments).where(_tournaments.id == tournament.id)
        connection.execute(
            changed.values(
                status=tournament.status,
                name=tournament.name,
                games_total=tournament.games_total,
                seen_at_ms=now_ms,
                top_player_id=benchmark and benchmark.top_player_id,
                favored_by_id=benchmark and benchmark.favored_by_id,
            )
        )
        self.add_round(connection, tournament.id, first)

    def add_round(self, connection: Connection, tournament_id: str, round_: Round) -> None:
        """Adds a round."""
        connection.execute(insert(schema.rounds), {"tournament_id": tournament_id, **asdict(round_)})

    def set_games_total(self, connection: Connection, tournament_id: str, games: int) -> None:
        """Notes how many games there are in all, now that fewer or more people play."""
        noted = update(schema.tournaments).where(_tournaments.id == tournament_id)
        connection.execute(noted.values(games_total=games))

    def rounds(self, connection: Connection, tournament_id: str) -> list[Round]:
        """The rounds that are known, in order."""
        return self.rounds_of(connection, [tournament_id])[tournament_id]

    def rounds_of(self, connection: Connection, tournament_ids: Sequence[str]) -> dict[str, list[Round]]:
        """The same of some tournaments."""
        found: dict[str, list[Round]] = {each: [] for each in tournament_ids}
        for row in connection.execute(_ROUNDS, {"ids": tournament_ids}):
            found[row.tournament_id].append(round_of(row))
        return found

    def set_status(
        self, connection: Connection, tournament_id: str, status: Status, ended_at_ms: int | None = None
    ) -> None:
        """Changes where a tournament stands. What was handed out and not taken is handed out anew when it goes on."""
        changed = update(schema.tournaments).where(_tournaments.id == tournament_id)
        connection.execute(changed.values(status=status, ended_at_ms=ended_at_ms))
        is_waiting = _blocks.tournament_id == tournament_id, _blocks.is_done.is_(False), _blocks.taken_by == ""
        connection.execute(update(schema.blocks).where(*is_waiting).values(handed_at_ms=0))

    def cut(self, connection: Connection, tournament_id: str, now_ms: int) -> Block | None:
        """The next block of a tournament, which counts as handed out now; None where there is none."""
        tournament = self.lock(connection, tournament_id)
        if tournament is None or tournament.status != "running":
            return None
        round_ = self.rounds(connection, tournament_id)[-1]
        first = tournament.next_game
        if first >= round_.end:
            return None
        wanted = int(min(MOST_GAMES, BLOCK_MS / tournament.ms_per_game)) if tournament.ms_per_game else 1
        games, at = schedule(tournament, round_), first - round_.first_game
        count, is_live = next_block(games, at, wanted, tournament.outside)
        block = Block(new_id(), tournament_id, round_.number, first, count, False, "", 0, is_live)  # noqa: FBT003 - fields
        if not tournament.people.isdisjoint(games[at].players):
            # Nobody waits for who has left the tournament.
            gone = tuple(sorted(tournament.withdrawn.intersection(games[at].players)))
            closes_at_ms = now_ms + tournament.settings.window_ms
            block = replace(block, is_waiting=not gone, closes_at_ms=closes_at_ms, absent=gone)
        connection.execute(insert(schema.blocks), block_row(block, now_ms))
        moved = update(schema.tournaments).where(_tournaments.id == tournament_id)
        connection.execute(moved.values(next_game=first + count, last_cut_at_ms=now_ms))
        return block

    def count(self, connection: Connection, block: Block, played: Played, now_ms: int) -> Tournament | None:
        """Counts a block; the tournament then, or None where it was counted before, or its tournament is over."""
        tournament = self.lock(connection, block.tournament_id)
        if tournament is None or tournament.is_over:
            return None
        done = (
            update(schema.blocks)
            .where(_blocks.id == block.id, _blocks.is_done.is_(False))
            .values(
                is_done=True,
                done_at_ms=now_ms,
                counts=played.counts,
                sets=played.sets or None,
                # A match is rated by itself.
                rated_position=_position(connection) if tournament.rated and not block.is_live else None,
                taken_by="",
                leased_until_ms=0,
            )
        )
        if not connection.execute(done).rowcount:
            return None
        connection.execute(insert(schema.played), {"block_id": block.id, "games": played.games})
        added = read(seatings(tournament), played.counts)
        after = replace(
            tournament,
            games_played=tournament.games_played + block.count,
            totals=totals_after(tournament, added),
            ms_per_game=tournament.ms_per_game
            if played.took_ms is None
            else _smoothed(tournament.ms_per_game, played.took_ms / block.count),
        )
        connection.execute(
            update(schema.tournaments)
            .where(_tournaments.id == tournament.id)
            .values(games_played=after.games_played, totals=after.totals, ms_per_game=after.ms_per_game)
        )
        _add_results(connection, tournament.id, added)
        return after

    def results(self, connection: Connection, tournament_id: str) -> str:
        """What all blocks of a tournament that are done have come to, as JSON text."""
        of_it = select(_results.counts).where(_results.tournament_id == tournament_id).order_by(_results.part)
        return joined(connection.execute(of_it).scalars())

    def set_withdrawn(self, connection: Connection, tournament: Tournament) -> None:
        """Notes who has left a tournament that goes on. Its row is locked meanwhile."""
        noted = update(schema.tournaments).where(_tournaments.id == tournament.id)
        connection.execute(noted.values(withdrawn=sorted(tournament.withdrawn)))

    def keep_sequence(self, connection: Connection, tournament_id: str, state: SequentialTestState) -> None:
        """Notes how far a sequential test has looked."""
        noted = update(schema.tournaments).where(_tournaments.id == tournament_id)
        connection.execute(noted.values(sequence=asdict(state)))

    def tournament_of(self, connection: Connection, row: Row[Any]) -> Tournament:
        """The tournament of a row."""
        (tournament,) = self.tournaments_of(connection, [row])
        return tournament

    def tournaments_of(self, connection: Connection, rows: Sequence[Row[Any]]) -> list[Tournament]:
        """The tournaments of some rows."""
        return list(map(_tournament, rows, self._fixed.of(connection, rows)))


def _tournament(row: Row[Any], made_of: MadeOf) -> Tournament:
    sequence = row.sequence
    return Tournament(
        id=row.id,
        mark=row.mark,
        made_by_id=row.made_by_id,
        made_by_name=row.made_by_name,
        universe=row.universe,
        name=row.name,
        status=row.status,
        settings=settings_of(row.settings),
        rated=row.rated,
        is_open=row.is_open,
        games_total=row.games_total,
        games_played=row.games_played,
        next_game=row.next_game,
        ms_per_game=row.ms_per_game,
        totals=tuple(map(tuple, row.totals)),
        created_at_ms=row.created_at_ms,
        ended_at_ms=row.ended_at_ms,
        players=made_of.players,
        games=made_of.games,
        left_out=made_of.left_out,
        withdrawn=frozenset(row.withdrawn),
        sequence=sequence_of(sequence) if sequence else SequentialTestState(),
        benchmark=Benchmark(row.top_player_id, row.favored_by_id) if row.top_player_id else None,
    )


def _add_results(connection: Connection, tournament_id: str, added: Results) -> None:
    """Adds to the parts of a tournament's results. Its row is locked meanwhile."""
    parts = parts_of(added)
    theirs = _results.tournament_id == tournament_id, _results.part.in_(parts)
    before = {row.part: row.counts for row in connection.execute(select(schema.results).where(*theirs))}
    after = merged(before, parts)
    changed = [{"own_id": tournament_id, "own_part": part, "after": after[part]} for part in before]
    if changed:
        connection.execute(_CHANGE_RESULTS, changed)
    new = [
        {"tournament_id": tournament_id, "part": part, "counts": counts}
        for part, counts in after.items()
        if part not in before
    ]
    if new:
        connection.execute(insert(schema.results), new)


def _rename(connection: Connection, player_id: str, name: str) -> None:
    """Calls a bot or a person otherwise in all their tournaments, also in what these are called."""
    is_theirs = schema.players.c.player_id == player_id, schema.players.c.name != ""
    played_in = select(_tournaments.id, _tournaments.name, schema.players.c.name.label("before"))
    for row in connection.execute(played_in.join(schema.players).where(*is_theirs)).all():
        renamed = update(schema.tournaments).where(_tournaments.id == row.id)
        # A name may be a part of another word: Ada is none of the adages.
        their_name = re.compile(rf"(?<!\w){re.escape(row.before)}(?!\w)")
        connection.execute(renamed.values(name=their_name.sub(lambda _: name, row.name)))
    connection.execute(update(schema.players).where(*is_theirs).values(name=name))


def _position(connection: Connection) -> int:
    """The next position of a rated block. Others wait until this unit of work is over."""
    insert_or_ignore(connection, schema.rated_blocks, id=1, positions=0)
    positions = schema.rated_blocks.c.positions
    connection.execute(update(schema.rated_blocks).values(positions=positions + 1))
    position: int = connection.execute(select(positions)).scalar_one()
    return position


def _smoothed(before: float, now: float) -> float:
    """How long a game takes: a block is seldom quicker than they are, and often slower, by what it had to load."""
    return now if before == 0 or now < before else (1 - _SMOOTHING) * before + _SMOOTHING * now
