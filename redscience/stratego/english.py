"""The rules in plain English."""

from __future__ import annotations

from redscience.interface import Sentence
from redscience.stratego.engine.limits import MOST_QUIET
from redscience.stratego.options import ARMIES, FULL

_ARMY = ("army",)


def sentences(army: str) -> tuple[Sentence, ...]:
    """The rules of a game with an army, a paragraph an entry."""
    return (
        Sentence(
            "Red and blue each have an army whose ranks the other does not know, and try to capture the other's flag."
            " The board has ten rows, A at the top to J, and ten columns, 0 to 9. Two lakes, E2 to F3 and E6 to F7, can"
            " be neither entered nor crossed."
        ),
        Sentence(_army_text(army), _ARMY),
        Sentence(_set_up_text(army), _ARMY),
        Sentence(
            "In your turn you move one piece one square up, down or sideways, to an empty square or onto a piece of the"
            " other side, which is an attack. Bombs and the flag never move. A scout goes any distance in a straight"
            " line over empty squares, and may attack at the end of it. You cannot pass."
        ),
        Sentence(
            "In an attack both pieces are shown to everybody. The higher rank wins and the other piece is captured:"
            " marshal, general, colonel, major, captain, lieutenant, sergeant, miner, scout, spy, from the highest to"
            " the lowest. Of two equal pieces both are captured. An attacker that wins takes the square; a defender"
            " that wins stays where it is, and what survives stays known."
        ),
        Sentence(
            "A spy that attacks the marshal captures it. A miner that attacks a bomb captures it; any other piece that"
            " attacks a bomb is captured, and the bomb stays. Whatever attacks the flag or the spy captures it, also a"
            " spy."
        ),
        Sentence(
            "A piece may not go back and forth between the same two squares more than three moves in a row: the fourth"
            " is not allowed."
        ),
        Sentence(
            "You win when you capture the flag of the other side, or when the other side is to move and cannot. It is a"
            f" draw when neither side has a piece left that can move, after {MOST_QUIET} moves in a row without an"
            " attack, or when both agree: once a turn, before your move, you may offer a draw. Whoever leaves"
            " the match loses."
        ),
    )


def _army_text(army: str) -> str:
    counts = ARMIES[army]
    told = [f"{count} {_plural(kind, count)}" for kind, count in counts.items()]
    return f"Each army has {sum(counts.values())} pieces: {', '.join(told[:-1])} and {told[-1]}."


def _plural(kind: str, count: int) -> str:
    return kind if count == 1 else kind + "s"


def _set_up_text(army: str) -> str:
    where = "fills the rows" if army == FULL else "places its army anywhere in the rows"
    return (
        f"First both set up at the same time, in secret: red {where} G to J, blue A to D. There are at least five"
        " minutes for that. Then red moves first."
    )
