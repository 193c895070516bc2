"""Rule sets that are saved nowhere are tried out: by whoever designs them, against Random and Chaos."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from fixtures.huge import HUGE_FILE

from redscience.api.house.v1.choosing_pb2 import ChooseResponse
from redscience.errors import IllegalMove, InvalidField, LimitReached, RuleSetError, UnreadableState
from redscience.names import RANDOM_ID, STANDARD_ID
from redscience.variations import catalogue
from redscience.variations.language import RuleSet, to_json
from services.match.tryouts import AT_ONCE, LONGEST_STATE, Tried, Tryouts, play_on

TIC_TAC_TOE = to_json(RuleSet())


def tried(name: str, source: random.Random, seat: str = "", state: str = "", *moves: str) -> Tried:
    return play_on(to_json(catalogue.get(name)), seat, state, moves, source)


def played(name: str, source: random.Random) -> dict[str, object]:
    """The last view of a try-out in which whoever tries it does what Random would."""
    now = tried(name, source)
    for _ in range(200):
        view = json.loads(now.view)
        if view["outcome"] is not None:
            return dict(view)
        assert now.seat in view["acting"]
        now = tried(name, source, now.seat, now.state, source.choice(view["legal"])["move"])
    pytest.fail(f"{name} does not end")


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "4on7sq", "BoS", "KPoker", "Shopping9", "4P-TrendSetter", "Connect4"])
def test_a_try_out_is_played_to_its_end(name: str) -> None:
    view = played(name, random.Random(name))
    assert view["acting"] == []


def test_one_chooses_the_seat_and_the_others_move_first() -> None:
    second = play_on(TIC_TAC_TOE, "white", "", (), random.Random(1))
    view = json.loads(second.view)
    assert (second.seat, view["viewer"], view["acting"]) == ("white", "white", ["white"])
    assert len(view["table"]["pieces"]) == 1


def test_what_is_hidden_from_a_seat_is_not_in_its_view() -> None:
    hidden = json.loads(tried("3Blotto13", random.Random(1)).view)
    assert "state" not in hidden


def test_faults_of_rule_sets_and_requests_are_named() -> None:
    source = random.Random(1)
    with pytest.raises(RuleSetError) as invalid:
        play_on('{"name": "X", "players": "9"}', "", "", (), source)
    assert [fault.path for fault in invalid.value.faults] == ["players"]
    with pytest.raises(RuleSetError, match="may take"):
        play_on(json.dumps(HUGE_FILE), "", "", (), source)
    with pytest.raises(InvalidField, match="seat"):
        play_on(TIC_TAC_TOE, "pink", "", (), source)
    with pytest.raises(InvalidField, match="state"):
        play_on(TIC_TAC_TOE, "", "x" * (LONGEST_STATE + 1), (), source)
    begun = play_on(TIC_TAC_TOE, "", "", (), source)
    with pytest.raises(IllegalMove):
        play_on(TIC_TAC_TOE, "", begun.state, ("O@9,9",), source)
    other = to_json(replace(RuleSet(), seconds_per_turn=90))
    with pytest.raises(UnreadableState):
        play_on(other, "", begun.state, ("O@1,1",), source)


async def test_each_caller_has_so_many_a_second() -> None:
    tryouts = Tryouts(random.Random(1), lambda: 0.0)
    for _ in range(AT_ONCE):
        await tryouts.play("ada", TIC_TAC_TOE, "", "", ())
    with pytest.raises(LimitReached):
        await tryouts.play("ada", TIC_TAC_TOE, "", "", ())
    assert (await tryouts.play("ben", TIC_TAC_TOE, "", "", ())).seat == "black"


class Thinker:
    """Somebody who makes the last legal move, and knows what was seen; `limit` times, then says nothing."""

    def __init__(self, limit: int = 1_000) -> None:
        self.seen: list[dict[str, object]] = []
        self._limit = limit

    async def choose(self, player_id: str, rule_set: str, view: str) -> ChooseResponse | None:
        assert (player_id, json.loads(rule_set)["format"]) == (STANDARD_ID, "redscience-rules/1")
        seen = json.loads(view)
        self.seen.append(seen)
        return ChooseResponse(move=seen["legal"][-1]["move"]) if len(self.seen) <= self._limit else None


async def test_others_may_think_and_are_told_what_their_seats_may_know() -> None:
    thinker = Thinker()
    tryouts = Tryouts(random.Random(1), lambda: 0.0, thinker)
    rule_set = to_json(catalogue.get("BoS"))
    begun = await tryouts.play("ada", rule_set, "", "", (), against_id=STANDARD_ID)
    assert thinker.seen
    assert all("state" not in seen and seen["viewer"] == "white" for seen in thinker.seen)
    assert begun.seat == "black"
    # Nor is it told whether the other has planned.
    assert json.loads(begun.view)["acting"] == ["black", "white"]


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "3Blotto13", "KPoker", "4P-TrendSetter", "Connect4"])
@pytest.mark.parametrize("limit", [1_000, 2])
async def test_a_try_out_against_who_thinks_or_falls_silent_ends(name: str, limit: int) -> None:
    source, clock = random.Random(name), iter(range(10_000))
    tryouts = Tryouts(source, clock.__next__, Thinker(limit))
    rule_set = to_json(catalogue.get(name))
    now = await tryouts.play("ada", rule_set, "", "", (), against_id=STANDARD_ID)
    for _ in range(200):
        view = json.loads(now.view)
        if view["outcome"] is not None:
            return
        move = source.choice(view["legal"])["move"] if now.seat in view["acting"] else None
        moves = () if move is None else (move,)
        now = await tryouts.play("ada", rule_set, now.seat, now.state, moves, against_id=STANDARD_ID)
    pytest.fail(f"{name} does not end")


async def test_only_players_that_think_can_be_named() -> None:
    with pytest.raises(InvalidField, match="against_id"):
        await Tryouts(random.Random(1), lambda: 0.0).play("ada", TIC_TAC_TOE, "", "", (), against_id=RANDOM_ID)
