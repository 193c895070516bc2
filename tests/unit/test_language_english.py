"""The rules in plain English."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from strategies import thrown_change, thrown_rule_sets

from redscience.variations import catalogue
from redscience.variations.language import digest, english, read
from redscience.variations.language.examples import EXAMPLES
from redscience.variations.language.words import article, listed, number, times

GOLDEN = Path(__file__).parent / "golden" / "english"


@pytest.mark.parametrize("name", catalogue.names())
def test_the_rules_of_every_named_game_read_as_they_were_reviewed(name: str) -> None:
    """After a change of wording run this file as a script with `PYTHONPATH=tests`, and read what changed."""
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
        "Two players, black and white, take turns to place one circle on an empty space of a 6×6 board. Black begins.",
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
            "Circles move one step diagonally forward. They can capture pieces of others by jumping over them",
        ),
        (
            {"shapes": {"O": captures("jump")}},
            "Pieces move only by jumping along rows and columns. They can capture pieces of others by jumping",
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
            "A player who can capture with circles must capture.",
        ),
        (
            {
                "board": STACKS,
                "shapes": {"O": captures("cover_by_rank"), "X": captures("cover_by_rank", result="converts")},
            },
            "share all other pieces there, their own too; where captives leave the game, they destroy each other.",
        ),
        (
            {"board": STACKS, "shapes": {"O": captures("cover"), "X": captures("cover_by_rank")}},
            "have a circle, only a newcomer captures; if none of them is new, they capture all other pieces there,",
        ),
        (
            {"phases": [{"order": "simultaneous"}]},
            "Pieces that come to one space in the same round destroy each other.",
        ),
        (
            {
                "phases": [{"order": "simultaneous"}],
                "shapes": {"O": captures("cover_by_rank"), "X": captures("cover_by_rank")},
            },
            "reserve. By rank, from the highest: X and circle. Pieces that come to one space in the same round destroy",
        ),
        (
            {
                "phases": [{"order": "simultaneous"}],
                "shapes": {"O": captures("cover_by_rank"), "X": captures("cover_by_rank"), "S": captures("adjacent")},
            },
            "destroy each other, unless all capture by rank and one of them outranks all others.",
        ),
        (
            {
                "phases": [{"order": "simultaneous"}],
                "shapes": {"O": captures("cover_by_rank", move="adjacent"), "X": captures("cover_by_rank"), "S": THREE},
            },
            "Stars rank below them all. A piece that lands on one that outranks it is captured; equals by rank destroy",
        ),
        (
            {"phases": [{"order": "single", "may_pass": True}] * 2 + [{"may_pass": True, "placement_only": True}]},
            "In each of phases 1 and 2 all plan in secret and move at once, a single time.",
        ),
        (
            {"phases": [{"draw_below": 1}]},
            "If no piece has been placed when play ends, it is a draw.",
        ),
        (
            {"checks": [{"check": "first_row_wins", "length": 4}, {"check": "first_row_loses", "length": 3}]},
            "in any direction, loses, and the other wins. If several of these come about by a move, the one told first",
        ),
        (
            {"checks": ["no_move_loses"], "phases": [{"may_pass": True}, {}, {}]},
            "at the start of their turn loses, and the other wins. In phase 1 they pass instead.",
        ),
        (
            {"checks": [{"check": "first_row_loses", "length": 3}], "phases": [{"order": "simultaneous"}]},
            "in any direction, loses, and the other wins. Those who do so in the same round lose together.",
        ),
        (
            {"board": {**SQUARES, "count": 2}, "checks": [], "stalemate": ["most_pieces_wins"]},
            "whoever wins the most boards wins the match. If they tie, both win. If nobody wins a board, it is a draw.",
        ),
        (
            {"board": {**SQUARES, "count": 2}, "checks": [], "stalemate": ["most_pieces_wins"]},
            "any more, each board that is left is decided by itself: whoever has the most pieces on the board wins.",
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
            "Nobody may ever enter or leave (1,1) and (4,4) on every board, and (2,1) on board 2.",
        ),
        (
            {"board": {**SQUARES, "count": 3, "walls": ["1:1,1", "3:1,1", "2:2,1"]}},
            "Nobody may ever enter or leave (1,1) on boards 1 and 3, and (2,1) on board 2.",
        ),
        (
            {"board": {**STACKS, "size": [4, 4, 2], "walls": ["1,1,2", "3,3,2", "2,2"]}},
            "Nobody may ever enter or leave stack (2,2), and height 2 of stacks (1,1) and (3,3).",
        ),
        (
            {"board": {**SQUARES, "walls": "2,2"}, "shapes": {"O": {"move": "linear", **THREE}}},
            "Nobody may ever enter or leave (2,2). Pieces may move over spaces that they may not enter.",
        ),
        ({"pieces_per_turn": 2}, "take turns to place two circles on empty spaces of a 4×4 board. Black begins. In"),
        (
            {"pieces_per_turn": 2, "shapes": {"O": {"move": "adjacent", **THREE}}},
            "make two moves; with each they place a circle from the reserve on any empty space, or move a piece on the",
        ),
        ({"phases": [{"order": "simultaneous"}]}, "In each round players place a circle from the reserve"),
        (
            {"board": STACKS, "shapes": {"O": {"move": "adjacent", **THREE}}},
            "Pieces move only from the top of their stack.",
        ),
        (
            {"shapes": {"O": {"move": "linear", "reserve": {"black": 3}}}, "colors": "shared"},
            "A piece on the board may not be moved while one like it is in reserve.",
        ),
        (
            {"shapes": {"O": captures("chain_jump", move="forward_diag"), "X": {"move": "adjacent", **THREE}}},
            "Circles jump over what is next to them, in directions in which they step.",
        ),
        (
            {"shapes": {"O": {"move": "adjacent", **THREE}, "P": captures("cover", move="adjacent")}},
            "Circles may land on pentagons of others, and are captured then.",
        ),
        (
            {"shapes": {"O": captures("adjacent"), "P": captures("cover", move="adjacent")}},
            "Nothing may land on circles.",
        ),
        (
            {"board": STACKS, "shapes": {"O": THREE, "P": captures("cover_by_rank")}},
            "Circles rank below pentagons. Whenever pieces come to a stack, whoever has the strongest piece in it",
        ),
        (
            {
                "board": STACKS,
                "shapes": {
                    "O": THREE,
                    "P": captures("cover_by_rank"),
                    "X": captures("cover_by_rank"),
                    "S": captures("cover"),
                },
            },
            "By rank, from the highest: pentagon and X. Stars outrank them all, and circles rank below them.",
        ),
        (
            {"board": STACKS, "shapes": {"O": captures("cover_by_rank"), "P": captures("cover_by_rank")}},
            "By rank, from the highest: circle and pentagon. Whenever",
        ),
        (
            {
                "board": STACKS,
                "shapes": {each: captures("cover_by_rank") for each in ("O", "P", "X")},
            },
            "The strongest piece is one that no other player's outranks; where there is none, the first in this order",
        ),
        (
            {"board": STACKS, "shapes": {"O": captures("cover"), "X": captures("cover", result="converts")}},
            "piece by piece, the highest shapes first, beginning with a random player. What becomes of captives is",
        ),
        (
            {"board": STACKS, "shapes": {"O": THREE, "X": {**captures("cover"), "reserve": {"white": 1}}}},
            "whoever has a piece that captures in it captures all pieces of others there. The first to get",
        ),
        (
            {"setup": {"1,1 2,1": "dealt"}, "deck": "[O1 .]"},
            "from the top down. What is dealt to nobody belongs to whoever knows it. A blank leaves its space empty.",
        ),
        (
            {"setup": {"1,1": "dealt", "2,1": "dealt white"}, "deck": "{O O O}"},
            "from a deck of two circles. What is dealt to nobody is ownerless.",
        ),
        (
            {"board": STACKS, "setup": {"2,1": ["dealt white", "dealt black"]}, "deck": "[O O]"},
            "On the board at the start: a piece each dealt to white and black, from the bottom up, on stack 2.",
        ),
        (
            {"players": "3", "shapes": {"O": {"reserve": {"black": 2, "white": 2, "pink": 4}}}},
            "In reserve, black and white each have two circles; pink has four circles.",
        ),
        (
            {"cloaking": "hides", "phases": [{"may_pass": True, "cloaks": at} for at in ("1,1", "2,*")]},
            "black first. In every phase players may pass. In phase 1, (1,1) is cloaked; in phase 2, (2,1-4).",
        ),
        (
            {
                "checks": ["stalemate_if_goal_reached"],
                "stalemate": ["most_pieces_wins"],
                "shapes": {"O": {"move": "adjacent", **THREE}},
            },
            "play ends at once. When nobody can move any more, a player repeats a move in the same position or a rule",
        ),
        (
            {"phases": [{"order": "simultaneous"}], "shapes": {"O": {"move": "adjacent", **THREE}}},
            "When nobody can move any more or all repeat their moves in the same position, it is a draw.",
        ),
        (
            {"players": "3", "checks": [], "stalemate": ["least_pieces_loses"]},
            "whoever has the fewest pieces on the board loses, and all others win. Those who tie lose together;",
        ),
        (
            {"checks": [], "stalemate": [{"rule": "most_rows_wins", "length": 2}]},
            "has the most rows of two of their pieces wins. Rows that overlap all count. If they tie, both win.",
        ),
        (
            {
                "players": "2+chaos",
                "checks": [],
                "stalemate": ["more_pieces_than_chaos_wins", "less_pieces_than_chaos_loses", "draws"],
            },
            "players with more pieces on the board than Chaos win, those with fewer lose, and those with as many draw.",
        ),
        (
            {"players": "partners", "checks": ["no_move_loses"], "stalemate": ["most_pieces_wins"]},
            "A player who can do nothing at the start of their turn loses, and the other team wins. ",
        ),
        (
            {"players": "partners", "checks": [], "stalemate": ["most_pieces_wins"]},
            "count together. If the teams tie, all players win. Each turn may take 60 seconds; a player who takes",
        ),
        (
            {"players": "partners", "checks": [], "stalemate": ["most_row_wins"]},
            "Of partners the longer row counts. If the teams tie, all players win.",
        ),
        (
            {"players": "partners"},
            "on an empty space of a 4×4 board. The order of play is black, white, pink and yellow.",
        ),
        (
            {"players": "partners", "phases": [{"may_pass": True}, {}]},
            "In phase 1 all take turns in the order black, white, pink and yellow, and may pass.",
        ),
        (
            {"players": "4", "disqualify_overachievers": True, "checks": [], "stalemate": ["most_pieces_wins"]},
            "Those who tie would win together. Whoever would be the first to win is disqualified and loses, but plays",
        ),
        (
            {
                "players": "partners",
                "disqualify_overachievers": True,
                "checks": [],
                "stalemate": ["most_pieces_wins"],
            },
            "If the teams tie, all players lose. Whoever would be",
        ),
        (
            {
                "checks": [{"check": "last_piece_wins", "shape": "P"}],
                "shapes": {"P": {"move": "forward_orth", **THREE}, "O": captures("cover", move="adjacent")},
            },
            "lost all pentagons is out, but to promote the last one is not to lose it; the last to be in wins.",
        ),
        (
            {
                "checks": [{"check": "last_piece_wins", "shape": "P"}],
                "shapes": {"P": {"move": "forward_orth", **THREE}, "O": captures("cover", move="pawn")},
            },
            "Whoever has lost all pentagons is out; the last to have any wins.",
        ),
        (
            {"board": {**STACKS, "walls": ["1,1,1", "2,1,4"]}},
            "height 1 of stack 1 and height 4 of stack 2. Pieces come to rest on such spaces as on other pieces.",
        ),
        ({"board": {**STACKS, "walls": ["2,1,4"]}}, "Nobody may ever enter or leave height 4 of stack 2. The first"),
        (
            {"board": STACKS, "phases": [{"locks": ["2,1,1"]}]},
            "leave height 1 of stack 2, nor enter a stack while such a space is the lowest empty one in it. The first",
        ),
        (
            {"board": STACKS, "phases": [{"locks": ["1,1,1"]}, {"locks": ["1,1,1", "2,1"]}]},
            "and heights 2 to 4 of stack 2, nor enter a stack while such a space is the lowest empty one in it.",
        ),
        ({"board": STACKS, "phases": [{"locks": "2,1"}]}, "Nobody may ever enter or leave stack 2. The first"),
        ({"shapes": {"O": {"move": "linear", **THREE}}}, "in a straight line. Pieces do not move over others."),
        (
            {"shapes": {"O": captures("jump", move="linear_or_knight"), "X": {"move": "linear", **THREE}}},
            "Only leaps and jumps go over other pieces.",
        ),
    ],
)
def test_what_is_told_of_a_rule(fields: dict[str, object], words: str) -> None:
    assert words in " ".join(told(**fields))


@pytest.mark.slow
def test_different_rules_never_read_the_same_and_equal_ones_always() -> None:
    """Pairs that differ in one field; and, over all, one text for each digest."""
    chance = Random(11)
    texts: dict[str, tuple[str, ...]] = {}
    for rules in islice(thrown_rule_sets(chance), 500):
        for each in (rules, thrown_change(chance, rules)):
            text = tuple(english(each))
            assert texts.setdefault(digest(each), text) == text
    assert len(set(texts.values())) == len(texts)


@pytest.mark.slow
def test_sentences_of_random_rules_are_sentences() -> None:
    for rules in islice(thrown_rule_sets(Random(12)), 200):
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
