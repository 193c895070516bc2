"""The command against real services: who is logged in, games out and in, and how each kind of failure is told."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import re
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fixtures.command_line import CommandLine, command_line, pages
from fixtures.patience import PATIENCE_S
from fixtures.ports import free_ports
from fixtures.saved_games import rule_set, save, stub
from fixtures.services import InProcess, person

from redscience import families
from redscience.api.chat.v1 import chat_pb2
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2 import MakeBotRequest, MakePersonaRequest
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rules.v1.rules_pb2 import HideRequest
from redscience.command import players, watch
from redscience.errors import UnplayableGame
from redscience.names import RANDOM_ID
from services.kit.ids import new_id
from services.match.__main__ import compose as compose_match
from services.match.adjudicator import Adjudicator
from services.match.model import Snapshot
from services.players.__main__ import compose as compose_players
from services.rating.__main__ import compose as compose_rating
from services.rules.__main__ import compose as compose_rules

__all__ = ["command_line"]

ADMIN, CREATOR = "admin@example.org", "creator@example.org"


@pytest.fixture
async def command(services: InProcess, command_line: CommandLine) -> CommandLine:
    """The command, with a server of players and rules, where nobody is logged in."""
    await services.start("players", compose_players)
    await services.start("rules", compose_rules)
    return command_line


@pytest.fixture
async def admin(command: CommandLine) -> CommandLine:
    """The first who logs in on a laptop is its Admin."""
    assert (await command.log_in(ADMIN)).code == 0
    return command


@pytest.fixture
async def creator(admin: CommandLine) -> CommandLine:
    """The second is a Creator."""
    assert (await admin.log_in(CREATOR)).code == 0
    return admin


def game_file(folder: Path, name: str = "Any", **rules: int) -> str:
    file = folder / "game.json"
    file.write_text(rule_set(name, **rules))
    return str(file)


async def test_a_session_is_kept_for_its_owner_alone_until_it_is_ended(command: CommandLine, tmp_path: Path) -> None:
    logged_in = await command.log_in(ADMIN)
    assert logged_in.code == 0
    assert f"in the outbox, {command.address}/outbox?key=" in logged_in.err
    file = tmp_path / "config" / "redscience" / "sessions.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    kept = json.loads(file.read_text())
    assert list(kept) == [command.address]
    assert kept[command.address] not in logged_in.out + logged_in.err
    me = await command.run("whoami")
    assert me.code == 0
    assert f", admin, at {command.address}." in me.out
    assert "any number more." in me.out
    assert (await command.run("logout")).code == 0
    assert json.loads(file.read_text()) == {}
    assert (await command.run("whoami")).code == 3
    assert [each.name for each in file.parent.iterdir()] == ["sessions.json"]
    assert (await command.run("logout")).code == 0


async def test_who_has_logged_out_elsewhere_is_told_to_log_in(command: CommandLine, tmp_path: Path) -> None:
    await command.log_in(ADMIN)
    file = tmp_path / "config" / "redscience" / "sessions.json"
    kept = file.read_text()
    await command.run("logout")
    file.write_text(kept)
    gone = await command.run("whoami", "--json")
    assert (gone.code, gone.error["code"]) == (3, "identity/not_logged_in")


async def test_a_bot_is_told_who_it_is(
    admin: CommandLine, services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = (await admin.run("whoami", "--json")).json
    owner = PlayersServiceStub(services.channel("players", person(me["id"], role="admin", name=me["name"])))
    monkeypatch.setenv("REDSCIENCE_TOKEN", (await owner.MakeBot(MakeBotRequest(name="Rival"))).token)
    bot = await admin.run("whoami")
    assert (bot.code, bot.out) == (0, f"You are Rival, a bot of {me['name']}, at {admin.address}.\n")
    told = (await admin.run("whoami", "--json")).json
    assert (told["name"], told["kind"], "quota" in told) == ("Rival", "KIND_BOT", False)


async def test_a_feature_that_there_is_not_is_told_with_near_ones(command: CommandLine) -> None:
    slip = await command.run("games", "--feature", "captured")
    assert (slip.code, slip.err) == (2, "There is no feature 'captured'. There are: captures.\n")
    none = await command.run("games", "--feature", "zzz", "--json")
    assert "hexagons" in none.error["message"]
    assert (await command.run("games", "--feature", "armies", "--seats", "6")).code == 0


async def test_a_wrong_code_is_refused_and_none_is_invalid(command: CommandLine) -> None:
    wrong = await command.run("login", ADMIN, typed="000000x\n")
    assert (wrong.code, "wrong" in wrong.err) == (3, True)
    assert (await command.run("login", ADMIN, typed="")).code == 2
    assert (await command.run("login", "no address")).code == 2
    assert (await command.run("whoami")).code == 3


async def test_a_game_goes_out_and_comes_in_as_the_same_game(creator: CommandLine, tmp_path: Path) -> None:
    saved = await creator.run("game", "Mine", "-i", game_file(tmp_path), "--json")
    assert (saved.code, saved.json["name"]) == (0, "Mine")
    out = tmp_path / "out.json"
    assert (await creator.run("game", "mine", "-e", str(out))).code == 0
    assert families.read(out.read_bytes()).digest == saved.json["digest"]
    assert json.loads(out.read_text())["name"] == "Mine"
    again = await creator.run("game", "Mine", "-i", str(out), "--json")
    assert (again.code, again.json["id"]) == (0, saved.json["id"])
    assert (await creator.run("whoami", "--json")).json["quota"] == {"saved": 1, "most": 15, "left": 14}
    other = await creator.run("game", "Other", "-i", str(out), "--json")
    assert (other.code, other.error["code"]) == (3, "rules/same_rules")
    assert saved.json["id"] in other.error["message"]
    taken = await creator.run("game", "Connect4", "-i", game_file(tmp_path, length=5), "--json")
    assert (taken.code, [fault["path"] for fault in taken.error["faults"]]) == (3, ["name"])


async def test_of_a_game_that_is_hidden_no_id_is_told(
    services: InProcess, creator: CommandLine, tmp_path: Path
) -> None:
    theirs = await save(stub(services), rule_set("Rude"))
    await stub(services, person(new_id(), role="admin")).Hide(HideRequest(game_id=theirs.id))
    other = await creator.run("game", "Other", "-i", game_file(tmp_path), "--json")
    assert (other.code, other.error["code"]) == (3, "rules/same_rules")
    assert other.error["message"] == "A game that an admin has hidden has the same rules. Change a rule."


async def test_the_standard_streams_are_files_too(creator: CommandLine) -> None:
    exported = await creator.run("game", "Connect4", "-e", "-")
    assert exported.code == 0
    assert families.read(exported.out).digest == families.get("Connect4").digest
    imported = await creator.run("game", "Typed", "-i", "-", typed=rule_set("Any"))
    assert (imported.code, imported.out.startswith("Typed is saved as ")) == (0, True)


async def test_a_token_stands_for_a_session(creator: CommandLine, tmp_path: Path) -> None:
    sessions = tmp_path / "config" / "redscience" / "sessions.json"
    token = json.loads(sessions.read_text())[creator.address]
    sessions.unlink()
    file = game_file(tmp_path)
    assert (await creator.run("game", "Mine", "-i", file)).code == 3
    for forged in ("forged", "-h" + "x" * 40, "-e" + "x" * 40, "--" + "x" * 40, "-7" * 20):
        refused = await creator.run("game", "Mine", "-i", file, forged, "--json")
        assert (refused.code, refused.error["code"]) == (3, "identity/not_logged_in")
    assert (await creator.run("game", "Mine", "-i", file, token, "more")).code == 2
    assert (await creator.run("game", "Mine", "-i", file, token)).code == 0
    assert not sessions.exists()


async def test_what_is_no_game_is_invalid_with_all_its_faults(creator: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    for text in ("", "no JSON", "[]", '{"players": "9", "colour": 1}', "[" * 10_000, "\0", " " * 70_000):
        file.write_text(text)
        refused = await creator.run("game", "Mine", "-i", str(file), "--json")
        assert (refused.code, refused.error["code"], bool(refused.error["faults"])) == (2, "rules/invalid", True)
    file.write_bytes(b"\xff\xfe")
    assert (await creator.run("game", "Mine", "-i", str(file))).code == 2
    no_utf_8 = await creator.run("game", "Mine", "-i", str(file), "--json")
    assert (no_utf_8.code, no_utf_8.error["code"]) == (2, "rules/invalid")
    assert [fault["problem"] for fault in no_utf_8.error["faults"]] == ["is not UTF-8 at byte 0"]
    missing = await creator.run("game", "Mine", "-i", str(tmp_path / "missing"), "--json")
    assert (missing.code, missing.error["code"]) == (2, "command/unreadable_file")


@pytest.mark.parametrize(
    ("changed", "path", "problem"),
    [
        (lambda text: b'{"about": "Caf\xe9", ' + text[1:], "file", "is not UTF-8 at byte 14"),
        (lambda text: b'{"name": "One", "name": "Two", ' + text[1:], "name", "appears twice"),
        (lambda text: text + b" " * 65_536, "file", "is larger than 65536 bytes"),
        (lambda text: text + b"\xff" + b" " * 65_536, "file", "is larger than 65536 bytes"),
        (lambda text: b'{"about": "\\ud800", ' + text[1:], "about", "has a character in it that cannot be seen"),
    ],
)
async def test_what_check_refuses_is_not_saved(
    creator: CommandLine, tmp_path: Path, changed: Callable[[bytes], bytes], path: str, problem: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(changed(rule_set("Any").encode()))
    assert (await creator.run("check", str(file))).code == 1
    refused = await creator.run("game", "Mine", "-i", str(file), "--json")
    assert (refused.code, refused.error["code"]) == (2, "rules/invalid")
    assert [(fault["path"], fault["problem"]) for fault in refused.error["faults"]] == [(path, problem)]


async def test_an_export_that_fails_leaves_what_was_there(creator: CommandLine, tmp_path: Path) -> None:
    assert (await creator.run("game", "Connect4", "-e", str(tmp_path / "no" / "folder"))).code == 2
    there = tmp_path / "there.json"
    there.write_text("before")
    unknown = await creator.run("game", "No-such", "-e", str(there), "--json")
    assert (unknown.code, unknown.error["code"]) == (4, "rules/unknown_game")
    assert unknown.error["message"] == "There is no game 'No-such'. Find games with: redscience games WORD"
    assert there.read_text() == "before"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = asyncio.create_task(asyncio.to_thread(pipe.read_text))
    assert (await creator.run("game", "Connect4", "-e", str(pipe))).code == 0
    assert families.read(await reader).name == "Connect4"
    assert pipe.is_fifo()


async def test_games_are_found_and_told(creator: CommandLine) -> None:
    found = await creator.run("games", "connect")
    assert found.code == 0
    head, *lines = found.out.splitlines()
    assert head.split() == ["NAME", "SEATS", "TURNS", "FAMILY", "FEATURES", "ID"]
    assert [line.split()[0] for line in lines] == ["Connect4", "Connect6-19x19"]
    narrow = await creator.run(
        "games", "--seats", "2", "--family", "variations", "--feature", "three-dimensions", "--json"
    )
    assert [game["name"] for game in narrow.json] == ["Qubic-4"]
    longest = await creator.run("games", "--least-turns", "100", "--shortest", "--json")
    turns = [game["turns"] for game in longest.json]
    assert (turns, turns[0] >= 100) == (sorted(turns), True)
    near = await creator.run("game", "3P-NeedyPoker", "--related", "--json")
    assert [game["name"] for game in near.json[:2]] == ["3P-RichPoker", "KPoker"]
    few = await creator.run("games", "--limit", "2", "--json")
    assert "There are more than 2" in (await creator.run("games", "--limit", "2")).err
    assert [game["name"] for game in few.json] == list(families.names()[:2])
    assert len((await creator.run("games", "--json", "--limit", "1000")).json) == len(families.names())
    described = await creator.run("game", "connect4")
    assert described.out.startswith("Connect4\n========\n")
    by_id = await creator.run("game", lines[0].split()[-1], "--json")
    assert by_id.json["name"] == "Connect4"


async def test_an_admin_renames_and_hides_a_game_and_a_creator_may_not(creator: CommandLine, tmp_path: Path) -> None:
    await creator.run("game", "Rude", "-i", game_file(tmp_path))
    for change in (["--rename", "Polite"], ["--hide"], ["--show"]):
        refused = await creator.run("game", "Rude", *change)
        assert (refused.code, "may not" in refused.err or "allowed" in refused.err) == (3, True)
    await creator.log_in(ADMIN)
    assert (await creator.run("game", "Rude", "--rename", "Polite")).code == 0
    assert (await creator.run("game", "Rude")).code == 4
    assert (await creator.run("game", "Polite", "--rename", "two words")).code == 2
    assert "no new match of it is made" in (await creator.run("game", "Polite", "--hide")).out
    hidden = await creator.run("game", "Polite", "--hide", "--json")
    assert (hidden.code, hidden.json["hidden"]) == (0, True)
    assert "Polite (hidden)" in (await creator.run("games", "polite")).out
    await creator.run("logout")
    assert (await creator.run("game", "Polite")).code == 4
    await creator.log_in(ADMIN)
    shown = await creator.run("game", "Polite", "--show", "--json")
    assert (shown.code, shown.json["hidden"]) == (0, False)


async def test_games_of_a_creator_and_the_newest(creator: CommandLine, tmp_path: Path) -> None:
    me = (await creator.run("whoami", "--json")).json["name"]
    for number, name in enumerate(("First", "Second")):
        await creator.run("game", name, "-i", game_file(tmp_path, width=5 + number))
    for order, found in (([], ["First", "Second"]), (["--newest"], ["Second", "First"])):
        games = await creator.run("games", "--creator", me, "--json", *order)
        assert [game["name"] for game in games.json] == found
    nobody = await creator.run("games", "--creator", "Nobody-of-that-name")
    assert (nobody.code, "There is no player" in nobody.err) == (4, True)


async def test_players_are_found_and_an_admin_sets_their_quota(creator: CommandLine) -> None:
    me = (await creator.run("whoami", "--json")).json
    found = await creator.run("players", me["name"][:3].upper(), "--json")
    assert me["id"] in [player["id"] for player in found.json]
    told = await creator.run("player", me["name"])
    assert (told.code, me["id"] in told.out) == (0, True)
    assert (await creator.run("player", me["id"], "--json")).json["name"] == me["name"]
    assert (await creator.run("player", "Nobody-of-that-name")).code == 4
    assert (await creator.run("player", me["name"], "--quota", "99")).code == 3
    assert (await creator.run("changes")).code == 3
    await creator.log_in(ADMIN)
    for quota, most in (("20", 20), ("0", 0), ("unlimited", None), ("usual", 15)):
        done = await creator.run("player", me["name"], "--quota", quota, "--json")
        assert (done.code, done.json.get("most")) == (0, most)
    for wrong in ("-1", "many", "1000001", ""):
        assert (await creator.run("player", me["name"], "--quota", wrong)).code == 2
    changes = (await creator.run("changes", "--json")).json
    assert [(change["subject_id"], change["after"]) for change in reversed(changes)] == [
        (me["id"], after) for after in ("20", "0", "unlimited", "15")
    ]
    changed = (await creator.run("changes")).out.splitlines()
    assert all(me["name"] in line and me["id"] not in line for line in changed[1:])
    assert "unlimited" in changed[2]


async def test_more_players_than_are_told_at_once_are_said_to_be_there(
    creator: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = (await creator.run("whoami", "--json")).json["name"]
    assert (await creator.run("players", name)).err == ""
    monkeypatch.setattr(players, "MOST_FOUND", 1)
    for limit in ((), ("--limit", "1"), ("--limit", "1000")):
        found = await creator.run("players", name, *limit)
        assert (found.code, len(found.out.splitlines())) == (0, 2)
        assert found.err == "There may be more than 1; to find them, type more of the name.\n"


async def test_an_admin_gives_roles_and_suspends_players(creator: CommandLine) -> None:
    me = (await creator.run("whoami", "--json")).json
    for change in (("--role", "admin"), ("--suspend", "Rude"), ("--unsuspend",)):
        refused = await creator.run("player", me["name"], *change)
        assert (refused.code, "may not" in refused.err) == (3, True)
    await creator.log_in(ADMIN)
    assert "is a trainer now" in (await creator.run("player", me["name"], "--role", "trainer")).out
    assert (await creator.run("player", me["id"], "--role", "creator", "--json")).json["name"] == me["name"]
    renamed = await creator.run("player", me["name"], "--rename", "polite")
    assert (renamed.code, "is called polite now" in renamed.out) == (0, True)
    assert (await creator.run("player", "polite", "--rename", me["name"], "--json")).json["name"] == me["name"]
    assert (await creator.run("player", me["name"], "--rename", "")).code == 2
    assert (await creator.run("player", "Random", "--rename", "polite")).code == 4
    assert (await creator.run("player", me["name"], "--suspend", "")).code == 2
    assert "is suspended" in (await creator.run("player", me["name"], "--suspend", "Rude")).out
    told = await creator.run("player", me["name"])
    assert re.search(r"\nsuspended since .+: Rude$", told.out.strip())
    email = (await creator.run("player", me["name"], "--json")).json["email"]
    assert me["id"] in (await creator.run("player", email.upper())).out
    assert (await creator.run("player", "nobody@example.org")).code == 4
    for wanted in (("--suspended",), (email.partition(".")[0],), ("--role", "creator", me["name"])):
        listed = await creator.run("players", *wanted, "--json")
        assert me["id"] in [player["id"] for player in listed.json]
    assert email in (await creator.run("players", "--suspended")).out
    first, last = [(await creator.run("players", *way, "--json")).json for way in ((), ("--newest",))]
    assert [each["id"] for each in last] == [each["id"] for each in reversed(first)]
    of_them = (await creator.run("changes", "--of", me["name"], "--json")).json
    assert [each["action"] for each in of_them] == ["suspend", "rename", "rename", "role", "role"]
    assert (await creator.run("changes", "--of", "Random", "--json")).json == []
    assert (await creator.run("player", me["name"], "--json")).json["suspended_at_ms"] != "0"
    changed = (await creator.run("changes", "--people")).out.splitlines()
    assert [line.split()[4] for line in changed[1:]] == ["suspend", "rename", "rename", "role", "role"]
    assert changed[2].endswith(f"polite -> {me['name']}")
    entries = (await creator.run("changes", "--people", "--json", "--limit", "1")).json
    assert [(each["player_id"], each["action"], each["detail"]) for each in entries] == [(me["id"], "suspend", "Rude")]
    again = await creator.log_in(CREATOR)
    assert (again.code, again.out) == (3, "")
    assert "may log in again" in (await creator.run("player", me["name"], "--unsuspend")).out
    assert (await creator.log_in(CREATOR)).code == 0
    assert (await creator.run("changes", "--people")).code == 3
    others = await creator.run("player", changed[1].split()[2])
    assert (others.code, others.out.endswith(", person\n")) == (0, True)
    await creator.log_in(ADMIN)
    for wrong in (("--role", "random"), ("--suspend",), ("--role", "admin", "--unsuspend")):
        assert (await creator.run("player", me["name"], *wrong)).code == 2


async def test_an_admin_erases_a_person_who_is_named_once_more(creator: CommandLine) -> None:
    me = (await creator.run("whoami", "--json")).json
    await creator.log_in(ADMIN)
    for typed in ("", "yes"):
        kept = await creator.run("player", me["name"], "--erase", typed=f"{typed}\n")
        assert (kept.code, "Nobody was erased" in kept.err) == (2, True)
    done = await creator.run("player", me["name"], "--erase", typed=f"{me['name']}\n")
    assert (done.code, "is called Gone-" in done.out) == (0, True)
    assert (await creator.run("player", me["name"])).code == 4
    again = await creator.run("player", me["id"], "--erase", "--yes", "--json")
    assert again.json["name"].startswith("Gone-")
    admin = (await creator.run("whoami", "--json")).json
    last = await creator.run("player", admin["id"], "--erase", "--yes")
    assert (last.code, "no admin would be left" in last.err) == (2, True)


@pytest.fixture
async def played(services: InProcess, creator: CommandLine) -> tuple[CommandLine, str]:
    """The command, and the id of a match of whoever is logged in against Random, who makes no move."""
    await services.start("match", compose_match)
    me = (await creator.run("whoami", "--json")).json
    caller = person(me["id"], name=me["name"])
    game = (await creator.run("game", "Tic-Tac-Toe", "--json")).json
    request = match_pb2.CreateRequest(game_id=game["id"], player_ids=[me["id"], RANDOM_ID], request_id="x")
    match = (await MatchServiceStub(services.channel("match", caller)).Create(request)).match
    return creator, match.id


def stub_of(services: InProcess, me: dict[str, str]) -> MatchServiceStub:
    return MatchServiceStub(services.channel("match", person(me["id"], name=me["name"])))


@pytest.fixture
def first_shown(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set once a match that is watched has been shown."""
    shown = threading.Event()

    def noting(show: Callable[..., None]) -> Callable[..., None]:
        def shown_and_noted(*match: Any) -> None:
            show(*match)
            shown.set()

        return shown_and_noted

    monkeypatch.setattr(watch._Board, "show", noting(watch._Board.show))
    monkeypatch.setattr(watch, "_print_json", noting(watch._print_json))
    return shown


async def test_an_admin_hides_what_was_reported_and_lets_it_stand(
    services: InProcess, played: tuple[CommandLine, str]
) -> None:
    command, match_id = played
    me = (await command.run("whoami", "--json")).json
    chat = ChatServiceStub(services.channel("match", person(me["id"], name=me["name"])))
    room = {"match_id": match_id, "room": chat_pb2.ROOM_SEATS}
    await chat.Say(chat_pb2.SayRequest(text="you fool", request_id="said", **room))
    await chat.Report(chat_pb2.ReportRequest(number=1, reason="I regret it", **room))
    assert (await command.run("reports")).code == 3
    await command.log_in(ADMIN)
    listed = await command.run("reports")
    assert (listed.code, "you fool" in listed.out, "I regret it" in listed.out) == (0, True, True)
    (report,) = (await command.run("reports", "--json")).json
    hidden = await command.run("reports", "--hide", report["id"])
    assert (hidden.code, f"What {me['name']} said is hidden." in hidden.out) == (0, True)
    assert (await command.run("reports")).err == "Nothing was found.\n"
    (hidden_report,) = (await command.run("reports", "--resolved", "--json")).json
    assert (hidden_report["message"]["is_hidden"], hidden_report["message"]["text"]) == (True, "you fool")
    shown = (await command.run("reports", "--show", report["id"], "--json")).json
    assert not shown["message"]["is_hidden"]
    resolved = await command.run("reports", "--resolve", report["id"])
    assert (resolved.code, f"What {me['name']} said can be read." in resolved.out) == (0, True)
    for wrong in (("--hide", "x"), ("--show", new_id()), ("--hide",), ("--hide", "x", "--resolved")):
        assert (await command.run("reports", *wrong)).code == 2


async def test_a_match_is_listed_watched_and_read(
    services: InProcess, played: tuple[CommandLine, str], first_shown: threading.Event
) -> None:
    command, match_id = played
    me = (await command.run("whoami", "--json")).json
    listed = await command.run("matches", "--player", me["name"], "--game", "tic-tac-toe", "--status", "running")
    assert (listed.code, f"{me['name']}, Random" in listed.out, match_id in listed.out) == (0, True, True)
    assert (await command.run("matches", "--status", "ended", "--json")).json == []
    stub = stub_of(services, me)
    is_acting = (await stub.Get(match_pb2.GetRequest(match_id=match_id))).match.is_acting
    waiting = (await command.run("matches", "--waiting", "--json")).json
    assert [each["id"] for each in waiting] == ([match_id] if is_acting else [])
    running = await command.run("match", match_id)
    assert (running.code, f"redscience watch {match_id}" in running.out) == (0, True)

    async def leave() -> None:
        assert await asyncio.to_thread(first_shown.wait, PATIENCE_S)
        await stub.Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="go"))

    leaving = asyncio.create_task(leave())
    watched = await command.run("watch", match_id)
    await leaving
    assert watched.code == 0
    assert watched.out.count("Tic-Tac-Toe: ") == 2
    assert watched.out.rstrip().endswith("loses.")
    over = [json.loads(line) for line in (await command.run("watch", match_id, "--json")).out.splitlines()]
    assert [match["status"] for match in over] == ["STATUS_ENDED"]
    listed = await command.run("matches", "--status", "ended")
    assert all(words in listed.out for words in ("ended (resigned)", f"{me['name']}: lose, Random: win"))
    record = await command.run("match", match_id)
    assert record.code == 0
    assert f"{me['name']}, lose" in record.out
    assert "leaves (resigned)" in record.out
    assert record.out.endswith("ended by resigned\n")
    assert len((await command.run("match", match_id, "--json")).json["seed"]) == 32
    for name in ("match", "watch"):
        assert (await command.run(name, "0" * 26)).code == 4


async def test_matches_that_are_over_are_written_to_tables(
    services: InProcess, played: tuple[CommandLine, str], tmp_path: Path
) -> None:
    command, match_id = played
    await services.start("rating", compose_rating)
    folder = tmp_path / "lesson"
    assert (await command.run("matches", "--export", str(folder), "--waiting")).code == 2
    running = await command.run("matches", "--export", str(folder))
    assert (running.code, running.err.endswith("of 0 matches.\n")) == (0, True)
    me = (await command.run("whoami", "--json")).json
    await stub_of(services, me).Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="go"))
    done = await command.run("matches", "--game", "tic-tac-toe", "--export", str(folder), "--json")
    assert done.json == {
        "folder": str(folder),
        "files": ["matches.csv", "seats.csv", "choices.csv"],
        "matches": 1,
    }

    def rows(table: str) -> list[dict[str, str]]:
        return list(csv.DictReader((folder / f"{table}.csv").read_text().splitlines()))

    assert [row["match_id"] for row in rows("matches")] == [match_id]
    assert {(row["player"], row["outcome"]) for row in rows("seats")} == {(me["name"], "lose"), ("Random", "win")}
    assert [(row["player"], row["choice"], row["left"]) for row in rows("choices")][-1:] == [
        (me["name"], "leave", "resigned")
    ]
    (tmp_path / "file").touch()
    barred = await command.run("matches", "--export", str(tmp_path / "file"))
    assert (barred.code, "cannot be written" in barred.err) == (2, True)


async def test_matches_of_a_private_universe_are_listed_by_its_name(
    services: InProcess, played: tuple[CommandLine, str]
) -> None:
    command, match_id = played
    me = (await command.run("whoami", "--json")).json
    players = PlayersServiceStub(services.channel("players", person(me["id"], name=me["name"])))
    made = await players.MakePersona(MakePersonaRequest(name="Teacher", universe_name="Class of 26"))
    (persona, universe) = made.player.id, made.player.universe
    matches = stub_of(services, me)
    game_id = (await command.run("game", "Tic-Tac-Toe", "--json")).json["id"]
    asked = match_pb2.CreateRequest(game_id=game_id, player_ids=[persona, RANDOM_ID], request_id="private")
    private = (await matches.Create(asked)).match
    assert private.universe == universe
    listed = (await command.run("matches", "--universe", "class of 26", "--json")).json
    assert [each["id"] for each in listed] == [private.id]
    assert [each["id"] for each in (await command.run("matches", "--json")).json] == [match_id]
    unknown = await command.run("matches", "--universe", "Class of 27")
    assert (unknown.code, "You are in: Public Universe, Class of 26." in unknown.err) == (4, True)


async def test_the_record_of_a_match_is_told_also_where_its_game_is_read_no_more(
    services: InProcess, played: tuple[CommandLine, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, match_id = played
    me = (await command.run("whoami", "--json")).json
    await stub_of(services, me).Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="go"))

    async def look(_: Adjudicator, __: str) -> Snapshot:
        raise UnplayableGame("Nobody here reads it.")

    monkeypatch.setattr(Adjudicator, "look", look)
    record = await command.run("match", match_id)
    assert (record.code, f"{me['name']}, lose" in record.out) == (0, True)


async def rated_match(services: InProcess, me: dict[str, Any], game_id: str) -> str:
    """The id of a match with Random that its maker has left after a move."""
    stub = stub_of(services, me)
    for number in range(100):
        request = match_pb2.CreateRequest(
            game_id=game_id, player_ids=[me["id"], RANDOM_ID], request_id=f"rated-{number}"
        )
        match = (await stub.Create(request)).match
        if match.viewer == "black":
            break
    await stub.Play(match_pb2.PlayRequest(match_id=match.id, view_version=1, request_id="1", moves=["O@1,1"]))
    await stub.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="go"))
    return match.id


async def test_a_record_has_the_ratings_before_and_after_the_match(
    services: InProcess, played: tuple[CommandLine, str]
) -> None:
    command, _ = played
    me = (await command.run("whoami", "--json")).json
    game = (await command.run("game", "Tic-Tac-Toe", "--json")).json
    match_id = await rated_match(services, me, game["id"])
    without = await command.run("match", match_id, "--json")
    assert (without.code, without.json["ratings"]) == (0, [])
    assert without.err == "The ratings are left out, because the rating service does not answer.\n"
    await services.start("rating", compose_rating)
    async with asyncio.timeout(PATIENCE_S):
        ratings: list[Any] = []
        while not ratings:
            ratings = (await command.run("match", match_id, "--json")).json["ratings"]
    of = {each["player_id"]: each for each in ratings}
    assert set(of) == {me["id"], RANDOM_ID}
    mine, random = of[me["id"]], of[RANDOM_ID]
    assert mine["mu_before"] == random["mu_before"]
    assert mine["rating_after"] < random["rating_after"]
    record = (await command.run("match", match_id)).out.splitlines()
    after = f"{random['rating_after']:.1f}"
    assert f"white: Random, win, rating 0.0 before, {after} after" in record
    (shown,) = (await command.run("player", me["id"], "--ratings", "--json")).json
    assert (shown["standing"]["game_id"], shown["standing"]["lost"], shown["figures"]) == (game["id"], 1, [])
    heads, row = (await command.run("player", me["id"], "--ratings")).out.splitlines()
    assert heads.split() == ["GAME", "RATING", "PLAYED", "WON", "DRAWN", "LOST", "LAST"]
    assert row.split()[0] == "Tic-Tac-Toe"
    assert row.split()[2:6] == ["1", "0", "0", "1"]


async def test_watching_goes_on_after_the_service_was_away(
    services: InProcess, played: tuple[CommandLine, str], first_shown: threading.Event
) -> None:
    command, match_id = played
    me = (await command.run("whoami", "--json")).json

    async def restart_and_leave() -> None:
        assert await asyncio.to_thread(first_shown.wait, PATIENCE_S)
        await services.stop("match")
        await services.start("match", compose_match)
        await stub_of(services, me).Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="go"))

    restarting = asyncio.create_task(restart_and_leave())
    watched = await command.run("watch", match_id, "--json")
    await restarting
    assert watched.code == 0
    assert json.loads(watched.out.splitlines()[-1])["status"] == "STATUS_ENDED"


@pytest.mark.parametrize("shell", ["bash", "zsh"])
async def test_a_shell_is_told_all_commands_and_their_options(command_line: CommandLine, shell: str) -> None:
    script = (await command_line.run("completion", shell)).out
    for expected in ("up", "watch", "--related", "--export", "--status", "running"):
        assert expected in script
    typed = script.replace("autoload -Uz bashcompinit && bashcompinit\n", "")
    for words, completed in (("ga", "games\ngame"), ("game --rel", "--related"), ("matches --status end", "ended")):
        probe = f"COMP_WORDS=(redscience {words}); COMP_CWORD={len(words.split())}; _redscience"
        done = await asyncio.create_subprocess_exec(
            "bash", "-c", f'{typed}\n{probe}; printf "%s\\n" "${{COMPREPLY[@]}}"', stdout=asyncio.subprocess.PIPE
        )
        out, _ = await done.communicate()
        assert out.decode().split() == completed.split()


@pytest.mark.parametrize("arguments", [["games"], ["whoami"], ["game", "Connect4"], ["login", ADMIN]])
async def test_a_server_that_is_not_there_is_5(
    command_line: CommandLine, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is kept for a server that has gone.
    monkeypatch.setenv("REDSCIENCE_TOKEN", "secret")
    (port,) = free_ports(1)
    nobody = await command_line.run(*arguments, "--server", f"127.0.0.1:{port}")
    assert (nobody.code, f"There is no redscience at http://127.0.0.1:{port}" in nobody.err) == (5, True)
    # It says where its services are, and none of them runs.
    silent = await command_line.run(*arguments, "--json")
    assert (silent.code, "does not answer now" in silent.error["message"]) == (5, True)


@pytest.mark.parametrize("told", [b"", b"not JSON", b"[]", b"{}", b'{"grpc": []}', b'{"grpc": {}}', b"[" * 60_000])
async def test_a_page_that_is_no_redscience_is_5(command_line: CommandLine, told: bytes) -> None:
    with pages(told) as address:
        assert (await command_line.run("games", "--server", address)).code == 5


@pytest.mark.parametrize("address", ["ftp://example.org", "http://", "http://[", "two words", "ü.example"])
async def test_what_is_no_address_is_invalid(command_line: CommandLine, address: str) -> None:
    refused = await command_line.run("games", "--server", address)
    assert (refused.code, "is no address of a server" in refused.err) == (2, True)


@pytest.mark.parametrize(
    "arguments",
    [["game"], ["game", "Mine", "-e", "a", "-i", "b"], ["games", "--limit", "0"], ["games", "--seats", "x"], ["login"]],
)
async def test_a_command_line_that_cannot_be_understood_is_2(command_line: CommandLine, arguments: list[str]) -> None:
    assert (await command_line.run(*arguments)).code == 2


async def test_a_folder_that_cannot_be_written_is_told(
    command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    refused = await command.log_in(ADMIN)
    assert (refused.code, "cannot be kept" in refused.err) == (2, True)
