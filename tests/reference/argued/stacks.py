"""Landing on stacks: captors, split pots, ranks, hands, moves by stack (rules: 0.2, 0.4 Hands, C22 to C29, C39)."""

from __future__ import annotations

from typing import Any

from redscience.variations import catalogue
from redscience.variations.language import RuleSet
from redscience.variations.language.model import Card
from reference.lines import Line, game, line

SEATS = ("black", "white", "pink", "yellow")


def pile(*stack: str, power: dict[str, tuple[str, str]], players: str = "4", **fields: Any) -> RuleSet:
    """One stack to which pieces are dropped, and a second one; every shape has three in every reserve.

    Args:
        stack: what stands there, bottom first.
        power: condition and result by shape; the others have no power.
        players: who plays.
        fields: of the file.
    """
    reserve = dict.fromkeys((*SEATS[: int(players[0])], *(["chaos"] if "chaos" in players else [])), 3)
    shapes: dict[str, dict[str, Any]] = {name: {"reserve": reserve} for name in "OPX+TS"}
    for name, (condition, result) in power.items():
        shapes[name] = {**shapes[name], "power": "can", "condition": condition, "result": result}
    setup = {"1,1": list(stack)} if stack else {}
    return game(
        **{
            "players": players,
            "board": {"kind": "stacks", "size": [2, 1, 12]},
            "shapes": shapes,
            "setup": setup,
            "phases": [{"may_pass": True}],
            **fields,
        }
    )


COVER = {"P": ("cover", "removes")}
CONVERT = {"P": ("cover", "converts")}
DOUBLE = {"P": ("cover", "reincarnates_x2")}
RANKS = dict.fromkeys("PX+TSO", ("cover_by_rank", "removes"))
RANKS_CONVERT = dict.fromkeys("PX+TSO", ("cover_by_rank", "converts"))
SEALED = [{"order": "simultaneous", "may_pass": True}]

HAND: dict[str, Any] = {
    "power": "can",
    "condition": "cover_by_rank",
    "result": "converts",
    "move": "orth_by_full_stack",
}


def hands(black: list[str], white: list[str], common: list[str], pot: list[str] | None = None) -> RuleSet:
    """Two hands on stacks of their own, sent at once onto common pieces and chips."""
    return game(
        board={"kind": "stacks", "size": [3, 1, 26]},
        shapes={name: (HAND if name != "O" else {"reserve": {"black": 1}}) for name in "OPX+TS"},
        setup={
            "1,1": [f"black {shape}" for shape in black],
            "2,1": [f"white {shape}" for shape in white],
            "3,1": [*[f"communal {shape}" for shape in common], *(pot or ["black O", "white O"])],
        },
        phases=[{"order": "single"}, {"may_pass": True}],
    )


def showdown(name: str, black: str, white: str, common: str, result: str, **chance: Any) -> Line:
    """What the third stack holds after both hands have come together on it."""
    rules = hands(list(black), list(white), list(common))
    return line(name, rules, "black:1,1,1>3,1", "white:2,1,1>3,1", f"? stack 3,1 = {result}", **chance)


def common_and(common: str, owners: str, rest: str) -> str:
    """The communal pieces, the two chips of the given owners, and the rest."""
    return " ".join([*(f"c{shape}" for shape in common), *(f"{owner}O" for owner in owners), rest]).strip()


LINES: tuple[Line, ...] = (
    line("0.2: without power it is plain stacking", pile("white O", power={}), "black:O@1,1", "? stack 1,1 = wO bO"),
    line(
        "C24: the captor takes every other piece of the stack, not just the covered one",
        pile("white O", "pink O", "yellow X", "white O", power=COVER),
        "black:P@1,1",
        "? stack 1,1 = bP",
    ),
    line(
        "C25: a circle that falls on a resident captor is taken by it",
        pile("white P", "white O", power=COVER),
        "black:O@1,1",
        "? stack 1,1 = wP wO",
    ),
    line(
        "0.2: one owner only: a captor takes nothing of its own",
        pile("black O", "black P", power=COVER),
        "black:P@1,1",
        "? stack 1,1 = bO bP bP",
    ),
    line(
        "0.2 class 2 tie: the one that arrives wins",
        pile("white P", "white O", power=COVER),
        "black:P@1,1",
        "? stack 1,1 = bP",
    ),
    line(
        "C25: residents of equal class split what falls: all but their rank-making pieces, their own chips too",
        pile("black P", "white P", "pink P", "black O", power=COVER),
        "black:pass",
        "white:pass",
        "pink:pass",
        "yellow:O@1,1",
        "? stack 1,1 = bP wP kP",
    ),
    line(
        "0.2: the pot is doubled, then dealt in seat order from a random captor",
        pile("black P", "white P", power=DOUBLE, players="3"),
        "black:pass",
        "white:pass",
        "pink:O@1,1",
        "? stack 1,1 = bP wP",
        "? reserve black O = 4",
        "? reserve white O = 4",
        starts=(1,),
    ),
    line(
        "0.4 Round robin: an odd pot favours whom chance begins with",
        pile("black P", "white P", power={"P": ("cover", "reincarnates")}, players="3"),
        "black:pass",
        "white:pass",
        "pink:O@1,1",
        "? reserve black O = 3",
        "? reserve white O = 4",
        starts=(1,),
    ),
    line(
        "0.2: a split of converts recolours the captives one by one, and they stay where they are",
        pile("black P", "white P", power=CONVERT, players="3"),
        "black:pass",
        "white:pass",
        "pink:O@1,1",
        "? stack 1,1 = bP wP bO",
        starts=(0,),
    ),
    line(
        "0.2: converted captives stay in place",
        pile("white O", "pink X", power=CONVERT),
        "black:P@1,1",
        "? stack 1,1 = bO bX bP",
    ),
    line(
        "C27: doubled means two pieces of the same shape for each captive",
        pile("white O", "pink X", power=DOUBLE),
        "black:P@1,1",
        "? stack 1,1 = bP",
        "? reserve black O = 5",
        "? reserve black X = 5",
    ),
    line(
        "0.2: communal pieces are never captured, and make nobody a captor",
        pile("communal P", "communal O", "white O", power=COVER),
        "black:O@1,1",
        "? stack 1,1 = cP cO wO bO",
        "white:P@1,1",
        "? stack 1,1 = cP cO wO wP",
    ),
    line(
        "0.2 Paralyzes: captives stay, keep their owner, and capture no more",
        pile("white P", power={"P": ("cover", "paralyzes")}),
        "black:P@1,1",
        "? stack 1,1 = wP bP",
        "? paralyzed = 1,1",
        "white:O@1,1",
        "? stack 1,1 = wP bP wO",
        "? paralyzed = 1,1 1,1",
    ),
    line(
        "C23: power before shape: any powered piece outranks a powerless one",
        pile("white T", power={"T": ("cover_by_rank", "removes")}),
        "black:P@1,1",
        "? stack 1,1 = wT",
    ),
    line(
        "C23: any other capturer outranks by rank",
        pile("white P", power={"P": ("cover_by_rank", "removes"), "T": ("cover", "removes")}),
        "black:T@1,1",
        "? stack 1,1 = bT",
    ),
    *(
        line(
            f"A4: of {high} and {low} by rank the first is higher",
            pile(f"white {high}", power=RANKS),
            f"black:{low}@1,1",
            f"? stack 1,1 = w{high}",
            "white:pass",
            "pink:pass",
            "yellow:pass",
            f"black:{low}@2,1",
            f"white:{high}@2,1",
            f"? stack 2,1 = w{high}",
        )
        for high, low in ("PS", "S+", "+X", "XT", "TO", "OP", "PT")
    ),
    line(
        "0.2 class 1 tie, removes: the tied pieces destroy each other, others stay",
        pile("white X", "white O", "pink T", power={"X": ("cover_by_rank", "removes")}),
        "black:X@1,1",
        "? stack 1,1 = wO kT",
    ),
    line(
        "C28: tie by rank with converts: nothing but the rest is shared",
        pile("white X", "yellow O", power={"X": ("cover_by_rank", "converts")}, players="4"),
        "black:X@1,1",
        "? stack 1,1 = wX bO bX",
        starts=(0,),
    ),
    line(
        "C23: circle, pentagon and X of three owners: a tie at the top",
        pile("white P", "pink X", power=dict.fromkeys("OPX", ("cover_by_rank", "reincarnates"))),
        "black:O@1,1",
        "? stack 1,1 = wP kX bO",
    ),
    *(
        line(
            f"0.2: circle and pentagon of one seat: {why}",
            pile(*stack, power=RANKS if result == "removes" else RANKS_CONVERT, players="3"),
            f"black:{arriving}@1,1",
            f"? stack 1,1 = {left}",
            **chance,
        )
        for why, stack, arriving, result, left, chance in (
            ("the circles tie and go, the pentagon stays", ("white O", "white P"), "O", "removes", "wP", {}),
            ("the pentagon is above an X", ("white O", "white P"), "X", "removes", "wO wP", {}),
            ("the circle is above a pentagon", ("white O", "white P"), "P", "removes", "wO wP", {}),
            ("so has the other", ("white O", "white P", "black P"), "O", "removes", "wP bP", {}),
            (
                "the circles share, and the pentagon is in the pot",
                ("white O", "white P"),
                "O",
                "converts",
                "wO bP bO",
                {"starts": (0,)},
            ),
            (
                "above the other's pentagon is a circle, above its circle nothing",
                ("white O", "white P", "black X"),
                "O",
                "removes",
                "bX bO",
                {},
            ),
            (
                "with a third rank between them all tie, each with its best by shape",
                ("white O", "white P", "pink S"),
                "O",
                "removes",
                "wO",
                {},
            ),
            (
                "every piece of both is outranked: their best by shape tie and go",
                ("white X", "white P", "black S"),
                "O",
                "removes",
                "wX bO",
                {},
            ),
        )
    ),
    line(
        "0.2 Result: that of the captor's arriving piece, else of its strongest resident",
        pile("black X", "white O", power={"P": ("cover", "removes"), "X": ("cover", "converts")}, phases=[{}]),
        "black:P@1,1",
        "? stack 1,1 = bX bP",
        "white:O@1,1",
        "? stack 1,1 = bX bP",
    ),
    line(
        "R25: sealed arrivals are landed together; what does not fit after capture is lost from the top",
        pile("white O", power={}, board={"kind": "stacks", "size": [1, 1, 2]}, phases=SEALED, players="2"),
        "black:pass",
        "white:O@1,1",
        "? stack 1,1 = wO wO",
    ),
    line(
        "0.2: arrivals of different seats where nothing has power collide and die",
        pile("white O", power=COVER, phases=SEALED, players="3"),
        "black:O@1,1",
        "white:O@1,1",
        "pink:O@2,1",
        "? stack 1,1 = wO",
        "? stack 2,1 = kO",
        "? reserve black O = 2",
    ),
    line(
        "C26: with power in the stack they are resolved by rank instead",
        pile("white P", power=COVER, phases=SEALED, players="3"),
        "black:O@1,1",
        "white:O@1,1",
        "pink:pass",
        "? stack 1,1 = wP wO",
    ),
    line(
        "0.2 class 2 tie: two that arrive with capturers are an unresolved collision: every arrival dies",
        pile("pink O", power=COVER, phases=SEALED, players="3"),
        "black:P@1,1",
        "white:P@1,1",
        "pink:O@1,1",
        "? stack 1,1 = kO",
    ),
    line(
        "0.4: of what does not fit the last in seat order goes first",
        pile(
            "white P",
            power={"P": ("cover", "converts")},
            board={"kind": "stacks", "size": [2, 1, 3]},
            phases=SEALED,
            players="4",
        ),
        "black:O@1,1",
        "white:X@1,1",
        "pink:S@1,1",
        "yellow:pass",
        "? stack 1,1 = wP wO wX",
    ),
    line(
        "PublicGoods: all three give everything: twelve pieces, four for each",
        catalogue.get("3P-PublicGoods"),
        "? acting = black white pink",
        "black:1,1,1>5,1",
        "white:2,1,1>5,1",
        "pink:3,1,1>5,1",
        "? stack 5,1 = bP wP kP",
        "? reserve black O = 4",
        "? reserve white O = 4",
        "? reserve pink O = 4",
        "? phase = 2",
        "? acting = black",
        "? legal black = O@1,1",
        starts=(2,),
    ),
    line(
        "PublicGoods: what one gives is shared by all; the first that chance chooses has one more",
        catalogue.get("3P-PublicGoods"),
        "black:pass",
        "white:2,1,2>5,1",
        "pink:pass",
        "? stack 2,1 = wO",
        "? stack 5,1 = bP wP kP",
        "? reserve black O = 1",
        "? reserve white O = 0",
        "? reserve pink O = 1",
        starts=(2,),
    ),
    line(
        "C39: how much one gives is which piece of the column is grabbed; riders keep their order",
        game(
            board={"kind": "stacks", "size": [3, 1, 4]},
            shapes={"O": {"move": "orth_by_stack"}, "X": {"reserve": {"black": 1}}},
            setup={"1,1": ["black O", "white O", "black X", "black O"], "3,1": ["white X"]},
            phases=[{"may_pass": True}],
        ),
        "? legal black = pass X@2,1 X@3,1 1,1,1>2,1 1,1,4>2,1 1,1,4>3,1",
        "black:1,1,1>2,1",
        "? stack 2,1 = bO wO bX bO",
        "? legal white = pass 2,1,2>1,1 2,1,2>3,1",
        "white:2,1,2>3,1",
        "? stack 3,1 = wX wO bX bO",
        "? stack 2,1 = bO",
    ),
    line(
        "A3: by full stack only from the bottom; a plain piece only from the top",
        game(
            board={"kind": "stacks", "size": [3, 1, 4]},
            shapes={"O": {"move": "orth_by_full_stack"}, "X": {"move": "adj_orthogonal"}},
            setup={"1,1": ["black O", "black O"], "2,1": ["black X", "white X"], "3,1": ["black O", "black X"]},
        ),
        "? legal black = 1,1,1>2,1 1,1,1>3,1 3,1,1>1,1 3,1,1>2,1 3,1,2>2,1",
    ),
    line(
        "C31: no piece moves while one like it is in reserve",
        game(
            board={"kind": "stacks", "size": [2, 1, 4]},
            shapes={"O": {"move": "orth_by_stack", "reserve": {"black": 1}}},
            setup={"1,1": ["black O", "white O"]},
        ),
        "? legal black = O@1,1 O@2,1",
        "black:O@2,1",
        "? legal white = 1,1,2>2,1",
    ),
    line(
        "R8: in a round each piece travels with the nearest grabbed one at or below it",
        game(
            board={"kind": "stacks", "size": [3, 1, 6]},
            shapes={"O": {"move": "orth_by_stack"}},
            setup={"1,1": ["black O", "black O", "white O", "black O"]},
            phases=[{"order": "single"}, {"may_pass": True}],
        ),
        "black:1,1,2>2,1",
        "white:1,1,3>3,1",
        "? stack 1,1 = bO",
        "? stack 2,1 = bO",
        "? stack 3,1 = wO bO",
    ),
    line(
        "C32: nobody enters or leaves a locked stack, or leaves a sticky one",
        game(
            board={"kind": "stacks", "size": [3, 1, 4], "sticky": ["2,1"]},
            shapes={"O": {"move": "adj_orthogonal"}},
            setup={"1,1": "black O", "2,1": "black O", "3,1": "white O"},
            phases=[{"locks": ["3,1"], "locked": ["white"]}, {"may_pass": True}],
        ),
        "? legal black = 1,1,1>2,1",
        "black:1,1,1>2,1",
        "? phase = 2",
        "? legal black = pass",
    ),
    line(
        "C32: pieces fall past walls",
        game(
            board={"kind": "stacks", "size": [2, 1, 4], "walls": ["1,1,1", "1,1,3"]},
            shapes={"O": {"reserve": {"black": 3, "white": 1}}},
        ),
        "black:O@1,1",
        "? at 1,1,2 = bO",
        "white:O@1,1",
        "? at 1,1,4 = wO",
        "? legal black = O@2,1",
    ),
    *(
        line(
            f"A2: nothing rests on a lock, which closes its stack: {when}",
            game(
                board={"kind": "stacks", "size": [2, 1, 4]},
                shapes={"O": {"move": "adj_orthogonal", "reserve": {"black": 1, "white": 1}}},
                setup={"2,1": "black O"},
                phases=phases,
            ),
            "? legal black = O@2,1",
            "black:O@2,1",
            "? legal white = O@2,1",
            "white:O@2,1",
            "? at 2,1,3 = wO",
            "? legal black =",
        )
        for when, phases in (
            ("in the only phase", [{"locks": ["1,1,1"]}]),
            ("in every phase", [{"locks": ["1,1,1", "1,1,4"]}, {"locks": ["1,1,1", "1,1,3"]}]),
        )
    ),
    line(
        "A2: a lock under a piece of the start carries it, and closes the stack when that is gone",
        game(
            board={"kind": "stacks", "size": [2, 1, 3]},
            shapes={
                "O": {"reserve": {"black": 2, "white": 1}},
                "X": {"power": "can", "condition": "cover", "result": "removes", "move": "adj_orthogonal"},
            },
            setup={"1,1": "white O", "2,1": "black X"},
            phases=[{"locks": ["1,1,1"]}],
        ),
        "black:O@1,1",
        "? at 1,1,2 = bO",
        "white:O@1,1",
        "? at 1,1,3 = wO",
    ),
    line(
        "0.2: then gravity: what is left falls, past walls",
        game(
            board={"kind": "stacks", "size": [2, 1, 5], "walls": ["1,1,2"]},
            shapes={
                "O": {"reserve": {"black": 3, "white": 2}},
                "P": {"power": "can", "condition": "cover", "result": "removes", "reserve": {"black": 1, "white": 1}},
            },
            setup={"1,1": ["white O", "communal O"]},
        ),
        "black:P@1,1",
        "? at 1,1,1 = cO",
        "? at 1,1,2 = -",
        "? at 1,1,3 = bP",
    ),
    # Hands: black's and white's own pieces, the communal ones, and what comes of two chips.
    showdown("Hands: a pair beats a 2-straight", "X", "P", "XT", common_and("XT", "bb", "bX bP")),
    showdown("Hands: a 2-straight beats a single", "T", "S", "X", common_and("X", "bb", "bT bS")),
    showdown("Hands: a 3-straight beats a pair", "X", "+", "XT", common_and("XT", "ww", "wX w+")),
    showdown("Hands: two pair beats a 3-straight", "X+", "T", "X+", common_and("X+", "bb", "bX b+ bT")),
    showdown("Hands: three alike beat two pair", "XX", "+T", "X+T", common_and("X+T", "bb", "bX bX b+ bT")),
    showdown("Hands: a 4-straight beats three alike", "XX", "+S", "XTS", common_and("XTS", "ww", "wX wX w+ wS")),
    showdown("Hands: a full house beats a 4-straight", "XT", "+S", "XXT", common_and("XXT", "bb", "bX bT b+ bS")),
    showdown("Hands: a 5-straight beats a full house", "PP", "+", "PXXTS", common_and("PXXTS", "ww", "wP wP w+")),
    showdown("Hands: four alike beat a 5-straight", "XX", "+", "PXXTS", common_and("PXXTS", "bb", "bX bX b+")),
    showdown("Hands: five alike beat four alike", "TT", "PP", "TTTPP", common_and("TTTPP", "bb", "bT bT bP bP")),
    showdown("Hands: of two pairs alike the higher shape wins", "P", "S", "PS", common_and("PS", "bb", "bP bS")),
    showdown("Hands: there are no kickers", "PT", "PX", "P", "cP bO wO bP wT wP bX", starts=(0,)),
    showdown("C29: a hand of communal pieces alone keeps nothing", "P", "P", "XX", "cX cX wO bO wP bP", starts=(1,)),
    showdown("Hands: communal pieces fill a hand first", "P", "P", "P", "cP wO bO bP wP", starts=(1,)),
    line(
        "Must: a tie by what is communal alone captures nothing, and nobody has to make it",
        game(
            board={"kind": "stacks", "size": [3, 1, 6]},
            shapes={
                "X": {**HAND, "result": "removes", "power": "must"},
                "T": {**HAND, "result": "removes", "power": "must"},
                "O": {"reserve": {"black": 1}},
            },
            setup={"1,1": "black T", "2,1": ["communal X", "communal X", "white T"]},
            phases=[{"may_pass": True}],
        ),
        "? legal black = pass O@1,1 O@2,1 O@3,1 1,1,1>2,1 1,1,1>3,1",
        "black:1,1,1>2,1",
        "? stack 2,1 = cX cX wT bT",
    ),
    line(
        "KPoker: who folds loses its chip to the hand that is shown",
        catalogue.get("KPoker"),
        "black:1,1,1>5,1",
        "? stack 5,1 = bO wO bO",
        "white:pass",
        "black:pass",
        "? phase = 2",
        "? acting = black",
        "? legal black = 2,1,1>5,1",
        "black:2,1,1>5,1",
        "? stack 5,1 = bO bO bO bX",
        "? acting = chaos",
        "chaos:O@6,1",
        "chaos:pass",
        "? outcome = win lose",
        deal=(Card("X"), Card("P")),
    ),
    line(
        "KPoker: both stay: the higher card takes the pot, the other card too",
        catalogue.get("KPoker"),
        "black:1,1,1>5,1",
        "white:3,1,1>5,1",
        "? phase = 1",
        "black:pass",
        "white:pass",
        "black:2,1,1>5,1",
        "white:4,1,1>5,1",
        "? stack 5,1 = wO wO wO wO wX wP",
        "? phase = 3",
        deal=(Card("X"), Card("P")),
    ),
    line(
        "C29: chips on communal cards capture nothing",
        catalogue.get("3P-NeedyPoker"),
        "black:1,1,3>7,1",
        "? stack 7,1 = cP cP cP cP cS kO bO bO bO",
        deal=tuple(Card(shape) for shape in "SSS+++PPPPS"[:6]) + tuple(Card(shape) for shape in "SPPPP"),
    ),
)
