"""A complete line of each named game of rows that has none elsewhere (rules: B2, C6, C22, C30, C31)."""

from __future__ import annotations

from redscience.variations import catalogue
from redscience.variations.language.model import Card
from reference.argued.tricky import in_turn
from reference.lines import Line, line

BLANK = Card(None)

LINES: tuple[Line, ...] = (
    line(
        # White's piece on 8 parts black's 7 and 9; the row that counts is 5, 6, 7.
        "B2 3on15line: three next to each other on a line of fifteen",
        catalogue.get("3on15line"),
        *in_turn("O@7,1", "O@8,1", "O@9,1", "O@10,1", "O@5,1", "O@12,1"),
        "? ongoing",
        "black:O@6,1",
        "? outcome = win lose",
    ),
    line(
        # A refused offer costs nothing but the offer of this turn (A1); then black lays 3,3 to 6,6, of which white's
        # 2,2 closes one end and cannot close the other.
        "B2 4on7sq: an offer is refused, and four on a diagonal win",
        catalogue.get("4on7sq"),
        *in_turn("O@4,4", "O@4,5"),
        "black:draw",
        "? acting = white",
        "? legal white = agree refuse",
        "white:refuse",
        "? acting = black",
        "? may not black draw",
        *in_turn("O@3,3", "O@5,4", "O@5,5", "O@2,2"),
        "? may black draw",
        "black:O@6,6",
        "? outcome = win lose",
    ),
    line(
        # 3, 4, 5 and 7, 8 are no five; the piece between makes six, and overlines count (C6).
        "C6 5on15sq: six in a row count as five",
        catalogue.get("5on15sq"),
        *in_turn("O@3,8", "O@1,1", "O@4,8", "O@3,1", "O@5,8", "O@5,1", "O@7,8", "O@7,1", "O@8,8", "O@9,1"),
        "? ongoing",
        "black:O@6,8",
        "? outcome = win lose",
    ),
    line(
        # 1,1 2,2 3,3 4,4 in depth is one of the thirteen directions; white's three above 1,1 are a row of three only.
        "A5 Qubic-4: four along the diagonal of the cube",
        catalogue.get("Qubic-4"),
        *in_turn("O@1,1,1", "O@1,1,2", "O@2,2,2", "O@1,1,3", "O@3,3,3", "O@1,1,4"),
        "? ongoing",
        "black:O@4,4,4",
        "? outcome = win lose",
    ),
    line(
        # Pieces fall: black's diagonal stands on white's pieces, and on its own in the fourth stack.
        "A2 Connect4: a diagonal of four that others hold up",
        catalogue.get("Connect4"),
        *in_turn("O@1,1", "O@2,1", "O@2,1", "O@3,1", "O@4,1", "O@4,1", "O@4,1", "O@3,1", "O@3,1", "O@7,1"),
        "? stack 2,1 = wO bO",
        "? stack 3,1 = wO wO bO",
        "? stack 4,1 = bO wO bO",
        "? ongoing",
        "black:O@4,1",
        "? at 4,1,4 = bO",
        "? outcome = win lose",
    ),
    line(
        # Walls take no pieces (C32). Either colour may be placed, so a row is whose move completes it (C6): two white
        # circles by black are white's chance.
        "C6 Wild-TTT: who completes the row of whichever colour wins",
        catalogue.get("Wild-TTT-6sq3143"),
        "? may not black WO@3,1",
        "? may not black BO@4,3",
        *in_turn("WO@1,1", "BO@5,5", "WO@2,2"),
        "? reserve white O = 33",
        "? ongoing",
        "white:WO@3,3",
        "? outcome = lose win",
    ),
    line(
        # While black has a circle in reserve none of the board moves (C31). All neighbours count, also diagonally
        # (C50): over the middle 2,3 comes to the bottom row as soon as white leaves it.
        "C31, C50 Tapatan: all three are placed, then one walks into a row",
        catalogue.get("Tapatan"),
        *in_turn("O@1,1", "O@1,3", "O@2,3", "O@3,3"),
        "? legal black = O@1,2 O@2,1 O@2,2 O@3,1 O@3,2",
        *in_turn("O@3,1", "O@2,1"),
        "? legal black = 1,1>1,2 1,1>2,2 2,3>1,2 2,3>2,2 2,3>3,2 3,1>2,2 3,1>3,2",
        *in_turn("2,3>2,2", "2,1>1,2"),
        "? ongoing",
        "black:2,2>2,1",
        "? outcome = win lose",
    ),
    line(
        # Only 1,1 is empty and all around it is white's: black passes because it must (C47), nobody asks it.
        "E6, C47 Achi: from the empty board to black's forced pass and white's row",
        catalogue.get("Achi"),
        *in_turn("O@3,1", "O@2,1", "O@3,2", "O@3,3", "O@2,3", "O@2,2", "O@1,3", "O@1,2"),
        "? at 1,1 = -",
        "? acting = white",
        "? legal white = 1,2>1,1 2,1>1,1 2,2>1,1",
        "white:2,1>1,1",
        "? outcome = lose win",
    ),
    line(
        # The diagonal counts for nothing. Pieces slide or leap, but do not slide over others (C30): 3,1 does not come
        # to 1,1 past 2,1. Two knight's moves make the middle row, from both ends of the diagonal.
        "C30 9-Holes: no row on the diagonal, and two leaps into a row along y = 2",
        catalogue.get("9-Holes"),
        *in_turn("O@1,1", "O@1,3", "O@2,2", "O@2,1", "O@3,3"),
        "? ongoing",
        "white:O@3,1",
        "black:1,1>3,2",
        "? may not white 3,1>1,1",
        "? may white 2,1>1,1",
        "white:1,3>2,3",
        "? ongoing",
        "black:3,3>1,2",
        "? outcome = win lose",
    ),
    line(
        # White's attempt on 2,2 fails and costs the turn (C22). The bottom row is black's and pink's together: the
        # colour is the team's, and so is the row (C6).
        "C6, C22 4P-Blind-TTT-1.6: partners who do not see each other's circles make a row",
        catalogue.get("4P-Blind-TTT-1.6"),
        "black:O@2,2",
        "white:O@2,2",
        "? at 2,2 = bO",
        "? reserve white O = 4",
        *in_turn("O@1,1", "O@3,3", "O@3,1", "O@1,2", seats="pink yellow black white"),
        "? sees pink 3,1 = -",
        "? ongoing",
        "pink:O@2,1",
        "? reserve black O = 1",
        "? outcome = win lose win lose",
    ),
    line(
        # Dealt column by column from the top (R18): the third seat's circle to 1,3, the fourth's to 3,1. The card
        # says who sees it. Black finds its partner's by bumping into it, and then has the row 1,1 1,2 1,3.
        "A8 4P-Blind-TTT: two dealt circles, each seen by one player",
        catalogue.get("4P-Blind-TTT"),
        "? at 1,3 = bO",
        "? at 3,1 = wO",
        "? sees pink 1,3 = bO",
        "? sees black 1,3 = -",
        "? sees yellow 3,1 = wO",
        "? sees white 3,1 = -",
        "? may not pink O@1,3",
        "black:O@1,3",
        "? sees black 1,3 = bO",
        "? reserve black O = 5",
        *in_turn("O@2,2", "O@1,1", "O@3,3", seats="white pink yellow"),
        "? ongoing",
        "black:O@1,2",
        "? outcome = win lose win lose",
        deal=(Card("O", "pink"), *[BLANK] * 7, Card("O", "yellow")),
    ),
)
