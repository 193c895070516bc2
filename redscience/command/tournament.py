"""`redscience tournament`: makes tournaments at a server, follows and shows them, and takes all of one along."""

from __future__ import annotations

import argparse
import json
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from redscience.api.batch.v1 import batch_pb2 as batch
from redscience.api.players.v1.players_pb2 import Kind
from redscience.command.failures import CommandError, Exit
from redscience.command.following import followed, patiently
from redscience.command.games import game_named
from redscience.command.output import plain, print_json, print_list, table, time_of, word
from redscience.command.people import player_named
from redscience.command.play_at_server import INTERRUPTED, interruptible, play_on
from redscience.command.server import Server, server_of
from redscience.command.whole_file import whole_file
from redscience.names import HOUSE, RANDOM_ID, folded_name
from redscience.tournaments.messages import benchmark_names, curve_rows, game_rows, report_of
from redscience.tournaments.report import CsvRows, Report, Row, csv_text

_PAGE = 100
_HERE_S = 2.0
"""Whoever waits for others says so often that they are here."""
FORMATS: Mapping[str, batch.Format.ValueType] = {
    "round-robin": batch.FORMAT_ROUND_ROBIN,
    "gauntlet": batch.FORMAT_GAUNTLET,
    "swiss": batch.FORMAT_SWISS,
    "mixed": batch.FORMAT_MIXED,
}
_BUDGET = re.compile(r"(?P<seconds>\d{1,4}(?:\.\d{1,6})?)s|(?P<simulations>\d{1,9})", re.ASCII)
_OVER = frozenset({batch.STATUS_ENDED, batch.STATUS_CANCELLED})
_HOUSE_IDS = {folded_name("Random"): RANDOM_ID} | {folded_name(each.name): each_id for each_id, each in HOUSE.items()}
COLUMNS: Mapping[str, Callable[[Any], str]] = {
    "MADE": lambda each: time_of(each.created_at_ms),
    "NAME": lambda each: each.name,
    "STATUS": lambda each: word(batch.Status.Name(each.status), "STATUS_"),
    "GAMES": lambda each: f"{each.progress.games_played} of {each.progress.games_total}",
    "PLAYERS": lambda each: str(len(each.players)),
    "BENCHMARK": lambda each: "yes" if each.HasField("benchmark") else "-",
    "ID": lambda each: each.id,
}


def run(chosen: argparse.Namespace) -> int:
    """Does what was chosen."""
    server = server_of(chosen)
    return _ACTIONS[chosen.action](server, chosen)


# --- what can be done ------------------------------------------------------------------------------------------------


def _new(server: Server, chosen: argparse.Namespace) -> int:
    """Makes one, and prints its id."""
    if chosen.rounds and chosen.format not in {"swiss", "mixed"}:
        raise CommandError(
            "--rounds is for --format swiss or mixed. Leave it out, or ask for one of these.", Exit.INVALID
        )
    if not chosen.player and not chosen.open:
        raise CommandError("Nobody plays. Name players with --player, or let anybody join with --open.", Exit.INVALID)
    entrants = [_entrant(server, name) for name in chosen.player]
    if chosen.window and not chosen.open and not any(entrant.may_be_person for entrant in entrants):
        raise CommandError(
            "--window is for people, and none of the players is one. Leave it out, or name a person with --player.",
            Exit.INVALID,
        )
    request = batch.CreateRequest(
        request_id=secrets.token_hex(16),
        name=chosen.name,
        game_ids=[game_named(server, name).id for name in chosen.game],
        players=[entrant.player for entrant in entrants],
        format=FORMATS[chosen.format],
        games_each=chosen.games,
        rounds=chosen.rounds,
        seed=chosen.seed,
        rated=not chosen.unrated,
        sprt=batch.Sprt(elo0=chosen.sprt[0], elo1=chosen.sprt[1]) if chosen.sprt else None,
        window_s=chosen.window,
        open=chosen.open,
    )
    made = server.call(server.batch.Create, request).tournament
    if chosen.json:
        print_json(plain(made))
    else:
        print(made.id)
    return 0


def _list(server: Server, chosen: argparse.Namespace) -> int:
    request = batch.ListRequest(page_size=_PAGE, benchmarks_only=chosen.benchmarks)
    print_list(server.every(server.batch.List, request, lambda answer: answer.tournaments), chosen, COLUMNS)
    return 0


def _watch(server: Server, chosen: argparse.Namespace) -> int:
    """Prints how far it is until it is over, and then its tables."""
    for progress in progresses(server, chosen.tournament_id):
        if chosen.json:
            print(json.dumps(plain(progress), ensure_ascii=False), flush=True)
        else:
            print(_progress(progress), flush=True)
    return 0 if chosen.json else _show(server, chosen)


def _show(server: Server, chosen: argparse.Namespace) -> int:
    tournament = _get(server, chosen)
    told = _report(server, tournament)
    if chosen.json:
        print_json({"tournament": plain(tournament), "report": told})
    else:
        print("\n".join(_shown(tournament, told)))
    return 0


def _export(server: Server, chosen: argparse.Namespace) -> int:
    """Writes all of it into a folder: a JSON file, and a CSV file for each table and for the games."""
    tournament = _get(server, chosen)
    told = _report(server, tournament)
    curve = server.call(server.batch.Curve, batch.CurveRequest(tournament_id=tournament.id))
    whole = {"tournament": plain(tournament), "report": told, "curve": plain(curve)["points"]}
    files = {"tournament.json": json.dumps(whole, ensure_ascii=False, indent=1) + "\n"}
    files |= {f"{name}.csv": csv_text(rows) for name, rows in told.items()}
    files["curve.csv"] = csv_text(curve_rows(tournament, curve.points))
    try:
        chosen.folder.mkdir(parents=True, exist_ok=True)
        request = batch.ListGamesRequest(tournament_id=tournament.id, page_size=_PAGE)
        games = server.every(server.batch.ListGames, request, lambda answer: answer.games)
        with whole_file(chosen.folder / "games.csv") as file:
            CsvRows(file).add(game_rows(tournament, games))
        for name, text in files.items():
            (chosen.folder / name).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise CommandError(f"{chosen.folder} cannot be written: {error.strerror}.", Exit.INVALID) from None
    names = (*files, "games.csv")
    if chosen.json:
        print_json({"folder": str(chosen.folder), "files": names})
    else:
        sys.stderr.write(f"Written to {chosen.folder}: {', '.join(names)}.\n")
    return 0


_Control = tuple[Callable[[Server], Any], Callable[..., Any]]
_CONTROLS: Mapping[str, _Control] = {
    "pause": (lambda server: server.batch.Pause, batch.PauseRequest),
    "resume": (lambda server: server.batch.Resume, batch.ResumeRequest),
    "cancel": (lambda server: server.batch.Cancel, batch.CancelRequest),
    "accept": (lambda server: server.batch.Answer, partial(batch.AnswerRequest, accepts=True)),
    "decline": (lambda server: server.batch.Answer, batch.AnswerRequest),
    "begin": (lambda server: server.batch.Begin, batch.BeginRequest),
}


def _control(server: Server, chosen: argparse.Namespace) -> int:
    """Pauses, resumes, ends or begins it, or answers whether one plays, and says how far it is."""
    method, request = _CONTROLS[chosen.action]
    asked = request(tournament_id=chosen.tournament_id)
    if chosen.action == "decline" and chosen.player:
        asked.player_id = _person(_get(server, chosen), chosen.player)
    return _say(server.call(method(server), asked).tournament, chosen)


def _ask(server: Server, chosen: argparse.Namespace) -> int:
    """Asks further people, and says how far it is."""
    asked = batch.AddPeopleRequest(
        tournament_id=chosen.tournament_id, player_ids=[player_named(server, name).id for name in chosen.player]
    )
    return _say(server.call(server.batch.AddPeople, asked).tournament, chosen)


def _say(told: batch.Tournament, chosen: argparse.Namespace) -> int:
    """Says how far a tournament is."""
    if chosen.json:
        print_json(plain(told))
    else:
        print(_progress(told.progress))
    return 0


def _person(tournament: batch.Tournament, name: str) -> str:
    """The id of somebody who was asked for a tournament, by name."""
    asked = {each.name.casefold(): each.player_id for each in tournament.players if each.entry}
    if name.casefold() not in asked:
        raise CommandError(f"Nobody who plays in this tournament is called {name}.", Exit.INVALID)
    return asked[name.casefold()]


def _here(server: Server, chosen: argparse.Namespace) -> int:
    """Says to be here until a game of one's own has begun, and plays it; with --json tells of it."""
    try:
        with interruptible():
            match_id = _called(server, chosen.tournament_id)
    except KeyboardInterrupt:
        server.call(server.batch.Arrive, batch.ArriveRequest(tournament_id=chosen.tournament_id, leaves=True))
        return INTERRUPTED
    if chosen.json:
        print_json({"match_id": match_id})
        return 0
    return play_on(server, match_id)


def _called(server: Server, tournament_id: str) -> str:
    """The match to which one has come, as soon as it has begun."""
    said, request = "", batch.ArriveRequest(tournament_id=tournament_id)
    while True:
        # Whoever waits must not have to come again, nor miss their game, because a service is started anew.
        told = patiently(partial(server.call, server.batch.Arrive, request)).tournament
        mine = [each for each in told.progress.pairings if server.me.id in _ids(told, each.players)]
        for pairing in mine:
            if pairing.match_id:
                return pairing.match_id
        words = _pairing(told, mine[0]) if mine else "There is no game for you now."
        if words != said:
            sys.stderr.write(f"{words}\n")
            said = words
        time.sleep(_HERE_S)


def _ids(tournament: batch.Tournament, players: Iterable[int]) -> list[str]:
    return [tournament.players[number].player_id for number in players]


_ACTIONS: Mapping[str, Callable[[Server, argparse.Namespace], int]] = {
    "new": _new,
    "list": _list,
    "watch": _watch,
    "show": _show,
    "export": _export,
    **dict.fromkeys(_CONTROLS, _control),
    "ask": _ask,
    "here": _here,
}

# --- asking ----------------------------------------------------------------------------------------------------------


def progresses(server: Server, tournament_id: str) -> Iterator[batch.Progress]:
    """How far a tournament is, now and after every change, over however many streams that takes."""
    request = batch.WatchRequest(tournament_id=tournament_id)
    for answer in followed(server, server.batch.Watch, request, lambda answer: answer.progress.status in _OVER):
        yield answer.progress


def _get(server: Server, chosen: argparse.Namespace) -> batch.Tournament:
    return server.call(server.batch.Get, batch.GetRequest(tournament_id=chosen.tournament_id)).tournament


def _report(server: Server, tournament: batch.Tournament) -> Report:
    told = server.call(server.batch.Results, batch.ResultsRequest(tournament_id=tournament.id))
    return report_of(tournament, told)


class _Entrant(NamedTuple):
    """Who is to play, and whether a person may be meant."""

    player: batch.Player
    may_be_person: bool = False


def _entrant(server: Server, text: str) -> _Entrant:
    """Who is to play, by name; of the house, whose names are known, perhaps with a budget behind it."""
    if own_id := _HOUSE_IDS.get(folded_name(text)):
        return _Entrant(batch.Player(player_id=own_id))
    name, _, budget_text = text.rpartition("@")
    own_id, budget = _HOUSE_IDS.get(folded_name(name)), _budget(budget_text)
    if own_id and budget is not None:
        return _Entrant(batch.Player(player_id=own_id, budget=budget))
    try:
        # The name of somebody else may look so, too.
        found = player_named(server, text)
    except CommandError as error:
        if name and error.exit_code is Exit.NOT_FOUND:
            _refuse_budget(server, name, budget_text)
        raise
    return _Entrant(batch.Player(player_id=found.id), may_be_person=found.kind != Kind.KIND_BOT)


def _budget(text: str) -> batch.Budget | None:
    """A budget as it is typed; None where it is none."""
    found = _BUDGET.fullmatch(text)
    if found is None:
        return None
    seconds, simulations = found["seconds"], found["simulations"]
    return batch.Budget(seconds=float(seconds)) if seconds else batch.Budget(simulations=int(simulations))


def _refuse_budget(server: Server, name: str, text: str) -> None:
    """Says what is wrong with what is typed behind a name, where that is meant for a budget.

    Raises:
        CommandError: it is no budget, or of nobody who can be given one.
    """
    if folded_name(name) in _HOUSE_IDS:
        remedy = "Write one as in Standard@0.5s (seconds) or Standard@200 (simulations)"
        raise CommandError(f"--player {name}@{text}: {text!r} is not a budget. {remedy}.", Exit.INVALID)
    if _budget(text) is not None:
        found = player_named(server, name)
        remedy = f"bots and people have their own. Leave out @{text}"
        raise CommandError(f"{found.name} cannot be given a budget: {remedy}.", Exit.INVALID)


# --- words -----------------------------------------------------------------------------------------------------------


def _progress(progress: batch.Progress) -> str:
    words = [word(batch.Status.Name(progress.status), "STATUS_")]
    words.append(f"{progress.games_played} of {progress.games_total} games")
    if progress.games_per_second:
        words.append(f"{progress.games_per_second:.1f}/s")
    if progress.left_ms:
        words.append(f"about {progress.left_ms // 1000} s left")
    if progress.HasField("sprt"):
        words.append(f"log likelihood ratio {progress.sprt.llr:.2f}{_decision(progress.sprt)}")
    return ", ".join(words)


def _pairing(tournament: batch.Tournament, pairing: batch.Pairing) -> str:
    """What people are to play, until when, and who of them is here."""
    names = [player.name for player in tournament.players]
    words = [f"{tournament.games[pairing.game].name}: {', '.join(names[number] for number in pairing.players)}"]
    if pairing.match_id:
        words.append(f"being played: {pairing.match_id}")
    elif pairing.closes_at_ms:
        words.append(f"to be played by {time_of(pairing.closes_at_ms)}")
    if pairing.here:
        words.append(f"here: {', '.join(names[number] for number in pairing.here)}")
    return ", ".join(words)


def _decision(test: batch.SprtState) -> str:
    said = {"lower": "elo0 is accepted", "upper": "elo1 is accepted"}.get(test.decision)
    return f" ({said})" if said else f" between {test.lower:.2f} and {test.upper:.2f}"


def _shown(tournament: batch.Tournament, told: Report) -> Iterator[str]:
    yield f"{tournament.name}: {_progress(tournament.progress)}"
    if tournament.HasField("benchmark"):
        top, favored_by = benchmark_names(tournament)
        yield f"Benchmark: when it was made, {top} was the top player and most favored by {favored_by}."
    if tournament.status == batch.STATUS_INVITING:
        if tournament.open:
            yield f"Anybody here may join until it begins: redscience tournament accept {tournament.id}"
        asked = (player for player in tournament.players if player.entry)
        yield from (f"{player.name}: {word(batch.Entry.Name(player.entry), 'ENTRY_')}" for player in asked)
    yield from (_pairing(tournament, pairing) for pairing in tournament.progress.pairings)
    sitting_out = [tournament.players[number].name for number in tournament.progress.sitting_out]
    if sitting_out:
        yield f"sitting out this round: {', '.join(sitting_out)}"
    yield ""
    yield from table(("PLAYER", "RATING", "95 %", "SCORE", "W-D-L", "LOS"), map(_standing, told["standings"]))
    for row in told["standings"]:
        if row["timed_out"]:
            yield f"{row['name']}: {row['timed_out']} lost on time"
    meetings = [row for row in told["cross_table"] if not row["game"]]
    if meetings:
        yield ""
        yield from table(("PLAYER", "AGAINST", "SCORE", "W-D-L"), map(_meeting, meetings))
    for row in told["seats"]:
        yield f"{row['game']}, {row['seat']}: {_percent(row['score'])} ± {_percent(row['margin'])}"
    for row in told["lengths"]:
        cut = f", cut off: {row['cut']}" if row["cut"] else ""
        yield f"{row['game']}: {row['mean']:.1f} moves, from {row['least']} to {row['most']}{cut}"


def _standing(row: Row) -> tuple[str, ...]:
    rating, low, high = row["rating"], row["low"], row["high"]
    is_rated = rating is not None
    return (
        f"{row['rank']}. {row['name']}",
        f"{rating:.1f}" if is_rated else "-",
        f"{low:.1f} to {high:.1f}" if is_rated else "-",
        _percent(row["score"]),
        _results(row),
        _percent(row["superiority"]),
    )


def _meeting(row: Row) -> tuple[str, ...]:
    return row["name"], row["opponent_name"], _percent(row["score"]), _results(row)


def _results(row: Row) -> str:
    return f"{row['wins']}-{row['draws']}-{row['losses']}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"
