"""The database server fails for a while: what it cannot take is refused by name, and nothing is half done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from fixtures.databases import Databases, hosted
from fixtures.disks import full, small_disk
from fixtures.person import Person, until
from fixtures.platform import Platform
from fixtures.postgres import PostgresServer
from test_faults import first_legal, own_turn, recorded, refusal

from redscience.errors import Unavailable

pytestmark = [hosted, pytest.mark.slow]

AWAY_S = 10.0
DISK_MB = 256


@contextmanager
def platform_on(server: PostgresServer, folder: Path) -> Iterator[Platform]:
    """A platform whose databases are on a server. That it stays whole is seen at the end."""
    platform = Platform(folder / "state", environ=Databases(folder, server).for_a_platform())
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
        while time.monotonic() < back_at_s:
            assert not playing.done()
            time.sleep(0.1)
        own_postgres_server.start_again()
        playing.result()
        anna.play(match, first_legal(match))
        for each in (match, other):
            own_turn(anna, each.id)
            anna.leave(each.id)
            assert recorded(anna, each) == [first_legal(each)]
        until(lambda: (standing := anna.standing(game_id)) is not None and standing.played == 2)


def test_what_a_full_disk_of_the_server_cannot_take_is_refused_and_all_else_is_there(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", DISK_MB), ExitStack() as channels:
        server = opened_server(tmp_path / "disk")
        with platform_on(server, tmp_path) as platform:
            anna = Person(platform, "anna@example.org", channels)
            game_id = anna.game("5on15sq")
            match = own_turn(anna, anna.begin(game_id).id)
            with full(tmp_path / "disk"):
                begun = [match.id]
                error = until(lambda: refused_in_the_end(anna, game_id, begun))
                assert "Try again in a moment" in error.message
                assert anna.look(match.id).view == match.view
            anna.play(match, first_legal(match))
            for match_id in begun:
                own_turn(anna, match_id)
                anna.leave(match_id)
            assert recorded(anna, match) == [first_legal(match)]
            until(lambda: (standing := anna.standing(game_id)) is not None and standing.played == len(begun))
        server.stop()


def opened_server(disk: Path) -> PostgresServer:
    """A server on a disk; whoever runs it must be let in."""
    for folder in (disk, *disk.parents[:3]):
        folder.chmod(0o755)
    server = PostgresServer(disk, is_durable=True)
    server.wait_until_ready()
    return server


def refused_in_the_end(anna: Person, game_id: str, begun: list[str]) -> Unavailable | None:
    """Begins another match: what that is refused with, when there is no more room."""
    try:
        begun.append(anna.begin(game_id).id)
    except Unavailable as error:
        return error
    return None
