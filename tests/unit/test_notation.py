"""The text of moves, read and written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import redscience
from redscience.errors import UnreadableMove
from redscience.variations.language.model import COLORS, SHAPES
from redscience.variations.notation import WORDS, Jump, Placement, Space, Word, read

_NUMBERS = st.integers(1, 512)
_SPACES = st.builds(Space, _NUMBERS, _NUMBERS, st.none() | _NUMBERS, st.none() | st.integers(1, 3))
_SHAPED = st.builds(Placement, _SPACES, st.sampled_from(SHAPES), st.none() | st.sampled_from(COLORS))
_MOVES = (
    st.builds(Placement, _SPACES)
    | _SHAPED
    | st.builds(Jump, _SPACES, _SPACES, st.none() | st.sampled_from(SHAPES))
    | st.builds(Word, st.sampled_from(WORDS))
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("4,1", Placement(Space(4, 1))),
        ("O@4,1", Placement(Space(4, 1), "O")),
        ("WX@2:3,1,6", Placement(Space(3, 1, 6, 2), "X", "white")),
        ("1,1>2,2", Jump(Space(1, 1), Space(2, 2))),
        ("2:1,1,3>2,1", Jump(Space(1, 1, 3, 2), Space(2, 1))),
        ("2,7>2,8=X", Jump(Space(2, 7), Space(2, 8), "X")),
        ("3:2,7,1>3:2,8,1=+", Jump(Space(2, 7, 1, 3), Space(2, 8, 1, 3), "+")),
        ("pass", Word("pass")),
        ("draw", Word("draw")),
        ("agree", Word("agree")),
        ("refuse", Word("refuse")),
    ],
)
def test_each_form_is_read_as_what_it_says(text: str, move: Placement | Jump | Word) -> None:
    assert read(text) == move
    assert str(move) == text


@given(_MOVES)
def test_what_is_written_is_read_back(move: Placement | Jump | Word) -> None:
    assert read(str(move)) == move


def test_a_place_says_nothing_of_a_colour_without_a_shape() -> None:
    assert str(Placement(Space(1, 2), color="white")) == "1,2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        " pass",
        "passes",
        "O@",
        "O@1",
        "O@1,2=X",
        "1,1>2,2=",
        "1,1>2,2=x",
        "1,1>2,2=XX",
        "1,1>2,2=WX",
        "=X",
        "1,1=X>2,2",
        "1,1>2,2>3,3",
        "B@1,1",
        "Z@1,1",
        "1, 1",
        "1,1,1,1",
        "1000,1",
        "\u0661,1",
        "1,1\n2,2",
        "1,1>" + " " * 40 + "2,2",
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove, match="is not a move"):
        read(text)


@given(st.text(max_size=60) | st.from_regex(r"[BWKYOPXTS+@0-9,:>= ]{0,20}", fullmatch=True))
@example("1,1>2,2=X")
@example("O@1:1,1")
def test_any_text_is_a_move_or_no_move(text: str) -> None:
    try:
        move = read(text)
    except UnreadableMove:
        return
    assert read(str(move)) == move


def test_who_writes_no_move_is_shown_some_that_they_may_make() -> None:
    for name, examples in (("Tic-Tac-Toe", r"O@1,1\."), ("Breakthrough", r"\d,2>\d,3\.")):
        state = redscience.game(name).start()
        with pytest.raises(UnreadableMove, match=rf"^'nonsense' is not a move\. .* as in {examples}$"):
            state.play({state.acting[0]: "nonsense"})


def test_a_long_text_is_shown_cut() -> None:
    with pytest.raises(UnreadableMove) as caught:
        read("x" * 10_000)
    assert len(str(caught.value)) < 200


def test_the_docs_show_positions_as_they_are_written() -> None:
    state = redscience.game("Connect4").start().play({"black": "O@4,1"}).play({"white": "O@4,1"})
    docs = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    assert f"`{state.position}`" in docs
