"""What the platform stands on fails for a while: matches go on or are refused clearly, and nothing is half done."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest
from fixtures.databases import sqlite_only
from fixtures.disks import full, small_disk
from fixtures.person import Person, until
from fixtures.platform import Platform

from redscience.api.match.v1 import match_pb2 as mp
from redscience.errors import Unavailable
from services.kit.processes import look
from services.laptop.state import PROCESSES

AWAY_S = 10.0
DISK_MB = 96


@pytest.fixture
def anna(platform: Platform) -> Iterator[Person]:
    with ExitStack() as channels:
        yield Person(platform, f"anna-{time.time_ns()}@example.org", channels)


def play_out(anna: Person, match: mp.Match) -> list[str]:
    """Plays a match against Random to its end; what was acknowledged."""
    played = []
    while (seen := anna.look(match.id)).status == mp.STATUS_RUNNING:
        view = json.loads(seen.view)
        if seen.viewer in view["acting"]:
            played.append(view["legal"][0]["move"])
            anna.play(seen, played[-1])
        else:
            time.sleep(0.02)
    return played


def recorded(anna: Person, match: mp.Match) -> list[str]:
    turns = (turn for turn in anna.record(match.id).turns if match.viewer in turn.seats and not turn.automatic)
    return [move for turn in turns for move in turn.moves.moves]


@contextmanager
def silent(platform: Platform) -> Iterator[None]:
    """NATS neither answers nor ends."""
    pid = platform.pid("nats")
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        # What has hung for long enough was started again.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


@contextmanager
def dead(platform: Platform) -> Iterator[None]:
    """NATS is killed again and again, before anybody can make use of it."""
    over = threading.Event()

    def kill() -> None:
        while not over.wait(0.02):
            platform.strike("nats")

    killing = threading.Thread(target=kill)
    killing.start()
    try:
        yield
    finally:
        over.set()
        killing.join()


@pytest.mark.slow
@pytest.mark.parametrize("away", [silent, dead])
def test_matches_go_on_and_are_rated_once_while_nats_is_away(
    platform: Platform, anna: Person, away: Callable[[Platform], AbstractContextManager[None]]
) -> None:
    game_id = anna.game("Tic-Tac-Toe")
    begun_before = anna.begin(game_id)
    with away(platform):
        until(lambda: lacking(platform).get("match") == ("bus",))
        back_at_s = time.monotonic() + AWAY_S
        matches = [begun_before]
        assert play_out(anna, begun_before) == recorded(anna, begun_before)
        while time.monotonic() < back_at_s:
            matches.append(anna.begin(game_id))
            assert play_out(anna, matches[-1]) == recorded(anna, matches[-1])
            time.sleep(2)
    platform.wait_until_whole()
    matches.append(anna.begin(game_id))
    play_out(anna, matches[-1])

    def played() -> int:
        standing = anna.standing(game_id)
        return standing.played if standing is not None else 0

    until(lambda: played() == len(matches))
    # Whatever is told a second time counts no more.
    platform.kill("rating")
    assert until(played) == len(matches)


def lacking(platform: Platform) -> dict[str, tuple[str, ...]]:
    """What processes say that they lack, as `redscience status` and the page of Admins tell it."""
    return {seen.name: seen.lacks for seen in look(platform.state / PROCESSES) if seen.lacks}


def own_turn(anna: Person, match_id: str) -> mp.Match:
    """The match as soon as it is her turn."""

    def seen() -> mp.Match | None:
        match = anna.look(match_id)
        assert match.status == mp.STATUS_RUNNING
        return match if match.viewer in json.loads(match.view)["acting"] else None

    return until(seen)


def first_legal(match: mp.Match) -> str:
    return str(json.loads(match.view)["legal"][0]["move"])


def refusal(anna: Person, match: mp.Match) -> Unavailable | None:
    """What a move is refused with."""
    try:
        anna.try_to_play(match, first_legal(match))
    except Unavailable as error:
        return error
    return None


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another process, such as a backup, holds the file for itself."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@sqlite_only
@pytest.mark.slow
def test_what_a_locked_database_cannot_take_is_taken_once_when_it_is_free(own_platform: Platform) -> None:
    own_platform.start()
    with ExitStack() as channels:
        anna = Person(own_platform, "anna@example.org", channels)
        game_id = anna.game("5on15sq")
        matches = [own_turn(anna, anna.begin(game_id).id) for _ in range(2)]
        moves = [first_legal(match) for match in matches]
        with ThreadPoolExecutor() as threads:
            playing = []
            with locked(own_platform.state / "databases" / "match.sqlite"):
                # The first waits for longer than a call may take, the second not.
                for match, move, seconds in zip(matches, moves, (12, 3), strict=True):
                    playing.append(threads.submit(anna.play, match, move))
                    time.sleep(seconds)
                assert not any(each.done() for each in playing)
                until(lambda: lacking(own_platform) == {"match": ("database",)})
            for each in playing:
                each.result()
        for match, move in zip(matches, moves, strict=True):
            own_turn(anna, match.id)
            anna.leave(match.id)
            assert recorded(anna, match) == [move]
    assert "database is locked" in (own_platform.state / "logs" / "match.log").read_text()
    own_platform.stop()


@sqlite_only
@pytest.mark.slow
@pytest.mark.parametrize("folder", ["databases", "."])
def test_what_a_full_disk_cannot_take_is_refused_by_name_and_nothing_is_half_done(
    own_platform: Platform, folder: str
) -> None:
    disk = own_platform.state / folder
    with small_disk(disk, DISK_MB), ExitStack() as channels:
        own_platform.start()
        anna = Person(own_platform, "anna@example.org", channels)
        game_id = anna.game("5on15sq")
        match = own_turn(anna, anna.begin(game_id).id)
        with full(disk):
            error = until(lambda: refusal(anna, match))
            assert "Try again in a moment" in error.message
            with pytest.raises(Unavailable):
                anna.begin(game_id)
            assert anna.look(match.id).view == match.view
            until(lambda: lacking(own_platform).get("match") == ("database",))
        until(lambda: not lacking(own_platform))
        if folder == "databases":
            said = (own_platform.state / "logs" / "match.log").read_text()
            assert "database or disk is full" in said
        anna.play(match, first_legal(match))
        own_turn(anna, match.id)
        anna.leave(match.id)
        assert recorded(anna, match) == [first_legal(match)]
        assert until(lambda: anna.standing(game_id)).played == 1
        until(lambda: not waiting(own_platform))
        own_platform.stop()


def waiting(platform: Platform) -> int:
    """What the match service has to tell on the bus."""
    with closing(sqlite3.connect(platform.state / "databases" / "match.sqlite")) as database:
        return int(database.execute("SELECT count(*) FROM outbox").fetchone()[0])
