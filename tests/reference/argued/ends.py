"""Checks, stalemate rules, the outcome algebra (rules: 0.3, A5, C6 to C20, C33, C44, C45, R9 to R13, R21 to R23)."""

from __future__ import annotations

from typing import Any

from redscience.variations import catalogue
from redscience.variations.language import RuleSet
from reference.argued.squares import board, piece
from reference.lines import Line, game, line, variant

PASSING = [{"may_pass": True}]
PLAIN = piece("adjacent")
EVERY = ("black", "white", "pink", "yellow")


def laid(setup: dict[str, Any], *, players: str = "2", size: tuple[int, int] = (5, 4), **fields: Any) -> RuleSet:
    """A board on which all only pass; each shape that lies there is played."""
    shapes = {name: {"reserve": {"black": 1}} for name in "OPX+TS" if name in str(setup.values())}
    return game(
        **{"players": players, "board": board(*size), "shapes": shapes, "setup": setup, "phases": PASSING, **fields}
    )


def passed(players: int, *, chaos: bool = False) -> tuple[str, ...]:
    return (*(f"{seat}:pass" for seat in EVERY[:players]), *(["chaos:pass"] if chaos else []))


def stalemate(name: str, rules: RuleSet, outcome: str) -> Line:
    """What the stalemate rules make of a position that all leave as it is."""
    players = len(rules.player_seats)
    return line(name, rules, *passed(players, chaos="chaos" in rules.seats), f"? outcome = {outcome}")


CLIMBING: dict[str, Any] = {
    "board": board(5, 5),
    "shapes": {"P": piece("forward_orth"), "X": piece("linear", "cover")},
    "checks": [{"check": "last_piece_wins", "shape": "P"}],
    "stalemate": ["draws"],
    "phases": PASSING,
}
"""Pentagons that become Xs on their goal lines: black's is the top, white's the bottom, of three players the left."""

ONE_EACH = {"1,1": "black O", "3,1": "white O", "5,1": "chaos O"}

LINES: tuple[Line, ...] = (
    # The algebra.
    stalemate(
        "0.3: a tie of all players and Chaos for the most: all win", laid(ONE_EACH, players="2+chaos"), "win win"
    ),
    stalemate(
        "C18: who ties with Chaos for the most draws, the rest lose",
        laid({"1,1 3,1": "black O", "1,3": "white O", "5,1 5,3": "chaos O"}, players="2+chaos"),
        "draw lose",
    ),
    stalemate(
        "0.3: Chaos alone has the most: all lose",
        laid({"1,1": "black O", "1,3": "white O", "5,1 5,3": "chaos O"}, players="2+chaos"),
        "lose lose",
    ),
    stalemate(
        "0.3: both players together have the most: all win",
        laid({"1,1 1,2": "black O", "1,3 1,4": "white O", "5,1": "chaos O"}, players="2+chaos"),
        "win win",
    ),
    stalemate(
        "C18: in a rule of losing a tie with Chaos still loses",
        laid(
            {"1,1": "black O", "1,3 1,4": "white O", "5,1": "chaos O"},
            players="2+chaos",
            stalemate=["least_pieces_loses"],
        ),
        "lose win",
    ),
    stalemate(
        "0.3: the worst set is all seats: nobody loses",
        laid(ONE_EACH, players="2+chaos", stalemate=["least_pieces_loses"]),
        "win win",
    ),
    stalemate(
        "0.3: Chaos alone is worst: all players win",
        laid({**ONE_EACH, "1,2": "black O", "3,2": "white O"}, players="2+chaos", stalemate=["least_pieces_loses"]),
        "win win",
    ),
    *(
        stalemate(
            f"C15: two pieces, three and four against Chaos's three, by {rules}",
            laid(
                {"1,1-2": "black O", "3,1-3": "white O", "4,1-4": "pink O", "5,1-3": "chaos O"},
                players="3+chaos",
                stalemate=rules,
            ),
            outcome,
        )
        for rules, outcome in (
            (["more_pieces_than_chaos_wins", "less_pieces_than_chaos_loses", "draws"], "lose draw win"),
            (["less_pieces_than_chaos_loses"], "lose win win"),
        )
    ),
    stalemate(
        "A5: Chaos wins if the total is above is asked first",
        laid(
            {"1,1-4": "black O", "3,1": "white O"},
            players="2+chaos",
            stalemate=[{"rule": "chaos_wins_above", "shape": "O", "total": 4}, "most_pieces_wins"],
        ),
        "lose lose",
    ),
    stalemate(
        "A5: …and nothing if it is not",
        laid(
            {"1,1-4": "black O", "3,1": "white O"},
            players="2+chaos",
            stalemate=[{"rule": "chaos_wins_above", "shape": "O", "total": 5}, "most_pieces_wins"],
        ),
        "win lose",
    ),
    # Measures.
    stalemate(
        "C12: the longest row, overlines and all",
        laid({"1,1-3": "black O", "3,1-4": "white O"}, stalemate=["most_row_wins"]),
        "lose win",
    ),
    stalemate(
        "C13: three in a row are two windows of two, a square is six",
        laid({"1,1-3": "black O", "3-4,1-2": "white O"}, stalemate=[{"rule": "most_rows_wins", "length": 2}]),
        "lose win",
    ),
    stalemate(
        "A5: rows of one colour and shape",
        laid(
            {"1,1 1,2": "black O", "1,3": "black X", "3,1 3,2": "white O", "3,3": "white O"},
            stalemate=[{"rule": "most_kind_rows_wins", "length": 2}],
        ),
        "lose win",
    ),
    stalemate(
        "R21: teams: counts are summed",
        laid(
            {"1,1-3": "black O", "2,1": "pink O", "3,1-2": "white O", "4,1-3": "yellow O"},
            players="partners",
        ),
        "lose win lose win",
    ),
    stalemate(
        "R21: teams: of the longest rows the maximum counts",
        laid(
            {"1,1-3": "black O", "3,1": "pink O", "2,1-2": "white O", "4,1-2": "yellow O"},
            players="partners",
            stalemate=["most_row_wins"],
        ),
        "win lose win lose",
    ),
    stalemate(
        "C17: area: what one occupies or can reach past others, walls and locks ignored",
        laid(
            {"2,1-4": "black O", "4,1": "white O"},
            board=board(5, 4, walls=["5,*"]),
            stalemate=["most_area_wins"],
        ),
        "win lose",
    ),
    stalemate(
        "A5: any row at stalemate",
        laid({"1,1-3": "black O", "3,1-2": "white O"}, stalemate=[{"rule": "any_row_wins", "length": 3}]),
        "win lose",
    ),
    stalemate(
        "R10: nobody has one: all lose",
        laid({"1,1": "black O", "3,1-2": "white O"}, stalemate=[{"rule": "any_row_wins", "length": 3}]),
        "lose lose",
    ),
    stalemate(
        "C45: rows of the setup are not completed by anybody",
        laid({"1,1-3": "black O"}, stalemate=[{"rule": "last_row_wins", "length": 3}]),
        "lose lose",
    ),
    line(
        "C45: the last to have completed a row wins, whether or not it is still there",
        game(
            board=board(4, 4),
            shapes={"O": {**PLAIN, "reserve": {}}},
            setup={"1,1 2,2": "black O", "1,4 2,3": "white O"},
            stalemate=[{"rule": "last_row_wins", "length": 2}],
            phases=PASSING,
        ),
        "black:2,2>3,2",
        "white:2,3>2,4",
        "black:pass",
        "white:2,4>3,3",
        "black:pass",
        "white:pass",
        "? outcome = lose win",
    ),
    # Checks.
    line(
        "C6: with assigned colours the owner of the row has it, whoever moved",
        game(
            board={"kind": "stacks", "size": [3, 1, 3]},
            shapes={
                "O": {"reserve": {"white": 2, "black": 2}},
                "X": {"power": "can", "condition": "cover_by_rank", "result": "removes", "reserve": {"black": 1}},
                "T": {"power": "can", "condition": "cover_by_rank", "result": "removes", "reserve": {"white": 1}},
            },
            setup={"1,1": ["white T", "communal O"], "2,1": ["white O", "white O"], "3,1": ["black O", "white O"]},
            checks=[{"check": "first_row_wins", "length": 3}],
            stalemate=["draws"],
        ),
        "black:O@1,1",
        "? stack 1,1 = wT cO",
        "white:O@1,1",
        "? ongoing",
    ),
    line(
        "0.3: several checks: the first that decides, decides",
        variant(
            "Tic-Tac-Toe",
            board={"kind": "squares", "size": [4, 3, 1]},
            checks=[{"check": "first_row_loses", "length": 3}, {"check": "any_row_all_lose", "length": 2}],
        ),
        "black:O@1,1",
        "white:O@1,3",
        "black:O@2,1",
        "? outcome = lose lose",
    ),
    line(
        "C16: any piece wins, Chaos's alone makes all lose",
        game(
            players="1+chaos",
            board=board(3, 1, exclusive={"1,1": "black"}),
            shapes={"O": {"reserve": {"black": 1, "chaos": 1}}},
            checks=["any_piece_wins"],
            stalemate=["draws"],
            phases=PASSING,
        ),
        "black:pass",
        "chaos:O@2,1",
        "? outcome = lose",
    ),
    line(
        "R23: a piece that moves onto its owner's goal line wins; a placement does not",
        game(
            board=board(3, 3),
            shapes={"O": {"reserve": {"white": 1, "black": 1}}, "X": PLAIN},
            setup={"1,2": "white X", "2,2": "black X"},
            checks=["goal_reached_wins"],
            stalemate=["draws"],
        ),
        "black:O@3,3",
        "? ongoing",
        "white:1,2>1,3",
        "? ongoing",
        "black:2,2>2,3",
        "? outcome = win lose",
    ),
    line(
        "C44: when Chaos's clock reaches its goal, the final phase is over at once",
        game(
            players="1+chaos",
            board=board(3, 3),
            shapes={"O": {"reserve": {"black": 2}}, "X": PLAIN},
            setup={"1,2": "chaos X"},
            checks=["stalemate_if_goal_reached"],
            phases=PASSING,
        ),
        "black:O@3,3",
        "chaos:1,2>1,1",
        "? outcome = win",
    ),
    line(
        "R14: in an earlier phase it ends that phase",
        game(
            players="1+chaos",
            board=board(3, 3),
            shapes={"O": {"reserve": {"black": 2}}, "X": PLAIN},
            setup={"1,2": "chaos X"},
            checks=["stalemate_if_goal_reached"],
            phases=[PASSING[0], PASSING[0]],
        ),
        "black:O@3,3",
        "chaos:1,2>1,1",
        "? phase = 2",
        "? acting = black",
    ),
    line(
        "0.4 HideSeek-000: it is asked after every move of the final phase whether Chaos has anything to capture",
        catalogue.get("3P-9X-HideSeek-000"),
        "black:O@2,2",
        "white:O@4,4",
        "pink:P@3,3",
        "? phase = 2",
        "black:2,2>3,2",
        "? ongoing",
    ),
    line(
        "0.4 HideSeek-000: when it has nothing it is stalemate at once",
        game(
            players="1+chaos",
            board=board(4, 2),
            shapes={"O": PLAIN, "P": piece("adjacent", "cover")},
            setup={"4,1": "black O", "1,1": "chaos P"},
            checks=["stalemate_if_chaos_cannot_capture"],
        ),
        "black:4,1>4,2",
        "? outcome = win",
    ),
    line(
        "A5: four of one shape in a pile, of whatever colour: who makes it wins",
        game(
            board={"kind": "stacks", "size": [2, 1, 4]},
            shapes={"O": {"reserve": {"black": 3, "white": 3}}, "X": {"reserve": {"black": 1}}},
            setup={"1,1": ["communal O", "communal O"]},
            checks=[{"check": "first_shape_column_wins", "length": 4}],
            stalemate=["draws"],
        ),
        "black:O@1,1",
        "white:O@1,1",
        "? outcome = lose win",
    ),
    line(
        "B2 TheoryOfMind: mixed shapes are only asked of the piece put and the one under it",
        game(
            board={"kind": "stacks", "size": [3, 1, 4]},
            shapes={"O": {"reserve": {"black": 3, "white": 3}}, "X": {"reserve": {"black": 1}}},
            setup={"1,1": ["communal O"], "2,1": ["communal X", "communal O"]},
            checks=["adjacent_mixed_shapes_loses"],
            stalemate=["draws"],
        ),
        "black:O@2,1",
        "? ongoing",
        "white:O@3,1",
        "black:X@3,1",
        "? outcome = lose win",
    ),
    line(
        "R10: “loses” satisfied by all players: all lose",
        game(
            board=board(2, 1),
            shapes={"O": {"reserve": {"black": 1, "white": 1}}},
            checks=["any_piece_loses"],
            stalemate=["draws"],
            phases=[{"order": "simultaneous"}],
        ),
        "black:O@1,1",
        "white:O@2,1",
        "? outcome = lose lose",
    ),
    line(
        "C33: Chaos ties for a board, and scores it",
        game(
            players="1+chaos",
            board=board(2, 1, count=2),
            shapes={"O": {"reserve": {"black": 2, "chaos": 2}}},
            stalemate=["most_pieces_wins"],
            phases=PASSING,
        ),
        "black:O@1:1,1",
        "chaos:O@2:1,1",
        "black:O@1:2,1",
        "chaos:O@2:2,1",
        "black:pass",
        "chaos:pass",
        "? outcome = win",
    ),
    line(
        "C20: with several boards the comparison of boards won is the final one",
        game(
            players="4",
            disqualify_overachievers=True,
            board=board(4, 1, count=3),
            shapes={"O": {"reserve": dict.fromkeys(EVERY, 3)}},
            stalemate=["most_pieces_wins"],
            phases=PASSING,
        ),
        "black:O@1:1,1",
        "white:O@3:1,1",
        "pink:pass",
        "yellow:pass",
        "black:O@2:1,1",
        "white:pass",
        "pink:pass",
        "yellow:pass",
        "black:pass",
        "? outcome = lose win lose lose",
    ),
    line(
        "0.4 Last pentagon: who promotes it has not lost it, and wins when the other loses theirs",
        game(**CLIMBING, setup={"1,4": "black P", "3,3": "white P", "3,5": "black X"}),
        "black:1,4>1,5=X",
        "? ongoing",
        "white:pass",
        "black:3,5>3,3",
        "? outcome = win lose",
    ),
    line(
        "0.4 Last pentagon: …and is in as long as others are",
        game(
            **CLIMBING,
            players="3",
            setup={"1,4": "black P", "3,3": "white P", "3,1": "pink P", "3,5": "black X", "5,5": "white X"},
        ),
        *("black:1,4>1,5=X", "white:pass", "pink:pass"),
        "black:3,5>3,3",
        "? ongoing",
        "? acting = pink",
        *("pink:pass", "black:3,3>3,1"),
        "? outcome = win lose lose",
    ),
    line(
        "0.4 Last pentagon: both may promote it, and nobody is out",
        game(**CLIMBING, setup={"1,4": "black P", "3,2": "white P", "5,3": "white X"}),
        "black:1,4>1,5=X",
        "white:3,2>3,1=X",
        "black:pass",
        "white:5,3>5,5",
        "black:pass",
        "white:5,5>1,5",
        "? ongoing",
    ),
    line(
        "0.4 Last pentagon: who promotes one, and then has the last captured, is out",
        game(**CLIMBING, setup={"1,4 5,2": "black P", "3,5": "white P", "5,5": "white X"}),
        "black:1,4>1,5=X",
        "white:5,5>5,2",
        "? outcome = lose win",
    ),
    line(
        "0.4 Last pentagon: who promotes it, gets one again and loses that is out",
        game(
            **{**CLIMBING, "shapes": {**CLIMBING["shapes"], "X": piece("linear", "cover", "reincarnates")}},
            setup={"1,4": "black P", "2,2 5,2": "white P", "2,5": "black X", "4,5": "white X"},
        ),
        "black:1,4>1,5=X",
        "white:pass",
        "black:2,5>2,2",
        "? reserve black P = 1",
        "white:pass",
        "black:P@4,3",
        "white:4,5>4,3",
        "? outcome = lose win",
    ),
    line(
        "0.4 Last pentagon: in a round, one promoted and the other captured: not all have been captured",
        game(
            **{**CLIMBING, "phases": [{"order": "simultaneous", "may_pass": True}]},
            pieces_per_turn=2,
            setup={"1,4 5,2": "black P", "3,5": "white P", "5,5": "white X"},
        ),
        *("black:1,4>1,5=X", "black:pass"),
        *("white:5,5>5,2", "white:pass"),
        "? at 5,2 = wX",
        "? ongoing",
    ),
    line(
        "R9: who is out for want of circles has lost no pentagon",
        game(
            players="3",
            board=board(6, 3),
            shapes={"P": piece(), "O": piece(), "X": piece("linear", "cover")},
            setup={"1,1": "black P", "2,1": "black O", "6,1 3,3": "white O", "6,3": "pink O", "5,3": "black X"},
            checks=[{"check": "last_piece_wins", "shape": "P"}, {"check": "last_piece_wins", "shape": "O"}],
            stalemate=["draws"],
            phases=PASSING,
        ),
        "black:5,3>6,3",
        "? acting = white",
        "white:pass",
        "? acting = black",
        "black:6,3>3,3",
        "? ongoing",
    ),
    line(
        "0.4 Last pentagon: on stacks what lands as another's is theirs to promote",
        game(
            **{
                **CLIMBING,
                "board": {"kind": "stacks", "size": [3, 3, 3]},
                "shapes": {"P": piece("forward_orth"), "X": piece("linear", "cover", "converts")},
            },
            setup={"1,2": "black P", "1,3": "white X", "3,3": "white P"},
        ),
        "black:1,2,1>1,3=X",
        "? stack 1,3 = wX wX",
        "? outcome = lose win",
    ),
)
