"""The bot that looks ahead sees what is near."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

import redscience
from redscience import State
from redscience.api.match.v1 import match_pb2
from redscience.client.decision import Decision, decision_of

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def minimax() -> ModuleType:
    spec = importlib.util.spec_from_file_location("minimax", EXAMPLES / "minimax.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def asked(state: State) -> Decision:
    (seat,) = state.acting
    told = match_pb2.Decision(match_id="m", seat=seat, view_version=1, view=json.dumps(state.view(seat)))
    return decision_of(told, 0, lambda *_: state.game)


def after(game: str, *moves: str) -> State:
    state = redscience.game(game).start(seed=1)
    for move in moves:
        (seat,) = state.acting
        state = state.play({seat: move})
    return state


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        (("1,1", "1,3", "2,1", "2,3"), "O@3,1"),  # wins at once
        (("1,1", "2,2", "2,1"), "O@3,1"),  # stops a loss
        (("1,1", "1,2", "2,2"), "O@3,3"),
    ],
)
def test_the_bot_that_looks_ahead_wins_at_once_and_stops_a_loss(
    minimax: ModuleType, moves: tuple[str, ...], best: str
) -> None:
    assert minimax.choose(asked(after("Tic-Tac-Toe", *moves))) == best


def test_where_something_is_hidden_it_draws_lots(minimax: ModuleType) -> None:
    state = redscience.game("RockPaperScissors").start(seed=1)
    told = match_pb2.Decision(match_id="m", seat="black", view_version=1, view=json.dumps(state.view("black")))
    decision = decision_of(told, 0, lambda *_: state.game)
    assert decision.state() is None
    assert minimax.choose(decision) in decision.legal
