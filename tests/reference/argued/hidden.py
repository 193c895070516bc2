"""A complete line of each named game that hides something, decks included (rules: A6, A8, C21 to C29, C34, C44)."""

from __future__ import annotations

from redscience.variations import catalogue
from redscience.variations.language.model import Card
from reference.argued.tricky import in_turn
from reference.lines import Line, line

PASSED = ("black:pass", "white:pass", "pink:pass")


def dealt(shapes: str) -> tuple[Card, ...]:
    return tuple(Card(shape) for shape in shapes.replace(" ", ""))


def blotto(seat: int, *counts: int) -> list[str]:
    """Placements on a seat's stack of each board."""
    return [f"O@{board}:{seat},1" for board, count in enumerate(counts, 1) for _ in range(count)]


BLOTTO = in_turn(*[move for turn in zip(blotto(1, 5, 5, 3), blotto(2, 4, 4, 5), strict=True) for move in turn])

LINES: tuple[Line, ...] = (
    line(
        # 5 to 4, 5 to 4 and 3 to 5: two boards to one (C33), though both have thirteen in all.
        "C33 3Blotto13: two boards of three",
        catalogue.get("3Blotto13"),
        *BLOTTO[:8],
        "? stack 1:2,1 = wO wO wO wO",
        "? sees black 1:2,1 = -",
        "? sees white 1:1,1 = -",
        *BLOTTO[8:],
        "? outcome = win lose",
    ),
    line(
        # Four and three are not more than nine circles, so it is a matter of pieces: black 4, white 3 + 2 pentagons,
        # Chaos 5. Black has the least, and all others win (0.3).
        "A5 Shopping9: too little spent is the least",
        catalogue.get("Shopping9"),
        *["black:O@1,1"] * 4,
        "? sees white 1,1 = -",
        "black:pass",
        "? phase = 2",
        *["white:O@2,1"] * 3,
        "? stack 2,1 = wP wP wO wO wO",
        "white:pass",
        "? phase = 3",
        *["chaos:P@3,1"] * 5,
        "chaos:pass",
        "? outcome = lose win",
    ),
    line(
        # Pink finds white unseen. Chaos must capture, may not enter what is locked or the others', and has three
        # circles beside it; the one on 5,6 stands on its goal line, and that is the end (C44). Pink's 17 circles are
        # the most.
        "C44 3P-9X-HideSeek: Chaos reaches its goal at once, and pink has the most circles whatever it found",
        catalogue.get("3P-9X-HideSeek"),
        *in_turn("O@3,3", "O@5,5", "P@4,4", seats="black white pink"),
        "? phase = 2",
        "black:pass",
        "white:pass",
        "? sees pink 5,5 = -",
        "pink:4,4>5,5",
        "? legal chaos = 4,6>3,6 4,6>3,7 4,6>5,6",
        "chaos:4,6>5,6",
        "? outcome = lose lose win",
    ),
    line(
        # Black dies on the unseen seeker (C22). Chaos eats along the bottom, steps from 4,1 to 5,2 and back into the
        # corner, where nothing is left beside it: stalemate at once (0.4). Pink has ten circles of fifteen.
        "0.4 3P-9X-HideSeek-000: Chaos eats itself into a corner",
        catalogue.get("3P-9X-HideSeek-000"),
        *in_turn("O@2,2", "O@4,4", "P@3,3", seats="black white pink"),
        "? phase = 2",
        "black:2,2>3,3",
        "? at 2,2 = -",
        "? sees black 3,3 = kP",
        "white:pass",
        "pink:pass",
        "? legal chaos = 1,1>1,2 1,1>2,1",
        "chaos:1,1>2,1",
        "? legal black = pass",
        *PASSED,
        "chaos:2,1>3,1",
        *PASSED,
        "chaos:3,1>4,1",
        *PASSED,
        "chaos:4,1>5,2",
        *PASSED,
        "? legal chaos = 5,2>5,1 5,2>5,3",
        "? ongoing",
        "chaos:5,2>5,1",
        "? outcome = lose lose win",
    ),
    line(
        # The fuse is nobody's (R1: Chaos may eat it) and takes seven rounds at least. Pink finds white and has its
        # circle as a trophy, first fails to place it on unseen black (C22), and places it elsewhere. One circle each:
        # pink and black win.
        "B2 3P-9X-HideSeek-R: one is found, the seeker and the other hider win",
        catalogue.get("3P-9X-HideSeek-R"),
        *in_turn("O@3,3", "O@5,5", "P@4,4", seats="black white pink"),
        "? phase = 2",
        "black:pass",
        "white:pass",
        "pink:4,4>5,5",
        "? reserve pink O = 1",
        "? legal chaos = 4,6>3,6 4,6>3,7",
        "chaos:4,6>3,6",
        "? at 3,6 = yX",
        "black:pass",
        "? legal white = pass",
        "white:pass",
        "pink:O@3,3",
        "? reserve pink O = 1",
        "? sees pink 3,3 = bO",
        "chaos:3,6>2,5",
        "black:pass",
        "white:pass",
        "pink:O@4,3",
        "? at 4,3 = kO",
        "chaos:2,5>2,4",
        *PASSED,
        "chaos:2,4>2,3",
        *PASSED,
        "chaos:2,3>3,2",
        *PASSED,
        "chaos:3,2>4,2",
        *PASSED,
        "? ongoing",
        "chaos:4,2>5,2",
        "? outcome = win lose win",
    ),
    line(
        # All but the owner of a stack see what lies on it, each through its own pieces there. Pink sees pentagons on
        # 1, 2 and 4 and circles on 6; as every deal has all three shapes, pink's own stack holds Xs, and a fourth
        # wins.
        "A8, B2 TheoryOfMind: pink infers what it cannot see",
        catalogue.get("TheoryOfMind"),
        "? sees pink 1,1 = bP",
        "? sees pink 2,1,2 = kP",
        "? sees black 2,1,2 = k?",
        "? sees pink 4,1,1 = kP",
        "? sees pink 6,1,3 = kO",
        "? sees pink 5,1,1 = y?",
        "black:pass",
        "white:pass",
        "? legal pink = pass O@5,1 P@5,1 X@5,1",
        "pink:X@5,1",
        "? stack 5,1 = yX bX wX kX",
        "? outcome = lose lose win lose",
        deal=dealt("PPP PPP PPP XXX OOO"),
    ),
    line(
        # White's pentagon outranks the two dealt circles, which have no power (C23), and has them back doubled; it
        # must place all four. Rows of two of one owner and shape: white's circles three and the pentagons on 2 and 3
        # one, black's 1,1 and its pentagon none, Chaos's three circles two.
        "C23, C27 BeerQuiche60: black bluffs and is called",
        catalogue.get("BeerQuiche60"),
        "black:P@1,1",
        "? stack 1,1 = bO bP",
        "? phase = 2",
        "? sees white 2,1,1 = b?",
        "? legal white = P@2,1 P@3,1",
        "white:P@2,1",
        "? stack 2,1 = wP",
        "? reserve white O = 4",
        *["white:O@2,1"] * 4,
        "? stack 2,1 = wP wO wO wO wO",
        "? phase = 3",
        *["chaos:O@4,1"] * 3,
        "chaos:pass",
        "? outcome = lose win",
        deal=dealt("OOO"),
    ),
    line(
        # Pink's blind is one; black and white call with one each and nobody folds (C34). They raise by two, pink does
        # not call and folds (R15). Full houses: black's of pentagons over Xs beats white's of Xs over triangles. All
        # that is not communal on 7 is black's then, pink's blind too (C29): 7 chips and 4 cards. With 2 chips at home
        # 13, white 2, pink 4 + 2, Chaos 2.
        "C29, R15 3P-RichPoker: a blind, a raise, a fold and two full houses",
        catalogue.get("3P-RichPoker"),
        "? stack 7,1 = cT cS cX cX cP kO",
        "? sees black 7,1,5 = c?",
        "black:1,1,5>7,1",
        "white:3,1,5>7,1",
        "pink:pass",
        "black:pass",
        "white:pass",
        "? phase = 2",
        "? sees black 7,1,5 = cP",
        "? acting = black",
        "black:1,1,3>7,1",
        "white:3,1,3>7,1",
        "pink:pass",
        "black:pass",
        "white:pass",
        "? phase = 3",
        *in_turn("pass", "pass"),
        "? phase = 4",
        *in_turn("pass", "pass"),
        "? phase = 5",
        "? acting = black white",
        "? legal black = 2,1,1>7,1",
        "black:2,1,1>7,1",
        "white:4,1,1>7,1",
        "? stack 7,1 = cT cS cX cX cP bO bO bO bO bO bO bO bP bP bT bX",
        "? phase = 6",
        *["chaos:O@8,1"] * 2,
        "chaos:pass",
        "? outcome = win lose lose",
        deal=dealt("PP XT ++ PXXST"),
    ),
    line(
        # Black does not call the blind and folds (R15). The four communal pentagons are both others' hand, of which
        # neither keeps anything of its own: all six pieces go round from white in descending rank, S + X T and the
        # two chips from below (0.4). Then each player has seven, black with all its chips and cards, more than
        # Chaos's three: all win, who folded too.
        "C28, C29 3P-NeedyPoker: one folds, two split, and all have seven",
        catalogue.get("3P-NeedyPoker"),
        "black:pass",
        "white:3,1,5>7,1",
        "pink:pass",
        "black:pass",
        "white:pass",
        "? phase = 2",
        "? acting = white",
        *in_turn("pass", "pass", seats="white pink"),
        "? phase = 3",
        *in_turn("pass", "pass", seats="white pink"),
        "? phase = 4",
        *in_turn("pass", "pass", seats="white pink"),
        "? phase = 5",
        "? acting = white pink",
        "white:4,1,1>7,1",
        "pink:6,1,1>7,1",
        "? stack 7,1 = cT cP cP cP cP wO kO wS k+ wX kT",
        "? phase = 6",
        *["chaos:O@8,1"] * 3,
        "chaos:pass",
        "? outcome = win win win",
        deal=dealt("S+ +S TX PPPPT"),
        starts=(0,),
    ),
)
