"""Whose turn it is to think, and for how long: strength gives way, not the clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.chaos.house.schedule import _MOST_REMEMBERED, ALONE_S, LONGEST_AHEAD_S, WITHIN_S, Schedule


def test_who_is_asked_first_thinks_first_and_as_long_as_they_like() -> None:
    schedule: Schedule[str] = Schedule(2)
    for key, now_s in (("a", 0.0), ("b", 0.0), ("c", 0.01)):
        schedule.add(key, 0.15, now_s)
    turns = [schedule.take(0.02) for _ in range(3)]
    assert [(turn.key, turn.seconds) for turn in turns if turn] == [("a", 0.15), ("b", 0.15), ("c", 0.15)]
    assert schedule.take(0.02) is None


def test_where_many_wait_the_time_that_is_left_is_shared() -> None:
    schedule: Schedule[int] = Schedule(2)
    for key in range(20):
        schedule.add(key, 0.8, 0.0)
    turn = schedule.take(0.0)
    assert turn is not None
    assert turn.seconds == pytest.approx(WITHIN_S * 2 / 20)


def test_who_waits_no_more_takes_no_share() -> None:
    schedule: Schedule[str] = Schedule(1)
    for key in ("a", "b", "c"):
        schedule.add(key, 0.8, 0.0)
    for key in ("a", "c", "nobody"):
        schedule.withdraw(key)
    turn = schedule.take(0.0)
    assert turn is not None
    assert (turn.key, turn.seconds) == ("b", 0.8)


def test_whose_time_is_nearly_over_thinks_before_it_is() -> None:
    schedule: Schedule[str] = Schedule(2)
    for number in range(10):
        schedule.add(f"{number}", 0.8, 0.0)
    schedule.add("nearly out", 0.05, 0.0, due_at_s=0.1)
    turn = schedule.take(0.0)
    assert turn is not None
    assert (turn.key, turn.seconds) == ("nearly out", 0.05)


def test_many_whose_time_is_nearly_over_keep_nobody_waiting() -> None:
    """One thread, and on it others who are always in a hurry."""
    schedule: Schedule[str] = Schedule(1)
    schedule.add("patient", 0.8, 0.0)
    now = 0.0
    for number in range(100):
        schedule.add(f"{number}", 0.05, now, due_at_s=now + 0.1)
        turn = schedule.take(now)
        assert turn is not None
        if turn.key == "patient":
            break
        now += turn.seconds
    assert turn.key == "patient"
    assert now + turn.seconds <= WITHIN_S + 1e-9


@given(
    threads=st.integers(1, 4),
    asked=st.lists(st.tuples(st.floats(0, 2), st.sampled_from([0.02, 0.15, 0.8])), min_size=1, max_size=60),
)
def test_everybody_is_served_within_the_time_as_long_as_there_is_any(
    threads: int, asked: list[tuple[float, float]]
) -> None:
    """Threads that take exactly what they are given, and a clock that only they move."""
    coming = sorted(asked)
    free_at, waited = [0.0] * threads, list[float]()
    schedule: Schedule[int] = Schedule(threads)
    asked_at: dict[int, float] = {}
    while coming or len(waited) < len(asked):
        now = min(free_at)
        if len(waited) == len(asked_at) and coming:
            now = max(now, coming[0][0])
        while coming and coming[0][0] <= now:
            at, seconds = coming.pop(0)
            asked_at[len(asked_at)] = at
            schedule.add(len(asked_at) - 1, seconds, at)
        turn = schedule.take(now)
        assert turn is not None
        free_at[free_at.index(min(free_at))] = now + turn.seconds
        waited.append(now + turn.seconds - asked_at[turn.key])
    # Whoever comes while all threads think may have to wait for one of these.
    assert max(waited) <= ALONE_S + 0.8 + 1e-9
    if len({at for at, _ in asked}) == 1:
        assert max(waited) <= ALONE_S + 1e-9


def waited_s(schedule: Schedule[str], key: str, now_s: float) -> tuple[float, float]:
    """How long somebody waits for a thread that is always busy, and for how long they think then."""
    began_s = now_s
    while (turn := schedule.take(now_s)) is not None:
        if turn.key == key:
            return now_s - began_s, turn.seconds
        now_s += turn.seconds
    raise AssertionError(f"{key} does not wait")


def test_who_has_many_think_keeps_nobody_else_waiting() -> None:
    """Else whoever comes last of 301 would wait for all the others, and think as shortly as they do."""
    schedule: Schedule[str] = Schedule(1)
    for number in range(300):
        schedule.add(f"{number}", 0.8, 0.0, payer="anna")
    schedule.add("ben's", 0.15, 0.3, payer="ben")
    wait_s, seconds = waited_s(schedule, "ben's", 0.3)
    assert wait_s < 0.02
    assert seconds == 0.15


def test_who_goes_on_asking_keeps_nobody_else_waiting() -> None:
    schedule: Schedule[str] = Schedule(1)
    for number in range(300):
        schedule.add(f"{number}", 0.05, 0.01 * number, 0.01 * number + 0.1, payer="anna")
    schedule.add("ben's", 0.15, 3.0, payer="ben")
    assert waited_s(schedule, "ben's", 3.0)[0] < 0.02


def test_those_of_a_payer_share_what_is_theirs() -> None:
    schedule: Schedule[str] = Schedule(2)
    for number in range(10):
        schedule.add(f"{number}", 0.8, 0.0, payer="anna")
    for key in ("ben's", "eve's", "dan's"):
        schedule.add(key, 0.8, 0.0, payer=key)
    first, second = schedule.take(0.0), schedule.take(0.0)
    assert first is not None
    assert second is not None
    assert (first.key, first.seconds) == ("0", pytest.approx(WITHIN_S * 2 / 4 / 10))
    assert (second.key, second.seconds) == ("ben's", pytest.approx(WITHIN_S * 2 / 4))


def test_who_has_asked_much_is_soon_like_everybody_else() -> None:
    schedule: Schedule[str] = Schedule(1)
    for number in range(100_000):
        schedule.add(f"{number}", 0.8, 0.0, payer="anna")
        schedule.withdraw(f"{number}")
    later_s = 2 * LONGEST_AHEAD_S
    schedule.add("hers", 0.15, later_s, payer="anna")
    schedule.add("ben's", 0.15, later_s + 0.01, payer="ben")
    turn = schedule.take(later_s + 0.01)
    assert turn is not None
    assert turn.key == "hers"


def test_no_payer_is_remembered_for_ever() -> None:
    schedule: Schedule[int] = Schedule(1)
    for number in range(10_000):
        schedule.add(number, 0.8, float(number))
        schedule.withdraw(number)
    assert len(schedule._paced_until_s) <= _MOST_REMEMBERED
