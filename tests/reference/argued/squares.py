"""Moves and captures on boards without gravity (rules: A2x, A3, A3x, A4, A4x, C30 to C32, C47, R1 to R6)."""

from __future__ import annotations

from typing import Any

from redscience.variations.language import RuleSet
from reference.lines import Line, game, line


def board(x: int, y: int, z: int = 1, kind: str = "squares", **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "size": [x, y, z], **fields}


def piece(move: str = "stationary", condition: str | None = None, result: str = "removes", power: str = "can") -> Any:
    """A shape as a file has it."""
    return (
        {"move": move}
        if condition is None
        else {"move": move, "power": power, "condition": condition, "result": result}
    )


def meets(mine: Any, theirs: Any, **fields: Any) -> RuleSet:
    """A black X beside a white P, on three squares in a row; T stands by."""
    setup = {"1,1": "black X", "2,1": "white P", "3,2": "white T"}
    shapes = {"P": theirs, "X": mine, "T": piece("adjacent")}
    return game(**{"board": board(3, 2), "shapes": shapes, "setup": setup, "phases": [{"may_pass": True}], **fields})


BY_RANK = piece("adjacent", "cover_by_rank")
COVER = piece("adjacent", "cover")
PLAIN = piece("adjacent")
JUMPS = piece("adjacent", "jump")
DIAG = piece("adjacent", "diag_en_passant")
STEP = "black:1,1>2,1"

MAN = piece("forward_diag", "chain_jump", power="must")
KING = piece("adj_diagonal", "chain_jump", power="must")
PASSING = [{"may_pass": True}]

PAWN = piece("pawn", "diag_en_passant")
CHESS: dict[str, Any] = {
    "board": board(5, 6),
    "shapes": {"O": PAWN, "P": piece("adjacent", "cover"), "+": piece("rook", "cover")},
    "checks": [{"check": "last_piece_wins", "shape": "P"}, "en_passant", "castle"],
}
CASTLING: dict[str, Any] = {
    **CHESS,
    "board": board(8, 2),
    "setup": {"5,1": "black P", "1,1 8,1": "black +", "1,2": "white P", "5,2 6,2 7,2": "white O"},
    "checks": [{"check": "last_piece_wins", "shape": "P"}, "castle"],
    "shapes": {"O": piece(), "P": piece("adjacent", "cover"), "+": piece("rook", "cover")},
    "phases": PASSING,
}

REVERSI = piece("stationary", "surround_line", "converts", power="must")

LINES: tuple[Line, ...] = (
    # Who covers whom (R2).
    line("R2: powerless pieces cannot cover each other", meets(PLAIN, PLAIN), f"? may not black {STEP[6:]}"),
    line("R2: cover takes powerless", meets(COVER, PLAIN), STEP, "? at 2,1 = bX"),
    line("R2: cover takes cover", meets(COVER, COVER), STEP, "? at 2,1 = bX", "? at 1,1 = -"),
    line("R2: cover takes by rank", meets(COVER, BY_RANK), STEP, "? at 2,1 = bX"),
    line("R2: cover takes pieces that capture diagonally", meets(COVER, DIAG), STEP, "? at 2,1 = bX"),
    line("R2: cover is blocked by other conditions", meets(COVER, JUMPS), f"? may not black {STEP[6:]}"),
    line(
        "A4: a powerless piece that covers a capturer is captured",
        meets(PLAIN, COVER),
        STEP,
        "? at 2,1 = wP",
        "? at 1,1 = -",
    ),
    line("A4: likewise by rank", meets(PLAIN, BY_RANK), STEP, "? at 2,1 = wP", "? at 1,1 = -"),
    line("R2: a powerless piece is blocked by a diagonal capturer", meets(PLAIN, DIAG), f"? may not black {STEP[6:]}"),
    line("R2: by rank takes powerless", meets(BY_RANK, PLAIN), STEP, "? at 2,1 = bX"),
    line("R2: by rank dies on cover", meets(BY_RANK, COVER), STEP, "? at 2,1 = wP", "? at 1,1 = -"),
    line("R2: by rank dies on a diagonal capturer", meets(BY_RANK, DIAG), STEP, "? at 2,1 = wP", "? at 1,1 = -"),
    line("R2: by rank the lower dies", meets(BY_RANK, BY_RANK), STEP, "? at 2,1 = wP", "? at 1,1 = -"),
    line(
        "R2: by rank the higher takes",
        meets(BY_RANK, BY_RANK, setup={"1,1": "black P", "2,1": "white X"}),
        STEP,
        "? at 2,1 = bP",
    ),
    line(
        "A4: the circle outranks the pentagon, and nothing else",
        game(board=board(3, 1), shapes={"O": BY_RANK, "P": BY_RANK}, setup={"1,1": "black O", "2,1": "white P"}),
        STEP,
        "? at 2,1 = bO",
    ),
    line(
        "R2: equal ranks leave the game, whatever the result",
        meets(piece("adjacent", "cover_by_rank", "reincarnates"), BY_RANK, setup={"1,1": "black X", "2,1": "white X"}),
        STEP,
        "? at 2,1 = -",
        "? at 1,1 = -",
        "? reserve black X = 0",
    ),
    line("R2: other conditions are blocked by everything", meets(JUMPS, PLAIN), f"? may not black {STEP[6:]}"),
    line(
        "A4: the captive of a mine goes to its owner's reserve",
        meets(PLAIN, piece("adjacent", "cover", "reincarnates_x2")),
        STEP,
        "? at 2,1 = wP",
        "? reserve white X = 2",
    ),
    line(
        "A4: reincarnated in the captor's colour",
        meets(piece("adjacent", "cover", "reincarnates"), PLAIN),
        STEP,
        "? reserve black P = 1",
        "? legal white = pass 3,2>2,1 3,2>2,2 3,2>3,1",
    ),
    line(
        "R1: communal pieces are opposing ones",
        meets(COVER, PLAIN, setup={"1,1": "black X", "2,1": "communal P"}),
        STEP,
        "? at 2,1 = bX",
    ),
    line(
        "R1: partners with assigned colours capture each other",
        meets(COVER, PLAIN, players="partners", setup={"1,1": "black X", "2,1": "pink P"}),
        STEP,
        "? at 2,1 = bX",
    ),
    # Must and can.
    line(
        "A4 Must: captures are then the only legal moves, pass excluded",
        meets(piece("adjacent", "cover", power="must"), PLAIN),
        "? legal black = 1,1>2,1",
    ),
    line(
        "0.4 Must: also by another piece that only can",
        meets(
            piece("adjacent", "cover", power="must"),
            PLAIN,
            shapes={"P": PLAIN, "X": piece("adjacent", "cover", power="must"), "+": COVER},
            setup={"1,1": "black X", "2,1": "white P", "3,1": "black +"},
        ),
        "? legal black = 1,1>2,1 3,1>2,1",
    ),
    line(
        "A4 Can: it may do otherwise",
        meets(COVER, PLAIN),
        "? legal black = pass 1,1>1,2 1,1>2,1 1,1>2,2",
    ),
    # Jumps.
    line(
        "A4x Jump: over one adjacent opposing piece to the empty space beyond, in a direction of its steps",
        game(
            board=board(5, 3),
            shapes={"O": piece("adj_orthogonal", "jump"), "X": PLAIN},
            setup={"1,1": "black O", "2,1 1,2 2,2 4,1": "white X", "1,3": "white X"},
        ),
        "? legal black = 1,1>3,1",
        "black:1,1>3,1",
        "? at 2,1 = -",
        "? at 3,1 = bO",
        "? acting = white",
    ),
    line(
        "A4x Chain: a further jump is offered, and may be declined",
        game(
            board=board(7, 2),
            shapes={"O": piece("adj_orthogonal", "chain_jump"), "X": PLAIN},
            setup={"1,1": "black O", "2,1 4,1": "white X", "7,2": "white X"},
        ),
        "black:1,1>3,1",
        "? acting = black",
        "? legal black = pass 3,1>5,1",
        "black:pass",
        "? acting = white",
        "? at 4,1 = wX",
    ),
    line(
        "A4x Chain: the added move is dropped when there is no further jump",
        game(
            board=board(7, 2),
            shapes={"O": piece("adj_orthogonal", "chain_jump"), "X": PLAIN},
            setup={"1,1": "black O", "2,1 4,1": "white X", "7,2": "white X"},
        ),
        "black:1,1>3,1",
        "black:3,1>5,1",
        "? at 4,1 = -",
        "? acting = white",
    ),
    line(
        "A4x Must in a chain: who can still jump may not pass; men do not jump back",
        game(
            board=board(6, 6),
            shapes={"O": MAN, "P": KING},
            setup={"1,1": "black O", "2,2 4,4 2,4": "white O"},
            checks=["no_move_loses"],
        ),
        "? legal black = 1,1>3,3",
        "black:1,1>3,3",
        "? legal black = 3,3>1,5 3,3>5,5",
        "black:3,3>5,5",
        "? at 4,4 = -",
    ),
    line(
        "A4x Chain (+ back): the jumps after the first may go backward",
        game(
            board=board(6, 6),
            shapes={"O": piece("forward_diag", "chain_jump_back", power="must"), "P": KING},
            setup={"1,1 6,4": "black O", "2,2 4,2": "white O"},
            checks=["no_move_loses"],
        ),
        "black:1,1>3,3",
        "? legal black = 3,3>5,1",
        "black:3,3>5,1",
        "? at 4,2 = -",
        "? outcome = win lose",
    ),
    line(
        "A4x: promotion ends the chain",
        game(
            board=board(6, 5),
            shapes={"O": MAN, "P": KING},
            setup={"1,3": "black O", "2,4 4,4": "white O"},
            checks=["no_move_loses"],
        ),
        "? legal black = 1,3>3,5=P",
        "black:1,3>3,5=P",
        "? at 3,5 = bP",
        "? acting = white",
    ),
    line(
        "A4x Paralyzes: the captive stays, and never moves or captures again",
        game(
            board=board(5, 2),
            shapes={"O": piece("adj_orthogonal", "jump", "paralyzes"), "X": COVER},
            setup={"1,1": "black O", "2,1": "white X", "5,2": "white X"},
        ),
        "black:1,1>3,1",
        "? at 2,1 = wX",
        "? paralyzed = 2,1",
        "? legal white = 5,2>4,1 5,2>4,2 5,2>5,1",
    ),
    line(
        "R4: on a torus a step and a jump to one space are the jump; both jumped pieces are captured",
        game(
            board=board(4, 1, kind="toroid"),
            shapes={"O": piece("adj_orthogonal", "jump"), "X": PLAIN},
            setup={"1,1": "black O", "2,1 4,1": "white X"},
        ),
        "? legal black = 1,1>3,1",
        "black:1,1>3,1",
        "? at 2,1 = -",
        "? at 4,1 = -",
    ),
    line(
        "ADR 0007: stationary pieces jump along rows and columns",
        game(
            board=board(3, 3),
            shapes={"O": piece("stationary", "chain_jump")},
            setup={"1,1": "black O", "2,1 1,2 2,2": "white O"},
        ),
        "? legal black = 1,1>1,3 1,1>3,1",
    ),
    # Around.
    line(
        "A4x Surround line: every unbroken line up to another piece of one's own; who cannot capture passes",
        game(
            board=board(4, 3),
            shapes={"O": {**REVERSI, "reserve": {"black": 3, "white": 3}}},
            setup={"1,1 1,3": "black O", "2,1 3,1 2,2": "white O"},
        ),
        "? legal black = O@3,3 O@4,1",
        "black:O@4,1",
        "? at 2,1 = bO",
        "? at 3,1 = bO",
        "? at 2,2 = wO",
        "? acting = black",
    ),
    line(
        "A4x Surround orthogonal: groups without an empty space beside them; one's own never",
        game(
            board=board(4, 2),
            shapes={"O": {**piece("stationary", "surround_orthogonal"), "reserve": {"black": 4, "white": 4}}},
            setup={"2,1": "white O", "1,1": "black O", "2,2": "black O"},
        ),
        "black:O@3,1",
        "? at 2,1 = -",
        "white:O@2,1",
        "? at 2,1 = wO",
        "black:O@1,2",
        "? at 2,1 = -",
    ),
    line(
        "A4x Approach: the line that begins just beyond the target, in the direction of the move",
        game(
            board=board(7, 2),
            shapes={"O": piece("adjacent", "approach"), "X": PLAIN},
            setup={"1,1": "black O", "3,1 4,1 6,1 2,2": "white X"},
        ),
        "black:1,1>2,1",
        "? at 3,1 = -",
        "? at 4,1 = -",
        "? at 6,1 = wX",
        "? at 2,2 = wX",
    ),
    line(
        "R5: approach by a placement works in every direction, by a leap in none",
        game(
            board=board(5, 3),
            shapes={
                "O": {**piece("knight", "approach"), "reserve": {"black": 1}},
                "X": {**PLAIN, "reserve": {"white": 1}},
                "P": piece("adjacent_or_knight", "approach"),
            },
            setup={"1,1": "black P", "4,1 5,2 4,3": "white X"},
        ),
        "black:1,1>3,2",
        "? at 4,1 = wX",
        "white:X@1,1",
        "black:O@4,2",
        "? at 4,1 = -",
        "? at 5,2 = -",
        "? at 4,3 = -",
    ),
    line(
        "A4x Adjacent: every opposing piece in the spaces around the target",
        game(
            board=board(4, 3),
            shapes={"O": piece("adjacent", "adjacent", "converts"), "X": PLAIN},
            setup={"1,1": "black O", "3,1 3,3 1,2 4,2": "white X"},
        ),
        "black:1,1>2,2",
        "? at 3,1 = bX",
        "? at 3,3 = bX",
        "? at 1,2 = bX",
        "? at 4,2 = wX",
    ),
    # Pawns and castling.
    line(
        "A3x Pawn: two steps at first, over and to empty spaces; diagonally only to capture",
        game(
            **CHESS,
            setup={
                "1,1": "black P",
                "2,2": "black O",
                "3,3": "white O",
                "5,6": "white P",
                "4,2": "black O",
                "4,4": "white O",
            },
        ),
        "? legal black = 1,1>1,2 1,1>2,1 2,2>2,3 2,2>2,4 2,2>3,3 4,2>3,3 4,2>4,3",
        "black:2,2>3,3",
        "? at 3,3 = bO",
        "? may not black 3,3>3,5",
    ),
    line(
        "R6: a pawn is captured in passing, directly after its double step only",
        game(**CHESS, setup={"1,1": "black P", "2,2": "black O", "3,4": "white O", "5,6": "white P"}),
        "black:2,2>2,4",
        "? may white 3,4>2,3",
        "white:3,4>2,3",
        "? at 2,4 = -",
        "? at 2,3 = wO",
    ),
    line(
        "R6: a move later it is too late",
        game(**CHESS, setup={"1,1": "black P", "2,2": "black O", "3,4": "white O", "5,6": "white P"}),
        "black:2,2>2,4",
        "white:5,6>5,5",
        "black:1,1>2,1",
        "? may not white 3,4>2,3",
    ),
    line(
        "A3x: a pawn that reaches its goal line becomes a shape that can move backwards",
        game(**CHESS, setup={"1,1": "black P", "2,5": "black O", "5,6": "white P"}),
        "? legal black = 1,1>1,2 1,1>2,1 1,1>2,2 2,5>2,6=+ 2,5>2,6=P",
        "black:2,5>2,6=+",
        "? at 2,6 = b+",
    ),
    line(
        "R6: castling to both sides, two spaces towards the rook",
        game(**CASTLING),
        "? may black 5,1>7,1",
        "? may black 5,1>3,1",
        "black:5,1>3,1",
        "? at 3,1 = bP",
        "? at 4,1 = b+",
        "? at 1,1 = -",
    ),
    line(
        "R6: not with a rook that has moved",
        game(**CASTLING),
        "black:1,1>2,1",
        "white:pass",
        "black:2,1>1,1",
        "white:pass",
        "? may not black 5,1>3,1",
        "? may black 5,1>7,1",
    ),
    line(
        "R6: nothing may be between, and locks are asked for both",
        game(
            **{
                **CASTLING,
                "setup": {**CASTLING["setup"], "2,1": "white O"},
                "phases": [{"locks": ["6,1"], "may_pass": True}, {}],
            }
        ),
        "? may not black 5,1>3,1",
        "? may not black 5,1>7,1",
    ),
    # Boards.
    line(
        "A2x Tetrakis: diagonals only through even points",
        game(
            board=board(3, 3, kind="tetrakis"),
            shapes={"O": PLAIN},
            setup={"2,2": "black O", "1,2": "white O"},
            checks=[{"check": "first_row_wins", "length": 3}],
        ),
        "? legal black = 2,2>1,1 2,2>1,3 2,2>2,1 2,2>2,3 2,2>3,1 2,2>3,2 2,2>3,3",
        "black:2,2>2,3",
        "? legal white = 1,2>1,1 1,2>1,3 1,2>2,2",
    ),
    line(
        "A2x Tetrakis: rows along the drawn diagonals only",
        game(
            board=board(4, 3, kind="tetrakis"),
            shapes={"O": {"reserve": {"black": 4, "white": 4}}},
            checks=[{"check": "first_row_wins", "length": 3}],
            stalemate=["draws"],
        ),
        "black:O@2,1",
        "white:O@2,2",
        "black:O@3,2",
        "white:O@1,1",
        "black:O@4,3",
        "? ongoing",
        "white:O@3,3",
        "? outcome = lose win",
    ),
    line(
        "A2x Toroid: lines wrap around, and a slide does not visit a space twice",
        game(
            board=board(4, 3, kind="toroid"),
            shapes={"O": piece("orthogonal"), "X": PLAIN},
            setup={"1,1": "black O", "3,1": "white X"},
        ),
        "? legal black = 1,1>1,2 1,1>1,3 1,1>2,1 1,1>4,1",
    ),
    line(
        "A2x Toroid: a row across the edge",
        game(
            board=board(5, 2, kind="toroid"),
            shapes={"O": {"reserve": {"black": 4, "white": 4}}},
            checks=[{"check": "first_row_wins", "length": 3}],
            stalemate=["draws"],
        ),
        "black:O@1,1",
        "white:O@2,2",
        "black:O@5,1",
        "white:O@3,1",
        "black:O@4,1",
        "? outcome = win lose",
    ),
    line(
        "A2x Hexagons: six neighbours, six diagonal steps",
        game(
            board=board(5, 5, kind="hexagons"),
            shapes={"O": piece("adj_orthogonal"), "X": piece("adj_diagonal")},
            setup={"3,3": "black O", "1,1": "white X"},
        ),
        "? legal black = 3,3>2,3 3,3>2,4 3,3>3,2 3,3>3,4 3,3>4,2 3,3>4,3",
        "black:3,3>2,3",
        "? legal white = 1,1>2,2",
    ),
    line(
        "A2x Hexagons: rows along three axes",
        game(
            board=board(4, 4, kind="hexagons"),
            shapes={"O": {"reserve": {"black": 4, "white": 4}}},
            checks=[{"check": "first_row_wins", "length": 3}],
            stalemate=["draws"],
        ),
        "black:O@1,1",
        "white:O@4,1",
        "black:O@2,2",
        "white:O@3,2",
        "black:O@3,3",
        "? ongoing",
        "white:O@2,3",
        "? outcome = lose win",
    ),
    line(
        "C30: slides are blocked by pieces, not by locks, and knights leap",
        game(
            board=board(5, 3, walls=["3,1"]),
            shapes={"O": piece("linear_or_knight"), "X": piece()},
            setup={"1,1": "black O", "1,2 2,2 2,1": "white X", "5,3": "white O"},
        ),
        "? legal black = 1,1>2,3 1,1>3,2",
    ),
    line(
        "C32: nobody enters a wall, but one passes over it",
        game(
            board=board(4, 1, walls=["2,1"]),
            shapes={"O": piece("orthogonal")},
            setup={"1,1": "black O", "4,1": "white O"},
        ),
        "? legal black = 1,1>3,1",
    ),
)
