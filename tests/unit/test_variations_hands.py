"""Hands that meet on a stack: what a view tells of them, and to whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fixtures.walks import turns

from redscience.interface import SPECTATOR
from redscience.variations import catalogue
from redscience.variations.engine.hands import HANDS
from redscience.variations.game import VariationGame
from redscience.variations.state import VariationState

ALIKE = {"pair": [2], "two_pairs": [2, 2], "three_alike": [3], "full_house": [3, 2], "four_alike": [4]}


def met(game: VariationGame, matches: int) -> Iterator[tuple[VariationState, VariationState]]:
    """The states before and after hands met, in random matches."""
    for before, after in turns(game, matches):
        if after.last is not None and after.last.compared:
            yield before, after


def told(state: VariationState, viewer: str) -> list[dict[str, Any]]:
    """What the last event is told to have compared."""
    return [each for event in state.view(viewer)["last"] for each in event.get("compared", ())]


@pytest.mark.parametrize("name", ["KPoker", "3P-NeedyPoker", "3P-RichPoker"])
def test_everybody_is_told_which_hands_met_and_the_best_has_the_stack(name: str) -> None:
    kinds = set()
    for _, after in met(VariationGame(catalogue.get(name)), 60):
        (one,) = told(after, SPECTATOR)
        assert all(told(after, seat) == [one] for seat in after.game.seats)
        strengths = {color: (HANDS.index(its["hand"]), its["shapes"]) for color, its in one["hands"].items()}
        kinds |= {its["hand"] for its in one["hands"].values()}
        stack = [piece for piece in after.view(SPECTATOR)["table"]["pieces"] if piece["at"][:3] == one["at"]]
        best = max(strength for strength, _ in strengths.values())
        owners = {piece["color"] for piece in stack} - {"communal"}
        # All that is anybody's becomes theirs who have the best hand.
        assert owners <= {color for color, (strength, _) in strengths.items() if strength == best}
        assert owners
    assert kinds == {"single"} if name == "KPoker" else len(kinds) > 3


def test_a_hand_is_told_with_its_shapes() -> None:
    for _, after in met(VariationGame(catalogue.get("3P-NeedyPoker")), 40):
        (one,) = told(after, SPECTATOR)
        stack = [piece for piece in after.view(SPECTATOR)["table"]["pieces"] if piece["at"][:3] == one["at"]]
        for its in one["hands"].values():
            for shape, least in zip(its["shapes"], ALIKE.get(its["hand"], [1]), strict=False):
                assert sum(piece["shape"] == shape for piece in stack) >= least
            assert len(its["shapes"]) == len(ALIKE.get(its["hand"], [1]))


def test_nothing_is_told_before_hands_meet() -> None:
    for before, _ in met(VariationGame(catalogue.get("3P-NeedyPoker")), 20):
        assert all(told(before, viewer) == [] for viewer in (SPECTATOR, *before.game.seats))


def test_who_does_not_see_all_of_a_hand_is_not_told() -> None:
    rules = catalogue.get("KPoker")
    stack = tuple((1, 5, 1, z) for z in range(1, 7))
    phases = tuple(replace(phase, cloaks=(*rules.phases[0].cloaks, *stack)) for phase in rules.phases)
    told_to = list[bool]()
    for _, after in met(VariationGame(replace(rules, name="Dark", phases=phases)), 40):
        for viewer in (SPECTATOR, *after.game.seats):
            stack_seen = [piece for piece in after.view(viewer)["table"]["pieces"] if piece["at"][:3] == [1, 5, 1]]
            is_told = bool(told(after, viewer))
            assert is_told == all("shape" in piece for piece in stack_seen), viewer
            told_to.append(is_told)
    assert set(told_to) == {False, True}
