"""The program of docs/bots.md does what the page says, and a bot goes on whatever happens to the platform."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from fixtures.patience import PATIENCE_S
from fixtures.person import Person, persistent, until
from fixtures.platform import ADMIN, Platform

from redscience.api.batch.v1 import batch_pb2 as bp
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.match.v1 import match_pb2 as mp
from redscience.api.players.v1.players_pb2 import ExchangeRequest, ListOutboxRequest, MakeBotRequest
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.channels import bearer
from redscience.errors import InvalidSlots
from redscience.names import GREEDY_ID, RANDOM_ID
from services.kit.channels import connect

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "bot.py"
EXAMPLE_IN_JAVASCRIPT = ROOT / "examples" / "bot.mjs"
PAGE = ROOT / "docs" / "bots.md"
PAGE_OF_TOURNAMENTS = ROOT / "docs" / "tournaments.md"
GAMES = ("Connect4", "RockPaperScissors", "Shopping9", "4P-Blind-TTT", "StagHunt", "Undercut")

pytestmark = pytest.mark.usefixtures("heeds_control_c")


@pytest.mark.parametrize("game", GAMES)
def test_the_program_of_the_page_plays(platform: Platform, tmp_path: Path, game: str) -> None:
    program = re.search(r"```python\n(import json\n.*?)```", PAGE.read_text(), re.DOTALL)
    assert program is not None
    (tmp_path / "bot.py").write_text(program[1])
    email = f"bot-{time.time_ns()}@example.org"
    addresses = [platform.address_of(service) for service in ("players", "rules", "match")]
    command = [sys.executable, tmp_path / "bot.py", *addresses, email, game]

    with connect(platform.address_of("players")) as channel:
        players = PlayersServiceStub(channel)

        def code() -> str | None:
            mails = persistent(lambda: players.ListOutbox(ListOutboxRequest(key=platform.outbox_key))).mails
            found = (re.search(r"\b\d{6}\b", mail.body) for mail in mails if mail.to == email)
            return next((match[0] for match in found if match), None)

        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bot:
            try:
                output, _ = bot.communicate(f"{until(code)}\n", timeout=PATIENCE_S)
            except BaseException:
                bot.kill()
                raise
    assert bot.returncode == 0
    outcomes = ast.literal_eval(output.removeprefix("code: "))
    assert set(outcomes.values()) <= {"win", "draw", "lose", ""}
    assert "Random" in outcomes


def test_the_program_that_invites_begins_a_match_that_the_bot_plays(platform: Platform, tmp_path: Path) -> None:
    program = re.search(r"```python\n(import asyncio\n.*?)```", PAGE.read_text(), re.DOTALL)
    assert program is not None
    (tmp_path / "invite.py").write_text(program[1])
    with ExitStack() as opened:
        anna = Person(platform, f"anna-{time.time_ns()}@example.org", opened)
        players = PlayersServiceStub(opened.enter_context(connect(platform.address_of("players"))))
        along = bearer(players.Exchange(ExchangeRequest(secret=platform.admin_secret)).token)
        made = players.MakeBot(MakeBotRequest(name=f"Bot-{time.time_ns() % 10**9}"), metadata=along)
        opened.enter_context(running([sys.executable, EXAMPLE, platform.address], made.token, tmp_path / "bot.out"))
        command = [
            sys.executable,
            tmp_path / "invite.py",
            platform.address,
            made.token,
            "3P-Notakto",
            "Random",
            "Greedy",
        ]
        told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_S).stdout
        ended = until(lambda: seen if (seen := anna.look(told.strip())).status == mp.STATUS_ENDED else None)
    assert sorted(seat.kind for seat in ended.seats) == ["bot", "house", "random"]
    assert (ended.reason, ended.rated) == (mp.REASON_RULES, True)


def test_the_program_of_the_page_of_tournaments_tells_the_standings(platform: Platform, tmp_path: Path) -> None:
    program = re.search(r"```python\n(.*?)```", PAGE_OF_TOURNAMENTS.read_text(), re.DOTALL)
    assert program is not None
    (tmp_path / "standings.py").write_text(program[1])
    with ExitStack() as opened:
        admin = Person(platform, ADMIN, opened)
        batch = BatchServiceStub(opened.enter_context(connect(platform.address_of("batch"))))
        players = PlayersServiceStub(opened.enter_context(connect(platform.address_of("players"))))
        along = bearer(players.Exchange(ExchangeRequest(secret=admin.secret)).token)
        request = bp.CreateRequest(
            request_id=f"standings-{time.time_ns()}",
            game_ids=[admin.game("Tic-Tac-Toe")],
            players=[bp.Player(player_id=each) for each in (RANDOM_ID, GREEDY_ID)],
            games_each=2,
        )
        made = batch.Create(request, metadata=along).tournament
        watched = batch.Watch(bp.WatchRequest(tournament_id=made.id), metadata=along)
        assert any(told.progress.status == bp.STATUS_ENDED for told in watched)
    command = [sys.executable, tmp_path / "standings.py", made.id, platform.address, admin.secret]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_S).stdout
    assert sorted(line.split()[1] for line in told.splitlines()) == ["Greedy", "Random"]
    assert sum(float(line.split()[2]) for line in told.splitlines()) == 1


@contextmanager
def running(command: Sequence[str | Path], secret: str, output: Path) -> Iterator[subprocess.Popen[str]]:
    """A bot in a process of its own; it is stopped by Ctrl-C unless it has ended."""
    environ = os.environ | {"REDSCIENCE_SECRET": secret, "PYTHONUNBUFFERED": "1"}
    with (
        output.open("w") as told,
        subprocess.Popen(command, env=environ, stdout=told, stderr=subprocess.STDOUT, text=True) as bot,
    ):
        try:
            yield bot
        finally:
            if bot.poll() is None:
                bot.send_signal(signal.SIGINT)
                bot.wait(PATIENCE_S)


def test_a_bot_outlives_every_service(platform: Platform, tmp_path: Path) -> None:
    output = tmp_path / "bot.out"
    with ExitStack() as opened:
        anna = Person(platform, f"anna-{time.time_ns()}@example.org", opened)
        bot = opened.enter_context(running([sys.executable, EXAMPLE, platform.address], anna.secret, output))
        for service in ("match", "players", "gateway", "rules"):
            match_id = anna.begin(anna.game("5on15sq")).id
            platform.kill(service)
            until(lambda match_id=match_id: anna.look(match_id).status == mp.STATUS_ENDED)
        # The bot is told of an end, and tells it, a moment later than Anna may see it.
        until(lambda: output.read_text().count("'black': '") == 4)
    assert bot.returncode == 0
    said = output.read_text()
    assert said.count("'black': '") == 4, said  # each match that has ended is told
    assert not re.search("Traceback|Task|Exception", said), said


def invited(person: Person, bot_id: str) -> mp.Match:
    """A match with a bot, once it is connected."""

    def match() -> mp.Match | None:
        try:
            return person.invite(person.game("Tic-Tac-Toe"), bot_id)
        except InvalidSlots as refused:
            if "is not connected now" not in refused.message:
                raise
            return None

    return until(match)


def play_to_the_end(person: Person, match_id: str) -> mp.Match:
    """The match once it is over, in which the person makes the first legal move each time."""
    for seen in person.watch(match_id):
        if seen.status == mp.STATUS_ENDED:
            return seen
        if seen.status == mp.STATUS_RUNNING and seen.viewer in (view := json.loads(seen.view))["acting"]:
            person.play(seen, view["legal"][0]["move"])
    raise AssertionError("the stream has ended")


def in_python() -> Sequence[str | Path]:
    return [sys.executable, EXAMPLE]


def in_javascript() -> Sequence[str | Path]:
    """The command; skips the test where it cannot be run."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is missing, the bot in JavaScript was not run: apt-get install nodejs npm")
    if not (ROOT / "node_modules" / "@grpc" / "proto-loader").exists():
        pytest.skip("packages are missing, the bot in JavaScript was not run: npm install")
    return [node, EXAMPLE_IN_JAVASCRIPT]


@pytest.mark.parametrize(
    ("program", "last_words"),
    [(in_python, "NotLoggedIn: The session has ended"), (in_javascript, "The session has ended")],
)
def test_a_bot_is_invited_plays_to_the_end_and_ends_with_its_token(
    platform: Platform, tmp_path: Path, program: Callable[[], Sequence[str | Path]], last_words: str
) -> None:
    output = tmp_path / "bot.out"
    command = [*program(), platform.address]
    with ExitStack() as opened:
        admin = Person(platform, ADMIN, opened)
        anna = Person(platform, f"anna-{time.time_ns()}@example.org", opened)
        bot_id, token = admin.make_bot(f"Bot-{time.time_ns() % 10**9}")
        bot = opened.enter_context(running(command, token, output))
        ended = play_to_the_end(anna, invited(anna, bot_id).id)
        assert {seat.kind: bool(seat.outcome) for seat in ended.seats} == {"person": True, "bot": True}
        until(lambda: ended.id in output.read_text())
        assert admin.rotate_token(bot_id) != token
        platform.kill("match")  # its stream ends, and the next one asks for a token
        assert bot.wait(PATIENCE_S) == 1
    said = output.read_text()
    assert said.splitlines()[-1].startswith(last_words), said
    assert "Traceback" not in said
