"""The rules in plain English."""

from __future__ import annotations

from pathlib import Path

import pytest

from redscience import catalogue
from redscience.language import english, read
from redscience.language.examples import EXAMPLES
from redscience.language.words import article, listed, number, times

GOLDEN = Path(__file__).parent / "golden" / "english"


@pytest.mark.parametrize("name", catalogue.names())
def test_the_rules_of_every_named_game_read_as_they_were_reviewed(name: str) -> None:
    """After a change of wording run this file as a script, and read what changed."""
    assert (GOLDEN / f"{name}.txt").read_text("utf-8") == text(name)


def test_no_game_is_explained_that_is_not_in_the_catalogue() -> None:
    assert sorted(file.stem for file in GOLDEN.glob("*.txt")) == sorted(catalogue.names())


def text(name: str) -> str:
    return "".join(f"{line}\n" for line in english(catalogue.get(name)))


def test_sentences_are_sentences() -> None:
    for name in catalogue.names():
        for line in english(catalogue.get(name)):
            assert line.endswith("."), line
            assert line[0].isupper() or line[0] == "(", line
            assert not [wrong for wrong in ("  ", " ,", "None", "one circles") if wrong in line]


def test_a_game_that_a_person_would_make() -> None:
    rules = read(EXAMPLES["a small game"])
    assert english(rules) == [
        "Two players, black and white, take turns to place one circle on an empty space of a 6×6 board.",
        "Each starts with 18 circles in reserve.",
        "The first to get four of their pieces in a row, in any direction, wins.",
        "When nobody can move any more, it is a draw.",
        "Each turn may take 90 seconds; a player who takes longer loses.",
    ]


def test_words() -> None:
    assert [number(n) for n in (0, 1, 12, 13)] == ["no", "one", "twelve", "13"]
    assert times(1, "X") == "one X"
    assert times(2, "cross", "crosses") == "two crosses"
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert [article(noun) for noun in ("X", "8×8 board", "11×3 board", "1×8 board")] == [
        "an X",
        "an 8×8 board",
        "an 11×3 board",
        "a 1×8 board",
    ]


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for each in catalogue.names():
        (GOLDEN / f"{each}.txt").write_text(text(each), "utf-8")
