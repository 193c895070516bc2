"""Large decisions: they are made when they may be sent, and nobody's wait for another player's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, human, random_player, snapshot_of
from fixtures.patience import PATIENCE_S, until
from test_match_program_streams import BEN_HIMSELF, PERSON, Beside, Said, heard, listening, serving

from redscience.api.match.v1 import match_pb2
from services.kit.identity import CHAOS_SERVICE, Caller
from services.match.model import Snapshot
from services.match.serving import Serving

STREAMS, HELD = 100, 50
CHAOS = Caller(CHAOS_SERVICE, "service", "service", "", "Chaos")


class Large(Beside):
    """Anna is to move in many matches, Ben in one of his own; or Random in all of them.

    Attributes:
        made: how many decisions were made.
        small: matches of another game, of which the decisions are small.
        slow: matches in which a decision takes long to be made: until `may_go`.
    """

    def __init__(self, *match_ids: str, plays_random: bool = False) -> None:
        super().__init__(*match_ids)
        self.made = 0
        self.small, self.slow, self.may_go = set[str](), set[str](), asyncio.Event()
        self._of = {}
        for maker, other in ((ANNA, BEN), (BEN, ANNA)):
            seats = human("black", 0, maker), human("white", 1, other)
            if plays_random:
                seats = human("white", 0, maker), random_player("black", 1)
            self._of[maker] = snapshot_of("Tic-Tac-Toe", *seats)

    async def read(self, work: Callable[[object], object]) -> dict[str, int]:  # type: ignore[override]
        whose = {cell.cell_contents for cell in work.__closure__ or () if isinstance(cell.cell_contents, str)}
        if CHAOS_SERVICE in whose:
            return dict(self.held)
        return {each: at for each, at in self.held.items() if each.startswith("ben" if BEN in whose else "anna")}

    def stands(self, match_id: str) -> Snapshot:
        stands = self._of[BEN if match_id.startswith("ben") else ANNA]
        game_id = f"{stands.match.game_id} {match_id in self.small}"
        return replace(stands, match=replace(stands.match, id=match_id, game_id=game_id, version=0))

    def is_slow(self, match_id: str) -> bool:
        return match_id in self.slow

    def maker_of(self, match_id: str) -> str:
        return self.stands(match_id).match.maker_id

    async def step(self, match_id: str, work: Callable[[], match_pb2.ServeResponse]) -> match_pb2.ServeResponse:
        self.made += 1
        if match_id in self.slow:
            await self.may_go.wait()
        message = work()
        if match_id in self.small:
            message.decisions[0].view = ""
        return message


def annas(count: int) -> tuple[str, ...]:
    return tuple(f"anna-{number:03}" for number in range(count))


@pytest.fixture(autouse=True)
def sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every decision counts as a large one, of which some twenty are sent in a second."""
    monkeypatch.setattr("services.match.asking._LARGE_BYTES", 1)
    monkeypatch.setattr("services.match.asking._LARGE_BYTES_PER_S", 20_000)


async def reading(streams: AsyncExitStack, serves: Serving, caller: Caller) -> list[str]:
    """The matches of the decisions that a caller is sent, while somebody reads them on a stream of its own."""
    decided = list[str]()
    told = await streams.enter_async_context(aclosing(serves.serve(caller, aiter(Said([])))))

    async def read_all(told: AsyncGenerator[match_pb2.ServeResponse]) -> None:
        async for message in told:
            decided.extend(decision.match_id for decision in message.decisions)

    task = asyncio.create_task(read_all(told))

    async def stop() -> None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    streams.push_async_callback(stop)
    return decided


async def test_no_more_large_decisions_are_made_than_are_sent() -> None:
    large = Large(*annas(500))
    serves = serving(large)
    async with aclosing(serves.serve(PERSON, aiter(Said([])))) as told:
        decided = await heard(told, 3)
        async with listening(told):
            await asyncio.sleep(0.1)
        assert len(decided) <= large.made <= 8
    assert len(set(decided)) == len(decided)


async def test_of_streams_that_nobody_reads_few_decisions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.asking._LARGE_BYTES_PER_S", 1_000_000_000)
    monkeypatch.setattr("services.match.asking._LARGE_IN_HAND", 2)
    large = Large(*annas(HELD), "ben-000")
    serves, firsts = serving(large), list[asyncio.Future[match_pb2.ServeResponse]]()
    async with AsyncExitStack() as streams:
        for _ in range(4):
            told = await streams.enter_async_context(aclosing(serves.serve(PERSON, aiter(Said([])))))
            firsts.append(asyncio.ensure_future(anext(told)))
            await asyncio.wait(firsts[-1:], timeout=0.1)
        assert [first.done() for first in firsts] == [True, True, False, False]
        assert large.made == 1 + 2, "it was made once to find out that it is large"
        bens = await reading(streams, serves, BEN_HIMSELF)
        await until(lambda: bool(bens))
        for first in firsts:
            first.cancel()
        await asyncio.gather(*firsts, return_exceptions=True)


async def test_who_has_many_streams_keeps_nobody_elses_large_decision_waiting() -> None:
    serves = serving(Large(*annas(HELD), "ben-000"))
    async with AsyncExitStack() as streams:
        annas_streams = [await reading(streams, serves, PERSON) for _ in range(STREAMS)]
        await until(lambda: any(annas_streams))
        before = sum(map(len, annas_streams))
        bens = await reading(streams, serves, BEN_HIMSELF)
        await until(lambda: bool(bens))
        assert sum(map(len, annas_streams)) - before <= 4


async def test_a_service_is_asked_in_turn_for_those_who_have_made_the_matches() -> None:
    large = Large(*annas(HELD), "ben-000", plays_random=True)
    async with aclosing(serving(large).serve(CHAOS, aiter(Said([])))) as told:
        decided = await heard(told, 4)
    assert "ben-000" in decided[:4]


async def test_small_decisions_go_before_large_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.asking._LARGE_BYTES", 500)
    large = Large(*annas(20))
    serves = serving(large)
    async with aclosing(serves.serve(PERSON, aiter(Said([])))) as told:
        await heard(told, 2)
        large.small.update(("anna-news", "anna-late"))
        for match_id in ("anna-news", "anna-late"):
            serves.changed_elsewhere(match_id, [ANNA])
            assert await heard(told, 1) == [match_id]


async def test_what_many_small_ones_share_is_no_larger_than_clients_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.asking._LARGE_BYTES", 50_000)
    monkeypatch.setattr("services.match.program.SHARED_BYTES", 10_000)
    asked = annas(100)
    serves = serving(Large(*asked))
    decided, sizes = list[str](), list[int]()
    async with aclosing(serves.serve(PERSON, aiter(Said([])))) as told:
        serves.changed_elsewhere("anna-099", [ANNA])
        async for message in told:
            decided.extend(decision.match_id for decision in message.decisions)
            sizes.append(message.ByteSize())
            if len(decided) >= len(asked):
                break
    assert sorted(decided) == list(asked)
    assert 10_000 <= max(sizes) < 15_000


async def test_what_is_slow_is_made_one_after_another_and_keeps_nothing_else_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("services.match.asking._LARGE_BYTES", 50_000)
    large = Large(*annas(20), "anna-quick")
    large.slow.update(annas(20))
    async with aclosing(serving(large).serve(PERSON, aiter(Said([])))) as told:
        assert await heard(told, 1) == ["anna-quick"]
        await until(lambda: large.made == 2)
        large.may_go.set()
        assert sorted(await heard(told, 20)) == list(annas(20))


async def test_what_is_over_is_not_decided_any_more() -> None:
    large = Large(*annas(5))
    serves = serving(large)
    async with aclosing(serves.serve(PERSON, aiter(Said([])))) as told:
        (first,) = await heard(told, 1)
        for match_id in annas(5):
            over = large.stands(match_id)
            serves.changed(replace(over, match=replace(over.match, reason="resigned")))
        message = await asyncio.wait_for(anext(told), PATIENCE_S)
        assert [one.match_id for one in message.over] == list(annas(5))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(told), 0.3)
    assert first in annas(5)
