"""What a position may cost at most, told from the rules: never less than is seen, and no more where it is known."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from fixtures.huge import HUGE
from fixtures.walks import walk
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rule_sets

from redscience import families
from redscience.interface import SPECTATOR, Bound
from redscience.variations.bound import bound_of
from redscience.variations.bound.targets import most_targets, ways
from redscience.variations.bound.view import MOST_IN_PHASE, MOST_OF_CHAOS, MOST_RESERVE
from redscience.variations.engine.records import MAX_RESERVE, MAX_SEEN
from redscience.variations.language import RuleSet, read
from redscience.variations.state import VariationState
from redscience.variations.view import MOST_TOLD


def rules(**fields: Any) -> RuleSet:
    return read(json.dumps({"format": "redscience-rules/1", "name": "Made", "stalemate": ["draws"], **fields}))


def one_shape(move: str, size: tuple[int, int, int], kind: str = "squares", **fields: Any) -> RuleSet:
    return rules(board={"kind": kind, "size": size}, shapes={"O": {"move": move, "reserve": {"black": 1}, **fields}})


def exceeding(state: VariationState, bound: Bound) -> list[str]:
    """Those for whom there are more legal moves, or longer views, than there can be."""
    seats = state.game.all_seats
    return [
        who
        for who in (*seats, SPECTATOR)
        if len(state.view_text(who).encode()) > bound.view_bytes
        or (who in seats and len(state.legal(who)) > bound.legal_moves)
    ]


@pytest.mark.slow
@settings(max_examples=60)
@given(rule_sets(), st.integers(0, 1 << 32))
def test_no_position_of_any_game_has_more_moves_or_a_longer_view(rules: RuleSet, number: int) -> None:
    bound = bound_of(rules)
    for state in walk(rules, Random(number), 60):
        assert not exceeding(state, bound)


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("Tic-Tac-Toe", 9),
        ("Connect4", 7),
        ("5on15sq", 225),
        ("OrderAndChaos", 2 * 36),
        # Two corners of each forward step, and the step: none of 16 pieces has more.
        ("Breakthrough", 16 * 3),
        # A queen and what eight pawns may become: 28 along four lines; rooks and bishops: 14 along two; knights: 8; a
        # king: 8, and castling to two sides; and the offer of a draw.
        ("ChessWithoutCheck", 9 * 28 + 4 * 14 + 2 * 8 + 10 + 1),
    ],
)
def test_the_most_legal_moves_of_known_games(name: str, moves: int) -> None:
    bound = families.get(name).bound
    assert bound is not None
    assert bound.legal_moves == moves


def test_what_is_placed_and_what_moves_share_the_spaces_of_a_huge_game() -> None:
    # With n pieces of one kind on the board, that move along 13 lines of 8: 23 kinds are placed on the other spaces,
    # and to each of these lead 26 steps and 24 leaps of knights. Most is where both ways to count jumps meet: n = 545.
    bound = bound_of(HUGE)
    assert bound.legal_moves == max(23 * (1536 - n) + min(13 * 7 * n, 50 * (1536 - n)) for n in range(1537)) == 72_343
    assert bound.view_bytes > 72_343 * 90
    assert 1e6 < bound.turn_us < 2e6


@pytest.mark.slow
def test_a_huge_game_has_half_as_many_moves_as_it_may_have() -> None:
    bound, state = bound_of(HUGE), next(walk(HUGE, Random(1), 0))
    assert len(state.legal("black")) == 24 * 1536
    assert not exceeding(state, bound)


@pytest.mark.parametrize(
    ("shaped", "targets"),
    [
        (one_shape("linear", (8, 8, 1)), 28),
        (one_shape("linear", (8, 8, 8)), 13 * 7),
        (one_shape("orthogonal", (19, 5, 1)), 18 + 4),
        (one_shape("adjacent", (3, 2, 1)), 2 + 1 + 2),
        (one_shape("knight", (3, 3, 1)), 4),
        (one_shape("knight", (8, 8, 8)), 24),
        (one_shape("forward_orth", (8, 8, 1)), 1),
        (one_shape("forward_diag", (8, 8, 1)), 2),
        (one_shape("orth_no_back", (8, 8, 1)), 7 + 7),
        (one_shape("pawn", (8, 8, 1)), 2),
        (one_shape("pawn", (8, 8, 1), power="can", condition="diag_en_passant", result="removes"), 2 + 2),
        (one_shape("stationary", (8, 8, 1), power="can", condition="chain_jump", result="removes"), 4),
        (one_shape("linear", (5, 5, 1), "toroid"), 4 * 4),
        (one_shape("adjacent", (6, 6, 1), "hexagons"), 6 + 6),
        (one_shape("orthogonal", (4, 3, 5), "stacks"), 3 + 2),
    ],
)
def test_how_many_spaces_a_piece_may_go_to(shaped: RuleSet, targets: int) -> None:
    assert most_targets(shaped.board, ways(shaped, shaped.shapes["O"], "black")) == targets


@pytest.mark.parametrize(
    ("fields", "moves"),
    [
        ({"board": {"kind": "squares", "size": [4, 4, 1], "walls": ["1,1"]}}, 15),
        ({"board": {"kind": "squares", "size": [4, 4, 1]}, "phases": [{"locks": ["1,*"]}, {"locks": ["1-2,*"]}]}, 12),
        ({"board": {"kind": "squares", "size": [4, 4, 1]}, "phases": [{"may_pass": True}]}, 16 + 1),
        ({"board": {"kind": "squares", "size": [4, 4, 1]}, "agree_draw": True}, 16 + 1),
        ({"board": {"kind": "squares", "size": [4, 4, 1]}, "setup": {"1,1": "black O"}}, 15),
        ({"board": {"kind": "stacks", "size": [4, 4, 3], "walls": ["1,1"]}}, 15),
        ({"board": {"kind": "squares", "size": [4, 4, 1], "count": 3}}, 48),
    ],
)
def test_what_the_rules_close_is_not_counted(fields: dict[str, Any], moves: int) -> None:
    shapes = {"O": {"reserve": {"black": 8, "white": 8}}}
    assert bound_of(rules(shapes=shapes, **fields)).legal_moves == moves


def test_a_kind_that_is_in_reserve_does_not_move() -> None:
    shapes = {"O": {"move": "adjacent", "reserve": {"black": 1, "white": 1}}}
    board = {"kind": "squares", "size": [3, 3, 1]}
    assert bound_of(rules(board=board, shapes=shapes)).legal_moves == 9
    two = {**shapes, "X": {"reserve": {"black": 1, "white": 1}}}
    # One circle that moves, and a cross to place beside it.
    assert bound_of(rules(board=board, shapes=two)).legal_moves == max(2 * 9, 8 + 8)


def test_the_limits_are_those_of_the_engine_and_of_views() -> None:
    assert (MOST_RESERVE, MOST_IN_PHASE, MOST_OF_CHAOS) == (MAX_RESERVE, MAX_SEEN, MOST_TOLD)


@pytest.mark.parametrize("name", ["X" * 20, "Grüße"])
def test_the_name_of_a_game_alone_lengthens_its_views(name: str) -> None:
    game = families.get("Connect4")
    one, other = game.bound, game.renamed(name).bound
    assert one is not None
    assert other is not None
    assert other.legal_moves == one.legal_moves
    assert other.view_bytes - one.view_bytes == len(name.encode()) - len("Connect4")
