"""What chaos does when it hears, or finds out, that it owes a move."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from redscience.api.match.v1 import match_pb2
from redscience.errors import IllegalMove, MatchOver, NotActing, RedscienceError, StaleView, Unavailable, UnknownMatch
from services.chaos.choosing import drawing_key
from services.chaos.owed import TURN_DUE, Owed
from services.chaos.playing import answer
from services.kit.bus import Event
from services.kit.identity import CHAOS_SERVICE

KEY = drawing_key("a secret")
MATCH = "01J0000000000000000000TEST"


@dataclass
class FakeMatches:
    """A match service with one match, in which white is to act as `view` says.

    Attributes:
        turns: how many of white's turns follow on one another; 0 for views that never change.
        keeps: whether moves are kept instead of made.
    """

    acting: tuple[str, ...] = ("white",)
    turns: int = 1
    keeps: bool = False
    status: match_pb2.Status.ValueType = match_pb2.STATUS_RUNNING
    refusal: RedscienceError | None = None
    unseen: RedscienceError | None = None
    played: list[tuple[str, int, str]] = field(default_factory=list)
    has_played: asyncio.Event = field(default_factory=asyncio.Event)
    asked: int = 0

    async def look(self, match_id: str) -> match_pb2.Match:
        if self.unseen:
            raise self.unseen
        if match_id != MATCH:
            raise IllegalMove("This match cannot be played.")
        made = 0 if self.keeps else len(self.played)
        acting = self.acting if not self.turns or made < self.turns else ("black",)
        view = {"acting": acting, "legal": [{"move": "1,1", "weight": 3}]}
        return match_pb2.Match(
            id=match_id,
            status=self.status,
            viewer="white",
            view_version=7 + made * bool(self.turns),
            view=json.dumps(view),
            proposed=["1,1"] if self.keeps and self.played else [],
        )

    async def play(self, seen: match_pb2.Match, move: str) -> None:
        if self.refusal:
            raise self.refusal
        self.played.append((seen.viewer, seen.view_version, move))
        self.has_played.set()

    async def owed(self) -> list[str]:
        self.asked += 1
        if self.asked == 1:
            raise Unavailable("Not yet.")
        return ["01J00000000000000000BROKEN", MATCH]


def due(controller_id: str = CHAOS_SERVICE) -> Event:
    payload = match_pb2.TurnDue(match_id=MATCH, controller_id=controller_id).SerializeToString()
    return Event("01J000000000000000000EVENT", TURN_DUE, payload)


async def test_a_move_that_is_owed_is_made_in_answer_to_the_view() -> None:
    matches = FakeMatches()
    await Owed(matches, KEY).heard(due())
    assert matches.played == [("white", 7, "1,1")]


async def test_turns_that_follow_on_one_another_are_all_taken() -> None:
    matches = FakeMatches(turns=5)
    assert await answer(matches, MATCH, KEY) == 5
    assert [version for _, version, _ in matches.played] == [7, 8, 9, 10, 11]


@pytest.mark.parametrize("matches", [FakeMatches(keeps=True), FakeMatches(turns=0)])
async def test_a_view_is_answered_once(matches: FakeMatches) -> None:
    assert await answer(matches, MATCH, KEY) == 1
    assert matches.played == [("white", 7, "1,1")]


@pytest.mark.parametrize(
    "matches", [FakeMatches(acting=("black",)), FakeMatches(acting=(), status=match_pb2.STATUS_ENDED)]
)
async def test_where_nothing_is_owed_nothing_is_done(matches: FakeMatches) -> None:
    assert not await answer(matches, MATCH, KEY)
    assert matches.played == []


@pytest.mark.parametrize("error", [StaleView("x"), NotActing("x"), MatchOver("x"), UnknownMatch("x")])
async def test_to_come_too_late_is_no_failure(error: RedscienceError) -> None:
    assert not await answer(FakeMatches(refusal=error), MATCH, KEY)
    assert not await answer(FakeMatches(unseen=error), MATCH, KEY)


async def test_an_event_comes_again_where_match_does_not_answer() -> None:
    with pytest.raises(Unavailable):
        await Owed(FakeMatches(refusal=Unavailable("x")), KEY).heard(due())


async def test_the_turns_of_others_and_what_cannot_be_read_are_left_alone() -> None:
    matches = FakeMatches()
    await Owed(matches, KEY).heard(due("service:another"))
    await Owed(matches, KEY).heard(Event("01J000000000000000000EVENT", TURN_DUE, b"\xff\xff"))
    assert matches.played == []


async def test_what_was_not_heard_is_asked_for_and_no_match_stands_in_anothers_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("services.chaos.owed.ASK_EVERY_S", 0.001)
    matches = FakeMatches()
    asking = asyncio.create_task(Owed(matches, KEY).ask())
    await matches.has_played.wait()
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    assert matches.played[0] == ("white", 7, "1,1")
