"""A game as somebody writes it: what is wrong with it, and what it says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from redscience import families
from redscience.errors import Fault, RuleSetError
from redscience.interface import Source, Unmet
from redscience.names import new_name_faults


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found.

    Attributes:
        faults: what keeps the game from being saved, but for what is saved already.
        source: what it says; None where it cannot be told.
        unmet: what of the family's form would mean nothing in it.
        is_named: whether `source` has the name that was given; it is made up where that is the only thing wrong.
        is_read: whether each field says something, so that it can be put right in the Factory.
    """

    faults: tuple[Fault, ...]
    source: Source | None
    unmet: Sequence[Unmet] = ()
    is_named: bool = False
    is_read: bool = False


def check(text: str) -> Checked:
    """Finds all faults at once. While only the name is missing or wrong, the rules are told all the same."""
    try:
        family = families.reader_of(text)
    except RuleSetError as error:
        return Checked(error.faults, None)
    unmet = family.unmet(text)
    try:
        source = family.read(text)
    except RuleSetError as error:
        return Checked(error.faults, _under_another_name(text, error), unmet, is_read=error.is_read)
    faults = new_name_faults(source.name)
    return Checked(faults, source, unmet, is_named=not faults, is_read=True)


def read_new(text: str) -> Source:
    """A game that is to be saved.

    Raises:
        RuleSetError: with all its faults.
    """
    source = families.read(text)
    if faults := new_name_faults(source.name):
        raise RuleSetError(faults)
    return source


def _under_another_name(text: str, error: RuleSetError) -> Source | None:
    if any(fault.path != "name" for fault in error.faults) or _is_named_twice(text):
        return None
    try:
        return families.read(json.dumps(json.loads(text) | {"name": "Unnamed"}))
    except RuleSetError:
        return None


def _is_named_twice(text: str) -> bool:
    """Whether nobody can tell which name is meant: what is made of such a text has lost one."""
    keys = [key for key, _ in json.loads(text, object_pairs_hook=list)]
    return keys.count("name") > 1
