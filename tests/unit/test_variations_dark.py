"""Where all spaces are cloaked and nothing of others is seen, nothing that they do leaves a trace in a view."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from redscience.interface import SPECTATOR
from redscience.variations import catalogue
from redscience.variations.game import VariationGame
from redscience.variations.language import read
from redscience.variations.state import VariationState

SEALED = {
    "name": "Sealed",
    "players": "3",
    "pieces_per_turn": 2,
    "cloaking": "hides",
    "board": {"kind": "squares", "size": [5, 2, 1]},
    "shapes": {"O": {"move": "adjacent", "reserve": {"black": 3, "white": 2, "pink": 3}}},
    "phases": [
        {"order": "simultaneous", "may_pass": True, "cloaks": "all"},
        {"order": "single", "cloaks": "all"},
        {"may_pass": True, "cloaks": "all"},
    ],
}
GAMES = {
    "sealed": VariationGame(read(json.dumps(SEALED))),
    **{name: VariationGame(catalogue.get(name)) for name in ("3Blotto13", "4P-Blind-TTT", "KBeauty9", "Shopping9")},
}
MATCHES, STEPS, TRIES, LONGEST = 6, 16, 6, 12
Pair = tuple[VariationState, VariationState]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_tells_nothing_of_what_others_do_in_the_dark(game: VariationGame) -> None:
    differences = 0
    for viewer in (*game.seats, SPECTATOR):
        for seed in range(MATCHES):
            for one, other in pairs(game, viewer, random.Random(f"{viewer} {seed}")):
                assert one.view(viewer) == other.view(viewer), f"{viewer} can tell {one} from {other}"
                differences += one.position != other.position
    assert differences > MATCHES


def pairs(game: VariationGame, viewer: str, dice: random.Random) -> Iterator[Pair]:
    """States of two matches in which the viewer does, and sees on the table, the same at the same time."""
    one = other = game.start(0)
    for _ in range(STEPS):
        found = own_move(one, other, viewer, dice) or others_moves(one, other, viewer, dice)
        if found is None or found[0].outcome is not None:
            return
        yield found
        one, other = found


def seen(state: VariationState, viewer: str) -> dict[str, Any]:
    """What the viewer sees, but for what is told of how that came about; that there was a round is nobody's secret."""
    view = state.view(viewer)
    return {**view, "last": bool(view["last"]), "passed_over": None}


def own_move(one: VariationState, other: VariationState, viewer: str, dice: random.Random) -> Pair | None:
    """The same of the viewer in both; None where it does not move now, or sees what has become different."""
    if viewer not in one.acting or (len(one.acting) > 1 and dice.random() < 0.5):
        return None
    move = {viewer: dice.choice(one.legal(viewer))}
    after = one.play(move), other.play(move)
    return after if seen(after[0], viewer) == seen(after[1], viewer) else None


def others_moves(one: VariationState, other: VariationState, viewer: str, dice: random.Random) -> Pair | None:
    """What others do until the viewer sees something, or for a while: not the same in both."""
    after = stretch(one, viewer, dice)
    for _ in range(TRIES):
        if seen(instead := stretch(other, viewer, dice), viewer) == seen(after, viewer):
            return after, instead
    return None


def stretch(state: VariationState, viewer: str, dice: random.Random) -> VariationState:
    """The match after some moves of others, none of which the viewer sees but the last."""
    before = seen(state, viewer)
    for _ in range(dice.randint(1, LONGEST)):
        others = [seat for seat in state.acting if seat != viewer]
        if not others or seen(state, viewer) != before:
            break
        seat = dice.choice(others)
        state = state.play({seat: dice.choice(state.legal(seat))})
    return state
