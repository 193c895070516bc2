"""So many event streams of one player, so many in all, and none is counted after its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redscience.errors import LimitReached, Unavailable
from services.gateway.stream_limit import STREAMS, STREAMS_OF_A_PERSON, StreamLimit

PLAYERS = ("ada", "ben", "eve")


@given(st.lists(st.tuples(st.sampled_from(PLAYERS), st.booleans()), max_size=60))
def test_it_is_full_when_a_player_or_all_have_what_they_may(steps: list[tuple[str, bool]]) -> None:
    limit = StreamLimit(streams=7, of_a_person=3)
    inside: list[tuple[str, Callable[[], None]]] = []
    for player, enters in steps:
        if not enters:
            if inside:
                _, release = inside.pop(0)
                release()
                release()  # gives back nothing of anybody else's
        elif len(inside) < 7 and [name for name, _ in inside].count(player) < 3:
            inside.append((player, limit.acquire(player)))
        else:
            with pytest.raises((LimitReached, Unavailable)):
                limit.acquire(player)


def test_whoever_has_all_they_may_takes_little_of_it() -> None:
    limit = StreamLimit()
    for _ in range(STREAMS_OF_A_PERSON):
        limit.acquire("ada")
    with pytest.raises(LimitReached, match="Close one of them"):
        limit.acquire("ada")
    for number in range(STREAMS - STREAMS_OF_A_PERSON):
        limit.acquire(f"player {number}")
    with pytest.raises(Unavailable, match="Try again"):
        limit.acquire("ben")


def test_visitors_leave_room_for_those_who_are_logged_in() -> None:
    limit = StreamLimit(streams=10)
    leave, _ = (limit.acquire(f"anonymous:{number}", is_visit=True) for number in range(2))
    with pytest.raises(Unavailable, match="Too many pages"):
        limit.acquire("anonymous:3", is_visit=True)
    limit.acquire("ada")
    leave()
    limit.acquire("anonymous:3", is_visit=True)
