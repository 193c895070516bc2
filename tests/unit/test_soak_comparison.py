"""What `make soak` compares: whatever is lost, doubled or changed is found."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from soak.comparison import Comparison, rating_differences
from soak.killing import PARTS, SUPERVISOR, victims
from soak.ledger import Ledger

from redscience.api.match.v1 import match_pb2 as mp
from redscience.errors import UnknownMatch

ANNA, BEN = "anna", "ben"


def seats(*kinds: str) -> list[mp.Seat]:
    colors = zip(("black", "white"), (ANNA, BEN), kinds, strict=True)
    return [mp.Seat(seat=seat, player_id=player_id, kind=kind) for seat, player_id, kind in colors]


def turn(number: int, seat: str, *moves: str, left: str = "") -> mp.Turn:
    return (
        mp.Turn(number=number, seats=[seat], left=left)
        if left
        else mp.Turn(number=number, seats=[seat], moves=mp.Moves(moves=moves))
    )


@dataclass
class Kept:
    """A platform that keeps one match that was played, and an invitation that was declined."""

    matches: dict[str, mp.Match] = field(default_factory=dict)
    record: mp.Record = field(default_factory=mp.Record)

    id = ANNA

    async def call(self, _: str, method: str, __: Any) -> Any:
        if method == "GetRecord":
            return mp.GetRecordResponse(record=self.record)
        listed = [match for match in self.matches.values() if match.status != mp.STATUS_CALLED_OFF]
        return mp.ListResponse(matches=listed)

    async def look(self, match_id: str) -> mp.Match:
        if match_id not in self.matches:
            raise UnknownMatch(match_id)
        return self.matches[match_id]


def played() -> tuple[Ledger, Kept]:
    ledger = Ledger(created={"m": ANNA, "i": ANNA}, ends={"i": "REASON_DECLINED"}, started={"m"}, finished={"m"})
    ledger.moves["m", "black"] = ["a", "b"]
    ledger.left.add(("m", "white"))
    match = mp.Match(id="m", status=mp.STATUS_ENDED, rated=True, seats=seats("person", "bot"))
    declined = mp.Match(id="i", status=mp.STATUS_CALLED_OFF, reason=mp.REASON_DECLINED)
    turns = [turn(0, "black", "a"), turn(1, "white", "x"), turn(2, "black", "b"), turn(3, "white", left="resigned")]
    record = mp.Record(seats=seats("person", "bot"), turns=turns)
    return ledger, Kept({"m": match, "i": declined}, record)


async def differences(ledger: Ledger, kept: Kept) -> list[str]:
    return [text async for text in Comparison(ledger, [kept]).differences()]  # type: ignore[list-item]


async def test_where_all_is_kept_nothing_differs() -> None:
    assert await differences(*played()) == []


def forgotten(_: Ledger, kept: Kept) -> None:
    del kept.matches["m"]


def invented(_: Ledger, kept: Kept) -> None:
    kept.matches["n"] = mp.Match(id="n", status=mp.STATUS_RUNNING)


def lost(_: Ledger, kept: Kept) -> None:
    del kept.record.turns[2]


def doubled(_: Ledger, kept: Kept) -> None:
    kept.record.turns.insert(1, turn(1, "black", "a"))


def swapped(ledger: Ledger, _: Kept) -> None:
    ledger.moves["m", "black"].reverse()


def stayed(_: Ledger, kept: Kept) -> None:
    kept.record.turns.pop()


def reopened(_: Ledger, kept: Kept) -> None:
    kept.matches["m"].status = mp.STATUS_RUNNING


def started_too(ledger: Ledger, _: Kept) -> None:
    ledger.started.add("i")


def waits(_: Ledger, kept: Kept) -> None:
    kept.matches["i"].status = mp.STATUS_INVITED


def another_reason(_: Ledger, kept: Kept) -> None:
    kept.matches["i"].reason = mp.REASON_LAPSED


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (forgotten, "m: was acknowledged and is lost"),
        (invented, "n: was not asked for"),
        (lost, "m: black was told of ['a', 'b'], the record has ['a']"),
        (doubled, "m: black was told of ['a', 'b'], the record has ['a', 'a', 'b']"),
        (swapped, "m: black was told of ['b', 'a'], the record has ['a', 'b']"),
        (stayed, "m: white was told to have resigned, the record does not say so"),
        (reopened, "m: had ended and is now STATUS_RUNNING"),
        (started_too, "i: was called off though it was said to have started"),
        (waits, "i: was called off, REASON_DECLINED, and is now STATUS_INVITED"),
        (another_reason, "i: was called off, REASON_DECLINED, and is now STATUS_CALLED_OFF, REASON_LAPSED"),
    ],
)
async def test_what_differs_is_found(change: Callable[[Ledger, Kept], None], what: str) -> None:
    ledger, kept = deepcopy(played())
    change(ledger, kept)
    assert what in await differences(ledger, kept)


async def test_a_match_that_is_counted_twice_or_not_at_all_is_found() -> None:
    ledger, kept = played()
    rated = await Comparison(ledger, [kept]).rated()  # type: ignore[list-item]
    assert rated == {(ANNA, ""): 1, (BEN, ""): 1}
    assert rating_differences(rated, rated) == []
    counted = rated + rated
    del counted[BEN, ""]
    assert rating_differences(rated, counted) == [
        "anna in game : 1 rated matches, 2 counted",
        "ben in game : 1 rated matches, 0 counted",
    ]


def test_the_same_seed_kills_the_same_processes() -> None:
    first, again, other = (victims(Random(seed), PARTS) for seed in (1, 1, 2))
    begun = [next(first) for _ in range(18)]
    assert begun == [next(again) for _ in range(18)]
    assert begun != [next(other) for _ in range(18)]
    assert sorted(begun) == sorted([*PARTS, SUPERVISOR] * 2)
