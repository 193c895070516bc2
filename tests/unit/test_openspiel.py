"""A short run of `make openspiel`: the games that OpenSpiel has too are the same, step by step."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from openspiel.__main__ import main
from openspiel.adapter import Adapter
from openspiel.games import ADAPTERS
from openspiel.phantom_ttt import RULES as PHANTOM_RULES

from redscience.variations import catalogue
from redscience.variations.language.writing import to_json

if TYPE_CHECKING:
    from openspiel.walk import Finding, Tally

GAMES = {"gomoku": 2, "dark_chess": 3}
"""How many are played of those whose games are long; of the others 20."""
REPEATS = 104
"""A game of checkers in which at last only moves are left that were made before."""


def walk(adapter: Adapter, numbers: Iterable[int], seed: int = 1) -> tuple[list[Finding], Tally]:
    """Walks some games; skips the test where OpenSpiel is missing."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is missing, nothing was compared: install the extra `bench`")
    from openspiel.walk import Comparison, Tally  # noqa: PLC0415 - needs it

    tally = Tally()
    return list(Comparison(adapter).walk(seed, numbers, tally)), tally


@pytest.mark.parametrize("name", ADAPTERS)
def test_both_have_the_same_moves_and_results(name: str) -> None:
    games = GAMES.get(name, 20)
    found, tally = walk(ADAPTERS[name], range(games))
    assert found == []
    assert tally.games == games
    assert tally.plies >= games * 5


def different() -> Iterator[tuple[str, Adapter, Iterable[int], str]]:
    """Adapters of games that are not the same, some games of them, and what is to be found first."""
    rows, larger, phantom, checkers = (
        ADAPTERS[name] for name in ("tic_tac_toe", "mnk-square", "phantom_ttt", "checkers")
    )
    yield "spaces", replace(rows, rules=larger.rules), [0], "legal for black: only ours ['O@1,4'"
    yield "length", replace(larger, peer="mnk(m=7,n=7,k=3)"), range(5), "only theirs is over: None, "
    anti = replace(ADAPTERS["gomoku-anti"], peer="gomoku(size=5,connect=4)")
    yield "results", anti, range(5), "result: ours {'black': "
    yield "tie", replace(rows, tie="win"), range(40), "result: ours {'black': 'draw', 'white': 'draw'}, theirs [0.0, 0"
    yield "who moves", replace(rows, seats=("white", "black")), [0], "to move: ours ('black',), theirs white"
    yield "their draws", replace(checkers, they_draw=rows.they_draw), range(40), "only theirs is over: None, [0.0, 0.0]"
    all_win = replace(phantom, rules={**PHANTOM_RULES, "stalemate": ["all_win"]}, tie="win")
    yield "the rest", all_win, range(40), "only theirs was over: no draw in ours, but {'black': 'win'"
    other = replace(checkers, rules=rules_of("EnglishDraughts", stalemate=["all_win"]))
    yield "repetition", other, [REPEATS], "a move made again in the same position: no draw in ours, but {'black': 'win'"


def rules_of(name: str, **changed: object) -> dict[str, object]:
    """A game of the catalogue with other rules."""
    return {**json.loads(to_json(catalogue.get(name))), **changed}


@pytest.mark.parametrize(
    ("adapter", "numbers", "what"),
    [pytest.param(adapter, numbers, what, id=name) for name, adapter, numbers, what in different()],
)
def test_what_differs_is_found(adapter: Adapter, numbers: Iterable[int], what: str) -> None:
    found, tally = walk(adapter, numbers)
    assert [one.what for one in found[:1] if one.what.startswith(what)], found[:1]
    assert len(found) + tally.games == len(list(numbers))


def test_a_repeated_move_ends_our_game_only() -> None:
    found, tally = walk(ADAPTERS["checkers"], [REPEATS])
    assert found == []
    assert [end.name for end, games in tally.ends.items() if games] == ["OURS"]


def test_kings_that_changed_places_repeat_a_position() -> None:
    found, tally = walk(ADAPTERS["checkers"], [4450], seed=20261121)
    assert found == []
    assert tally.games == 1


def test_a_game_is_found_again_by_its_number() -> None:
    adapter = replace(ADAPTERS["tic_tac_toe"], tie="win")
    found, _ = walk(adapter, range(40))
    assert len(found) > 1
    assert walk(adapter, [found[1].number])[0] == found[1:2]


def test_without_openspiel_nothing_passes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["openspiel", "tic_tac_toe"])
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert main() == 2
    assert "nothing was compared" in capsys.readouterr().err
