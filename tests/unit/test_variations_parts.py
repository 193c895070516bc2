"""What views tell of moves, so that pages need read no notation and know no rules."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import redscience
from redscience.interface import SPECTATOR, State
from redscience.variations import catalogue
from redscience.variations.game import VariationGame
from redscience.variations.language import Phase, RuleSet, read
from services.gateway.answers import answer_texts

TWO_MOVES = {
    "format": "redscience-rules/1",
    "name": "Two",
    "pieces_per_turn": 2,
    "agree_draw": True,
    "board": {"kind": "squares", "size": [5, 2, 1]},
    "shapes": {"O": {"reserve": {"black": 3, "white": 3}}},
}


def told(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a view, without what they changed."""
    return [{name: part for name, part in event.items() if name != "changes"} for event in view["last"]]


def test_a_placement_is_told_with_its_piece_and_space() -> None:
    state = redscience.game("Tic-Tac-Toe").start().play({"black": "O@2,3"})
    assert told(state.view("white")) == [
        {"seat": "black", "move": "O@2,3", "kind": "place", "to": [1, 2, 3, 1], "shape": "O", "color": "black"}
    ]


def test_on_stacks_an_event_names_the_stack() -> None:
    state = redscience.game("Connect4").start().play({"black": "O@4,1"})
    assert told(state.view("white"))[0]["to"] == [1, 4, 1]
    assert state.view("white")["legal"][3]["to"] == [1, 4, 1, 2]


def test_a_jump_is_told_with_the_piece_that_is_seen_where_it_came_to() -> None:
    state = redscience.game("Breakthrough").start()
    move = next(move for move in state.legal("black") if move.startswith("1,2>"))
    event = told(state.play({"black": move}).view("white"))[0]
    assert event["kind"] == "jump"
    assert event["from"] == [1, 1, 2, 1]
    assert event["shape"] in catalogue.get("Breakthrough").shapes
    assert event["color"] == "black"


def test_a_row_in_which_several_pieces_have_changed_is_told_once() -> None:
    surround = {"power": "can", "condition": "surround_line", "result": "converts"}
    rules = {
        "format": "redscience-rules/1",
        "name": "Turned",
        "board": {"kind": "squares", "size": [4, 1, 1]},
        "checks": [{"check": "first_row_wins", "length": 3}],
        "shapes": {"O": {"reserve": {"black": 2, "white": 2}, **surround}},
    }
    state = VariationGame(read(json.dumps(rules))).start()
    state = state.play({"black": "O@1,1"}).play({"white": "O@2,1"}).play({"black": "O@3,1"})
    assert [len(event["changes"]) for event in state.view("white")["last"]] == [2]
    assert state.view("white")["outcome"]["runs"] == [[[1, 1, 1, 1], [1, 2, 1, 1], [1, 3, 1, 1]]]


def test_those_whose_pieces_met_in_a_round_are_told_to_be_lost() -> None:
    moves = {"black": "O@1,1", "white": "O@1,2", "pink": "O@1,2", "yellow": "O@1,3"}
    state = redscience.game("4P-TrendSetter").start().play(moves)
    for viewer in (*moves, SPECTATOR):
        assert [event["seat"] for event in told(state.view(viewer)) if event.get("lost")] == ["white", "pink"]


def test_a_piece_that_was_outranked_on_its_stack_is_told_to_be_converted() -> None:
    state = redscience.game("RockPaperScissors").start().play({"black": "O@1,1", "white": "X@1,1"})
    lost = {event["seat"]: event.get("converted", False) for event in told(state.view(SPECTATOR))}
    assert not any("lost" in event for event in told(state.view(SPECTATOR)))
    winner = state.outcome
    assert winner is not None
    assert lost == {seat: result == "lose" for seat, result in winner.items()}


def test_what_lay_on_a_piece_of_a_stack_is_told_with_its_own_move_of_a_round() -> None:
    state: State = redscience.game("3P-RichPoker").start(1)
    # Pink has a piece in the pot from the start: who has none folds.
    state = state.play({"black": "1,1,5>7,1"}).play({"white": "3,1,5>7,1"})
    while state.view(SPECTATOR)["phase"] < 5:
        state = state.play(dict.fromkeys(state.acting[:1], "pass"))
    state = state.play({seat: next(move for move in state.legal(seat) if ",1,1>" in move) for seat in state.acting})
    events = [event for event in state.view(SPECTATOR)["last"] if event["seat"] != "chaos"]
    # Which of the pieces that changed there is the one that moved cannot be told.
    assert not any("shape" in event for event in events)
    left = {event["seat"]: [change["at"][1:] for change in event["changes"] if not change["now"]] for event in events}
    assert left == {
        "black": [[2, 1, 1], [2, 1, 2]],
        "white": [[4, 1, 1], [4, 1, 2]],
        "pink": [[6, 1, 1], [6, 1, 2]],
    }


def test_the_piece_that_converted_another_is_told() -> None:
    state = redscience.game("RockPaperScissors").start().play({"black": "O@1,1", "white": "X@1,1"})
    by = {event["seat"]: event.get("converted_by") for event in told(state.view(SPECTATOR))}
    assert by == {"black": {"shape": "X", "color": "white"}, "white": None}
    outcome = state.view("black")["outcome"]
    assert outcome is not None
    assert outcome["text"] == "White has two in a row. White wins, black loses."


def ended_at_random(name: str, seed: int) -> str:
    """How a game ended in words, whose players place what they can."""
    state, rnd = redscience.game(name).start(seed), random.Random(seed)
    while state.outcome is None:
        seat = state.acting[0]
        moves = [move for move in state.legal(seat) if move != "pass"] or ["pass"]
        state = state.play({seat: rnd.choice(moves)})
    outcome = state.view(state.game.seats[0])["outcome"]
    assert outcome is not None
    return str(outcome["text"])


def test_how_many_pieces_were_too_many_is_told() -> None:
    text = ended_at_random("Shopping9", 0)
    assert text.startswith("There are 16 circles on the board. If there are more than nine circles on the board, Chaos")
    assert answer_texts(text)["de"].startswith("Auf dem Brett stehen 16 Kreise. Stehen mehr als neun Kreise")


CARRIED = {
    "format": "redscience-rules/1",
    "name": "Carried",
    "board": {"kind": "stacks", "size": [3, 2, 2]},
    "checks": [{"check": "first_row_wins", "length": 3}],
    "shapes": {"O": {"move": "orth_by_stack"}},
    "setup": {"1,1": ["white O", "white O"], "3,1": ["white O", "white O"], "2,2": ["black O", "white O"]},
}
TEAMS = {
    "format": "redscience-rules/1",
    "name": "Teams",
    "players": "partners",
    "colors": "partners",
    "board": {"kind": "hexagons", "size": [5, 5, 1], "count": 2},
    "checks": [{"check": "first_row_wins", "length": 4}],
    "shapes": {"O": {"reserve": {"black": 25, "white": 25}}},
}


def test_a_row_is_whose_pieces_it_is_made_of_whoever_completed_it() -> None:
    state = VariationGame(read(json.dumps(CARRIED))).start(1).play({"black": "2,2,1>2,1"})
    outcome = state.view("black")["outcome"]
    assert outcome is not None
    assert outcome["text"] == "White has three in a row. White wins, black loses."
    # Nobody's where whoever moves chooses the colour, or all play the same.
    assert ended_at_random("Treblecross15", 0).split(". ")[0].endswith(" completed three in a row")


def test_a_board_that_partners_have_won_counts_once() -> None:
    state, rnd = VariationGame(read(json.dumps(TEAMS))).start(1), random.Random(4)
    while state.outcome is None:
        state = state.play({state.acting[0]: rnd.choice(list(state.legal(state.acting[0])))})
    outcome = state.view("black")["outcome"]
    assert outcome is not None
    assert outcome["text"].split(". ")[0] in {
        "Black and pink together won 2 boards",
        "White and yellow together won 2 boards",
        "Black and pink together won 1 board, white and yellow together won 1 board",
    }


def test_what_decided_each_board_is_told_the_best_first() -> None:
    text = ended_at_random("3Blotto13", 0)
    assert text == (
        "Black won 2 boards, white won 2 boards. Board 1: black 4, white 3. Board 2: white 6, black 5."
        " Board 3: black 4, white 4. All players win, and Chaos loses."
    )
    assert "Brett 2: Weiß 6, Schwarz 5." in answer_texts(text)["de"]


def test_the_pieces_that_won_each_board_are_marked() -> None:
    for seed in range(3):
        view = ended("3Blotto13", seed).view(SPECTATOR)
        marked: list[set[str]] = [set(), set(), set()]
        for at in view["outcome"]["spaces"]:
            marked[at[0] - 1].add(next(piece["color"] for piece in view["table"]["pieces"] if piece["at"] == at))
        # Where both have as many, nobody's decided.
        assert marked == [set(seats) if len(seats) == 1 else set() for seats in view["score"]["boards"]]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Breakthrough", "has brought a piece to its goal."),
        ("ChessWithoutCheck", "has lost their last king."),
        ("EnglishDraughts", "has no piece left."),
        ("SmallStratego", "has no move."),
        ("SmallStratego", "has lost their last flag."),
    ],
)
def test_whose_end_it_was_is_told_by_name(name: str, text: str) -> None:
    outcomes = [ended(name, seed, unless="draw").view(SPECTATOR)["outcome"] for seed in range(12)]
    told = [outcome for outcome in outcomes if text in outcome["text"]]
    assert told
    for outcome in told:
        sought = "win" if "goal" in text else "lose"
        (named,) = (seat for seat, came in outcome["seats"].items() if came == sought)
        assert outcome["text"].startswith(f"{named.capitalize()} {text}")


@pytest.mark.parametrize(
    ("name", "yellow", "text"),
    [
        ("4P-TrendSetter", "1,2", "Black has a piece on the board. Black wins, white, pink and yellow lose."),
        ("4P-TrendSetter", "1,3", "Black and yellow have a piece on the board. Black and yellow win,"),
        ("4P-Coordination", "1,3", "Black and yellow have a piece on the board. White and pink win,"),
    ],
)
def test_whose_pieces_on_the_board_decided_is_told(name: str, yellow: str, text: str) -> None:
    moves = {"black": "O@1,1", "white": "O@1,2", "pink": "O@1,2", "yellow": f"O@{yellow}"}
    over = redscience.game(name).start().play(moves)
    assert over.view(SPECTATOR)["outcome"]["text"].startswith(text)


def test_pieces_that_a_placement_turns_are_told_to_be_turned() -> None:
    state = redscience.game("Reversi").start()
    (event,) = state.play({"black": state.legal("black")[0]}).view("white")["last"]
    assert event["turned"]
    assert len(event["changes"]) == 2
    state = redscience.game("Tic-Tac-Toe").start().play({"black": "O@2,3"})
    assert "turned" not in state.view("white")["last"][0]


def test_a_plan_is_told_to_its_own_seat_alone_with_what_it_is_made_of() -> None:
    state = redscience.game("4P-TrendSetter").start().play({"white": "O@1,2"})
    assert state.view("white")["plan"] == [
        {"move": "O@1,2", "kind": "place", "shape": "O", "color": "white", "to": [1, 1, 2, 1]}
    ]
    assert state.view("black")["plan"] == state.view(SPECTATOR)["plan"] == []
    assert {state.view(viewer)["decision"] for viewer in ("black", "white", SPECTATOR)} == {"plan"}


def partial(view: dict[str, Any]) -> set[str]:
    """The moves after which more is owed."""
    return {move["move"] for move in view["legal"] if move.get("partial")}


def test_a_move_that_leaves_a_part_of_the_turn_open_is_said_to() -> None:
    state = VariationGame(read(json.dumps(TWO_MOVES))).start()
    begun = state.view("black")
    assert partial(begun) == {move["move"] for move in begun["legal"]} - {"draw"}
    assert partial(state.play({"black": "O@1,1"}).view("black")) == set()


def test_of_a_plan_of_two_moves_the_first_is_a_part() -> None:
    rules = replace(read(json.dumps(TWO_MOVES)), phases=(Phase(order="simultaneous"),))
    state = VariationGame(rules).start()
    assert "O@1,1" in partial(state.view("black"))
    assert partial(state.play({"black": "O@1,1"}).view("black")) == set()


def test_an_offer_is_answered_and_all_are_told_so() -> None:
    state = redscience.game("4on7sq").start().play({"black": "draw"})
    views = [state.view(viewer) for viewer in ("black", "white", SPECTATOR)]
    assert [view["decision"] for view in views] == ["answer"] * 3
    assert partial(views[1]) == set()
    assert told(views[1]) == [{"seat": "black", "move": "draw", "kind": "draw"}]


def test_who_has_left_is_told() -> None:
    state = redscience.game("3P-Notakto").start().leave("white")
    assert state.view("black")["left"] == ["white"]
    assert told(state.view("black")) == [{"seat": "white", "move": "leave", "kind": "leave"}]


def test_plans_of_a_round_that_a_leave_ended_are_no_moves() -> None:
    state = redscience.game("RockPaperScissors").start().play({"white": "X@1,1"}).leave("black")
    for viewer in ("black", "white", SPECTATOR):
        view = state.view(viewer)
        assert told(view) == [{"seat": "black", "move": "leave", "kind": "leave"}]
        assert view["plan"] == view["table"]["pieces"] == []


def test_a_phase_says_what_it_allows() -> None:
    rules = RuleSet(name="Phases", phases=(Phase(may_pass=True), Phase(placement_only=True)))
    view = VariationGame(rules).start().view("black")
    assert (view["may_pass"], view["placement_only"]) == (True, False)


def test_a_reserve_lists_what_its_seat_began_with_even_when_it_is_used_up() -> None:
    state = redscience.game("RockPaperScissors").start()
    begun = state.view("black")["table"]["seats"][0]["reserve"]
    assert begun
    assert all(begun.values())
    after = state.play({"black": "O@1,1", "white": "X@1,1"}).view("black")["table"]["seats"][0]["reserve"]
    assert after.keys() == begun.keys()


def played(game: str, moves: str) -> list[dict[str, Any]]:
    """The last events of a game in which all see all."""
    state = redscience.game(game).start()
    for move in moves.split():
        state = state.play({state.acting[0]: move})
    return told(state.view(SPECTATOR))


def test_what_a_move_captures_is_told() -> None:
    (event,) = played("Breakthrough", "4,2>4,3 5,7>5,6 4,3>4,4 5,6>5,5 4,4>5,5")
    assert event["captured"] == [{"shape": "O", "color": "white"}]


@pytest.mark.parametrize(("game", "converts"), [("Reversi", True), ("EnglishDraughts", None)])
def test_a_move_says_whether_what_it_captures_is_converted(game: str, converts: bool | None) -> None:  # noqa: FBT001
    state = redscience.game(game).start()
    while not (legal := [move for move in state.view(state.acting[0])["legal"] if move.get("captures")]):
        state = state.play({state.acting[0]: state.legal(state.acting[0])[0]})
    assert [move.get("converts") for move in legal] == [converts] * len(legal)


def test_what_is_jumped_over_is_captured() -> None:
    (event,) = played("EnglishDraughts", "1,3>2,4 4,6>3,5 2,4>4,6")
    assert [one["color"] for one in event["captured"]] == ["white"]


def test_what_a_promoted_piece_was_is_told() -> None:
    state = redscience.game("EnglishDraughts").start()
    while not (promoted := [move for move in state.legal(state.acting[0]) if "=" in move]):
        state = state.play({state.acting[0]: state.legal(state.acting[0])[0]})
    (event,) = told(state.play({state.acting[0]: promoted[0]}).view(SPECTATOR))
    assert (event["shape"], event["promotion"]) == ("O", "P")


def seen(view: Any) -> Counter[tuple[str, str]]:
    """What a viewer sees on the board, by colour and shape."""
    return Counter((piece["color"], piece.get("shape", "")) for piece in view["table"]["pieces"])


@pytest.mark.parametrize("name", ["SmallStratego", "3P-9X-HideSeek"])
def test_of_what_is_captured_each_is_told_what_they_saw(name: str) -> None:
    told_of = lost = 0
    for seed in range(4):
        state, rnd = redscience.game(name).start(seed), random.Random(seed)
        while state.outcome is None:
            before = {viewer: state.view(viewer) for viewer in (*state.game.seats, SPECTATOR)}
            (mover,) = state.acting
            state = state.play({mover: rnd.choice(state.legal(mover))})
            if state.outcome is not None:
                break
            for viewer, saw in before.items():
                view = state.view(viewer)
                gone, last = seen(saw) - seen(view), told(view)
                if len(last) != 1 or "failed" in last[0] or view["last"] == saw["last"]:
                    continue
                captured = Counter((one["color"], one.get("shape", "")) for one in last[0].get("captured", []))
                assert captured <= gone, (viewer, last)
                color = next((seat["color"] for seat in view["table"]["seats"] if seat["seat"] == viewer), "")
                own = Counter({piece: count for piece, count in gone.items() if piece[0] == color})
                if viewer == mover and own and name == "SmallStratego":
                    assert last[0]["lost"]
                    assert (last[0]["color"], last[0]["shape"]) in own
                    lost += 1
                elif viewer != mover:
                    assert own <= captured, (viewer, last)
                told_of += captured.total()
    assert told_of > 0
    assert (lost > 0) == (name == "SmallStratego")


def test_a_move_that_captures_nothing_tells_of_nothing_captured() -> None:
    (event,) = played("Breakthrough", "4,2>4,3")
    assert "captured" not in event


def test_a_verdict_tells_what_was_counted() -> None:
    state = redscience.game("3P-LeastLoses-3x4").start(7)
    while state.outcome is None:
        state = state.play({state.acting[0]: state.legal(state.acting[0])[0]})
    verdict = state.view(SPECTATOR)["outcome"]
    assert set(verdict["counts"]) == {"black", "white", "pink"}
    numbers = ", ".join(f"{seat} {count}" for seat, count in verdict["counts"].items()).capitalize()
    assert verdict["text"].startswith(f"{numbers}: whoever has the shortest row of their pieces loses.")
    least = min(verdict["counts"].values())
    losers = {seat for seat, count in verdict["counts"].items() if count == least}
    assert {seat for seat, came in state.outcome.items() if came == "lose"} == losers or len(losers) == len(
        state.outcome
    )


def ended(name: str, seed: int, *, unless: str = "") -> State:
    """A match of a game of the catalogue, played at random to its end, without one of the moves."""
    state, draw = redscience.game(name).start(seed), random.Random(seed)
    while state.outcome is None:
        seat = state.acting[0]
        state = state.play({seat: draw.choice([move for move in state.legal(seat) if move != unless])})
    return state


def test_a_repeated_move_is_told_as_why_it_ended() -> None:
    texts = set()
    for seed in range(8):
        draw, state = random.Random(seed), redscience.game("EnglishDraughts").start(seed)
        done: set[tuple[str, str, str]] = set()
        repeats = False
        while state.outcome is None:
            (seat,) = state.acting
            move = draw.choices(state.legal(seat), state.weights(seat))[0]  # no draw is offered
            doing = state.position, seat, move
            repeats = doing in done
            done.add(doing)
            state = state.play({seat: move})
        text = state.view(SPECTATOR)["outcome"]["text"]
        assert ("repeated a move in the same position" in text) == repeats
        texts.add(text)
    assert "A player repeated a move in the same position. It is a draw." in texts


def test_what_seats_have_come_to_by_what_decides_is_told_to_all() -> None:
    state = redscience.game("Reversi").start()
    state = state.play({"black": state.legal("black")[0]})
    for viewer in ("black", SPECTATOR):
        assert state.view(viewer)["score"] == {"measure": "pieces", "counts": {"black": 4, "white": 1}}
        assert json.loads(state.view_text(viewer)) == state.view(viewer)
    assert "score" not in redscience.game("Tic-Tac-Toe").start().view(SPECTATOR)


TWICE = """{
  "name": "Twice",
  "board": {"kind": "squares", "size": [3, 3, 1], "count": 2},
  "checks": [{"check": "first_row_wins", "length": 3}]
}"""


def test_who_has_won_which_board_is_told() -> None:
    state = VariationGame(read(TWICE)).start()
    told = []
    for black, white in zip(("1:1,1", "1:2,1", "1:3,1"), ("2:1,1", "2:2,1", ""), strict=True):
        told.append(state.view(SPECTATOR)["score"]["boards"])
        state = state.play({"black": f"O@{black}"})
        state = state.play({"white": f"O@{white}"}) if white else state
    assert told == [[None, None]] * 3
    assert state.view(SPECTATOR)["score"] == {
        "measure": "boards",
        "counts": {"black": 1, "white": 0},
        "boards": [["black"], None],
    }
    state = state.play({"white": "O@2:3,1"})
    assert state.view("white")["score"]["boards"] == [["black"], ["white"]]
    assert json.loads(state.view_text("white")) == state.view("white")


def test_who_has_won_which_board_is_told_where_many_win_it_or_nobody() -> None:
    for seed in range(4):
        score = ended("3Blotto13", seed).view(SPECTATOR)["score"]
        for seat, count in score["counts"].items():
            assert sum(seat in seats for seats in score["boards"]) == count


def test_nobody_is_told_what_was_counted_of_what_they_do_not_see() -> None:
    state = redscience.game("3Blotto13").start()
    assert not any("score" in state.view(viewer) for viewer in ("black", "white", SPECTATOR))
    assert ended("3Blotto13", 1).view(SPECTATOR)["score"]["measure"] == "boards"


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("3P-BoS", "area"),
        ("AtariGo", "pieces"),
        ("3P-9X-HideSeek", "shape"),
        ("BeerQuiche60", "kind_rows"),
        ("OptionalPD", "rows"),
    ],
)
def test_as_much_is_marked_at_the_end_as_was_counted(name: str, measure: str) -> None:
    marked = 0
    for seed in range(8):
        view = ended(name, seed).view(SPECTATOR)
        verdict, score = view["outcome"], view["score"]
        assert score["measure"] == measure
        if (found := verdict.get("spaces") or verdict["runs"]) and "counts" in verdict:
            assert score["counts"] == verdict["counts"]
            counts = list(verdict["counts"].values())
            together = {count * counts.count(count) for count in counts}
            # Areas of those who tie overlap.
            assert len(found) in together or (measure == "area" and min(counts) <= len(found) < max(together))
            marked += 1
    assert marked


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Breakthrough", "goal_reached_wins"), ("Konane", "no_move_loses"), ("ChessWithoutCheck", "last_piece_wins")],
)
def test_the_spaces_that_decided_are_told(name: str, reason: str) -> None:
    verdicts = [ended(name, seed).view(SPECTATOR)["outcome"] for seed in range(6)]
    decided = [verdict for verdict in verdicts if verdict["reason"] == reason]
    assert decided
    assert all(verdict["spaces"] for verdict in decided)
