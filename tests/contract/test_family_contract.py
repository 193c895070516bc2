"""What is expected of a family beside its games: its shelf, its files, its drawing, its part of the pages."""

from __future__ import annotations

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from redscience import families
from redscience.errors import RuleSetError, UnknownGame
from redscience.interface import MOST_BYTES, SPECTATOR, Family, Source
from redscience.names import folded_name, name_faults

every_family = pytest.mark.parametrize("family", families.every(), ids=lambda family: family.name)
every_source = pytest.mark.parametrize("name", families.names())
MOST_SHOWN = 100
"""So many characters show a game at most where somebody only looks at one."""
IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,15}")


def test_the_one_that_only_the_tests_have_is_registered_like_those_of_the_library() -> None:
    # Others may be installed beside it: whoever brings a family has it pass these tests.
    names, own = [family.name for family in families.every()], [entry.name for entry in families.OWN]
    assert names[: len(own)] == own
    assert "undercut" in names[len(own) :]


def test_names_and_formats_are_each_familys_own() -> None:
    assert len({family.name for family in families.every()}) == len(families.every())
    assert len({family.format for family in families.every()}) == len(families.every())
    assert len({folded_name(name) for name in families.names()}) == len(families.names())
    assert len({families.get(name).digest for name in families.names()}) == len(families.names())


@every_family
def test_a_family_has_a_name_and_a_shelf_of_games_that_can_be_called_so(family: Family) -> None:
    assert IDENTIFIER.fullmatch(family.name)
    assert families.family(family.name) is family
    names = [name for shelf in family.shelves.values() for name in shelf]
    assert names
    assert set(names) <= set(families.names())
    assert not any(map(name_faults, names))


@every_family
def test_a_family_names_the_numbers_that_it_keeps_as_people_read_them(family: Family) -> None:
    assert len(family.statistics) <= 16
    assert all(re.fullmatch(r"[a-z][a-z ]{0,31}", name) for name in family.statistics)
    assert set(family.statistics.values()) <= {"sum", "least", "most"}


@every_source
def test_a_ready_game_says_what_there_is_to_know(name: str) -> None:
    source = families.get(name.upper())
    assert source.name == name
    assert source.game().name == name
    assert all(IDENTIFIER.fullmatch(seat) for seat in source.seats)
    assert source.game().seats == source.seats
    assert set(source.game().teams) == set(source.seats)
    assert source.english
    assert all(sentence.strip() for sentence in source.english)
    assert len(set(source.features)) == len(source.features)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{0,47}", feature) for feature in source.features)
    assert ("chaos" in source.features) == source.has_chaos
    assert set(source.features) <= set(source.family.features)
    assert source.seconds_per_turn > 0
    assert source.rules_version > 0
    assert 0 < len(source.digest) <= 64
    assert json.loads(json.dumps(source.opening)) == source.opening
    assert set(source.opening) == set(source.game().start().view(SPECTATOR)["table"])


@every_source
def test_a_file_is_read_back_by_the_family_that_it_names(name: str) -> None:
    source = families.get(name)
    assert json.loads(source.text)["format"] == source.family.format
    for text in (source.text, source.text.encode()):
        again = families.read(text)
        assert again.family is source.family or again.family.name == source.family.name
        assert (again.name, again.digest, again.text) == (source.name, source.digest, source.text)
    renamed = families.read(source.renamed("Renamed").text)
    assert (renamed.name, renamed.digest) == ("Renamed", source.digest)


@every_source
def test_sources_and_games_are_values(name: str) -> None:
    source, renamed = families.get(name), families.get(name).renamed("Renamed")
    for one, other in ((source, renamed), (source.game(), renamed.game())):
        copies = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]  # noqa: S301 - its own bytes
        assert {one, *copies} == {one}
        assert one != other
        assert one != name
        assert name in repr(one)
        assert len(repr(one)) <= MOST_SHOWN
    again = families.read(source.text)
    assert (again, again.game()) == (source, source.game())


def changed(source: Source, **fields: Any) -> str:
    return json.dumps(json.loads(source.text) | fields)


@every_family
def test_what_is_wrong_with_a_file_is_said_with_its_field_and_the_remedy(family: Family) -> None:
    source = family.ready(next(name for shelf in family.shelves.values() for name in shelf))
    for text, path in (
        (changed(source, name=""), "name"),
        (changed(source, name="a b"), "name"),
        (changed(source, unheard_of=1), "unheard_of"),
        ("[" * 5000, "file"),
        (b"\xff", "file"),
        ("[]", "file"),
        (" " * MOST_BYTES + source.text, "file"),
    ):
        with pytest.raises(RuleSetError) as refused:
            family.read(text)
        assert path in [fault.path for fault in refused.value.faults]
        assert all(fault.problem and fault.remedy for fault in refused.value.faults)


@pytest.mark.parametrize("named", ["chess/1", "redscience-rules/2", "", "x" * 500])
def test_a_format_that_nobody_reads_is_one_fault_that_names_those_there_are(named: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        families.read(json.dumps({"format": named, "name": 7}))
    (fault,) = refused.value.faults
    assert fault.path == "format"
    assert len(fault.problem) < 100
    assert all(family.format in fault.remedy for family in families.every())


@pytest.mark.parametrize(
    "text", ["", "[", "7", "null", '{"format": 7}', "[" * 5000, b"\xff\xfe", "9" * 5000, " " * 70_000]
)
def test_a_file_that_does_not_say_its_format_is_the_first_familys(text: str | bytes) -> None:
    with pytest.raises(RuleSetError) as refused:
        families.read(text)
    with pytest.raises(RuleSetError) as first:
        families.every()[0].read(text)
    assert refused.value.faults == first.value.faults


def test_near_names_of_all_families_are_told() -> None:
    with pytest.raises(UnknownGame, match="Did you mean Connect4"):
        families.get("Conect4")
    with pytest.raises(UnknownGame, match="Did you mean Undercut"):
        families.get("undercat")
    with pytest.raises(UnknownGame, match=r"There are Tic-Tac-Toe, .*, Undercut40\."):
        families.get("*" * 500)


@every_source
def test_every_view_is_drawn_for_a_terminal(name: str) -> None:
    source = families.get(name)
    drawing = source.family.drawing(source, width=80, colored=False)
    assert all(line.strip() for line in drawing.legend())
    state = source.game().start(3)
    while state.outcome is None and len(str(state)) < 400:
        for viewer in (*source.seats, SPECTATOR):
            view = json.loads(json.dumps(state.view(viewer)))
            assert drawing.table(view, drawing.changed(view))
            assert all(map(drawing.told, view["last"]))
            assert "\n" not in drawing.beside(view)
        state = state.play({state.acting[-1]: state.legal(state.acting[-1])[-1]})


@every_family
def test_a_family_that_has_a_page_has_its_module(family: Family) -> None:
    if family.page is not None:
        module = (Path(family.page) / "family.js").read_text("utf-8")
        exported = re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", module, re.MULTILINE)
        assert "play" in exported
        assert family.form() is None or "edit" in exported, "whoever copies a game of it finds no editor"


@every_family
def test_a_form_is_json(family: Family) -> None:
    assert json.loads(json.dumps(family.form())) == family.form()


@every_family
def test_what_a_match_needs_is_loaded_at_once(family: Family) -> None:
    family.warm()
    assert family.is_warm
