"""What the batch service tells of a tournament, as results to make tables of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from redscience.api.batch.v1.batch_pb2 import (
    RESULT_DRAW,
    RESULT_LOSE,
    RESULT_WIN,
    CurvePoint,
    Game,
    GameSummary,
    Player,
    PlayerCount,
    ResultsResponse,
    Tournament,
)
from redscience.api.match.v1.match_pb2 import REASON_RULES, Reason
from redscience.names import RANDOM_ID
from redscience.random_games import Result
from redscience.tournaments.report import PlayedGameNames, Report, Row, report
from redscience.tournaments.results import Results
from redscience.tournaments.seating import Seating, seating

_WORDS: dict[int, Result] = {RESULT_WIN: "win", RESULT_DRAW: "draw", RESULT_LOSE: "lose"}


def seating_of(tournament: Tournament, game: Game) -> Seating:
    """How a game of a tournament is filled: by as many at least as have seats, where people may still join."""
    players = len(tournament.players)
    return seating(game.teams, max(players, len(game.seats)) if tournament.open else players)


def results_of(tournament: Tournament, told: ResultsResponse) -> Results:
    """The results that were told of a tournament."""
    seatings = tuple(seating_of(tournament, game) for game in tournament.games)
    return Results.from_json(seatings, json.loads(told.counts)) if told.counts else Results(seatings)


def report_of(tournament: Tournament, told: ResultsResponse) -> Report:
    """All tables of a tournament, as its results were told."""
    return report(
        results_of(tournament, told),
        *names_of(tournament),
        benchmark_parts(tournament),
        by_score=_ranks_by_score(tournament),
        gone=tournament.progress.withdrawn,
    )


def names_of(tournament: Tournament) -> tuple[list[str], list[PlayedGameNames]]:
    """What the players are called, with the budget of those that have another than their own, and the games.

    Whoever is named again is told from the first by a number.
    """
    called = [player.name + _budget(player) for player in tournament.players]
    before = [called[:at].count(name) for at, name in enumerate(called)]
    players = [f"{name} #{1 + times}" if times else name for name, times in zip(called, before, strict=True)]
    return players, [PlayedGameNames(game.name, tuple(game.seats)) for game in tournament.games]


def _ranks_by_score(tournament: Tournament) -> bool:
    """Whether points decide who is first, as people expect of a tournament of theirs; in others ratings do."""
    return any(player.kind == "person" for player in tournament.players)


def benchmark_parts(tournament: Tournament) -> list[str]:
    """What each player is in a Benchmark: "top", "favored by", "random" or "other"; empty where it is none."""
    if not tournament.HasField("benchmark"):
        return []
    parts = {RANDOM_ID: "random", tournament.benchmark.favored_by_id: "favored by"}
    parts[tournament.benchmark.top_player_id] = "top"
    return [
        "other" if player.HasField("budget") else parts.get(player.player_id, "other") for player in tournament.players
    ]


def benchmark_names(tournament: Tournament) -> tuple[str, str]:
    """What the top player of a Benchmark is called, and whom they were most favored by; "" where it is no Benchmark."""
    names = {player.player_id: player.name for player in tournament.players}
    benchmark = tournament.benchmark
    return names.get(benchmark.top_player_id, ""), names.get(benchmark.favored_by_id, "")


def game_rows(tournament: Tournament, games: Iterable[GameSummary]) -> Iterator[Row]:
    """Games as rows: for each of them as many as it has seats."""
    names, played = names_of(tournament)
    for each in games:
        game = played[each.game]
        for seat, player, result in zip(game.seats, each.players, result_words(each.results), strict=True):
            yield {
                "number": each.number,
                "game": game.name,
                "seat": seat,
                "player": names[player],
                "result": result,
                "plies": each.plies,
                "reason": Reason.Name(each.reason or REASON_RULES).removeprefix("REASON_").lower(),
                "match_id": each.match_id,
            }


def curve_rows(tournament: Tournament, points: Iterable[CurvePoint]) -> Iterator[Row]:
    """A curve as rows: after so many games what had become of each player in each game."""
    names, played = names_of(tournament)
    for point in points:
        for each in point.players:
            wins, draws, losses = results_in(tournament, each)
            yield {
                "games": point.games,
                "at_ms": point.at_ms,
                "game": played[each.game].name,
                "player": each.player,
                "name": names[each.player],
                "wins": wins,
                "draws": draws,
                "losses": losses,
            }


def results_in(tournament: Tournament, count: PlayerCount) -> tuple[int, int, int]:
    """What had become of a player in a game as standings count it: once for the seats of a side that they hold."""
    place, *_ = seating_of(tournament, tournament.games[count.game]).places
    return count.won // len(place), count.drawn // len(place), count.lost // len(place)


def result_words(results: Iterable[int]) -> list[Result]:
    """Results as words."""
    return [_WORDS[each] for each in results]


def _budget(player: Player) -> str:
    budget = player.budget
    which = budget.WhichOneof("of")
    if which is None:
        return ""
    return f" ({budget.seconds:g} s)" if which == "seconds" else f" ({budget.simulations} simulations)"
