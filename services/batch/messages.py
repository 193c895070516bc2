"""Tournaments, their players and their blocks as they are told of to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from redscience.api.batch.v1 import batch_pb2
from services.batch import recording
from services.batch.blocks import Taken, count_rounds
from services.batch.model import Entry, Player, Tournament
from services.batch.progress import STATUSES
from services.batch.recording import Kept

_ENTRIES: Mapping[Entry | None, batch_pb2.Entry.ValueType] = {
    None: batch_pb2.ENTRY_UNSPECIFIED,
    "invited": batch_pb2.ENTRY_INVITED,
    "accepted": batch_pb2.ENTRY_ACCEPTED,
    "declined": batch_pb2.ENTRY_DECLINED,
}


def tournament_message(
    tournament: Tournament, progress: batch_pb2.Progress, *, may_control: bool
) -> batch_pb2.Tournament:
    """A tournament, and how far it is, for somebody who may control it or not."""
    settings = tournament.settings
    sprt, benchmark = settings.sprt, tournament.benchmark
    return batch_pb2.Tournament(
        id=tournament.id,
        name=tournament.name,
        universe=tournament.universe,
        made_by_id=tournament.made_by_id,
        made_by_name=tournament.made_by_name,
        status=STATUSES[tournament.status],
        games=[
            batch_pb2.Game(game_id=game.game_id, name=game.name, seats=game.seats, teams=game.teams)
            for game in tournament.games
        ],
        players=map(_player_message, tournament.players),
        format=recording.FORMAT_NUMBERS[settings.format],
        games_each=settings.games_each,
        seed=settings.seed,
        sprt=None if sprt is None else batch_pb2.Sprt(**asdict(sprt)),
        rated=tournament.rated,
        rounds=count_rounds(tournament),
        created_at_ms=tournament.created_at_ms,
        ended_at_ms=tournament.ended_at_ms or 0,
        progress=progress,
        may_control=may_control,
        benchmark=None if benchmark is None else batch_pb2.Benchmark(**asdict(benchmark)),
        window_s=settings.window_ms // 1000,
        left_out=map(_player_message, tournament.left_out),
        open=tournament.is_open,
    )


def _player_message(player: Player) -> batch_pb2.Player:
    budget = None
    if player.seconds is not None:
        budget = batch_pb2.Budget(seconds=player.seconds)
    elif player.simulations is not None:
        budget = batch_pb2.Budget(simulations=player.simulations)
    return batch_pb2.Player(
        player_id=player.player_id, name=player.name, kind=player.kind, budget=budget, entry=_ENTRIES[player.entry]
    )


def block_message(taken: Taken) -> batch_pb2.BeginBlockResponse:
    """A block that a worker has taken."""
    tournament, round_, block = taken.tournament, taken.round, taken.block
    settings = tournament.settings
    return batch_pb2.BeginBlockResponse(
        rule_sets=[game.rule_set for game in tournament.games],
        players=map(_player_message, tournament.players),
        format=recording.FORMAT_NUMBERS[settings.format],
        games_each=settings.games_each,
        seed=settings.seed,
        first=block.first,
        count=block.count,
        round_first=round_.first_game,
        round_first_set=round_.first_set,
        combinations=[batch_pb2.Combination(players=each) for each in round_.combinations or ()],
        sequential=settings.sprt is not None,
    )


def played_message(block_id: str, games: Sequence[Kept]) -> batch_pb2.PlayedMatches:
    """The games of a block as matches that have ended, the first first."""
    matches = sorted(map(recording.ended_match, games), key=lambda match: (match.ended_at_ms, match.match_id))
    return batch_pb2.PlayedMatches(block_id=block_id, matches=matches)
