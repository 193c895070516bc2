"""What can be chosen in Four Bases."""

from __future__ import annotations

from redscience.options import Choice, Option, Options

FORMAT = "redscience-four-bases/1"

OPTIONS = Options(
    FORMAT,
    (
        Option(
            "players",
            "Players",
            (
                Choice(4, "Four", "On a board of 9×9, with a base in the middle of each side."),
                Choice(3, "Three", "On a board of 9×9; south, west and north have a base."),
                Choice(2, "Two", "On a board of 7×7; south and north have a base."),
            ),
        ),
        Option(
            "reveal",
            "After a conflict",
            (
                Choice("involved", "Those involved see the pieces", "The owners of its pieces know them for good."),
                Choice("nothing", "Nothing is shown", "Only powers that were used are shown."),
            ),
        ),
        Option(
            "seconds_per_turn",
            "Time for the orders of a turn",
            (
                Choice(60, "One minute"),
                Choice(30, "Half a minute"),
                Choice(120, "Two minutes"),
                Choice(300, "Five minutes"),
                Choice(3600, "An hour"),
                Choice(86_400, "A day"),
            ),
        ),
    ),
)
