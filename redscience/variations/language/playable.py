"""What the engine does not play yet: every option whose entry does not say that it does."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.errors import Fault
from redscience.variations.language.markers import MARKERS
from redscience.variations.language.model import RuleSet
from redscience.variations.language.validation import options_of

_REMEDY = "Choose something else for now"


def not_playable(rules: RuleSet) -> tuple[Fault, ...]:
    """What keeps a valid rule set from being played today, each with the path of its field; empty if nothing."""
    return tuple(_unplayed(rules))


def _unplayed(rules: RuleSet) -> Iterator[Fault]:
    for used in options_of(rules):
        if not used.option.playable:
            yield Fault(used.path, f"is {used.label}, which cannot be played yet", _REMEDY)
    for marker in MARKERS.values():
        if not marker.playable:
            for path in marker.used_at(rules):
                yield Fault(path, f"uses {marker.label}, which cannot be played yet", "Leave it out for now")
