"""Who plays, in which colours, and how a turn goes."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.variations.language.option import Option, Options, Requirement
from redscience.variations.language.seats import SEATS_OF


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersOption(Option):
    """Who sits at the board: `teams`, a number for each seat, are those who win and lose together."""

    teams: tuple[int, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """In order of play."""
        return SEATS_OF[str(self.value)]


PLAYERS: Options[PlayersOption] = Options(
    "players",
    (
        PlayersOption(
            value="2",
            label="2 Player",
            english="Two players, black and white",
            teams=(0, 1),
        ),
        PlayersOption(
            value="2+chaos",
            label="2 vs Chaos",
            english="Two players, black and white, and Chaos, who plays at random",
            teams=(0, 1, 2),
        ),
        PlayersOption(
            value="3",
            label="3 Player",
            english="Three players, black, white and pink",
            teams=(0, 1, 2),
        ),
        PlayersOption(
            value="3+chaos",
            label="3 vs Chaos",
            english="Three players, black, white and pink, and Chaos, who plays at random",
            teams=(0, 1, 2, 3),
        ),
        PlayersOption(
            value="4",
            label="4 Player",
            english="Four players, black, white, pink and yellow",
            teams=(0, 1, 2, 3),
        ),
        PlayersOption(
            value="partners",
            label="Partners",
            english="Four players, black with pink against white with yellow",
            teams=(0, 1, 0, 1),
        ),
        PlayersOption(
            value="1+chaos",
            label="1 vs Chaos",
            english="One player, black, and Chaos, who plays at random",
            teams=(0, 1),
        ),
    ),
)

COLORS_OPTIONS: Options[Option] = Options(
    "colors",
    (
        Option(value="assigned", label="Assigned colors", english="Each plays pieces of their own color"),
        Option(
            value="shared",
            label="Shared color",
            english="All play the same black pieces, from one reserve",
        ),
        Option(
            value="partners",
            label="Partners share color",
            english="Black and pink share one reserve of black pieces, white and yellow one of white",
            needs=(
                Requirement(
                    lambda rules: rules.players == "partners",
                    "partners",
                    "needs partners",
                    "Choose “Partners” or other colors",
                    ("players",),
                ),
            ),
        ),
        Option(
            value="choose",
            label="Players choose color",
            english="All reserves are common: whoever places a piece chooses its color",
        ),
    ),
)

PIECES_PER_TURN: Options[Option] = Options(
    "pieces a turn",
    (
        Option(value=1, label="1 piece/turn", note="A turn has one move"),
        Option(value=2, label="2 pieces/turn", english="A turn has two moves"),
    ),
)

SECONDS_PER_TURN: Options[Option] = Options(
    "seconds a turn",
    (
        Option(value=seconds, label=f"{seconds} seconds/turn", english=f"{seconds} seconds")
        for seconds in (3, 6, 10, 15, 20, 30, 40, 60, 90, 120, 180, 240, 300)
    ),
    default=60,
)

AGREE_DRAW: Options[Option] = Options(
    "agreed draws",
    (
        Option(value=False, label="No draw offers", note="Nobody can offer a draw"),
        Option(
            value=True,
            label="Option to Agree Draw",
            english="Instead of moving, a player may offer a draw once a turn; it is a draw if {agree}",
            needs=(
                Requirement(
                    lambda rules: len(rules.player_seats) > 1,
                    "at least two players",
                    "has nobody to agree with",
                    "Choose at least two players, or no draw offers",
                    ("players",),
                ),
            ),
        ),
    ),
)

DISQUALIFY_OVERACHIEVERS: Options[Option] = Options(
    "overachievers",
    (
        Option(value=False, label="Overachiever(s) win", note="Whoever is first to win wins"),
        Option(
            value=True,
            label="Overachiever(s) disqualified",
            english="Whoever would be the first to win is disqualified and loses, but plays on; those who would win "
            "next do win. If nobody is left to win, all lose",
            needs=(
                Requirement(
                    lambda rules: len(rules.player_seats) == 4,  # noqa: PLR2004  (rules: A1, four-player games only)
                    "four players",
                    "is for games of four players",
                    "Choose “4 Player” or “Partners”, or let overachievers win",
                    ("players",),
                ),
            ),
        ),
    ),
)

CLOAKING: Options[Option] = Options(
    "cloaking",
    (
        Option(value="none", label="No cloaking", note="Everybody sees everything"),
        Option(
            value="hides",
            label="Cloaking hides",
            english="On cloaked spaces players see only the pieces that they placed, can move, have met or have seen "
            "before",
            needs=(
                Requirement(
                    lambda rules: any(phase.cloaks for phase in rules.phases),
                    "cloaked spaces",
                    "has nothing to hide, because no phase cloaks a space",
                    "Cloak some spaces, or choose “No cloaking”",
                    ("phases",),
                ),
            ),
        ),
        Option(
            value="obscures",
            label="Cloaking obscures",
            english="Of pieces on cloaked spaces players see only the color, unless the piece is of their own color, "
            "or they placed it, can move it, have met it or have seen it before",
            needs=(
                Requirement(
                    lambda rules: any(phase.cloaks for phase in rules.phases),
                    "cloaked spaces",
                    "has nothing to obscure, because no phase cloaks a space",
                    "Cloak some spaces, or choose “No cloaking”",
                    ("phases",),
                ),
            ),
        ),
    ),
)
