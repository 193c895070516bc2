"""What Admins do in the rules service: names, quotas, what is hidden; who else may not; and what is kept of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from fixtures.saved_games import ANNA, names, rule_set, rules, save, stub
from fixtures.services import InProcess, person, service_caller
from sqlalchemy import update

from redscience import families
from redscience.api.rules.v1.rules_pb2 import (
    BatchGetRequest,
    CheckRequest,
    Game,
    GetQuotaRequest,
    GetRequest,
    HideRequest,
    ListChangesRequest,
    ListRequest,
    Quota,
    RenameRequest,
    SetQuotaRequest,
    ShowRequest,
)
from redscience.errors import (
    InvalidField,
    NameTaken,
    NotAllowed,
    NotLoggedIn,
    QuotaSpent,
    SameRules,
    UnknownGame,
)
from services.kit.database import make_engine
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.rules.__main__ import compose
from services.rules.schema import games
from services.rules.servicer import ACCESS

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceAsyncStub

__all__ = ["rules"]

pytestmark = pytest.mark.usefixtures("rules")

ADMIN = person(new_id(), role="admin")
BERT = person(new_id())
TRAINER = person(new_id(), role="trainer")
PERSONA = person(new_id(), role="persona")
ANYONE: dict[str, Caller | None] = {
    "nobody": None,
    "anonymous": replace(person(new_id(), role="anonymous"), kind="anonymous"),
    "persona": PERSONA,
    "creator": ANNA,
    "trainer": TRAINER,
    "admin": ADMIN,
    "service": service_caller("match"),
}
MAY: dict[str, set[str]] = {
    "Check": set(ANYONE) - {"nobody"},
    "Save": set(ANYONE) - {"nobody", "service"},
    "Get": set(ANYONE),
    "BatchGet": set(ANYONE),
    "List": set(ANYONE),
    "Related": set(ANYONE),
    "GetQuota": set(ANYONE) - {"nobody", "service"},
    "GetDraft": set(ANYONE) - {"nobody"},
    # Visitors are all the same player.
    **{
        method: set(ANYONE) - {"nobody", "anonymous", "service"}
        for method in ("SaveDraft", "ListDrafts", "ShareDraft", "DeleteDraft")
    },
    **{method: {"admin"} for method in ("SetQuota", "Rename", "Hide", "Show", "ListChanges")},
}


@pytest.fixture
def admins(services: InProcess) -> RulesServiceAsyncStub:
    """The service that `rules` has started, called by an Admin."""
    return stub(services, ADMIN)


async def quota(rules: RulesServiceAsyncStub) -> Quota:
    return (await rules.GetQuota(GetQuotaRequest())).quota


async def test_each_cell_of_the_table_is_as_it_is_meant() -> None:
    assert {method: {who for who, caller in ANYONE.items() if ACCESS[method](caller)} for method in ACCESS} == MAY


@pytest.mark.parametrize("who", sorted(set(ANYONE) - {"admin"}))
async def test_nobody_but_admins_changes_anything(services: InProcess, rules: RulesServiceAsyncStub, who: str) -> None:
    game = await save(rules, rule_set("Mine"))
    other = stub(services, ANYONE[who])
    refused = NotLoggedIn if who == "nobody" else NotAllowed
    for method, request in (
        (other.Rename, RenameRequest(game_id=game.id, name="Theirs")),
        (other.Hide, HideRequest(game_id=game.id)),
        (other.Show, ShowRequest(game_id=game.id)),
        (other.SetQuota, SetQuotaRequest(player_id=ANNA.id, games=16)),
        (other.ListChanges, ListChangesRequest()),
    ):
        with pytest.raises(refused):
            await method(request)
    assert (await rules.Get(GetRequest(id=game.id))).game == game


async def test_a_creator_is_told_how_many_games_are_left(rules: RulesServiceAsyncStub) -> None:
    assert await quota(rules) == Quota(saved=0, most=15, left=15)
    await save(rules, rule_set("One"))
    assert await quota(rules) == Quota(saved=1, most=15, left=14)


@pytest.mark.parametrize("who", [TRAINER, ADMIN], ids=["trainer", "admin"])
async def test_trainers_and_admins_have_no_quota(
    services: InProcess, admins: RulesServiceAsyncStub, who: Caller
) -> None:
    await admins.SetQuota(SetQuotaRequest(player_id=who.id, games=0))
    await save(stub(services, who), rule_set("One"))
    told = await quota(stub(services, who))
    assert (told.saved, told.HasField("most"), told.HasField("left")) == (1, False, False)


@pytest.mark.parametrize("role", ["anonymous", "persona"])
async def test_who_may_make_no_games_has_no_quota_to_ask_for(services: InProcess, role: str) -> None:
    with pytest.raises(NotAllowed, match="Log in"):
        await quota(stub(services, person(new_id(), role=role)))


async def test_an_admin_lifts_a_quota_and_lowers_it_again(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    assert (await admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, games=1))).quota == Quota(most=1, left=1)
    await save(rules, rule_set("One"))
    with pytest.raises(QuotaSpent, match="may save 1 game, and have saved 1"):
        await save(rules, rule_set("Two", length=5))
    await admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, games=2))
    await save(rules, rule_set("Two", length=5))
    assert await quota(rules) == Quota(saved=2, most=2, left=0)
    await admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, unlimited=True))
    await save(rules, rule_set("Three", length=6))
    assert not (await quota(rules)).HasField("most")
    await admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, games=0))
    assert await quota(rules) == Quota(saved=3, most=0, left=0)
    with pytest.raises(QuotaSpent, match="may save 0 games"):
        await save(rules, rule_set("Four", width=7))


@pytest.mark.parametrize("usual", [{}, {"games": -1}, {"unlimited": False}])
async def test_a_quota_is_as_usual_again(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub, usual: dict[str, Any]
) -> None:
    await admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, unlimited=True))
    await admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, **usual))
    assert await quota(rules) == Quota(saved=0, most=15, left=15)


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ({"player_id": "me", "games": 1}, "player_id"),
        ({"player_id": ANNA.id, "games": -2}, "games"),
        ({"player_id": ANNA.id, "games": 1_000_001}, "games"),
    ],
)
async def test_bad_fields_of_a_quota_are_named(
    admins: RulesServiceAsyncStub, wanted: dict[str, Any], path: str
) -> None:
    with pytest.raises(InvalidField) as invalid:
        await admins.SetQuota(SetQuotaRequest(**wanted))
    assert [fault.path for fault in invalid.value.faults] == [path]


async def test_a_renamed_game_has_its_name_in_its_file_and_the_same_digest(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Old"))
    renamed = (await admins.Rename(RenameRequest(game_id=game.id, name="New"))).game
    assert (renamed.id, renamed.name, renamed.digest) == (game.id, "New", game.digest)
    assert json.loads(renamed.rule_set)["name"] == "New"
    assert families.read(renamed.rule_set).digest == game.digest
    assert (await rules.Get(GetRequest(name="new"))).game == renamed
    with pytest.raises(UnknownGame):
        await rules.Get(GetRequest(name="Old"))
    await save(rules, rule_set("Old", length=5))
    with pytest.raises(SameRules, match="New has the same rules"):
        await save(rules, rule_set("Other"))


async def test_a_repeated_save_returns_the_game_that_was_renamed_meanwhile(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Old"), "click-1")
    for name in ("New", "Newest"):
        renamed = (await admins.Rename(RenameRequest(game_id=game.id, name=name))).game
    assert await save(rules, rule_set("Old"), "click-1") == renamed
    with pytest.raises(InvalidField):
        await save(rules, rule_set("Newest"), "click-1")


async def test_a_game_that_is_read_no_more_is_renamed_and_told_without_its_rules(
    services: InProcess, rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Rude"))
    engine = make_engine(services.config("rules").database_url)
    with engine.begin() as connection:
        connection.execute(update(games).where(games.c.id == game.id).values(rule_set='{"format": "of-old/1"}'))
    engine.dispose()
    renamed = (await admins.Rename(RenameRequest(game_id=game.id, name="Kind"))).game
    assert (renamed.id, renamed.name, list(renamed.english)) == (game.id, "Kind", [])
    assert await names(rules, name_contains="kind") == ["Kind"]


async def test_a_game_may_be_spelt_otherwise_and_keeps_its_name_to_itself(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("spelling"))
    assert (await admins.Rename(RenameRequest(game_id=game.id, name="Spelling"))).game.name == "Spelling"
    with pytest.raises(NameTaken):
        await save(rules, rule_set("SPELLING", length=5))


async def test_a_name_that_is_taken_or_that_no_game_may_have_is_refused_beside_its_field(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Mine"))
    await save(rules, rule_set("Other", length=5))
    for name, refused in (
        ("OTHER", NameTaken),
        ("connect4", NameTaken),
        ("Chaos", InvalidField),
        ("two words", InvalidField),
        ("", InvalidField),
    ):
        with pytest.raises(refused) as fault:
            await admins.Rename(RenameRequest(game_id=game.id, name=name))
        assert [each.path for each in fault.value.faults] == ["name"]
    assert (await rules.Get(GetRequest(id=game.id))).game == game


async def test_of_a_rename_and_a_save_at_once_one_gets_the_name(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Mine"))
    answers = await asyncio.gather(
        admins.Rename(RenameRequest(game_id=game.id, name="Wanted")),
        save(rules, rule_set("Wanted", length=5)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers].count(NameTaken) == 1
    assert (await rules.Get(GetRequest(name="Wanted"))).game.name == "Wanted"


async def test_the_catalogue_keeps_its_names(rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub) -> None:
    game = (await rules.Get(GetRequest(name="Connect4"))).game
    with pytest.raises(InvalidField, match="catalogue"):
        await admins.Rename(RenameRequest(game_id=game.id, name="Connect-Four"))


@pytest.mark.parametrize("game_id", ["", "nonsense", "\0", "0" * 26])
async def test_what_there_is_not_cannot_be_changed(admins: RulesServiceAsyncStub, game_id: str) -> None:
    for change in (
        admins.Rename(RenameRequest(game_id=game_id, name="New")),
        admins.Hide(HideRequest(game_id=game_id)),
        admins.Show(ShowRequest(game_id=game_id)),
    ):
        with pytest.raises(UnknownGame):
            await change


async def found(rules: RulesServiceAsyncStub, game: Game) -> bool:
    """Whether a game is found by its name; the lists must agree."""
    listed = game.name in await names(rules, name_contains=game.name)
    assert (game.name in await names(rules, creator_id=game.creator_id)) is listed
    try:
        await rules.Get(GetRequest(name=game.name))
    except UnknownGame:
        assert not listed
    else:
        assert listed
    return listed


async def test_a_hidden_game_is_found_by_its_creator_and_admins_alone_until_it_is_shown(
    services: InProcess, rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Rude"))
    everybody = {who: stub(services, caller) for who, caller in ANYONE.items()} | {"other": stub(services, BERT)}
    assert (await admins.Hide(HideRequest(game_id=game.id))).game.hidden
    assert {who for who, one in everybody.items() if await found(one, game)} == {"creator", "admin"}
    for one in everybody.values():
        by_id = (await one.Get(GetRequest(id=game.id))).game
        assert by_id.hidden
        assert by_id.rule_set == game.rule_set
        (line,) = (await one.BatchGet(BatchGetRequest(ids=[game.id]))).games
        assert line.hidden
    assert not (await admins.Show(ShowRequest(game_id=game.id))).game.hidden
    assert {who for who, one in everybody.items() if await found(one, game)} == set(everybody)


async def test_a_hidden_game_is_told_to_its_creator_and_admins_alone_where_another_has_its_rules_or_name(
    services: InProcess, rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Rude"))
    await admins.Hide(HideRequest(game_id=game.id))
    other = stub(services, BERT)
    for one, same_as in ((rules, game.id), (admins, game.id), (other, "")):
        checked = await one.Check(CheckRequest(rule_set=rule_set("Second")))
        assert (checked.same_as_id, checked.same_as_name) == (same_as, "Rude" if same_as else "")
    with pytest.raises(SameRules, match="Play Rude"):
        await save(rules, rule_set("Second"))
    with pytest.raises(SameRules, match="that an admin has hidden has the same rules"):
        await save(other, rule_set("Second"))
    with pytest.raises(NameTaken) as taken:
        await save(other, rule_set("RUDE", length=5))
    assert [each.problem for each in taken.value.faults] == ["is taken by a game that an admin has hidden"]


async def test_a_hidden_game_of_the_catalogue_stays_hidden_when_the_service_starts_again(services: InProcess) -> None:
    game = (await stub(services).Get(GetRequest(name="Connect4"))).game
    await stub(services, ADMIN).Hide(HideRequest(game_id=game.id))
    await services.stop("rules")
    await services.start("rules", compose)
    assert "Connect4" not in await names(stub(services), page_size=100)
    assert (await stub(services).Get(GetRequest(id=game.id))).game.hidden


async def told(admins: RulesServiceAsyncStub) -> list[tuple[str, str, str, str, str]]:
    changes = (await admins.ListChanges(ListChangesRequest())).changes
    assert all(change.at_ms > 0 for change in changes)
    return [
        (change.admin_id, change.subject_id, change.field, change.before, change.after) for change in reversed(changes)
    ]


async def test_what_is_changed_is_kept_once_however_often_it_is_asked_for(
    rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub
) -> None:
    game = await save(rules, rule_set("Old"))
    changes: list[Callable[[], Any]] = [
        lambda: admins.Rename(RenameRequest(game_id=game.id, name="New")),
        lambda: admins.Hide(HideRequest(game_id=game.id)),
        lambda: admins.Show(ShowRequest(game_id=game.id)),
        lambda: admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, games=20)),
        lambda: admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, unlimited=True)),
    ]
    for change in changes:
        assert await change() == await change()
    with pytest.raises(NameTaken):
        await admins.Rename(RenameRequest(game_id=game.id, name="Connect4"))
    assert await told(admins) == [
        (ADMIN.id, game.id, "name", "Old", "New"),
        (ADMIN.id, game.id, "hidden", "no", "yes"),
        (ADMIN.id, game.id, "hidden", "yes", "no"),
        (ADMIN.id, ANNA.id, "quota", "15", "20"),
        (ADMIN.id, ANNA.id, "quota", "20", "unlimited"),
    ]


async def test_changes_are_told_in_pages_newest_first(admins: RulesServiceAsyncStub) -> None:
    for most in range(5):
        await admins.SetQuota(SetQuotaRequest(player_id=ANNA.id, games=most))
    seen, token = [], ""
    while True:
        answer = await admins.ListChanges(ListChangesRequest(page_size=2, page_token=token))
        seen += [change.after for change in answer.changes]
        token = answer.next_page_token
        if not token:
            break
    assert seen == ["4", "3", "2", "1", "0"]


@pytest.mark.parametrize(
    ("wanted", "path"), [({"page_size": 101}, "page_size"), ({"page_token": "nonsense"}, "page_token")]
)
async def test_bad_fields_of_a_list_of_changes_are_named(
    admins: RulesServiceAsyncStub, wanted: dict[str, Any], path: str
) -> None:
    with pytest.raises(InvalidField) as invalid:
        await admins.ListChanges(ListChangesRequest(**wanted))
    assert [fault.path for fault in invalid.value.faults] == [path]


async def test_a_list_says_what_is_hidden(rules: RulesServiceAsyncStub, admins: RulesServiceAsyncStub) -> None:
    game = await save(rules, rule_set("Rude"))
    await admins.Hide(HideRequest(game_id=game.id))
    (line,) = (await admins.List(ListRequest(name_contains="rude"))).games
    assert line.hidden
