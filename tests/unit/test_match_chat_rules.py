"""What may be said about a match, and who may say and read it where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, snapshot_of
from fixtures.services import person
from hypothesis import given
from hypothesis import strategies as st

from redscience.errors import InvalidField, MatchRunning, NotAllowed, RedscienceError, UnknownMatch
from services.kit.identity import Caller
from services.match.chat import LONGEST_TEXT, MARKS_IN_A_ROW, Room, check_may_read, check_may_say, read_text
from services.match.model import Match

RUNNING = snapshot_of("Tic-Tac-Toe").match
ENDED = replace(RUNNING, reason="rules")
CLEO, ELSEWHERE = person("01CLEO"), person(BEN + "X", universe="01ELSE")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Good game!", "Good game!"),
        ("  two  blanks \u3000", "two  blanks"),
        ("e\u0301", "\u00e9"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("e\u0301" * LONGEST_TEXT, "\u00e9" * LONGEST_TEXT),
    ],
)
def test_a_text_is_kept_composed_and_trimmed(text: str, kept: str) -> None:
    assert read_text(text, "text", LONGEST_TEXT) == kept


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        (" \n\t\u2003", "is empty"),
        ("\u200d", "is empty"),
        ("\ufe0f", "is empty"),
        ("\u3164\u00a0\u2800", "is empty"),
        ("a\nb", "control"),
        ("a\0b", "control"),
        ("abc\u202edef", "direction"),
        ("\u2066a\u2069", "direction"),
        ("a\u200fb", "direction"),
        ("a\u2028b", "line ends"),
        ("q" + "\u0327" * (MARKS_IN_A_ROW + 1), "marks"),
        ("q" + "\u0327\u200d" * (MARKS_IN_A_ROW + 1), "marks"),
        ("x" * (LONGEST_TEXT + 1), f"has {LONGEST_TEXT + 1} characters"),
        ("x" * 1_000_000, "has 1000000 characters"),
    ],
)
def test_a_text_that_does_harm_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InvalidField, match=problem) as caught:
        read_text(text, "reason", LONGEST_TEXT)
    assert [fault.path for fault in caught.value.faults] == ["reason"]


def test_a_text_of_marks_alone_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # To normalize them takes time with the square of their number.
    monkeypatch.delattr("services.match.chat.unicodedata")
    with pytest.raises(InvalidField, match="has 100001 characters"):
        read_text("a" + "\u0301\u0327" * 50_000, "text", LONGEST_TEXT)


@given(st.text(max_size=2 * LONGEST_TEXT))
def test_what_is_kept_is_kept_as_it_is(text: str) -> None:
    try:
        kept = read_text(text, "text", LONGEST_TEXT)
    except InvalidField:
        return
    assert read_text(kept, "text", LONGEST_TEXT) == kept
    assert 0 < len(kept) <= LONGEST_TEXT


MAY, NEVER, LATER, UNKNOWN = None, NotAllowed, MatchRunning, UnknownMatch


@pytest.mark.parametrize(
    ("match", "caller", "room", "read", "say"),
    [
        (RUNNING, person(ANNA), "seats", MAY, MAY),
        (RUNNING, person(ANNA), "watchers", LATER, LATER),
        (RUNNING, CLEO, "seats", LATER, NEVER),
        (RUNNING, CLEO, "watchers", MAY, MAY),
        (ENDED, person(ANNA), "seats", MAY, MAY),
        (ENDED, person(ANNA), "watchers", MAY, MAY),
        (ENDED, CLEO, "seats", MAY, NEVER),
        (ENDED, CLEO, "watchers", MAY, MAY),
        (RUNNING, ELSEWHERE, "seats", UNKNOWN, UNKNOWN),
        (RUNNING, ELSEWHERE, "watchers", UNKNOWN, UNKNOWN),
        (ENDED, ELSEWHERE, "seats", UNKNOWN, UNKNOWN),
        (ENDED, ELSEWHERE, "watchers", UNKNOWN, UNKNOWN),
    ],
)
def test_who_may_read_and_say(
    match: Match,
    caller: Caller,
    room: Room,
    read: type[RedscienceError] | None,
    say: type[RedscienceError] | None,
) -> None:
    found = []
    for check in (check_may_read, check_may_say):
        try:
            check(match, caller, room)
        except RedscienceError as error:
            found.append(type(error))
        else:
            found.append(None)
    assert found == [read, say]
