"""Whether a tournament qualifies as Benchmark, by what the leaderboard says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.tournaments import tournament

from redscience.names import GREEDY_ID, RANDOM_ID, STANDARD_DEEP_ID, STANDARD_ID, STANDARD_QUICK_ID
from services.batch.benchmark import qualified, still_qualified
from services.batch.model import Benchmark, Player

PLAYERS = {
    "random": Player(RANDOM_ID, "Random", "random"),
    "greedy": Player(GREEDY_ID, "Greedy", "house"),
    "standard": Player(STANDARD_ID, "Standard", "house"),
    "quick": Player(STANDARD_QUICK_ID, "Standard-Quick", "house"),
    "deep": Player(STANDARD_DEEP_ID, "Standard-Deep", "house"),
    "hasty standard": Player(STANDARD_ID, "Standard", "house", seconds=0.01),
}
STANDARD_BY_GREEDY = Benchmark(STANDARD_ID, GREEDY_ID)
RANDOM_BY_GREEDY = Benchmark(RANDOM_ID, GREEDY_ID)


class Told:
    """Leaderboards that say the same of every game."""

    def __init__(self, benchmark: Benchmark | None) -> None:
        self._benchmark = benchmark
        self.asked: list[str] = []

    async def benchmark(self, game_id: str) -> Benchmark | None:
        self.asked.append(game_id)
        return self._benchmark


@pytest.mark.parametrize(
    ("entered", "told", "is_one"),
    [
        ("random greedy standard quick", STANDARD_BY_GREEDY, True),
        ("deep quick standard greedy random", STANDARD_BY_GREEDY, True),
        ("random greedy standard", STANDARD_BY_GREEDY, False),
        ("random greedy quick deep", STANDARD_BY_GREEDY, False),
        ("random standard quick deep", STANDARD_BY_GREEDY, False),
        ("random greedy quick", RANDOM_BY_GREEDY, True),
        ("random greedy standard quick", None, False),
    ],
)
async def test_it_needs_the_top_player_whom_it_is_favored_by_random_and_another(
    entered: str, told: Benchmark | None, *, is_one: bool
) -> None:
    held = tournament(*(PLAYERS[name] for name in entered.split()))
    leaderboards = Told(told)
    assert await qualified(held, leaderboards) == (told if is_one else None)
    assert leaderboards.asked == [held.games[0].game_id]


async def test_whoever_thinks_otherwise_than_usual_is_not_whom_the_leaderboard_knows() -> None:
    held = tournament(*(PLAYERS[name] for name in ("random", "greedy", "hasty standard", "quick", "deep")))
    assert await qualified(held, Told(STANDARD_BY_GREEDY)) is None
    both = replace(held, players=(*held.players, PLAYERS["standard"]))
    assert await qualified(both, Told(STANDARD_BY_GREEDY)) == STANDARD_BY_GREEDY


async def test_nobody_is_asked_about_what_cannot_be_one() -> None:
    four = tournament(*(PLAYERS[name] for name in ("random", "greedy", "standard", "quick")))
    nobody = Told(STANDARD_BY_GREEDY)
    for held in (
        replace(four, games=(*four.games, *four.games)),
        replace(four, players=four.players[1:]),
        replace(four, players=(*four.players[:2], *four.players[:2])),
    ):
        assert await qualified(held, nobody) is None
    assert nobody.asked == []


async def test_a_person_can_be_the_top_player_of_one_and_it_is_none_where_they_do_not_accept() -> None:
    anna = Player("anna", "Anna", "person", entry="invited")
    held = tournament(anna, *(PLAYERS[name] for name in ("random", "greedy", "quick")))
    told = Benchmark(anna.player_id, GREEDY_ID)
    asked = replace(held, benchmark=await qualified(held, Told(told)))
    assert asked.benchmark == still_qualified(asked) == told
    assert still_qualified(replace(asked, players=asked.players[1:])) is None
