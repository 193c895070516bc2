"""Hints: where they are given, and that matches with them count for nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, STARTED_MS, human, random_player, snapshot_of

from redscience.api.match.v1 import match_pb2
from redscience.errors import MatchOver, NoHint, NotActing, StaleView
from services.match.hints import note, offered
from services.match.messages import match_message, what_is_seen
from services.match.model import Snapshot
from services.match.turns import leave, play

GAME = "Tic-Tac-Toe"


def against_random(*, rated: bool = True) -> Snapshot:
    snapshot = snapshot_of(GAME, human("black", 0, ANNA), random_player("white", 1))
    return replace(snapshot, match=replace(snapshot.match, rated=rated))


def noted(snapshot: Snapshot, seat: str = "black") -> Snapshot:
    return note(snapshot, seat, snapshot.table.versions[seat], STARTED_MS).after


def moved(snapshot: Snapshot, *moves: str) -> Snapshot:
    for move in moves:
        seat = snapshot.table.state.acting[0]
        snapshot = play(snapshot, seat, (move,), snapshot.table.versions[seat], STARTED_MS).after
    return snapshot


def test_the_first_hint_before_the_first_move_has_the_match_count_for_nobody() -> None:
    start = against_random()
    assert offered(start, "black") == match_pb2.HINTS_END_RATING
    change = note(start, "black", 1, STARTED_MS)
    assert change.said is not None
    assert (change.after.match.rated, change.after.match.version) == (False, start.match.version + 1)
    assert change.after.table == start.table
    assert what_is_seen(change.after, "black") != what_is_seen(start, "black")
    told = match_message(change.after, "spectator", STARTED_MS)
    assert (told.rated, told.unrated) == (False, match_pb2.UNRATED_HINT)


def test_the_next_hints_change_nothing_and_are_given_at_any_time() -> None:
    later = moved(noted(against_random()), "2,2", "1,1")
    assert offered(later, "black") == match_pb2.HINTS_OPEN
    assert note(later, "black", later.table.versions["black"], STARTED_MS).is_nothing


def test_nobody_asks_for_a_hint_to_lose_nothing() -> None:
    later = moved(against_random(), "2,2", "1,1")
    assert offered(later, "black") == match_pb2.HINTS_TOO_LATE
    with pytest.raises(NoHint, match="counts"):
        noted(later)


def test_in_a_match_that_counts_for_nobody_hints_are_given_at_any_time() -> None:
    assert offered(moved(against_random(rated=False), "2,2", "1,1"), "black") == match_pb2.HINTS_OPEN


def test_no_hints_where_somebody_else_plays() -> None:
    two = snapshot_of(GAME, human("black", 0, ANNA), human("white", 1, BEN))
    assert offered(two, "black") == match_pb2.HINTS_UNSPECIFIED
    with pytest.raises(NoHint, match="platform"):
        noted(two)


def test_one_person_in_two_seats_is_two_players() -> None:
    assert offered(snapshot_of(GAME, human("black", 0, ANNA), human("white", 1, ANNA)), "black") == 0


def test_hints_are_for_whoever_is_to_act_and_has_looked() -> None:
    start = against_random()
    with pytest.raises(StaleView):
        note(start, "black", 2, STARTED_MS)
    with pytest.raises(NotActing):
        noted(moved(noted(start), "2,2"))
    with pytest.raises(MatchOver):
        noted(leave(start, "black", STARTED_MS).after)


def test_a_match_with_hints_ends_unrated_by_the_hint() -> None:
    over = leave(moved(noted(against_random()), "2,2"), "black", STARTED_MS).after
    assert match_message(over, "black", STARTED_MS).unrated == match_pb2.UNRATED_HINT
    assert not over.match.rated
