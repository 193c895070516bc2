"""Four Bases' thinking: what may be hidden agrees with what was seen, and what is found out of it wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import redscience
from redscience.four_bases.imagining import moved_in
from redscience.random_games import draw

OF_THE_LAST_ROUND = {"last", "round"}
"""What is told of it is not needed, and not imagined."""


@pytest.mark.parametrize("name", ["FourBases-2P", "FourBases-4P"])
def test_what_is_imagined_looks_to_its_seat_as_what_it_sees(name: str) -> None:
    game, chance = redscience.game(name), Random(4)
    state, views = game.start(1), dict[str, list[dict[str, Any]]]()
    hidden = 0
    for _ in range(80):
        if state.outcome is not None:
            break
        seat = chance.choice(state.acting)
        view = state.view(seat)
        views.setdefault(seat, []).append(view)
        imagined = next(game.imagined(views[seat], chance)).view(seat)
        assert {key: its for key, its in imagined.items() if key not in OF_THE_LAST_ROUND} == {
            key: its for key, its in view.items() if key not in OF_THE_LAST_ROUND
        }
        hidden += sum("kind" not in piece for piece in view["table"]["pieces"])
        state = state.play({seat: draw(state.legal(seat), state.weights(seat), chance)})
    assert hidden


def test_what_is_not_known_may_be_anything_but_a_bomb_that_moved() -> None:
    game, chance = redscience.game("FourBases-2P"), Random(5)
    state = game.start(1)
    for north in (["produce B@4,7 by 4,7"], ["produce 1@5,7 by 4,7"], ["move 5,7>6,7"]):
        state = state.play({"south": ["done"], "north": [*north, "done"]})
    drawn = game.imagined([state.view("south")], chance)
    kinds: dict[tuple[int, ...], set[str]] = {}
    for _ in range(200):
        for piece in next(drawn).revealed()["table"]["pieces"]:
            kinds.setdefault(tuple(piece["at"]), set()).add(piece["kind"])
    assert kinds == {(4, 7): set("01234B"), (6, 7): set("01234")}


def test_who_has_moved_is_followed() -> None:
    def told(turn: int, *orders: tuple[str, tuple[int, int], tuple[int, int]]) -> dict[str, Any]:
        last = [{"order": order, "from": list(origin), "to": list(target)} for order, origin, target in orders]
        return {"round": {"turn": turn}, "last": last}

    first = told(1, ("move", (1, 1), (1, 2)), ("produce", (4, 1), (5, 1)))
    assert moved_in([{"round": None, "last": []}, first, first]) == {(1, 2)}
    assert moved_in([first, told(2, ("flash", (1, 2), (2, 2)))]) == {(2, 2)}
    assert moved_in([first, told(2, ("produce", (4, 1), (1, 2)))]) == set()


def test_wins_against_random() -> None:
    game = redscience.game("FourBases-2P")
    for seed in range(4):
        seat = game.seats[seed % 2]
        agents = {
            its: redscience.agent("standard", simulations=400, seed=seed)
            if its == seat
            else redscience.agent("random", seed=seed)
            for its in game.seats
        }
        state = game.start(seed)
        for its, agent in agents.items():
            agent.begin(game, its)
        while state.outcome is None:
            its = state.acting[0]
            state = state.play({its: agents[its].choose(state.view(its)).move})
        assert state.outcome[seat] == "win"
