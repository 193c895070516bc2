"""The rules in plain English."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from strategies import thrown_change, thrown_rule_sets

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


SQUARES = {"kind": "squares", "size": [4, 4, 1]}
STACKS = {"kind": "stacks", "size": [3, 1, 4]}
THREE = {"reserve": {"black": 3, "white": 3}}


def told(**fields: object) -> list[str]:
    return english(read(json.dumps({"name": "Told", "board": SQUARES, **fields})))


def captures(condition: str, **more: object) -> dict[str, object]:
    return {"power": "can", "condition": condition, "result": "removes", **THREE, **more}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"shapes": {"O": captures("chain_jump", power="must", move="forward_diag"), "X": {"move": "adjacent"}}},
            "Circles move one step diagonally forward. They must, where they can, capture pieces of others by jumping",
        ),
        (
            {"shapes": {"O": captures("jump")}},
            "Pieces never move but by jumping along rows and columns. They can capture pieces of others by jumping",
        ),
        (
            {"shapes": {"O": captures("cover"), "X": {"move": "adjacent", **THREE}}},
            "Circles never move. They capture pieces of others that land on them; captives leave the game.",
        ),
        (
            {"shapes": {"O": {"move": "forward_orth", **THREE}, "X": {"move": "linear"}, "S": {"move": "knight"}}},
            "Circles that reach their goal line become Xs or stars, as the mover chooses.",
        ),
        (
            {"shapes": {"O": captures("adjacent", power="must"), "X": captures("adjacent")}},
            "A player who can capture with circles may do nothing but capture.",
        ),
        (
            {
                "board": STACKS,
                "shapes": {"O": captures("cover_by_rank"), "X": captures("cover_by_rank", result="converts")},
            },
            "Equals by rank share the captives; where captives leave the game, they destroy each other.",
        ),
        (
            {"board": STACKS, "shapes": {"O": captures("cover"), "X": captures("cover_by_rank")}},
            "Of equals that capture whatever the rank the one that has just come is the stronger;",
        ),
        (
            {"phases": [{"order": "simultaneous"}]},
            "Pieces that come to one space in the same round destroy each other.",
        ),
        (
            {"phases": [{"order": "single", "may_pass": True}] * 2 + [{"may_pass": True, "placement_only": True}]},
            "In each of phases 1 to 2 all plan in secret and move at once, a single time.",
        ),
        (
            {"phases": [{"draw_below": 1}]},
            "When nothing more can happen, the match is drawn if no piece is placed by then.",
        ),
        (
            {"checks": [], "stalemate": ["most_row_wins"]},
            "When nobody can move any more, whoever has the longest row of their pieces wins. If they tie, both win.",
        ),
        (
            {"players": "2+chaos", "checks": [], "stalemate": [{"rule": "chaos_wins_above", "total": 1}, "all_win"]},
            "there is more than one circle on the board, Chaos wins and all players lose; otherwise all players win.",
        ),
        (
            {"players": "2+chaos", "checks": [], "stalemate": ["less_pieces_than_chaos_loses", "draws"]},
            "When nobody can move any more, players with fewer pieces on the board than Chaos lose; all others draw.",
        ),
        (
            {"agree_draw": True, "players": "2+chaos"},
            "Instead of moving, a player may offer a draw once a turn; it is a draw if the other player agrees.",
        ),
        (
            {"players": "4", "checks": ["any_piece_loses"]},
            "Whoever has a piece on the board after a move loses, and all others win.",
        ),
        (
            {"setup": {"1,1 3,1 2,2 4,2 1,3 3,3 2,4": "white O"}},
            "On the board at the start: a white circle on each of (1-4,1-4) where x + y is even, but not (4,4).",
        ),
        (
            {"deck": "{[P P] [P P] [O X] . O2}", "setup": {"*,1": "dealt"}, "shapes": {"O": THREE, "P": {}, "X": {}}},
            "that white knows, two packs of two pentagons and one pack of (one circle and one X, from the top).",
        ),
        (
            {"deck": "[P {O X}]", "setup": {"1-2,1": "dealt"}, "shapes": {"O": THREE, "P": {}, "X": {}}},
            "from a deck that has from the top one pentagon and one shuffled pack of (one X and one circle).",
        ),
        (
            {"board": {**SQUARES, "count": 2, "walls": ["1:1,1", "2:1-2,1", "4,4"]}},
            "Nobody may ever enter or leave (1,1) and (4,4) on every board and (2,1) on board 2.",
        ),
    ],
)
def test_what_is_told_of_a_rule(fields: dict[str, object], words: str) -> None:
    assert words in " ".join(told(**fields))


def test_different_rules_never_read_the_same_and_equal_ones_always() -> None:
    """Pairs that differ in one field; and, over all, one text for each digest."""
    chance = Random(11)
    texts: dict[str, tuple[str, ...]] = {}
    for rules in islice(thrown_rule_sets(chance, playable=False), 1200):
        for each in (rules, thrown_change(chance, rules, playable=False)):
            text = tuple(english(each))
            assert texts.setdefault(each.digest, text) == text
    assert len(set(texts.values())) == len(texts)


def test_sentences_of_random_rules_are_sentences() -> None:
    for rules in islice(thrown_rule_sets(Random(12), playable=False), 400):
        for line in english(rules):
            assert line.endswith("."), line
            assert line[0].isupper() or line[0] == "(", line
            assert not [wrong for wrong in _WRONG if wrong in line], line


_WRONG = ("  ", " ,", ",,", "None", " one circles", ";;", "..", "{", "}", "enter or leave all")


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
