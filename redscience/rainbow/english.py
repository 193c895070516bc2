"""The rules in plain English."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.interface import Sentence
from redscience.options import Chosen
from redscience.rainbow.board import HEXAGON, lines

_SEATS = {2: "Circle and square", 3: "Circle, square and triangle"}


def sentences(chosen: Chosen) -> tuple[Sentence, ...]:
    """All of the rules, each sentence with the fields that it comes from."""
    return tuple(_sentences(chosen))


def _sentences(chosen: Chosen) -> Iterator[Sentence]:
    players = int(chosen.values["players"])
    yield Sentence(f"{_SEATS[players]} take turns; the outline of a peg shows whose it is.", ("players",))
    yield _board(str(chosen.values["lines"]))
    yield Sentence(
        "Each player has seven pegs with a face on either side: red-orange, orange-yellow, yellow-green, green-blue,"
        " blue-violet, violet-red and white-black. All begin off the board. Everybody knows the hidden faces too."
    )
    yield Sentence(
        "In a turn, place a peg of yours on any empty cell with either face up, or flip a peg of yours where it is, or"
        " move a peg of yours to any other empty cell with the same face up. Nobody may pass, and no peg leaves the"
        " board."
    )
    yield Sentence("The white-black peg can be placed only when your other six are on the board.")
    yield Sentence(
        "Three cells of a line are complete when each holds a peg and the faces that are up are of one color. White"
        " counts as any color, black as none. It does not matter whose pegs they are."
    )
    yield from _end(players, str(chosen.values["ending"]))
    yield Sentence(f"A turn may take {chosen.values['seconds_per_turn']} seconds.", ("seconds_per_turn",))


def _board(drawn: str) -> Sentence:
    count = len(lines(drawn))
    if drawn == HEXAGON:
        told = (
            "The board has 21 cells, 5×5 without the corners, turned by 45° so that they lie as hexagons do. Lines of"
            f" three run in three directions; there are {count}."
        )
    else:
        told = (
            "The board has 21 cells, 5×5 without the corners. Lines of three run along rows, columns and diagonals;"
            f" there are {count}."
        )
    return Sentence(told, ("lines",))


def _end(players: int, ending: str) -> Iterator[Sentence]:
    others = "the other" if players == 2 else "the others"  # noqa: PLR2004 - a number of players
    wins, lose = ("wins", "loses") if players == 2 else ("win", "lose")  # noqa: PLR2004 - likewise
    if ending == "loses":
        yield Sentence(f"Whoever completes a line, with any action, loses; {others} {wins}.", ("ending", "players"))
    else:
        yield Sentence(f"Whoever completes a line, with any action, wins; {others} {lose}.", ("ending", "players"))
    yield Sentence(
        "It is a draw when the same position comes about a third time with the same player to move, or after 200 turns."
    )
    if players > 2:  # noqa: PLR2004 - likewise
        yield Sentence(
            "Whoever leaves loses, and the others go on; the pegs of the one who left stay where they are. The last one"
            " left wins.",
            ("players",),
        )
    else:
        yield Sentence("Whoever leaves loses, and the other wins.", ("players",))
