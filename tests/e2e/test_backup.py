"""A platform is copied while people play on it, everything is lost, and it is there again."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from fixtures.databases import sqlite_only
from fixtures.person import Person, until
from fixtures.platform import COMMAND, Platform
from fixtures.saved_games import rule_set

from redscience.api.match.v1 import match_pb2 as mp
from services.kit.config import SERVICES, WITHOUT_ADDRESS


def host(*arguments: str | Path) -> str:
    return subprocess.run([*COMMAND, "host", *arguments], capture_output=True, text=True, check=True).stdout


def how_it_is(platform: Platform) -> list[dict[str, Any]]:
    said = subprocess.run([*COMMAND, "status", "--json", "--state", platform.state], capture_output=True, check=True)
    seen: list[dict[str, Any]] = json.loads(said.stdout)
    return seen


def _all_ready(seen: list[dict[str, Any]]) -> dict[str, dict[str, Any]] | None:
    """Each by its name, if all are ready."""
    return {each["name"]: each for each in seen} if all(each["is_ready"] for each in seen) else None


def lives(platform: Platform) -> list[str]:
    """The processes that say that their loops go round."""
    noted = json.loads((platform.state / "processes.json").read_text())
    addresses = {name: each["metrics"] for name, each in noted.items() if "metrics" in each}
    return [name for name, address in addresses.items() if says_so(address)]


def says_so(address: str) -> bool:
    """Whether a process answers so; a worker says nothing before it has something to do."""
    try:
        return bool(urlopen(f"http://{address}/livez").status == HTTPStatus.OK)
    except URLError:
        return False


def move(anna: Person, match: mp.Match) -> mp.Match:
    """Anna's next move, when it is hers or the match has ended."""

    def mine_or_over() -> mp.Match | None:
        seen = anna.look(match.id)
        return seen if seen.status != mp.STATUS_RUNNING or seen.viewer in json.loads(seen.view)["acting"] else None

    seen = until(mine_or_over)
    if seen.status == mp.STATUS_RUNNING:
        anna.play(seen, json.loads(seen.view)["legal"][0]["move"])
    return anna.look(match.id)


@sqlite_only
def test_everything_is_lost_and_there_again(own_platform: Platform, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    own_platform.start("--metrics")
    with ExitStack() as channels:
        anna = Person(own_platform, "anna@example.org", channels)
        game = anna.save(rule_set("Kept", width=5, height=4))
        ended, running = anna.begin(game.id), anna.begin(anna.game("Connect4"))
        while ended.status == mp.STATUS_RUNNING:
            ended = move(anna, ended)
        move(anna, running)
        standing = until(lambda: anna.standing(game.id))
        kept = anna.record(ended.id).SerializeToString()
        copying = subprocess.Popen([*COMMAND, "host", "backup", file, "--state", own_platform.state])
        while copying.poll() is None:
            move(anna, running)
        assert copying.returncode == 0
        # On a busy machine one may be asked in vain for a moment.
        seen = until(lambda: _all_ready(how_it_is(own_platform)))
        assert seen["match"]["figures"].keys() >= {"calls", "moves, ms", "database, ms"}
        assert seen["rating"]["figures"].keys() >= {"ratings late, ms"}
        assert seen["gateway"]["figures"]
        assert seen["worker"]["address"] == ""
        until(lambda: set(lives(own_platform)) == {*SERVICES} - WITHOUT_ADDRESS)
    own_platform.stop()
    shutil.rmtree(own_platform.state)

    assert "is as it was at" in host("restore", file, "--state", own_platform.state)
    own_platform.start()
    with ExitStack() as channels:
        anna = Person(own_platform, "anna@example.org", channels)
        assert anna.record(ended.id).SerializeToString() == kept
        assert anna.standing(game.id) == standing
        assert anna.saved("Kept").id == game.id
        while running.status == mp.STATUS_RUNNING:
            running = move(anna, running)
        until(lambda: anna.standing(running.game_id))
