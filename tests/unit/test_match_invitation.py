"""What may become of an invitation."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, human, random_player
from fixtures.services import person

from redscience.errors import CalledOff, NotAllowed, UnknownMatch
from services.match.invitation import HELD_MS, Invitation, accept, as_of, cancel, decline, take_next
from services.match.model import Seat

MADE_MS = 1_700_000_000_000
CLEO = "01J0000000000000000000C1E0"
LATE_MS = MADE_MS + 600_000
ANNA_CALLER, BEN_CALLER, CLEO_CALLER, DAN_CALLER = map(person, (ANNA, BEN, CLEO, "01J00000000000000000000DAN"))
OPEN = Invitation(
    id="01J0000000000000000000TEST",
    game_id="01J0000000000000000000GAME",
    game_name="Four",
    rule_set="{}",
    universe="public",
    seconds_per_turn=60,
    seats=(human("", 0, ANNA), human("", 1, BEN), random_player("", 2), human("", 3, CLEO)),
    accepted=frozenset({0, 2}),
    created_at_ms=MADE_MS,
    lapses_at_ms=LATE_MS,
)
IN_LOBBY = replace(
    OPEN, seats=(human("", 0, ANNA), *(Seat("", slot, "", "", "next", "") for slot in (1, 2))), accepted=frozenset({0})
)


def test_it_is_accepted_when_the_last_has_accepted() -> None:
    one = accept(OPEN, CLEO_CALLER, MADE_MS)
    assert (one.accepted, one.is_accepted_by_all) == ({0, 2, 3}, False)
    assert accept(one, CLEO_CALLER, MADE_MS) == one
    assert accept(one, BEN_CALLER, LATE_MS - 1).is_accepted_by_all


def test_one_who_is_invited_into_several_slots_accepts_in_all() -> None:
    twice = replace(OPEN, seats=(*OPEN.seats[:3], human("", 3, BEN)))
    assert accept(twice, BEN_CALLER, MADE_MS).is_accepted_by_all


def test_who_is_invited_may_decline_after_having_accepted_too() -> None:
    for before in (OPEN, accept(OPEN, BEN_CALLER, MADE_MS)):
        after = decline(before, BEN_CALLER, MADE_MS)
        assert (after.reason, after.called_off_by) == ("declined", BEN)
        assert decline(after, BEN_CALLER, MADE_MS) == after
        assert cancel(after, ANNA_CALLER, MADE_MS) == after
        with pytest.raises(CalledOff, match="declined"):
            accept(after, CLEO_CALLER, MADE_MS)


def test_who_invites_takes_it_back() -> None:
    after = cancel(OPEN, ANNA_CALLER, MADE_MS)
    assert (after.reason, after.called_off_by) == ("cancelled", ANNA)
    assert decline(after, BEN_CALLER, MADE_MS) == after
    with pytest.raises(CalledOff, match="taken back"):
        accept(after, BEN_CALLER, MADE_MS)


def test_it_lapses_with_its_time_and_nothing_becomes_of_it_then() -> None:
    assert as_of(OPEN, LATE_MS - 1) == OPEN
    lapsed = as_of(OPEN, LATE_MS)
    assert (lapsed.reason, lapsed.called_off_by) == ("lapsed", "")
    assert decline(OPEN, BEN_CALLER, LATE_MS) == cancel(OPEN, ANNA_CALLER, LATE_MS) == lapsed
    with pytest.raises(CalledOff, match="lapsed"):
        accept(OPEN, BEN_CALLER, LATE_MS)


def test_what_was_called_off_before_its_time_does_not_lapse_too() -> None:
    declined = decline(OPEN, BEN_CALLER, MADE_MS)
    assert as_of(declined, LATE_MS) == declined


def test_each_does_only_their_own_part() -> None:
    with pytest.raises(NotAllowed, match="Cancel"):
        decline(OPEN, ANNA_CALLER, MADE_MS)
    with pytest.raises(NotAllowed, match="Decline"):
        cancel(OPEN, BEN_CALLER, MADE_MS)
    for decide in (accept, decline, cancel):
        with pytest.raises(UnknownMatch):
            decide(OPEN, DAN_CALLER, MADE_MS)


def test_whether_it_will_count_is_known_before_it_starts() -> None:
    assert OPEN.is_rated
    persona = replace(human("", 3, CLEO), kind="persona", controller_id=ANNA)
    assert not replace(OPEN, seats=(*OPEN.seats[:3], persona)).is_rated


def test_who_comes_next_takes_the_first_seat_and_may_give_it_back() -> None:
    taken = take_next(IN_LOBBY, BEN_CALLER, MADE_MS)
    assert [seat.player_id for seat in taken.seats] == [ANNA, BEN, ""]
    assert (taken.accepted, taken.is_rated, taken.randoms_sought) == ({0, 1}, True, 0)
    assert take_next(taken, BEN_CALLER, MADE_MS) == taken
    assert decline(taken, BEN_CALLER, MADE_MS) == IN_LOBBY
    assert decline(replace(taken, reason="cancelled"), BEN_CALLER, MADE_MS).reason == "cancelled"
    full = take_next(taken, CLEO_CALLER, MADE_MS)
    assert full.is_accepted_by_all
    with pytest.raises(UnknownMatch):
        take_next(full, DAN_CALLER, MADE_MS)


def test_who_came_next_waits_for_so_long_and_no_longer() -> None:
    taken = take_next(IN_LOBBY, BEN_CALLER, MADE_MS)
    assert as_of(taken, MADE_MS + HELD_MS - 1) == taken
    assert as_of(taken, MADE_MS + HELD_MS) == IN_LOBBY
    # Why it was called off is told to those who waited then.
    cancelled = cancel(taken, ANNA_CALLER, MADE_MS)
    assert as_of(cancelled, MADE_MS + HELD_MS) == cancelled


def test_who_comes_next_is_a_person_of_the_same_universe() -> None:
    with pytest.raises(UnknownMatch):
        take_next(IN_LOBBY, person(BEN, universe="01J0000000000000000000ELSE"), MADE_MS)
    with pytest.raises(NotAllowed, match="people"):
        take_next(IN_LOBBY, replace(BEN_CALLER, kind="bot"), MADE_MS)


def test_what_is_sought_beside_people_is_a_number_of_randoms() -> None:
    with_random = replace(IN_LOBBY, seats=(*IN_LOBBY.seats[:2], random_player("", 2)))
    named = replace(IN_LOBBY, seats=(*IN_LOBBY.seats[:2], human("", 2, CLEO)))
    assert [one.randoms_sought for one in (IN_LOBBY, with_random, named, OPEN)] == [0, 1, None, None]
