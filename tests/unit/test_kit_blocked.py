"""Words that are in no name, however they are written; and names that are harmless."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from redscience.errors import InvalidField
from services.kit.blocked import OWN_LIST, BlockedWords, read_blocked_words
from services.kit.config import ConfigError
from services.players.avatars import AVATARS, avatar_of, read_avatar
from services.players.names import pleasant_name, read_new_name

BLOCKED = BlockedWords(anywhere=["badword", "nigger"], alone=["ass", "shit"])


@pytest.mark.parametrize(
    "name",
    [
        "badword",
        "BadWord",
        "my-badword-42",
        "b4dw0rd",
        "b a d w o r d",
        "b.a.d.w.o.r.d",
        "bad_word",
        "baaadwooord",
        "b\N{LATIN SMALL LETTER A WITH DIAERESIS}dw\N{LATIN SMALL LETTER O WITH ACUTE}rd",
        "\N{FULLWIDTH LATIN SMALL LETTER B}adword",
        "ass",
        "A$$",
        "big ass",
        "a-s-s",
        "5h1t",
        "nigggger",
    ],
)
def test_a_blocked_word_is_found_however_it_is_written(name: str) -> None:
    with pytest.raises(InvalidField) as refused:
        read_new_name(name, BLOCKED)
    assert [fault.path for fault in refused.value.faults] == ["name"]
    assert "badword" not in refused.value.message


@pytest.mark.parametrize("name", ["Cassandra", "Niger", "455", "otter-455", "glass", "Bad Wor", "李小龍", "as", "1"])
def test_what_is_harmless_is_not(name: str) -> None:
    assert read_new_name(name, BLOCKED) == name


def test_nobody_new_is_called_by_a_blocked_word() -> None:
    own, rng = read_blocked_words(OWN_LIST), random.Random(7)
    for _ in range(2_000):
        own.refuse(pleasant_name(rng))
    with pytest.raises(InvalidField):
        own.refuse("5-h-1-t")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"anywhere": ["a"]}', '{"anywhere": "a", "alone": [""]}'])
def test_a_list_that_cannot_be_read_is_named(tmp_path: Path, content: str) -> None:
    file = tmp_path / "words.json"
    file.write_text(content)
    for each in (file, tmp_path / "nothing"):
        with pytest.raises(ConfigError, match="REDSCIENCE_BLOCKED_WORDS_FILE"):
            read_blocked_words(each)


def test_a_host_may_have_a_list_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    file.write_text('{"anywhere": ["Mürrisch"], "alone": []}')
    own = read_blocked_words(file)
    own.refuse("shit")
    with pytest.raises(InvalidField):
        own.refuse("murr-isch")


def test_everybody_has_an_avatar_and_keeps_it() -> None:
    given = {avatar_of(f"01{number}", None) for number in range(1_000)}
    assert given == set(range(1, AVATARS + 1))
    assert [avatar_of("01A", None)] * 3 == [avatar_of("01A", None) for _ in range(3)]
    assert avatar_of("01A", 7) == 7
    assert [read_avatar(number) for number in (0, 1, AVATARS)] == [None, 1, AVATARS]
    for number in (-1, AVATARS + 1):
        with pytest.raises(InvalidField, match="avatar"):
            read_avatar(number)
