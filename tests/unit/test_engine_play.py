"""What a seat may do, and what becomes of it."""

from __future__ import annotations

import json
import pickle
from itertools import permutations

import pytest

import redscience
from redscience.errors import (
    AmbiguousMove,
    IllegalMove,
    MatchOver,
    MoveError,
    NotActing,
    UnreadableMove,
    UnreadableState,
)
from redscience.interface import SPECTATOR
from redscience.variations.game import VariationGame
from redscience.variations.language import Board, Check, Phase, RuleSet, Shape, read, validate
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.state import VariationState


def rule_set(**changes: object) -> RuleSet:
    rules = RuleSet(**{"name": "Made", **changes})  # type: ignore[arg-type]
    assert not validate(rules)
    return rules


def hand(**reserve: int) -> FrozenMapping[str, Shape]:
    return FrozenMapping({"O": Shape(reserve=FrozenMapping(reserve))})


def squares(*size: int) -> Board:
    return Board("squares", (size[0], size[1], size[2]))


def play(state: VariationState, moves: str) -> VariationState:
    """Plays moves, each by the seat whose turn it is."""
    for move in moves.split():
        state = state.play({state.acting[0]: move})
    return state


@pytest.fixture
def tic_tac_toe() -> VariationGame:
    return redscience.game("Tic-Tac-Toe")


def test_the_mover_of_a_row_wins(tic_tac_toe: VariationGame) -> None:
    state = play(tic_tac_toe.start(), "1,1 1,2 2,1 2,2 3,1")
    assert state.outcome == {"black": "win", "white": "lose"}
    assert state.acting == ()
    verdict = state.view("spectator")["outcome"]
    assert verdict["reason"] == "first_row_wins"
    assert verdict["runs"] == [[[1, 1, 1, 1], [1, 2, 1, 1], [1, 3, 1, 1]]]


def test_a_ninth_move_that_completes_a_line_wins_instead_of_drawing(tic_tac_toe: VariationGame) -> None:
    state = play(tic_tac_toe.start(), "1,1 1,2 2,2 2,1 3,2 3,1 1,3 2,3 3,3")
    assert state.outcome == {"black": "win", "white": "lose"}


def test_a_full_board_is_a_stalemate(tic_tac_toe: VariationGame) -> None:
    state = play(tic_tac_toe.start(), "1,1 2,2 3,3 2,1 2,3 1,3 3,1 3,2")
    assert state.legal(state.acting[0]) == ("O@1,2",)
    assert state.outcome is None
    state = play(state, "1,2")
    assert state.outcome == {"black": "draw", "white": "draw"}
    assert state.view("spectator")["outcome"]["reason"] == "draws"


def test_a_row_that_loses_lets_all_others_win() -> None:
    game = VariationGame(
        rule_set(
            players="3",
            board=squares(3, 3, 1),
            shapes=hand(black=3, white=3, pink=3),
            checks=(Check("first_row_loses", 3),),
        )
    )
    state = play(game.start(), "1,1 1,2 1,3 2,1 2,2 2,3 3,1")
    assert state.outcome == {"black": "lose", "white": "win", "pink": "win"}


def test_no_diagonal_counts_rows_along_one_axis_only() -> None:
    game = VariationGame(rule_set(checks=(Check("first_row_wins_no_diagonal", 3),)))
    state = play(game.start(), "1,1 1,2 2,2 1,3 3,3")
    assert state.outcome is None
    state = play(state, "2,1 3,2 2,3 3,1")
    assert state.outcome == {"black": "win", "white": "lose"}


def test_of_several_checks_the_first_that_decides_decides() -> None:
    both = (Check("first_row_wins", 4), Check("first_row_loses", 3))
    game = VariationGame(rule_set(board=squares(6, 6, 1), shapes=hand(black=18, white=18), checks=both))
    assert play(game.start(), "1,1 1,6 2,1 2,6 3,1").outcome == {"black": "lose", "white": "win"}
    assert play(game.start(), "1,1 1,6 2,1 3,6 4,1 5,6 3,1").outcome == {"black": "win", "white": "lose"}


def test_who_has_no_piece_left_passes() -> None:
    game = VariationGame(
        rule_set(board=squares(4, 4, 1), shapes=hand(black=5, white=1), checks=(Check("first_row_wins", 4),))
    )
    state = play(game.start(), "1,1 4,4 2,2")
    assert state.acting == ("black",)
    state = play(state, "3,3 1,2 1,3")
    assert state.outcome == {"black": "draw", "white": "draw"}


def test_two_pieces_a_turn() -> None:
    game = VariationGame(
        rule_set(
            pieces_per_turn=2,
            board=squares(5, 5, 1),
            shapes=hand(black=13, white=12),
            checks=(Check("first_row_wins", 3),),
        )
    )
    state = play(game.start(), "1,1 1,2")
    assert state.acting == ("white",)
    state = play(state, "5,1 5,2")
    assert state.acting == ("black",)
    won = play(state, "1,3")
    assert won.outcome == {"black": "win", "white": "lose"}, "the second move is never asked"
    assert state.play({"black": ["4,4", "1,3"]}).outcome == won.outcome
    with pytest.raises(MatchOver):
        state.play({"black": ["1,3", "4,4"]})


def test_pieces_fall_on_stacks() -> None:
    state = play(redscience.game("Connect4").start(), "4,1 4,1 4,1")
    assert [piece["at"] for piece in state.view("spectator")["table"]["pieces"]] == [
        [1, 4, 1, 1],
        [1, 4, 1, 2],
        [1, 4, 1, 3],
    ]
    assert play(state, "4,1,4").position == play(state, "4,1").position
    with pytest.raises(IllegalMove, match="height 4"):
        play(state, "4,1,6")
    with pytest.raises(IllegalMove, match="full"):
        play(state, "4,1 4,1 4,1 4,1")


def test_depth_is_written_where_there_is_no_gravity() -> None:
    state = redscience.game("Qubic-4").start()
    assert state.legal("black")[16] == "O@1,1,2"
    with pytest.raises(AmbiguousMove):
        play(state, "1,1")
    won = play(state, "1,1,1 4,1,1 2,2,2 3,1,1 3,3,3 2,1,1 4,4,4")
    assert won.outcome == {"black": "win", "white": "lose"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", UnreadableMove),
        ("nonsense", UnreadableMove),
        ("O@1", UnreadableMove),
        ("O@1,1,1,1", UnreadableMove),
        ("O@٣,1", UnreadableMove),
        ("x" * 10_000, UnreadableMove),
        ("O@4,1", IllegalMove),
        ("O@0,1", IllegalMove),
        ("O@1,1,2", IllegalMove),
        ("O@2:1,1", IllegalMove),
        ("X@1,1", IllegalMove),
        ("BO@1,1", IllegalMove),
        ("O@2,2", IllegalMove),
        ("draw", IllegalMove),
        ("agree", IllegalMove),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(
    tic_tac_toe: VariationGame, text: str, error: type[MoveError]
) -> None:
    state = play(tic_tac_toe.start(), "2,2")
    before = str(state), state.position
    with pytest.raises(error) as raised:
        state.play({"white": text})
    assert raised.type is error
    assert raised.value.message.endswith(".")
    assert (str(state), state.position) == before


@pytest.mark.parametrize("text", ["1,3>1,2", "1,3>2,3"])
def test_a_piece_of_which_only_the_colour_is_seen_is_not_ones_own_to_move(text: str) -> None:
    veiled = """{"name": "Veiled", "cloaking": "obscures", "board": {"kind": "squares", "size": [3, 3, 1]},
                 "shapes": {"O": {"move": "pawn"}, "S": {"move": "rook", "reserve": {"white": 1}}},
                 "setup": {"2-3,1": "black O", "3,3": "white O"}, "phases": [{"cloaks": "all"}]}"""
    state = play(VariationGame(read(veiled)).start(), "2,1>2,2 S@1,3")
    assert {"at": [1, 1, 3, 1], "color": "white"} in state.view("black")["table"]["pieces"]
    with pytest.raises(IllegalMove, match="you do not play the piece on 1,3"):
        state.play({"black": text})


def test_a_round_is_told_until_a_player_moves_again_whatever_chaos_does() -> None:
    state = redscience.game("3P-9X-HideSeek").start()
    placed = play(state, "O@3,3 O@4,4 P@5,5")
    assert [event["seat"] for event in placed.view("pink")["last"]] == ["pink"]
    hunt = redscience.game("StagHunt").start().play({"black": "P@1,1"})
    assert hunt.view("black")["last"] == []
    hunt = hunt.play({"white": "P@4,1"})
    assert [event["seat"] for event in hunt.view("black")["last"]] == ["black", "white"]
    hunt = hunt.play({"chaos": "pass"})
    assert [(event["seat"], event["move"]) for event in hunt.view("black")["last"]] == [
        ("black", "P@1,1"),
        ("white", "P@4,1"),
        ("chaos", "pass"),
    ]


SEALED = {
    "name": "Sealed",
    "players": "3",
    "pieces_per_turn": 2,
    "board": {"kind": "squares", "size": [5, 2, 1]},
    "shapes": {"O": {"reserve": {"black": 3, "white": 3, "pink": 3}}},
}


def sealed(cloaks: object = (), *, may_pass: bool = True, **changes: object) -> VariationState:
    """A round for three, of two pieces each."""
    phase = {"order": "simultaneous", "may_pass": may_pass, **({"cloaks": cloaks} if cloaks else {})}
    rules = {**SEALED, "cloaking": "hides" if cloaks else "none", "phases": [phase], **changes}
    return VariationGame(read(json.dumps(rules))).start()


def test_what_somebody_has_planned_who_leaves_is_told_to_nobody() -> None:
    state = sealed().play({"black": ("O@1,1", "pass"), "white": ("O@5,2", "pass"), "pink": "O@3,1"}).leave("pink")
    told = [(event["seat"], event["move"]) for event in state.view("white")["last"]]
    assert told[:4] == [("black", "O@1,1"), ("black", "pass"), ("white", "O@5,2"), ("white", "pass")]
    assert told[4:] == [("pink", "leave")]


@pytest.mark.parametrize("viewer", ["white", SPECTATOR])
def test_how_many_hidden_moves_somebody_has_made_in_a_round_is_told_to_nobody(viewer: str) -> None:
    plans = ["pass", ("O@1,1", "pass"), ("O@1,1", "O@2,1")]
    others = {"white": ("O@5,1", "pass"), "pink": "pass"}
    rounds = [sealed(cloaks="all").play({"black": plan, **others}) for plan in plans]
    passed, *moved = (state.view(viewer)["last"] for state in rounds)
    assert [*dict.fromkeys(event["seat"] for event in passed)] == ["black", "white", "pink"]
    assert moved == [passed, passed]


@pytest.mark.parametrize("viewer", ["white", SPECTATOR])
def test_beside_moves_that_are_seen_no_hidden_one_is_told(viewer: str) -> None:
    plans = [("O@1,1", "O@3,1"), ("O@1,1", "pass")]
    state = sealed(cloaks=["3,1"])
    told = [state.play({"black": plan, "white": "pass", "pink": "pass"}).view(viewer)["last"] for plan in plans]
    assert told[0] == told[1]
    assert [event.get("move") for event in told[0] if event["seat"] == "black"] == ["O@1,1"]


def test_who_can_do_nothing_in_a_hidden_round_is_told_as_others_are() -> None:
    hands = {"O": {"reserve": {"black": 1, "white": 3, "pink": 3}}}
    state = sealed(pieces_per_turn=1, shapes=hands, cloaks="all", may_pass=False)
    state = state.play({"black": "O@1,1", "white": "O@3,1", "pink": "O@5,2"})
    assert state.acting == ("white", "pink")
    before = state.view("white")["last"]
    after = state.play({"white": "O@4,1", "pink": "O@4,2"})
    assert [event["seat"] for event in before] == [event["seat"] for event in after.view("white")["last"]]
    assert [event["seat"] for event in after.view("black")["last"]] == ["white", "pink"]
    assert [event["seat"] for event in after.revealed()["last"]] == ["white", "pink"]


def test_several_moves_are_all_or_nothing(tic_tac_toe: VariationGame) -> None:
    state = tic_tac_toe.start()
    with pytest.raises(NotActing):
        state.play({"black": ["1,1", "2,2"]})
    assert state.legal("black") == tic_tac_toe.start().legal("black")


def test_only_the_seat_to_move_is_heard(tic_tac_toe: VariationGame) -> None:
    state = tic_tac_toe.start()
    with pytest.raises(NotActing, match="black"):
        state.play({"white": "1,1"})
    with pytest.raises(NotActing, match="no seat 'pink'"):
        state.play({"pink": "1,1"})
    with pytest.raises(NotActing):
        state.view("pink")
    assert state.legal("white") == state.weights("white") == ()


class TestDraws:
    @pytest.fixture
    def offered(self) -> VariationState:
        return redscience.game("4on7sq").start().play({"black": "draw"})

    def test_all_others_are_asked_at_once(self) -> None:
        rules = rule_set(agree_draw=True, players="3", shapes=hand(black=3, white=3, pink=3))
        state = VariationGame(rules).start().play({"black": "draw"})
        assert state.acting == ("white", "pink")
        assert state.play({"white": "agree", "pink": "agree"}).outcome == {
            "black": "draw",
            "white": "draw",
            "pink": "draw",
        }
        assert state.play({"pink": "refuse"}).acting == ("black",)

    @pytest.mark.parametrize("order", ["sequential", "simultaneous"])
    def test_all_who_are_asked_may_answer_at_once_whoever_refuses_first(self, order: str) -> None:
        rules = rule_set(
            agree_draw=True, players="4", shapes=hand(black=3, white=3, pink=3, yellow=3), phases=(Phase(order=order),)
        )
        start = VariationGame(rules).start()
        planned = {} if order == "sequential" else {"white": "1,1", "pink": "2,2", "yellow": "3,3"}
        asked = start.play({"black": "draw", **planned})
        assert asked.acting == ("white", "pink", "yellow")
        refused = asked.play({"white": "refuse"})
        for first, *others in permutations(asked.acting):
            answers = {first: "refuse", **dict.fromkeys(others, "agree")}
            assert asked.play(answers) == asked.play({first: "refuse"})
            assert asked.play(answers).position == refused.position
            assert asked.play(dict(reversed(answers.items()))).position == refused.position
        assert asked.play(dict.fromkeys(asked.acting, "refuse")) == refused
        assert asked.play({"white": "refuse", "pink": "agree", "black": "1,2"}) == refused.play({"black": "1,2"})

    def test_answers_that_came_too_late_are_answers(self) -> None:
        rules = rule_set(agree_draw=True, players="3", shapes=hand(black=3, white=3, pink=3))
        asked = VariationGame(rules).start().play({"black": "draw"})
        for late in ("1,1", ["agree", "refuse"], "perhaps"):
            with pytest.raises((NotActing, MoveError)):
                asked.play({"white": "refuse", "pink": late})
        with pytest.raises(NotActing):
            asked.play({"white": "refuse"}).play({"pink": "agree"})
        with pytest.raises(IllegalMove):
            asked.play({"white": "refuse", "black": "agree"})

    def test_an_answer_is_to_the_question_that_is_open(self) -> None:
        rules = rule_set(agree_draw=True, players="4", shapes=hand(black=3, white=3, pink=3, yellow=3))
        asked = VariationGame(rules).start().play({"black": "draw"})
        again = asked.play({"yellow": "refuse", "black": "1,1", "white": "draw", "pink": "agree"})
        assert again.acting == ("black", "yellow")

    def test_a_refusal_leaves_the_offerer_to_move_and_offer_no_more(self, offered: VariationState) -> None:
        state = offered.play({"white": "refuse"})
        assert state.acting == ("black",)
        assert "draw" not in state.legal("black")
        assert "draw" in play(state, "1,1").legal("white")

    def test_random_never_offers_and_answers_either_way(self, offered: VariationState) -> None:
        start = redscience.game("4on7sq").start()
        assert dict(zip(start.legal("black"), start.weights("black"), strict=True))["draw"] == 0
        assert offered.weights("white") == (1, 1)
        drawn = redscience.playouts(offered, 20_000, seed=5).counts["draw", "draw"]
        assert 9_600 < drawn < 10_500

    def test_silence_refuses(self, offered: VariationState) -> None:
        assert offered.silence("white") == "refuse"
        assert offered.silence("black") is None
        assert redscience.game("4on7sq").start().silence("black") is None

    def test_nothing_else_can_be_done_meanwhile(self, offered: VariationState) -> None:
        with pytest.raises(NotActing):
            offered.play({"black": "1,1"})
        with pytest.raises(IllegalMove, match="answer"):
            offered.play({"white": "1,1"})


class TestLeaving:
    def test_of_two_sides_the_other_wins_at_once(self, tic_tac_toe: VariationGame) -> None:
        state = tic_tac_toe.start().leave("white")
        assert state.outcome == {"black": "win", "white": "lose"}
        assert state.view("black")["outcome"]["reason"] == "left"
        with pytest.raises(MatchOver):
            state.leave("black")

    def test_of_three_the_rest_play_on_and_the_absent_loses_whatever_happens(self) -> None:
        rules = rule_set(players="3", shapes=hand(black=3, white=3, pink=3), checks=(Check("first_row_loses", 3),))
        state = play(VariationGame(rules).start(), "1,1 1,2 1,3").leave("black")
        assert state.acting == ("white",)
        with pytest.raises(NotActing):
            state.leave("black")
        state = play(state, "2,2 2,1 3,2")
        assert state.outcome == {"black": "lose", "white": "lose", "pink": "win"}

    def test_leaving_out_of_turn_keeps_the_turn(self) -> None:
        rules = rule_set(players="3", shapes=hand(black=3, white=3, pink=3))
        state = VariationGame(rules).start().leave("white")
        assert state.acting == ("black",)
        assert play(state, "1,1").acting == ("pink",)

    def test_who_leaves_is_asked_no_more(self) -> None:
        rules = rule_set(agree_draw=True, players="3", shapes=hand(black=3, white=3, pink=3))
        asked = VariationGame(rules).start().play({"black": "draw"})
        drawn = asked.play({"white": "agree"}).leave("pink")
        assert drawn.outcome == {"black": "draw", "white": "draw", "pink": "lose"}
        assert asked.leave("black").acting == ("white",)


class TestTexts:
    def test_a_state_is_read_back_exactly(self) -> None:
        game = redscience.game("4on7sq")
        state = play(game.start(2**127 + 5), "1,1 2,2").play({"black": "draw"}).play({"white": "refuse"}).leave("white")
        again = game.read_state(str(state))
        assert (str(again), again.position, again.view("black")) == (str(state), state.position, state.view("black"))
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - our own bytes

    def test_a_view_does_not_tell_the_seed(self) -> None:
        game = redscience.game("Connect4")
        states = [play(game.start(seed), "4,1") for seed in (1, 2)]
        assert states[0] != states[1]
        assert states[0].view("black") == states[1].view("black")
        assert game.read_state(states[0].view("black")["state"]).position == states[0].position

    @pytest.mark.parametrize(
        "text",
        ["", "x", "{d}", "{d} 7 ", "{d} -1", f"{{d}} {2**128}", "{d} 7 black", "{d} 7 white:1,1", "{d} 7 x:leave"],
    )
    def test_what_is_no_state_is_refused_by_name(self, tic_tac_toe: VariationGame, text: str) -> None:
        with pytest.raises(UnreadableState):
            tic_tac_toe.read_state(text.format(d=tic_tac_toe.digest))

    def test_a_position_says_all_in_one_line(self) -> None:
        state = play(redscience.game("Connect4").start(), "4,1 4,1")
        assert state.position == "3bO3|3wO3|7|7|7|7 black 1 0 O20,O20 - - - - 1 - -"

    def test_who_promotes_the_last_piece_that_counts_is_in_by_the_position_and_by_the_verdict(self) -> None:
        rules = read(
            """{"name": "Climb", "board": {"kind": "squares", "size": [3, 5, 1]}, "phases": [{"may_pass": true}],
                "checks": [{"check": "last_piece_wins", "shape": "P"}],
                "setup": {"1,4": "black P", "3,3": "white P", "3,5": "black X"},
                "shapes": {"P": {"move": "forward_orth"},
                           "X": {"power": "can", "condition": "cover", "result": "removes", "move": "linear"}}}"""
        )
        state = play(VariationGame(rules).start(), "1,4>1,5=X")
        assert state.position.split(" ")[9] == "1s0c"
        state = play(state, "pass 3,5>3,3")
        assert state.view("white")["outcome"]["text"] == "White has lost their last pentagon. Black wins, white loses."
