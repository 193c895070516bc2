"""Who could do nothing when it was their turn: told to all, but where whose turn it is tells what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from fixtures.walks import turns

from redscience.interface import SPECTATOR
from redscience.variations import catalogue
from redscience.variations.engine.moves import PASS
from redscience.variations.game import VariationGame
from redscience.variations.packing import kind_in
from redscience.variations.state import VariationState


def in_one_phase(game: VariationGame, matches: int) -> Iterator[tuple[VariationState, VariationState]]:
    """The states before and after turns, as long as the phase is the same and nobody plans."""
    for before, after in turns(game, matches):
        if after.outcome is None and after.phase == before.phase and not after.is_sealed:
            yield before, after


@pytest.mark.parametrize("name", ["Reversi", "3P-PublicGoods", "EnglishDraughts", "Tapatan"])
def test_as_many_are_told_as_the_engine_counts(name: str) -> None:
    told = 0
    for before, after in in_one_phase(VariationGame(catalogue.get(name)), 4):
        assert after.last is not None
        idle = after.record[0]["idle"]
        if after.last.move == PASS:
            idle -= before.record[0]["idle"] + 1
        elif not kind_in(after.last.move):
            continue
        view = after.view(SPECTATOR)
        passed = view.get("passed_over", [])
        assert len(passed) == idle
        assert not {*passed} & {*after.acting}
        assert all(after.view(seat).get("passed_over", []) == passed for seat in after.game.seats)
        told += len(passed)
    assert bool(told) == (name in {"Reversi", "3P-PublicGoods"})


def test_what_is_hidden_is_not_told_by_it() -> None:
    rules = catalogue.get("Reversi")
    cloaked = replace(rules, phases=(replace(rules.phases[0], cloaks=((1, 1, 1, 1),)),), cloaking="hides")
    told = set()
    for _, after in in_one_phase(VariationGame(cloaked), 4):
        assert all("passed_over" not in after.view(viewer) for viewer in (*after.game.seats, SPECTATOR))
        told |= {*after.revealed().get("passed_over", ())}
    assert told
