"""A rule set as somebody writes it: what is wrong with it, and what it says."""

from __future__ import annotations

import json
from dataclasses import dataclass

from redscience.errors import Fault, NotPlayable, RuleSetError
from redscience.variations.language import RuleSet, not_playable, read


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found.

    Attributes:
        faults: what keeps the rule set from being saved, but for what is saved already.
        rules: what it says; None where it cannot be told.
        is_named: whether `rules` has the name that was given; it is made up where that is the only thing wrong.
    """

    faults: tuple[Fault, ...]
    rules: RuleSet | None
    is_named: bool = False


def check(text: str) -> Checked:
    """Finds all faults at once. While only the name is missing or wrong, the rules are told all the same."""
    try:
        rules = read(text)
    except RuleSetError as error:
        return Checked(error.faults, _under_another_name(text, error))
    return Checked(not_playable(rules), rules, is_named=True)


def read_playable(text: str) -> RuleSet:
    """Reads what is to be saved.

    Raises:
        RuleSetError: it has faults.
        NotPlayable: it is valid, but nobody could play it today.
    """
    rules = read(text)
    faults = not_playable(rules)
    if faults:
        problems = " ".join(map(str, faults))
        raise NotPlayable(f"These rules cannot be played yet: {problems}", faults)
    return rules


def _under_another_name(text: str, error: RuleSetError) -> RuleSet | None:
    if any(fault.path != "name" for fault in error.faults):
        return None
    try:
        return read(json.dumps(json.loads(text) | {"name": "Unnamed"}))
    except RuleSetError:
        return None
