"""Games that hide something: sealed plans, hidden turns, Chaos, and pauses that give nothing away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.cups import COIN, EVEN, ODD, PASS, Cups
from fixtures.matches import ANNA, BEN, PAUSE_MS, STARTED_MS, human, random_player, snapshot_of
from fixtures.pennies import Pennies
from fixtures.services import service_caller

from redscience.errors import IllegalMove, NotActing, StaleView
from redscience.interface import SPECTATOR
from services.kit.identity import CHAOS_SERVICE, Caller
from services.match.decisions import with_choices, with_view
from services.match.ending import ended_match
from services.match.messages import match_message
from services.match.model import Snapshot
from services.match.proposals import propose
from services.match.seating import viewer_for
from services.match.turns import Change, end_pause, expire, leave, play

SECOND = 1000
EVENT = "01J000000000000000000EVENT"
SERVICE = Caller(CHAOS_SERVICE, "service", "service", "", "chaos")
VIEWERS = ("black", "white", SPECTATOR)
PLATFORM = service_caller("chaos")


def act(snapshot: Snapshot, seat: str, *moves: str, at_ms: int) -> Change:
    """A seat's answer to its present view."""
    return play(snapshot, seat, moves, snapshot.table.versions[seat], at_ms)


def waited(snapshot: Snapshot) -> Snapshot:
    """The match when its pause has ended."""
    assert snapshot.match.pause_ends_at_ms is not None
    return end_pause(snapshot, snapshot.match.pause_ends_at_ms).after


def guessing() -> Snapshot:
    """Cups of two people, when the guesses are due; no coin lies anywhere."""
    snapshot = act(snapshot_of(Cups()), "black", PASS, at_ms=STARTED_MS).after
    snapshot = act(snapshot, "white", PASS, at_ms=STARTED_MS).after
    return waited(act(snapshot, "chaos", PASS, at_ms=STARTED_MS).after)


def messages(snapshot: Snapshot, now_ms: int) -> dict[str, bytes]:
    """What each viewer is told."""
    return {viewer: match_message(snapshot, viewer, now_ms).SerializeToString() for viewer in VIEWERS}


def test_chaos_sits_last_and_is_no_player() -> None:
    snapshot = snapshot_of(Cups())
    *players, chaos = match_message(snapshot, SPECTATOR, STARTED_MS).seats
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
    snapshot = guessing()
    for seat, guess in zip(("black", "white"), guesses, strict=True):
        snapshot = act(snapshot, seat, guess, guess, at_ms=STARTED_MS).after
    assert tuple(seat.outcome or "" for seat in snapshot.match.seats) == outcomes
    told = ended_match(snapshot, EVENT)
    assert told.chaos == chaos
    assert [seat.seat for seat in told.seats] == ["black", "white"]


def test_a_plan_is_made_move_by_move_and_nobody_else_is_told() -> None:
    snapshot = guessing()
    before, clock = messages(snapshot, STARTED_MS), snapshot.match.clock
    for seconds, guess in ((4, ODD), (7, EVEN)):
        snapshot = act(snapshot, "black", guess, at_ms=STARTED_MS + seconds * SECOND).after
        after = messages(snapshot, STARTED_MS)
        assert after["black"] != before["black"]
        assert (after["white"], after[SPECTATOR]) == (before["white"], before[SPECTATOR])
        assert snapshot.match.clock == clock
    assert snapshot.table.state.acting == ("white",)
    tally = snapshot.table.tallies["black"]
    assert (tally.turns, tally.thinking_ms) == (2, 7 * SECOND - PAUSE_MS)


def test_a_plan_that_is_made_is_not_made_again() -> None:
    snapshot = act(guessing(), "black", ODD, EVEN, at_ms=STARTED_MS).after
    with pytest.raises(NotActing):
        act(snapshot, "black", ODD, at_ms=STARTED_MS)
    with pytest.raises(StaleView):
        play(snapshot, "black", (ODD,), snapshot.table.versions["black"] - 1, STARTED_MS)


def test_nobody_can_try_a_move_that_tells_something_and_take_it_back() -> None:
    """Errors are what would tell: so after the first move there is none, whatever the others have done."""
    alone = guessing()
    last = act(alone, "white", ODD, EVEN, at_ms=STARTED_MS).after
    for moves in ((ODD, "nonsense"), (ODD, PASS, ODD), (ODD,)):
        changes = [act(snapshot, "black", *moves, at_ms=STARTED_MS) for snapshot in (alone, last)]
        assert [change.turns[0].moves for change in changes] == [(ODD,)] * 2
    told = [act(snapshot, "black", ODD, ODD, "nonsense", at_ms=STARTED_MS).turns[0].moves for snapshot in (alone, last)]
    assert told == [(ODD, ODD)] * 2
    for snapshot in (alone, last):
        version = snapshot.table.versions["black"]
        assert propose(snapshot, "black", (ODD, ODD, ODD), version).after.proposals["black"] == (ODD, ODD, ODD)
        with pytest.raises(IllegalMove, match="cannot be done"):
            propose(snapshot, "black", (PASS, ODD), version)


def test_all_of_a_plan_or_the_rest_of_it_can_be_proposed() -> None:
    snapshot = guessing()
    version = snapshot.table.versions["black"]
    assert propose(snapshot, "black", (ODD, ODD), version).after.proposals == {"black": (ODD, ODD)}
    begun = act(snapshot, "black", ODD, at_ms=STARTED_MS).after
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
    snapshot = act(snapshot_of(Cups()), "black", PASS, at_ms=at_ms).after
    due = {viewer: match_message(snapshot, viewer, at_ms).due_at_ms for viewer in VIEWERS}
    assert due == {"black": 0, "white": at_ms + 60 * SECOND, SPECTATOR: 0}


def test_the_clock_of_a_sealed_round_is_seen_by_all() -> None:
    snapshot = act(guessing(), "black", ODD, ODD, at_ms=STARTED_MS + 5 * SECOND).after
    assert snapshot.match.clock is not None
    due = {match_message(snapshot, viewer, STARTED_MS).due_at_ms for viewer in VIEWERS}
    assert due == {snapshot.match.clock.due_at_ms}


def test_what_nobody_can_see_is_made_at_once_and_what_somebody_sees_waits() -> None:
    at_ms = STARTED_MS + 90
    snapshot = act(
        act(snapshot_of(Cups()), "black", PASS, at_ms=STARTED_MS).after, "white", PASS, at_ms=STARTED_MS
    ).after
    coin = act(snapshot, "chaos", COIN, at_ms=at_ms)
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
    begun = act(snapshot_of(Cups(9), *seats), "black", PASS, at_ms=STARTED_MS).after
    shown = []
    for coins in range(10):
        snapshot = begun
        for number in range(coins):
            snapshot = act(snapshot, "white", COIN, at_ms=STARTED_MS + 7 * number).after
            assert match_message(snapshot, "black", 0) == match_message(begun, "black", 0)
        if coins < 9:
            snapshot = act(snapshot, "white", PASS, at_ms=STARTED_MS + 7 * coins).after
        assert snapshot.match.pause_ends_at_ms == STARTED_MS + PAUSE_MS
        told = match_message(waited(snapshot), "black", 0)
        shown.append(told)
    assert all(told == shown[0] for told in shown)


def test_a_pause_that_the_platform_missed_is_followed_by_another_of_its_kind() -> None:
    begun = act(
        snapshot_of(Cups(), human("black", 0, ANNA), random_player("white", 1)), "black", PASS, at_ms=STARTED_MS
    )
    for late_ms, pauses in ((0, 1), (PAUSE_MS - 1, 1), (PAUSE_MS, 2), (PAUSE_MS * 7 + 30, 8)):
        kept = act(begun.after, "white", PASS, at_ms=STARTED_MS + late_ms).after
        assert kept.match.pause_ends_at_ms == STARTED_MS + pauses * PAUSE_MS


def test_the_platforms_own_are_told_since_when_others_wait() -> None:
    begun = act(
        snapshot_of(Cups(9), human("black", 0, ANNA), random_player("white", 1)), "black", PASS, at_ms=STARTED_MS + 7
    ).after
    coin = act(begun, "white", COIN, at_ms=STARTED_MS + 90).after
    for snapshot in (begun, coin):
        for tell in (with_view, with_choices):
            (told,) = tell(snapshot, "white", SERVICE, "").decisions
            assert told.shown_at_ms == STARTED_MS + 7
    (asked,) = with_view(snapshot_of(Cups()), "black", SERVICE, "").decisions
    assert asked.shown_at_ms == 0
    # Of a sealed round everybody knows that it goes on, and all of it is seen when it is over.
    (asked,) = with_view(
        snapshot_of(Pennies(), random_player("black", 0), human("white", 1, BEN)), "black", SERVICE, ""
    ).decisions
    assert asked.shown_at_ms == 0
    open_game = snapshot_of("Tic-Tac-Toe", random_player("black", 0), human("white", 1, BEN))
    (asked,) = with_view(open_game, "black", SERVICE, "").decisions
    assert asked.shown_at_ms == 0


def test_the_only_choice_waits_as_well() -> None:
    first = act(snapshot_of(Cups(2)), "black", COIN, at_ms=STARTED_MS).after
    snapshot = act(first, "black", COIN, at_ms=STARTED_MS + 50)
    assert [turn.seats for turn in snapshot.turns] == [("black",)]
    assert snapshot.after.table.state.acting == ("black",)
    assert snapshot.after.match.pause_ends_at_ms == STARTED_MS + 50 + PAUSE_MS
    over = end_pause(snapshot.after, STARTED_MS + 50 + PAUSE_MS)
    assert [(turn.seats, turn.moves, turn.automatic) for turn in over.turns] == [(("black",), (PASS,), True)]
    assert over.after.table.state.acting == ("white",)


def test_without_secrets_nothing_waits() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe", random_player("black", 0), human("white", 1, BEN))
    change = act(snapshot, "black", "2,2", at_ms=STARTED_MS)
    assert [turn.seats for turn in change.turns] == [("black",)]
    assert change.after.match.pause_ends_at_ms is None


def test_a_plan_of_the_platforms_is_made_at_once_unless_it_ends_the_round() -> None:
    snapshot = snapshot_of(Pennies(), human("black", 0, ANNA), random_player("white", 1))
    first = act(snapshot, "white", "heads", at_ms=STARTED_MS)
    assert [turn.seats for turn in first.turns] == [("white",)]
    last = act(act(snapshot, "black", "tails", at_ms=STARTED_MS + 30).after, "white", "heads", at_ms=STARTED_MS + 60)
    assert last.turns == ()
    assert last.after.match.pause_ends_at_ms == STARTED_MS + 30 + PAUSE_MS


def test_what_the_platform_chose_is_checked_before_it_is_kept() -> None:
    snapshot = act(
        snapshot_of(Cups(), human("black", 0, ANNA), random_player("white", 1)), "black", PASS, at_ms=0
    ).after
    with pytest.raises(IllegalMove):
        act(snapshot, "white", ODD, at_ms=0)
    with pytest.raises(StaleView):
        play(snapshot, "white", (PASS,), 9, 0)


def test_what_is_kept_for_the_platform_ends_with_what_it_answered() -> None:
    snapshot = snapshot_of(Pennies(), human("black", 0, ANNA), random_player("white", 1))
    kept = act(act(snapshot, "black", "tails", at_ms=STARTED_MS).after, "white", "heads", at_ms=STARTED_MS).after
    assert kept.proposals == {"white": ("heads",)}
    over = leave(kept, "black", STARTED_MS).after
    assert (over.match.status, over.proposals, over.match.pause_ends_at_ms) == ("ended", {}, None)


def test_the_platform_looks_from_a_seat_that_has_not_chosen_yet() -> None:
    snapshot = snapshot_of(Pennies(), random_player("black", 0), random_player("white", 1))
    assert viewer_for(snapshot, PLATFORM, "") == "black"
    assert viewer_for(replace(snapshot, proposals={"black": ("heads",)}), PLATFORM, "") == "white"
    assert viewer_for(replace(snapshot, proposals={"black": ("heads",), "white": ("tails",)}), PLATFORM, "") == "black"


def test_first_turns_have_half_a_minute_each_whatever_was_hidden_before() -> None:
    dues = []
    for coins in (0, 2, 3):
        snapshot = snapshot_of(Cups(), human("black", 0, ANNA), human("white", 1, BEN), seconds_per_turn=3)
        for _ in range(coins):
            snapshot = act(snapshot, "black", COIN, at_ms=STARTED_MS).after
        snapshot = waited(snapshot) if coins == 3 else act(snapshot, "black", PASS, at_ms=STARTED_MS + PAUSE_MS).after
        dues.append(match_message(snapshot, "white", 0).due_at_ms)
    assert dues == [STARTED_MS + PAUSE_MS + 30 * SECOND] * 3


def test_a_proposal_changes_nothing_for_anybody_else() -> None:
    snapshot = guessing()
    proposed = propose(snapshot, "black", (ODD, ODD), snapshot.table.versions["black"]).after
    for viewer in ("white", SPECTATOR):
        assert match_message(proposed, viewer, 0) == match_message(snapshot, viewer, 0)
    assert list(match_message(proposed, "black", 0).proposed) == [ODD, ODD]
