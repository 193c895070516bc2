"""The families of games that there are; each is loaded when it is first asked for something.

    families.names()            every ready game, family by family, in the order of their shelves
    families.get("Connect4")    a ready game, in whatever case
    families.read(text)         a game from its file, by the family that its `format` names
    families.saved(text)        the same of a file that was valid when it was saved

A family that is installed beside the library registers itself by an entry point of the group `redscience.families`,
named as the family is, with its class as the object.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from redscience.errors import Fault, RuleSetError, UnknownGame, UnplayableGame
from redscience.interface import MOST_BYTES, Family, Source
from redscience.names import LONGEST_NAME, folded_name

GROUP = "redscience.families"
OWN = (
    EntryPoint("variations", "redscience.variations.family:Variations", GROUP),
    EntryPoint("stratego", "redscience.stratego.family:Stratego", GROUP),
    EntryPoint("four_bases", "redscience.four_bases.family:FourBases", GROUP),
    EntryPoint("rainbow", "redscience.rainbow.family:Rainbow", GROUP),
)
"""A line a family. Files that do not say their format are the first one's."""


@cache
def every() -> tuple[Family, ...]:
    """All families, those of the library first."""
    installed = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return tuple(entry.load()() for entry in (*OWN, *installed))


def family(name: str) -> Family:
    """The family of a name, as views and saved games carry it.

    Raises:
        UnplayableGame: it is not installed here.
    """
    for each in every():
        if each.name == name:
            return each
    raise UnplayableGame(f"Games of the family {name!r} cannot be played here. Install the package that has them.")


def read(text: str | bytes) -> Source:
    """Reads a file by the family that its `format` names.

    Raises:
        RuleSetError: with all that is wrong; an unknown format is a fault at `format`.
    """
    return reader_of(text).read(text)


def reader_of(text: str | bytes) -> Family:
    """The family that a file's `format` names; the first one where it names none.

    Raises:
        RuleSetError: the format is unknown.
    """
    families = {each.format: each for each in every()}
    named = _format_of(text)
    if named is None:
        return every()[0]
    if named not in families:
        formats = " or ".join(f'"{each}"' for each in families)
        raise RuleSetError(
            [Fault("format", f"is {named[:LONGEST_NAME]!r}, which nobody here reads", f"Write {formats}")]
        )
    return families[named]


def saved(text: str) -> Source:
    """Reads the file of a game that was saved.

    Raises:
        UnplayableGame: what is installed here does not read it; the message says why.
    """
    try:
        family = reader_of(text)
    except RuleSetError:
        named = (_format_of(text) or "")[:LONGEST_NAME]
        raise UnplayableGame(
            f"Games with the format {named!r} cannot be played here. Install the package or the release that has them."
        ) from None
    try:
        return family.read(text)
    except RuleSetError as error:
        raise UnplayableGame(
            f"This game was saved by another release, and cannot be played by this one. {error.faults[0]}"
        ) from error


def names() -> tuple[str, ...]:
    """The names of all ready games."""
    return tuple(_shelf())


def get(name: str) -> Source:
    """The ready game of a name, in whatever case.

    Raises:
        UnknownGame: there is none; the message lists near ones.
    """
    known = _folded_names()
    wanted = folded_name(name[: LONGEST_NAME + 1])
    if wanted in known:
        return _shelf()[known[wanted]].ready(known[wanted])
    near = get_close_matches(wanted, known, n=3)
    hint = f"Did you mean {' or '.join(known[each] for each in near)}?" if near else f"There are {', '.join(names())}."
    raise UnknownGame(f"There is no game named {name[:LONGEST_NAME]!r}. {hint}")


@cache
def _shelf() -> Mapping[str, Family]:
    """Each ready game's family."""
    return {name: each for each in every() for shelf in each.shelves.values() for name in shelf}


@cache
def _folded_names() -> Mapping[str, str]:
    """Each ready game's name by its folded one."""
    return {folded_name(each): each for each in _shelf()}


def _format_of(text: str | bytes) -> str | None:
    """What a file says that it is; None where it says nothing, or nothing that can be read."""
    if len(text) > MOST_BYTES:
        return None
    try:
        value = json.loads(text.removeprefix(b"\xef\xbb\xbf") if isinstance(text, bytes) else text)
    except (ValueError, RecursionError):
        return None
    named = value.get("format") if isinstance(value, dict) else None
    return named if isinstance(named, str) else None
