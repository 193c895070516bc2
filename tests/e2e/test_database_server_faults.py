"""The database server fails for a while: what it cannot take is refused by name, and nothing is half done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fixtures.databases import Databases, hosted
from fixtures.disks import full, small_disk
from fixtures.person import Person, eventually, until
from fixtures.platform import Platform
from fixtures.postgres import PostgresServer
from test_faults import first_legal, lacking, own_turn, recorded, refusal

from redscience.errors import Unavailable
from services.kit.config import WITH_DATABASE

pytestmark = [hosted, pytest.mark.slow]

AWAY_S = 10.0
DISK_MB = 256


@contextmanager
def platform_on(server: PostgresServer, folder: Path) -> Iterator[Platform]:
    """A platform whose databases are on a server. That it stays whole is seen at the end."""
    state = folder / "state"
    platform = Platform(state, environ=Databases(folder, server).for_a_platform(state))
    platform.start()
    try:
        yield platform
        assert "starting it again" not in platform.output
    finally:
        platform.stop()


def test_what_a_server_that_is_away_cannot_take_is_taken_once_when_it_is_back(
    tmp_path: Path, own_postgres_server: PostgresServer
) -> None:
    with (
        platform_on(own_postgres_server, tmp_path) as platform,
        ExitStack() as channels,
        ThreadPoolExecutor() as threads,
    ):
        anna = Person(platform, "anna@example.org", channels)
        game_id = anna.game("5on15sq")
        match, other = (own_turn(anna, anna.begin(game_id).id) for _ in range(2))
        own_postgres_server.kill()
        back_at_s = time.monotonic() + AWAY_S
        playing = threads.submit(anna.play, other, first_legal(other))
        error = refusal(anna, match)
        assert error is not None
        assert "Try again in a moment" in error.message
        with pytest.raises(Unavailable):
            anna.begin(game_id)
        until(lambda: lacking(platform) == dict.fromkeys(WITH_DATABASE, ("database",)))
        while time.monotonic() < back_at_s:
            assert not playing.done()
            time.sleep(0.1)
        own_postgres_server.start_again()
        playing.result()
        until(lambda: not lacking(platform))
        anna.play(match, first_legal(match))
        for each in (match, other):
            own_turn(anna, each.id)
            anna.leave(each.id)
            assert recorded(anna, each) == [first_legal(each)]
        eventually(lambda: check_played(anna, game_id, 2))


def test_what_a_full_disk_of_the_server_cannot_take_is_refused_and_all_else_is_there(
    tmp_path: Path, disk: Path, server_on_disk: PostgresServer
) -> None:
    with platform_on(server_on_disk, tmp_path) as platform, ExitStack() as channels:
        anna = Person(platform, "anna@example.org", channels)
        game_id = anna.game("5on15sq")
        match = own_turn(anna, anna.begin(game_id).id)
        with full(disk):
            begun = [match.id]
            error = until(lambda: refused_in_the_end(anna, game_id, begun))
            assert "Try again in a moment" in error.message
            assert anna.look(match.id).view == match.view
        for match_id in begun:
            match = own_turn(anna, match_id)
            anna.play(match, first_legal(match))
            own_turn(anna, match_id)
            anna.leave(match_id)
            assert recorded(anna, match) == [first_legal(match)]
        eventually(lambda: check_played(anna, game_id, len(begun)))


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small disk, to which whoever runs the server comes."""
    with TemporaryDirectory(prefix="redscience-disk-") as folder, small_disk(Path(folder) / "disk", DISK_MB):
        for each in (Path(folder), Path(folder) / "disk"):
            each.chmod(0o777)
        yield Path(folder) / "disk"


@pytest.fixture
def server_on_disk(disk: Path) -> Iterator[PostgresServer]:
    """A server that keeps everything there."""
    server = PostgresServer(disk, is_durable=True)
    server.wait_until_ready()
    yield server
    server.stop()


def check_played(anna: Person, game_id: str, count: int) -> None:
    """Sees that so many matches have been counted."""
    standing = anna.standing(game_id)
    assert standing is not None
    assert standing.played == count


def refused_in_the_end(anna: Person, game_id: str, begun: list[str]) -> Unavailable | None:
    """Begins another match: what that is refused with, when there is no more room."""
    try:
        begun.append(anna.begin(game_id).id)
    except Unavailable as error:
        return error
    return None
