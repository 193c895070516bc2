"""Known numbers: what others have counted, the engine must count."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction

import pytest

import redscience
from redscience.variations.game import VariationGame
from redscience.variations.language import read
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


@pytest.mark.slow
def test_tic_tac_toe_has_255168_games_and_5478_positions_and_they_end_as_counted() -> None:
    """131,184 games are won by the first player, 77,904 by the second, 46,080 are drawn."""
    ends: dict[str, int] = defaultdict(int)
    level = {(state := redscience.game("Tic-Tac-Toe").start()).position: (state, 1)}
    positions = set(level)
    while level:
        deeper: dict[str, tuple[VariationState, int]] = {}
        for parent, ways in level.values():
            for child in children(parent):
                positions.add(child.position)
                if child.outcome:
                    ends[child.outcome["black"]] += ways
                else:
                    deeper[child.position] = (child, deeper.get(child.position, (child, 0))[1] + ways)
        level = deeper
    assert ends == {"win": 131_184, "lose": 77_904, "draw": 46_080}
    assert sum(ends.values()) == 255_168
    assert len(positions) == 5_478


@pytest.mark.slow
def test_connect4_positions_by_ply() -> None:
    """OEIS A212693."""
    assert by_ply(redscience.game("Connect4").start(), 5) == [1, 7, 49, 238, 1120, 4263]


def test_tic_tac_toe_at_random_ends_as_computed() -> None:
    """The exact odds are 0.584921, 0.288095 and 0.126984; the seed is fixed, and 5 standard errors are allowed."""
    games = 2_000_000
    counts = redscience.playouts(redscience.game("Tic-Tac-Toe"), games, seed=11).counts
    odds = {("win", "lose"): 737 / 1260, ("lose", "win"): 121 / 420, ("draw", "draw"): 8 / 63}
    for outcome, chance in odds.items():
        assert counts[outcome] == pytest.approx(games * chance, abs=5 * (games * chance * (1 - chance)) ** 0.5)


def turns(state: VariationState, depth: int, *, has_chains: bool) -> int:
    """How many sequences of so many whole turns there are; the jumps of a chain are one turn."""
    if depth == 0:
        return 1
    if depth == 1 and not has_chains:
        return sum(move != "draw" for seat in state.acting for move in state.legal(seat))
    after = children(state)
    return sum(turns(child, depth if child.is_mid_turn else depth - 1, has_chains=has_chains) for child in after)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("Reversi", (4, 12, 56, 244, 1_396, 8_200, 55_092)),
        ("EnglishDraughts", (7, 49, 302, 1_469, 7_361, 36_768)),
        ("Breakthrough", (22, 484, 11_132)),
        ("ChessWithoutCheck", (20, 400, 8_902)),
    ],
)
def test_turns_are_as_many_as_others_have_counted(name: str, counts: tuple[int, ...]) -> None:
    start = redscience.game(name).start()
    has_chains = name == "EnglishDraughts"
    assert tuple(turns(start, depth, has_chains=has_chains) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("pieces", [1, 4, 8])
def test_chaos_with_n_pieces_one_post_and_a_pass_places_any_number_as_likely(pieces: int) -> None:
    text = {
        "name": "Post",
        "players": "1+chaos",
        "board": {"kind": "stacks", "size": [2, 1, 9], "exclusive": {"1,1": "black", "2,1": "chaos"}},
        "checks": [],
        "stalemate": ["more_pieces_than_chaos_wins", "less_pieces_than_chaos_loses"],
        "shapes": {"O": {"reserve": {"black": 1, "chaos": pieces}}},
        "phases": [{"locked": ["chaos"]}, {"may_pass": True, "locked": ["black"]}],
    }
    state = VariationGame(read(json.dumps(text))).start().play({"black": "O@1,1"})
    reached = Fraction(1)
    for _ in range(pieces):
        weights = dict(zip(state.legal("chaos"), state.weights("chaos"), strict=True))
        stops = reached * Fraction(weights["pass"], sum(weights.values()))
        assert stops == Fraction(1, pieces + 1)
        reached -= stops
        state = state.play({"chaos": "O@2,1"})
    assert reached == Fraction(1, pieces + 1)
