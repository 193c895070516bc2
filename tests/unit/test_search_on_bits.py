"""Games that are searched on bits: what is proved so is what is proved by the text for all games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from fixtures.forward_games import BREAKTHROUGH, board
from fixtures.kernels import by_both_texts
from fixtures.row_games import rows

from redscience import families
from redscience.search import Findings
from redscience.variations.game import VariationGame
from redscience.variations.state import VariationState

CONNECT4, REVERSI = (json.loads(families.get(name).text) for name in ("Connect4", "Reversi"))


def reversi(x: int, y: int, *, black: int = 60, white: int = 60) -> Mapping[str, Any]:
    """Reversi on another board, perhaps with so few pieces that they run out."""
    return {
        **REVERSI,
        "board": {"kind": "squares", "size": [x, y, 1]},
        "setup": {"2,2 3,3": "black O", "2,3 3,2": "white O"},
        "shapes": {"O": {**REVERSI["shapes"]["O"], "reserve": {"black": black, "white": white}}},
    }


def breakthrough(x: int, y: int, **changes: object) -> Mapping[str, Any]:
    """Breakthrough on another board."""
    return {**BREAKTHROUGH, **board("squares", x, y), **changes}


def found(game: VariationGame, state: VariationState, simulations: int) -> Findings:
    """What a search finds in a position."""
    searcher = game.searcher()
    searcher.begin([state], state.acting[0], 1)
    searcher.search(simulations)
    return searcher.findings()


def can_win(state: VariationState) -> bool:
    """Whether the seat to move has won after one of its moves."""
    if state.outcome is not None:
        return False
    (seat,) = state.acting
    then = (state.play({seat: move}).outcome for move in state.legal(seat))
    return any(outcome is not None and outcome[seat] == "win" for outcome in then)


@pytest.mark.parametrize(
    ("flag", "rules", "plies"),
    [
        pytest.param("small", rows("squares", (3, 3, 1), 3), 2, id="Tic-Tac-Toe"),
        pytest.param("small", rows("squares", (4, 3, 1), 3), 4, id="3 in a row on 4 x 3"),
        pytest.param("small", rows("stacks", (4, 1, 4), 3), 5, id="3 in a row on stacks"),
        pytest.param("small", CONNECT4, 18, id="Connect4"),
        pytest.param("small", rows("hexagons", (4, 4, 1), 3), 5, id="3 in a row on hexagons"),
        # (with as many pieces both win, and a player does not mind by which of two wins the other one wins as well)
        pytest.param("converts", reversi(3, 5), 2, id="Reversi on 3 x 5"),
        pytest.param("converts", reversi(5, 5), 14, id="Reversi on 5 x 5"),
        pytest.param("converts", reversi(5, 5, black=5, white=4), 8, id="Reversi with few pieces"),
        pytest.param("advances", breakthrough(4, 4), 2, id="Breakthrough on 4 x 4"),
        pytest.param("advances", breakthrough(5, 5), 8, id="Breakthrough on 5 x 5"),
        pytest.param(
            "advances",
            breakthrough(4, 5, checks=["goal_reached_wins"], stalemate=["most_pieces_wins"]),
            6,
            id="Breakthrough with passes",
        ),
        pytest.param("advances", breakthrough(3, 5, checks=["no_move_loses"]), 6, id="Breakthrough without a goal"),
    ],
)
def test_what_is_proved_on_bits_is_what_is_proved_without_them(flag: str, rules: Mapping[str, Any], plies: int) -> None:
    (short, long), proved = by_both_texts({**rules, "name": "Proofs"}, flag), 0
    for seed in range(8):
        chance, one, other = Random(seed), short.start(seed), long.start(seed)
        for _ in range(plies):
            if one.outcome is None:
                move = chance.choice(one.legal(one.acting[0]))
                one, other = (state.play({one.acting[0]: move}) for state in (one, other))
        if one.outcome is None:
            by_bits, without = found(short, one, 4_000).moves, found(long, other, 4_000).moves
            assert set(by_bits) == set(without)
            for move, its in by_bits.items():
                if its.is_proven and without[move].is_proven:
                    assert its.value == without[move].value, (str(one), move)
                    proved += 1
    assert proved


def test_who_lets_the_other_side_reach_its_goal_is_known_to_lose_when_it_is_first_tried() -> None:
    game = families.read(json.dumps({**breakthrough(5, 5), "name": "Runners"})).game()
    assert isinstance(game, VariationGame)
    lost = 0
    for seed in range(12):
        chance, state = Random(seed), game.start(seed)
        for _ in range(10):
            if state.outcome is None:
                state = state.play({state.acting[0]: chance.choice(state.legal(state.acting[0]))})
        if state.outcome is None:
            for move, its in found(game, state, 20).moves.items():
                if its.visits and can_win(state.play({state.acting[0]: move})):
                    assert (its.is_proven, its.value) == (True, 0.0), (str(state), move)
                    lost += 1
    assert lost > 10


@pytest.mark.parametrize(("flag", "rules"), [("small", CONNECT4), ("converts", REVERSI), ("advances", BREAKTHROUGH)])
def test_moves_are_worth_alike_by_both_texts(flag: str, rules: Mapping[str, Any]) -> None:
    short, long = by_both_texts({**rules, "name": "Proofs"}, flag)
    by_bits, without = (found(game, game.start(1), 12_000) for game in (short, long))
    assert set(by_bits.moves) == set(without.moves)
    assert by_bits.simulations == without.simulations == 12_000
    for seat, value in by_bits.values.items():
        assert value == pytest.approx(without.values[seat], abs=0.06)


@pytest.mark.parametrize("rule", ["most_pieces_wins", "least_pieces_wins", "most_pieces_loses", "least_pieces_loses"])
def test_a_lead_is_worth_more_than_a_bare_win_and_does_not_show_in_values(rule: str) -> None:
    game = families.read(json.dumps({**REVERSI, "name": "Leads", "stalemate": [rule]})).game()
    assert isinstance(game, VariationGame)
    searcher, agrees = game.searcher(), 0.0
    for seed in range(4):
        chance, state = Random(seed), game.start(1)
        for _ in range(20):
            state = state.play({state.acting[0]: chance.choice(state.legal(state.acting[0]))})
        searcher.begin([state], state.acting[0], seed)
        searcher.search(1_500)
        tree = searcher._tree[0]
        children = range(int(tree["first"][0]), int(tree["first"][0]) + int(tree["count"][0]))
        for child in children:
            visits, gain, leads = (float(tree[name][child]) for name in ("visits", "gain", "extra"))
            agrees += leads * ((gain - leads) / visits - 0.5)
        assert all(0.0 <= its.value <= 1.0 for its in searcher.findings().moves.values())
    assert agrees > 0.0
