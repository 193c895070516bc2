"""Games that hide something: sealed plans, hidden turns, Chaos, and pauses that give nothing away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.cups import COIN, EVEN, ODD, PASS, Cups
from fixtures.matches import ANNA, BEN, PAUSE_MS, STARTED_MS, human, random_player, sitting_of
from fixtures.pennies import Pennies
from fixtures.services import service_caller

from redscience.errors import IllegalMove, NotActing, StaleView
from redscience.interface import SPECTATOR
from services.match.ending import ended_match
from services.match.messages import match_message, says_the_same
from services.match.model import Sitting
from services.match.proposals import propose
from services.match.seating import viewer_for
from services.match.turns import Change, end_pause, expire, leave, play

SECOND = 1000
EVENT = "01J000000000000000000EVENT"
VIEWERS = ("black", "white", SPECTATOR)
PLATFORM = service_caller("chaos")


def act(sitting: Sitting, seat: str, *moves: str, at_ms: int) -> Change:
    """A seat's answer to its present view."""
    return play(sitting, seat, moves, sitting.table.versions[seat], at_ms)


def waited(sitting: Sitting) -> Sitting:
    """The match when its pause has ended."""
    assert sitting.match.pause_ends_at_ms is not None
    return end_pause(sitting, sitting.match.pause_ends_at_ms).after


def guessing() -> Sitting:
    """Cups of two people, when the guesses are due; no coin lies anywhere."""
    sitting = act(sitting_of(Cups()), "black", PASS, at_ms=STARTED_MS).after
    sitting = act(sitting, "white", PASS, at_ms=STARTED_MS).after
    return waited(act(sitting, "chaos", PASS, at_ms=STARTED_MS).after)


def messages(sitting: Sitting, now_ms: int) -> dict[str, bytes]:
    """What each viewer is told."""
    return {viewer: match_message(sitting, viewer, now_ms).SerializeToString() for viewer in VIEWERS}


def test_chaos_sits_last_and_is_no_player() -> None:
    sitting = sitting_of(Cups())
    *players, chaos = match_message(sitting, SPECTATOR, STARTED_MS).seats
    assert [seat.seat for seat in players] == ["black", "white"]
    assert (chaos.seat, chaos.slot, chaos.player_id, chaos.player_name, chaos.kind) == (
        "chaos",
        2,
        "",
        "Chaos",
        "chaos",
    )


@pytest.mark.parametrize(
    ("guesses", "outcomes", "chaos"),
    [
        ((EVEN, EVEN), ("win", "win", "lose"), "lose"),
        ((ODD, EVEN), ("lose", "win", ""), "draw"),
        ((ODD, ODD), ("lose", "lose", "win"), "win"),
    ],
)
def test_what_becomes_of_chaos_follows_from_the_players(
    guesses: tuple[str, str], outcomes: tuple[str, str, str], chaos: str
) -> None:
    sitting = guessing()
    for seat, guess in zip(("black", "white"), guesses, strict=True):
        sitting = act(sitting, seat, guess, guess, at_ms=STARTED_MS).after
    assert tuple(seat.outcome or "" for seat in sitting.match.seats) == outcomes
    told = ended_match(sitting, EVENT)
    assert told.chaos == chaos
    assert [seat.seat for seat in told.seats] == ["black", "white"]


def test_a_plan_is_made_move_by_move_and_nobody_else_is_told() -> None:
    sitting = guessing()
    before, clock = messages(sitting, STARTED_MS), sitting.match.clock
    for seconds, guess in ((4, ODD), (7, EVEN)):
        sitting = act(sitting, "black", guess, at_ms=STARTED_MS + seconds * SECOND).after
        after = messages(sitting, STARTED_MS)
        assert after["black"] != before["black"]
        assert (after["white"], after[SPECTATOR]) == (before["white"], before[SPECTATOR])
        assert sitting.match.clock == clock
    assert sitting.table.state.acting == ("white",)
    tally = sitting.table.tallies["black"]
    assert (tally.turns, tally.thinking_ms) == (2, 7 * SECOND - PAUSE_MS)


def test_a_plan_that_is_made_is_not_made_again() -> None:
    sitting = act(guessing(), "black", ODD, EVEN, at_ms=STARTED_MS).after
    with pytest.raises(NotActing):
        act(sitting, "black", ODD, at_ms=STARTED_MS)
    with pytest.raises(StaleView):
        play(sitting, "black", (ODD,), sitting.table.versions["black"] - 1, STARTED_MS)


def test_nobody_can_try_a_move_that_tells_something_and_take_it_back() -> None:
    """Errors are what would tell: so after the first move there is none, whatever the others have done."""
    alone = guessing()
    last = act(alone, "white", ODD, EVEN, at_ms=STARTED_MS).after
    for moves in ((ODD, "nonsense"), (ODD, PASS, ODD), (ODD,)):
        changes = [act(sitting, "black", *moves, at_ms=STARTED_MS) for sitting in (alone, last)]
        assert [change.turns[0].moves for change in changes] == [(ODD,)] * 2
    told = [act(sitting, "black", ODD, ODD, "nonsense", at_ms=STARTED_MS).turns[0].moves for sitting in (alone, last)]
    assert told == [(ODD, ODD)] * 2
    for sitting in (alone, last):
        version = sitting.table.versions["black"]
        assert propose(sitting, "black", (ODD, ODD, ODD), version).after.proposals["black"] == (ODD, ODD, ODD)
        with pytest.raises(IllegalMove, match="cannot be done"):
            propose(sitting, "black", (PASS, ODD), version)


def test_all_of_a_plan_or_the_rest_of_it_can_be_proposed() -> None:
    sitting = guessing()
    version = sitting.table.versions["black"]
    assert propose(sitting, "black", (ODD, ODD), version).after.proposals == {"black": (ODD, ODD)}
    begun = act(sitting, "black", ODD, at_ms=STARTED_MS).after
    rest = propose(begun, "black", (EVEN,), begun.table.versions["black"]).after
    assert rest.proposals == {"black": (EVEN,)}


def test_all_who_owe_a_plan_when_time_runs_out_leave_at_one_moment() -> None:
    change = expire(guessing(), STARTED_MS + 60 * SECOND)
    assert [(turn.seats, turn.left) for turn in change.turns] == [(("black", "white"), "time")]
    assert change.after.match.reason == "time"
    assert [seat.outcome for seat in change.after.match.seats] == ["lose", "lose", "win"]
    assert ended_match(change.after, EVENT).chaos == "win"


def test_half_a_plan_is_none_when_time_runs_out() -> None:
    half = act(guessing(), "black", ODD, at_ms=STARTED_MS).after
    both = expire(half, STARTED_MS + 60 * SECOND)
    assert [turn.seats for turn in both.turns] == [("black", "white")]
    whole = act(half, "black", ODD, at_ms=STARTED_MS).after
    one = expire(whole, STARTED_MS + 60 * SECOND)
    assert [turn.seats for turn in one.turns] == [("white",)]
    half_proposed = propose(guessing(), "black", (ODD,), half.table.versions["black"] - 1).after
    assert [turn.seats for turn in expire(half_proposed, STARTED_MS + 60 * SECOND).turns] == [("black", "white")]
    rest = propose(half, "black", (ODD,), half.table.versions["black"]).after
    proposed = expire(rest, STARTED_MS + 60 * SECOND)
    assert [(turn.seats, turn.left) for turn in proposed.turns] == [(("black",), None), (("white",), "time")]


def test_the_clock_of_hidden_turns_is_seen_by_whoever_is_on_turn_alone() -> None:
    at_ms = STARTED_MS + 5 * SECOND
    sitting = act(sitting_of(Cups()), "black", PASS, at_ms=at_ms).after
    due = {viewer: match_message(sitting, viewer, at_ms).due_at_ms for viewer in VIEWERS}
    assert due == {"black": 0, "white": at_ms + 60 * SECOND, SPECTATOR: 0}


def test_the_clock_of_a_sealed_round_is_seen_by_all() -> None:
    sitting = act(guessing(), "black", ODD, ODD, at_ms=STARTED_MS + 5 * SECOND).after
    assert sitting.match.clock is not None
    due = {match_message(sitting, viewer, STARTED_MS).due_at_ms for viewer in VIEWERS}
    assert due == {sitting.match.clock.due_at_ms}


def test_what_nobody_can_see_is_made_at_once_and_what_somebody_sees_waits() -> None:
    at_ms = STARTED_MS + 90
    sitting = act(act(sitting_of(Cups()), "black", PASS, at_ms=STARTED_MS).after, "white", PASS, at_ms=STARTED_MS).after
    coin = act(sitting, "chaos", COIN, at_ms=at_ms)
    assert [(turn.seats, turn.moves) for turn in coin.turns] == [(("chaos",), (COIN,))]
    assert coin.after.match.pause_ends_at_ms is None
    passed = act(coin.after, "chaos", PASS, at_ms=at_ms)
    assert passed.turns == ()
    assert passed.after.proposals == {"chaos": (PASS,)}
    assert passed.after.match.pause_ends_at_ms == STARTED_MS + PAUSE_MS
    over = end_pause(passed.after, STARTED_MS + PAUSE_MS)
    assert [(turn.seats, turn.moves, turn.automatic) for turn in over.turns] == [(("chaos",), (PASS,), False)]
    assert over.turns[0].at_ms == STARTED_MS + PAUSE_MS
    assert over.after.table.state.acting == ("black", "white")
    assert (over.after.proposals, over.after.match.pause_ends_at_ms) == ({}, None)


def test_whoever_waits_can_tell_one_hidden_turn_from_many_by_nothing() -> None:
    seats = human("black", 0, ANNA), random_player("white", 1)
    begun = act(sitting_of(Cups(9), *seats), "black", PASS, at_ms=STARTED_MS).after
    shown = []
    for coins in range(10):
        sitting = begun
        for number in range(coins):
            sitting = act(sitting, "white", COIN, at_ms=STARTED_MS + 7 * number).after
            assert match_message(sitting, "black", 0) == match_message(begun, "black", 0)
        if coins < 9:
            sitting = act(sitting, "white", PASS, at_ms=STARTED_MS + 7 * coins).after
        assert sitting.match.pause_ends_at_ms == STARTED_MS + PAUSE_MS
        told = match_message(waited(sitting), "black", 0)
        shown.append(told)
    assert all(told == shown[0] for told in shown)


def test_a_pause_that_the_platform_missed_is_followed_by_another_of_its_kind() -> None:
    begun = act(sitting_of(Cups(), human("black", 0, ANNA), random_player("white", 1)), "black", PASS, at_ms=STARTED_MS)
    for late_ms, pauses in ((0, 1), (PAUSE_MS - 1, 1), (PAUSE_MS, 2), (PAUSE_MS * 7 + 30, 8)):
        kept = act(begun.after, "white", PASS, at_ms=STARTED_MS + late_ms).after
        assert kept.match.pause_ends_at_ms == STARTED_MS + pauses * PAUSE_MS


def test_the_only_choice_waits_as_well() -> None:
    first = act(sitting_of(Cups(2)), "black", COIN, at_ms=STARTED_MS).after
    sitting = act(first, "black", COIN, at_ms=STARTED_MS + 50)
    assert [turn.seats for turn in sitting.turns] == [("black",)]
    assert sitting.after.table.state.acting == ("black",)
    assert sitting.after.match.pause_ends_at_ms == STARTED_MS + 50 + PAUSE_MS
    over = end_pause(sitting.after, STARTED_MS + 50 + PAUSE_MS)
    assert [(turn.seats, turn.moves, turn.automatic) for turn in over.turns] == [(("black",), (PASS,), True)]
    assert over.after.table.state.acting == ("white",)


def test_without_secrets_nothing_waits() -> None:
    sitting = sitting_of("Tic-Tac-Toe", random_player("black", 0), human("white", 1, BEN))
    change = act(sitting, "black", "2,2", at_ms=STARTED_MS)
    assert [turn.seats for turn in change.turns] == [("black",)]
    assert change.after.match.pause_ends_at_ms is None


def test_a_plan_of_the_platforms_is_made_at_once_unless_it_ends_the_round() -> None:
    sitting = sitting_of(Pennies(), human("black", 0, ANNA), random_player("white", 1))
    first = act(sitting, "white", "heads", at_ms=STARTED_MS)
    assert [turn.seats for turn in first.turns] == [("white",)]
    last = act(act(sitting, "black", "tails", at_ms=STARTED_MS + 30).after, "white", "heads", at_ms=STARTED_MS + 60)
    assert last.turns == ()
    assert last.after.match.pause_ends_at_ms == STARTED_MS + 30 + PAUSE_MS


def test_what_the_platform_chose_is_checked_before_it_is_kept() -> None:
    sitting = act(sitting_of(Cups(), human("black", 0, ANNA), random_player("white", 1)), "black", PASS, at_ms=0).after
    with pytest.raises(IllegalMove):
        act(sitting, "white", ODD, at_ms=0)
    with pytest.raises(StaleView):
        play(sitting, "white", (PASS,), 9, 0)


def test_what_is_kept_for_the_platform_ends_with_what_it_answered() -> None:
    sitting = sitting_of(Pennies(), human("black", 0, ANNA), random_player("white", 1))
    kept = act(act(sitting, "black", "tails", at_ms=STARTED_MS).after, "white", "heads", at_ms=STARTED_MS).after
    assert kept.proposals == {"white": ("heads",)}
    over = leave(kept, "black", STARTED_MS).after
    assert (over.match.status, over.proposals, over.match.pause_ends_at_ms) == ("ended", {}, None)


def test_the_platform_looks_from_a_seat_that_has_not_chosen_yet() -> None:
    sitting = sitting_of(Pennies(), random_player("black", 0), random_player("white", 1))
    assert viewer_for(sitting, PLATFORM, "") == "black"
    assert viewer_for(replace(sitting, proposals={"black": ("heads",)}), PLATFORM, "") == "white"
    assert viewer_for(replace(sitting, proposals={"black": ("heads",), "white": ("tails",)}), PLATFORM, "") == "black"


def test_first_turns_have_half_a_minute_each_whatever_was_hidden_before() -> None:
    dues = []
    for coins in (0, 2, 3):
        sitting = sitting_of(Cups(), human("black", 0, ANNA), human("white", 1, BEN), seconds_per_turn=3)
        for _ in range(coins):
            sitting = act(sitting, "black", COIN, at_ms=STARTED_MS).after
        sitting = waited(sitting) if coins == 3 else act(sitting, "black", PASS, at_ms=STARTED_MS + PAUSE_MS).after
        dues.append(match_message(sitting, "white", 0).due_at_ms)
    assert dues == [STARTED_MS + PAUSE_MS + 30 * SECOND] * 3


def test_a_proposal_changes_nothing_for_anybody_else() -> None:
    sitting = guessing()
    proposed = propose(sitting, "black", (ODD, ODD), sitting.table.versions["black"]).after
    for viewer in ("white", SPECTATOR):
        assert says_the_same(match_message(proposed, viewer, 0), match_message(sitting, viewer, 0))
    assert list(match_message(proposed, "black", 0).proposed) == [ODD, ODD]
