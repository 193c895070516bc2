"""Drafts in the rules service: kept for who makes them, by versions, and shown by a link alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from fixtures.databases import both_databases
from fixtures.saved_games import stub
from fixtures.services import InProcess, person

from redscience.api.rules.v1.rules_pb2 import (
    DeleteDraftRequest,
    Draft,
    GetDraftRequest,
    ListDraftsRequest,
    SaveDraftRequest,
    ShareDraftRequest,
)
from redscience.errors import DraftChanged, InvalidField, NotAllowed, QuotaSpent, UnknownDraft
from redscience.names import ANONYMOUS_ID
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.rules.__main__ import compose
from services.rules.drafts import MOST_DRAFTS

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceAsyncStub

ADA, BEN = person(new_id(), name="Ada"), person(new_id(), name="Ben")
VISITOR = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous")


@pytest.fixture
async def ada(services: InProcess) -> RulesServiceAsyncStub:
    await services.start("rules", compose)
    return stub(services, ADA)


async def save(rules: RulesServiceAsyncStub, players: str = "2", **more: Any) -> Draft:
    fields = {"name": "Mine", "rule_set": json.dumps({"players": players}), "editing": "{}"} | more
    if "id" not in fields:
        fields = {"family": "variations", "request_id": new_id()} | fields
    return (await rules.SaveDraft(SaveDraftRequest(**fields))).draft


async def test_a_draft_is_its_makers_alone_until_they_give_away_its_link(
    services: InProcess, ada: RulesServiceAsyncStub
) -> None:
    made = await save(ada, editing='{"hidden": 1}')
    ben, visitor = stub(services, BEN), stub(services, VISITOR)
    for other in (ben, visitor):
        with pytest.raises(UnknownDraft):
            await other.GetDraft(GetDraftRequest(id=made.id))
    with pytest.raises(UnknownDraft):
        await save(ben, id=made.id, version=made.version)
    await ben.DeleteDraft(DeleteDraftRequest(id=made.id))
    assert not (await ben.ListDrafts(ListDraftsRequest())).drafts
    with pytest.raises(NotAllowed):
        await save(visitor)
    link = (await ada.ShareDraft(ShareDraftRequest(id=made.id, shared=True))).draft.link
    again = (await ada.ShareDraft(ShareDraftRequest(id=made.id, shared=True))).draft.link
    assert again == link
    shown = (await visitor.GetDraft(GetDraftRequest(link=link))).draft
    assert (shown.rule_set, shown.name, shown.player_id) == ('{"players": "2"}', "Mine", ADA.id)
    assert (shown.id, shown.link, shown.editing) == ("", "", "")
    await ada.ShareDraft(ShareDraftRequest(id=made.id, shared=False))
    with pytest.raises(UnknownDraft):
        await visitor.GetDraft(GetDraftRequest(link=link))
    assert (await ada.GetDraft(GetDraftRequest(id=made.id))).draft.editing == '{"hidden": 1}'


async def test_of_two_windows_the_second_is_told(ada: RulesServiceAsyncStub) -> None:
    made = await save(ada)
    first = await save(ada, "3", id=made.id, version=made.version)
    with pytest.raises(DraftChanged):
        await save(ada, "4", id=made.id, version=made.version)
    # The same once more, where no answer came, is no other change.
    assert await save(ada, "3", id=made.id, version=made.version) == first
    kept = (await ada.GetDraft(GetDraftRequest(id=made.id))).draft
    assert (kept.version, kept.rule_set) == (2, '{"players": "3"}')
    assert kept.changed_at_ms >= kept.created_at_ms > 0


async def test_one_request_begins_one_draft_and_there_are_fifty_at_most(ada: RulesServiceAsyncStub) -> None:
    first, second = [await save(ada, request_id="click") for _ in range(2)]
    assert first == second
    for _ in range(MOST_DRAFTS - 1):
        await save(ada)
    with pytest.raises(QuotaSpent, match="50 drafts"):
        await save(ada)
    assert await save(ada, request_id="click") == first
    await ada.DeleteDraft(DeleteDraftRequest(id=first.id))
    await save(ada)
    assert len((await ada.ListDrafts(ListDraftsRequest())).drafts) == MOST_DRAFTS


async def test_a_draft_that_was_gone_on_with_before_any_answer_came_is_the_one_that_was_begun(
    ada: RulesServiceAsyncStub,
) -> None:
    first = await save(ada, request_id="click")
    assert await save(ada, "3", request_id="click", name="Later") == first


@pytest.mark.parametrize("other", [{"family": "stratego"}, {"game_id": new_id()}], ids=["family", "game"])
async def test_another_draft_under_the_same_request_is_refused(
    ada: RulesServiceAsyncStub, other: dict[str, str]
) -> None:
    await save(ada, request_id="click", game_id=new_id())
    with pytest.raises(InvalidField) as refused:
        await save(ada, request_id="click", **other)
    assert [fault.path for fault in refused.value.faults] == ["request_id"]
    assert len((await ada.ListDrafts(ListDraftsRequest())).drafts) == 1


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"rule_set": "[]"}, "rule_set"),
        ({"rule_set": json.dumps({"about": "x" * 70_000})}, "rule_set"),
        ({"editing": "{"}, "editing"),
        ({"name": "a\0"}, "name"),
        ({"family": "no family"}, "family"),
        ({"game_id": "Connect4"}, "game_id"),
    ],
)
async def test_what_cannot_be_kept_is_refused_by_its_field(
    ada: RulesServiceAsyncStub, fields: dict[str, str], path: str
) -> None:
    with pytest.raises(InvalidField) as refused:
        await save(ada, **fields)
    assert [fault.path for fault in refused.value.faults] == [path]


@both_databases
@pytest.mark.parametrize("version", [2**31 - 1, 0, -(2**31)])
async def test_a_version_that_no_draft_can_have_is_refused_by_name(ada: RulesServiceAsyncStub, version: int) -> None:
    made = await save(ada)
    with pytest.raises(InvalidField) as refused:
        await save(ada, id=made.id, version=version)
    assert [fault.path for fault in refused.value.faults] == ["version"]
