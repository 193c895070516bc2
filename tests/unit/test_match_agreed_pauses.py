"""Pauses that the players agree on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.cups import Cups
from fixtures.matches import ANNA, BEN, PAUSE_MS, STARTED_MS, human, random_player, snapshot_of
from fixtures.pennies import Pennies

from redscience.errors import MatchOver, MatchPaused, NoPause
from redscience.interface import SPECTATOR
from services.kit.identity import Caller
from services.match import take_backs
from services.match.agreed_pauses import ASKED_FOR_MS, LONGEST_MS, ask, can_ask, lapse, refuse, resume, run_out
from services.match.deadlines import next_end_ms
from services.match.decisions import owed
from services.match.messages import match_message, what_is_seen
from services.match.model import Seat, Snapshot, TurnClock
from services.match.paused import READY_MS
from services.match.proposals import propose
from services.match.turns import abort, leave, play

CLEO = "01J0000000000000000000C1E0"
STEP_MS = 5_000
TWO = "Tic-Tac-Toe"
THREE = "3P-LeastLoses-3x4"
WON = ("1,1", "1,2", "2,1", "2,2", "3,1")
HOUSE = human("black", 0, ANNA), random_player("white", 1)


def now_of(snapshot: Snapshot) -> int:
    return max(snapshot.table.last_at_ms, STARTED_MS) + STEP_MS


def moved(snapshot: Snapshot, *moves: str, at_ms: int = 0) -> Snapshot:
    for move in moves:
        seat = snapshot.table.state.acting[0]
        snapshot = play(snapshot, seat, (move,), snapshot.table.versions[seat], at_ms or now_of(snapshot)).after
    return snapshot


def asked(snapshot: Snapshot, *seats: str, at_ms: int = 0) -> Snapshot:
    """The match after these have asked, or agreed."""
    for seat in seats:
        snapshot = ask(snapshot, seat, at_ms or now_of(snapshot)).after
    return snapshot


def paused(at_ms: int = 0) -> Snapshot:
    """A match of two in which black has moved, and both agree on a pause."""
    return asked(moved(snapshot_of(TWO), "2,2"), "black", "white", at_ms=at_ms)


def three(*controllers: str) -> Snapshot:
    seats = zip(("black", "white", "pink"), controllers, strict=True)
    return snapshot_of(THREE, *(human(seat, slot, who) for slot, (seat, who) in enumerate(seats)))


def test_once_the_other_agrees_no_clock_runs_and_nobody_may_move() -> None:
    before = moved(snapshot_of(TWO), "2,2")
    question = ask(before, "black", now_of(before)).after
    assert (question.match.agreed_pause.asked_by, question.match.clock) == ("black", before.match.clock)
    after = ask(question, "white", now_of(before)).after
    assert after.match.is_paused
    assert after.match.clock is None
    assert after.match.version == before.match.version + 2
    assert (after.table, after.proposals) == (before.table, before.proposals)
    assert next_end_ms(after.match) == now_of(before) + LONGEST_MS
    version = after.table.versions["white"]
    for act in (
        lambda: play(after, "white", ("1,1",), version, now_of(after)),
        lambda: propose(after, "white", ("1,1",), version),
        lambda: take_backs.ask(after, "black", after.table.versions["black"], now_of(after)),
    ):
        with pytest.raises(MatchPaused):
            act()
    assert not owed(after, Caller(BEN, "person", "creator", "public", "Ben"))


@pytest.mark.parametrize("seat", ["black", "white"])
def test_whoever_resumes_the_clock_goes_on_with_the_time_that_was_left(seat: str) -> None:
    before = moved(snapshot_of(TWO, seconds_per_turn=60), "2,2")
    assert before.match.clock is not None
    left_ms = before.match.clock.due_at_ms - now_of(before)
    at_ms = now_of(before) + 900_000
    after = resume(asked(before, "black", "white"), seat, at_ms).after
    assert after.match.clock == TurnClock(at_ms - STEP_MS, at_ms + left_ms)
    assert after.match.agreed_pause.resumed_by == seat
    assert not after.match.is_paused
    assert moved(after, "1,1", at_ms=at_ms).match.agreed_pause.resumed_by == ""


def test_nobody_has_thought_while_it_was_paused() -> None:
    plain = moved(snapshot_of(TWO), "2,2", "1,1")
    at_ms = now_of(plain)
    resumed = resume(asked(plain, "black", "white", at_ms=at_ms), "black", at_ms + 600_000).after
    later = moved(resumed, "3,3", at_ms=at_ms + 600_000 + STEP_MS)
    without = moved(plain, "3,3", at_ms=at_ms + STEP_MS)
    for seat in ("black", "white"):
        assert later.table.tallies[seat].thinking_ms == without.table.tallies[seat].thinking_ms


def test_whoever_is_to_move_has_some_seconds_when_it_goes_on() -> None:
    before = moved(snapshot_of(TWO), "2,2")
    assert before.match.clock is not None
    late = before.match.clock.due_at_ms - 1
    after = resume(asked(before, "black", "white", at_ms=late), "black", late + 77).after
    assert after.match.clock is not None
    assert after.match.clock.due_at_ms == late + 77 + READY_MS


def test_a_pause_ends_by_itself() -> None:
    before = paused()
    at_ms = next_end_ms(before.match) or 0
    after = run_out(before, at_ms).after
    assert not after.match.is_paused
    assert after.match.agreed_pause.resumed_by == ""
    assert after.match.clock is not None
    assert after.match.clock.due_at_ms > at_ms


def test_silence_refuses_and_so_does_anybody() -> None:
    question = asked(moved(snapshot_of(TWO), "2,2"), "black")
    ends_at_ms = next_end_ms(question.match)
    assert ends_at_ms == now_of(question) + ASKED_FOR_MS
    for change in (lapse(question, ends_at_ms), refuse(question, "white", now_of(question))):
        after = change.after
        assert (after.match.agreed_pause.asked_by, after.match.is_paused) == ("", False)
        assert after.match.clock == question.match.clock
        assert (can_ask(after, "black"), can_ask(after, "white")) == (False, True)
        with pytest.raises(NoPause, match="refused"):
            ask(after, "black", now_of(after))
        assert can_ask(moved(after, "1,1"), "black")


def test_a_question_is_withdrawn_by_whoever_asked_and_by_the_next_turn() -> None:
    question = asked(moved(snapshot_of(TWO), "2,2"), "black")
    assert refuse(question, "black", now_of(question)).after.match.agreed_pause.asked_by == ""
    proposed = propose(question, "white", ("1,1",), question.table.versions["white"]).after
    assert proposed.match.agreed_pause == question.match.agreed_pause
    after = moved(proposed, "1,1").match
    assert after.agreed_pause.asked_by == ""
    assert after.agreed_pause.question_ends_at_ms is None


def test_a_turn_that_is_not_seen_by_all_leaves_the_question() -> None:
    question = asked(snapshot_of(Pennies(3)), "black")
    sealed = moved(question, "heads")
    assert sealed.match.agreed_pause == question.match.agreed_pause
    assert moved(sealed, "heads").match.agreed_pause.asked_by == ""


def test_saying_the_same_again_changes_nothing() -> None:
    plain = moved(snapshot_of(TWO), "2,2")
    now_ms = now_of(plain)
    assert refuse(plain, "white", now_ms).is_nothing
    assert resume(plain, "white", now_ms).is_nothing
    assert ask(asked(plain, "black"), "black", now_ms).is_nothing
    assert ask(paused(), "black", now_ms).is_nothing
    assert refuse(paused(), "black", now_ms).is_nothing


def test_programs_agree_at_once() -> None:
    bot = Seat("white", 1, BEN, "Deep", "bot", BEN)
    for other in (random_player("white", 1), bot):
        after = asked(snapshot_of(TWO, human("black", 0, ANNA), other), "black")
        assert after.match.is_paused
    assert not resume(after, "white", now_of(after)).after.match.is_paused


def test_of_three_both_others_have_to_agree_and_whoever_has_two_seats_answers_once() -> None:
    one = asked(three(ANNA, BEN, CLEO), "black", "pink")
    assert (one.match.agreed_pause.agreed, one.match.is_paused) == ({"pink"}, False)
    assert asked(one, "white").match.is_paused
    assert asked(three(ANNA, BEN, BEN), "black", "pink").match.is_paused
    assert asked(three(ANNA, ANNA, ANNA), "black").match.is_paused


def test_who_has_left_has_no_say_and_is_not_asked() -> None:
    start = three(ANNA, BEN, CLEO)
    gone = leave(start, "white", now_of(start)).after
    for act in (ask, refuse, resume):
        with pytest.raises(NoPause, match="You have left"):
            act(gone, "white", now_of(gone))
    assert not can_ask(gone, "white")
    assert asked(gone, "black", "pink").match.is_paused


def test_who_leaves_has_the_others_go_on() -> None:
    start = three(ANNA, BEN, CLEO)
    before = asked(start, "black", "white", "pink")
    at_ms = now_of(before) + 60_000
    (acting,) = start.table.state.acting
    other = next(seat for seat in ("black", "white", "pink") if seat != acting)
    after = leave(before, other, at_ms).after
    assert not after.match.is_paused
    assert after.match.clock is not None
    assert after.match.clock.due_at_ms > at_ms
    assert after.match.pause_ends_at_ms is None
    assert leave(paused(), "white", at_ms).after.match.reason == "resigned"
    assert abort(asked(snapshot_of(TWO), "black", "white"), "black", at_ms).after.match.reason == "aborted"


def test_nothing_is_said_once_it_is_over() -> None:
    over = moved(asked(snapshot_of(TWO), "black"), *WON)
    assert over.match.agreed_pause.asked_by == ""
    assert not can_ask(over, "black")
    for act in (ask, refuse, resume):
        with pytest.raises(MatchOver):
            act(over, "black", now_of(over))


def test_what_waits_to_be_shown_waits_on_after_a_pause() -> None:
    start = snapshot_of(Pennies(3), *HOUSE)
    waiting = play(start, "black", ("tails",), 1, STARTED_MS + 100).after
    waiting = play(waiting, "white", ("heads",), 1, STARTED_MS + 200).after
    assert waiting.match.pause_ends_at_ms is not None
    stopped = asked(waiting, "black", at_ms=STARTED_MS + 250)
    assert stopped.match.pause_ends_at_ms == STARTED_MS + 250 + LONGEST_MS
    at_ms = STARTED_MS + 100_000
    after = resume(stopped, "black", at_ms).after
    assert after.match.pause_ends_at_ms is not None
    assert at_ms < after.match.pause_ends_at_ms <= at_ms + PAUSE_MS
    assert after.proposals == stopped.proposals


def test_all_are_told_and_of_the_clock_whoever_sees_it_run() -> None:
    plain = moved(snapshot_of(TWO), "2,2")
    question, stopped = asked(plain, "black"), paused()
    for viewer in ("black", "white", SPECTATOR):
        assert len({what_is_seen(each, viewer) for each in (plain, question, stopped)}) == 3
        message = match_message(question, viewer, STARTED_MS)
        assert (message.pause_asked_by, message.can_pause) == ("black", False)
        assert message.pause_asked_until_ms == now_of(plain) + ASKED_FOR_MS
        message = match_message(stopped, viewer, STARTED_MS)
        assert (message.is_paused, message.is_acting, message.can_pause) == (True, False, False)
        assert not message.acting
        assert (message.due_at_ms, message.paused_until_ms) == (0, now_of(plain) + LONGEST_MS)
        assert message.paused_left_ms == 60_000 - STEP_MS
        after = match_message(resume(stopped, "white", now_of(plain)).after, viewer, STARTED_MS)
        assert (after.is_paused, after.resumed_by) == (False, "white")
    assert match_message(plain, "white", STARTED_MS).can_pause
    assert not match_message(plain, SPECTATOR, STARTED_MS).can_pause
    hidden = asked(snapshot_of(Cups(2)), "black", "white")
    lefts = {viewer: match_message(hidden, viewer, STARTED_MS).paused_left_ms for viewer in ("black", "white")}
    assert sorted(map(bool, lefts.values())) == [False, True]


def test_time_never_runs_backwards() -> None:
    plain = moved(snapshot_of(TWO), "2,2")
    late = replace(plain, table=replace(plain.table, last_at_ms=now_of(plain) + 1))
    change = ask(late, "black", STARTED_MS)
    assert change.said is not None
    assert change.said.at_ms == late.table.last_at_ms
    stopped = asked(late, "black", "white", at_ms=late.table.last_at_ms)
    after = resume(stopped, "black", STARTED_MS).after
    assert after.table.tallies == late.table.tallies
