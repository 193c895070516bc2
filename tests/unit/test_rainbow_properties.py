"""What holds of every match of Tic-Tac-Rainbow."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable
from random import Random

import pytest
from fixtures.kernels import in_every_way
from fixtures.rainbow import came, game
from hypothesis import given, settings
from hypothesis import strategies as st

from redscience.errors import IllegalMove, RedscienceError
from redscience.rainbow.board import CELLS, HEXAGON, SQUARE, Cell
from redscience.rainbow.moves import TEXTS
from redscience.rainbow.pegs import PEGS, SIDED
from redscience.rainbow.state import RainbowState

few = settings(max_examples=20)
games = st.builds(
    game,
    players=st.sampled_from((2, 3)),
    ending=st.sampled_from(("wins", "loses")),
    lines=st.sampled_from((SQUARE, HEXAGON)),
)
numbers = st.integers(0, 1 << 32)


def walk(state: RainbowState, dice: Random) -> list[RainbowState]:
    """The states of a random match, which now and then somebody leaves."""
    passed = [state]
    while passed[-1].outcome is None:
        now = passed[-1]
        if dice.random() < 0.01:
            passed.append(now.leave(dice.choice([seat for seat in now.game.seats if seat not in now.left])))
        else:
            passed.append(now.play({now.acting[0]: dice.choice(now.legal(now.acting[0]))}))
    return passed


@given(games, numbers)
@few
def test_each_peg_is_in_one_place_and_has_its_two_faces(of: object, number: int) -> None:
    for state in walk(of.start(), Random(number)):  # type: ignore[attr-defined]
        table = state.view("spectator")["table"]
        assert len({tuple(peg["at"]) for peg in table["pegs"]}) == len(table["pegs"])
        assert all(peg["peg"] in SIDED for peg in table["pegs"])
        for hand in table["hands"]:
            on = [PEGS[SIDED[peg["peg"]][0]] for peg in table["pegs"] if peg["seat"] == hand["seat"]]
            assert sorted([*on, *hand["off"]]) == sorted(PEGS)
            assert "WK" not in on or len(on) == len(PEGS)
        now = state.record[0]
        shown = [int(cells) for cells in now["shows"]]
        assert sum(cells.bit_count() for cells in shown) == len(table["pegs"])
        open_cells = set(now["open"][: now["n_open"]].tolist())
        assert open_cells == {cell for cell in range(len(CELLS)) if not now["peg_on"][cell]}
        assert bool(state.acting) == (state.outcome is None) == bool(state.acting and state.legal(state.acting[0]))


@given(games, numbers)
@few
def test_what_is_listed_is_taken_and_nothing_else(of: object, number: int) -> None:
    dice = Random(number)
    for state in dice.sample(walk(of.start(), dice)[:-1], 1):  # type: ignore[attr-defined]
        (seat,) = state.acting
        legal = set(state.legal(seat))
        for text in dice.sample(TEXTS, 150):
            if text in legal:
                assert state.play({seat: text}).position != state.position
            else:
                with pytest.raises(IllegalMove, match=re.escape(text)):
                    state.play({seat: text})


# Symmetry.


SYMMETRIES: tuple[Callable[[Cell], Cell], ...] = (
    lambda at: at,
    lambda at: (6 - at[0], 6 - at[1]),
    lambda at: (at[1], at[0]),
    lambda at: (6 - at[1], 6 - at[0]),
    # These turn one diagonal into the other: on squares alone.
    lambda at: (6 - at[0], at[1]),
    lambda at: (at[0], 6 - at[1]),
    lambda at: (at[1], 6 - at[0]),
    lambda at: (6 - at[1], at[0]),
)


def mapped(move: str, turn: Callable[[Cell], Cell]) -> str:
    return re.sub(r"(\d),(\d)", lambda at: "{},{}".format(*turn((int(at[1]), int(at[2])))), move)


def recolored(move: str) -> str:
    """Each colour becomes the next of the rainbow."""
    return move.translate(str.maketrans("ROYGBV", "OYGBVR")) if "@" in move else move


def keeps(state: RainbowState, change: Callable[[str], str], dice: Random) -> None:
    """Asserts that a match in which all is changed goes as it would."""
    other = state
    while state.outcome is None:
        (seat,) = state.acting
        assert sorted(map(change, state.legal(seat))) == sorted(other.legal(seat))
        move = dice.choice(state.legal(seat))
        state, other = state.play({seat: move}), other.play({seat: change(move)})
        assert state.acting == other.acting
    assert came(state) == came(other)


@pytest.mark.parametrize("lines", [SQUARE, HEXAGON])
@pytest.mark.parametrize("number", range(len(SYMMETRIES)))
def test_a_match_on_the_board_turned_or_mirrored_goes_the_same_way(number: int, lines: str) -> None:
    turn = SYMMETRIES[number]
    assert sorted(map(turn, CELLS)) == sorted(CELLS)
    if lines == SQUARE or number < 4:
        for players in (2, 3):
            keeps(game(players=players, lines=lines).start(), lambda move: mapped(move, turn), Random(number))


@given(games, numbers)
@few
def test_a_match_with_each_colour_as_the_next_goes_the_same_way(of: object, number: int) -> None:
    keeps(of.start(), recolored, Random(number))  # type: ignore[attr-defined]


# Texts and views.


@given(games, numbers)
@few
def test_a_state_is_read_back_and_pickled(of: object, number: int) -> None:
    state = Random(number).choice(walk(of.start(number), Random(number)))  # type: ignore[attr-defined]
    for again in (of.read_state(str(state)), pickle.loads(pickle.dumps(state))):  # type: ignore[attr-defined]  # noqa: S301
        assert again == state
        assert hash(again) == hash(state)
        assert again.position == state.position
        assert again.view("circle") == state.view("circle")
    public = of.read_state(state.view("circle")["state"])  # type: ignore[attr-defined]
    assert (public.seed, public.position) == (None, state.position)


def test_blanks_within_moves_are_underlined_in_texts_of_states_alone() -> None:
    state = game().start(3).play({"circle": "RO@2,1"}).play({"square": "RO@4,5"}).play({"circle": "flip 2,1"})
    assert str(state) == f"{game().digest} 3 circle:RO@2,1 square:RO@4,5 circle:flip_2,1"
    assert state.view("square")["last"] == [
        {"seat": "circle", "move": "flip 2,1", "kind": "flip", "to": [2, 1], "peg": "OR"}
    ]
    left = game(players=3).start().leave("triangle", "circle")
    assert str(left).endswith(" circle+triangle:leave")


@pytest.mark.parametrize("text", ["", "x", "{0}", "{0} -1", "{0} 1 circle", "{0} 1 circle:flip 2,1", "{0} 1 x:leave"])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(RedscienceError):
        game().read_state(text.format(game().digest))


# The engine.


RUN = """
import sys
sys.path[:0] = ["tests"]
from random import Random
from fixtures.rainbow import game
for players in (2, 3):
    for lines in ("square", "hexagon"):
        of = game(players=players, lines=lines)
        print(of.playouts(5, seed=5))
        state, dice = of.start(), Random(players)
        while state.outcome is None:
            state = state.play({state.acting[0]: dice.choice(state.legal(state.acting[0]))})
        print(state, state.position, state.view("circle")["outcome"], state.record.tobytes().hex())
"""


@pytest.mark.slow
def test_all_ways_to_run_the_kernels_agree_to_the_last_bit(walks: int) -> None:
    assert len(set(in_every_way([sys.executable, "-c", RUN], checked=walks > 0))) == 1


def test_random_games_are_fair_between_seats_but_for_who_begins() -> None:
    played = game().playouts(40_000, seed=1, cores=2)
    assert played == game().playouts(40_000, seed=1)
    wins = {"".join(result[0] for result in results): count for results, count in played.counts.items()}
    assert set(wins) == {"wl", "lw", "dd"}
    assert abs(wins["wl"] - wins["lw"]) < 1000
    misere = game(ending="loses").playouts(40_000, seed=1)
    assert misere.plies == played.plies
    assert {results[::-1]: count for results, count in misere.counts.items()} == played.counts


def test_random_plays_as_the_kernel_does() -> None:
    """Uniformly: drawn by Python among the listed moves, and by the kernel without a list."""
    of, dice = game(players=3), Random(4)
    lengths = [len(walk_plainly(of.start(), dice)) for _ in range(300)]
    played = of.playouts(20_000, seed=4)
    assert abs(sum(lengths) / len(lengths) - played.plies / played.games) < 3


def walk_plainly(state: RainbowState, dice: Random) -> list[str]:
    moves = []
    while state.outcome is None:
        moves.append(dice.choice(state.legal(state.acting[0])))
        state = state.play({state.acting[0]: moves[-1]})
    return moves
