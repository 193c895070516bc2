"""Golden playthroughs: one whole game of each ready game of each family, step by step.

    PYTHONPATH=tests/registered python tests/unit/test_playthroughs.py

writes those that are missing or differ; read the diff before you commit.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from redscience import families
from redscience.interface import State

GOLDEN = Path(__file__).parent / "golden" / "playthroughs"
SEED = 7
NAMES = families.names()


def path(name: str) -> Path:
    return GOLDEN / f"{name}.txt"


def step(state: State) -> str:
    """All that is true after an event, as a line or two."""
    lines = [f"position  {state.position}"]
    for seat in state.acting:
        moves = [f"{move}*{weight}" for move, weight in zip(state.legal(seat), state.weights(seat), strict=True)]
        shown = moves if len(moves) <= 12 else [*moves[:6], "…", *moves[-6:]]
        lines.append(f"{seat:9} {len(moves)}: {' '.join(shown)}")
    return "\n".join(lines)


def playthrough(name: str) -> str:
    """A random game, drawn by Python's generator, so that it does not change with the engine's."""
    source, chance = families.get(name), Random(SEED)
    state = source.game().start(SEED)
    parts = [f"game      {name}\ndigest    {source.digest}", step(state)]
    while state.outcome is None:
        seat = chance.choice(state.acting)
        move = chance.choices(state.legal(seat), [weight + 1 for weight in state.weights(seat)])[0]
        state = state.play({seat: move})
        parts.append(f"{seat} plays {move}\n{step(state)}")
    verdict = state.view("spectator")["outcome"]
    parts.append(f"outcome   {' '.join(f'{seat}:{came}' for seat, came in state.outcome.items())}\n{verdict['text']}")
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_ready_game_plays_as_it_did(name: str) -> None:
    assert path(name).exists(), f"{name} has no golden playthrough: see {Path(__file__).name}"
    assert playthrough(name) == path(name).read_text()


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(NAMES)


if __name__ == "__main__":
    for its_name in NAMES:
        path(its_name).write_text(playthrough(its_name))
