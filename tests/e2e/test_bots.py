"""The program of docs/bots.md does what the page says, and a bot goes on whatever happens to the platform."""

from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from fixtures.patience import PATIENCE_S
from fixtures.person import Person, until
from fixtures.platform import Platform

from redscience.api.match.v1 import match_pb2 as mp
from redscience.api.players.v1.players_pb2 import ListOutboxRequest
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from services.kit.channels import connect

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
GAMES = ("Connect4", "RockPaperScissors", "Shopping9", "4P-Blind-TTT", "StagHunt", "Undercut")


@pytest.mark.parametrize("game", GAMES)
def test_the_program_of_the_page_plays(platform: Platform, tmp_path: Path, game: str) -> None:
    program = re.search(r"```python\n(import json\n.*?)```", PAGE.read_text(), re.DOTALL)
    assert program is not None
    (tmp_path / "bot.py").write_text(program[1])
    email = f"bot-{time.time_ns()}@example.org"
    addresses = [platform.address_of(service) for service in ("players", "rules", "match")]
    command = [sys.executable, tmp_path / "bot.py", *addresses, email, game]

    def code() -> str | None:
        with connect(platform.address_of("players")) as channel:
            mails = PlayersServiceStub(channel).ListOutbox(ListOutboxRequest(key=platform.outbox_key)).mails
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


def test_a_bot_outlives_every_service(platform: Platform, tmp_path: Path) -> None:
    output = tmp_path / "bot.out"
    with ExitStack() as opened:
        anna = Person(platform, f"anna-{time.time_ns()}@example.org", opened)
        command = [sys.executable, EXAMPLE, platform.address]
        environ = os.environ | {"REDSCIENCE_SECRET": anna.secret, "PYTHONUNBUFFERED": "1"}
        told = opened.enter_context(output.open("w"))
        bot = opened.enter_context(subprocess.Popen(command, env=environ, stdout=told, stderr=subprocess.STDOUT))
        try:
            for service in ("match", "players", "gateway", "rules"):
                match_id = anna.begin(anna.game("5on15sq")).id
                platform.kill(service)
                until(lambda match_id=match_id: anna.look(match_id).status == mp.STATUS_ENDED)
        finally:
            bot.send_signal(signal.SIGINT)
            bot.wait(PATIENCE_S)
    assert bot.returncode == 0
    said = output.read_text()
    assert said.count("'black': '") == 4, said  # each match that has ended is told
    assert not re.search("Traceback|Task|Exception", said), said
