"""What can be put on spaces and seats, and the rules that are simply there or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from redscience.variations.language.model import DEALT, RuleSet
from redscience.variations.language.option import Option, Options
from redscience.variations.language.possibilities import lasting_walls


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerOption(Option):
    """Something that a rule set has or has not; `used_at` gives the paths of the fields that have it."""

    used_at: Callable[[RuleSet], Iterator[str]] = field(compare=False)


def _walls(rules: RuleSet) -> Iterator[str]:
    if rules.board.walls:
        yield "board.walls"


def _sticky(rules: RuleSet) -> Iterator[str]:
    if rules.board.sticky:
        yield "board.sticky"


def _exclusive(rules: RuleSet) -> Iterator[str]:
    if rules.board.exclusive:
        yield "board.exclusive"


def _setup(rules: RuleSet) -> Iterator[str]:
    if any(piece.shape != DEALT for piece in rules.setup.values()):
        yield "setup"


def _dealt(rules: RuleSet) -> Iterator[str]:
    if rules.deck is not None:
        yield "deck"


def _locked(rules: RuleSet) -> Iterator[str]:
    yield from (f"phases[{index}].locked" for index, phase in enumerate(rules.phases) if phase.locked)


def _locks(rules: RuleSet) -> Iterator[str]:
    walls = lasting_walls(rules)  # some may be locks by name
    yield from (f"phases[{index}].locks" for index, phase in enumerate(rules.phases) if set(phase.locks) - walls)


def _cloaks(rules: RuleSet) -> Iterator[str]:
    yield from (f"phases[{index}].cloaks" for index, phase in enumerate(rules.phases) if phase.cloaks)


def _draw_below(rules: RuleSet) -> Iterator[str]:
    yield from (f"phases[{index}].draw_below" for index, phase in enumerate(rules.phases) if phase.draw_below)


MARKERS: Options[MarkerOption] = Options(
    "marker",
    (
        MarkerOption(
            value="exclusive",
            label="Exclusive space",
            note="Only the seats that are named may enter and leave",
            used_at=_exclusive,
        ),
        MarkerOption(value="wall", label="Wall", note="Nobody may ever enter or leave", used_at=_walls),
        MarkerOption(value="sticky", label="Sticky space", note="Nobody may leave", used_at=_sticky),
        MarkerOption(value="setup", label="Piece on the board", note="There at the start", used_at=_setup),
        MarkerOption(
            value="dealt", label="Dealt piece", note="There at the start; the deck says what it is", used_at=_dealt
        ),
        MarkerOption(value="phase_lock", label="Phase lock", note="The seat is skipped in the phase", used_at=_locked),
        MarkerOption(
            value="lock",
            label="Locked space",
            note="Nobody may enter or leave in the phase; in every phase it is a wall, but nothing rests on it",
            used_at=_locks,
        ),
        MarkerOption(
            value="cloak",
            label="Cloaked space",
            note="What is there is hidden or obscured in the phase",
            used_at=_cloaks,
        ),
        MarkerOption(
            value="draw_below",
            label="Draw if fewer pieces played at end of phase",
            note="The match is drawn if fewer pieces were placed",
            used_at=_draw_below,
        ),
    ),
)
