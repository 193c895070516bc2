"""Files become rule sets, or all their faults."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rule_sets

from redscience.errors import RuleSetError
from redscience.variations.language import Piece, RuleSet, read, to_json

ONE = {"reserve": {"black": 1}}


def faults(text: str | bytes) -> dict[str, str]:
    with pytest.raises(RuleSetError) as caught:
        read(text)
    return {fault.path: f"{fault.problem}. {fault.remedy}." for fault in caught.value.faults}


def file(**fields: object) -> str:
    return json.dumps({"name": "Game", **fields})


def test_what_is_left_out_is_plain_tic_tac_toe() -> None:
    assert read('{"name": "Tic-Tac-Toe"}') == RuleSet()


def test_all_faults_are_reported_at_once() -> None:
    found = faults(
        file(
            chek=[],
            players=2,
            board={"kind": "squares", "size": [25, 0, 1]},
            checks=[{"check": "first_row_wins", "length": 9}, "first_row_win"],
            shapes={"O": {"reserve": {"white": 1.5}}, "Q": {}},
            phases=[{"order": "sequentially"}, {"locked": ["green"]}],
        )
    )
    assert list(found) == [
        "chek",
        "players",
        "board.size[0]",
        "board.size[1]",
        "checks[0].length",
        "checks[1].check",
        "shapes.O.reserve.white",
        "shapes.Q",
        "phases[0].order",
        "phases[1].locked[0]",
    ]
    assert 'Did you mean "checks"' in found["chek"]
    assert found["checks[1].check"].endswith('choice for turn check. Did you mean "first_row_wins"?.')
    assert found["checks[0].length"] == "is 9. Choose a whole number from 2 to 6."
    assert "1.5, which is not a whole number" in found["shapes.O.reserve.white"]


@pytest.mark.parametrize(
    ("fields", "path", "problem"),
    [
        ({"board": {"kind": "squares", "size": [19, 19, 2]}}, "board.size", "makes 722 spaces"),
        ({"board": {"kind": "hash", "size": [4, 3, 1]}}, "board.size", "is always 3×3×1"),
        ({"board": {"kind": "stacks", "size": [3, 3, 1]}}, "board.kind", "which cannot be one space high"),
        ({"board": {"kind": "hexagons", "size": [3, 3, 2]}}, "board.size[2]", "is flat"),
        ({"board": {"kind": "squares", "size": [3, 3, 20]}}, "board.size[2]", "only stacks may be higher"),
        ({"board": {"walls": ["4,1"]}}, "board.walls[0]", "off the board"),
        ({"board": {"walls": ["a"]}}, "board.walls[0]", "is not a space"),
        ({"board": {"exclusive": {"1,1": "pink"}}}, "board.exclusive", "pink, who does not play"),
        (
            {"board": {"exclusive": {"1,1": "black", "1-2,1": "white"}}},
            'board.exclusive["1-2,1"]',
            "another entry names",
        ),
        (
            {"board": {"walls": "1-3,2"}, "checks": [{"check": "first_row_wins", "length": 4}]},
            "checks[0].length",
            "than 3",
        ),
        ({"board": {"walls": ["2,2", "1,1", "3,3", "2,1", "1,2"]}}, "checks[0].length", "more than 2 spaces"),
        ({"checks": [], "stalemate": ["draws"]}, "checks", "every match would end alike"),
        ({"checks": ["first_row_wins", "first_row_loses"]}, "checks[1]", "can never decide"),
        ({"checks": [{"check": "last_piece_wins", "shape": "O"}]}, "checks[0]", "no piece is ever lost"),
        ({"checks": ["last_piece_wins"]}, "checks[0].shape", "never on the board"),
        ({"checks": ["castle", "first_row_wins"]}, "checks[0]", "allows nothing"),
        # The board is too small for no row: it is of the wrong kind.
        ({"checks": [{"check": "first_shape_column_wins", "length": 3}]}, "checks[0]", "is for stacks"),
        ({"stalemate": ["draws", "all_win"]}, "stalemate[1]", "decides, and so does stalemate[0]"),
        (
            {"players": "2+chaos", "stalemate": ["all_lose", {"rule": "chaos_wins_above", "shape": "O", "total": 3}]},
            "stalemate[1]",
            "makes all players lose, and so does stalemate[0]",
        ),
        ({"stalemate": ["more_pieces_than_chaos_wins"]}, "stalemate[0]", "Chaos, who does not play"),
        ({"stalemate": []}, "stalemate", "has 0 entries"),
        ({"shapes": {}}, "shapes", "is empty"),
        ({"shapes": {"O": {}}}, "shapes", "gives nobody a piece"),
        ({"shapes": {"O": {"reserve": {"pink": 3}}}}, "shapes.O.reserve.pink", "reserve of nobody"),
        ({"shapes": {"O": {"reserve": {"black": 513}}}}, "shapes.O.reserve.black", "is 513"),
        ({"shapes": {"O": {"power": "can", "reserve": {"black": 1}}}}, "shapes.O.condition", "is missing"),
        ({"shapes": {"O": {"condition": "jump", "reserve": {"black": 1}}}}, "shapes.O.condition", "without a power"),
        ({"shapes": {"O": {"move": "orth_by_stack", "reserve": {"black": 1}}}}, "shapes.O.move", "is for stacks"),
        (
            {
                "shapes": {
                    "O": {
                        "power": "can",
                        "condition": "jump",
                        "result": "removes",
                        "move": "knight",
                        "reserve": {"black": 1},
                    }
                }
            },
            "shapes.O.condition",
            "only leaps",
        ),
        ({"shapes": {"O": {**ONE, "called": "a, b, c"}}}, "shapes.O.called", "is not one word or two"),
        ({"shapes": {"O": {**ONE, "called": "rock\u202e"}}}, "shapes.O.called", "is not one word or two"),
        ({"shapes": {"O": {**ONE, "called": "x" * 25}}}, "shapes.O.called", "a word of 25 characters"),
        ({"shapes": {"O": {**ONE, "called": "Cross"}, "+": ONE}}, "shapes.O.called", "as another shape is called"),
        ({"shapes": {"O": {**ONE, "symbol": "archer"}}}, "shapes.O.symbol", "is not a choice for symbol"),
        ({"colors": "partners"}, "colors", "needs partners"),
        ({"colors": "shared", "stalemate": ["most_pieces_wins"]}, "stalemate[0]", "all would tie"),
        ({"disqualify_overachievers": True}, "disqualify_overachievers", "games of four players"),
        ({"players": "1+chaos", "agree_draw": True}, "agree_draw", "nobody to agree with"),
        ({"cloaking": "hides"}, "cloaking", "nothing to hide"),
        ({"phases": [{"cloaks": "all"}]}, "phases[0].cloaks", "there is no cloaking"),
        ({"fold": "less_than_most_committed"}, "fold", "there is only one"),
        ({"phases": [{}] * 7}, "phases", "has 7 entries"),
        ({"setup": {"1,1": "white P"}}, "setup", "shape P, which is not played"),
        ({"setup": {"1,1": "dealt"}}, "deck", "is missing"),
        ({"setup": {"1,1": "purple O"}}, 'setup["1,1"]', "is not a piece"),
        ({"setup": {"1,1": ["white O", "black O"]}}, 'setup["1,1"]', "several pieces on one space"),
        ({"deck": "{O"}, "deck", "not closed"),
        ({"deck": "O O"}, "deck", "never dealt"),
        ({"setup": {"1,1": "dealt", "1,2": "dealt"}, "deck": "O"}, "deck", "has 1 card for 2 spaces"),
        ({"chaos_color": "pink"}, "chaos_color", "Chaos does not play"),
        ({"name": ""}, "name", "is missing"),
        ({"name": "a b"}, "name", "space"),
        ({"name": "a(b"}, "name", "has ( in it"),
        ({"name": "x" * 41}, "name", "41 characters"),
        ({"name": "\uff32andom"}, "name", "reserved"),
        ({"name": "a\u202eb"}, "name", "cannot be seen"),
        ({"name": "\u3164"}, "name", "cannot be seen"),
        ({"format": "redscience-rules/2"}, "format", "not a choice for format"),
    ],
)
def test_each_fault_names_its_field(fields: dict[str, object], path: str, problem: str) -> None:
    found = faults(file(**fields))
    assert path in found, found
    assert problem in found[path]


def test_one_mistake_is_reported_once() -> None:
    assert list(faults(file(board={"kind": "squares", "size": [3, 9, "x"], "walls": ["9,9"]}))) == ["board.size[2]"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe", "is not UTF-8 at byte 0"),
        (b"[]", "is a list, which is not an object"),
        (b"null", "is null"),
        (b'{"name": "a"', "is not JSON"),
        (b" " * 65_537, "is larger than 65536 bytes"),
        (b'"' + b'\\"' * 30_000, "is not JSON"),
        (b"[" * 60_000, "is nested 60000 deep"),
        (b'{"a":' * 13 + b"1" + b"}" * 13, "is nested 13 deep"),
    ],
)
def test_what_is_no_rule_set_is_refused_as_a_file(text: bytes, problem: str) -> None:
    assert problem in faults(text)["file"]


def test_a_slip_in_the_name_of_what_is_chosen_is_told() -> None:
    found = faults(file(checks=[{"chekc": "goal_reached_wins"}, {"length": 3}], stalemate=[{"rules": "draws"}]))
    assert found.pop("checks[1].check").startswith("is missing. Choose one of")
    assert found == {
        "checks[0].chekc": 'is not a known field. Did you mean "check"?.',
        "stalemate[0].rules": 'is not a known field. Did you mean "rule"?.',
    }


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e999", "9" * 5000, "0.5"])
def test_numbers_that_no_field_takes_are_refused_by_name(value: str) -> None:
    text = file(board={"size": [3, 3, "here"]}).replace('"here"', value)
    assert "is not a whole number" in faults(text)["board.size[2]"]


def test_a_key_that_is_there_twice_is_a_fault() -> None:
    assert faults('{"name": "a", "name": "b"}') == {"name": "appears twice. Keep only one."}


def test_faults_are_counted_only_so_far() -> None:
    with pytest.raises(RuleSetError) as caught:
        read(json.dumps({f"x{number}": 1 for number in range(5000)}))
    assert len(caught.value.faults) == 50


def test_spaces_are_read_in_all_their_forms() -> None:
    rules = read(
        file(
            board={
                "kind": "squares",
                "size": [3, 2, 2],
                "count": 2,
                "walls": ["1:1,1", "2-3,2,1"],
                "sticky": "2:*,1,2",
            },
            cloaking="hides",
            phases=[{"cloaks": "all"}, {"locks": "1,1 2,2,2"}],
        )
    )
    assert rules.board.walls == ((1, 1, 1, 1), (1, 2, 2, 1), (1, 3, 2, 1), (1, 1, 1, 2), (2, 2, 2, 1), (2, 3, 2, 1))
    assert rules.board.sticky == ((2, 1, 1, 2), (2, 2, 1, 2), (2, 3, 1, 2))
    assert len(rules.phases[0].cloaks) == 24
    assert rules.phases[1].locks == ((1, 1, 1, 1), (1, 1, 1, 2), (1, 2, 2, 2), (2, 1, 1, 1), (2, 1, 1, 2), (2, 2, 2, 2))


def test_stacks_are_filled_from_the_bottom_over_their_walls() -> None:
    rules = read(
        file(
            board={"kind": "stacks", "size": [3, 1, 4], "walls": ["1,1,2", "2,1"]},
            setup={"1,1": ["2 white O", "communal O"], "2,1": "black O"},
            checks=[{"check": "first_row_wins", "length": 2}],
        )
    )
    white, black, nobody = (Piece("O", owner) for owner in ("white", "black", "communal"))
    assert dict(rules.setup) == {
        (1, 1, 1, 1): white,
        (1, 1, 1, 3): white,
        (1, 1, 1, 4): nobody,
        (1, 2, 1, 1): black,
    }


@pytest.mark.slow
@given(rule_sets())
def test_what_is_written_is_read_back(rules: RuleSet) -> None:
    assert read(to_json(rules)) == rules
    assert read(to_json(rules).encode()) == rules


@settings(max_examples=200)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_any_bytes_give_a_rule_set_or_its_faults(text: bytes | str) -> None:
    with pytest.raises(RuleSetError):
        read(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=8), children, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@given(rule_sets(), st.data())
def test_any_change_of_a_file_gives_a_rule_set_or_its_faults(rules: RuleSet, data: st.DataObject) -> None:
    value = json.loads(to_json(rules))
    places = list(_places(value))
    holder, key = places[data.draw(st.integers(0, len(places) - 1))]
    holder[key] = data.draw(JSON)
    assert isinstance(_read_or_faults(json.dumps(value)), RuleSet | tuple)


def _read_or_faults(text: str) -> RuleSet | tuple[str, ...]:
    try:
        return read(text)
    except RuleSetError as error:
        said = [(fault.path, fault.problem, fault.remedy) for fault in error.faults]
        return tuple(" ".join(parts) for parts in said if all(parts)) or pytest.fail("refused without a fault")


def _places(value: object):  # noqa: ANN202  (pairs of a container and a key of it)
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in entries:
        yield value, key
        yield from _places(item)
