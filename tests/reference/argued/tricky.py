"""The tricky positions of the rules, section E, each with its number."""

from __future__ import annotations

from redscience.variations import catalogue
from reference.lines import Line, line, variant


def in_turn(*moves: str, seats: str = "black white") -> tuple[str, ...]:
    """Moves that seats make in turn."""
    order = seats.split()
    return tuple(f"{order[number % len(order)]}:{move}" for number, move in enumerate(moves))


def filled(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Placements, in turn, that fill columns given from the bottom: B, W and K."""
    spaces: dict[str, list[str]] = {"B": [], "W": [], "K": []}
    for x, column in enumerate(columns, 1):
        for y, letter in enumerate(column, 1):
            spaces[letter].append(f"O@{x},{y}")
    moves = [move for turn in zip(*spaces.values(), strict=True) for move in turn]
    return in_turn(*moves, seats="black white pink")


TAPATAN = variant(
    "Tapatan",
    setup={"1,1 2,3 3,1": "black O", "1,3 3,3 2,1": "white O"},
    shapes={"O": {"move": "adjacent"}},
)
TAPATAN_WITH_RESERVE = variant(
    "Tapatan",
    setup={"1,1 2,3 3,1": "black O", "1,3 3,3 2,1": "white O"},
    shapes={"O": {"move": "adjacent", "reserve": {"black": 1}}},
)
ACHI = variant(
    "Achi",
    setup={"2,1 1,2 2,2 3,3": "white O", "3,1 3,2 2,3 1,3": "black O"},
    shapes={"O": {"move": "adjacent"}},
)
FULL_BOARD = in_turn("O@1,1", "O@2,2", "O@3,3", "O@2,1", "O@2,3", "O@1,3", "O@3,1", "O@3,2")
SEVEN = (
    "black:O@1,1",
    "black:O@2,1",
    "white:O@1,19",
    "white:O@3,19",
    "black:O@3,1",
    "black:O@5,1",
    "white:O@5,19",
    "white:O@7,19",
    "black:O@6,1",
    "black:O@7,1",
    "white:O@9,19",
    "white:O@11,19",
)
AREAS = ("? ongoing", "? acting = chaos", "? legal chaos = O@1:2,1 O@2:2,2")


def beauty(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Each puts so many on its own stack, hidden from the others, and passes, or has no more to put."""
    steps: list[str] = []
    for x, (seat, count) in enumerate(zip(("black", "white", "pink", "yellow"), counts, strict=True), 1):
        steps += [f"{seat}:O@{x},1"] * count + [f"{seat}:pass"]
    return tuple(steps)


LINES: tuple[Line, ...] = (
    line(
        "E1: the ninth move is the only one, and a full board is stalemate",
        catalogue.get("Tic-Tac-Toe"),
        *FULL_BOARD,
        "? legal black = O@1,2",
        "black:O@1,2",
        "? outcome = draw draw",
    ),
    line(
        "E1: a ninth move that completes a row wins",
        catalogue.get("Tic-Tac-Toe"),
        *in_turn("O@1,1", "O@2,1", "O@2,2", "O@1,2", "O@1,3", "O@2,3", "O@3,2", "O@3,1"),
        "black:O@3,3",
        "? outcome = win lose",
    ),
    line(
        "E2: with shared colour the mover has the row",
        catalogue.get("Treblecross15"),
        *in_turn("O@8,1", "O@9,1", "O@10,1"),
        "? outcome = win lose",
    ),
    line(
        "E2: who completes the row loses, and both others win",
        catalogue.get("3P-Notakto"),
        *in_turn("O@1,1", "O@2,2", "O@3,3", seats="black white pink"),
        "? outcome = win win lose",
    ),
    line(
        "E2: misère, who completes the row wins, and the others lose",
        catalogue.get("3P-Misere-Notakto"),
        *in_turn("O@1,1", "O@2,2", "O@3,3", seats="black white pink"),
        "? outcome = lose lose win",
    ),
    *(
        line(f"E3: {columns} in {name}", catalogue.get(name), *filled(columns), f"? outcome = {outcome}")
        for name, columns, outcome in (
            ("3P-MostWins-3x4", ("BBBB", "WWWW", "KKKK"), "win win win"),
            ("3P-LeastLoses-3x4", ("BBBB", "WWWW", "KKKK"), "win win win"),
            ("3P-MostWins-3x4", ("BBBB", "WWKK", "KKWW"), "win lose lose"),
            ("3P-LeastLoses-3x4", ("BBBB", "WWKK", "KKWW"), "win lose lose"),
        )
    ),
    line(
        "E4: the first of two stones that makes seven wins at once",
        catalogue.get("Connect6-19x19"),
        *SEVEN,
        "? ongoing",
        "black:O@4,1",
        "? outcome = win lose",
    ),
    line(
        "E5: the fifth move repeats the first, which is stalemate",
        TAPATAN,
        *in_turn("1,1>1,2", "3,3>3,2", "1,2>1,1", "3,2>3,3"),
        "? ongoing",
        "black:1,1>1,2",
        "? outcome = draw draw",
    ),
    line(
        "E5: with a black piece still in reserve none of the board may move",
        TAPATAN_WITH_RESERVE,
        "? legal black = O@1,2 O@2,2 O@3,2",
    ),
    line(
        "E6: blocked is not lost: black passes, and white wins",
        ACHI,
        "? acting = white",
        "white:2,1>1,1",
        "? outcome = lose win",
    ),
    line(
        "E8: the circle outranks the pentagon and converts it",
        catalogue.get("RockPaperScissors"),
        "black:P@1,1",
        "? acting = white",
        "white:O@1,1",
        "? stack 1,1 = wP wO",
        "? outcome = lose win",
    ),
    line(
        "E8: swapping seats changes nothing",
        catalogue.get("RockPaperScissors"),
        "white:P@1,1",
        "black:O@1,1",
        "? stack 1,1 = bO bP",
        "? outcome = win lose",
    ),
    line(
        "E8: equal shapes stay, the stack is full, and it is a draw",
        catalogue.get("RockPaperScissors"),
        "black:X@1,1",
        "white:X@1,1",
        "? stack 1,1 = bX wX",
        "? outcome = draw draw",
    ),
    line(
        "E9: power before shape: a powerless circle does not outrank a pentagon",
        catalogue.get("4P-TrolleyDilemma"),
        "black:O@1,1",
        "? stack 1,1 = wP",
        "? reserve white O = 2",
        "? phase = 2",
        "white:O@2,1",
        "white:O@2,1",
        "? stack 2,1 = wO wO wO wO",
        "? outcome = win lose win win",
    ),
    line(
        "E10: captives come back doubled, but not before the captor's phase; own pieces are no captives",
        catalogue.get("NeedyTrust"),
        "black:O@2,1",
        "? stack 2,1 = wX",
        "? reserve white O = 2",
        "? phase = 1",
        "? acting = black",
        "? legal black = O@1,1 O@2,1",
        "black:O@1,1",
        "? phase = 2",
        "white:O@2,1",
        "? stack 2,1 = wX wO",
        "? reserve white O = 1",
        "white:O@3,1",
        "? stack 3,1 = bP bO",
        "? phase = 3",
        "? acting = chaos",
    ),
    line(
        "E11: an X that is dropped on seven circles removes them all",
        catalogue.get("RichUltimatum"),
        "black:O@2,1",
        "black:O@2,1",
        "black:O@2,1",
        "? stack 2,1 = bO bO bO bO bO bO bO",
        "? phase = 2",
        "white:X@2,1",
        "? stack 2,1 = wX",
    ),
    line(
        "E11: dropped on Chaos's five it removes those",
        catalogue.get("RichUltimatum"),
        "black:O@2,1",
        "black:O@2,1",
        "black:O@1,1",
        "? stack 1,1 = wP wO",
        "white:X@3,1",
        "? stack 3,1 = wX",
        "? acting = chaos",
    ),
    line(
        "E12: areas 1, 2 and 2: the least wins",
        catalogue.get("BoS"),
        "black:O@1:1,1",
        "white:O@1:1,2",
        *AREAS,
        "chaos:O@1:2,1",
        "? outcome = win lose",
    ),
    line(
        "E12: areas 3, 3 and 4: black and Chaos tie for the least, so black draws",
        catalogue.get("BoS"),
        "black:O@1:1,1",
        "white:O@2:1,2",
        *AREAS,
        "chaos:O@1:2,1",
        "? outcome = draw lose",
    ),
    line(
        "E12: areas 3, 3 and 4: both players tie for the least, and win",
        catalogue.get("BoS"),
        "black:O@1:1,1",
        "white:O@1:1,2",
        "chaos:O@2:2,2",
        "? outcome = win win",
    ),
    line("E13: 9, 9, 4, 2", catalogue.get("KBeauty9"), *beauty((9, 9, 4, 2)), "? outcome = lose lose win lose"),
    line("E13: 6, 6, 6, 6", catalogue.get("KBeauty9"), *beauty((6, 6, 6, 6)), "? outcome = lose lose lose lose"),
    line("E13: 9, 9, 9, 0", catalogue.get("KBeauty9"), *beauty((9, 9, 9, 0)), "? outcome = lose lose lose win"),
)
