"""Every attack of Stratego: who wins, what is left where, and what is known afterwards (rules: D1)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from fixtures.stratego import on_board, played

from redscience.stratego.notation import KINDS
from redscience.stratego.state import StrategoState

# By attacker, what an attack comes to on each of KINDS: it wins, it loses, or both are captured.
#              f s s m s l c m c g m b
TABLE = {
    "spy": "      W W L L L L L L L L W L",
    "scout": "    W W T L L L L L L L L L",
    "miner": "    W W W T L L L L L L L W",
    "sergeant": " W W W W T L L L L L L L",
    "lieutenant": "W W W W W T L L L L L L",
    "captain": "  W W W W W W T L L L L L",
    "major": "    W W W W W W W T L L L L",
    "colonel": "  W W W W W W W W T L L L",
    "general": "  W W W W W W W W W T L L",
    "marshal": "  W W W W W W W W W W T L",
}
CAME = {"W": "won", "L": "lost", "T": "tied"}
CASES = [
    (attacker, defender, CAME[letter])
    for attacker, letters in TABLE.items()
    for defender, letter in zip(KINDS, letters.split(), strict=True)
]


def attacked(attacker: str, defender: str, turn: str = "red") -> StrategoState:
    """The attack of a piece on F5 on one on E5; both sides have another piece that can move."""
    mine, yours = {"F5": attacker, "I0": "major"}, {"E5": defender, "B0": "major"}
    red, blue = (mine, yours) if turn == "red" else (yours, mine)
    return played(on_board(red, blue, turn=turn), "F5>E5")


def at(state: StrategoState, square: str) -> dict[str, Any] | None:
    pieces = state.view("spectator")["table"]["pieces"]
    return next((piece for piece in pieces if piece["at"] == square), None)


def test_all_pairs_are_looked_at() -> None:
    movable = [kind for kind in KINDS if kind not in {"flag", "bomb"}]
    assert {case[:2] for case in CASES} == set(product(movable, KINDS))


@pytest.mark.parametrize(("attacker", "defender", "came"), CASES)
@pytest.mark.parametrize("turn", ["red", "blue"])
def test_an_attack(attacker: str, defender: str, came: str, turn: str) -> None:
    after, other = attacked(attacker, defender, turn), {"red": "blue", "blue": "red"}[turn]
    table = after.view("spectator")["table"]
    (event,) = after.view(other)["last"]
    assert event == {
        "seat": turn,
        "move": "F5>E5",
        "attack": {"attacker": attacker, "defender": defender, "came": came},
    }
    assert table["log"] == [{"number": 1, **event}]
    # Whoever attacks leaves its square in any case; the one that is left stands where it was attacked.
    assert at(after, "F5") is None
    left = {"won": {"seat": turn, "kind": attacker, "moved": True}, "lost": {"seat": other, "kind": defender}}
    assert at(after, "E5") == (None if came == "tied" else {"at": "E5", **left[came], "revealed": True})
    before = on_board({"F5": attacker, "I0": "major"}, {"E5": defender, "B0": "major"}).revealed()["table"]["captured"]
    gone = {seat: sum(table["captured"][seat].values()) for seat in ("red", "blue")}
    had = {"red": sum(before["red"].values()), "blue": sum(before["blue"].values())}
    assert gone[turn] - had[turn if turn == "red" else "red"] == (came != "won")
    assert gone[other] - had[other if turn == "red" else "blue"] == (came != "lost")
    assert (after.outcome is not None) == (defender == "flag")


def test_capturing_the_flag_wins() -> None:
    after = attacked("spy", "flag")
    assert after.outcome == {"red": "win", "blue": "lose"}
    assert after.view("blue")["outcome"]["text"] == "Red captures the flag and wins."
    assert attacked("scout", "flag", "blue").outcome == {"red": "lose", "blue": "win"}


def test_a_scout_that_attacks_a_bomb_from_afar_dies_and_the_bomb_stays_and_is_known() -> None:
    state = on_board({"G0": "scout", "I5": "miner"}, {"A0": "bomb", "B5": "miner"})
    after = played(state, "G0>A0")
    assert at(after, "G0") is None
    assert at(after, "A0") == {"at": "A0", "seat": "blue", "kind": "bomb", "revealed": True}


def test_a_marshal_that_attacks_the_spy_captures_it() -> None:
    assert at(attacked("marshal", "spy"), "E5") == {
        "at": "E5",
        "seat": "red",
        "kind": "marshal",
        "moved": True,
        "revealed": True,
    }


def test_what_is_known_stays_known_when_it_moves_on() -> None:
    after = played(attacked("major", "sergeant"), "B0>C0", "E5>E4")
    assert at(after, "E4") == {"at": "E4", "seat": "red", "kind": "major", "moved": True, "revealed": True}
    assert at(after, "C0") == {"at": "C0", "seat": "blue", "moved": True}


@pytest.mark.parametrize(
    ("attacker", "defender", "red", "blue"),
    [
        ("scout", "bomb", {"bombs hit": 1}, {}),
        ("marshal", "bomb", {"bombs hit": 1, "marshals lost": 1}, {"marshals captured": 1}),
        ("miner", "bomb", {"bombs defused": 1}, {}),
        ("spy", "marshal", {"marshals captured": 1}, {"marshals lost": 1}),
        (
            "marshal",
            "marshal",
            {"marshals captured": 1, "marshals lost": 1},
            {"marshals captured": 1, "marshals lost": 1},
        ),
        ("marshal", "general", {}, {}),
        ("scout", "marshal", {}, {}),
    ],
)
def test_what_is_counted_of_a_match(attacker: str, defender: str, red: dict[str, int], blue: dict[str, int]) -> None:
    before = on_board({"F5": attacker, "I0": "major"}, {"E5": defender, "B0": "major"})
    # What is not on this board counts as captured, so that both are compared with how it began.
    outcomes = [state.leave("blue").outcome for state in (before, played(before, "F5>E5"))]
    counted = [outcome.statistics for outcome in outcomes if outcome is not None]
    for seat, expected in (("red", red), ("blue", blue)):
        names = ("bombs hit", "bombs defused", "marshals captured", "marshals lost")
        gained = {name: counted[1][seat][name] - counted[0][seat][name] for name in names}
        assert {name: more for name, more in gained.items() if more} == expected
        assert "moves in shortest game" not in counted[0][seat]
        assert counted[1][seat]["moves in shortest game"] == counted[1][seat]["moves in longest game"] == 1
