"""The rules service over real gRPC and a real SQLite file: checking, saving, finding, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fixtures.patience import PATIENCE_S, until
from fixtures.saved_games import ANNA, names, rule_set, rules, save, stub
from fixtures.services import InProcess, person, service_caller

from redscience import families
from redscience.api.rules.v1.rules_pb2 import (
    BatchGetRequest,
    CheckRequest,
    CheckResponse,
    GetRequest,
    ListRequest,
    ListResponse,
    SaveRequest,
)
from redscience.errors import (
    InvalidField,
    NameTaken,
    NotAllowed,
    NotLoggedIn,
    QuotaSpent,
    RuleSetError,
    SameRules,
    UnknownGame,
)
from redscience.variations import catalogue
from redscience.variations.family import RuleSetSource
from redscience.variations.language import digest, read, to_json
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.kit.lanes import SlowLane
from services.kit.limits import CALLS_IN_HAND
from services.rules.__main__ import compose
from services.rules.checking import check, read_new

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceAsyncStub

__all__ = ["rules"]


async def test_a_game_is_saved_and_found_again(rules: RulesServiceAsyncStub) -> None:
    saved = await save(rules, rule_set("Four-on-6x6"))
    assert saved.creator_id == ANNA.id
    assert list(saved.seats) == ["black", "white"]
    assert "90 seconds" in " ".join(saved.english)
    by_id = (await rules.Get(GetRequest(id=saved.id))).game
    by_name = (await rules.Get(GetRequest(name="FOUR-ON-6X6"))).game
    assert by_id == by_name == saved
    assert json.loads(saved.rule_set)["name"] == "Four-on-6x6"


async def test_no_game_has_a_blocked_word_in_its_name(
    services: InProcess, rules: RulesServiceAsyncStub, tmp_path: Path
) -> None:
    for name in ("Fuckers-2", "F.u.c.k-6x6"):
        with pytest.raises(InvalidField) as refused:
            await save(rules, rule_set(name))
        assert [(fault.path, fault.problem) for fault in refused.value.faults] == [
            ("name", "has a word in it that is not wanted here")
        ]
    # A host has other words.
    (tmp_path / "words.json").write_text('{"anywhere": ["pineapple"], "alone": []}')
    config = replace(services.config("rules"), blocked_words_file=tmp_path / "words.json")
    await services.stop("rules")
    await services.start("rules", compose, config=config)
    assert (await save(rules, rule_set("Fuckers-2"))).name == "Fuckers-2"
    with pytest.raises(InvalidField):
        await save(rules, rule_set("Pineapple-Pie"))


async def test_many_games_are_found_at_once_in_the_order_asked(rules: RulesServiceAsyncStub) -> None:
    saved = await save(rules, rule_set("Four-on-6x6"))
    known = (await rules.List(ListRequest(page_size=3))).games
    asked = [known[2].id, new_id(), saved.id, "x", known[0].id, saved.id]
    found = (await rules.BatchGet(BatchGetRequest(ids=asked))).games
    assert [game.name for game in found] == [known[2].name, saved.name, known[0].name]
    assert found[0] == known[2]
    assert not any(game.rule_set or game.english for game in found)
    with pytest.raises(InvalidField) as refused:
        await rules.BatchGet(BatchGetRequest(ids=[saved.id] * 201))
    assert [fault.path for fault in refused.value.faults] == ["ids"]


async def test_what_a_turn_may_cost_is_told_wherever_the_rules_are(rules: RulesServiceAsyncStub) -> None:
    text = rule_set("Six-by-six")
    checked = await rules.Check(CheckRequest(rule_set=text))
    bound = families.read(text).bound
    assert bound is not None
    assert checked.cost.legal_moves == bound.legal_moves == 36
    assert (checked.cost.view_bytes, checked.cost.turn_us) == (bound.view_bytes, bound.turn_us)
    saved = await save(rules, text)
    assert saved.cost == checked.cost
    assert (await rules.Get(GetRequest(id=saved.id))).game.cost == checked.cost
    assert not any(game.HasField("cost") for game in (await rules.List(ListRequest())).games)


async def test_rules_are_read_where_nobody_waits_for_it_and_once(
    rules: RulesServiceAsyncStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_on = []

    def noting(read: Callable[[RuleSetSource], Any]) -> property:
        def noted(source: RuleSetSource) -> Any:
            read_on.append(threading.current_thread())
            return read(source)

        return property(noted)

    for name in ("sentences", "warnings", "opening", "bound"):
        known = getattr(RuleSetSource, name)
        monkeypatch.setattr(RuleSetSource, name, noting(getattr(known, "func", None) or known.fget))
    await rules.Check(CheckRequest(rule_set=rule_set("Six-by-six")))
    first = await rules.Get(GetRequest(name="Connect4"))
    assert read_on
    assert threading.main_thread() not in read_on
    read_on.clear()
    assert await rules.Get(GetRequest(name="Connect4")) == first
    assert not read_on


@pytest.mark.parametrize("asks", ["checks", "saves"])
async def test_whoever_asks_for_much_at_once_waits_for_themself_alone(
    services: InProcess, monkeypatch: pytest.MonkeyPatch, asks: str
) -> None:
    await services.start("rules", compose)
    lined_up, read, go = list[str](), list[str](), threading.Event()

    def noted(lane: SlowLane, whose: str, work: Callable[[], Any]) -> Awaitable[Any]:
        lined_up.append(whose)
        return run(lane, whose, work)

    def held(reads: Callable[[str], Any], text: str) -> Any:
        read.append(json.loads(text)["name"])
        go.wait(PATIENCE_S)
        return reads(text)

    run = SlowLane.run
    monkeypatch.setattr(SlowLane, "run", noted)
    monkeypatch.setattr("services.rules.servicer.check", partial(held, check))
    monkeypatch.setattr("services.rules.servicer.read_new", partial(held, read_new))

    async def asked(who: Caller, name: str) -> None:
        rules, text = stub(services, who), rule_set(name)
        if asks == "checks":
            await rules.Check(CheckRequest(rule_set=text))
        else:
            await rules.Save(SaveRequest(rule_set=text, request_id=new_id()))

    tasks = [asyncio.create_task(asked(ANNA, f"Annas-{number}")) for number in range(20)]
    await until(lambda: len(lined_up) == CALLS_IN_HAND)
    tasks.append(asyncio.create_task(asked(person(new_id()), "Bens")))
    await until(lambda: len(lined_up) == CALLS_IN_HAND + 1)
    go.set()
    await asyncio.gather(*tasks, return_exceptions=True)  # all but one game of the same rules are refused
    assert read.index("Bens") <= 2


async def test_the_catalogue_is_there_in_its_order_and_first(rules: RulesServiceAsyncStub) -> None:
    await save(rules, rule_set("A-game-of-Anna"))
    assert await names(rules, page_size=100) == [*families.names(), "A-game-of-Anna"]
    tic_tac_toe = (await rules.Get(GetRequest(name="tic-tac-toe"))).game
    assert tic_tac_toe.digest == digest(catalogue.get("Tic-Tac-Toe"))
    assert tic_tac_toe.creator_id == ""


async def test_the_catalogue_keeps_its_ids_when_the_service_starts_again(services: InProcess) -> None:
    await services.start("rules", compose)
    first = await stub(services).List(ListRequest())
    await services.stop("rules")
    await services.start("rules", compose)
    assert await stub(services).List(ListRequest()) == first


async def test_a_repeated_save_returns_the_first_answer(rules: RulesServiceAsyncStub) -> None:
    first = await save(rules, rule_set("Once"), "click-1")
    assert await save(rules, rule_set("Once"), "click-1") == first
    assert await names(rules, name_contains="once") == ["Once"]


@pytest.mark.parametrize("other", [rule_set("Once", length=5), rule_set("Once-more")], ids=["rules", "name"])
async def test_another_game_under_the_same_request_is_refused(rules: RulesServiceAsyncStub, other: str) -> None:
    await save(rules, rule_set("Once"), "click-1")
    with pytest.raises(InvalidField) as refused:
        await save(rules, other, "click-1")
    assert [fault.path for fault in refused.value.faults] == ["request_id"]
    assert await names(rules, name_contains="once") == ["Once"]


async def test_another_player_may_use_the_same_request_id(services: InProcess, rules: RulesServiceAsyncStub) -> None:
    await save(rules, rule_set("Of-Anna"), "1")
    other = await save(stub(services, person(new_id())), rule_set("Of-Bert", length=5), "1")
    assert other.name == "Of-Bert"


@pytest.mark.parametrize("name", ["tic-tac-toe", "TIC-TAC-TOE", "Ｔic-Tac-Toe", "Connect4"])  # noqa: RUF001 # NFKC makes a T of it
async def test_a_name_of_the_catalogue_is_taken_however_it_is_written(rules: RulesServiceAsyncStub, name: str) -> None:
    with pytest.raises(NameTaken) as taken:
        await save(rules, rule_set(name))
    (fault,) = taken.value.faults
    assert fault.path == "name"
    assert fault.problem.startswith("is taken by the game ")
    assert fault.remedy == "Choose another name"


@pytest.mark.parametrize(
    "name", ["Random", "chaos", "ANONYMOUS", "", "two words", "a*b", "x" * 41, "a\u202eb", "Connect4\u034f"]
)
async def test_a_name_that_no_game_may_have_is_refused_beside_its_field(
    rules: RulesServiceAsyncStub, name: str
) -> None:
    with pytest.raises(RuleSetError) as refused:
        await save(rules, rule_set(name))
    assert {fault.path for fault in refused.value.faults} == {"name"}


async def test_the_same_rules_under_another_name_are_refused_naming_the_game(rules: RulesServiceAsyncStub) -> None:
    await save(rules, rule_set("First"))
    with pytest.raises(SameRules, match="First has the same rules"):
        await save(rules, rule_set("Second"))
    with pytest.raises(SameRules, match="Connect4"):
        await save(rules, to_json(catalogue.get("Connect4")).replace("Connect4", "Mine"))


async def test_every_named_game_goes_out_and_comes_in_again_as_a_game_of_ones_own(services: InProcess) -> None:
    await services.start("rules", compose)
    trainer = stub(services, person(new_id(), role="trainer"))
    for name in catalogue.names():
        file = (await trainer.Get(GetRequest(name=name))).game.rule_set
        assert read(file) == catalogue.get(name)
        with pytest.raises((NameTaken, SameRules)):
            await save(trainer, file)
        # Under another name it is the same game still; with another time for a turn it is one's own.
        mine = json.loads(file) | {"name": f"My-{name}"[:40]}
        with pytest.raises(SameRules):
            await save(trainer, json.dumps(mine))
        mine["seconds_per_turn"] = 3 if mine.get("seconds_per_turn") != 3 else 6
        saved = await save(trainer, json.dumps(mine))
        assert read(saved.rule_set) == read(json.dumps(mine))
        again = (await trainer.Get(GetRequest(id=saved.id))).game
        checked: CheckResponse = await trainer.Check(CheckRequest(rule_set=again.rule_set))
        assert (checked.digest, checked.same_as_id) == (saved.digest, saved.id)
        assert [sentence.text for sentence in checked.sentences] == list(again.english)
        assert [fault.path for fault in checked.faults] == ["name"]


async def test_of_two_saves_at_once_one_is_refused(services: InProcess, rules: RulesServiceAsyncStub) -> None:
    other = stub(services, person(new_id()))
    same_name = await asyncio.gather(
        save(rules, rule_set("Twins")), save(other, rule_set("Twins", length=5)), return_exceptions=True
    )
    same_rules = await asyncio.gather(
        save(rules, rule_set("This", height=7)), save(other, rule_set("That", height=7)), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in same_name) == ["Game", "NameTaken"]
    assert sorted(type(answer).__name__ for answer in same_rules) == ["Game", "SameRules"]


async def test_one_request_sent_twice_at_once_saves_one_game(rules: RulesServiceAsyncStub) -> None:
    first, second = await asyncio.gather(*(save(rules, rule_set("Double"), "click") for _ in range(2)))
    assert first == second


async def test_a_creator_saves_fifteen_games_and_a_trainer_any_number(
    services: InProcess, rules: RulesServiceAsyncStub
) -> None:
    for number in range(15):
        await save(rules, rule_set(f"Game-{number}", width=4 + number))
    with pytest.raises(QuotaSpent, match="15"):
        await save(rules, rule_set("Too-many", height=5))
    with pytest.raises(NameTaken):
        await save(rules, rule_set("Game-1", height=5))
    trainer = stub(services, person(new_id(), role="trainer"))
    for number in range(16):
        await save(trainer, rule_set(f"Trained-{number}", width=4 + number, height=7))


async def test_what_was_refused_does_not_count(rules: RulesServiceAsyncStub) -> None:
    await save(rules, rule_set("Base"))
    for _ in range(20):
        with pytest.raises(SameRules):
            await save(rules, rule_set("Same"))
    for number in range(14):
        await save(rules, rule_set(f"More-{number}", width=7 + number % 10, height=4 + number % 3))


async def test_who_has_not_logged_in_saves_nothing(services: InProcess) -> None:
    await services.start("rules", compose)
    with pytest.raises(NotLoggedIn):
        await save(stub(services, None), rule_set("Nobodys"))
    with pytest.raises(NotAllowed):
        await save(stub(services, service_caller("match")), rule_set("Of-a-service"))
    for role in ("anonymous", "persona"):
        with pytest.raises(NotAllowed, match="Log in"):
            await save(stub(services, person(new_id(), role=role)), rule_set("Theirs"))


async def test_a_check_tells_the_rules_and_the_board(rules: RulesServiceAsyncStub) -> None:
    checked: CheckResponse = await rules.Check(CheckRequest(rule_set=rule_set("Fresh")))
    assert not checked.faults
    assert checked.digest.startswith("1:")
    assert all(sentence.text and sentence.paths for sentence in checked.sentences)
    assert json.loads(checked.table)["board"] == {"kind": "squares", "size": [6, 6, 1], "count": 1}
    assert checked.same_as_id == ""


async def test_a_check_names_the_game_that_is_the_same(rules: RulesServiceAsyncStub) -> None:
    saved = await save(rules, rule_set("First"))
    checked: CheckResponse = await rules.Check(CheckRequest(rule_set=rule_set("Second")))
    assert (checked.same_as_id, checked.same_as_name) == (saved.id, "First")
    assert not checked.faults


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "is missing"),
        ("connect4", "is taken by the game Connect4"),
        ("Connect4\u034f", "has a mark in it that cannot be seen"),
        ("Tic-T\N{CYRILLIC SMALL LETTER A}c-Toe", "has letters of several alphabets in one word"),
    ],
)
async def test_a_check_draws_the_board_while_only_the_name_is_at_fault(
    rules: RulesServiceAsyncStub, name: str, problem: str
) -> None:
    checked: CheckResponse = await rules.Check(CheckRequest(rule_set=rule_set(name)))
    assert [(fault.path, fault.problem) for fault in checked.faults] == [("name", problem)]
    assert json.loads(checked.table)["board"]["size"] == [6, 6, 1]


async def test_a_check_answers_with_all_faults_at_once(rules: RulesServiceAsyncStub) -> None:
    checked: CheckResponse = await rules.Check(CheckRequest(rule_set=rule_set("bad name", seconds_per_turn=7)))
    assert {fault.path for fault in checked.faults} == {"name", "seconds_per_turn"}
    assert all(fault.problem and fault.remedy for fault in checked.faults)
    assert not checked.table


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not JSON",
        "[]",
        "null",
        '"text"',
        "{",
        "[" * 10_000,
        " " * 100_000,
        '{"name": "\\ud800"}',
        "\0",
        "9" * 5_000,
    ],
)
async def test_what_cannot_be_read_is_answered_with_a_fault(rules: RulesServiceAsyncStub, text: str) -> None:
    checked: CheckResponse = await rules.Check(CheckRequest(rule_set=text))
    assert checked.faults
    with pytest.raises(RuleSetError) as refused:
        await save(rules, text)
    assert refused.value.faults


@pytest.mark.parametrize("request_id", ["", "two words", "x" * 65, "\n"])
async def test_a_bad_request_id_is_named(rules: RulesServiceAsyncStub, request_id: str) -> None:
    with pytest.raises(InvalidField) as invalid:
        await rules.Save(SaveRequest(rule_set=rule_set("Fresh"), request_id=request_id))
    assert [fault.path for fault in invalid.value.faults] == ["request_id"]


@pytest.mark.parametrize(
    "key",
    [
        {"id": ""},
        {"id": "nonsense"},
        {"id": "0" * 100_000},
        {"name": "Nobody-made-this"},
        {"name": "a\0b"},
        {"name": "%"},
    ],
)
async def test_a_game_that_there_is_not_is_unknown(rules: RulesServiceAsyncStub, key: dict[str, str]) -> None:
    with pytest.raises(UnknownGame):
        await rules.Get(GetRequest(**key))  # type: ignore[arg-type] # one key of either kind


async def test_a_get_without_a_key_says_what_to_send(rules: RulesServiceAsyncStub) -> None:
    with pytest.raises(InvalidField, match="Send an id or a name"):
        await rules.Get(GetRequest())


async def test_a_get_by_a_name_that_is_too_long_says_so(rules: RulesServiceAsyncStub) -> None:
    with pytest.raises(UnknownGame):
        await rules.Get(GetRequest(name="x" * 100))
    with pytest.raises(InvalidField) as invalid:
        await rules.Get(GetRequest(name="x" * 101))
    assert [fault.path for fault in invalid.value.faults] == ["name"]


async def test_search_finds_parts_of_names_in_any_case_and_takes_signs_as_they_are(
    rules: RulesServiceAsyncStub,
) -> None:
    for number, name in enumerate(["Große-Reihe", "100%-pure", "under_score", "underXscore"]):
        await save(rules, rule_set(name, width=5 + number))
    assert await names(rules, name_contains="GROSSE") == ["Große-Reihe"]
    assert await names(rules, name_contains="%") == ["100%-pure"]
    assert await names(rules, name_contains="r_s") == ["under_score"]
    assert await names(rules, name_contains="nobody") == []


async def test_games_of_one_creator(services: InProcess, rules: RulesServiceAsyncStub) -> None:
    await save(rules, rule_set("Hers"))
    bert = person(new_id())
    await save(stub(services, bert), rule_set("His", length=5))
    assert await names(rules, creator_id=ANNA.id) == ["Hers"]
    assert await names(rules, creator_id=bert.id) == ["His"]


async def test_pages_hold_every_game_once_and_stay_in_place_while_games_are_saved(
    rules: RulesServiceAsyncStub,
) -> None:
    for number in range(5):
        await save(rules, rule_set(f"m{number}", width=5 + number))
    everything = await names(rules, page_size=100)
    seen: list[str] = []
    token = ""
    is_more_saved = False
    while True:
        answer: ListResponse = await rules.List(ListRequest(page_size=2, page_token=token))
        seen += [game.name for game in answer.games]
        if "m0" in seen and not is_more_saved:
            is_more_saved = True
            # Before the place where the list goes on, and after it.
            await save(rules, rule_set("a-new-one", height=7))
            await save(rules, rule_set("z-new-one", height=8))
        token = answer.next_page_token
        if not token:
            break
    assert seen == [*everything, "z-new-one"]


async def test_a_list_is_without_rules(rules: RulesServiceAsyncStub) -> None:
    answer: ListResponse = await rules.List(ListRequest())
    assert all(not game.rule_set and not game.english and list(game.seats) for game in answer.games)


async def test_a_page_token_of_another_list_is_refused(rules: RulesServiceAsyncStub) -> None:
    answer: ListResponse = await rules.List(ListRequest(page_size=1))
    with pytest.raises(InvalidField, match="page_token"):
        await rules.List(ListRequest(name_contains="o", page_token=answer.next_page_token))


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ({"page_size": -1}, "page_size"),
        ({"page_size": 101}, "page_size"),
        ({"page_token": "nonsense"}, "page_token"),
        ({"page_token": "W10="}, "page_token"),
        ({"page_token": "A" * 100_000}, "page_token"),
        ({"page_token": "ÄÖÜ"}, "page_token"),
        ({"creator_id": "me"}, "creator_id"),
        ({"name_contains": "x" * 101}, "name_contains"),
        ({"name_contains": "a\0b"}, "name_contains"),
    ],
)
async def test_bad_fields_of_a_list_are_named(rules: RulesServiceAsyncStub, wanted: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidField) as invalid:
        await rules.List(ListRequest(**wanted))
    assert [fault.path for fault in invalid.value.faults] == [path]
    assert all(fault.remedy for fault in invalid.value.faults)
