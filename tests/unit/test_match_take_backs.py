"""Moves that are taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, STARTED_MS, human, random_player, snapshot_of
from fixtures.pennies import Pennies

from redscience import families
from redscience.api.match.v1 import match_pb2
from redscience.errors import MatchOver, MatchStarted, NoHint, NoTakeBack, StaleView
from redscience.names import STANDARD_ID
from services.kit.identity import HOUSE_SERVICE
from services.match.hints import note, offered
from services.match.messages import match_message, what_is_seen
from services.match.model import Seat, Snapshot
from services.match.proposals import propose
from services.match.take_backs import ask, can_ask, refuse
from services.match.turns import Change, abort, expire, leave, play

CLEO = "01J0000000000000000000C1E0"
STEP_MS = 5_000
TWO = "Tic-Tac-Toe"
THREE = "3P-LeastLoses-3x4"
WON = ("1,1", "1,2", "2,1", "2,2", "3,1")


def played(snapshot: Snapshot, *moves: str) -> Snapshot:
    """The match after moves of whoever is to act, five seconds each."""
    for move in moves:
        seat = snapshot.table.state.acting[0]
        snapshot = play(snapshot, seat, (move,), snapshot.table.versions[seat], now_of(snapshot)).after
    return snapshot


def now_of(snapshot: Snapshot) -> int:
    return max(snapshot.table.last_at_ms, STARTED_MS) + STEP_MS


def asks(snapshot: Snapshot, seat: str) -> Change:
    """A seat asks, or agrees to what another asks."""
    return ask(snapshot, seat, snapshot.table.versions[seat], now_of(snapshot))


def three(*controllers: str) -> Snapshot:
    seats = zip(("black", "white", "pink"), controllers, strict=True)
    return snapshot_of(THREE, *(human(seat, slot, who) for slot, (seat, who) in enumerate(seats)))


def first_moves(snapshot: Snapshot, count: int) -> Snapshot:
    """The match after first legal moves."""
    for _ in range(count):
        state = snapshot.table.state
        snapshot = played(snapshot, state.legal(state.acting[0])[0])
    return snapshot


def test_players_that_think_take_nothing_back_in_a_match_that_counts() -> None:
    standard = Seat("white", 1, STANDARD_ID, "Standard", "house", HOUSE_SERVICE)
    counts = played(snapshot_of(TWO, human("black", 0, ANNA), standard), "2,2", "1,1")
    assert counts.match.rated
    assert not can_ask(counts, "black")
    with pytest.raises(NoTakeBack, match="counts"):
        asks(counts, "black")
    counts_not = replace(counts, match=replace(counts.match, rated=False))
    assert can_ask(counts_not, "black")
    # Where people have a say it is theirs.
    three = snapshot_of(THREE, human("black", 0, ANNA), standard, human("pink", 2, BEN))
    assert can_ask(first_moves(three, 3), "black")


def test_the_asker_decides_again_once_the_other_agrees() -> None:
    before = played(snapshot_of(TWO), "2,2", "1,1")
    moved = played(before, "3,3")
    asked = asks(moved, "black").after
    assert (asked.take_back.asked_by, asked.table, asked.match.clock) == ("black", moved.table, moved.match.clock)
    change = asks(asked, "white")
    after = change.after
    assert after.table.state == before.table.state
    assert after.table.state.acting == ("black",)
    assert after.table.versions == {viewer: version + 1 for viewer, version in moved.table.versions.items()}
    assert after.take_back.asked_by == ""
    assert after.match.version == moved.match.version + 2
    assert not change.is_end


def test_what_followed_on_the_askers_move_is_taken_back_with_it() -> None:
    after = asks(asks(played(snapshot_of(TWO), "2,2", "1,1"), "black").after, "white").after
    assert after.table.state == snapshot_of(TWO).table.state


def test_white_takes_back_no_move_of_blacks() -> None:
    before = played(snapshot_of(TWO), "2,2")
    after = asks(asks(played(before, "1,1"), "white").after, "black").after
    assert after.table.state == before.table.state


def test_random_agrees_at_once_and_its_answer_goes_too() -> None:
    start = snapshot_of(TWO, human("black", 0, ANNA), random_player("white", 1))
    for moved in (played(start, "2,2"), played(start, "2,2", "1,1")):
        assert asks(moved, "black").after.table.state == start.table.state


def test_a_forced_move_is_no_decision_and_goes_with_the_one_before() -> None:
    start = snapshot_of(TWO)
    moved = played(start, "2,2", "1,1")
    forced = replace(moved.table.turns[-1], automatic=True)
    moved = replace(moved, table=replace(moved.table, turns=(moved.table.turns[0], forced)))
    assert not can_ask(moved, "white")
    assert asks(asks(moved, "black").after, "white").after.table.state == start.table.state


def test_the_clock_of_the_decision_starts_anew_and_the_time_stays_taken() -> None:
    moved = played(snapshot_of(TWO, seconds_per_turn=90), "2,2", "1,1", "3,3")
    after = asks(asks(moved, "black").after, "white").after
    assert after.match.clock is not None
    assert after.match.clock.started_at_ms == after.table.last_at_ms == moved.table.last_at_ms + STEP_MS
    assert after.match.clock.due_at_ms == after.match.clock.started_at_ms + 90_000
    assert after.table.tallies == moved.table.tallies
    again = played(after, "3,1")
    assert again.table.tallies["black"].thinking_ms == moved.table.tallies["black"].thinking_ms + STEP_MS
    assert again.table.turns[-1].at_ms == after.table.last_at_ms + STEP_MS


def test_a_match_whose_every_move_was_taken_back_counts_as_moved_in() -> None:
    start = snapshot_of(TWO, human("black", 0, ANNA), random_player("white", 1))
    after = asks(played(start, "2,2"), "black").after
    with pytest.raises(MatchStarted):
        abort(after, "black", now_of(after))
    assert leave(after, "black", now_of(after)).after.match.rated
    assert offered(after, "black") == match_pb2.HINTS_TOO_LATE
    with pytest.raises(NoHint, match="counts, and you have made a move in it, taken back or not"):
        note(after, "black", after.table.versions["black"], now_of(after))


def test_a_turn_withdraws_the_question_and_a_proposal_does_not() -> None:
    asked = asks(played(snapshot_of(TWO), "2,2"), "black").after
    proposed = propose(asked, "white", ("1,1",), asked.table.versions["white"]).after
    assert proposed.take_back.asked_by == "black"
    assert played(proposed, "1,1").take_back.asked_by == ""


def test_what_was_proposed_goes_with_the_position() -> None:
    moved = played(snapshot_of(TWO), "2,2")
    proposed = propose(moved, "white", ("1,1",), moved.table.versions["white"]).after
    assert asks(asks(proposed, "black").after, "white").after.proposals == {}


def test_the_end_of_the_time_withdraws_the_question() -> None:
    asked = asks(played(snapshot_of(TWO), "2,2"), "black").after
    assert asked.match.clock is not None
    change = expire(asked, asked.match.clock.due_at_ms)
    assert change.after.match.reason == "time"
    assert change.after.take_back.asked_by == ""


def test_who_is_refused_asks_again_after_the_next_turn() -> None:
    moved = played(snapshot_of(TWO), "2,2", "1,1")
    refused = refuse(asks(moved, "black").after, "white", now_of(moved)).after
    assert refused.take_back.asked_by == ""
    assert (can_ask(refused, "black"), can_ask(refused, "white")) == (False, True)
    with pytest.raises(NoTakeBack, match="refused"):
        asks(refused, "black")
    assert can_ask(played(refused, "3,3"), "black")


def test_who_asks_may_withdraw() -> None:
    asked = asks(played(snapshot_of(TWO), "2,2"), "black").after
    assert refuse(asked, "black", now_of(asked)).after.take_back.asked_by == ""


def test_saying_the_same_again_changes_nothing() -> None:
    moved = played(snapshot_of(TWO), "2,2")
    assert refuse(moved, "white", now_of(moved)).is_nothing
    assert asks(asks(moved, "black").after, "black").is_nothing


def test_nobody_agrees_to_what_they_have_not_seen() -> None:
    asked = asks(played(snapshot_of(TWO), "2,2"), "black").after
    with pytest.raises(StaleView):
        ask(asked, "white", asked.table.versions["white"] - 1, now_of(asked))


def test_of_three_both_others_have_to_agree() -> None:
    start = three(ANNA, BEN, CLEO)
    asked = asks(first_moves(start, 2), "black").after
    one = asks(asked, "pink").after
    assert (one.take_back.asked_by, one.take_back.agreed) == ("black", {"pink"})
    assert asks(one, "pink").is_nothing
    assert asks(one, "white").after.table.state == start.table.state
    assert refuse(one, "white", now_of(one)).after.take_back.agreed == frozenset()


def test_whoever_has_two_seats_answers_once() -> None:
    start = three(ANNA, BEN, BEN)
    asked = asks(first_moves(start, 1), "black").after
    assert asks(asked, "pink").after.table.state == start.table.state
    alone = three(ANNA, ANNA, ANNA)
    assert asks(first_moves(alone, 1), "black").after.table.state == alone.table.state


def test_who_has_left_is_not_asked_and_stays_away() -> None:
    moved = first_moves(three(ANNA, BEN, CLEO), 3)
    gone = leave(moved, "white", now_of(moved)).after
    assert not can_ask(gone, "black")
    with pytest.raises(NoTakeBack, match="left"):
        asks(gone, "black")
    again = first_moves(gone, 1)
    mover = again.table.turns[-1].seats[0]
    asked = asks(again, mover).after
    for act in (lambda: asks(asked, "white"), lambda: refuse(asked, "white", now_of(asked))):
        with pytest.raises(NoTakeBack, match="You have left"):
            act()
    (other,) = {"black", "pink"} - {mover}
    back = asks(asked, other).after
    assert back.table.state == gone.table.state
    assert back.table.gone == {"white"}


def test_nothing_is_taken_back_where_anything_is_hidden() -> None:
    planned = played(snapshot_of(Pennies()), "heads", "heads", "heads")
    with pytest.raises(NoTakeBack, match="hidden"):
        asks(planned, "black")
    assert not can_ask(planned, "black")


def test_nothing_is_taken_back_where_anything_is_drawn() -> None:
    text = '{"format": "redscience-rules/1", "name": "Dealt", "deck": "{O .}", "setup": {"1,1": "dealt"}}'
    game = families.read(text).game()
    assert not game.has_secrets
    moved = first_moves(snapshot_of(game), 1)
    with pytest.raises(NoTakeBack, match="drawn"):
        asks(moved, moved.table.turns[0].seats[0])


def test_bots_take_nothing_back() -> None:
    bot = Seat("white", 1, BEN, "Deep", "bot", BEN)
    moved = played(snapshot_of(TWO, human("black", 0, ANNA), bot), "2,2")
    with pytest.raises(NoTakeBack, match="bot"):
        asks(moved, "black")


def test_who_has_decided_nothing_has_nothing_to_take_back() -> None:
    moved = played(snapshot_of(TWO), "2,2")
    with pytest.raises(NoTakeBack, match="no move"):
        asks(moved, "white")


def test_nothing_is_taken_back_once_it_is_over() -> None:
    over = played(snapshot_of(TWO), *WON)
    assert not can_ask(over, "black")
    for act in (lambda: asks(over, "black"), lambda: refuse(over, "white", now_of(over))):
        with pytest.raises(MatchOver):
            act()


def test_all_are_told_who_asks_and_players_whether_they_may() -> None:
    moved = played(snapshot_of(TWO), "2,2")
    told = {viewer: match_message(moved, viewer, STARTED_MS) for viewer in ("black", "white", "spectator")}
    assert {viewer: message.can_take_back for viewer, message in told.items()} == {
        "black": True,
        "white": False,
        "spectator": False,
    }
    asked = asks(moved, "black").after
    for viewer in told:
        message = match_message(asked, viewer, STARTED_MS)
        assert (message.take_back_asked_by, message.can_take_back) == ("black", False)
        assert what_is_seen(asked, viewer) != what_is_seen(moved, viewer)
    assert list(match_message(asks_of_three(), "white", STARTED_MS).take_back_agreed) == ["pink"]


def asks_of_three() -> Snapshot:
    return asks(asks(first_moves(three(ANNA, BEN, CLEO), 1), "black").after, "pink").after


def test_time_never_runs_backwards() -> None:
    moved = played(snapshot_of(TWO), "2,2")
    late = replace(moved, table=replace(moved.table, last_at_ms=now_of(moved) + 1))
    asked = ask(late, "black", 2, STARTED_MS)
    assert asked.said is not None
    assert asked.said.at_ms == late.table.last_at_ms
