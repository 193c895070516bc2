"""The rule language: what a game is, how it is written, read, checked, explained and offered for choice.

rules = read(Path("game.json").read_bytes())     # RuleSetError lists all faults
rules.digest, rules.to_json(), english(rules), table(rules)
not_playable(rules)                              # what the engine does not play yet
form()                                           # every option, for those who let people choose
"""

from __future__ import annotations

from redscience.language.canonical import normal
from redscience.language.english import english
from redscience.language.form import form
from redscience.language.forward import goals_matter
from redscience.language.model import (
    RULES_VERSION,
    SHAPES,
    Board,
    Card,
    Check,
    Pack,
    Phase,
    Piece,
    RuleSet,
    Shape,
    StalemateRule,
)
from redscience.language.names import folded_name, name_faults
from redscience.language.playable import not_playable
from redscience.language.reading import read
from redscience.language.spaces import Spaces, goals
from redscience.language.table import table
from redscience.language.validation import validate

__all__ = [
    "RULES_VERSION",
    "SHAPES",
    "Board",
    "Card",
    "Check",
    "Pack",
    "Phase",
    "Piece",
    "RuleSet",
    "Shape",
    "Spaces",
    "StalemateRule",
    "english",
    "folded_name",
    "form",
    "goals",
    "goals_matter",
    "name_faults",
    "normal",
    "not_playable",
    "read",
    "table",
    "validate",
]
