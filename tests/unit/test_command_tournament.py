"""`redscience tournament`, before a service that is made up."""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from redscience.api.batch.v1 import batch_pb2 as batch
from redscience.api.players.v1.players_pb2 import Kind
from redscience.api.players.v1.players_pb2 import Player as PlayerMessage
from redscience.command import following, tournament
from redscience.command.failures import CommandError, Exit
from redscience.command.line import command_parsers
from redscience.command.server import Server
from redscience.names import GREEDY_ID, RANDOM_ID, STANDARD_ID
from redscience.tournaments.messages import benchmark_parts
from redscience.tournaments.results import PlayedGame, Results
from redscience.tournaments.seating import seating

ID = "01KAAAAAAAAAAAAAAAAAAAAAAA"


NO_BUDGET = (
    "--player standard@{0}: '{0}' is not a budget. "
    "Write one as in Standard@0.5s (seconds) or Standard@200 (simulations)."
)


class Away(grpc.RpcError):
    """A service that is being started anew."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNAVAILABLE

    def details(self) -> str:
        return "away"

    def trailing_metadata(self) -> tuple[tuple[str, str], ...]:
        return ()


def progress(status: batch.Status.ValueType, played: int) -> batch.Progress:
    return batch.Progress(games_played=played, games_total=2, status=status)


class FakeServer(Server):
    """A server with one tournament."""

    def __init__(self) -> None:
        super().__init__("http://127.0.0.1:1", "secret")
        self.made: list[batch.CreateRequest] = []
        self.answers, self.arrivals = list[bool](), list[bool]()
        self.answered_for = list[str]()
        self.asked = list[str]()
        self.streams = 0
        self.refusals = list[CommandError]()
        self.cut: Results | None = None
        self.told = batch.Tournament(
            id=ID,
            name="Both",
            status=batch.STATUS_ENDED,
            games=[batch.Game(game_id=ID, name="Tic", seats=["black", "white"], teams=[0, 1])],
            players=[batch.Player(name="Greedy"), batch.Player(name="Random")],
            progress=progress(batch.STATUS_ENDED, 2),
        )

    @property
    def batch(self) -> Any:  # type: ignore[override]
        return self

    def bearer(self) -> Any:
        if self.refusals and self.streams:
            raise self.refusals.pop()
        return ()

    def renew(self) -> None:
        pass

    def call(self, method: Any, request: Any, **_: Any) -> Any:
        return method(request)

    def Answer(self, request: batch.AnswerRequest) -> batch.AnswerResponse:
        self.answers.append(request.accepts)
        self.answered_for.append(request.player_id)
        return batch.AnswerResponse(tournament=self.told)

    def AddPeople(self, request: batch.AddPeopleRequest) -> batch.AddPeopleResponse:
        self.asked += request.player_ids
        return batch.AddPeopleResponse(tournament=self.told)

    def Arrive(self, request: batch.ArriveRequest) -> batch.ArriveResponse:
        if self.refusals:
            raise self.refusals.pop()
        self.arrivals.append(request.leaves)
        if len(self.arrivals) == 2:
            self.told.progress.pairings[0].here.append(0)
        if len(self.arrivals) == 3:
            self.told.progress.pairings[0].match_id = "the match"
        return batch.ArriveResponse(tournament=self.told)

    def Create(self, request: batch.CreateRequest) -> batch.CreateResponse:
        self.made.append(request)
        return batch.CreateResponse(tournament=self.told)

    def Get(self, _: object) -> batch.GetResponse:
        return batch.GetResponse(tournament=self.told)

    def Results(self, _: object) -> batch.ResultsResponse:
        if self.cut is not None:
            return batch.ResultsResponse(counts=json.dumps(self.cut.as_json()))
        results = Results((seating((0, 1), 2),))
        results.add_set([PlayedGame(0, (0, 1), ("win", "lose"), 5), PlayedGame(0, (1, 0), ("draw", "draw"), 9)])
        return batch.ResultsResponse(counts=json.dumps(results.as_json()))

    def Curve(self, _: object) -> batch.CurveResponse:
        return batch.CurveResponse(points=[batch.CurvePoint(games=2)])

    def ListGames(self, request: batch.ListGamesRequest) -> batch.ListGamesResponse:
        number = int(request.page_token or 0)
        game = batch.GameSummary(number=number, players=[0, 1], results=[batch.RESULT_WIN, batch.RESULT_LOSE], plies=5)
        return batch.ListGamesResponse(games=[game], next_page_token="" if number else "1")

    def Watch(self, _: object, metadata: object) -> Iterator[batch.WatchResponse]:
        del metadata
        self.streams += 1
        yield batch.WatchResponse(progress=progress(batch.STATUS_RUNNING, self.streams))
        if self.streams == 1:
            raise Away
        yield batch.WatchResponse(progress=progress(batch.STATUS_ENDED, 2))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    fake = FakeServer()
    monkeypatch.setattr(tournament, "server_of", lambda _: fake)
    monkeypatch.setattr(following, "_PAUSE_S", 0.0)
    monkeypatch.setattr(tournament, "game_named", lambda _, name: argparse.Namespace(id=f"id of {name}"))
    return fake


def run(*arguments: str) -> int:
    return tournament.run(command_parsers()["tournament"].parse_args(arguments))


def test_players_of_the_house_are_known_by_their_names(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--game", "Tic", "--player", "greedy", "--player", "Random", "--games", "40", "--sprt", "0", "20"]
    assert run("new", *chosen, "--unrated") == 0
    assert capsys.readouterr().out == f"{ID}\n"
    (request,) = server.made
    assert [player.player_id for player in request.players] == [GREEDY_ID, RANDOM_ID]
    assert (list(request.game_ids), request.games_each, request.rated) == (["id of Tic"], 40, False)
    assert (request.sprt.elo0, request.sprt.elo1) == (0.0, 20.0)


def test_people_answer_and_wait_for_one_another(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tournament, "_HERE_S", 0.0)
    monkeypatch.setattr(FakeServer, "me", argparse.Namespace(id="anna"))
    played: list[str] = []
    monkeypatch.setattr(tournament, "play_on", lambda _, match_id: played.append(match_id) or 0)
    del server.told.players[:]
    server.told.players.add(player_id="ben", name="Ben", entry=batch.ENTRY_ACCEPTED)
    server.told.players.add(player_id="anna", name="Anna", entry=batch.ENTRY_INVITED)
    server.told.status = batch.STATUS_INVITING
    assert run("accept", ID) == run("decline", ID) == run("show", ID) == 0
    assert server.answers == [True, False]
    assert (run("decline", ID, "--player", "ben"), server.answered_for) == (0, ["", "", "ben"])
    with pytest.raises(CommandError, match="called carl"):
        run("decline", ID, "--player", "carl")
    assert "Ben: accepted\nAnna: invited\n" in capsys.readouterr().out
    server.told.progress.pairings.add(players=[0, 1], closes_at_ms=1_000)
    server.told.progress.sitting_out.append(1)
    assert run("show", ID) == 0
    assert "\nsitting out this round: Anna\n" in capsys.readouterr().out
    assert run("here", ID) == 0
    assert (server.arrivals, played) == ([False] * 3, ["the match"])
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in said] == ["Tic: Ben"] * 2
    assert said[1].endswith(", here: Ben")
    assert run("here", ID, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"match_id": "the match"}
    known = {"Anna": PlayerMessage(id="anna", kind=Kind.KIND_PERSON), "Beep": PlayerMessage(id="b", kind=Kind.KIND_BOT)}
    monkeypatch.setattr(tournament, "player_named", lambda _, name: known[name])
    assert run("ask", ID, "--player", "Anna", "--player", "Beep", "--json") == 0
    assert (server.asked, json.loads(capsys.readouterr().out)["id"]) == (["anna", "b"], ID)
    with pytest.raises(SystemExit):
        run("ask", ID)
    assert run("new", "--game", "Tic", "--player", "Random", "--player", "Anna", "--window", "90m") == 0
    assert (server.made[-1].window_s, server.made[-1].games_each) == (5400, 0)
    with pytest.raises(CommandError, match=r"--window is for people, .* Leave it out, or name a person with --player"):
        run("new", "--game", "Tic", "--player", "Random", "--player", "Beep", "--window", "90m")
    assert len(server.made) == 1


def test_a_tournament_is_open_to_all_who_join(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match=r"^Nobody plays. .* let anybody join with --open"):
        run("new", "--game", "Tic")
    assert run("new", "--game", "Tic", "--open", "--window", "90m") == 0
    (made,) = server.made
    assert (made.open, made.window_s, len(made.players)) == (True, 5400, 0)
    del server.told.players[:]
    server.told.open, server.told.status = True, batch.STATUS_INVITING
    server.cut = Results((seating((0, 1), 2),))
    assert run("show", ID) == 0
    assert f"Anybody here may join until it begins: redscience tournament accept {ID}\n" in capsys.readouterr().out


def test_who_waits_for_their_game_waits_over_a_restart(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "_HERE_S", 0.0)
    monkeypatch.setattr(FakeServer, "me", argparse.Namespace(id="anna"))
    monkeypatch.setattr(tournament, "play_on", lambda *_: 0)
    server.told.players[0].player_id = "anna"
    server.told.progress.pairings.add(players=[0, 1])
    server.refusals = [CommandError("It does not answer now.", Exit.UNREACHABLE)] * 3
    assert run("here", ID) == 0
    assert (server.arrivals, server.refusals) == ([False] * 3, [])
    for failure in (CommandError("It is over.", Exit.REFUSED), CommandError("Nobody answers.", Exit.UNREACHABLE)):
        server.refusals = [failure] * 20
        with pytest.raises(CommandError, match=failure.message):
            run("here", ID)


def test_players_of_the_house_think_as_long_as_is_said(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # Names of others may look like that.
    monkeypatch.setattr(tournament, "player_named", lambda _, name: PlayerMessage(id=f"id of {name}"))
    players = ("Standard", "standard@0.5s", "Standard@200", "Anna@200", "Standard@Home")
    assert run("new", "--game", "Tic", *(word for name in players for word in ("--player", name))) == 0
    assert list(server.made[0].players) == [
        batch.Player(player_id=STANDARD_ID),
        batch.Player(player_id=STANDARD_ID, budget=batch.Budget(seconds=0.5)),
        batch.Player(player_id=STANDARD_ID, budget=batch.Budget(simulations=200)),
        batch.Player(player_id="id of Anna@200"),
        batch.Player(player_id="id of Standard@Home"),
    ]


@pytest.mark.parametrize(
    ("name", "exit_code", "told"),
    [
        *((f"standard@{text}", Exit.INVALID, NO_BUDGET.format(text)) for text in ("abc", "-5", "9" * 14, "0,5s", "")),
        ("Beep@5", Exit.INVALID, "Beep cannot be given a budget: bots and people have their own. Leave out @5."),
        ("Nobody@5", Exit.NOT_FOUND, "There is no player 'Nobody'."),
        ("beep@example.org", Exit.NOT_FOUND, "There is no player 'beep@example.org'."),
        ("5", Exit.NOT_FOUND, "There is no player '5'."),
    ],
)
def test_a_budget_that_nobody_can_have_is_told(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, name: str, exit_code: Exit, told: str
) -> None:
    def named(_: object, name: str) -> PlayerMessage:
        if name == "Beep":
            return PlayerMessage(id="b", name="Beep", kind=Kind.KIND_BOT)
        raise CommandError(f"There is no player {name!r}.", Exit.NOT_FOUND)

    monkeypatch.setattr(tournament, "player_named", named)
    with pytest.raises(CommandError) as refused:
        run("new", "--game", "Tic", "--player", "Random", "--player", name)
    assert (refused.value.exit_code, refused.value.message, server.made) == (exit_code, told, [])


def test_games_that_were_cut_off_are_marked(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    results = Results((seating((0, 1), 2),))
    results.add(PlayedGame(0, (0, 1), ("draw", "draw"), 5_000, is_cut=True))
    server.cut = results
    assert run("show", ID) == 0
    assert "Tic: 5000.0 moves, from 5000 to 5000, cut off: 1" in capsys.readouterr().out


def test_it_is_followed_over_a_restart_and_then_shown(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("watch", ID) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["running, 1 of 2 games", "running, 2 of 2 games", "ended, 2 of 2 games"]
    assert server.streams == 2
    assert any(line.startswith("1. Greedy") and "75.0 %" in line and "1-1-0" in line for line in lines)
    assert "Tic, black: 75.0 %" in "\n".join(lines)


def test_it_is_followed_while_nobody_gives_a_token(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.refusals = [CommandError("Players does not answer now.", Exit.UNREACHABLE)] * 3
    assert run("watch", ID) == 0
    assert "ended, 2 of 2 games" in capsys.readouterr().out
    assert (server.streams, server.refusals) == (2, [])
    server.streams, server.refusals = 1, [CommandError("You are logged out.", Exit.REFUSED)]
    with pytest.raises(CommandError, match="logged out"):
        run("watch", ID)


def test_all_of_it_is_written(server: FakeServer, tmp_path: Path) -> None:
    del server
    folder = tmp_path / "new" / "folder"
    assert run("export", ID, str(folder)) == 0
    told = json.loads((folder / "tournament.json").read_text())
    assert told["report"]["standings"][0]["name"] == "Greedy"
    assert (folder / "curve.csv").is_file()
    with (folder / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["number"], row["seat"], row["result"]) for row in rows] == [
        ("0", "black", "win"),
        ("0", "white", "lose"),
        ("1", "black", "win"),
        ("1", "white", "lose"),
    ]
    with (folder / "standings.csv").open(newline="") as file:
        assert [row["benchmark"] for row in csv.DictReader(file)] == ["", ""]
    with (folder / "cross_table.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 6


def test_a_program_is_told_what_was_written(
    server: FakeServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del server
    assert run("export", ID, str(tmp_path), "--json") == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert (told["folder"], said.err) == (str(tmp_path), "")
    assert sorted(told["files"]) == sorted(each.name for each in tmp_path.iterdir())


def test_what_breaks_off_leaves_no_part_of_the_games(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(request: batch.ListGamesRequest) -> batch.ListGamesResponse:
        if request.page_token:
            raise tournament.CommandError("The server does not answer now.", tournament.Exit.UNREACHABLE)
        return FakeServer.ListGames(server, request)

    assert run("export", ID, str(tmp_path)) == 0
    before = (tmp_path / "games.csv").read_text()
    monkeypatch.setattr(server, "ListGames", breaking)
    with pytest.raises(tournament.CommandError, match="does not answer now"):
        run("export", ID, str(tmp_path))
    assert (tmp_path / "games.csv").read_text() == before
    assert not list(tmp_path.glob("games.csv.*"))


def test_a_benchmark_is_marked(server: FakeServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mark = batch.Benchmark(top_player_id=GREEDY_ID, favored_by_id=STANDARD_ID)
    names = {GREEDY_ID: "Greedy", RANDOM_ID: "Random", STANDARD_ID: "Standard", ID: "Deep"}
    players = [batch.Player(player_id=each, name=name) for each, name in names.items()]
    other = batch.Player(player_id=GREEDY_ID, name="Greedy", budget=batch.Budget(simulations=9))
    assert benchmark_parts(batch.Tournament(benchmark=mark, players=[*players, other])) == [
        "top",
        "random",
        "favored by",
        "other",
        "other",
    ]
    server.told.benchmark.CopyFrom(batch.Benchmark(top_player_id=RANDOM_ID, favored_by_id=GREEDY_ID))
    for player, own_id in zip(server.told.players, (GREEDY_ID, RANDOM_ID), strict=True):
        player.player_id = own_id
    run("show", ID)
    said = "Benchmark: when it was made, Random was the top player and most favored by Greedy."
    assert capsys.readouterr().out.splitlines()[1] == said
    run("export", ID, str(tmp_path))
    assert (
        json.loads((tmp_path / "tournament.json").read_text())["tournament"]["benchmark"]["top_player_id"] == RANDOM_ID
    )
    with (tmp_path / "standings.csv").open(newline="") as file:
        assert [row["benchmark"] for row in csv.DictReader(file)] == ["favored by", "top"]


def test_a_folder_that_is_a_file_is_told(server: FakeServer, tmp_path: Path) -> None:
    del server
    (tmp_path / "file").write_text("")
    with pytest.raises(tournament.CommandError, match="cannot be written"):
        run("export", ID, str(tmp_path / "file"))
