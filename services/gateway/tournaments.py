"""Tournaments as the browser is told of them."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.match.v1.match_pb2 import ListBotsRequest, Match, Reason, Seat, Status
from redscience.api.players.v1.players_pb2 import GetRequest as GetPlayers
from redscience.api.players.v1.players_pb2 import Kind
from redscience.errors import Fault, InvalidField, Unavailable
from redscience.names import HOUSE, RANDOM_ID
from redscience.tournaments.messages import (
    benchmark_names,
    curve_rows,
    game_rows,
    names_of,
    report_of,
    result_words,
    results_in,
    seating_of,
)
from redscience.tournaments.report import Report, csv_text, share_and_margin
from redscience.tournaments.schedule import most_each
from redscience.tournaments.standings import Score
from services.gateway.backends import Backends, answers, call
from services.gateway.incoming import MAX_TEXTS, Body
from services.gateway.language import gettext
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player
from services.kit.ids import is_id

LISTED = 20
GAMES = 50
CURVE_POINTS = 100
FORMATS = {
    "round-robin": batch_api.FORMAT_ROUND_ROBIN,
    "gauntlet": batch_api.FORMAT_GAUNTLET,
    "swiss": batch_api.FORMAT_SWISS,
    "mixed": batch_api.FORMAT_MIXED,
}
_FORMAT_WORDS = {number: name for name, number in FORMATS.items()}
_MOST_SIMULATIONS = 1_000_000
BENCHMARK_GAMES = 100
MOST_BOTS = 60
MOST_GAMES_CSV = 10_000
"""So many games a browser is given in one file; the command takes any number."""
_MOST_WINDOW_S = 30 * 24 * 3600
_MOST_ROUNDS = 64
_ENTRIES = {
    batch_api.ENTRY_INVITED: "invited",
    batch_api.ENTRY_ACCEPTED: "accepted",
    batch_api.ENTRY_DECLINED: "declined",
}


def may_make(session: Session) -> bool:
    """Whether somebody may make tournaments."""
    return session.is_trainer


def show_tournament(tournament: batch_api.Tournament) -> Shown:
    """A tournament: what is played, by whom, and how far it is."""
    names, _ = names_of(tournament)
    return {
        "id": tournament.id,
        "name": tournament.name,
        "made_by": {"id": tournament.made_by_id, "name": tournament.made_by_name},
        "format": _FORMAT_WORDS.get(tournament.format, "round-robin"),
        "games": [_show_played(tournament, game) for game in tournament.games],
        "players": [
            {"id": player.player_id, "name": name, "kind": player.kind, "entry": _ENTRIES.get(player.entry, "")}
            for player, name in zip(tournament.players, names, strict=True)
        ],
        "left_out": [
            {"id": player.player_id, "name": player.name, "entry": _ENTRIES.get(player.entry, "")}
            for player in tournament.left_out
        ],
        "window_ms": 1000 * tournament.window_s,
        "rounds": tournament.rounds,
        "seed": tournament.seed,
        "rated": tournament.rated,
        "open": tournament.open,
        "test": _show_test(tournament.sprt) if tournament.HasField("sprt") else None,
        "created_at_ms": tournament.created_at_ms,
        "ended_at_ms": tournament.ended_at_ms,
        "may_control": tournament.may_control,
        "benchmark": _show_benchmark(tournament) if tournament.HasField("benchmark") else None,
        "progress": show_progress(tournament.progress),
    }


def _show_played(tournament: batch_api.Tournament, game: batch_api.Game) -> Shown:
    """A game, and how many of it each combination plays."""
    each = seating_of(tournament, game).in_sets(
        tournament.games_each, whole=tournament.format != batch_api.FORMAT_MIXED
    )
    return {"id": game.game_id, "name": game.name, "seats": list(game.seats), "games_each": each}


def _show_benchmark(tournament: batch_api.Tournament) -> Shown:
    top, favored_by = benchmark_names(tournament)
    return {"top": top, "favored_by": favored_by}


def _show_test(test: batch_api.Sprt) -> Shown:
    return {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta}


def show_progress(progress: batch_api.Progress) -> Shown:
    """How far a tournament is."""
    shown: Shown = {
        "status": batch_api.Status.Name(progress.status).removeprefix("STATUS_").lower(),
        "played": progress.games_played,
        "total": progress.games_total,
        "per_second": progress.games_per_second,
        "left_ms": progress.left_ms,
        "test": None,
        "answers": progress.answers,
        "asked": progress.asked,
        "accepted": progress.accepted,
        "pairings": [_show_pairing(pairing) for pairing in progress.pairings],
        "withdrawn": list(progress.withdrawn),
        "sitting_out": list(progress.sitting_out),
    }
    if progress.HasField("sprt"):
        test = progress.sprt
        shown["test"] = {
            "ratio": test.llr,
            "lower": test.lower,
            "upper": test.upper,
            "decision": test.decision,
            "games": test.games,
        }
    return shown


def _show_pairing(pairing: batch_api.Pairing) -> Shown:
    """What players who meet are to play: game and players by their numbers in the tournament."""
    return {
        "number": pairing.number,
        "game": pairing.game,
        "players": list(pairing.players),
        "closes_at_ms": pairing.closes_at_ms,
        "here": list(pairing.here),
        "match_id": pairing.match_id,
        "left": pairing.left,
        "round": pairing.round,
    }


def own_tournaments(backends: Backends, session: Session) -> list[Shown]:
    """The tournaments for which somebody is asked, or in which they play; none while nobody can tell."""
    return [show_tournament(each) for each in _listed(backends, session, batch_api.ListRequest(own=True))]


def own_and_open_tournaments(backends: Backends, session: Session) -> tuple[list[Shown], list[Shown]]:
    """The same, and those that they may join now."""
    own, joinable = list[Shown](), list[Shown]()
    for each in _listed(backends, session, batch_api.ListRequest(own_or_open=True)):
        (own if _is_of(each, session.player.id) else joinable).append(show_tournament(each))
    return own, joinable


def _listed(backends: Backends, session: Session, asked: batch_api.ListRequest) -> Sequence[batch_api.Tournament]:
    if session.is_visit:
        return []
    asked.page_size = LISTED
    try:
        return call(backends.batch.List, asked, session.token).tournaments
    except Unavailable:
        return []


def _is_of(tournament: batch_api.Tournament, player_id: str) -> bool:
    """Whether somebody has made it, is asked, or plays in it; who has declined may still join what is open."""
    states = {player.entry for player in tournament.players if player.player_id == player_id}
    return tournament.made_by_id == player_id or bool(states & {batch_api.ENTRY_INVITED, batch_api.ENTRY_ACCEPTED})


def get_tournament(backends: Backends, session: Session, tournament_id: str) -> batch_api.Tournament:
    """A tournament by its id."""
    asked = batch_api.GetRequest(tournament_id=tournament_id)
    return call(backends.batch.Get, asked, session.token).tournament


def get_report(backends: Backends, session: Session, tournament: batch_api.Tournament) -> Report:
    """All tables of a tournament, as they are now."""
    asked = batch_api.ResultsRequest(tournament_id=tournament.id)
    return report_of(tournament, call(backends.batch.Results, asked, session.token))


def get_curve(backends: Backends, session: Session, tournament: batch_api.Tournament) -> list[Shown]:
    """How the score of each player has grown: after so many games, by player, with its margin as in the tables."""
    asked = batch_api.CurveRequest(tournament_id=tournament.id, points=CURVE_POINTS)
    return [_show_point(tournament, point) for point in call(backends.batch.Curve, asked, session.token).points]


def _show_point(tournament: batch_api.Tournament, point: batch_api.CurvePoint) -> Shown:
    scores: dict[int, Score] = {}
    for each in point.players:
        scores[each.player] = scores.get(each.player, Score()) + Score(*results_in(tournament, each))
    shown = {player: share_and_margin(score) for player, score in scores.items() if score.games}
    return {"games": point.games, "at_ms": point.at_ms, "scores": shown}


def tell_tournament(backends: Backends, session: Session, tournament_id: str) -> Shown:
    """All that the page of a tournament shows."""
    tournament = get_tournament(backends, session, tournament_id)
    return {
        "tournament": show_tournament(tournament),
        "report": get_report(backends, session, tournament),
        "curve": get_curve(backends, session, tournament),
    }


def list_tournaments(
    backends: Backends, session: Session, *, game_id: str = "", page_token: str = "", benchmarks_only: bool = False
) -> Shown:
    """A page of tournaments, the newest first."""
    asked = batch_api.ListRequest(
        game_id=game_id, page_size=LISTED, page_token=page_token, benchmarks_only=benchmarks_only
    )
    answer = call(backends.batch.List, asked, session.token)
    return {"tournaments": [show_tournament(each) for each in answer.tournaments], "next_page": answer.next_page_token}


def tournaments_of_game(backends: Backends, session: Session, game_id: str) -> list[Shown]:
    """The latest tournaments of a game, to be marked on its curves; none while nobody can tell."""
    try:
        found = list_tournaments(backends, session, game_id=game_id)["tournaments"]
    except Unavailable:
        return []
    return [{key: each[key] for key in ("id", "name", "created_at_ms", "ended_at_ms", "benchmark")} for each in found]


def list_games(
    backends: Backends, session: Session, tournament: batch_api.Tournament, page_token: str, players: Sequence[int]
) -> Shown:
    """A page of the games that are played, or that some have all played, in the order of their numbers."""
    asked = batch_api.ListGamesRequest(
        tournament_id=tournament.id, page_size=GAMES, page_token=page_token, players=players
    )
    answer = call(backends.batch.ListGames, asked, session.token)
    return {"games": [_show_game(tournament, each) for each in answer.games], "next_page": answer.next_page_token}


def games_csv(backends: Backends, session: Session, tournament: batch_api.Tournament) -> str:
    """All games that are played, as CSV.

    Raises:
        InvalidField: they are too many for one answer.
    """
    if tournament.progress.games_played > MOST_GAMES_CSV:
        remedy = "Take them along by the command: redscience tournament export"
        raise InvalidField([Fault("games", f"are more than {MOST_GAMES_CSV}", remedy)])
    asked = batch_api.ListGamesRequest(tournament_id=tournament.id, page_size=100)
    games = (game for answer in answers(backends.batch.ListGames, asked, session.token) for game in answer.games)
    return csv_text(game_rows(tournament, games))


def curve_csv(backends: Backends, session: Session, tournament: batch_api.Tournament) -> str:
    """How wins, draws and losses have grown, as CSV."""
    asked = batch_api.CurveRequest(tournament_id=tournament.id, points=CURVE_POINTS)
    return csv_text(curve_rows(tournament, call(backends.batch.Curve, asked, session.token).points))


def _show_game(tournament: batch_api.Tournament, game: batch_api.GameSummary) -> Shown:
    names, played = names_of(tournament)
    return {
        "number": game.number,
        "game": played[game.game].name,
        "seats": [
            {"seat": seat, "player": names[player], "result": result}
            for seat, player, result in zip(
                played[game.game].seats, game.players, result_words(game.results), strict=True
            )
        ],
        "plies": game.plies,
        "reason": Reason.Name(game.reason).removeprefix("REASON_").lower(),
        "match_id": game.match_id if game.is_match else "",
    }


def begin_benchmark(backends: Backends, session: Session, game_id: str, asked: Body) -> Shown:
    """Makes the tournament of the leaderboard's button; the batch service says whether it qualifies as Benchmark."""
    request = batch_api.CreateRequest(
        request_id=asked.text("request_id"),
        game_ids=[game_id],
        players=[batch_api.Player(player_id=each) for each in asked.texts("player_ids")],
        games_each=BENCHMARK_GAMES,
        rated=True,
    )
    return show_tournament(call(backends.batch.Create, request, session.token).tournament)


def create_tournament(backends: Backends, session: Session, asked: Body) -> Shown:
    """Makes a tournament as the form asks for it."""
    game_ids = asked.texts("game_ids")
    request = batch_api.CreateRequest(
        request_id=asked.text("request_id"),
        name=asked.text("name", ""),
        game_ids=game_ids,
        players=[_asked_player(each) for each in asked.parts("players", most=MAX_TEXTS)],
        format=FORMATS.get(asked.text("format", ""), batch_api.FORMAT_UNSPECIFIED),
        games_each=asked.whole("games_each", least=1, most=most_each(len(game_ids))),
        seed=asked.text("seed", ""),
        rounds=asked.whole("rounds", least=1, most=_MOST_ROUNDS) if asked.has("rounds") else 0,
        rated=asked.flag("rated"),
        sprt=_asked_test(asked.part("test")),
        window_s=asked.whole("window_s", most=_MOST_WINDOW_S) if asked.has("window_s") else 0,
        open=asked.flag("open"),
    )
    return show_tournament(call(backends.batch.Create, request, session.token).tournament)


def _asked_player(player: Body) -> batch_api.Player:
    budget = None
    if player.has("seconds"):
        budget = batch_api.Budget(seconds=player.number("seconds"))
    elif player.has("simulations"):
        budget = batch_api.Budget(simulations=player.whole("simulations", least=1, most=_MOST_SIMULATIONS))
    return batch_api.Player(player_id=player.text("id"), budget=budget)


def _asked_test(test: Body | None) -> batch_api.Sprt | None:
    if test is None:
        return None
    return batch_api.Sprt(elo0=test.number("elo0"), elo1=test.number("elo1"))


def who_can_play(backends: Backends, session: Session) -> list[Shown]:
    """Those who can be chosen for a tournament: the players of the house, bots that would play in it now, and oneself.

    Of each, the seconds that they think about a move; 0 where that cannot be chosen.
    """
    random = {"id": RANDOM_ID, "name": "Random", "note": gettext("plays at random"), "seconds": 0, "kind": "random"}
    house = [
        {"id": each, "name": player.name, "note": gettext(player.about), "seconds": player.seconds, "kind": "house"}
        for each, player in HOUSE.items()
    ]
    me = session.player
    myself = {"id": me.id, "name": me.name, "note": gettext("you"), "seconds": 0, "kind": "person"}
    return [random, *house, *_bots(backends, session), myself]


def people_named(backends: Backends, session: Session, player_ids: Sequence[str]) -> list[Shown]:
    """The people among these players, as they can be chosen; not oneself."""
    ids = [each for each in player_ids if is_id(each) and each not in {session.player.id, RANDOM_ID, *HOUSE}]
    found = call(backends.players.Get, GetPlayers(ids=ids), session.token).players if ids else ()
    return [show_player(player) for player in found if player.kind == Kind.KIND_PERSON]


def _bots(backends: Backends, session: Session) -> list[Shown]:
    """The bots that would play in a tournament of somebody's now; none while nobody can tell."""
    try:
        asked = ListBotsRequest(for_tournament=True, limit=MOST_BOTS)
        bots = call(backends.match.ListBots, asked, session.token).bots
    except Unavailable:
        return []
    notes = {True: gettext("a bot of yours"), False: gettext("a bot")}
    return [
        {
            "id": bot.player_id,
            "name": bot.name,
            "note": notes[bot.owner_id == session.player.id],
            "seconds": 0,
            "kind": "bot",
        }
        for bot in bots
    ]


def replayed_match(tournament: batch_api.Tournament, told: batch_api.GetGameResponse, last_view: str) -> Match:
    """A game as the page of a match is told of one that is over."""
    record = told.record
    game = tournament.games[told.summary.game]
    return Match(
        id=record.match_id or told.summary.match_id,
        universe=tournament.universe,
        game_id=game.game_id,
        game_name=game.name,
        status=Status.STATUS_ENDED,
        seats=_seats(tournament, told),
        viewer="spectator",
        view=last_view,
        reason=told.summary.reason,
        started_at_ms=record.started_at_ms,
        ended_at_ms=record.ended_at_ms or told.summary.ended_at_ms,
        # A game that was cut off counts for no rating.
        rated=tournament.rated and told.summary.reason != Reason.REASON_LENGTH,
    )


def _seats(tournament: batch_api.Tournament, told: batch_api.GetGameResponse) -> Sequence[Seat]:
    if told.record.seats:
        return told.record.seats
    game, summary = tournament.games[told.summary.game], told.summary
    return [
        Seat(
            seat=seat,
            player_id=tournament.players[player].player_id,
            player_name=tournament.players[player].name,
            kind=tournament.players[player].kind,
            accepted=True,
            outcome=result,
        )
        for seat, player, result in zip(game.seats, summary.players, result_words(summary.results), strict=True)
    ]
