"""What is read of an ended match, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redscience.api.match.v1.match_pb2 import EndedMatch, EndedSeat
from redscience.errors import InvalidField
from services.kit.ids import new_id
from services.rating.result import read_result, result_of


def seat(**more: Any) -> EndedSeat:
    known = {"seat": "black", "player_id": new_id(), "kind": "person", "outcome": "win", "turns": 3, "thinking_ms": 9}
    return EndedSeat(**known | more)


def ended(**more: Any) -> EndedMatch:
    known = {
        "event_id": new_id(),
        "match_id": new_id(),
        "game_id": new_id(),
        "universe": "public",
        "rated": True,
        "ended_at_ms": 1_700_000_000_000,
        "seats": [seat(), seat(seat="white", outcome="lose", team=1)],
    }
    return EndedMatch(**known | more)


def test_a_match_is_read_as_it_was_told() -> None:
    told = ended(chaos="lose")
    result = read_result(told.SerializeToString())
    assert (result.event_id, result.match_id, result.game_id) == (told.event_id, told.match_id, told.game_id)
    assert result.chaos == "lose"
    assert [(at.seat, at.outcome, at.team, at.turns, at.thinking_ms) for at in result.seats] == [
        ("black", "win", 0, 3, 9),
        ("white", "lose", 1, 3, 9),
    ]


def test_all_of_a_match_counts_unless_it_is_said_how_much() -> None:
    told = ended(seats=[seat(), seat(seat="white", weight=0.0, outcome="lose", team=1)])
    assert [at.weight for at in result_of(told).seats] == [1.0, 0.0]


def test_numbers_that_the_game_keeps_are_read_by_the_seat() -> None:
    told = ended(seats=[seat(statistics={"bombs hit": 2.0}), seat(seat="white", outcome="lose", team=1)])
    assert [at.statistics for at in result_of(told).seats] == [{"bombs hit": 2.0}, {}]


@pytest.mark.parametrize(
    "statistics",
    [{"Bombs": 1.0}, {"": 1.0}, {"a" * 33: 1.0}, {"points": float("nan")}, {f"n{'a' * n}": 1.0 for n in range(17)}],
)
def test_numbers_that_nobody_could_keep_are_refused(statistics: dict[str, float]) -> None:
    with pytest.raises(InvalidField, match=r"seats\[1\].statistics"):
        result_of(ended(seats=[seat(), seat(seat="white", outcome="lose", team=1, statistics=statistics)]))


def test_without_chaos_there_is_none() -> None:
    assert result_of(ended()).chaos is None


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"event_id": ""}, "event_id"),
        ({"match_id": "m"}, "match_id"),
        ({"game_id": "*"}, "game_id"),
        ({"universe": ""}, "universe"),
        ({"universe": "a.b"}, "universe"),
        ({"ended_at_ms": 0}, "ended_at_ms"),
        ({"chaos": "sulks"}, "chaos"),
        ({"seats": []}, "seats"),
        ({"seats": [seat()] * 17}, "seats"),
        ({"seats": [seat(player_id="")]}, "seats[0].player_id"),
        ({"seats": [seat(outcome="")]}, "seats[0].outcome"),
        ({"seats": [seat(seat="")]}, "seats[0].seat"),
        ({"seats": [seat(kind="x" * 17)]}, "seats[0].kind"),
        ({"seats": [seat(turns=-1)]}, "seats[0].turns"),
        ({"seats": [seat(thinking_ms=-1)]}, "seats[0].thinking_ms"),
        ({"seats": [seat(weight=-0.1)]}, "seats[0].weight"),
        ({"seats": [seat(weight=float("nan"))]}, "seats[0].weight"),
        ({"seats": [seat(), seat(seat="white", outcome="lose")]}, "seats[1].outcome"),
    ],
)
def test_what_cannot_be_is_refused_by_name(wrong: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidField) as refused:
        result_of(ended(**wrong))
    assert [fault.path for fault in refused.value.faults] == [path]
    assert all(fault.problem and fault.remedy for fault in refused.value.faults)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(InvalidField) as refused:
        result_of(EndedMatch())
    assert [fault.path for fault in refused.value.faults] == [
        "event_id",
        "match_id",
        "game_id",
        "universe",
        "ended_at_ms",
        "seats",
    ]


@given(st.binary(max_size=200))
def test_bytes_from_anywhere_are_refused_and_nothing_else_happens(payload: bytes) -> None:
    with pytest.raises(InvalidField):
        read_result(payload)
