"""What a search has learnt of moves: half is kept from one move to the next, nothing from match to match."""

from __future__ import annotations

import numpy as np
import pytest

import redscience
from redscience.variations.game import VariationGame
from redscience.variations.thinking import VariationSearcher


def learnt(searcher: VariationSearcher) -> np.ndarray:
    """By slot, how often moves were made, and what they were worth."""
    return np.array(searcher._tree[0]["lesson"])


@pytest.mark.parametrize("name", ["Connect4", "Breakthrough", "AtariGo"])
def test_half_of_what_was_learnt_is_kept_after_moves_and_nothing_of_another_match(name: str) -> None:
    game = redscience.game(name)
    assert isinstance(game, VariationGame)
    searcher, state = game.searcher(), game.start(1)
    assert isinstance(searcher, VariationSearcher)
    for _ in range(3):
        searcher.begin([state], state.acting[0], 1)
        before = learnt(searcher)
        searcher.search(300)
        after = learnt(searcher)
        assert (after[:, 0] >= before[:, 0]).all()
        assert after.sum() > before.sum()
        best = max(searcher.findings().moves.items(), key=lambda its: its[1].visits)[0]
        state = state.play({state.acting[0]: best})
        searcher.begin([state], state.acting[0], 2)
        assert np.allclose(learnt(searcher), after / 2)
        edge = searcher._tree[0]["edge"]
        assert np.array_equal(edge != 0.0, (after[:, 1] - 0.5 * after[:, 0]) != 0.0)
    searcher.begin([game.start(2)], game.start(2).acting[0], 3)
    assert not learnt(searcher).any()
    assert not searcher._tree[0]["edge"].any()


def test_what_a_move_was_worth_as_a_reply_is_learnt_for_each_but_the_first_of_a_simulation() -> None:
    game = redscience.game("Reversi")
    assert isinstance(game, VariationGame)
    searcher, state = game.searcher(), game.start(1)
    assert isinstance(searcher, VariationSearcher)
    searcher.begin([state], state.acting[0], 1)
    searcher.search(500)
    replies, moves = np.array(searcher._tree[0]["reply"]), learnt(searcher)
    assert replies[:, 0].sum() == moves[:, 0].sum() - 500
    # By which move came before them, they were made less often, and are worth the same together.
    assert replies[:, 0].max() < moves[:, 0].max()
    assert 0 <= moves[:, 1].sum() - replies[:, 1].sum() <= 500
    best = max(searcher.findings().moves.items(), key=lambda its: its[1].visits)[0]
    state = state.play({state.acting[0]: best})
    searcher.begin([state], state.acting[0], 2)
    assert np.allclose(searcher._tree[0]["reply"], replies / 2)
    known = searcher._tree[0]["reply_edge"] != 0.0
    assert np.array_equal(known, (replies[:, 1] - 0.5 * replies[:, 0]) != 0.0)
    searcher.begin([game.start(2)], game.start(2).acting[0], 3)
    assert not searcher._tree[0]["reply"].any()
    assert not searcher._tree[0]["reply_edge"].any()
