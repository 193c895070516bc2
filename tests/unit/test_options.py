"""Games that differ in a few choices: files, faults, digests, the form."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from redscience.errors import RuleSetError
from redscience.interface import MOST_BYTES
from redscience.options import Choice, Option, Options

ARMY = Option("army", "Army", (Choice("full", "Full"), Choice("small", "Small", "Eight pieces a side.")))
ROUNDS = Option(
    "rounds",
    "Rounds",
    (Choice(1, "One"), Choice(3, "Three")),
    idle=lambda values: "" if values["army"] == "full" else "Choose the full army.",
)
OPEN = Option("open", "Open", (Choice(value=True, label="Yes"), Choice(value=False, label="No")))
OPTIONS = Options("some/1", (ARMY, ROUNDS, OPEN))


def faults(said: Any) -> dict[str, str]:
    with pytest.raises(RuleSetError) as refused:
        OPTIONS.read(said if isinstance(said, str | bytes) else json.dumps(said))
    assert all(fault.problem and fault.remedy for fault in refused.value.faults)
    return {fault.path: fault.problem for fault in refused.value.faults}


def test_what_is_left_out_is_usual_and_a_file_reads_back() -> None:
    chosen = OPTIONS.read('{"name": "A", "army": "small"}')
    assert chosen.values == {"army": "small", "rounds": 1, "open": True}
    assert OPTIONS.read(chosen.text) == OPTIONS.read(chosen.text.encode("utf-8-sig")) == chosen
    assert OPTIONS.chosen("A", army="small") == chosen


def test_a_game_without_idle_options_can_be_pickled() -> None:
    chosen = Options("some/1", (ARMY, OPEN)).chosen("A")
    assert pickle.loads(pickle.dumps(chosen)) == chosen  # noqa: S301 - made here


def test_all_faults_are_told_at_once() -> None:
    said = {"format": "other/1", "name": "a b", "about": 7, "army": "huge", "rounds": True, "open": 1, "amry": 1}
    assert faults(said) == {
        "format": 'is "other/1"',
        "name": "has a space in it",
        "about": "is 7",
        "army": 'is "huge"',
        "rounds": "is true",
        "open": "is 1",
        "amry": "is not a field of this kind of game",
    }


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "7", "null", "[" * 5000, b"\xff", "9" * 5000, "\ud800", " " * (MOST_BYTES + 1)],
    ids=lambda text: repr(text[:8]),
)
def test_what_is_no_object_is_one_fault_of_the_file(text: str | bytes) -> None:
    assert list(faults(text)) == ["file"]


@pytest.mark.parametrize(
    "text",
    [
        r'{"name": "A", "about": "\ud800"}',
        r'{"name": "A", "army": "\ud800"}',
        r'{"name": "A", "\ud800": 1}',
        r'{"name": "A", "\ud800": 1, "\ud800": 2}',
    ],
)
def test_half_a_character_is_refused_in_words_that_can_be_sent(text: str) -> None:
    ((path, problem),) = faults(text).items()
    (path + problem).encode()


@pytest.mark.parametrize("about", ["a\0b", "a\u202eb", "a\nb"])
def test_what_is_said_of_a_game_can_be_seen(about: str) -> None:
    assert faults({"name": "A", "about": about}) == {"about": "has a character in it that cannot be seen"}


def test_a_field_that_is_there_twice_is_named() -> None:
    assert faults('{"name": "A", "army": "full", "army": "small"}') == {"army": "appears twice"}


def test_long_values_are_cut_in_messages() -> None:
    assert len(faults({"name": "A", "army": "x" * 5000})["army"]) < 60
    assert max(map(len, faults({"name": "A", "y" * 5000: 1}))) < 60


def test_games_that_play_alike_have_one_digest() -> None:
    assert OPTIONS.chosen("A").digest == OPTIONS.chosen("B", about="Other words").digest
    assert OPTIONS.chosen("A").digest != OPTIONS.chosen("A", rounds=3).digest
    assert OPTIONS.chosen("A", army="small").digest == OPTIONS.chosen("A", army="small", rounds=3).digest
    assert OPTIONS.chosen("A", army="small").digest != OPTIONS.chosen("A").digest
    assert Options("some/2", OPTIONS.options).chosen("A").digest != OPTIONS.chosen("A").digest


def test_choices_that_would_mean_nothing_are_told() -> None:
    assert OPTIONS.chosen("A").unmet == ()
    (unmet,) = OPTIONS.chosen("A", army="small").unmet
    assert (unmet.path, unmet.value, unmet.why) == ("rounds", 3, "Choose the full army.")


def test_the_form_is_json_and_its_default_is_a_file() -> None:
    form = json.loads(json.dumps(OPTIONS.form()))
    assert OPTIONS.of(form["default"] | {"name": "A"}) == OPTIONS.chosen("A")
    assert [option["path"] for option in form["options"]] == ["army", "rounds", "open"]
    assert form["options"][0]["choices"][1] == {"value": "small", "label": "Small", "meaning": "Eight pieces a side."}
