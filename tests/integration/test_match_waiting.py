"""Which matches wait for whom, in which order."""

from __future__ import annotations

import pytest
from fixtures.databases import both_databases
from fixtures.hosting import CLEO, Hosting, accept, friends, hosted
from fixtures.match_table import ANNA_CALLER, legal, play
from fixtures.matches import ANNA, BEN
from fixtures.services import InProcess

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import InvalidField, UnplayableGame
from services.match.adjudicator import Adjudicator
from services.match.model import Snapshot


@pytest.fixture
async def hosting(services: InProcess) -> Hosting:
    return await hosted(services, friends())


async def waiting(stub: MatchServiceStub, **asked: object) -> list[match_pb2.Match]:
    return list((await listed(stub, **asked)).matches)


async def listed(stub: MatchServiceStub, **asked: object) -> match_pb2.ListResponse:
    answer: match_pb2.ListResponse = await stub.List(match_pb2.ListRequest(waiting=True, **asked))  # type: ignore[arg-type]
    return answer


async def begun(hosting: Hosting, number: int) -> str:
    """A match of Anna and Ben; others began some time before."""
    made = await hosting.invite(BEN, request_id=f"match-{number}")
    await accept(hosting.ben, made.id)
    hosting.table.clock.advance(100)
    return made.id


async def begun_in_turn(hosting: Hosting) -> tuple[str, list[str]]:
    """Matches of Anna and Ben: one that waits for Ben, and all that wait for Anna, one of them after that."""
    of_ben, of_anna = "", list[str]()
    for number in range(100):
        match_id = await begun(hosting, number)
        if (await hosting.seen(match_id)).is_acting:
            of_anna.append(match_id)
            if of_ben:
                return of_ben, of_anna
        else:
            of_ben = of_ben or match_id
    raise AssertionError("somebody never begins")


async def move(hosting: Hosting, stub: MatchServiceStub, match_id: str) -> None:
    match = await hosting.seen(match_id, stub)
    await stub.Play(play(match, legal(match)[0]))


async def test_a_match_of_a_game_that_is_read_no_more_keeps_no_list_from_the_others(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, of_anna = await begun_in_turn(hosting)
    gone = of_anna.pop(0)
    look = Adjudicator.look

    async def look_without_its_family(adjudicator: Adjudicator, match_id: str) -> Snapshot:
        if match_id == gone:
            raise UnplayableGame("Nobody here reads it.")
        return await look(adjudicator, match_id)

    monkeypatch.setattr(Adjudicator, "look", look_without_its_family)
    assert [match.id for match in await waiting(hosting.anna)] == of_anna
    own = {match.id: match for match in (await hosting.anna.List(match_pb2.ListRequest(own=True))).matches}
    assert (own[gone].status, own[gone].is_acting) == (match_pb2.STATUS_RUNNING, False)
    assert all(own[each].is_acting for each in of_anna)
    with pytest.raises(UnplayableGame, match="Nobody here reads it"):
        await hosting.seen(gone)


@both_databases
async def test_what_waits_for_one_is_listed_by_the_time_that_is_left(hosting: Hosting) -> None:
    moved, own = await begun_in_turn(hosting)
    assert [match.id for match in await waiting(hosting.anna)] == own
    assert moved in {match.id for match in await waiting(hosting.ben)}
    assert await waiting(hosting.cleo) == []
    # A turn of the other makes a match one's own, the last of all: its time has only begun.
    await move(hosting, hosting.ben, moved)
    of_anna = await waiting(hosting.anna)
    assert [match.id for match in of_anna] == [*own, moved]
    assert moved not in {match.id for match in await waiting(hosting.ben)}
    for match in of_anna:
        seen = await hosting.seen(match.id)
        assert (match.viewer, match.due_at_ms, match.is_acting, match.view) == (seen.viewer, seen.due_at_ms, True, "")
    assert [match.due_at_ms for match in of_anna] == sorted(match.due_at_ms for match in of_anna)
    # By the page, while what was told first no longer waits.
    page = await listed(hosting.anna, page_size=1)
    assert list(page.matches) == of_anna[:1]
    await hosting.anna.Leave(match_pb2.LeaveRequest(match_id=of_anna[0].id, request_id="leave"))
    assert await waiting(hosting.anna, page_token=page.next_page_token) == of_anna[1:]
    assert (await listed(hosting.anna, page_size=len(of_anna) - 1)).next_page_token == ""


async def test_it_is_narrowed_like_every_list_and_refuses_what_cannot_wait(hosting: Hosting) -> None:
    made = await begun(hosting, 1)
    acting = hosting.anna if await waiting(hosting.anna) else hosting.ben
    for asked in ({"player_id": CLEO}, {"game_id": made}):
        assert await waiting(acting, **asked) == []
    assert len(await waiting(acting, player_id=ANNA, game_id=hosting.table.game_id, universe="public")) == 1
    for refused in ({"status": match_pb2.STATUS_ENDED}, {"page_token": made}, {"universe": "elsewhere"}):
        with pytest.raises(InvalidField, match=next(iter(refused))):
            await waiting(acting, **refused)


async def test_a_sealed_plan_of_one_tells_the_other_nothing(hosting: Hosting) -> None:
    rules = RulesServiceStub(hosting.table.services.channel("rules", ANNA_CALLER))
    game_id = (await rules.Get(rules_pb2.GetRequest(name="RockPaperScissors"))).game.id
    asked = match_pb2.CreateRequest(game_id=game_id, player_ids=[ANNA, BEN], request_id="sealed")
    match_id = (await hosting.anna.Create(asked)).match.id
    await accept(hosting.ben, match_id)
    assert [match.id for match in await waiting(hosting.anna)] == [match_id]
    before = await waiting(hosting.ben)
    await move(hosting, hosting.anna, match_id)
    assert await waiting(hosting.anna) == []
    assert await waiting(hosting.ben) == before
