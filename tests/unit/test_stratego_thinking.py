"""Stratego's thinking: what may be hidden agrees with what was seen, and what is found out of it wins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fixtures.stratego import game, on_board

import redscience
from redscience.random_games import draw
from redscience.stratego.imagining import scouts_of
from redscience.stratego.seats import SEATS, other
from redscience.stratego.state import StrategoState


def decisions(name: str, seed: int, most: int) -> Iterator[tuple[StrategoState, str, list[dict[str, Any]]]]:
    """The states of a random match with who moves next, and all views of that seat so far; offers are refused."""
    chance, state = Random(seed), game(name).start(seed)
    views: dict[str, list[dict[str, Any]]] = {seat: [] for seat in SEATS}
    for _ in range(most):
        if state.outcome is not None:
            return
        seat = chance.choice(state.acting)
        views[seat].append(state.view(seat))
        yield state, seat, views[seat]
        legal = state.legal(seat)
        move = legal[-1] if state.is_asking or not chance.randrange(20) else draw(legal, state.weights(seat), chance)
        state = state.play({seat: move})


@pytest.mark.parametrize(("name", "seed", "most"), [("Stratego-Barrage", 1, 150), ("Stratego", 2, 200)])
def test_what_is_imagined_looks_to_its_seat_as_what_it_sees(name: str, seed: int, most: int) -> None:
    chance, n = Random(seed), 0
    for state, seat, views in decisions(name, seed, most):
        imagined = next(state.game.imagined(views, chance))
        assert imagined.view(seat) == views[-1]
        assert imagined.legal(seat) == state.legal(seat)
        for field in ("turn", "asked", "offered", "battle", "went", "bombs_hit", "bombs_defused", "lost"):
            assert imagined.record[0][field].tolist() == state.record[0][field].tolist() or state.is_setting_up, field
        n += 1
    assert n > 50


def test_what_is_imagined_differs_where_nothing_is_known_and_only_there() -> None:
    *_, (state, seat, views) = decisions("Stratego-Barrage", 5, 40)
    drawn = state.game.imagined(views, Random(3))
    kinds: dict[str, set[str]] = {}
    for _ in range(40):
        for piece in next(drawn).revealed()["table"]["pieces"]:
            kinds.setdefault(piece["at"], set()).add(piece["kind"])
    seen = {piece["at"]: piece for piece in views[-1]["table"]["pieces"]}
    for square, its in kinds.items():
        piece = seen[square]
        if "kind" in piece:
            assert its == {piece["kind"]}
        elif piece.get("moved"):
            assert not its & {"bomb", "flag"}
    assert max(map(len, kinds.values())) > 3
    assert all(piece["seat"] == other(seat) for square, piece in seen.items() if len(kinds[square]) > 1)


def test_who_has_gone_far_is_a_scout_wherever_it_goes() -> None:
    def told(*moves: str, came: str | None = None) -> dict[str, Any]:
        log: list[dict[str, Any]] = [{"number": n, "move": move} for n, move in enumerate(moves, 1)]
        if came:
            log[-1]["attack"] = {"came": came}
        return {"table": {"log": log}}

    assert scouts_of([told("D4>D7")]) == {"D7"}
    assert scouts_of([told("D4>D7", "G4>F4", "D7>C7")]) == {"C7"}
    assert scouts_of([told("D4>D7", "C7>D7", came="won")]) == set()
    assert scouts_of([told("D4>D7", "D7>E7", came="lost")]) == set()
    assert scouts_of([told("D4>D5", "G4>F4")]) == set()


def test_what_is_hidden_changes_nothing() -> None:
    """Two set-ups of blue that red cannot tell from each other: the same views, the same advice."""
    found = []
    for kinds in (("flag", "bomb"), ("bomb", "flag")):
        state = game("Stratego-Barrage").start(1)
        red = ["J0:flag", "J1:bomb", "G2:spy", "G3:miner", "G4:scout", "G5:scout", "G8:general", "G9:marshal"]
        blue = [f"A0:{kinds[0]}", f"A1:{kinds[1]}", "D2:spy", "D3:miner", "D4:scout", "D5:scout", "D8:general"]
        state = state.play({"red": red, "blue": [*blue, "D9:marshal"]})
        agent = redscience.agent("standard", simulations=200, seed=3)
        agent.begin(state.game, "red")
        found.append((state.view("red"), agent.choose(state.view("red"))))
    assert found[0] == found[1]
    assert found[0][1].states > 1


@pytest.mark.parametrize(("seat", "is_ahead"), [("red", False), ("blue", True)])
def test_who_has_lost_more_is_behind(seat: str, *, is_ahead: bool) -> None:
    few, many = {"J0": "scout"}, {"A0": "marshal", "A1": "general", "A2": "scout"}
    state = on_board(few, many, turn=seat, name="Stratego-Barrage")
    agent = redscience.agent("standard", simulations=200, seed=1)
    agent.begin(state.game, seat)
    values = agent.choose(state.view(seat)).values
    assert (values[seat] > 0.5) == is_ahead
    assert 0.0 < values[seat] < 1.0


def test_the_flag_is_set_up_behind_the_others() -> None:
    at_the_back = 0
    for seed in range(4):
        agent = redscience.agent("standard", simulations=600, seed=seed)
        state = game("Stratego-Barrage").start(seed)
        agent.begin(state.game, "red")
        while "red" in state.acting:
            state = state.play({"red": agent.choose(state.view("red")).move})
        pieces = state.view("red")["table"]["pieces"]
        at_the_back += next(piece["at"] for piece in pieces if piece["kind"] == "flag")[0] in "IJ"
    assert at_the_back >= 3


def test_wins_against_random() -> None:
    won = 0
    for seed in range(6):
        seat, state = SEATS[seed % 2], game("Stratego-Barrage").start(seed)
        agents = {seat: redscience.agent("standard", simulations=300, seed=seed)}
        agents[other(seat)] = redscience.agent("random", seed=seed)
        for its, agent in agents.items():
            agent.begin(state.game, its)
        while state.outcome is None:
            its = state.acting[0]
            state = state.play({its: agents[its].choose(state.view(its)).move})
        won += state.outcome[seat] == "win"
    assert won >= 5
