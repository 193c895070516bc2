"""What is made of the option tables: the form, the schema, the reference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from fixtures.schemas import validator
from hypothesis import given, settings
from strategies import rule_sets, thrown_rule_sets

from redscience.variations import catalogue
from redscience.variations.language import Board, Phase, RuleSet, Shape, digest, form, goals, read, to_json, validate
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.examples import EXAMPLES
from redscience.variations.language.fields import BOARD, PHASE, RULE_SET, SHAPE
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.markers import MARKERS
from redscience.variations.language.option import Option
from redscience.variations.language.players import PLAYERS
from redscience.variations.language.reference import TABLES, files
from redscience.variations.language.schema import schema
from redscience.variations.language.spaces import Goal


def _fields() -> Iterator[dict[str, Any]]:
    for section in form()["sections"]:
        yield from section["fields"]


def _field(path: str) -> dict[str, Any]:
    return next(field for field in _fields() if field["path"] == path)


def _labels(path: str) -> list[str]:
    return [choice["label"] for choice in _field(path)["choices"]]


def test_sections_stand_in_the_order_of_the_factory() -> None:
    assert [section["id"] for section in form()["sections"]] == [
        "name",
        "board",
        "winning",
        "players",
        "pieces",
        "shape",
        "turns",
        "phase",
        "hidden",
        "about",
        "palette",
    ]
    assert {section["id"]: section["group"] for section in form()["sections"] if section["group"] != section["id"]} == {
        "shape": "pieces",
        "phase": "turns",
    }
    json.dumps(form())


def test_lists_offer_what_the_factory_has_always_offered() -> None:
    assert {"2 Player", "2 vs Chaos", "3 Player", "3 vs Chaos", "4 Player", "Partners"} < set(_labels("players"))
    assert _labels("colors") == ["Assigned colors", "Shared color", "Partners share color", "Players choose color"]
    assert _labels("cloaking") == ["No cloaking", "Cloaking hides", "Cloaking obscures"]
    assert _labels("pieces_per_turn") == ["1 piece/turn", "2 pieces/turn"]
    assert [choice["value"] for choice in _field("seconds_per_turn")["choices"]] == [
        3, 6, 10, 15, 20, 30, 40, 60, 90, 120, 180, 240, 300,
    ]  # fmt: skip
    assert _labels("board.kind")[:3] == ["Hash", "Squares", "Stacks"]
    assert _labels("board.count") == ["1 board", "2 boards", "3 boards"]
    assert _labels("phases") == ["1 phase", *(f"{number} phases" for number in range(2, 7))]
    assert _labels("shapes.{shape}.power") == ["No power", "Must capture", "Can capture"]
    assert _labels("shapes.{shape}.condition")[:2] == ["Cover", "Cover by rank"]
    assert len(_labels("shapes.{shape}.move")) == 20
    assert _labels("phases[{phase}].order") == ["Sequential", "Simultaneous", "Single"]
    assert _labels("stalemate")[:5] == [
        "Stalemate draws",
        "All players win if stalemate",
        "All players lose if stalemate",
        "Most same-color-in-a-row wins",
        "Least same-color-in-a-row loses",
    ]
    assert "First {length}-same-color-in-a-row wins (no diagonal)" in _labels("checks")


def test_the_default_is_tic_tac_toe_and_defaults_are_choices() -> None:
    assert read(json.dumps(form()["default"])) == RuleSet()
    for field in _fields():
        if field["control"] in {"select", "count"} and "{" not in field["path"]:
            assert field["default"] in [choice["value"] for choice in field["choices"]], field["path"]


def test_sides_say_their_bounds() -> None:
    height = _field("board.size[2]")
    assert height["by_kind"]["stacks"] == {"minimum": 2, "maximum": 512}
    assert height["by_kind"]["hash"] == {"minimum": 1, "maximum": 1}
    assert _field("board.size[0]")["by_kind"]["squares"] == {"minimum": 1, "maximum": 19}


def test_owners_of_reserves_by_players_and_colours() -> None:
    owners = form()["owners"]
    assert owners["2+chaos"]["assigned"] == ["black", "white", "chaos"]
    assert owners["3"]["shared"] == ["black"]
    assert owners["partners"]["partners"] == ["black", "white"]
    assert owners["2+chaos"]["choose"] == ["black", "white", "pink"]


def test_goal_lines_lie_where_the_form_says() -> None:
    cases = form()["goals"]
    for rules in islice(thrown_rule_sets(Random(5)), 300):
        values = {"board.kind": rules.board.kind, "board.size[1]": rules.board.size[1], "players": rules.players}
        ends = next(case["ends"] for case in cases if _holds(case["when"], values))
        sides = dict(zip("xyz", rules.board.size, strict=True))
        told = [end and Goal(end["axis"], sides[end["axis"]] if end["last"] else 1) for end in ends]
        assert dict(zip(rules.seats, told, strict=False)) == goals(rules)


def test_every_field_of_the_file_can_be_chosen() -> None:
    """The Factory can say all that a file can: each field of each kind of thing has a control."""
    paths = {field["path"] for field in _fields()}
    said = {path.split(".")[0].split("[")[0] for path in paths}
    assert said == {field.name for field in RULE_SET.fields} - {"format"}
    for prefix, fields in (("board.", BOARD), ("shapes.{shape}.", SHAPE), ("phases[{phase}].", PHASE)):
        own = {path.removeprefix(prefix).split("[")[0].split(".")[0] for path in paths if path.startswith(prefix)}
        assert own == {field.name for field in fields.fields}
    assert {field["marker"] for field in _fields() if "marker" in field} == set(MARKERS) - {"draw_below"}


def _holds(conditions: list[dict[str, Any]], values: dict[str, Any]) -> bool:
    return all(
        values[one["path"]] in one["in"] if "in" in one else values[one["path"]] not in one["not"] for one in conditions
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_chaos_is_offered_the_colours_that_are_free(players: str) -> None:
    field = _field("chaos_color")
    seats = form()["seats"][players]
    assert _holds(field["shown_when"], {"players": players, "colors": "assigned"}) == ("chaos" in seats)
    assert not _holds(field["shown_when"], {"players": players, "colors": "shared"})
    if "chaos" in seats:
        offered = [one["value"] for one in field["choices"] if not _holds_all(one, {"players": players})]
        assert offered == [None, *(color for color in ("white", "pink", "yellow") if color not in seats)]


@pytest.mark.parametrize("path", ["agree_draw", "disqualify_overachievers"])
@pytest.mark.parametrize("players", PLAYERS)
def test_what_needs_so_many_players_is_offered_to_so_many(path: str, players: str) -> None:
    refused = [fault for fault in validate(RuleSet(players=players, **{path: True})) if fault.path == path]
    assert _holds(_field(path)["shown_when"], {"players": players}) != bool(refused)


def _holds_all(choice: dict[str, Any], values: dict[str, Any]) -> bool:
    return "hidden_when" in choice and _holds(choice["hidden_when"], values)


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_results_are_offered_where_they_are_valid(kind: str, condition: str) -> None:
    """A choice that is hidden is one that validation refuses."""
    values = {"shapes.{shape}.condition": condition, "board.kind": kind}
    size = (3, 3, 2) if kind == "stacks" else (3, 3, 1)
    for choice in _field("shapes.{shape}.result")["choices"]:
        shape = Shape(power="can", condition=condition, result=choice["value"], move="adjacent")
        rules = RuleSet(board=Board(kind, size), shapes=FrozenMapping({"O": shape}))
        refused = [fault for fault in validate(rules) if fault.path == "shapes.O.result"]
        assert _holds_all(choice, values) == bool(refused), choice["value"]


def test_every_option_is_complete() -> None:
    for title, options in TABLES:
        assert options.default in options or title == "markers"
        for value, option in options.items():
            assert isinstance(option, Option)
            assert option.value == value
            assert option.label.strip() == option.label != ""
            assert not option.english.endswith(".")
            for need in option.needs:
                assert need.reads
                assert need.remedy[0].isupper()
                assert not need.remedy.endswith(".")


VALIDATOR = validator(schema())


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES)
def test_the_examples_of_the_reference_can_be_read(text: str) -> None:
    assert read(to_json(read(text))) == read(text)
    VALIDATOR.validate(json.loads(text))


def test_the_schema_takes_the_catalogue() -> None:
    for name in catalogue.names():
        VALIDATOR.validate(json.loads(to_json(catalogue.get(name))))


@settings(max_examples=25)
@given(rule_sets())
def test_the_schema_takes_what_is_written(rules: RuleSet) -> None:
    VALIDATOR.validate(json.loads(to_json(rules)))


def test_a_space_locked_in_every_phase_is_a_wall_by_another_name() -> None:
    locked = RuleSet(phases=(Phase(locks=((1, 2, 2, 1),)),))
    walled = RuleSet(board=Board(walls=((1, 2, 2, 1),)))
    assert digest(locked) == digest(walled)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_generated_documents_are_up_to_date(path: Any) -> None:
    assert path.read_text("utf-8") == files()[path], "run python -m redscience.variations.language.reference"
