"""The library as scripts and notebooks use it: `import redscience`, and what it says where it is used wrongly."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from numpy import int64

import redscience
from redscience import families
from redscience.errors import RuleSetError, UnknownAgent, UnknownGame
from redscience.variations.family import Variations

RULES: dict[str, Any] = {
    "name": "Four-on-six",
    "board": {"kind": "squares", "size": (6, 6, 1)},
    "checks": [{"check": "first_row_wins", "length": 4}],
    "shapes": {"O": {"reserve": {"black": 18, "white": 18}}},
}
GAME = redscience.game("Connect4")
START = GAME.start()


@pytest.mark.parametrize("kind", [dict, OrderedDict, MappingProxyType])
def test_a_game_is_made_of_a_dict_as_of_its_file(kind: Callable[[Any], Any], tmp_path: Path) -> None:
    path = tmp_path / "four.json"
    path.write_text(json.dumps(RULES), "utf-8")
    assert redscience.game(kind(RULES)) == redscience.load(path) == redscience.game(families.read(RULES))


def test_a_dict_of_another_family_is_read_by_that() -> None:
    source = families.get("Stratego")
    assert families.read(json.loads(source.text)) == source


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        ({**RULES, "bord": {}}, "bord"),
        ({**RULES, "seconds_per_turn": float("nan")}, "file"),
        ({**RULES, "walls": {1, 2}}, "file"),
        ({("a", "key"): 1}, "file"),
        ({"format": "redscience-rules/9"}, "format"),
    ],
)
def test_what_is_wrong_with_a_dict_is_said_with_its_field(rules: dict[Any, Any], path: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        redscience.game(rules)
    assert [fault.path for fault in refused.value.faults] == [path]


def agent(name: Any = "standard") -> redscience.Agent:
    return redscience.agent(name, simulations=1)


def begun() -> redscience.Agent:
    made = agent()
    made.begin(GAME, "black")
    return made


WRONG: dict[str, tuple[Callable[[Any], object], Any, type[Exception], str]] = {
    "no game": (redscience.game, None, TypeError, "source is None; give a game's name"),
    "a path": (redscience.game, Path("a.json"), TypeError, "a path to load()"),
    "an unknown game": (redscience.game, "Conect4", UnknownGame, "Did you mean Connect4?"),
    "no name": (families.get, 3, TypeError, "name is 3; it must be text"),
    "no file": (families.read, None, TypeError, "text is None; give the text of a file"),
    "a move alone": (START.play, "O@4,1", TypeError, "moves is 'O@4,1'; give each move with its seat"),
    "pairs": (START.play, [("black", "O@4,1")], TypeError, "give each move with its seat"),
    "no move": (START.play, {"black": None}, TypeError, "the move of black is None; it must be text"),
    "a number": (START.play, {"black": 4}, TypeError, "the move of black is 4; it must be text"),
    "numbers": (START.play, {"black": ["O@4,1", 4]}, TypeError, "the move of black is ['O@4,1', 4]; it must be text"),
    "a list of leavers": (START.leave, ["black"], TypeError, "the seat that leaves is ['black']; name each"),
    "no text": (GAME.read_state, START, TypeError, "give what str(state) says"),
    "no start": (
        lambda start: redscience.playouts(start, 1),
        "Connect4",
        TypeError,
        "start is 'Connect4'; give a game",
    ),
    "half a game": (lambda n: redscience.playouts(GAME, n), 1.5, ValueError, "games is 1.5; it must be"),
    "no games": (lambda n: redscience.playouts(GAME, n), 0, ValueError, "games is 0; it must be a whole number from 1"),
    "text": (lambda n: redscience.playouts(GAME, n), "10", ValueError, "games is '10'; it must be a whole number"),
    "no cores": (lambda n: redscience.playouts(GAME, 1, cores=n), 0, ValueError, "cores is 0; it must be"),
    "no seed": (lambda n: redscience.playouts(GAME, 1, seed=n), None, ValueError, "seed is None; it must be"),
    "no agent": (agent, None, UnknownAgent, "There is no agent named 'None'. There are random, greedy, standard."),
    "a name to begin": (lambda game: agent().begin(game, "black"), "Connect4", TypeError, "game is 'Connect4'; give"),
    "a state to choose": (
        lambda view: begun().choose(view),
        START,
        TypeError,
        "give the view of the seat, as state.view",
    ),
    "a view's text": (
        lambda view: begun().choose(view),
        START.view_text("black"),
        TypeError,
        "give the view of the seat",
    ),
    "no view": (lambda view: begun().made(view, "O@4,1"), None, TypeError, "view is None; give the view of the seat"),
}


@pytest.mark.parametrize(("call", "given", "error", "says"), WRONG.values(), ids=WRONG)
def test_what_is_of_another_kind_is_named_with_the_remedy(
    call: Callable[[Any], object], given: object, error: type[Exception], says: str
) -> None:
    with pytest.raises(error) as refused:
        call(given)
    assert says in str(refused.value)
    assert len(str(refused.value)) < 200


def test_numbers_of_numpy_are_numbers() -> None:
    played = redscience.playouts(GAME, int64(10), seed=int64(3), cores=int64(2))  # type: ignore[arg-type]
    assert played == redscience.playouts(GAME, 10, seed=3)
    assert type(played.games) is int


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_compiled_while_somebody_waits_is_told_once(
    fails: bool,  # noqa: FBT001 - a parameter
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def compiles(what: str) -> Callable[[Any, Callable[[str], None]], None]:
        def compiled(_: Any, say: Callable[[str], None]) -> None:
            if fails:
                raise OSError(f"{what} cannot be kept at 100 %")
            say(f"{what}: 1 of 1")

        return compiled

    monkeypatch.setattr(families, "_prepared", set())
    monkeypatch.setattr("redscience.agents.standard._loaded", set())
    monkeypatch.setattr(Variations, "compile", compiles("engine"))
    monkeypatch.setattr(Variations, "compile_search", compiles("search"))
    for name in ("Connect4", "Tic-Tac-Toe"):
        one = agent()
        one.begin(redscience.game(name), "black")
        assert one.choose(redscience.game(name).start().view("black")).move
    ending = " cannot be kept at 100 %" if fails else ": 1 of 1"
    assert caplog.record_tuples == [("redscience", logging.WARNING, what + ending) for what in ("engine", "search")]


@pytest.mark.parametrize("name", families.names())
def test_moves_of_another_kind_are_refused_in_every_family(name: str) -> None:
    state = redscience.game(name).start()
    seat = state.acting[0]
    wrong: dict[str, Any] = {"give each move": state.legal(seat)[0], "must be text": {seat: 4}}
    for says, moves in wrong.items():
        with pytest.raises(TypeError, match=says):
            state.play(moves)
