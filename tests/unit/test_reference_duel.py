"""The duel itself: it notices what differs, says it readably, and follows what chance can have brought."""

from __future__ import annotations

from random import Random

import pytest
from reference.duel import Disagreement, Duel, board_of, duel
from reference.pieces import Piece

from redscience.variations import catalogue
from redscience.variations.language.model import Card


def test_a_board_that_differs_is_noticed_and_shown() -> None:
    match = Duel(catalogue.get("Tic-Tac-Toe"))
    match.judge.table.board[1, 3, 3, 1] = Piece("white", "O")
    with pytest.raises(Disagreement, match=r"(?s)events: black:O@1,1.*board\n  engine: .*\n  judge: .*\(1, 3, 3, 1\)"):
        match.play("black", "O@1,1")


def test_legal_moves_that_differ_are_noticed() -> None:
    match = Duel(catalogue.get("Tic-Tac-Toe"))
    match.judge.table.reserve["white", "O"] += 1
    with pytest.raises(Disagreement, match="legal moves of white"):
        match.play("black", "O@1,1")


def test_what_a_seat_knows_is_compared() -> None:
    match = Duel(catalogue.get("4P-Blind-TTT-1.6"))
    match.play("black", "O@1,1")
    match.judge.table.board[1, 1, 1, 1].known.add("yellow")
    with pytest.raises(Disagreement, match="pieces as yellow sees them"):
        match.play("white", "O@2,2")


def test_a_move_that_only_the_judge_allows_is_a_disagreement() -> None:
    match = Duel(catalogue.get("Tic-Tac-Toe"))
    with pytest.raises(Disagreement, match="the engine fails: IllegalMove"):
        match.play("black", "O@4,1")


@pytest.mark.parametrize("seed", range(6))
def test_what_was_dealt_is_read_off_the_board(seed: int) -> None:
    match = Duel(catalogue.get("KPoker"), seed)
    dealt = board_of(match.state)
    assert {at: match.judge.table.board[at].shape for at in ((1, 2, 1, 1), (1, 4, 1, 1))} == {
        (1, 2, 1, 1): dealt[1, 2, 1, 1][0],
        (1, 4, 1, 1): dealt[1, 4, 1, 1][0],
    }


def test_who_knows_a_card_is_tried_out_where_the_board_does_not_say() -> None:
    rules = catalogue.get("4P-Blind-TTT")
    assert rules.deck is not None
    assert {item.seat for item in rules.deck.items if isinstance(item, Card)} == {"pink", "yellow", None}
    for seed in range(8):
        match = Duel(rules, seed)
        assert sum(bool(piece.known) for piece in match.judge.table.board.values()) >= 2


@pytest.mark.parametrize("seed", range(4))
def test_a_split_pot_is_followed_wherever_it_begins(seed: int) -> None:
    match = Duel(catalogue.get("3P-PublicGoods"), seed)
    match.play("black", "pass")
    match.play("white", "2,1,2>5,1")
    match.play("pink", "pass")
    got = [match.judge.table.reserve[seat, "O"] for seat in ("black", "white", "pink")]
    assert sorted(got) == [0, 1, 1]
    assert len(match.judges) == 1


def test_matches_are_played_to_their_end() -> None:
    assert 5 <= duel(catalogue.get("Tic-Tac-Toe"), Random(1), leaving=0) <= 9
