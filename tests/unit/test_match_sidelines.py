"""Moves that were never played, made for all seats from a step of a match that is over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from redscience import families
from redscience.interface import EVERYTHING, SPECTATOR, State
from services.match.sidelines import sees_choices, shown


def begun(name: str, *moves: str) -> State:
    """A match after moves of whoever was to act."""
    state = families.get(name).game().start(7)
    for move in moves:
        state = state.play({state.acting[0]: move})
    return state


def told(state: State, viewer: str) -> dict[str, Any]:
    """What a viewer is shown of it."""
    view: dict[str, Any] = json.loads(shown(state, viewer))
    return view


def moves(view: dict[str, Any]) -> list[str]:
    """The moves among which to choose."""
    return [choice["move"] for choice in view["legal"]]


@pytest.mark.parametrize("viewer", ["black", "white", SPECTATOR, EVERYTHING])
def test_where_nothing_is_hidden_all_viewers_move_for_all(viewer: str) -> None:
    state = begun("Connect4", "O@4,1")
    view = told(state, viewer)
    assert view["viewer"] == "white"
    assert moves(view) == list(state.legal("white"))


def test_with_ones_own_eyes_one_sees_what_one_could_do_and_nothing_of_the_other() -> None:
    state = begun("4P-Blind-TTT-1.6")
    seat, other = state.acting[0], next(each for each in state.game.seats if each != state.acting[0])
    assert moves(told(state, seat)) == list(state.legal(seat))
    for viewer in (other, SPECTATOR):
        assert not sees_choices(state, viewer)
        assert told(state, viewer) == json.loads(state.replay_text(viewer))


def test_as_it_really_was_the_table_is_open_and_the_moves_are_those_that_its_seat_saw() -> None:
    state = begun("4P-Blind-TTT-1.6", "O@1,1")
    seat = state.acting[0]
    assert state.view(seat)["table"]["pieces"] == []
    view = told(state, EVERYTHING)
    assert [piece["at"] for piece in view["table"]["pieces"]] == [[1, 1, 1, 1]]
    assert moves(view) == list(state.legal(seat))


def test_a_sealed_plan_is_made_on_the_table_that_its_seat_sees() -> None:
    state = begun("RockPaperScissors")
    first, second = state.acting
    assert told(state, EVERYTHING) == state.view(first)
    # Whoever moves for all is asked for one after the other.
    planned = state.play({first: state.legal(first)[0]})
    assert told(planned, EVERYTHING)["viewer"] == second


def test_chaos_is_moved_too() -> None:
    state = begun("KPoker")
    seats = set()
    while state.acting:
        seats.add(state.acting[0])
        view = told(state, EVERYTHING)
        assert moves(view) == list(state.legal(state.acting[0]))
        state = state.play({state.acting[0]: view["legal"][-1]["move"]})
    assert "chaos" in seats
    assert told(state, EVERYTHING)["legal"] == []
