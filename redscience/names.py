"""What games and players may be called, whose names are taken, and when two names are one."""

from __future__ import annotations

import unicodedata

from redscience.errors import Fault

LONGEST_NAME = 40
RESERVED_NAMES = ("Random", "Chaos", "Anonymous")
RANDOM_ID = "00000000000000000000000001"
"""The id of the player Random, who is on every platform."""
ANONYMOUS_ID = "00000000000000000000000002"
"""The id of the player Anonymous, whom all visitors share who have not logged in."""
NEXT_AVAILABLE = "next"
"""What is named for a seat, instead of a player's id, where the next person who is available is to take it."""
_FORBIDDEN_SIGNS = "*()"
_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"})
"""Controls, bidirectional and other formatting characters, surrogates, private and unassigned ones, blanks."""


def folded_name(name: str) -> str:
    """The form in which two names are compared: case-folded and NFKC."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def is_reserved(name: str) -> bool:
    """Whether a name belongs to somebody who is on every platform."""
    return folded_name(name) in map(folded_name, RESERVED_NAMES)


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
        faults.append(Fault(path, "has a blank in it", "Use a hyphen instead"))
    elif any(unicodedata.category(character) in _FORBIDDEN_CATEGORIES for character in characters):
        faults.append(Fault(path, "has a character in it that cannot be seen", "Use letters, digits and signs"))
    if is_reserved(name):
        faults.append(Fault(path, f"is {name}, which is reserved", "Choose another name"))
    return tuple(faults)
