"""Figures of rules that are saved nowhere: what comes of a sample of random games."""

from __future__ import annotations

import asyncio
import threading

import pytest
from fixtures.patience import PATIENCE_S

from redscience import families
from redscience.errors import RuleSetError
from redscience.random_games import Result
from redscience.variations import catalogue
from redscience.variations.language import RuleSet, read, to_json
from services.match import figures as module
from services.match.figures import GAMES, Figures, Sampler


async def sampled(rules: RuleSet) -> Figures:
    return await Sampler().figures("ada", to_json(rules))


@pytest.fixture
def plenty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sample ends early, however slow this machine is."""
    monkeypatch.setattr(module, "MOST_S", 600.0)


@pytest.mark.usefixtures("plenty")
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "BoS", "KPoker", "4P-TrendSetter", "3Blotto13"])
async def test_every_game_of_a_sample_counts_for_every_seat(name: str) -> None:
    rules = catalogue.get(name)
    figures = await sampled(rules)
    assert len(figures.lengths) == len(figures.results) == GAMES
    assert figures.seats == rules.player_seats
    assert all(figures.of(seat).total() == GAMES for seat in figures.seats)
    assert min(figures.lengths) <= figures.turns <= max(figures.lengths)


@pytest.mark.usefixtures("plenty")
async def test_the_same_rules_have_the_same_figures() -> None:
    first, again = [await sampled(catalogue.get("Tapatan")) for _ in range(2)]
    assert first == again


@pytest.mark.usefixtures("plenty")
async def test_what_always_ends_alike_shows() -> None:
    rules = read('{"name": "At-once", "checks": ["any_piece_loses"]}')
    figures = await sampled(rules)
    assert (figures.of("black"), figures.of("white")) == ({"lose": GAMES}, {"win": GAMES})
    assert (set(figures.lengths), figures.unlost) == ({1}, 0)


async def test_of_a_slow_game_fewer_are_played_but_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_S", 1e-9)
    monkeypatch.setattr(module, "PIECE_S", -1.0)
    assert len((await sampled(RuleSet())).lengths) == 1


async def test_rules_that_cannot_be_played_are_refused() -> None:
    for text in ("{", '{"name": "X", "players": "9"}'):
        with pytest.raises(RuleSetError):
            await Sampler().figures("ada", text)


COSTLY = {
    "name": "Costly",
    "board": {"kind": "squares", "size": [19, 19, 1], "count": 3},
    "shapes": {"O": {"move": "linear", "reserve": {"black": 9, "white": 9}}},
    "checks": ["any_piece_loses"],
}


async def test_of_costly_games_short_ones_count_and_long_ones_are_refused() -> None:
    """Nothing ends a game that was begun, and one of such rules can take ten seconds."""
    source = families.read(COSTLY)
    assert source.bound is not None
    assert source.bound.turn_us > module.QUICK_TURN_US
    assert (await Sampler().figures("ada", source.text)).turns == 3
    endless = families.read({**COSTLY, "checks": [], "stalemate": ["most_area_wins"]})
    with pytest.raises(RuleSetError, match="more than 500 moves"):
        await Sampler().figures("ada", endless.text)


async def test_nobody_waits_for_a_costly_game_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def play(*_: object) -> tuple[tuple[Result, ...], int]:
        has_begun.set()
        assert may_end.wait(PATIENCE_S)
        return ("lose", "win"), 1

    monkeypatch.setattr(module, "_short", play)
    sampler = Sampler()
    costly = asyncio.create_task(sampler.figures("eve", families.read(COSTLY).text))
    assert await asyncio.to_thread(has_begun.wait, PATIENCE_S)
    assert (await sampler.figures("ada", to_json(RuleSet()))).seats == ("black", "white")
    may_end.set()
    assert (await costly).turns == 1
