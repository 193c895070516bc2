"""Known numbers: what others have counted, the engine must count."""

from __future__ import annotations

from collections import defaultdict

import pytest

import redscience
from redscience.variations.state import VariationState


def children(state: VariationState) -> list[VariationState]:
    return [state.play({seat: move}) for seat in state.acting for move in state.legal(seat) if move != "draw"]


def by_ply(state: VariationState, plies: int) -> list[int]:
    """How many distinct positions there are after 0, 1, … plies."""
    counts, level = [1], {state.position: state}
    for _ in range(plies):
        level = {child.position: child for parent in level.values() for child in children(parent)}
        counts.append(len(level))
    return counts


def games_and_positions(state: VariationState) -> tuple[int, int]:
    """How many games there are from a state, as sequences of moves, and how many distinct positions."""
    games: dict[str, int] = {}

    def count(here: VariationState) -> int:
        if here.position not in games:
            games[here.position] = 1 if here.outcome else sum(map(count, children(here)))
        return games[here.position]

    return count(state), len(games)


def test_tic_tac_toe_has_255168_games_and_5478_positions() -> None:
    assert games_and_positions(redscience.game("Tic-Tac-Toe").start()) == (255_168, 5_478)


def test_tic_tac_toe_games_end_as_counted() -> None:
    """131,184 games are won by the first player, 77,904 by the second, 46,080 are drawn."""
    ends: dict[str, int] = defaultdict(int)
    level = {(state := redscience.game("Tic-Tac-Toe").start()).position: (state, 1)}
    while level:
        deeper: dict[str, tuple[VariationState, int]] = {}
        for parent, ways in level.values():
            for child in children(parent):
                if child.outcome:
                    ends[child.outcome["black"]] += ways
                else:
                    deeper[child.position] = (child, deeper.get(child.position, (child, 0))[1] + ways)
        level = deeper
    assert ends == {"win": 131_184, "lose": 77_904, "draw": 46_080}


def test_connect4_positions_by_ply() -> None:
    """OEIS A212693."""
    assert by_ply(redscience.game("Connect4").start(), 6) == [1, 7, 49, 238, 1120, 4263, 16422]


def test_tic_tac_toe_at_random_ends_as_computed() -> None:
    """The exact odds are 0.584921, 0.288095 and 0.126984; the seed is fixed, and 5 standard errors are allowed."""
    games = 2_000_000
    counts = redscience.playouts(redscience.game("Tic-Tac-Toe"), games, seed=11).counts
    odds = {("win", "lose"): 737 / 1260, ("lose", "win"): 121 / 420, ("draw", "draw"): 8 / 63}
    for outcome, chance in odds.items():
        assert counts[outcome] == pytest.approx(games * chance, abs=5 * (games * chance * (1 - chance)) ** 0.5)
