"""Sealed rounds on squares (rules: A7, C40, 0.4 Simultaneous rounds, R7, R8)."""

from __future__ import annotations

from typing import Any

from redscience.variations import catalogue
from redscience.variations.language import RuleSet
from reference.argued.squares import board, piece
from reference.lines import Line, game, line

SEALED = [{"order": "simultaneous", "may_pass": True}]
PLAIN = piece("adjacent")
COVER = piece("adjacent", "cover")
RANK = piece("adjacent", "cover_by_rank")
PLACED = {**piece("stationary", "cover_by_rank", "reincarnates"), "reserve": {"black": 1, "white": 1}}
SLIDES = piece("orthogonal")
HIDDEN: dict[str, Any] = {"cloaking": "hides", "phases": [{**SEALED[0], "cloaks": "all"}]}


def sealed(size: tuple[int, int], shapes: dict[str, Any], setup: dict[str, Any], **fields: Any) -> RuleSet:
    return game(**{"board": board(*size), "shapes": shapes, "setup": setup, "phases": SEALED, **fields})


TWO = sealed((3, 2), {"O": {"reserve": {"black": 2, "white": 2}}}, {}, pieces_per_turn=2)
TWO_MOVERS = sealed(
    (4, 2), {"O": PLAIN, "X": {"reserve": {"black": 3}}}, {"1,1 2,1": "black O", "4,2": "white O"}, pieces_per_turn=2
)

IN_THE_DARK = sealed(
    (3, 2),
    {shape: {**RANK, "reserve": {seat: 1}} for shape, seat in (("P", "pink"), ("X", "white"), ("T", "black"))},
    {},
    players="3",
    **HIDDEN,
)

LINES: tuple[Line, ...] = (
    line(
        "A7: a plan is sealed until all are in",
        sealed((3, 1), {"O": {"reserve": {"black": 1, "white": 1}}}, {}),
        "black:O@1,1",
        "? at 1,1 = -",
        "? acting = white",
        "? legal white = pass O@1,1 O@2,1 O@3,1",
        "white:O@3,1",
        "? at 1,1 = bO",
        "? at 3,1 = wO",
    ),
    line(
        "C40: two that come to one space die",
        catalogue.get("4P-TrendSetter"),
        "black:O@1,1",
        "white:O@1,1",
        "pink:O@1,2",
        "yellow:O@1,3",
        "? at 1,1 = -",
        "? outcome = lose lose win win",
    ),
    line(
        "C16: who collided does not lose, and the survivors do",
        catalogue.get("4P-Coordination"),
        "black:O@1,1",
        "white:O@1,1",
        "pink:O@1,2",
        "yellow:O@1,3",
        "? outcome = win win lose lose",
    ),
    line(
        "C16: if nobody survives it is stalemate",
        catalogue.get("4P-TrendSetter"),
        "black:O@1,1",
        "white:O@1,1",
        "pink:O@1,2",
        "yellow:O@1,2",
        "? outcome = lose lose lose lose",
    ),
    line(
        "C40: swaps pass",
        sealed((3, 1), {"O": COVER, "P": COVER}, {"1,1": "black O", "2,1": "white P"}),
        "black:1,1>2,1",
        "white:2,1>1,1",
        "? at 2,1 = bO",
        "? at 1,1 = wP",
    ),
    line(
        "C40: a space that its occupant leaves is plain",
        sealed((3, 1), {"O": COVER, "P": COVER}, {"1,1": "black O", "2,1": "white P"}),
        "black:1,1>2,1",
        "white:2,1>3,1",
        "? at 2,1 = bO",
        "? at 3,1 = wP",
    ),
    line(
        "C40: who stays is met",
        sealed((3, 1), {"O": COVER, "P": COVER}, {"1,1": "black O", "2,1": "white P"}),
        "black:1,1>2,1",
        "white:pass",
        "? at 2,1 = bO",
        "? at 1,1 = -",
    ),
    line(
        "C40: the highest by-rank mover survives",
        sealed((3, 1), {"X": RANK, "T": RANK}, {"1,1": "black T", "3,1": "white X"}),
        "black:1,1>2,1",
        "white:3,1>2,1",
        "? at 2,1 = wX",
        "? at 1,1 = -",
    ),
    *(
        line(
            f"C40: so does the highest of pieces that are placed, and can never move: {black} and {white}",
            sealed((3, 1), dict.fromkeys("OPXS", PLACED) | {"T": {"reserve": {"black": 1, "white": 1}}}, {}),
            f"black:{black}@2,1",
            f"white:{white}@2,1",
            f"? at 2,1 = {left}",
            "? reserve white S = 1",
        )
        for black, white, left in (
            ("P", "X", "bP"),
            ("X", "P", "wP"),
            ("P", "O", "wO"),
            ("X", "X", "-"),
            ("X", "T", "-"),
        )
    ),
    line(
        "C40: equal by-rank movers die",
        sealed((3, 1), {"X": RANK, "T": RANK}, {"1,1": "black X", "3,1": "white X"}),
        "black:1,1>2,1",
        "white:3,1>2,1",
        "? at 2,1 = -",
    ),
    line(
        "0.4 Seeing: who loses to a higher rank in a round sees what took it, and nobody else does",
        IN_THE_DARK,
        *("black:T@1,1", "white:X@3,1", "pink:P@2,2"),
        "? sees black 3,1 = -",
        *("black:1,1>2,1", "white:3,1>2,1", "pink:pass"),
        "? at 2,1 = wX",
        "? sees black 2,1 = wX",
        "? sees pink 2,1 = -",
    ),
    line(
        "0.4 Seeing: what took it can be seen only if it is not taken in turn",
        IN_THE_DARK,
        *("black:T@1,1", "white:X@3,1", "pink:P@2,1"),
        *("black:1,1>2,1", "white:3,1>2,1", "pink:pass"),
        "? at 2,1 = kP",
        "? sees white 2,1 = kP",
        "? sees black 2,1 = -",
    ),
    line(
        "C40: unless all are by rank all die, residents unharmed",
        sealed(
            (3, 1),
            {"X": RANK, "T": COVER, "O": PLAIN},
            {"1,1": "black T", "3,1": "white X", "2,1": "pink O"},
            players="3",
        ),
        "black:1,1>2,1",
        "white:3,1>2,1",
        "pink:pass",
        "? at 2,1 = kO",
        "? at 1,1 = -",
        "? at 3,1 = -",
    ),
    line(
        "0.4: paths of slides are judged after all movers are lifted",
        sealed((4, 2), {"O": SLIDES, "P": PLAIN}, {"1,1": "black O", "3,1": "white P"}, **HIDDEN),
        "? sees black 3,1 = wP",
        "? may not black 1,1>4,1",
        "black:1,1>2,1",
        "white:3,1>3,2",
        "? sees black 3,2 = wP",
    ),
    line(
        "0.4: a plan that meets an unseen piece fails, reveals it, and puts its mover back; the rest are judged again",
        sealed(
            (5, 2),
            {"O": {**PLAIN, "reserve": {}}, "X": {"reserve": {"black": 1, "white": 1, "pink": 1}}},
            {},
            players="3",
            **HIDDEN,
        ),
        "black:X@1,1",
        "white:X@2,1",
        "pink:X@3,1",
        "? sees black 2,1 = -",
        "black:pass",
        "white:pass",
        "pink:pass",
        "? outcome = win win win",
    ),
    *(
        line(
            f"0.4: plans are judged in seat order: what failed {when} a slide",
            sealed(
                (5, 2),
                {
                    "O": {**SLIDES, "reserve": {"black": 1, "white": 1}},
                    "X": {"reserve": {"black": 1, "white": 1}},
                },
                {},
                **HIDDEN,
            ),
            f"{first}:O@3,1",
            f"{second}:O@1,1",
            f"{first}:X@5,1",
            f"{second}:X@3,2",
            f"{first}:3,1>3,2",
            f"{second}:1,1>5,1",
            f"? sees {second} 3,1 = {stands}",
            f"? sees {second} 5,1 = {target}",
        )
        for when, first, second, stands, target in (
            ("before is in the way of", "black", "white", "bO", "-"),
            ("after is not yet in the way of", "white", "black", "-", "wX"),
        )
    ),
    line(
        "C22 in rounds: a placement on an unseen piece fails, shows it, and the piece stays in reserve",
        sealed((3, 1), {"X": {"reserve": {"black": 2, "white": 2}}}, {}, **HIDDEN),
        "black:X@1,1",
        "white:X@2,1",
        "? legal black = pass X@2,1 X@3,1",
        "black:X@2,1",
        "white:pass",
        "? reserve black X = 1",
        "? sees black 2,1 = wX",
        "? sees white 1,1 = -",
        "? legal black = pass X@3,1",
    ),
    line(
        "R7: two moves of a plan: not the same space, and the reserve must suffice for both",
        TWO,
        "? weight black O@1,1 = 2",
        "black:O@1,1",
        "? acting = black white",
        "? weight black O@2,1 = 1",
        "? may not black O@1,1",
        "? may black pass",
        "black:O@2,1",
        "? acting = white",
        "white:O@3,1",
        "white:pass",
        "? at 1,1 = bO",
        "? at 2,1 = bO",
        "? at 3,1 = wO",
    ),
    line(
        "R7: not the same piece twice; each is legal on the opening board",
        TWO_MOVERS,
        "? may not black 1,1>2,1",
        "black:2,1>3,1",
        "? may not black 2,1>2,2",
        "? may not black 1,1>2,1",
        "? may black 1,1>1,2",
        "? may not black X@3,1",
    ),
    line(
        "A7: a round in which all pass is stalemate; one pass is not",
        TWO,
        "black:pass",
        "white:O@1,1",
        "white:pass",
        "? ongoing",
        "black:pass",
        "white:pass",
        "? outcome = lose win",
    ),
    line(
        "0.1: the same plans on the same board a second time",
        sealed(
            (2, 2),
            {"O": PLAIN},
            {"1,1": "black O", "2,2": "white O"},
            stalemate=["all_win"],
            checks=[{"check": "first_row_loses", "length": 3}],
            board=board(3, 3),
            phases=[{"order": "simultaneous"}],
        ),
        "black:1,1>2,1",
        "white:2,2>2,3",
        "black:2,1>1,1",
        "white:2,3>2,2",
        "? ongoing",
        "black:1,1>2,1",
        "white:2,2>2,3",
        "? outcome = win win",
    ),
    line(
        "C7: two rows completed in one round: both win",
        sealed(
            (2, 2),
            {"O": {"reserve": {"black": 2, "white": 2}}},
            {},
            checks=[{"check": "first_row_wins", "length": 2}],
            stalemate=["draws"],
            phases=[{"order": "simultaneous"}],
        ),
        "black:O@1,1",
        "white:O@1,2",
        "black:O@2,1",
        "white:O@2,2",
        "? outcome = win win",
    ),
    line(
        "0.4 Shared colours: of two plans for one piece the first seat has it, the other does nothing",
        sealed(
            (4, 2),
            {"O": {**PLAIN, "reserve": {"black": 1}}},
            {"2,1": "black O", "4,2": "black O"},
            colors="shared",
            checks=[{"check": "first_row_wins", "length": 4}],
            stalemate=["draws"],
        ),
        "? legal black = pass O@1,1 O@3,1 O@4,1 O@1,2 O@2,2 O@3,2",
        "black:O@1,1",
        "white:O@3,2",
        "? at 1,1 = bO",
        "? at 3,2 = -",
        "black:2,1>2,2",
        "white:2,1>3,1",
        "? at 2,2 = bO",
        "? at 3,1 = -",
    ),
    line(
        "R8: pieces jumped over are captured after all have landed, if they are still there",
        sealed((4, 2), {"O": piece("adj_orthogonal", "jump"), "P": PLAIN}, {"1,1": "black O", "2,1": "white P"}),
        "black:1,1>3,1",
        "white:2,1>2,2",
        "? at 3,1 = bO",
        "? at 2,2 = wP",
    ),
    line(
        "R8: captures beside the target are judged mover by mover in seat order",
        sealed((4, 1), {"O": piece("adjacent", "adjacent")}, {"1,1": "black O", "4,1": "white O"}),
        "black:1,1>2,1",
        "white:4,1>3,1",
        "? at 2,1 = bO",
        "? at 3,1 = -",
    ),
    line(
        "R3: what remains after capture is promoted",
        sealed((3, 3), {"O": piece("forward_orth", "adjacent"), "X": PLAIN}, {"2,2": "black O", "1,3 2,1": "white X"}),
        "? legal black = pass 2,2>2,3=X",
        "black:2,2>2,3=X",
        "white:pass",
        "? at 2,3 = bX",
        "? at 1,3 = -",
    ),
)
