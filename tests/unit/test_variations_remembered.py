"""Texts that a game remembers: enough for the largest positions, and not without end."""

from __future__ import annotations

import pytest

from redscience.variations import prepared
from redscience.variations.game import VariationGame
from redscience.variations.prepared import Kept
from tests.fixtures.huge import HUGE


def test_the_moves_of_the_largest_positions_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kept, "_bytes", 0)  # whatever other tests have left
    state = VariationGame(HUGE).start(1)
    seat = state.acting[0]
    text = state.view_text(seat)
    assert len(state.legal(seat)) > 30_000
    monkeypatch.setattr(state.game, "_written", None)
    monkeypatch.setattr("redscience.variations.view.legal_move", None)
    assert state.view_text(seat) == text


def test_what_all_games_remember_together_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    some, others = Kept[int, str](), Kept[int, str]()
    monkeypatch.setattr(Kept, "_bytes", 0)
    monkeypatch.setattr(prepared, "_MOST_BYTES", 3 * (prepared._ENTRY_BYTES + 1))
    some.keep(1, "a")
    others.keep(1, "b")
    others.keep(2, "c")
    assert [some, others] == [{1: "a"}, {1: "b", 2: "c"}]
    assert some.keep(2, "d") == "d"
    assert [some, others] == [{2: "d"}, {}]
