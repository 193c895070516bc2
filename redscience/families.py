"""The families of games that there are; each is loaded when it is first asked for something.

    families.names()            every ready game, family by family, in the order of their shelves
    families.get("Connect4")    a ready game, in whatever case
    families.read(text)         a game from its file, or from a dict, by the family that its `format` names
    families.saved(text)        the same of a file that was valid when it was saved

A family that is installed beside the library registers itself by an entry point of the group `redscience.families`,
named as the family is, with its class as the object.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import chain
from typing import Any, cast

from redscience.arguments import shown
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
_log = logging.getLogger("redscience")
_prepared = set[tuple[str, bool]]()
"""The families that have been prepared in this process, and for what."""


@cache
def every() -> tuple[Family, ...]:
    """All families, those of the library first.

    Raises:
        UnplayableGame: one that is installed beside the library cannot be used; the message says which, and why.
    """
    found = [entry.load()() for entry in OWN]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        found.append(_installed(entry, found))
    return tuple(found)


def _installed(entry: EntryPoint, others: Sequence[Family]) -> Family:
    """The family of an entry point, beside those that there are already.

    Raises:
        UnplayableGame: it fails, or takes what belongs to another: whose files or games these are has to be certain.
    """
    try:
        family = entry.load()()
        why = _clash(family, others) if isinstance(family, Family) else f"it is no {Family.__module__}.Family"
    except Exception as error:  # noqa: BLE001 - whatever the package of somebody else fails with
        why = f"{type(error).__name__}: {error}".rstrip(".")
    if why:
        package = f" of the package {entry.dist.name}" if entry.dist else ""
        raise UnplayableGame(
            f"The family {entry.name!r}{package} cannot be used: {why}. Correct the package, or uninstall it."
        )
    return cast("Family", family)


def _clash(family: Family, others: Sequence[Family]) -> str:
    """What a family shares with another that each has for itself; "" for nothing."""
    names = {folded_name(name): name for name in _games_of(family)}
    for other in others:
        if other.name == family.name:
            return "there is another of its name"
        if other.format == family.format:
            return f"the family {other.name} reads files of its format {family.format!r}, too"
        if shared := names.keys() & set(map(folded_name, _games_of(other))):
            return f"the family {other.name} has a game named {names[min(shared)]!r}, too"
    return ""


def _games_of(family: Family) -> Iterator[str]:
    return chain.from_iterable(family.shelves.values())


def family(name: str) -> Family:
    """The family of a name, as views and saved games carry it.

    Raises:
        UnplayableGame: it is not installed here.
    """
    for each in every():
        if each.name == name:
            return each
    raise UnplayableGame(f"Games of the family {name!r} cannot be played here. Install the package that has them.")


def read(text: str | bytes | Mapping[str, Any]) -> Source:
    """Reads a file by the family that its `format` names.

    Args:
        text: of the file, or the object that it holds.

    Raises:
        RuleSetError: with all that is wrong; an unknown format is a fault at `format`.
        TypeError: it is neither.
    """
    if not isinstance(text, str | bytes | Mapping):
        raise TypeError(f"text is {shown(text)}; give the text of a file, or the object that it holds as a dict")
    text = _written(text) if isinstance(text, Mapping) else text
    return reader_of(text).read(text)


def _written(rules: Mapping[str, Any]) -> str:
    try:
        return json.dumps(dict(rules), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise RuleSetError([Fault("file", f"cannot be written as JSON ({error})", "Use what JSON has")]) from error


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
            [Fault("format", f"is {named[:LONGEST_NAME]!r}, which is read by nobody here", f"Write {formats}")]
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


def prepare(family: Family, *, searches: bool = False) -> None:
    """Compiles what the games of a family need and this machine has not got yet, and says so in the log `redscience`.

    Where it cannot be kept that is said, too; then each process compiles for itself what it calls.

    Args:
        family: the family.
        searches: whether rather what agents think by.
    """
    if (family.name, searches) in _prepared:
        return
    _prepared.add((family.name, searches))
    try:
        (family.compile_search if searches else family.compile)(_log.warning)
    except OSError as error:
        _log.warning("%s", error)


def names() -> tuple[str, ...]:
    """The names of all ready games."""
    return tuple(_shelf())


def get(name: str) -> Source:
    """The ready game of a name, in whatever case.

    Raises:
        UnknownGame: there is none; the message lists near ones.
        TypeError: the name is no text.
    """
    if not isinstance(name, str):
        raise TypeError(f"name is {shown(name)}; it must be text")
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
    return {name: each for each in every() for name in _games_of(each)}


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
