"""Who may call what: every method is in its service's table, and few are open to everybody."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from fixtures.services import person, service_caller
from google.protobuf.descriptor import FileDescriptor

from redscience.api.batch.v1.batch_pb2 import DESCRIPTOR as BATCH_API
from redscience.api.chat.v1.chat_pb2 import DESCRIPTOR as CHAT_API
from redscience.api.house.v1.house_pb2 import DESCRIPTOR as HOUSE_API
from redscience.api.match.v1.match_pb2 import DESCRIPTOR as MATCH_API
from redscience.api.players.v1.players_pb2 import DESCRIPTOR as PLAYERS_API
from redscience.api.rating.v1.rating_pb2 import DESCRIPTOR as RATING_API
from redscience.api.rules.v1.rules_pb2 import DESCRIPTOR as RULES_API
from redscience.names import ANONYMOUS_ID
from services.batch.servicer import ACCESS as BATCH
from services.chaos.house.advice_servicer import ACCESS as HOUSE
from services.kit.config import SERVICES
from services.kit.identity import Access, Caller
from services.match.chat_servicer import ACCESS as CHAT
from services.match.servicer import ACCESS as MATCH
from services.players.servicer import ACCESS as PLAYERS
from services.rating.servicer import ACCESS as RATING
from services.rules.servicer import ACCESS as RULES

TABLES = {
    "batch": (BATCH, BATCH_API),
    "chat": (CHAT, CHAT_API),
    "house": (HOUSE, HOUSE_API),
    "match": (MATCH, MATCH_API),
    "players": (PLAYERS, PLAYERS_API),
    "rating": (RATING, RATING_API),
    "rules": (RULES, RULES_API),
}


@pytest.mark.parametrize("service", TABLES)
def test_the_table_names_every_method_and_no_other(service: str) -> None:
    table, api = TABLES[service]
    assert set(table) == methods(api)


def methods(api: FileDescriptor) -> set[str]:
    return {method for service in api.services_by_name.values() for method in service.methods_by_name}


def test_without_a_token_one_may_log_in_and_read_what_is_public() -> None:
    assert {f"{service}.{method}" for service, (table, _) in TABLES.items() for method in open_to_everybody(table)} == {
        "players.RequestCode",
        "players.LogIn",
        "players.Exchange",
        "players.LogOut",
        "players.OpenAnonymous",
        # Refused by the method itself unless everything listens on loopback.
        "players.ListOutbox",
        "rating.CountMatches",
        "rating.GetLeaderboard",
        "rating.GetPlayer",
        "rating.GetStatistics",
        "rating.ListLeaderboard",
        "rating.WatchLeaderboard",
        "rules.BatchGet",
        "rules.Get",
        "rules.List",
        "rules.Related",
    }


def open_to_everybody(table: Mapping[str, Access]) -> set[str]:
    return {method for method, may in table.items() if may(None)}


def test_what_services_do_among_themselves_is_closed_to_people() -> None:
    admin = person("01ADMIN", role="admin")
    for method in ("ListEnded", "ExpireTurn"):
        assert not MATCH[method](admin)
    assert [name for name in SERVICES if MATCH["ListEnded"](service_caller(name))] == ["rating"]
    assert [name for name in SERVICES if MATCH["ExpireTurn"](service_caller(name))] == ["worker"]


def test_services_that_keep_names_are_told_who_is_erased() -> None:
    told = {name for name in SERVICES if PLAYERS["WatchErased"](service_caller(name))}
    assert told == {"match", "rules", "batch"}


def test_who_may_meet_whom_is_told_to_the_match_service_alone() -> None:
    assert [name for name in SERVICES if PLAYERS["CheckSeats"](service_caller(name))] == ["match"]


def test_visitors_of_whom_anybody_may_be_many_have_no_stream_of_requests() -> None:
    visitor = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01VISITOR")
    bot = Caller("01BOT", "bot", "persona", "public", "Bot")
    callers = (None, visitor, bot, person("01ANNA"), service_caller("chaos"))
    assert [MATCH["Serve"](each) for each in callers] == [False, False, True, True, True]


def test_who_can_be_asked_for_a_tournament_is_told_to_the_batch_service_alone() -> None:
    assert [name for name in SERVICES if MATCH["CheckEntrants"](service_caller(name))] == ["batch"]
    assert not MATCH["CheckEntrants"](person("01ADMIN", role="admin"))


def test_only_workers_take_blocks_and_only_trainers_and_admins_make_tournaments() -> None:
    for method in ("BeginBlock", "RenewBlock", "FinishBlock"):
        assert [name for name in SERVICES if BATCH[method](service_caller(name))] == ["batch-worker"]
    assert [name for name in SERVICES if BATCH["ListPlayed"](service_caller(name))] == ["rating"]
    callers = [None, person("01ANNA"), person("01BERT", role="trainer"), person("01ADMIN", role="admin")]
    for method in ("Create", "AddPeople", "Pause", "Resume", "Cancel"):
        assert [BATCH[method](caller) for caller in callers] == [False, False, True, True]
        assert not BATCH[method](Caller("01BOT", "bot", "trainer", "public", "Bot"))
    for method in ("Get", "List", "Watch", "ListGames", "GetGame", "Replay", "Results", "Curve"):
        assert [BATCH[method](caller) for caller in callers] == [False, True, True, True]


# Each with those who may call it: a stranger, a visitor, a bot, a person, an Admin, a service.
PLAYERS_CELLS = {
    "RequestCode LogIn OpenAnonymous Exchange LogOut ListOutbox": (True, True, True, True, True, True),
    "WatchEndedSessions WatchErased CheckSeats EnterUniverse": (False, False, False, False, False, True),
    "Get": (False, True, True, True, True, True),
    "Find Rename ListUniverses": (False, True, True, True, True, False),
    "ListSessions EndSession EndSessions RequestErasureCode Erase": (False, False, False, True, True, False),
    "MakeBot RotateBotToken RevokeBotToken SetAvatar MakePersona ListOwn": (False, False, False, True, True, False),
    "RequestAddressCode SetAddress": (False, False, False, True, True, False),
    "AskFriend AcceptFriend RefuseFriend EndFriendship": (False, False, False, True, True, False),
    "BanPlayer RevokeBan ListFriends": (False, False, False, True, True, False),
    "SetRole Suspend Unsuspend FindAny ListAudit": (False, False, False, False, True, False),
}


CHAT_CELLS = {
    "Listen GetAttendance": (False, True, True, True, True, False),
    "Say Mute Unmute ListMuted Report": (False, False, True, True, True, False),
    "ListReports ResolveReport HideMessage ShowMessage": (False, False, False, False, True, False),
}


@pytest.mark.parametrize(("table", "cells"), [(PLAYERS, PLAYERS_CELLS), (CHAT, CHAT_CELLS)], ids=["players", "chat"])
def test_each_cell_of_a_table(table: Mapping[str, Access], cells: Mapping[str, tuple[bool, ...]]) -> None:
    callers = (
        None,
        Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01VISITOR"),
        Caller("01BOT", "bot", "persona", "public", "Bot"),
        person("01ANNA"),
        person("01ADMIN", role="admin"),
        service_caller("match"),
    )
    by_method = {method: may for methods, may in cells.items() for method in methods.split()}
    assert {method: tuple(may(each) for each in callers) for method, may in table.items()} == by_method
