"""What a player may be called, what an address may be."""

from __future__ import annotations

import random
import re
import unicodedata
from types import SimpleNamespace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redscience.errors import InvalidField, PlayerNameTaken
from redscience.names import folded_name, is_reserved
from services.kit.blocked import BlockedWords
from services.players.addresses import read_address
from services.players.names import pleasant_name, read_name, read_new_name

NO_WORDS = BlockedWords((), ())


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "Änne",
        "Jean-Luc P.",
        "李小龍",
        "42",
        "x" * 30,
        "Владимир",
        "🙂",
        "Zoe\N{COMBINING DIAERESIS}",
        "λ-calculus",
        "Анна Smith 2",
        "ABCテスト",
    ],
)
def test_people_may_be_called_what_people_are_called(name: str) -> None:
    assert read_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 31,
        " a",
        "a ",
        "a  b",
        "a\tb",
        "a\nb",
        "a\N{NO-BREAK SPACE}b",
        "a\N{ZERO WIDTH SPACE}b",
        "a\N{RIGHT-TO-LEFT OVERRIDE}b",
        "a\N{LEFT-TO-RIGHT ISOLATE}b",
        "a\x00b",
        "a\N{LINE SEPARATOR}b",
        "\N{HANGUL FILLER}",
        "\N{HALFWIDTH HANGUL FILLER}",
        "a\N{BRAILLE PATTERN BLANK}b",
        "\N{COMBINING ACUTE ACCENT}a",
        "a" + "\N{COMBINING CYRILLIC TITLO}" * 4,
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 30,
        "A\N{COMBINING GRAPHEME JOINER}",
        "A\N{KHMER VOWEL INHERENT AQ}",
        "A\N{MONGOLIAN FREE VARIATION SELECTOR ONE}",
        "A\N{VARIATION SELECTOR-1}",
        "A\N{VARIATION SELECTOR-17}",
        "\ud800",
        "R\N{CYRILLIC SMALL LETTER A}ndom",
        "\N{CYRILLIC CAPITAL LETTER A}dmin",
        "St\N{CYRILLIC SMALL LETTER A}ndard-Deep",
        "Anna \N{GREEK CAPITAL LETTER BETA}erger",
    ],
)
def test_what_cannot_be_seen_or_read_is_no_name(name: str) -> None:
    with pytest.raises(InvalidField) as invalid:
        read_name(name)
    assert [fault.path for fault in invalid.value.faults] == ["name"]


def test_how_an_emoji_is_drawn_tells_no_names_apart() -> None:
    assert read_name("Anna \N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}") == "Anna \N{HEAVY BLACK HEART}"
    assert read_name("Anna\N{VARIATION SELECTOR-15}") == "Anna"


@pytest.mark.parametrize("name", ["Random", "CHAOS", "anonymous", "\N{FULLWIDTH LATIN CAPITAL LETTER R}andom"])
def test_some_names_belong_to_nobody(name: str) -> None:
    assert is_reserved(name)
    with pytest.raises(PlayerNameTaken):
        read_new_name(name, NO_WORDS)


@pytest.mark.parametrize("name", ["Admin", "ADM1N", "Admin-42", "Red Science", "moderator.", "Sy-stem"])
def test_nobody_sounds_as_if_they_spoke_for_the_platform(name: str) -> None:
    with pytest.raises(PlayerNameTaken, match=f"The name {re.escape(name)} is reserved. Choose another"):
        read_new_name(name, NO_WORDS)


@pytest.mark.parametrize("name", ["Adminna", "Supporter", "the admin", "Ecosystem", "Science"])
def test_who_does_not_may_be_called_so(name: str) -> None:
    assert read_new_name(name, NO_WORDS) == name


@given(st.text(max_size=40))
def test_a_name_that_is_kept_is_read_again_and_counts_as_itself(text: str) -> None:
    try:
        name = read_name(text)
    except InvalidField:
        return
    assert read_name(name) == name
    assert folded_name(name) == folded_name(name.lower())
    assert folded_name(folded_name(name)) == folded_name(name)


@given(st.randoms(use_true_random=False))
def test_a_new_name_is_one_that_may_be_chosen(rng: random.Random) -> None:
    name = pleasant_name(rng)
    assert read_name(name) == name
    assert not is_reserved(name)


@given(st.emails())
def test_an_address_is_read_as_it_is_but_for_case(email: str) -> None:
    try:
        assert read_address(f" {email} ") == email.lower()
    except InvalidField:
        # The standard has addresses that nobody writes: with brackets, quotes, backslashes, or like an encoded word.
        assert set(email) & set('"\\()[]<>,;:') or "=?" in email


def test_what_a_header_would_be_read_from_otherwise_is_no_address() -> None:
    with pytest.raises(InvalidField, match="not an e-mail address"):
        read_address("=?utf-8?q?ben=40example=2Eorg=2C?=anna@example.org")
    assert read_address("a=b?c@example.org") == "a=b?c@example.org"


def test_what_is_far_too_long_is_refused_before_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    # To normalize marks takes time with the square of their number.
    monkeypatch.delattr("services.players.names.unicodedata")
    with pytest.raises(InvalidField, match="too long"):
        read_name("a" + "\u0300\u0316" * 40_000)


def test_much_is_never_normalized_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = []

    def normalize(form: Literal["NFKC"], text: str) -> str:
        at_once.append(len(text))
        return unicodedata.normalize(form, text)

    monkeypatch.setattr("redscience.names.unicodedata", SimpleNamespace(normalize=normalize))
    assert folded_name("Ab" * 10_000) == "ab" * 10_000
    folded_name("a" + "\u0300\u0316" * 10_000)
    assert 0 < max(at_once) <= 1_000
