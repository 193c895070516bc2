"""What games and players may be called, whose names are taken, and when two names are one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from redscience.errors import Fault

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """A player that thinks, whom every platform has.

    Attributes:
        name: as people read it.
        agent: the agent that chooses its moves, as `redscience.agent` names it.
        seconds: how long that may think about a move; 0 where it does not search.
        about: what it is, for people who choose whom to play with.
    """

    name: str
    agent: str
    seconds: float
    about: str


RANDOM_ID = "00000000000000000000000001"
"""The id of the player Random, who is on every platform."""
ANONYMOUS_ID = "00000000000000000000000002"
"""The id of the player Anonymous, whom all visitors share who have not logged in."""
GREEDY_ID = "00000000000000000000000003"
STANDARD_QUICK_ID = "00000000000000000000000004"
STANDARD_ID = "00000000000000000000000005"
"""The id of the standard player: of those that think the one shown on every leaderboard."""
STANDARD_DEEP_ID = "00000000000000000000000006"
HOUSE: Mapping[str, HousePlayer] = {
    GREEDY_ID: HousePlayer("Greedy", "greedy", 0.0, "sees one move ahead"),
    STANDARD_QUICK_ID: HousePlayer("Standard-Quick", "standard", 0.02, "glances at the board"),
    STANDARD_ID: HousePlayer("Standard", "standard", 0.15, "thinks for a moment"),
    STANDARD_DEEP_ID: HousePlayer("Standard-Deep", "standard", 0.8, "thinks for almost a second"),
}
"""The players that think, by id, the weakest first."""
RESERVED_NAMES = ("Random", "Chaos", "Anonymous", *(player.name for player in HOUSE.values()))
NEXT_AVAILABLE = "next"
"""What is named for a seat, instead of a player's id, where the next person who is available is to take it."""
_AT_ONCE = 256
"""Of a text that is longer than any name so much is normalized at once: it takes time with the square of the marks."""
_FORBIDDEN_SIGNS = "*()"
_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"})
"""Controls, bidirectional and other formatting characters, surrogates, private and unassigned ones, blanks."""
DRAWN_AS_NOTHING = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers of Hangul and the blank of Braille: letters and signs by their category, which nobody sees."""
UNSEEN_MARKS = frozenset(
    map(chr, (0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Marks that join, stand for vowels not written, or say how the sign before them is drawn: nobody sees them."""
_LOOK_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
"""Alphabets of which letters look like those of others, as their signs are named in Unicode."""
_WORD = re.compile(r"[^\W\d_]+")


def folded_name(name: str) -> str:
    """The form in which two names are compared: case-folded and NFKC."""
    pieces = (name[start : start + _AT_ONCE] for start in range(0, len(name), _AT_ONCE))
    return "".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", each).casefold()) for each in pieces)


def alphabet_fault(name: str) -> Fault | None:
    """A fault where a word has letters of several alphabets that look alike, by which a name would pass for another."""
    letters = "".join(each for each in name if not unicodedata.category(each).startswith("M"))
    if all(len(set(filter(None, map(_alphabet, word)))) <= 1 for word in _WORD.findall(letters)):
        return None
    return Fault("name", "has letters of several alphabets in one word", "Write each word in one of them")


def _alphabet(letter: str) -> str:
    """The one of `_LOOK_ALIKE` that a letter is of; "" for none."""
    return next((each for each in _LOOK_ALIKE if unicodedata.name(letter, "").startswith(f"{each} ")), "")


def is_reserved(name: str) -> bool:
    """Whether a name belongs to somebody who is on every platform."""
    return folded_name(name) in map(folded_name, RESERVED_NAMES)


def about_faults(about: str) -> tuple[Fault, ...]:
    """What is wrong with what the author of a game says of it, but for its length."""
    if about.isprintable():
        return ()
    return (Fault("about", "has a character in it that cannot be seen", "Write plain text, on one line"),)


def name_faults(name: str, path: str = "name") -> tuple[Fault, ...]:
    """What is wrong with the name of a game; whether it is taken is for those to say who keep games."""
    if not name:
        return (Fault(path, "is missing", "Give the game a name"),)
    if len(name) > LONGEST_NAME:
        return (Fault(path, f"is {len(name)} characters long", f"Use at most {LONGEST_NAME}"),)
    faults = []
    compatible = unicodedata.normalize("NFKC", name)
    signs = sorted({sign for sign in _FORBIDDEN_SIGNS if sign in name or sign in compatible})
    if signs:
        faults.append(Fault(path, f"has {' '.join(signs)} in it", "Leave out *, ( and )"))
    characters = name + compatible
    if any(character.isspace() for character in characters):
        faults.append(Fault(path, "has a space in it", "Use a hyphen instead"))
    elif any(map(_is_unseen, characters)):
        faults.append(Fault(path, "has a character in it that cannot be seen", "Use letters, digits and signs"))
    if is_reserved(name):
        faults.append(Fault(path, f"is {name}, which is reserved", "Choose another name"))
    return tuple(faults)


def new_name_faults(name: str) -> tuple[Fault, ...]:
    """What is wrong with a name that a game is to have from now on: some that have one are played with it still."""
    faults = [*name_faults(name)]
    if not UNSEEN_MARKS.isdisjoint(name):
        faults.append(Fault("name", "has a mark in it that cannot be seen", "Use letters, digits and signs"))
    if len(name) <= LONGEST_NAME and (fault := alphabet_fault(name)):
        faults.append(fault)
    return tuple(faults)


def _is_unseen(character: str) -> bool:
    return character in DRAWN_AS_NOTHING or unicodedata.category(character) in _FORBIDDEN_CATEGORIES
