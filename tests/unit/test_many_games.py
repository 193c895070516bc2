"""Random games by the million: on several cores they are the same, and no more is begun than is soon played."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping
from itertools import count
from threading import Lock

import pytest

from redscience.many_games import many_games
from redscience.random_games import Playouts, Result

CORES = 3


class Played:
    """Plays games of one ply whose result is odd where their seed is, and remembers how many times it was asked."""

    def __init__(self) -> None:
        self.times, self._lock = 0, Lock()

    def __call__(self, n: int, seed: int) -> tuple[Mapping[int, int], int]:
        with self._lock:
            self.times += 1
        return {seed % 2: n}, n


def named(result: int) -> tuple[Result, ...]:
    return ("win", "lose") if result else ("lose", "win")


def counted(games: int, cores: int) -> Playouts:
    return many_games(Played(), named, games, seed=7, cores=cores, progress=None, together=10)


@pytest.mark.parametrize("games", [1, 10, 11, 1005])
def test_counts_are_the_same_on_any_number_of_cores(games: int) -> None:
    assert counted(games, 1) == counted(games, 2) == counted(games, 50)
    assert counted(games, 1).games == counted(games, 1).plies == games


@pytest.mark.parametrize("cores", [1, CORES])
def test_who_is_told_of_the_progress_may_stop_it_however_many_games_were_asked_for(cores: int) -> None:
    played, told = Played(), count(1)

    def stop(games: int) -> None:
        if next(told) == 5:
            assert games == 50
            raise InterruptedError

    with pytest.raises(InterruptedError):
        many_games(played, named, 10**20, seed=7, cores=cores, progress=stop, together=10)
    assert played.times <= 5 + 2 * CORES


INTERRUPTED = """
import redscience
def say(games):
    print(games, flush=True)
redscience.playouts(redscience.game("Connect4"), 10**20, cores=2, progress=say)
"""


@pytest.mark.usefixtures("heeds_control_c")
def test_ctrl_c_ends_them() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate()
    assert said.rstrip().endswith("KeyboardInterrupt")
