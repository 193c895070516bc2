"""A complete line of each classic (docs/classics.md)."""

from __future__ import annotations

from redscience.variations import catalogue
from redscience.variations.language.model import Card
from reference.argued.tricky import in_turn
from reference.lines import Line, line


def spaces(*rows: tuple[int, int, int]) -> list[str]:
    """Placements along rows, each its y and the first and last x."""
    return [f"O@{x},{y}" for y, first, last in rows for x in range(first, last + 1)]


def alternating(black: list[str], white: list[str]) -> tuple[str, ...]:
    return in_turn(*[move for turn in zip(black, white, strict=True) for move in turn])


BLACK_STONES = [*spaces((1, 1, 9), (2, 1, 9), (3, 1, 4))]
WHITE_STONES = [*spaces((9, 2, 9), (8, 1, 9), (7, 1, 5))]

LINES: tuple[Line, ...] = (
    line(
        # The white stone on 5,4 has black beside it on 4,4 and 5,5; 5,3 and 6,4 take its last two free spaces. Nobody
        # captures anything else: white's stones are one group with the empty row y = 6 beside it. So there are 26
        # black stones and 25 white when all 48 are placed.
        "A4x AtariGo: one captured stone decides when all are placed",
        catalogue.get("AtariGo"),
        *in_turn("O@5,3", "O@1,9"),
        "? at 5,4 = wO",
        "black:O@6,4",
        "? at 5,4 = -",
        "white:O@6,7",
        *alternating(BLACK_STONES, WHITE_STONES),
        "? outcome = win lose",
    ),
    line(
        # A piece steps straight only to empty spaces: 1,7 stops it at 1,6, and it goes on by capturing diagonally.
        # White could have captured it there. It wins on 3,8, its own goal line (0.4).
        "0.4 Breakthrough: a race that white does not stop",
        catalogue.get("Breakthrough"),
        *in_turn("1,2>1,3", "8,7>8,6", "1,3>1,4", "8,6>8,5", "1,4>1,5", "8,5>8,4", "1,5>1,6"),
        "? may white 2,7>1,6",
        "white:8,4>8,3",
        "? may not black 1,6>1,7",
        "black:1,6>2,7",
        "? at 2,7 = bO",
        "white:8,3>7,2",
        "? at 7,2 = wO",
        "? may not black 2,7>2,8",
        "? ongoing",
        "black:2,7>3,8",
        "? outcome = win lose",
    ),
    line(
        # Fool's mate is no mate here: black may go on with any move, and then loses its only pentagon (R9).
        "R9 ChessWithoutCheck: fool's mate, and the king is taken",
        catalogue.get("ChessWithoutCheck"),
        *in_turn("6,2>6,3", "5,7>5,5", "7,2>7,4", "4,8>8,4"),
        "? ongoing",
        "? may black 1,2>1,3",
        "black:1,2>1,3",
        "white:8,4>5,1",
        "? at 5,1 = wS",
        "? outcome = lose win",
    ),
    line(
        # White jumps twelve times, once with a man that so becomes a king, which ends its turn, and once two in a row.
        # Captures are compulsory. After the twelfth black has nothing left, so nothing to move, and loses (0.4).
        "A4x EnglishDraughts: black offers all its men",
        catalogue.get("EnglishDraughts"),
        "black:5,3>6,4",
        "white:4,6>5,5",
        "black:6,4>4,6",
        "? legal white = draw 3,7>5,5 5,7>3,5",
        "white:5,7>3,5",
        "black:1,3>2,4",
        "white:3,5>1,3",
        "black:4,2>5,3",
        "white:6,6>7,5",
        "black:5,3>6,4",
        "white:7,5>5,3",
        "black:6,2>4,4",
        "white:4,8>5,7",
        "black:3,1>4,2",
        "white:1,3>3,1=P",
        "black:7,3>8,4",
        "? at 3,1 = wP",
        "? acting = white",
        "? ongoing",
        "white:3,1>5,3",
        "? acting = white",
        "? legal white = 5,3>3,5",
        "white:5,3>3,5",
        "black:3,3>2,4",
        "white:3,5>1,3",
        "black:8,4>7,5",
        "white:8,6>6,4",
        "black:1,1>2,2",
        "white:1,3>3,1",
        "black:8,2>7,3",
        "white:6,4>8,2",
        "black:5,1>4,2",
        "white:3,1>5,3",
        "black:7,1>6,2",
        "? ongoing",
        "white:5,3>7,1",
        "? outcome = lose win",
    ),
    line(
        # A jump may be followed by more, and declined (A4x). At the end white has none: beyond each black stone
        # that a white one has beside it stands another white one, or is the edge. Who cannot move loses (0.4).
        "0.4 Konane: white is left without a jump",
        catalogue.get("Konane"),
        "black:4,6>4,4",
        "white:2,5>4,5",
        "black:5,5>3,5",
        "white:7,4>5,4",
        "black:4,4>6,4",
        "white:2,3>2,5",
        "white:2,5>4,5",
        "black:6,6>4,6",
        "black:4,6>4,4",
        "black:4,4>2,4",
        "? acting = white",
        "white:3,2>3,4",
        "black:3,7>3,5",
        "? acting = black",
        "? may black pass",
        "black:pass",
        "? acting = white",
        "white:5,2>3,2",
        "black:2,2>4,2",
        "black:pass",
        "white:1,6>3,6",
        "black:4,8>4,6",
        "black:pass",
        "white:5,8>5,6",
        "black:7,7>5,7",
        "black:pass",
        "white:1,8>1,6",
        "black:2,8>2,6",
        "white:7,8>5,8",
        "black:6,4>6,6",
        "white:7,2>7,4",
        "black:7,5>7,3",
        "? at 7,4 = -",
        "? at 7,3 = bO",
        "? outcome = win lose",
    ),
    line(
        # With common colours a row is its maker's (C6): black's four are completed by white, Chaos of the name.
        "C6 OrderAndChaos: white completes black's four",
        catalogue.get("OrderAndChaos"),
        *in_turn("BO@1,1", "WO@1,6", "BO@2,1", "WO@6,6", "BO@3,1", "BO@4,1", "WO@6,5"),
        "? ongoing",
        "white:BO@5,1",
        "? outcome = lose win",
    ),
    line(
        # 11,10 stands between 10,10 and the stone just placed and is taken; a stone may be put there again.
        "A4x Pente: a captured stone's space completes five",
        catalogue.get("Pente"),
        *in_turn("O@10,10", "O@11,10", "O@12,10"),
        "? at 11,10 = -",
        *in_turn("O@1,1", "O@11,10", "O@1,3", "O@13,10", "O@1,5", seats="white black"),
        "? at 11,10 = bO",
        "? ongoing",
        "black:O@14,10",
        "? outcome = win lose",
    ),
    line(
        # The last disc, on 3,4, turns all that white has: 4,4 5,4 6,4 up to 7,4, 4,5 up to 5,6, and 4,3 up to 5,2.
        # Then neither can capture, so neither may place (A4x), both pass, and thirteen discs are more than none.
        "A4x Reversi: the shortest game, nine discs",
        catalogue.get("Reversi"),
        "black:O@5,3",
        "? at 5,4 = bO",
        "white:O@6,5",
        "? at 5,5 = wO",
        "black:O@5,6",
        "? at 5,5 = bO",
        "white:O@6,3",
        "? at 5,4 = wO",
        "black:O@7,4",
        "? at 6,5 = bO",
        "white:O@4,3",
        "? at 5,3 = wO",
        "? at 4,4 = wO",
        "black:O@5,2",
        "? at 5,3 = bO",
        "? at 5,4 = bO",
        "? at 6,3 = bO",
        "white:O@6,4",
        "? at 5,4 = wO",
        "? at 6,3 = bO",
        "? ongoing",
        "black:O@3,4",
        "? outcome = win lose",
    ),
    line(
        # Dealt from 1,6 down, then from 2,6, and so on. Nobody moves a flag or a bomb. Two scouts that meet destroy
        # each other; one dies on the unknown pentagon, which outranks it, and is then known (R2); the third slides
        # along the open line and finds the flag, a powerless piece. Without a circle white is out (R9).
        "R2, R9 SmallStratego: a scout finds the flag",
        catalogue.get("SmallStratego"),
        "? at 1,1 = bO",
        "? sees black 1,1 = bO",
        "? sees white 1,1 = b?",
        "? sees black 6,6 = w?",
        "? may not black 1,1>1,2",
        "? may not black 1,5>2,5",
        "? may not black 2,6>6,6",
        "black:2,6>5,6",
        "? at 2,6 = -",
        "? at 5,6 = -",
        "white:5,5>4,5",
        "? sees black 4,5 = w?",
        "black:2,5>4,5",
        "? at 2,5 = -",
        "? sees black 4,5 = wP",
        "white:4,5>3,5",
        "? sees black 3,5 = wP",
        "black:1,6>6,6",
        "? at 6,6 = bT",
        "? outcome = win lose",
        deal=tuple(map(Card, "TXX+SOTTPS++TPS++TOXX+TS")),
    ),
)
