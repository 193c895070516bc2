"""Players that think, on the whole platform: in every kind of game, and while their processes come and go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from fixtures.person import Person, until
from fixtures.platform import Platform
from fixtures.ports import free_ports
from test_every_game import bot_of, ended, playing

from redscience import families
from redscience.api.match.v1 import match_pb2 as mp
from redscience.names import GREEDY_ID, RANDOM_ID, STANDARD_ID, STANDARD_QUICK_ID
from services.kit.parent import PARENT_VARIABLE

LONGEST_S = 300
"""As long as a turn may take."""
OTHERS = (STANDARD_QUICK_ID, GREEDY_ID, RANDOM_ID)
GAMES = (
    "Connect4",
    "RockPaperScissors",  # sealed
    "Breakthrough",
    "4P-Blind-TTT",  # hidden, four seats
    "KPoker",  # a deck, Chaos
    "3P-9X-HideSeek",
    "SmallStratego",  # a secret set-up
    "FourBases-2P",  # orders
    "Tic-Tac-Rainbow",  # two moves a turn
)


@pytest.fixture
def anna(platform: Platform) -> Iterator[Person]:
    with ExitStack() as channels:
        yield Person(platform, f"anna-{time.time_ns()}@example.org", channels)


def test_they_play_every_kind_of_game_to_its_end(anna: Person) -> None:
    def played(name: str) -> mp.Match:
        game = anna.saved(name)
        others = [OTHERS[number % len(OTHERS)] for number in range(len(game.seats) - 1)]
        return ended(anna, anna.invite(game.id, *others).id)

    with playing([bot_of(anna, 1)]), ThreadPoolExecutor(4) as threads:
        matches = list(threads.map(played, GAMES))
    assert {match.reason for match in matches} == {mp.REASON_RULES}
    assert all(match.rated for match in matches)


@contextmanager
def another(platform: Platform) -> Iterator[subprocess.Popen[bytes]]:
    """One more process of the same kind, beside the one that was started anew."""
    told = Path(f"/proc/{platform.pid('house')}/environ").read_bytes().split(b"\0")
    environ = dict(line.decode().split("=", 1) for line in told if line)
    (port,) = free_ports(1)
    environ |= {"REDSCIENCE_HOUSE_ADDRESS": f"127.0.0.1:{port}", PARENT_VARIABLE: str(os.getpid())}
    with (platform.state / "logs" / "house-2.log").open("wb") as log:
        process = subprocess.Popen([sys.executable, "-m", "services.chaos.house"], env=environ, stderr=log, stdout=log)
    try:
        until(lambda: "listening" in (platform.state / "logs" / "house-2.log").read_text() or None)
        yield process
    finally:
        process.kill()
        process.wait()


def test_whichever_process_is_killed_their_matches_go_on(platform: Platform, anna: Person) -> None:
    # Time enough for a turn while nobody is there to make it.
    patient = {"name": f"Draughts-{time.time_ns()}", "seconds_per_turn": LONGEST_S}
    game_id = anna.save(json.dumps(json.loads(families.get("EnglishDraughts").text) | patient)).id
    matches = [anna.invite(game_id, who) for who in (STANDARD_ID, STANDARD_QUICK_ID, GREEDY_ID)]

    def play_on() -> None:
        """A move of Anna's in each match."""
        for match in matches:
            seen = until(lambda match=match: _my_turn(anna, match.id))  # type: ignore[misc]
            anna.play(seen, json.loads(seen.view)["legal"][0]["move"])

    play_on()
    platform.kill("house")
    play_on()
    with another(platform) as second:
        play_on()
        assert platform.strike("house")
        play_on()
        play_on()
        platform.wait_until_whole()
        second.kill()
        play_on()
    for match in matches:
        assert until(lambda match=match: _my_turn(anna, match.id))  # type: ignore[misc]
        anna.leave(match.id)
        ended(anna, match.id)
        record = anna.record(match.id)
        state = families.read(record.rule_set).game().start(int(record.seed, 16))
        for turn in record.turns:
            if not turn.left:
                assert state.acting == tuple(turn.seats), "a turn was answered twice"
                state = state.play({turn.seats[0]: list(turn.moves.moves)})


def _my_turn(anna: Person, match_id: str) -> mp.Match | None:
    seen = anna.look(match_id)
    assert seen.status == mp.STATUS_RUNNING
    return seen if seen.viewer in json.loads(seen.view)["acting"] else None
