"""What `everything` sees of a match in which spaces are cloaked, and what nobody else does."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from fixtures.walks import walk

from redscience.interface import EVERYTHING, SPECTATOR
from redscience.variations import catalogue
from redscience.variations.state import VariationState

CLOAKED = [name for name in catalogue.names() if any(phase.cloaks for phase in catalogue.get(name).phases)]


def replayed(state: VariationState, viewer: str) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(state.replay_text(viewer))
    return view


def pieces(view: dict[str, Any]) -> set[str]:
    """The pieces of a view whose shape is seen."""
    return {json.dumps(piece, sort_keys=True) for piece in view["table"]["pieces"] if "shape" in piece}


@pytest.mark.parametrize("name", CLOAKED)
def test_everything_sees_each_piece_each_reserve_and_each_move(name: str) -> None:
    before = 0
    for state in walk(catalogue.get(name), Random(5), 60):
        view = replayed(state, EVERYTHING)
        assert len(pieces(view)) == len(view["table"]["pieces"]) == (state.record[0]["kind"] != 0).sum()
        assert all(seat["reserve"] is not None for seat in view["table"]["seats"])
        assert tuple(view["acting"]) == state.acting
        assert all("move" in event for event in view["last"])
        for viewer in (*state.game.all_seats, SPECTATOR):
            assert pieces(replayed(state, viewer)) <= pieces(view)
        before += pieces(replayed(state, SPECTATOR)) < pieces(view)
    assert before, "nothing was ever hidden"


def test_a_move_that_failed_on_something_unseen_is_told_to_everything_as_to_its_maker() -> None:
    for seed in range(40):
        for state in walk(catalogue.get("4P-Blind-TTT"), Random(seed), 40):
            failed = state.last.failed if state.last else ()
            told = {event["seat"] for event in replayed(state, EVERYTHING)["last"] if "failed" in event}
            assert told == set(failed)
            if failed and state.outcome is None:
                assert not any("failed" in event for event in replayed(state, SPECTATOR)["last"])
                return
    raise AssertionError("no move ever failed")
