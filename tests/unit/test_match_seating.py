"""Who may sit, who sits where, who may act, and whether it counts."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, human, random_player, snapshot_of
from fixtures.services import person, service_caller
from hypothesis import given
from hypothesis import strategies as st

from redscience.errors import InvalidField, InvalidSlots, NotAllowed, UnknownMatch
from redscience.names import ANONYMOUS_ID, HOUSE, NEXT_AVAILABLE, RANDOM_ID, STANDARD_ID
from services.kit.identity import CHAOS_SERVICE, HOUSE_SERVICE, Caller, Kind
from services.match.acquaintances import Acquaintance
from services.match.rated import is_rated
from services.match.seating import drawn, invited, others, seat_for, viewer_for

SEATS = ("black", "white", "pink")
CALLER = person(ANNA, name="Anna")
STRANGER = person(BEN)
CHAOS_CALLER = service_caller("chaos")


def test_who_invites_sits_in_the_first_slot_and_random_in_the_others() -> None:
    first, *others = invited((ANNA, RANDOM_ID, RANDOM_ID), CALLER, ())
    assert (first.player_id, first.player_name, first.kind, first.controller_id) == (ANNA, "Anna", "person", ANNA)
    assert [(seat.slot, seat.player_id, seat.kind, seat.controller_id) for seat in others] == [
        (1, RANDOM_ID, "random", CHAOS_SERVICE),
        (2, RANDOM_ID, "random", CHAOS_SERVICE),
    ]


@pytest.mark.parametrize(("player_id", "name"), [(player_id, player.name) for player_id, player in HOUSE.items()])
def test_players_that_think_are_seated_as_random_is(player_id: str, name: str) -> None:
    _, *seats = invited((ANNA, player_id, player_id), CALLER, ())
    assert {(seat.player_id, seat.player_name, seat.kind, seat.controller_id) for seat in seats} == {
        (player_id, name, "house", HOUSE_SERVICE)
    }
    assert others((ANNA, player_id, player_id), CALLER, 3) == ()
    assert is_rated(seats)
    visitor = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01A")
    assert invited((ANONYMOUS_ID, player_id), visitor, ())[1].player_id == player_id


@pytest.mark.parametrize(
    ("player_ids", "paths"),
    [
        ((), ["player_ids"]),
        ((ANNA, RANDOM_ID), ["player_ids"]),
        ((ANNA,) * 1000, ["player_ids"]),
        ((RANDOM_ID, ANNA, RANDOM_ID), ["player_ids[0]", "player_ids[1]"]),
        ((STANDARD_ID, ANNA, RANDOM_ID), ["player_ids[0]", "player_ids[1]"]),
        ((ANNA, RANDOM_ID, "no id"), ["player_ids[2]"]),
        ((ANNA, ANNA, RANDOM_ID), ["player_ids[1]"]),
        ((ANNA, BEN, BEN), ["player_ids[2]"]),
    ],
)
def test_every_slot_at_fault_is_named(player_ids: tuple[str, ...], paths: list[str]) -> None:
    with pytest.raises(InvalidSlots) as refused:
        others(player_ids, CALLER, len(SEATS))
    assert [fault.path for fault in refused.value.faults] == paths
    assert all(fault.remedy for fault in refused.value.faults)


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [
        ("anonymous", "Name bots or Random, or log in to play with people"),
        ("bot", "Leave the seat empty, and give whom you like the link to it"),
    ],
)
def test_who_may_not_have_the_next_available_is_told_what_they_may(kind: Kind, remedy: str) -> None:
    caller = Caller(ANNA, kind, "persona", "public", "Beep")
    with pytest.raises(InvalidSlots) as refused:
        others((ANNA, NEXT_AVAILABLE, RANDOM_ID), caller, 3)
    (fault,) = refused.value.faults
    assert fault.remedy == remedy


def test_it_is_asked_only_of_those_who_are_neither_the_caller_nor_random() -> None:
    assert others((ANNA, RANDOM_ID, BEN), CALLER, 3) == (BEN,)
    assert others((ANNA, RANDOM_ID, RANDOM_ID), CALLER, 3) == ()


FRIEND = Acquaintance(BEN, "Ben", "person", BEN, may_invite=True)
BOT = Acquaintance("01J00000000000000000000B0T", "Deep", "bot", "01J00000000000000000000B0T", may_invite=True)
PERSONA = Acquaintance("01J0000000000000000PERS0NA", "Alter", "persona", ANNA, may_invite=True)


def test_friends_bots_and_own_personas_take_the_slots_in_which_they_are_named() -> None:
    seats = invited((ANNA, PERSONA.player_id, RANDOM_ID, BEN), CALLER, (FRIEND, PERSONA))
    assert [(seat.slot, seat.player_name, seat.kind, seat.controller_id) for seat in seats] == [
        (0, "Anna", "person", ANNA),
        (1, "Alter", "persona", ANNA),
        (2, "Random", "random", CHAOS_SERVICE),
        (3, "Ben", "person", BEN),
    ]


def test_who_may_not_be_invited_is_named_with_the_reason() -> None:
    problem, remedy = "is not your friend", "Ask them to be friends first"
    stranger = replace(FRIEND, may_invite=False, problem=problem, remedy=remedy)
    with pytest.raises(InvalidSlots) as refused:
        invited((ANNA, RANDOM_ID, BEN), CALLER, (stranger,))
    (fault,) = refused.value.faults
    assert str(fault) == "player_ids[2]: is not your friend. Ask them to be friends first."


def test_a_visitor_plays_against_bots_and_random_and_nobody_else() -> None:
    visitor = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01A")
    first, bot, _ = invited((ANONYMOUS_ID, BOT.player_id, RANDOM_ID), visitor, (BOT,))
    assert (first.kind, first.controller_id) == ("anonymous", "anonymous:01A")
    assert bot.kind == "bot"
    with pytest.raises(InvalidSlots, match="is a person"):
        invited((ANONYMOUS_ID, BEN, RANDOM_ID), visitor, (FRIEND,))


@given(seed=st.binary(min_size=16, max_size=16))
def test_a_draw_seats_everybody_once_and_always_alike(seed: bytes) -> None:
    players = invited((ANNA, RANDOM_ID, RANDOM_ID), CALLER, ())
    seated = drawn(players, SEATS, seed.hex())
    assert sorted(player.seat for player in seated) == sorted(SEATS)
    assert [player.slot for player in seated] == [0, 1, 2]
    assert seated == drawn(players, SEATS, seed.hex())


def test_every_order_is_drawn_equally_often() -> None:
    players = invited((ANNA, RANDOM_ID, RANDOM_ID), CALLER, ())
    seeds = (hashlib.blake2b(bytes([n % 256, n // 256]), digest_size=16).hexdigest() for n in range(6000))
    orders = Counter(tuple(player.seat for player in drawn(players, SEATS, seed)) for seed in seeds)
    assert len(orders) == 6
    chi_square = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_square < 20.5  # 0.1 % of draws of five degrees of freedom lie above


def test_one_looks_from_ones_own_seat_and_everybody_else_as_a_spectator() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe", human("white", 0, ANNA), random_player("black", 1))
    assert viewer_for(snapshot, CALLER, "") == "white"
    assert viewer_for(snapshot, CHAOS_CALLER, "") == "black"
    assert viewer_for(snapshot, STRANGER, "") == "spectator"


def test_who_holds_several_seats_looks_from_the_one_that_is_to_act() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe", human("white", 0, ANNA), human("black", 1, ANNA))
    assert viewer_for(snapshot, CALLER, "") == "black"
    assert viewer_for(snapshot, CALLER, "white") == "white"


def test_a_match_of_another_universe_does_not_exist() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe")
    elsewhere = person("01J00000000000000000000CAT", universe="01J0000000000000000000ELSE")
    for caller in (elsewhere, CHAOS_CALLER, Caller("service:x", "service", "service", "public", "x")):
        with pytest.raises(UnknownMatch):
            viewer_for(snapshot, caller, "")
        with pytest.raises(UnknownMatch):
            seat_for(snapshot.match, caller, "black")


def test_a_seat_is_played_by_its_controller_alone() -> None:
    match = snapshot_of("Tic-Tac-Toe").match
    assert seat_for(match, CALLER, "") == "black"
    assert seat_for(match, CALLER, "black") == "black"
    with pytest.raises(NotAllowed):
        seat_for(match, CALLER, "white")
    with pytest.raises(NotAllowed):
        seat_for(match, person("01J00000000000000000000CAT"), "")
    with pytest.raises(InvalidField, match="seat"):
        seat_for(match, CALLER, "purple")


def test_who_holds_several_seats_says_which() -> None:
    match = snapshot_of("Tic-Tac-Toe", human("white", 0, ANNA), human("black", 1, ANNA)).match
    with pytest.raises(InvalidField, match="seat"):
        seat_for(match, CALLER, "")


def test_what_counts() -> None:
    anna, ben = human("black", 0, ANNA), human("white", 1, BEN)
    persona = replace(ben, controller_id=ANNA)
    randoms = [random_player(seat, slot) for slot, seat in enumerate(("white", "pink", "yellow"), 1)]
    assert is_rated([anna, ben])
    assert is_rated([anna, *randoms])
    assert is_rated(randoms)
    assert not is_rated([anna, persona])
    assert not is_rated([replace(anna, kind="anonymous"), randoms[0]])
