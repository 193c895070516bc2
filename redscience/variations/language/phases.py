"""What a phase says, and what may happen at its end."""

from __future__ import annotations

from redscience.variations.language.option import Option, Options, Requirement

ORDERS: Options[Option] = Options(
    "order",
    (
        Option(value="sequential", label="Sequential", english="they take turns"),
        Option(
            value="simultaneous", label="Simultaneous", english="all plan in secret and move at once, round after round"
        ),
        Option(value="single", label="Single", english="all plan in secret and move at once, a single time"),
    ),
)

PASSING: Options[Option] = Options(
    "passing",
    (
        Option(value=False, label="No option to pass", note="Only those who cannot move pass"),
        Option(value=True, label="Option to pass", english="they may pass"),
    ),
)

MOVEMENT: Options[Option] = Options(
    "movement",
    (
        Option(value=False, label="Movement allowed", note="Pieces on the board may move"),
        Option(value=True, label="Placement only", english="pieces on the board may not move"),
    ),
)

PHASE_COUNTS: Options[Option] = Options(
    "number of phases",
    (
        Option(value=1, label="1 phase", note="Stalemate ends the match"),
        *(
            Option(value=number, label=f"{number} phases", note="Stalemate ends a phase, and in the last one the match")
            for number in range(2, 7)
        ),
    ),
)

FOLDS: Options[Option] = Options(
    "fold rule",
    (
        Option(value="none", label="Nobody folds", note="All play in all phases"),
        Option(
            value="less_than_most_committed",
            label="Less-than-most committed pieces folds",
            english="At the end of every phase but the last, players fold who have fewer pieces than another on the "
            "spaces that nobody may leave: they make no more moves, but can still win",
            needs=(
                Requirement(
                    lambda rules: len(rules.phases) > 1,
                    "more than one phase",
                    "applies at the end of a phase that is not the last, and there is only one",
                    "Add a phase, or let nobody fold",
                    ("phases",),
                ),
                Requirement(
                    lambda rules: bool(rules.board.sticky),
                    "sticky spaces",
                    "counts pieces on sticky spaces, and there are none",
                    "Make some spaces sticky, or let nobody fold",
                    ("board.sticky",),
                ),
                Requirement(
                    lambda rules: rules.colors in {"assigned", "partners"},
                    "assigned or partners' colors",
                    "compares what players own, and here every piece is everyone's",
                    "Choose other colors, or let nobody fold",
                    ("colors",),
                ),
                Requirement(
                    lambda rules: len(rules.player_seats) > 1,
                    "at least two players",
                    "compares players, and there is only one",
                    "Choose at least two players, or let nobody fold",
                    ("players",),
                ),
                Requirement(
                    lambda rules: any(set(rules.player_seats) - set(phase.locked) for phase in rules.phases[1:]),
                    "players who act after the first phase",
                    "keeps players from moving in later phases, in which none moves anyway",
                    "Unlock players in a later phase, or let nobody fold",
                    ("players", "phases"),
                ),
            ),
        ),
    ),
)
