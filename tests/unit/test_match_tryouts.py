"""Rule sets that are saved nowhere are tried out: by whoever designs them, against Random and Chaos."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from fixtures.huge import HUGE_FILE

from redscience import families
from redscience.api.house.v1.choosing_pb2 import ChooseResponse
from redscience.errors import IllegalMove, InvalidField, LimitReached, RuleSetError, UnreadableState
from redscience.names import RANDOM_ID, STANDARD_ID
from redscience.variations import catalogue
from redscience.variations.language import RuleSet, to_json
from redscience.variations.state import VariationState
from services.kit.lanes import SlowLane
from services.match.playback import APART
from services.match.tryouts import AT_ONCE, LONGEST_STATE, MOST_STEPS, MOST_THOUGHTS, Tried, Tryouts, play_on

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


LONG = json.dumps(
    {
        "format": "redscience-rules/1",
        "name": "Long",
        "board": {"kind": "squares", "size": [8, 8, 1]},
        "checks": [{"check": "first_row_wins", "length": 6}],
        "shapes": {"O": {"move": "adjacent", "reserve": {"black": 5}}},
        "phases": [{"may_pass": True}],
    }
)
"""White passes."""


def long_state(turns: int) -> str:
    """The state of a match of that game in which Black's pieces stroll about."""
    game, source = families.read(LONG).game(), random.Random(1)
    state = game.start(1)
    for _ in range(turns):
        seat = state.acting[0]
        state = state.play({seat: source.choice([move for move in state.legal(seat) if move != "pass"] or ["pass"])})
    assert state.outcome is None
    return str(state)


async def test_a_long_try_out_goes_on_in_pieces_and_others_are_answered_between() -> None:
    tryouts, answered = Tryouts(random.Random(1), lambda: 0.0), list[str]()

    async def ask(who: str, rule_set: str, state: str) -> None:
        tried = await tryouts.play(who, rule_set, "", state, ())
        answered.append(f"{who}: {tried.game.name}")

    await asyncio.gather(ask("ada", LONG, long_state(400)), ask("ada", TIC_TAC_TOE, ""), ask("ben", TIC_TAC_TOE, ""))
    # Those of one caller come one after the other, so that the first is there before they give it up.
    assert answered == ["ben: Tic-Tac-Toe", "ada: Long", "ada: Tic-Tac-Toe"]


@pytest.mark.parametrize(
    ("state", "against_id", "most"),
    [("", "", MOST_STEPS), (long_state(400), "", MOST_STEPS), (long_state(400), STANDARD_ID, 2 * MOST_THOUGHTS)],
    ids=["from the start", "on", "against who thinks"],
)
async def test_no_piece_makes_more_turns_than_those_of_replays(
    monkeypatch: pytest.MonkeyPatch, state: str, against_id: str, most: int
) -> None:
    made, pieces = list[str](), list[int]()
    run, play = SlowLane.run, VariationState.play

    def counted(lane: SlowLane, whose: str, work: Callable[[], Any]) -> Awaitable[Any]:
        def piece() -> Any:
            begun = len(made)
            try:
                return work()
            finally:
                pieces.append(len(made) - begun)

        return run(lane, whose, piece)

    def noted(now: VariationState, decisions: Mapping[str, Any]) -> VariationState:
        made.extend(decisions)
        return play(now, decisions)

    monkeypatch.setattr(SlowLane, "run", counted)
    monkeypatch.setattr(VariationState, "play", noted)
    thinker = Thinker() if against_id else None
    await Tryouts(random.Random(1), lambda: 0.0, thinker).play("ada", LONG, "white", state, (), against_id=against_id)
    assert APART < len(made) <= len(state.split()) + most  # what was read is not read again after each thought
    assert max(pieces) <= APART


class Thinker:
    """Somebody who makes the last legal move, and knows what was seen; `limit` times, then says nothing."""

    def __init__(self, limit: int = 1_000) -> None:
        self.seen: list[dict[str, object]] = []
        self._limit = limit

    async def choose(self, player_id: str, rule_set: str, view: str, payer: str) -> ChooseResponse | None:
        assert payer == "ada"
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
