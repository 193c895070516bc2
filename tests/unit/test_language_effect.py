"""What could never have an effect is refused with its field and a remedy; what means something is not."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from strategies import thrown_rule_sets

from redscience.errors import RuleSetError
from redscience.variations.language import Check, RuleSet, Shape, StalemateRule, read, validate
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.markers import MARKERS
from redscience.variations.language.reference import TABLES
from redscience.variations.language.validation import options_of

FOUR = {"kind": "squares", "size": [4, 4, 1]}
STACKS = {"kind": "stacks", "size": [4, 4, 3]}
THREE_STACKS = {"kind": "stacks", "size": [3, 1, 3]}
ROW = {"kind": "squares", "size": [5, 1, 1]}
TORUS = {"kind": "toroid", "size": [4, 4, 1]}
LOCKED_OUT = {"locked": ["black", "white"]}
KEPT = {"reserve": {"black": 3, "white": 3}}
IN_ROUNDS = {"phases": [{"order": "simultaneous"}]}
TO_MOST = {"checks": [], "stalemate": ["most_pieces_wins"]}


def captures(condition: str, result: str = "removes", power: str = "can", **more: object) -> dict[str, object]:
    return {"power": power, "condition": condition, "result": result, **KEPT, **more}


def shapes(*each: dict[str, object]) -> dict[str, object]:
    return {"shapes": dict(zip("OPX+TS", each, strict=False))}


def game(fields: dict[str, object]) -> RuleSet:
    return read(json.dumps({"name": "Game", "board": FOUR, **fields}))


PAWN = captures("diag_en_passant", move="pawn")
KING = {"move": "adjacent", **KEPT}
ROOK = {"move": "rook", **KEPT}
ON_BOARD_ONLY = {"1,1": "black O", "4,4": "white O"}

REFUSED: list[tuple[str, dict[str, object], str, str]] = [
    # Phases and seats.
    ("a phase without anybody", {"phases": [{}, {"locked": ["black", "white"]}]}, "phases[1].locked", "everybody"),
    (
        "only Chaos acts",
        {"players": "2+chaos", "phases": [LOCKED_OUT, LOCKED_OUT]},
        "phases",
        "lock all players",
    ),
    (
        "offers of nobody",
        {"players": "2+chaos", "agree_draw": True, "phases": [LOCKED_OUT]},
        "phases",
        "lock all players",
    ),
    ("nothing to do", {**shapes({}), "setup": ON_BOARD_ONLY}, "shapes", "nothing to do"),
    (
        "nothing to place",
        {**shapes({"move": "adjacent"}), "setup": ON_BOARD_ONLY, "phases": [{"placement_only": True}, {}]},
        "phases[0].placement_only",
        "none is ever in reserve",
    ),
    ("always a draw", {**shapes(KEPT), "phases": [{"draw_below": 7}]}, "phases[0].draw_below", "every match is drawn"),
    (
        "every match ends alike",
        {"checks": [], "stalemate": ["draws"], "agree_draw": True},
        "checks",
        "would end alike",
    ),
    # Colours and what is owned.
    (
        "folding where all is shared",
        {
            "colors": "shared",
            **shapes({"reserve": {"black": 9}}),
            "fold": "less_than_most_committed",
            "board": {**FOUR, "sticky": "1,1"},
            "phases": [{}, {}],
        },
        "fold",
        "every piece is everyone's",
    ),
    (
        "folding of one player",
        {
            "players": "1+chaos",
            **shapes({"reserve": {"black": 9}}),
            "fold": "less_than_most_committed",
            "board": {**FOUR, "sticky": "1,1"},
            "phases": [{}, {}],
        },
        "fold",
        "there is only one",
    ),
    (
        "folding before Chaos alone",
        {
            "players": "2+chaos",
            "fold": "less_than_most_committed",
            "board": {**FOUR, "sticky": "1,1"},
            "phases": [{}, LOCKED_OUT],
        },
        "fold",
        "none moves anyway",
    ),
    (
        "the last piece where all is shared",
        {
            "colors": "shared",
            **shapes({"power": "can", "condition": "cover", "result": "removes", "move": "adjacent"}),
            "setup": {"1,1": "communal O", "2,2": "black O"},
            "checks": [{"check": "last_piece_wins", "shape": "O"}],
        },
        "checks[0]",
        "nobody would ever be out",
    ),
    (
        "the last piece where captives stay",
        {
            **shapes(captures("adjacent", "paralyzes", move="adjacent")),
            "checks": [{"check": "last_piece_wins", "shape": "O"}],
        },
        "checks[0]",
        "no piece is ever lost",
    ),
    (
        "nobody to disqualify",
        {"players": "4", "disqualify_overachievers": True, "checks": ["first_row_loses"]},
        "disqualify_overachievers",
        "no check and no comparison",
    ),
    # Cloaks and decks.
    (
        "obscuring one shape",
        {"cloaking": "obscures", "phases": [{"cloaks": "all"}]},
        "cloaking",
        "all have the same",
    ),
    (
        "obscuring from nobody",
        {
            "colors": "shared",
            **shapes({"reserve": {"black": 5}}, {"reserve": {"black": 5}}),
            "cloaking": "obscures",
            "phases": [{"cloaks": "all"}],
        },
        "cloaking",
        "every piece is everyone's",
    ),
    ("a deck of blanks", {"deck": "{. . .}", "setup": {"1,1": "dealt"}}, "deck", "only blanks"),
    ("a deck with blanks on top", {"deck": "[. O]", "setup": {"1,1": "dealt"}}, "deck", "only blanks"),
    ("a board of walls", {"board": {**FOUR, "walls": "all"}}, "board.walls", "no space free"),
    (
        "a phase of locks",
        {"board": {**FOUR, "walls": "1-2,*"}, "phases": [{}, {"locks": "3-4,*"}]},
        "phases[1].locks",
        "no space free",
    ),
    (
        "stacks that are all closed",
        {
            "board": THREE_STACKS,
            **shapes(captures("cover", move="adjacent")),
            "setup": {"1,1": ["white O", "white O"], "2,1": ["dealt"], "3,1": "white O"},
            "deck": "{O .}",
            "phases": [{"locks": "1,1,3 2,1,1-2 3,1,2"}, {}],
        },
        "phases[0].locks",
        "close every stack",
    ),
    ("a board that is full", {**shapes(captures("chain_jump")), "setup": {"all": "white O"}}, "setup", "could come"),
    (
        "stacks that are full",
        {"board": STACKS, **shapes({"move": "adjacent", **KEPT}), "setup": {"all": "3 white O"}},
        "setup",
        "could come",
    ),
    (
        "reserves that would only grow by captures that never begin",
        {
            **shapes({"power": "can", "condition": "adjacent", "result": "reincarnates"}),
            "setup": ON_BOARD_ONLY,
            "phases": [{"placement_only": True}],
        },
        "shapes",
        "nothing to do",
    ),
    (
        "reversi without pieces",
        shapes(captures("surround_line", "converts", "must")),
        "shapes",
        "nobody can begin",
    ),
    # Moves that the board has no room or no direction for.
    ("a pawn on stacks", {**shapes(PAWN), "board": STACKS}, "shapes.O.move", "ends on empty spaces only"),
    ("a pawn on a torus", {**shapes(PAWN), "board": TORUS}, "shapes.O.move", "no forward on a toroid"),
    (
        "diagonals in a row of hexagons",
        {**shapes({"move": "adj_diagonal", **KEPT}), "board": {"kind": "hexagons", "size": [5, 1, 1]}},
        "shapes.O.move",
        "leads nowhere",
    ),
    (
        "captures along diagonals in a row",
        {**shapes(captures("diag_en_passant", move="adjacent")), "board": ROW},
        "shapes.O.condition",
        "leads nowhere",
    ),
    (
        "forward where the goal is everywhere",
        {
            "players": "3",
            **shapes({"move": "forward_orth", "reserve": {"pink": 2}}),
            "board": ROW | {"size": [1, 5, 1]},
        },
        "shapes.O.move",
        "goal line is the whole board",
    ),
    (
        "capturing forward where the goal is everywhere",
        {
            "players": "3",
            **shapes(captures("diag_en_passant", move="adjacent")),
            "board": {"kind": "squares", "size": [1, 4, 4]},
        },
        "shapes.O.condition",
        "goal line is the whole board",
    ),
    (
        "a goal that is everywhere",
        {
            "players": "3",
            **shapes({"move": "adjacent", **KEPT}),
            "board": {"kind": "squares", "size": [1, 5, 1]},
            "checks": ["goal_reached_wins"],
        },
        "checks[0]",
        "goal line is the whole board",
    ),
    (
        "a goal on a torus",
        {**shapes({"move": "adjacent", **KEPT}), "board": TORUS, "checks": ["goal_reached_wins"]},
        "checks[0]",
        "a toroid has none",
    ),
    (
        "a goal that nobody moves to",
        {**shapes({"move": "adjacent", **KEPT}), "phases": [{"placement_only": True}], "checks": ["goal_reached_wins"]},
        "checks[0]",
        "no piece ever moves",
    ),
    (
        "a row longer than the ring",
        {
            "board": {"kind": "toroid", "size": [3, 3, 1]},
            **shapes(KEPT),
            "checks": [{"check": "first_row_wins", "length": 4}],
        },
        "checks[0].length",
        "no line of the board",
    ),
    # Captures that never happen.
    (
        "landing where nothing moves",
        shapes(captures("cover")),
        "shapes.O.condition",
        "none ever does",
    ),
    (
        "landing where only pawns move",
        shapes(captures("cover", move="pawn")),
        "shapes.O.condition",
        "none ever does",
    ),
    *(
        (f"landing in rounds where {where}", fields, "shapes.O.condition", problem)
        for where, fields, problem in (
            ("no rank is compared", {**shapes(captures("cover"), captures("cover")), **IN_ROUNDS}, "none ever does"),
            ("there is one rank", {**shapes(captures("cover_by_rank"), KEPT), **IN_ROUNDS}, "no piece of another rank"),
            (
                "one player has all ranks",
                {**shapes(*[{**captures("cover_by_rank"), "reserve": {"black": 3}}] * 2, KEPT), **IN_ROUNDS},
                "no piece of another rank",
            ),
            (
                "the other has no turn",
                {
                    **shapes(*[captures("cover_by_rank")] * 2),
                    "phases": [{"order": "single", "locked": ["white"]}, {"locked": ["black"]}],
                },
                "no piece of another rank",
            ),
            (
                "nothing that moves may move",
                {
                    **shapes(*[{**captures("cover_by_rank", move="pawn"), "reserve": {}}] * 2, KEPT),
                    "setup": {"1,1": "black O", "4,4": "white P"},
                    "phases": [{"order": "single", "placement_only": True}, {}],
                },
                "no piece of another rank",
            ),
        )
    ),
    (
        "jumping where nothing may move",
        {**shapes(captures("jump", move="adjacent")), "phases": [{"placement_only": True}]},
        "shapes.O.condition",
        "no phase allows movement",
    ),
    ("jumping by leaps", shapes(captures("jump", move="knight")), "shapes.O.condition", "only leaps"),
    (
        "jumping without room",
        {**shapes(captures("jump", move="adjacent")), "board": {"kind": "squares", "size": [2, 2, 1]}},
        "shapes.O.condition",
        "three spaces in a row",
    ),
    (
        "jumping around a ring of two",
        {
            **shapes(captures("jump", move="adjacent")),
            "board": {"kind": "toroid", "size": [2, 2, 1]},
            "checks": [{"check": "first_row_wins", "length": 2}],
        },
        "shapes.O.condition",
        "three spaces in a row",
    ),
    (
        "jumping diagonally where there are no diagonals to jump along",
        {
            **shapes(captures("jump", move="adj_diagonal")),
            "board": {"kind": "tetrakis", "size": [5, 2, 1]},
        },
        "shapes.O.condition",
        "three spaces in a row",
    ),
    (
        "arriving without ever arriving",
        {
            **shapes({"power": "can", "condition": "adjacent", "result": "removes"}, {"move": "adjacent", **KEPT}),
            "setup": {"1,1": "black O"},
        },
        "shapes.O.condition",
        "never arrive anywhere",
    ),
    (
        "approaching by leaps only",
        {
            **shapes({"power": "can", "condition": "approach", "result": "removes", "move": "knight"}),
            "setup": ON_BOARD_ONLY,
        },
        "shapes.O.condition",
        "only leap",
    ),
    (
        "enclosing without room",
        {
            **shapes(captures("surround_line")),
            "board": {"kind": "squares", "size": [2, 2, 1]},
            "checks": [{"check": "first_row_wins", "length": 2}],
        },
        "shapes.O.condition",
        "needs 3 spaces in a row",
    ),
    *(
        (f"{condition} on stacks", {**shapes(captures(condition)), "board": STACKS}, "shapes.O.condition", "no meaning")
        for condition in ("jump", "surround_line", "surround_orthogonal", "approach", "adjacent", "diag_en_passant")
    ),
    *(
        (f"{condition} that {result}", shapes(captures(condition, result, move="adjacent")), "shapes.O.result", "stay")
        for condition in ("cover", "cover_by_rank", "diag_en_passant")
        for result in ("converts", "paralyzes")
    ),
    # Permissions.
    (
        "en passant without room",
        {**shapes(PAWN), "board": {"kind": "squares", "size": [8, 2, 1]}, "checks": ["en_passant", "first_row_wins"]},
        "checks[0]",
        "no pawn can take two steps",
    ),
    (
        "en passant of pawns that nobody has",
        {**shapes(captures("diag_en_passant", move="adjacent"), {"move": "pawn"}), "checks": ["en_passant"]},
        "checks[0]",
        "allows nothing",
    ),
    (
        "castling without room",
        {**shapes(KING, ROOK), "board": {"kind": "squares", "size": [3, 8, 1]}, "checks": ["castle", "first_row_wins"]},
        "checks[0]",
        "two empty spaces",
    ),
    (
        "castling on stacks",
        {**shapes(KING, ROOK), "board": STACKS, "checks": ["castle", "first_row_wins"]},
        "checks[0]",
        "stacks have no such rows",
    ),
    (
        "castling where nothing may move",
        {**shapes(KING, ROOK), "checks": ["castle", "first_row_wins"], "phases": [{"placement_only": True}]},
        "checks[0]",
        "no piece ever moves",
    ),
    (
        "castling without a rook",
        {**shapes(KING, {"move": "orthogonal", **KEPT}), "checks": ["castle", "first_row_wins"]},
        "checks[0]",
        "allows nothing",
    ),
    # Checks and stalemate.
    (
        "mixed shapes where there is one",
        {"board": STACKS, "checks": ["adjacent_mixed_shapes_loses", "first_row_wins"]},
        "checks[0]",
        "all pieces have one shape",
    ),
    (
        "asking Chaos, who is locked",
        {
            "players": "2+chaos",
            **shapes(captures("adjacent")),
            **TO_MOST,
            "checks": ["stalemate_if_chaos_cannot_capture"],
            "phases": [{}, {"locked": ["chaos"]}],
        },
        "checks[0]",
        "Chaos is locked",
    ),
    (
        "a total that cannot be",
        {"players": "2+chaos", "stalemate": [{"rule": "chaos_wins_above", "total": 16}, "draws"]},
        "stalemate[0].total",
        "only 16 spaces",
    ),
    ("two rules for stalemate", {"stalemate": ["draws", "most_pieces_wins"]}, "stalemate[1]", "decides, and so does"),
]


@pytest.mark.parametrize(
    ("fields", "path", "problem"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
def test_what_could_never_have_an_effect_is_refused(fields: dict[str, object], path: str, problem: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        game(fields)
    found = {fault.path: fault for fault in caught.value.faults}
    assert path in found, found
    assert problem in found[path].problem
    assert all(fault.remedy for fault in caught.value.faults)


ALLOWED: list[tuple[str, dict[str, object]]] = [
    (
        "a full board on which pieces capture",
        {**shapes(captures("cover", move="adjacent")), "setup": {"all": "white O"}},
    ),
    ("pieces that only jump", {**shapes(captures("chain_jump")), "checks": ["no_move_loses"]}),
    (
        "pegs without reserves",
        {**shapes({"power": "must", "condition": "jump", "result": "removes"}), "setup": ON_BOARD_ONLY},
    ),
    ("mines", shapes(captures("cover"), {"move": "adjacent", **KEPT})),
    ("ranks that meet in rounds", {**shapes(*[captures("cover_by_rank")] * 2), **IN_ROUNDS}),
    (
        "ranks of partners that meet in rounds",
        {
            "players": "partners",
            "colors": "partners",
            **shapes(*[{**captures("cover_by_rank"), "reserve": {"black": 3}}] * 2),
            **IN_ROUNDS,
        },
    ),
    (
        "ranks that meet in rounds by moves that do not capture",
        {
            **shapes(*[{**captures("cover_by_rank", move="pawn"), "reserve": {}}] * 2),
            "setup": {"1,1": "black O", "4,4": "white P"},
            **IN_ROUNDS,
        },
    ),
    ("mines by rank on tori", {**shapes(captures("cover_by_rank"), {"move": "linear", **KEPT}), "board": TORUS}),
    ("leapers that approach when they are placed", shapes(captures("approach", move="knight"))),
    (
        "knights on tetrakis squares",
        {**shapes({"move": "knight", **KEPT}), "board": {"kind": "tetrakis", "size": [4, 4, 1]}},
    ),
    (
        "castling on hexagons",
        {
            **shapes(KING, ROOK),
            "board": {"kind": "hexagons", "size": [5, 5, 1]},
            "checks": ["castle", "first_row_wins"],
        },
    ),
    ("castling of pieces from reserves", {**shapes(KING, ROOK), "checks": ["castle", "first_row_wins"]}),
    (
        "the last piece where plans collide",
        {**shapes(KEPT), "checks": [{"check": "last_piece_wins", "shape": "O"}], "phases": [{"order": "simultaneous"}]},
    ),
    ("draws or losses by few pieces", {"checks": [], "stalemate": ["all_lose"], "phases": [{"draw_below": 3}]}),
    ("agreeing on a draw or losing", {"checks": [], "stalemate": ["all_lose"], "agree_draw": True}),
    (
        "hiding where all is shared",
        {"colors": "shared", **shapes({"reserve": {"black": 9}}), "cloaking": "hides", "phases": [{"cloaks": "all"}]},
    ),
    (
        "obscuring what is nobody's",
        {
            "colors": "shared",
            **shapes({"reserve": {"black": 9}}, {}),
            "setup": {"1,1": "communal P"},
            "cloaking": "obscures",
            "phases": [{"cloaks": "all"}],
        },
    ),
    (
        "capturing what is nobody's",
        {
            "colors": "choose",
            **shapes({**captures("adjacent"), "reserve": {"black": 3}}),
            "setup": {"1,1": "communal O"},
        },
    ),
    ("more cards than are dealt", {"deck": "{O O O O}", "setup": {"1,1": "dealt"}}),
    ("Chaos that draws are not offered to", {"players": "2+chaos", "agree_draw": True}),
    ("a phase for Chaos alone", {"players": "2+chaos", "phases": [{"locked": ["chaos"]}, LOCKED_OUT]}),
    ("paralyzed by jumping", shapes(captures("chain_jump_back", "paralyzes", move="forward_diag"))),
    ("converted on stacks", {**shapes(captures("cover", "converts")), "board": STACKS}),
    ("paralyzed on stacks", {**shapes(captures("cover_by_rank", "paralyzes")), "board": STACKS}),
    ("promotion to nothing", shapes({"move": "forward_orth", **KEPT})),
    (
        "a stack that is closed or not, by what is dealt",
        {
            "board": THREE_STACKS,
            **shapes(KEPT),
            "setup": {"1,1": "white O", "2,1": ["dealt"], "3,1": "white O"},
            "deck": "{O .}",
            "phases": [{"locks": "1,1,2 2,1,2 3,1,2"}],
        },
    ),
    ("stacks that are closed later", {"board": STACKS, **shapes(KEPT), "phases": [{}, {"locks": "*,*,1"}]}),
    ("setup over a wall", {"board": {**STACKS, "walls": "1,1,1"}, **shapes(KEPT), "setup": {"1,1": "2 black O"}}),
    (
        "rows around a torus",
        {
            "board": {"kind": "toroid", "size": [3, 4, 1]},
            **shapes(KEPT),
            "checks": [{"check": "first_row_wins", "length": 6}],
        },
    ),
]


@pytest.mark.parametrize("fields", [each[1] for each in ALLOWED], ids=[each[0] for each in ALLOWED])
def test_what_means_something_is_not_refused(fields: dict[str, object]) -> None:
    assert game(fields).name == "Game"


@pytest.fixture(scope="module")
def many() -> list[RuleSet]:
    """Random rule sets, always the same."""
    return list(islice(thrown_rule_sets(Random(4)), 2500))


@pytest.mark.slow
def test_random_rule_sets_reach_every_option(many: list[RuleSet]) -> None:
    """Properties are worth what they are tried on: each entry of each table comes up, and every marker."""
    seen: Counter[int] = Counter()
    for rules in many:
        seen.update({id(used.option) for used in options_of(rules)})
        seen.update(id(marker) for marker in MARKERS.values() if any(marker.used_at(rules)))
    missed = [(title, option.value) for title, table in TABLES for option in table.values() if seen[id(option)] < 3]
    assert not missed


@pytest.mark.slow
def test_random_rule_sets_reach_every_capture_with_every_result_that_it_can_have(many: list[RuleSet]) -> None:
    met: set[tuple[str | None, str | None, bool]] = set()
    for rules in many:
        stacks = rules.board.kind == "stacks"
        met |= {(shape.condition, shape.result, stacks) for shape in rules.shapes.values()}
    landing = {"cover", "cover_by_rank", "diag_en_passant", "triagonal"}
    staying = {"converts", "paralyzes"}
    beside = ("jump", "chain_jump", "chain_jump_back", "surround_line", "surround_orthogonal", "approach", "adjacent")
    results = ("removes", "converts", "reincarnates", "reincarnates_x2", "paralyzes")
    expected: set[tuple[str | None, str | None, bool]] = {
        *((condition, result, False) for condition in (*beside, *landing) for result in results),
        *((condition, result, True) for condition in ("cover", "cover_by_rank") for result in results),
        (None, None, False),
        (None, None, True),
    } - {(condition, result, False) for condition in landing for result in staying}
    assert met == expected


PLAIN = RuleSet()


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        (replace(PLAIN, players="5"), "players"),
        (replace(PLAIN, phases=PLAIN.phases * 7), "phases"),
        (replace(PLAIN, phases=()), "phases"),
        (replace(PLAIN, stalemate=()), "stalemate"),
        (replace(PLAIN, board=replace(PLAIN.board, kind="circle")), "board.kind"),
        (replace(PLAIN, shapes=FrozenMapping({"Q": Shape()})), "shapes.Q"),
        (replace(PLAIN, shapes=FrozenMapping({"O": Shape(move="fly")})), "shapes.O.move"),
        (replace(PLAIN, checks=(Check("first"),)), "checks[0].check"),
        (replace(PLAIN, checks=(Check("first_row_wins"),)), "checks[0].length"),
        (replace(PLAIN, checks=(Check("first_row_wins", length=7),)), "checks[0].length"),
        (replace(PLAIN, checks=(Check("no_move_loses", length=3),)), "checks[0].length"),
        (replace(PLAIN, checks=(Check("last_piece_wins", shape="Q"),)), "checks[0].shape"),
        (replace(PLAIN, stalemate=(StalemateRule("chaos_wins_above", shape="O"),)), "stalemate[0].total"),
    ],
)
def test_what_only_a_rule_set_made_by_hand_can_say_is_refused_too(rules: RuleSet, path: str) -> None:
    assert [fault.path for fault in validate(rules)] == [path]
