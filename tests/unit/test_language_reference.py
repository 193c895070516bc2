"""The reference of the language: every option with its meaning, an example that is a whole game, and who uses it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from redscience.variations import catalogue
from redscience.variations.language import read
from redscience.variations.language.examples import example
from redscience.variations.language.markers import MarkerOption
from redscience.variations.language.option import Option
from redscience.variations.language.reference import TABLES, reference
from redscience.variations.language.validation import options_of

EVERY = [(title, option) for title, table in TABLES for option in table.values()]


@pytest.mark.parametrize(("title", "option"), EVERY, ids=[f"{title} {option.value}" for title, option in EVERY])
def test_each_example_is_a_whole_game_that_has_the_option(title: str, option: Option) -> None:
    rules = read(json.dumps({"name": "Example", **json.loads(example(title, option))}))
    if isinstance(option, MarkerOption):
        assert list(option.used_at(rules))
    else:
        assert option in [used.option for used in options_of(rules)]


def test_each_option_says_what_it_means() -> None:
    assert not [(title, option.value) for title, option in EVERY if not (option.english or option.note)]


def rows(text: str) -> dict[str, list[str]]:
    """The cells of the tables of options, by label."""
    lines = (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| "))
    return {cells[0]: cells for cells in lines if len(cells) >= 5}


def test_each_named_game_is_named_where_its_options_are() -> None:
    page = reference()
    found: dict[str, Any] = rows(page)
    assert found["Castle"][-1].rstrip(" |") == "ChessWithoutCheck"
    assert found["Surround line"][-1].rstrip(" |") == "Pente, Reversi"
    assert found["Partners"][-1].rstrip(" |") == "4P-Blind-TTT, 4P-Blind-TTT-1.6"
    assert found["1 piece/turn"][-1].rstrip(" |") == "all named games but Connect6-19x19"
    for name in catalogue.names():
        assert name in page
