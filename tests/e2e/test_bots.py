"""The program of docs/bots.md does what the page says."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fixtures.patience import PATIENCE_S
from fixtures.person import until
from fixtures.platform import Platform

from redscience.api.players.v1.players_pb2 import ListOutboxRequest
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from services.kit.channels import connect

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
GAMES = ("Connect4", "RockPaperScissors", "Shopping9", "4P-Blind-TTT", "StagHunt", "Undercut")


@pytest.mark.parametrize("game", GAMES)
def test_the_program_of_the_page_plays(platform: Platform, tmp_path: Path, game: str) -> None:
    program = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
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
