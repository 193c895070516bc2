"""Finding games: by words, seats, family, features, creator; in any order; and games that are near to one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.saved_games import ANNA, names, rule_set, rules, save, stub
from fixtures.services import InProcess, person
from sqlalchemy import Connection, event, insert, text, update

from redscience import families
from redscience.api.rules.v1.rules_pb2 import (
    ORDER_NAME,
    ORDER_NEWEST,
    GetRequest,
    HideRequest,
    ListRequest,
    RelatedRequest,
    RenameRequest,
)
from redscience.errors import InvalidField, UnknownGame
from services.kit.database import make_engine
from services.kit.ids import new_id
from services.rules import index, search
from services.rules.fields import Wanted
from services.rules.game import Game
from services.rules.schema import games, terms
from services.rules.store import row_of

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceAsyncStub

__all__ = ["rules"]

ADMIN = person(new_id(), role="admin")
CATALOGUE = [families.get(name) for name in families.names()]


async def all_names(rules: RulesServiceAsyncStub, **wanted: Any) -> list[str]:
    return await names(rules, page_size=100, **wanted)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("connect", {"Connect4", "Connect6-19x19"}),
        ("CONNECT 4", {"Connect4"}),
        ("hideseek", {"3P-9X-HideSeek", "3P-9X-HideSeek-000", "3P-9X-HideSeek-R"}),
        ("hide se", {"3P-9X-HideSeek", "3P-9X-HideSeek-000", "3P-9X-HideSeek-R"}),
        ("connect nobodysword", set()),
        ("othello", {"Reversi"}),
        ("tictactoe", {"Tic-Tac-Toe"}),
        ("Noughts and cros", {"Tic-Tac-Toe"}),
        ("prisoners dilemma", {"PrisonerDilemma", "OptionalPD", "ContractPD"}),
        ("Prisoner\u2019s dilemma", {"PrisonerDilemma", "OptionalPD", "ContractPD"}),
        ("%", None),
        ("", None),
    ],
)
async def test_words_of_names_are_found_by_their_beginnings(
    rules: RulesServiceAsyncStub, text: str, found: set[str] | None
) -> None:
    everything = set(await all_names(rules))
    assert set(await all_names(rules, words=text)) == (everything if found is None else found)


async def test_what_else_people_call_a_game_is_told_with_it(rules: RulesServiceAsyncStub) -> None:
    (reversi,) = (await rules.List(ListRequest(words="othello"))).games
    assert list(reversi.also_called) == ["Othello"]
    assert list((await rules.Get(GetRequest(id=reversi.id))).game.also_called) == ["Othello"]
    await save(rules, rule_set("Chess", board={"kind": "squares", "size": [4, 5, 1]}))
    assert not (await rules.Get(GetRequest(name="Chess"))).game.also_called


async def test_words_of_the_rules_are_found(rules: RulesServiceAsyncStub) -> None:
    for word in ("capture", "stack", "passing", "seconds"):
        spoken = {
            source.name
            for source in CATALOGUE
            if {word, f"{word}s"} & set(index.words(" ".join((*source.english, *source.features, source.name))))
        }
        assert spoken
        assert set(await all_names(rules, words=word)) == spoken
    await save(rules, rule_set("Round", board={"kind": "toroid", "size": [6, 6, 1]}))
    assert await all_names(rules, words="torus round") == ["Round"]


async def test_games_are_found_by_what_they_are(rules: RulesServiceAsyncStub) -> None:
    for source in CATALOGUE:
        found = await all_names(rules, seats=len(source.seats), family=source.family.name, features=source.features[:8])
        assert found == [
            other.name
            for other in CATALOGUE
            if len(other.seats) == len(source.seats)
            and other.family.name == source.family.name
            and set(other.features) >= set(source.features[:8])
        ]
    assert await all_names(rules, seats=9) == []
    assert await all_names(rules, family="nobodys") == []


async def test_a_game_tells_its_features(rules: RulesServiceAsyncStub) -> None:
    qubic = (await rules.Get(GetRequest(name="Qubic-4"))).game
    assert list(qubic.features) == ["squares", "three-dimensions", "first-row-wins"]
    (line,) = (await rules.List(ListRequest(name_contains="Qubic"))).games
    assert line.features == qubic.features


async def test_all_that_is_asked_for_must_be_there(rules: RulesServiceAsyncStub) -> None:
    await save(rules, rule_set("Mine"))
    assert await all_names(rules, creator_id=ANNA.id, words="mine", seats=2, features=["squares"]) == ["Mine"]
    for other in ({"seats": 3}, {"words": "yours"}, {"features": ["chaos"]}, {"family": "undercut"}):
        assert await all_names(rules, creator_id=ANNA.id, **other) == []


async def test_games_are_sorted_by_name_or_the_newest_first(rules: RulesServiceAsyncStub) -> None:
    for number, name in enumerate(("b-game", "c-game", "a-game")):
        await save(rules, rule_set(name, width=5 + number))
    assert await names(rules, creator_id=ANNA.id, order=ORDER_NAME) == ["a-game", "b-game", "c-game"]
    assert await names(rules, creator_id=ANNA.id, order=ORDER_NEWEST) == ["a-game", "c-game", "b-game"]
    assert (await all_names(rules, order=ORDER_NEWEST))[:3] == ["a-game", "c-game", "b-game"]
    by_name = await all_names(rules, order=ORDER_NAME)
    assert set(by_name) == set(await all_names(rules))
    assert by_name == sorted(by_name, key=str.casefold)


@pytest.mark.parametrize("order", [0, ORDER_NAME, ORDER_NEWEST])
@pytest.mark.parametrize("wanted", [{}, {"words": "row"}, {"features": ["first-row-wins"], "seats": 2}])
async def test_pages_hold_every_game_once_in_every_order(
    rules: RulesServiceAsyncStub, order: int, wanted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = await all_names(rules, order=order, **wanted)
    for few, window in ((500, 2000), (500, 3), (1, 7)):
        monkeypatch.setattr(search, "FEW", few)
        monkeypatch.setattr(search, "WINDOW", window)
        seen, token = [], ""
        while True:
            answer = await rules.List(ListRequest(page_size=4, page_token=token, order=order, **wanted))
            seen += [game.name for game in answer.games]
            token = answer.next_page_token
            if not token:
                break
        assert seen == everything


async def test_a_renamed_game_is_found_by_its_new_name_alone(services: InProcess, rules: RulesServiceAsyncStub) -> None:
    game = await save(rules, rule_set("Oldword"))
    await stub(services, ADMIN).Rename(RenameRequest(game_id=game.id, name="Newword"))
    assert await names(rules, words="oldword") == await names(rules, name_contains="oldword") == []
    assert await names(rules, words="newword torus") == []
    assert await names(rules, words="newword seconds") == await names(rules, name_contains="newwo") == ["Newword"]


async def test_a_hidden_game_is_found_by_nothing_but_its_id(services: InProcess, rules: RulesServiceAsyncStub) -> None:
    game = await save(rules, rule_set("Rude"))
    near = await save(rules, rule_set("Near", width=7))
    other = stub(services, person(new_id()))
    assert "Rude" in await related(other, near.id)
    await stub(services, ADMIN).Hide(HideRequest(game_id=game.id))
    for wanted in ({"words": "rude"}, {"name_contains": "rude"}, {"order": ORDER_NEWEST}, {"creator_id": ANNA.id}):
        assert "Rude" not in await all_names(other, **wanted)
        assert "Rude" in await all_names(rules, **wanted)
    assert "Rude" not in await related(other, near.id)
    assert "Rude" in await related(rules, near.id)
    assert await related(other, game.id)


async def test_variants_are_found_by_what_they_were_made_from(rules: RulesServiceAsyncStub) -> None:
    origin = (await rules.Get(GetRequest(name="Tic-Tac-Toe"))).game
    first = await save(rules, rule_set("First"), origin_id=origin.id)
    second = await save(rules, rule_set("Second", width=7), origin_id=first.id)
    assert (origin.origin_id, first.origin_id, second.origin_id) == ("", origin.id, first.id)
    assert await names(rules, origin_id=origin.id) == ["First"]
    assert await names(rules, origin_id=first.id) == ["Second"]
    assert await names(rules, origin_id=second.id) == []
    assert (await rules.Get(GetRequest(id=second.id))).game.origin_id == first.id


async def test_nothing_is_made_from_what_there_is_not_or_from_another_kind(rules: RulesServiceAsyncStub) -> None:
    other = (await rules.Get(GetRequest(name="Undercut"))).game
    before = await all_names(rules)
    for origin_id in (new_id(), "x", "%", other.id):
        with pytest.raises(InvalidField) as invalid:
            await save(rules, rule_set("Variant"), origin_id=origin_id)
        assert [fault.path for fault in invalid.value.faults] == ["origin_id"]
    assert await all_names(rules) == before


async def related(rules: RulesServiceAsyncStub, game_id: str) -> list[str]:
    return [game.name for game in (await rules.Related(RelatedRequest(game_id=game_id))).games]


async def test_related_games_have_the_most_in_common(rules: RulesServiceAsyncStub) -> None:
    poker = (await rules.Get(GetRequest(name="3P-NeedyPoker"))).game
    assert (await related(rules, poker.id))[:2] == ["3P-RichPoker", "KPoker"]
    twin = await save(rules, rule_set("Twin"))
    other = await save(rules, rule_set("Other", width=7))
    assert (await related(rules, twin.id)).index("Tic-Tac-Toe") < (await related(rules, twin.id)).index("Other")
    for game_id in (poker.id, twin.id, other.id):
        answer = await rules.Related(RelatedRequest(game_id=game_id))
        assert game_id not in {game.id for game in answer.games}
        assert 0 < len(answer.games) <= search.RELATED
        assert all(not game.rule_set and not game.english for game in answer.games)


@pytest.mark.parametrize("game_id", ["", "me", "\0", "0" * 26])
async def test_what_there_is_not_has_no_related_games(rules: RulesServiceAsyncStub, game_id: str) -> None:
    with pytest.raises(UnknownGame):
        await rules.Related(RelatedRequest(game_id=game_id))


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ({"words": "x" * 101}, "words"),
        ({"words": "a\0b"}, "words"),
        ({"words": "one two three four five six seven eight nine"}, "words"),
        ({"seats": -1}, "seats"),
        ({"origin_id": "no id"}, "origin_id"),
        ({"seats": 101}, "seats"),
        ({"family": "Two words"}, "family"),
        ({"features": ["squares", "No feature"]}, "features[1]"),
        ({"features": ["x"] * 9}, "features"),
        ({"order": 9}, "order"),
    ],
)
async def test_bad_fields_of_a_search_are_named(
    rules: RulesServiceAsyncStub, wanted: dict[str, Any], path: str
) -> None:
    with pytest.raises(InvalidField) as invalid:
        await rules.List(ListRequest(**wanted))
    assert [fault.path for fault in invalid.value.faults] == [path]


async def test_a_token_belongs_to_all_that_was_asked_for(rules: RulesServiceAsyncStub) -> None:
    token = (await rules.List(ListRequest(page_size=1, words="row"))).next_page_token
    for other in ({"words": "rows"}, {"seats": 2}, {"family": "variations"}, {"features": ["squares"]}, {"order": 1}):
        with pytest.raises(InvalidField, match="page_token"):
            await rules.List(ListRequest(page_size=1, page_token=token, **({"words": "row"} | other)))


MANY = 5_000
SEATS = ("black", "white")
LAST_EARLY = 4_400
"""The one game that has two terms, either of which many have."""


@pytest.fixture
def many(databases: Databases) -> Iterator[Connection]:
    """The catalogue, and thousands of games that nearly all have the same terms."""
    engine = make_engine(databases.of_service("rules"))
    with engine.begin() as connection:
        made = [
            Game(new_id(), "variations", f"game-{number:05}", f"d{number}", SEATS, ADMIN.id, number, rule_set="{}")
            for number in range(MANY)
        ]
        connection.execute(insert(games), [row_of(game) | {"features": "squares"} for game in made])
        found_by = ("w:game", "w:row", "f:variations", "s:2", "x:squares", "n:gam")
        rows = [{"term": term, "game_id": game.id} for game in made for term in found_by]
        rows += [{"term": "w:rare", "game_id": made[number].id} for number in (7, MANY - 7)]
        rows += [{"term": "x:early", "game_id": game.id} for game in made[: LAST_EARLY + 1]]
        rows += [{"term": "x:late", "game_id": game.id} for game in made[LAST_EARLY:]]
        connection.execute(insert(terms), rows)
        if connection.dialect.name == "postgresql":
            connection.execute(text("ANALYZE"))
        yield connection
    engine.dispose()


SEARCHES = (
    Wanted(),
    Wanted(order=ORDER_NAME),
    Wanted(order=ORDER_NEWEST),
    Wanted(words=("game",)),
    Wanted(words=("game", "rare")),
    Wanted(words=("game", "row"), seats=2, features=("squares",), order=ORDER_NEWEST),
    Wanted(words=("nobody",)),
    Wanted(name_contains="me-0499"),
    Wanted(creator_id=new_id()),
)


@both_databases
def test_no_search_looks_at_every_game_or_reads_the_file_of_one(many: Connection) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        asked.append((statement, parameters))

    event.listen(many, "before_cursor_execute", note)
    for wanted in SEARCHES:
        search.page(many, wanted, None)
    search.related(many, search.page(many, Wanted(words=("rare",)), None)[0][0], None)
    event.remove(many, "before_cursor_execute", note)
    assert len(asked) > len(SEARCHES)
    assert not [statement for statement, _ in asked if "rule_set" in statement]
    is_sqlite = many.dialect.name == "sqlite"
    if not is_sqlite:
        # A table of this size may be read as a whole for less; what is looked for is whether it need be.
        many.execute(text("SET LOCAL enable_seqscan = off"))
    for statement, parameters in asked:
        plan = many.exec_driver_sql(f"EXPLAIN {'QUERY PLAN ' if is_sqlite else ''}{statement}", parameters).all()
        lines = [str(row[-1]) for row in plan]
        scans = [line for line in lines if (line.startswith("SCAN") and "INDEX" not in line) or "Seq Scan" in line]
        assert scans == [], statement


@both_databases
def test_a_rare_word_and_a_rare_part_of_a_name_are_found_among_many(many: Connection) -> None:
    rare, more = search.page(many, Wanted(words=("game", "rare"), size=10), None)
    assert ([game.name for game in rare], more) == (["game-00007", "game-04993"], None)


@both_databases
def test_a_page_ends_with_its_window(many: Connection) -> None:
    wanted = Wanted(features=("early", "late"))
    found, pages, more = [], 0, None
    while pages == 0 or more is not None:
        games_there, more = search.page(many, replace(wanted, after=more), None)
        found += games_there
        pages += 1
    assert [game.name for game in found] == [f"game-{LAST_EARLY:05}"]
    assert pages == -(-(MANY + len(CATALOGUE)) // search.WINDOW)


@both_databases
def test_games_of_an_earlier_release_are_kept_under_their_terms(databases: Databases) -> None:
    engine = make_engine(databases.of_service("rules"))
    with engine.begin() as connection:
        kept = connection.execute(terms.select().order_by(*terms.primary_key)).all()
        before, _ = search.page(connection, Wanted(size=100), None)
        connection.execute(terms.delete())
        connection.execute(update(games).values(indexed=0, features=""))
        while index.catch_up(connection):
            pass
        assert connection.execute(terms.select().order_by(*terms.primary_key)).all() == kept
        assert search.page(connection, Wanted(size=100), None)[0] == before
    engine.dispose()
