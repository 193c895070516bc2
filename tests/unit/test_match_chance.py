"""What the service draws from the seed of a match."""

from __future__ import annotations

import random
from collections import Counter

from fixtures.matches import STARTED_MS, snapshot_of

from redscience.interface import SPECTATOR
from services.match.chance import impulses
from services.match.messages import match_message

SEED = "000102030405060708090a0b0c0d0e0f"


def test_impulses_come_as_often_as_they_are_said_to() -> None:
    rng = random.Random(1)
    drawn = Counter(impulses(rng.randbytes(16).hex(), "black") for _ in range(9000))
    expected = {("subtle", "rare"): 600, ("subtle", "common"): 2400, ("basic", "rare"): 1200, ("basic", "common"): 4800}
    assert drawn.keys() == expected.keys()
    assert all(abs(drawn[pair] - count) < 5 * count**0.5 for pair, count in expected.items())


def test_the_impulses_of_one_seat_say_nothing_of_anothers() -> None:
    rng = random.Random(2)
    seeds = [rng.randbytes(16).hex() for _ in range(9000)]
    both = Counter(impulses(seed, "black")[0] + impulses(seed, "white")[0] for seed in seeds)
    expected = {"subtlesubtle": 1000, "subtlebasic": 2000, "basicsubtle": 2000, "basicbasic": 4000}
    assert all(abs(both[pair] - count) < 5 * count**0.5 for pair, count in expected.items())


def test_each_is_told_their_own_impulses_alone_and_always_the_same() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe", seed=SEED)
    for seat in ("black", "white"):
        assert tuple(match_message(snapshot, seat, STARTED_MS).impulses) == impulses(SEED, seat)
    assert list(match_message(snapshot, SPECTATOR, STARTED_MS).impulses) == []
