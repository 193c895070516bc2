"""What may be said in the rooms of a match, and who may say and read it there."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from redscience.errors import Fault, InvalidField, MatchRunning, NotAllowed
from redscience.names import DRAWN_AS_NOTHING
from services.kit.identity import Caller
from services.match.model import Match
from services.match.seating import holds_seat, is_visible, unknown_match

Room = Literal["seats", "watchers"]

LONGEST_TEXT = 500
LONGEST_REASON = 200
MARKS_IN_A_ROW = 4
_LONGEST_DECOMPOSED = 4
"""So many characters at most become one in the form NFC. Longer texts are not normalized: many marks take minutes."""

# Control, format (the bidirectional ones among them), surrogate, private; ends of line.
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# Format characters as well, which Persian, Hindi and many emoji cannot be written without.
_JOINERS = frozenset({"\u200c", "\u200d"})
_MANY_MARKS = re.compile(f"M{{{MARKS_IN_A_ROW + 1}}}")
_CAN_BE_SEEN = frozenset("LNPS")


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was said.

    Attributes:
        number: its place in the room, from 1.
        player_id, player_name: who said it, and what they were called then.
        hidden_at_ms: since when an Admin has hidden it; None where nobody has.
    """

    number: int
    player_id: str
    player_name: str
    text: str
    at_ms: int
    hidden_at_ms: int | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether its text is for Admins alone."""
        return self.hidden_at_ms is not None


def read_text(text: str, path: str, longest: int) -> str:
    """A text as it is kept: one line in the form NFC, without blanks at its ends.

    Raises:
        InvalidField: it has nothing to be seen, is too long, or has characters that do harm; `path` is its field.
    """
    if len(text) > _LONGEST_DECOMPOSED * longest:
        raise _too_long(text, path, longest)
    kept = unicodedata.normalize("NFC", text).strip()
    if len(kept) > longest:
        raise _too_long(kept, path, longest)
    categories = [unicodedata.category(character) for character in kept if character not in _JOINERS]
    if not _FORBIDDEN.isdisjoint(categories):
        problem = "has control characters, line ends, or characters that turn the direction of writing"
        raise InvalidField([Fault(path, problem, "Leave them out")])
    kinds = "".join(category[0] for category in categories)
    if not any(map(_is_seen, kept)):
        raise InvalidField([Fault(path, "is empty", f"Write 1 to {longest} characters")])
    if _MANY_MARKS.search(kinds):
        problem = f"has more than {MARKS_IN_A_ROW} marks on one letter"
        raise InvalidField([Fault(path, problem, "Leave some out")])
    return kept


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in _CAN_BE_SEEN and character not in DRAWN_AS_NOTHING


def check_may_read(match: Match, caller: Caller, room: Room) -> None:
    """Raises UnknownMatch or MatchRunning where the caller may not read a room.

    While the match runs nobody reads what the others say: those who play are told nothing by those who watch.
    """
    if not is_visible(match, caller):
        raise unknown_match()
    is_own = holds_seat(match, caller) == (room == "seats")
    if match.status == "running" and not is_own:
        who = "play in" if room == "seats" else "watch"
        raise MatchRunning(f"What those say who {who} this match can be read by others when it has ended.")


def check_may_say(match: Match, caller: Caller, room: Room) -> None:
    """Raises UnknownMatch, MatchRunning or NotAllowed where the caller may say nothing in a room."""
    if not is_visible(match, caller):
        raise unknown_match()
    if room == "seats" and not holds_seat(match, caller):
        raise NotAllowed("You hold no seat in this match; you can talk with those who watch it.")
    check_may_read(match, caller, room)


def _too_long(text: str, path: str, longest: int) -> InvalidField:
    return InvalidField([Fault(path, f"has {len(text)} characters", f"Write at most {longest}")])
