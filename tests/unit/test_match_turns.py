"""What moves, resignations and the end of the time change."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, SEED, STARTED_MS, human, proposing, random_player, snapshot_of
from fixtures.pennies import Pennies
from fixtures.twins import people

from redscience import families
from redscience.errors import IllegalMove, MatchOver, MatchStarted, NotActing, StaleView, UnreadableMove
from redscience.interface import Game
from redscience.variations.game import VariationGame
from redscience.variations.language import read
from services.match.messages import match_message
from services.match.model import Snapshot
from services.match.turns import Change, abort, expire, leave, play

SECOND = 1000
LATER = STARTED_MS + 5 * SECOND
# Black: the middle, two corners, two sides. Nobody ever has three.
DRAWN_GAME = ("2,2", "1,1", "3,3", "3,1", "2,1", "2,3", "1,2", "3,2")
WON_GAME = ("1,1", "1,2", "2,1", "2,2", "3,1")


def played(snapshot: Snapshot, *moves: str, at_ms: int = LATER) -> Change:
    change = Change(snapshot, snapshot)
    for move in moves:
        seat = change.after.table.state.acting[0]
        version = change.after.table.versions[seat]
        change = play(change.after, seat, (move,), version, at_ms)
    return change


def test_a_move_is_recorded_and_the_next_seat_is_on_the_clock() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe", seconds_per_turn=90)
    change = play(snapshot, "black", ("2,2",), 1, LATER)
    (turn,) = change.turns
    assert (turn.number, turn.seats, turn.moves, turn.left) == (1, ("black",), ("2,2",), None)
    assert (turn.at_ms, turn.began_at_ms, turn.automatic) == (LATER, STARTED_MS, False)
    assert change.after.table.state.acting == ("white",)
    assert change.after.match.clock is not None
    assert change.after.match.clock.due_at_ms == LATER + 90 * SECOND
    assert change.after.match.version == snapshot.match.version + 1
    assert not change.is_end


def test_every_viewer_sees_a_move_in_the_open() -> None:
    change = play(snapshot_of("Tic-Tac-Toe"), "black", ("2,2",), 1, LATER)
    assert change.after.table.versions == {"black": 2, "white": 2, "spectator": 2}


def test_a_view_that_has_changed_is_stale() -> None:
    after = played(snapshot_of("Tic-Tac-Toe"), "2,2").after
    with pytest.raises(StaleView):
        play(after, "white", ("1,1",), 1, LATER)


def test_only_the_seat_that_is_to_act_may() -> None:
    with pytest.raises(NotActing):
        play(snapshot_of("Tic-Tac-Toe"), "white", ("2,2",), 1, LATER)


@pytest.mark.parametrize(("move", "error"), [("nonsense", UnreadableMove), ("9,9", IllegalMove)])
def test_what_the_rules_refuse_is_refused(move: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        play(snapshot_of("Tic-Tac-Toe"), "black", (move,), 1, LATER)


def test_several_moves_are_all_or_nothing() -> None:
    with pytest.raises(IllegalMove, match="The turn ends before the last of these moves"):
        play(snapshot_of("Tic-Tac-Toe"), "black", ("1,1", "2,2"), 1, LATER)


def test_a_move_after_the_one_that_would_end_the_match_is_refused_and_the_match_is_not_said_to_be_over() -> None:
    asked = played(snapshot_of(game_with(agree_draw=True)), "draw").after
    with pytest.raises(IllegalMove, match="The turn ends before the last of these moves"):
        play(asked, "white", ("agree", "1,1"), asked.table.versions["white"], LATER)


def test_a_row_ends_the_match_by_the_rules() -> None:
    change = played(snapshot_of("Tic-Tac-Toe"), *WON_GAME)
    match = change.after.match
    assert change.is_end
    assert (match.status, match.reason, match.ended_at_ms, match.clock) == ("ended", "rules", LATER, None)
    assert {seat.seat: seat.outcome for seat in match.seats} == {"black": "win", "white": "lose"}


def test_nothing_changes_a_match_that_is_over() -> None:
    over = played(snapshot_of("Tic-Tac-Toe"), *WON_GAME).after
    for act in (
        lambda: play(over, "white", ("3,3",), over.table.versions["white"], LATER),
        lambda: leave(over, "white", LATER),
        lambda: expire(over, LATER),
    ):
        with pytest.raises(MatchOver):
            act()


def test_the_only_choice_is_made_at_once_and_costs_no_time() -> None:
    change = played(snapshot_of("Tic-Tac-Toe"), *DRAWN_GAME)
    by_hand, automatic = change.turns
    assert (by_hand.seats, by_hand.automatic) == (("white",), False)
    assert (automatic.seats, automatic.automatic) == (("black",), True)
    assert change.after.table.tallies["black"].thinking_ms == change.before.table.tallies["black"].thinking_ms
    assert automatic.number == by_hand.number + 1 == 9
    assert change.after.match.reason == "rules"
    assert change.after.table.tallies["black"].turns == 4
    assert {seat.outcome for seat in change.after.match.seats} == {"draw"}
    told = {seat: match_message(change.after, seat, LATER).was_forced for seat in ("black", "white", "spectator")}
    assert told == {"black": True, "white": False, "spectator": False}


def test_a_plan_of_a_sealed_round_changes_nobody_elses_view_and_no_clock() -> None:
    snapshot = snapshot_of(Pennies())
    change = play(snapshot, "white", ("heads",), 1, LATER)
    assert change.after.table.versions == {"black": 1, "white": 2, "spectator": 1}
    assert change.after.match.clock == snapshot.match.clock
    both = play(change.after, "black", ("tails",), 1, LATER + SECOND)
    assert both.after.table.versions == {"black": 2, "white": 3, "spectator": 2}
    assert both.after.match.clock is not None
    assert both.after.match.clock.started_at_ms == LATER + SECOND


def test_resigning_gives_the_match_to_the_other_side_out_of_turn_too() -> None:
    change = leave(snapshot_of("Tic-Tac-Toe"), "white", LATER)
    (turn,) = change.turns
    assert (turn.seats, turn.left) == (("white",), "resigned")
    assert change.after.table.tallies["white"].thinking_ms == 0
    assert change.after.match.reason == "resigned"
    assert {seat.seat: seat.outcome for seat in change.after.match.seats} == {"black": "win", "white": "lose"}


def test_a_resignation_out_of_turn_leaves_the_clock_of_whoever_is_to_move_as_it_is() -> None:
    players = human("black", 0, ANNA), human("white", 1, BEN), random_player("pink", 2)
    shapes = {"O": {"reserve": {"black": 12, "white": 12, "pink": 12}}}
    snapshot = snapshot_of(game_with(players="3", shapes=shapes), *players)
    left = leave(snapshot, "white", LATER).after
    assert left.match.status == "running"
    assert left.match.clock == snapshot.match.clock
    on_turn = leave(snapshot, "black", LATER).after
    assert on_turn.table.state.acting == ("white",)
    assert on_turn.match.clock is not None
    assert on_turn.match.clock.started_at_ms == LATER


def test_who_lets_the_time_run_out_leaves() -> None:
    change = expire(snapshot_of("Tic-Tac-Toe"), LATER)
    assert [(turn.seats, turn.left) for turn in change.turns] == [(("black",), "time")]
    assert change.after.match.reason == "time"
    assert {seat.seat: seat.outcome for seat in change.after.match.seats} == {"black": "lose", "white": "win"}


def test_a_turn_that_is_not_finished_is_none_and_takes_no_time() -> None:
    moved = played(snapshot_of("Tic-Tac-Toe"), "2,2", "1,1").after
    for change in (expire(moved, LATER + 60 * SECOND), leave(moved, "black", LATER + 60 * SECOND)):
        assert change.turns[0].left
        tally, before = change.after.table.tallies["black"], moved.table.tallies["black"]
        assert (tally.turns, tally.thinking_ms) == (before.turns, before.thinking_ms)


def test_a_proposal_is_made_when_time_runs_out() -> None:
    change = expire(proposing(snapshot_of("Tic-Tac-Toe"), black=("2,2",)), LATER)
    assert [(turn.seats, turn.moves) for turn in change.turns] == [(("black",), ("2,2",))]
    assert change.after.match.status == "running"
    assert change.after.table.state.acting == ("white",)
    assert change.after.proposals == {}


def test_a_proposal_that_cannot_be_made_does_not_save_its_seat() -> None:
    taken = played(snapshot_of("Tic-Tac-Toe"), "2,2").after
    change = expire(proposing(taken, white=("2,2",)), LATER)
    assert [(turn.seats, turn.left) for turn in change.turns] == [(("white",), "time")]


def test_a_move_takes_the_place_of_its_seats_proposal_only() -> None:
    snapshot = proposing(snapshot_of(Pennies()), black=("heads",), white=("tails",))
    assert play(snapshot, "black", ("tails",), 1, LATER).after.proposals == {"white": ("tails",)}


def test_in_a_sealed_round_proposals_count_before_anybody_leaves() -> None:
    change = expire(proposing(snapshot_of(Pennies()), white=("tails",)), LATER)
    assert [(turn.seats, turn.left) for turn in change.turns] == [(("white",), None), (("black",), "time")]
    assert {seat.seat: seat.outcome for seat in change.after.match.seats} == {"black": "lose", "white": "win"}


def test_when_all_proposals_are_made_the_round_goes_on() -> None:
    change = expire(proposing(snapshot_of(Pennies()), white=("tails",), black=("tails",)), LATER)
    assert change.after.match.status == "running"
    assert change.after.table.state.position.startswith("1 ")


def test_what_the_platform_holds_is_given_time_again() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe", random_player("black", 0), human("white", 1, BEN), seconds_per_turn=60)
    change = expire(snapshot, LATER)
    assert change.turns == ()
    assert change.after.match.status == "running"
    assert change.after.match.clock is not None
    assert change.after.match.clock.due_at_ms == LATER + 60 * SECOND


def test_the_first_turn_that_somebody_owes_has_half_a_minute() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe", random_player("black", 0), human("white", 1, ANNA), seconds_per_turn=3)
    assert snapshot.match.clock is not None
    assert snapshot.match.clock.due_at_ms == STARTED_MS + 30 * SECOND
    random_moved = played(snapshot, "2,2").after
    assert random_moved.match.clock is not None
    assert random_moved.match.clock.due_at_ms == LATER + 30 * SECOND
    human_moved = played(random_moved, "1,1").after
    assert human_moved.match.clock is not None
    assert human_moved.match.clock.due_at_ms == LATER + 3 * SECOND


def test_time_never_runs_backwards() -> None:
    snapshot = played(snapshot_of("Tic-Tac-Toe"), "2,2").after
    change = play(snapshot, "white", ("1,1",), 2, LATER - SECOND)
    assert change.turns[0].at_ms == LATER
    assert change.after.table.tallies["white"].thinking_ms == 0


def game_with(**rules: object) -> Game:
    board = {"kind": "squares", "size": [6, 6, 1]}
    shapes = {"O": {"reserve": {"black": 18, "white": 18}}}
    text = {"format": "redscience-rules/1", "name": "Mine", "board": board, "shapes": shapes, **rules}
    return VariationGame(read(json.dumps(text)))


def test_the_clock_runs_through_all_moves_of_a_turn() -> None:
    snapshot = snapshot_of(game_with(pieces_per_turn=2), seconds_per_turn=40)
    first = played(snapshot, "1,1", at_ms=LATER)
    assert first.after.table.state.acting == ("black",)
    assert first.after.match.clock == snapshot.match.clock
    second = played(first.after, "2,1", at_ms=LATER + 7 * SECOND)
    assert second.after.table.state.acting == ("white",)
    assert second.after.match.clock is not None
    assert second.after.match.clock.started_at_ms == LATER + 7 * SECOND
    tally = second.after.table.tallies["black"]
    assert (tally.turns, tally.thinking_ms) == (1, 12 * SECOND)


def test_all_whose_time_runs_out_together_are_charged_for_the_moves_that_they_made() -> None:
    snapshot = snapshot_of(game_with(pieces_per_turn=2, phases=[{"order": "simultaneous"}]), seconds_per_turn=60)
    planning = played(snapshot, "1,1", at_ms=LATER).after
    assert planning.table.state.owes_rest("black")
    change = expire(planning, STARTED_MS + 60 * SECOND)
    assert [(turn.seats, turn.left) for turn in change.turns] == [(("black", "white"), "time")]
    for table in (change.after.table, planning.table.replayed(change.turns)):
        thought = {seat: tally.thinking_ms for seat, tally in table.tallies.items()}
        assert thought == {"black": LATER - STARTED_MS, "white": 0}


def test_two_moves_of_a_turn_can_be_made_at_once() -> None:
    change = play(snapshot_of(game_with(pieces_per_turn=2)), "black", ("1,1", "2,1"), 1, LATER)
    assert change.after.table.state.acting == ("white",)
    assert change.after.table.tallies["black"].turns == 1


def test_half_a_turn_is_no_proposal_and_saves_nobody() -> None:
    snapshot = snapshot_of(game_with(pieces_per_turn=2))
    assert expire(proposing(snapshot, black=("1,1",)), LATER).after.match.reason == "time"
    assert expire(proposing(snapshot, black=("1,1", "2,1")), LATER).after.match.status == "running"


def test_the_question_of_a_draw_has_a_clock_of_its_own_and_silence_refuses() -> None:
    offered = played(snapshot_of(game_with(agree_draw=True)), "draw").after
    assert offered.table.state.acting == ("white",)
    assert offered.match.clock is not None
    assert offered.match.clock.started_at_ms == LATER
    change = expire(offered, LATER + 60 * SECOND)
    assert [(turn.seats, turn.moves, turn.automatic) for turn in change.turns] == [(("white",), ("refuse",), True)]
    assert change.after.table.state.acting == ("black",)
    assert not change.after.table.tallies["white"].was_forced
    assert change.after.match.status == "running"
    agreed = played(offered, "agree").after
    assert (agreed.match.reason, {seat.outcome for seat in agreed.match.seats}) == ("rules", {"draw"})


def test_that_a_draw_could_be_offered_leaves_a_single_move_a_single_choice() -> None:
    game = game_with(agree_draw=True, board={"kind": "squares", "size": [3, 3, 1]})
    change = played(snapshot_of(game), *DRAWN_GAME)
    assert [turn.automatic for turn in change.turns] == [False, True]
    assert change.after.match.status == "ended"


def test_where_nothing_is_hidden_every_turn_is_seen_by_all() -> None:
    """So that no view need be made to count versions."""
    games = [families.get(name).game() for name in families.names()]
    open_games = [game for game in games if not game.has_secrets]
    assert len(open_games) > len(games) / 3
    for game in open_games:
        dice, snapshot = random.Random(game.name), people(game, SEED)
        for _ in range(12):
            if snapshot.table.is_over:
                break
            seat = snapshot.table.state.acting[0]
            move = dice.choice(snapshot.table.state.legal(seat))
            for turn in play(snapshot, seat, (move,), snapshot.table.versions[seat], LATER).turns:
                before, after = snapshot.table, snapshot.table.replayed([turn])
                assert all(after.view(viewer) != before.view(viewer) for viewer in after.versions), game.name
                snapshot = replace(snapshot, table=after)


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "3P-LeastLoses-3x4", "SmallStratego", "4P-Blind-TTT"])
def test_a_match_that_nobody_has_moved_in_is_aborted_and_counts_for_nothing(name: str) -> None:
    game = families.get(name).game()
    seats = [human(seat, slot, f"01J0000000000000000000000{slot}") for slot, seat in enumerate(game.seats)]
    change = abort(snapshot_of(game, *seats), game.seats[-1], LATER)
    match = change.after.match
    assert (match.status, match.reason, match.rated, match.clock) == ("ended", "aborted", False, None)
    (turn,) = change.turns
    assert (turn.seats, turn.left) == (tuple(game.seats), "aborted")


def test_a_match_that_somebody_has_moved_in_is_not_aborted() -> None:
    moved = play(snapshot_of("Tic-Tac-Toe"), "black", ("2,2",), 1, LATER).after
    for seat in ("black", "white"):
        with pytest.raises(MatchStarted, match="Leave it instead"):
            abort(moved, seat, LATER)
    with pytest.raises(MatchOver):
        abort(leave(moved, "white", LATER).after, "black", LATER)


def test_what_the_platforms_own_players_do_is_no_move_of_anybody() -> None:
    seats = random_player("black", 1), human("white", 0, ANNA)
    moved = play(snapshot_of("Tic-Tac-Toe", *seats), "black", ("2,2",), 1, LATER).after
    assert abort(moved, "white", LATER).after.match.reason == "aborted"
    assert not leave(moved, "white", LATER).after.match.rated
    both = play(moved, "white", ("1,1",), 2, LATER).after
    assert leave(both, "white", LATER).after.match.rated


def test_a_match_counts_once_somebody_has_moved_whoever_leaves_then() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe")
    assert not leave(snapshot, "white", LATER).after.match.rated
    assert not expire(snapshot, LATER).after.match.rated
    moved = play(snapshot, "black", ("2,2",), 1, LATER).after
    assert leave(moved, "white", LATER).after.match.rated
    assert expire(moved, LATER).after.match.rated


def test_whether_another_has_planned_cannot_be_told_by_aborting() -> None:
    game = Pennies()
    snapshot = snapshot_of(game)
    planned = play(snapshot, "black", ("heads",), 1, LATER).after
    assert abort(planned, "white", LATER).after.match.reason == "aborted"
    with pytest.raises(MatchStarted):
        abort(planned, "black", LATER)
