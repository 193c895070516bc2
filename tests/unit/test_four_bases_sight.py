"""Four Bases: who knows what, during a round and after it."""

from __future__ import annotations

import json

import pytest
from fixtures.bases import after, game, placed, seen, table

from redscience.four_bases.state import FourBasesState

VIEWERS = ("south", "west", "north", "east", "spectator")


def by_viewer(state: FourBasesState) -> dict[str, str]:
    return {viewer: seen(state, viewer) for viewer in VIEWERS}


def test_kinds_are_their_owners_alone() -> None:
    start = table(4, south="4@5,1", west="B@1,5")
    assert by_viewer(start) == {
        "south": "5,1=s4 1,5=w?",
        "west": "5,1=s? 1,5=wB",
        "north": "5,1=s? 1,5=w?",
        "east": "5,1=s? 1,5=w?",
        "spectator": "5,1=s? 1,5=w?",
    }


def test_the_kind_that_is_produced_stays_secret() -> None:
    met = after(table(4), south="produce 4@5,2 by 5,1")
    assert seen(met, "south") == "5,2=s4"
    assert all(seen(met, viewer) == "5,2=s?" for viewer in VIEWERS[1:])
    for viewer in VIEWERS[1:]:
        told = json.dumps([met.view(viewer)["last"], met.view(viewer)["round"]])
        assert "produce ?@5,2 by 5,1" in told
        assert '"4"' not in told


def test_so_does_that_of_a_production_that_is_cancelled() -> None:
    met = after(table(4, west="3@4,2"), south="produce B@5,2 by 5,1", west="flash 4,2>5,2")
    assert not any('"B"' in json.dumps(met.view(viewer)["round"]) for viewer in VIEWERS[1:])


@pytest.mark.parametrize("reveal", ["involved", "nothing"])
def test_powers_that_are_used_are_known_to_all_for_good(reveal: str) -> None:
    start = placed(game(4, reveal=reveal), south="0@5,2 3@3,3 4@7,7 1@7,6", west="1@1,1")
    met = after(start, south="produce 1@5,3 by 5,2; flash 3,3>3,4; move 7,7>7,8; tow 7,6 by 7,7", west="move 1,1>1,2")
    for viewer in ("west", "spectator"):
        shown = seen(met, viewer).split()
        assert {"5,2=s0", "3,4=s3", "7,8=s4"} <= set(shown)
        assert {"5,3=s?", "7,7=s?"} <= set(shown)
    assert "1,2=w?" in seen(met, "south")
    later = after(met, south="move 3,4>3,5")
    assert "3,5=s3" in seen(later, "west")


@pytest.mark.parametrize("reveal", ["involved", "nothing"])
def test_an_attacked_bomb_is_known_to_all(reveal: str) -> None:
    start = placed(game(4, reveal=reveal), south="B@5,5", west="3@5,4")
    assert all(seen(after(start, west="move 5,4>5,5"), viewer) == "5,5=sB" for viewer in VIEWERS)


@pytest.mark.parametrize("reveal", ["involved", "nothing"])
def test_an_engineer_that_destroys_a_train_and_an_expert_that_destroys_a_bomb_are_known_to_all(reveal: str) -> None:
    start = placed(game(4, reveal=reveal), south="1@5,4 2@3,4", west="4@5,5 B@3,5")
    met = after(start, south="move 5,4>5,5; move 3,4>3,5")
    assert all(seen(met, viewer) == "3,5=s2 5,5=s1" for viewer in VIEWERS)


def test_who_is_involved_in_a_conflict_sees_the_pieces_for_good_and_others_see_nothing() -> None:
    start = table(4, south="3@5,4", west="2@5,5")
    met = after(start, south="move 5,4>5,5")
    assert by_viewer(met) == dict.fromkeys(("south", "west"), "5,5=s3") | dict.fromkeys(VIEWERS[2:], "5,5=s?")
    later = after(met, south="move 5,5>5,6")
    assert seen(later, "west") == "5,6=s3"
    own = later.view("south")["table"]["pieces"][0]
    assert own["known_to"] == ["west"]
    assert "known_to" not in later.view("west")["table"]["pieces"][0]


def test_nothing_is_shown_of_a_conflict_where_nothing_is_to_be() -> None:
    start = placed(game(4, reveal="nothing"), south="3@5,4", west="2@5,5")
    met = after(start, south="move 5,4>5,5")
    assert by_viewer(met) == {"south": "5,5=s3"} | dict.fromkeys(VIEWERS[1:], "5,5=s?")


def test_the_dead_are_shown_in_the_steps_to_those_who_may_know_them() -> None:
    met = after(table(4, south="3@5,4", west="2@5,5"), south="move 5,4>5,5")

    def sides(viewer: str) -> list[dict[str, object]]:
        (conflict,) = [
            event
            for step in met.view(viewer)["round"]["steps"]
            for event in step["events"]
            if event["what"] == "conflict"
        ]
        told: list[dict[str, object]] = conflict["sides"]
        return told

    assert sides("west") == [
        {"seat": "west", "kind": "2", "lives": False},
        {"seat": "south", "from": [5, 4], "kind": "3", "lives": True},
    ]
    assert sides("north") == [{"seat": "west", "lives": False}, {"seat": "south", "from": [5, 4], "lives": True}]


def test_the_steps_say_in_order_what_happened_and_what_changed() -> None:
    start = table(4, south="3@5,4 4@2,2 1@2,1 0@8,8", west="2@5,5 1@1,5", north="2@5,9")
    met = after(
        start,
        south="flash 5,4>5,5; produce 1@8,7 by 8,8; move 2,2>2,3; tow 2,1 by 2,2",
        west="flag up; move 1,5>1,4",
        north="move 5,9>5,8",
    )
    told = met.view("south")["round"]
    assert [step["step"] for step in told["steps"]] == [1, 2, 3, 4, 5, 7]
    now = {json.dumps(piece["at"]): piece for piece in told["before"]}
    for change in [change for step in told["steps"] for change in step["changes"]]:
        now.pop(json.dumps(change["at"]), None)
        if change["piece"]:
            now[json.dumps(change["at"])] = change["piece"]
    assert sorted(now.values(), key=str) == sorted(met.view("south")["table"]["pieces"], key=str)


def test_a_plan_shows_in_no_other_view() -> None:
    start = table(4, south="1@5,1")
    sealed = start.play({"south": "move 5,1>5,2"})
    assert [order["move"] for order in sealed.view("south")["plan"]] == ["move 5,1>5,2"]
    for state in (sealed, sealed.play({"south": "done"})):
        assert state.last_is_sealed
        for viewer in VIEWERS[1:]:
            assert state.view_text(viewer) == start.view_text(viewer)


def test_when_it_is_over_all_is_shown() -> None:
    over = after(table(south="4@1,1", north="B@2,2"), north="flag up")
    assert {seen(over, viewer) for viewer in ("south", "north", "spectator")} == {"1,1=s4 2,2=nB"}
