"""What can be chosen in a game of this family."""

from __future__ import annotations

from redscience.options import Choice, Option, Options

FORMAT = "redscience-rainbow/1"
RULES_VERSION = 1
SECONDS = (60, 3, 6, 10, 15, 20, 30, 40, 90, 120, 180, 240, 300)

OPTIONS = Options(
    FORMAT,
    (
        Option(
            "players",
            "Players",
            (
                Choice(2, "2", "Circle and square play."),
                Choice(3, "3", "Circle, square and triangle play: as many pegs as cells."),
            ),
        ),
        Option(
            "ending",
            "Who completes a line",
            (
                Choice("wins", "Wins", "Whoever completes a line wins, and all others lose."),
                Choice("loses", "Loses", "Misère: whoever completes a line loses, and all others win."),
            ),
        ),
        Option(
            "lines",
            "Board",
            (
                Choice("square", "Square", "Lines run along rows, columns and both diagonals: there are 36."),
                Choice("hexagon", "Hexagonal", "Turned by 45°, with lines in three directions only: there are 29."),
            ),
        ),
        Option(
            "seconds_per_turn",
            "Seconds per turn",
            tuple(Choice(seconds, str(seconds), "Whoever exceeds it loses.") for seconds in SECONDS),
        ),
    ),
)
