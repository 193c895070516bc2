"""Lines of play argued from the rules: first the judge must play them so, then the engine as the judge does."""

from __future__ import annotations

import pytest
from reference.argued import cloaks, ends, rounds, squares, stacks, tricky, turns
from reference.duel import Duel
from reference.lines import Alone, Line, follow

from redscience.language import not_playable

LINES = [argued for module in (cloaks, ends, rounds, squares, stacks, tricky, turns) for argued in module.LINES]


def _name(line: Line) -> str:
    return line.name


@pytest.mark.parametrize("line", LINES, ids=_name)
def test_the_judge_plays_a_line_as_argued(line: Line) -> None:
    follow(line, Alone(line))


@pytest.mark.parametrize("line", [line for line in LINES if not line.needs_chance], ids=_name)
def test_the_engine_plays_a_line_as_argued(line: Line) -> None:
    if not_playable(line.rules):
        pytest.skip("the engine does not play this yet")
    follow(line, Duel(line.rules))
