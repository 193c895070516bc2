"""What is told of a match that has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from fixtures.matches import STARTED_MS, snapshot_of
from fixtures.pennies import SEATS, Pennies, PenniesState

from redscience.api.match.v1 import match_pb2
from redscience.interface import SPECTATOR, Outcome
from redscience.random_games import Result
from services.match.ending import ended, ended_match
from services.match.messages import match_message
from services.match.model import Snapshot
from services.match.rated import is_rated
from services.match.table import Tally
from services.match.turns import abort, leave, play

EVENT = "01J000000000000000000EVENT"
LATER = STARTED_MS + 5000


@dataclass(frozen=True)
class Decided(PenniesState):
    """A state in which the rules have decided so."""

    decided: tuple[Result, Result] = ("draw", "draw")
    kept: Mapping[str, Any] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(dict(zip(SEATS, self.decided, strict=True)), **self.kept)


def test_the_event_says_who_sat_where_and_what_became_of_them() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe")
    moved = play(snapshot, "black", ("2,2",), 1, LATER).after
    over = leave(moved, "white", LATER + 3000).after
    message = ended_match(over, EVENT)
    assert message == match_pb2.EndedMatch(
        event_id=EVENT,
        match_id=over.match.id,
        game_id=over.match.game_id,
        universe="public",
        rated=True,
        reason=match_pb2.REASON_RESIGNED,
        started_at_ms=STARTED_MS,
        ended_at_ms=LATER + 3000,
        seats=[
            match_pb2.EndedSeat(
                seat=seat.seat,
                player_id=seat.player_id,
                kind="person",
                outcome=outcome,
                team=team,
                turns=turns,
                thinking_ms=thinking_ms,
            )
            for seat, outcome, team, turns, thinking_ms in zip(
                over.match.seats, ("win", "lose"), (0, 1), (1, 0), (5000, 0), strict=True
            )
        ],
    )


@pytest.mark.parametrize(
    ("decided", "chaos"),
    [(("win", "win"), "lose"), (("win", "lose"), ""), (("draw", "draw"), ""), (("lose", "lose"), "win")],
)
def test_the_phantom_chaos_wins_and_loses_with_all_players(decided: tuple[Result, Result], chaos: str) -> None:
    assert told(Decided(0, decided=decided)).chaos == chaos


def told(state: Decided, turns: int = 1) -> match_pb2.EndedMatch:
    """What is told of a match that has come to this, after so many turns of each seat."""
    snapshot = snapshot_of(Pennies())
    table = replace(snapshot.table, state=state, tallies=dict.fromkeys(SEATS, Tally(turns=turns)))
    return ended_match(replace(snapshot, table=table, match=ended(snapshot.match, table, "rules", LATER)), EVENT)


def test_what_the_game_says_of_weights_and_statistics_is_told() -> None:
    message = told(Decided(0, kept={"weights": {"white": 0.25}, "statistics": {"black": {"flips": 3.0}}}))
    black, white = message.seats
    assert (black.HasField("weight"), white.weight) == (False, 0.25)
    assert (dict(black.statistics), dict(white.statistics)) == ({"flips": 3.0}, {})
    assert message.rated


def test_a_void_match_is_not_rated() -> None:
    assert not told(Decided(0, kept={"is_void": True})).rated


def test_whoever_looks_is_told_why_a_match_does_not_count() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe")
    left, aborted = leave(snapshot, "white", LATER).after, abort(snapshot, "white", LATER).after
    moved = play(snapshot, "black", ("2,2",), 1, LATER).after
    table = replace(
        moved.table, state=Decided(0, kept={"is_void": True}), _views=dict.fromkeys(moved.table.versions, "")
    )
    void = replace(moved, table=table, match=ended(moved.match, table, "time", LATER))
    for over, why in (
        (moved, match_pb2.UNRATED_UNSPECIFIED),
        (leave(moved, "white", LATER).after, match_pb2.UNRATED_UNSPECIFIED),
        (left, match_pb2.UNRATED_NOBODY_MOVED),
        (aborted, match_pb2.UNRATED_NOBODY_MOVED),
        (void, match_pb2.UNRATED_VOID),
        (with_seats(snapshot, kind="anonymous"), match_pb2.UNRATED_VISITOR),
        (with_seats(snapshot, controller_id="one"), match_pb2.UNRATED_SAME_PERSON),
    ):
        message = match_message(over, SPECTATOR, LATER)
        assert (message.rated, message.unrated) == (why == match_pb2.UNRATED_UNSPECIFIED, why)


def with_seats(snapshot: Snapshot, **more: Any) -> Snapshot:
    """A match of other seats, which are not rated."""
    seats = tuple(replace(seat, **more) for seat in snapshot.match.seats)
    return replace(snapshot, match=replace(snapshot.match, seats=seats, rated=is_rated(seats)))


def test_what_the_rules_have_decided_counts_though_nobody_was_asked() -> None:
    assert told(Decided(0, decided=("win", "lose")), turns=0).rated
