"""The rule language: what a game is, how it is written, read, checked, explained and offered for choice.

rules = read(Path("game.json").read_bytes())     # RuleSetError lists all faults
digest(rules), to_json(rules), sentences(rules), table(rules), features(rules)
form()                                           # every option, for those who let people choose
"""

from __future__ import annotations

from redscience.variations.language.canonical import digest, normal
from redscience.variations.language.english import english, sentences
from redscience.variations.language.features import all_features, feature_groups, features
from redscience.variations.language.form import form
from redscience.variations.language.forward import goals_matter
from redscience.variations.language.model import (
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
from redscience.variations.language.oddities import warnings_of
from redscience.variations.language.reading import read
from redscience.variations.language.spaces import Spaces, goals
from redscience.variations.language.table import table
from redscience.variations.language.unmet import unmet
from redscience.variations.language.validation import validate
from redscience.variations.language.writing import to_json

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
    "all_features",
    "digest",
    "english",
    "feature_groups",
    "features",
    "form",
    "goals",
    "goals_matter",
    "normal",
    "read",
    "sentences",
    "table",
    "to_json",
    "unmet",
    "validate",
    "warnings_of",
]
