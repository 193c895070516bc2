"""The match service over gRPC, with the real rules service beside it; Random's seats are played by the test."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from fixtures.acquaintances import Circle
from fixtures.databases import both_databases
from fixtures.match_table import ANNA_CALLER, NOWHERE, MatchTable, is_acting, legal, match_table, play
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess

from redscience import families
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import (
    IllegalMove,
    InvalidField,
    InvalidSlots,
    LimitReached,
    MatchOver,
    MatchRunning,
    MatchStarted,
    MoveError,
    NoHint,
    NotActing,
    NotAllowed,
    NotLoggedIn,
    RedscienceError,
    RuleSetError,
    StaleView,
    Unavailable,
    UnknownGame,
    UnknownMatch,
    UnreadableMove,
)
from redscience.names import RANDOM_ID, STANDARD_ID
from redscience.variations.game import VariationGame
from redscience.variations.language import read
from services.kit.clock import ManualClock
from services.kit.ids import new_id
from services.match.__main__ import compose as compose_match
from services.rules.__main__ import compose as compose_rules


@pytest.fixture
async def table(services: InProcess) -> MatchTable:
    services.clock = ManualClock()
    await services.start("rules", compose_rules)
    await services.start("match", partial(compose_match, acquaintances=Circle()))
    return await match_table(services)


async def test_a_match_starts_at_once_with_everybody_seated(table: MatchTable) -> None:
    match = await table.create()
    assert match.status == match_pb2.STATUS_RUNNING
    assert match.game_name == "Tic-Tac-Toe"
    assert match.rated
    assert match.view_version == 1
    assert match.due_at_ms == table.clock.now_ms() + 1000 * max(30, match.seconds_per_turn)
    me, random = match.seats
    assert (me.slot, me.player_id, me.player_name, me.kind, me.accepted) == (0, ANNA, "Anna", "person", True)
    assert (random.slot, random.player_id, random.player_name, random.kind) == (1, RANDOM_ID, "Random", "random")
    assert {me.seat, random.seat} == {"black", "white"}
    assert match.viewer == me.seat == json.loads(match.view)["viewer"]


async def test_seats_are_drawn(table: MatchTable) -> None:
    seats = {(await table.create(f"create-{n}")).viewer for n in range(20)}
    assert seats == {"black", "white"}


async def test_creating_again_is_answered_as_before(table: MatchTable) -> None:
    first = await table.create()
    table.clock.advance(5000)
    assert await table.create() == first
    with pytest.raises(InvalidField, match="request_id"):
        await table.anna.Create(
            match_pb2.CreateRequest(game_id=table.game_id, player_ids=[ANNA], request_id="create-1")
        )


@pytest.mark.parametrize(
    ("player_ids", "path"),
    [
        ([], "player_ids"),
        ([ANNA, BEN], "player_ids[1]"),
        ([BEN, RANDOM_ID], "player_ids[0]"),
        ([ANNA] * 500, "player_ids"),
    ],
)
async def test_who_cannot_sit_is_refused(table: MatchTable, player_ids: list[str], path: str) -> None:
    request = match_pb2.CreateRequest(game_id=table.game_id, player_ids=player_ids, request_id="x")
    with pytest.raises(InvalidSlots) as refused:
        await table.anna.Create(request)
    assert [fault.path for fault in refused.value.faults] == [path]


async def test_what_is_no_game_cannot_be_played(table: MatchTable) -> None:
    with pytest.raises(UnknownGame):
        await table.anna.Create(match_pb2.CreateRequest(game_id=NOWHERE, player_ids=[ANNA], request_id="x"))
    with pytest.raises(InvalidField, match="game_id"):
        await table.anna.Create(match_pb2.CreateRequest(game_id="x", player_ids=[ANNA], request_id="x"))


async def test_no_new_match_is_made_of_a_hidden_game(services: InProcess, table: MatchTable) -> None:
    admin = RulesServiceStub(services.channel("rules", replace(ANNA_CALLER, role="admin")))
    game = (await admin.Get(rules_pb2.GetRequest(name="Connect4"))).game
    await admin.Hide(rules_pb2.HideRequest(game_id=game.id))
    with pytest.raises(UnknownGame, match="Connect4 is hidden by an admin"):
        await table.anna.Create(match_pb2.CreateRequest(game_id=game.id, player_ids=[ANNA, RANDOM_ID], request_id="x"))


async def test_a_match_is_played_to_its_end_and_kept(table: MatchTable) -> None:
    match = await table.create()
    with pytest.raises(MatchRunning):
        await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))
    over = await table.finish(match.id)
    record = (await table.ben.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))).record
    state = VariationGame(read(record.rule_set)).start(int(record.seed, 16))
    for turn in record.turns:
        state = state.play({turn.seats[0]: list(turn.moves.moves)})
    assert state.outcome == {seat.seat: seat.outcome for seat in record.seats}
    assert over.reason == record.reason == match_pb2.REASON_RULES
    assert json.loads(over.view)["outcome"]["seats"] == state.outcome
    (ended,) = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert ended.match_id == match.id
    assert ended.rated
    assert {seat.seat: seat.outcome for seat in ended.seats} == state.outcome
    assert [seat.seat for seat in ended.seats] == ["black", "white"]
    assert [seat.team for seat in ended.seats] == [0, 1]
    assert sum(seat.turns for seat in ended.seats) == sum(not turn.automatic for turn in record.turns)
    with pytest.raises(MatchOver):
        await table.anna.Play(play(over, "1,1", request_id="late"))


async def test_a_match_that_is_over_is_shown_step_by_step_to_whoever_may_see_its_record(table: MatchTable) -> None:
    match = await table.create_in("white")
    asked = match_pb2.ReplayRequest(match_id=match.id, viewer="white", count=50)
    begun = await table.seen(match.id)
    assert (await table.anna.Replay(asked)).steps == begun.view_version
    with pytest.raises(UnknownMatch):
        await table.elsewhere.Replay(asked)
    with pytest.raises(MatchRunning):
        await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))
    over = await table.finish(match.id)
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))).record
    whole = await table.anna.Replay(asked)
    assert [step.number for step in whole.views] == list(range(whole.steps)) == list(range(len(record.turns) + 1))
    assert [step.at_ms for step in whole.views] == [record.started_at_ms, *(turn.at_ms for turn in record.turns)]
    assert [len(json.loads(step.view)["table"]["pieces"]) for step in whole.views] == list(range(whole.steps))
    assert json.loads(whole.views[-1].view)["outcome"] == json.loads(over.view)["outcome"]
    for viewer in ("black", "spectator", "everything"):
        asked = match_pb2.ReplayRequest(match_id=match.id, viewer=viewer, first=2, count=3)
        page = await table.ben.Replay(asked)
        assert (page.steps, page.first) == (whole.steps, 2)
        assert [step.number for step in page.views] == [2, 3, 4]
        assert {json.loads(step.view)["viewer"] for step in page.views} == {viewer}
    behind = await table.ben.Replay(match_pb2.ReplayRequest(match_id=match.id, viewer="black", first=2**31 - 1))
    assert (behind.steps, list(behind.views)) == (whole.steps, [])
    with pytest.raises(UnknownMatch):
        await table.elsewhere.Replay(asked)


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ({"viewer": ""}, "viewer"),
        ({"viewer": "pink"}, "viewer"),
        ({"viewer": "white", "first": -1}, "first"),
        ({"viewer": "white", "count": 51}, "count"),
        ({"viewer": "white", "count": -1}, "count"),
    ],
)
async def test_a_replay_names_the_field_that_is_wrong(table: MatchTable, asked: dict[str, Any], path: str) -> None:
    match = await table.create()
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="go"))
    with pytest.raises(InvalidField) as refused:
        await table.anna.Replay(match_pb2.ReplayRequest(match_id=match.id, **asked))
    assert [fault.path for fault in refused.value.faults] == [path]


def aside(match_id: str, *moves: str, step: int = 0, **more: Any) -> match_pb2.SidelineRequest:
    """Asks for a sideline from a step on; its moves are "seat move"."""
    made = [match_pb2.SidelineMove(seat=one.partition(" ")[0], move=one.partition(" ")[2]) for one in moves]
    return match_pb2.SidelineRequest(match_id=match_id, step=step, moves=made, **{"viewer": "everything", **more})


async def test_other_moves_are_tried_from_a_step_of_a_match_that_is_over_and_change_nothing(table: MatchTable) -> None:
    match = await table.create()
    await table.move(match.id, "2,2")
    with pytest.raises(MatchRunning):
        await table.anna.Sideline(aside(match.id))
    over = await table.finish(match.id)
    asked = match_pb2.GetRecordRequest(match_id=match.id)
    record = (await table.anna.GetRecord(asked)).record
    reached = await table.ben.Sideline(aside(match.id, "white 1,1", "black 3,3", step=1))
    view = json.loads(reached.view)
    assert (reached.seat, view["viewer"]) == ("white", "white")
    assert {(piece["color"], *piece["at"][1:3]) for piece in view["table"]["pieces"]} == {
        ("black", 2, 2), ("white", 1, 1), ("black", 3, 3),
    }  # fmt: skip
    assert "O@1,3" in [choice["move"] for choice in view["legal"]]
    won = [
        f"{seat} {at}" for seat, at in zip(["black", "white"] * 3, ["1,1", "1,2", "2,2", "1,3", "3,3"], strict=False)
    ]
    end = await table.anna.Sideline(aside(match.id, *won, viewer="spectator"))
    assert (end.seat, json.loads(end.view)["outcome"]["seats"]) == ("", {"black": "win", "white": "lose"})
    assert (await table.anna.GetRecord(asked)).record == record
    assert (await table.seen(match.id)).view == over.view
    with pytest.raises(UnknownMatch):
        await table.elsewhere.Sideline(aside(match.id))


async def test_a_sideline_names_what_is_wrong(table: MatchTable) -> None:
    match = await table.create()
    await table.move(match.id, "2,2")
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="go"))
    over = aside(match.id, step=2)
    assert json.loads((await table.anna.Sideline(over)).view)["acting"] == []
    refusals: list[tuple[type[RedscienceError], match_pb2.SidelineRequest, str]] = [
        (InvalidField, aside(match.id, viewer="pink"), "viewer"),
        (InvalidField, aside(match.id, step=3), "step"),
        (InvalidField, aside(match.id, step=-1), "step"),
        (InvalidField, aside(match.id, *["black 1,1"] * 201), "moves"),
        (InvalidField, aside(match.id, "black 1,1", f"white {'1' * 201}"), "moves[1].move"),
        (InvalidField, aside(match.id, adviser_id=RANDOM_ID), "adviser_id"),
        (IllegalMove, aside(match.id, "black 1,1", "white 1,1"), "moves[1]"),
        (UnreadableMove, aside(match.id, "black somewhere"), "moves[0]"),
        (NotActing, aside(match.id, "black 1,1", "black 2,1"), "moves[1]"),
        (NotActing, aside(match.id, "pink 1,1"), "moves[0]"),
        (MatchOver, aside(match.id, "white 1,1", step=2), "moves[0]"),
    ]
    for error, asked, path in refusals:
        with pytest.raises(error) as refused:
            await table.ben.Sideline(asked)
        assert [fault.path for fault in refused.value.faults] == [path]
    with pytest.raises(LimitReached):
        await asyncio.gather(*(table.ben.Sideline(aside(match.id)) for _ in range(40)))


def board(game_id: str, *moves: str, **more: Any) -> match_pb2.SidelineRequest:
    """Asks where moves lead from the start of a game, each "seat:move", or a move of whoever is to act."""
    made = [match_pb2.SidelineMove(seat=one.rpartition(":")[0], move=one.rpartition(":")[2]) for one in moves]
    return match_pb2.SidelineRequest(game_id=game_id, moves=made, **{"viewer": "everything", "deal": 1, **more})


async def test_a_game_is_looked_at_from_its_start_without_a_match(table: MatchTable) -> None:
    begun = await table.anna.Sideline(board(table.game_id))
    assert (begun.seat, list(begun.seats), json.loads(begun.view)["table"]["pieces"]) == ("black", [], [])
    reached = await table.anna.Sideline(board(table.game_id, "2,2", "white:1,1", "O@3,3"))
    assert (reached.seat, list(reached.seats)) == ("white", ["black", "white", "black"])
    assert (reached.has_chance, reached.has_secrets) == (False, False)
    assert len(json.loads(reached.view)["table"]["pieces"]) == 3
    end = await table.anna.Sideline(board(table.game_id, "1,1", "1,2", "2,2", "1,3", "3,3"))
    assert (end.seat, json.loads(end.view)["outcome"]["seats"]) == ("", {"black": "win", "white": "lose"})
    # Nobody plays it: nothing of it is listed.
    assert not (await table.anna.List(match_pb2.ListRequest(own=True))).matches


async def test_a_board_names_what_is_wrong(table: MatchTable) -> None:
    game_id, won = table.game_id, ["1,1", "1,2", "2,2", "1,3", "3,3"]
    refusals: list[tuple[type[RedscienceError], match_pb2.SidelineRequest, list[str]]] = [
        (InvalidField, board("nothing"), ["game_id"]),
        (InvalidField, board(game_id, viewer="black"), ["viewer"]),
        (InvalidField, board(game_id, step=1, match_id=game_id), ["match_id", "step"]),
        (InvalidField, board(game_id, deal=-1), ["deal"]),
        (InvalidField, board(game_id, deal=2**31), ["deal"]),
        (InvalidField, board(game_id, *["1,1"] * 201), ["moves"]),
        (IllegalMove, board(game_id, "1,1", "1,1"), ["moves[1]"]),
        (UnreadableMove, board(game_id, "1,1", "leave"), ["moves[1]"]),
        (NotActing, board(game_id, "white:1,1"), ["moves[0]"]),
        (MatchOver, board(game_id, *won, "3,1"), ["moves[5]"]),
        (UnknownGame, board(new_id()), []),
    ]
    for error, asked, paths in refusals:
        with pytest.raises(error) as refused:
            await table.ben.Sideline(asked)
        assert [fault.path for fault in refused.value.faults] == paths


async def test_nobody_is_advised_about_a_game_that_they_play_in_a_match_that_counts(table: MatchTable) -> None:
    asked = board(table.game_id, "2,2", adviser_id=STANDARD_ID)
    match = await table.create()
    with pytest.raises(NoHint, match="counts"):
        await table.anna.Sideline(asked)
    # By hand it may be looked at, and others play in no such match.
    await table.anna.Sideline(board(table.game_id, "2,2"))
    await table.elsewhere.Sideline(asked)
    await table.finish(match.id)
    await table.anna.Sideline(asked)


async def test_nor_does_anybody_think_in_a_try_out_of_its_rules(table: MatchTable) -> None:
    rule_set = families.get("Tic-Tac-Toe").text
    asked = match_pb2.TryOutRequest(rule_set=rule_set, seat="white", against_id=STANDARD_ID)
    match = await table.create()
    renamed = match_pb2.TryOutRequest(
        rule_set=families.read(rule_set).renamed("Another").text, seat="white", against_id=STANDARD_ID
    )
    for each in (asked, renamed):
        with pytest.raises(NoHint, match="counts"):
            await table.anna.TryOut(each)
    await table.anna.TryOut(match_pb2.TryOutRequest(rule_set=rule_set, seat="white"))
    await table.finish(match.id)
    await table.anna.TryOut(asked)


async def test_figures_of_rules_that_are_saved_nowhere_are_the_same_for_all(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.figures.MOST_S", 600.0)
    asked = match_pb2.PlayOutRequest(rule_set=families.get("Tic-Tac-Toe").text)
    figures = await table.anna.PlayOut(asked)
    assert figures == await table.ben.PlayOut(asked)
    black, white = figures.seats
    assert (black.won, black.drawn, black.lost) == (white.lost, white.drawn, white.won)
    assert black.won > white.won
    assert figures.unlost == black.drawn
    with pytest.raises(RuleSetError):
        await table.anna.PlayOut(match_pb2.PlayOutRequest(rule_set="{"))


async def test_everything_is_no_viewer_of_a_match_but_in_its_replay(table: MatchTable) -> None:
    match = await table.create()
    for seat in ("everything", "spectator"):
        with pytest.raises(InvalidField, match="seat"):
            await table.anna.Get(match_pb2.GetRequest(match_id=match.id, seat=seat))


async def test_a_record_of_a_resignation_replays_too(table: MatchTable) -> None:
    match = await table.create()
    left = (await table.anna.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="go"))).match
    assert (left.status, left.reason) == (match_pb2.STATUS_ENDED, match_pb2.REASON_RESIGNED)
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))).record
    (turn,) = record.turns
    assert (list(turn.seats), turn.left) == ([match.viewer], "resigned")
    state = VariationGame(read(record.rule_set)).start(int(record.seed, 16)).leave(*turn.seats)
    assert state.outcome == {seat.seat: seat.outcome for seat in left.seats}


async def test_who_makes_a_match_and_goes_before_anybody_has_moved_changes_no_rating(table: MatchTable) -> None:
    left, aborted = await table.create("one"), await table.create("two")
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=left.id, request_id="go"))
    request = match_pb2.AbortRequest(match_id=aborted.id, request_id="go")
    over = (await table.anna.Abort(request)).match
    assert (over.status, over.reason, over.rated) == (match_pb2.STATUS_ENDED, match_pb2.REASON_ABORTED, False)
    assert (await table.anna.Abort(request)).match == over
    ended = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert [(one.match_id, one.rated) for one in ended] == [(left.id, False), (aborted.id, False)]
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=aborted.id))).record
    (turn,) = record.turns
    assert (list(turn.seats), turn.left) == ([seat.seat for seat in aborted.seats], "aborted")


async def test_a_match_that_somebody_has_moved_in_is_not_aborted(table: MatchTable) -> None:
    match = await table.create_in("black")
    await table.move(match.id)
    with pytest.raises(MatchStarted):
        await table.anna.Abort(match_pb2.AbortRequest(match_id=match.id, request_id="go"))
    with pytest.raises(NotAllowed):
        await table.ben.Abort(match_pb2.AbortRequest(match_id=match.id, request_id="go"))
    left = (await table.anna.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="leave"))).match
    assert left.rated


async def test_a_repeated_move_is_answered_as_before_even_after_the_end(table: MatchTable) -> None:
    match = await table.create_in("black")
    request = play(match, legal(match)[0])
    first = await table.anna.Play(request)
    assert first.match.view_version == match.view_version + 1
    assert await table.anna.Play(request) == first
    await table.finish(match.id)
    assert await table.anna.Play(request) == first
    other_move, other_view = (play(match, move, request_id=request.request_id) for move in legal(match)[1::-1])
    other_view.view_version += 1
    for other in (other_move, other_view):
        with pytest.raises(InvalidField, match="request_id"):
            await table.anna.Play(other)


async def test_a_stale_view_and_a_wrong_turn_are_refused_by_name(table: MatchTable) -> None:
    black = await table.create_in("black")
    white = await table.seen(black.id, table.chaos)
    mover, other = table.anna, table.chaos
    with pytest.raises(NotActing):
        await other.Play(play(white, "1,1"))
    await mover.Play(play(black, "1,1"))
    with pytest.raises(StaleView):
        await other.Play(play(white, "2,2"))
    with pytest.raises(StaleView):
        await mover.Play(play(black, "2,2", request_id="again"))


async def test_only_who_holds_a_seat_plays_it(table: MatchTable) -> None:
    match = await table.create()
    with pytest.raises(NotAllowed):
        await table.ben.Play(play(match, "1,1"))
    with pytest.raises(NotAllowed):
        await table.ben.Leave(match_pb2.LeaveRequest(match_id=match.id, seat="black", request_id="x"))
    with pytest.raises(NotLoggedIn):
        await table.nobody.Get(match_pb2.GetRequest(match_id=match.id))
    with pytest.raises(NotAllowed):
        await table.anna.ExpireTurn(match_pb2.ExpireTurnRequest(match_id=match.id))
    with pytest.raises(NotAllowed):
        await table.chaos.Create(match_pb2.CreateRequest(game_id=table.game_id, request_id="x"))


async def test_a_match_can_be_watched_by_its_universe_alone(table: MatchTable) -> None:
    match = await table.create()
    seen = await table.seen(match.id, table.ben)
    assert seen.viewer == json.loads(seen.view)["viewer"] == "spectator"
    assert json.loads(seen.view)["legal"] == []
    for stub in (table.elsewhere, table.rating):
        with pytest.raises(UnknownMatch):
            await table.seen(match.id, stub)
    with pytest.raises(UnknownMatch):
        await table.elsewhere.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))
    assert not (await table.elsewhere.List(match_pb2.ListRequest())).matches


@pytest.mark.parametrize("match_id", ["", "x", NOWHERE, "../../etc/passwd", "0" * 100_000])
async def test_there_is_no_match_of_a_made_up_id(table: MatchTable, match_id: str) -> None:
    calls = (
        table.anna.Get(match_pb2.GetRequest(match_id=match_id)),
        table.anna.Play(match_pb2.PlayRequest(match_id=match_id, request_id="x", moves=["1,1"])),
        table.anna.Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="x")),
        table.anna.Propose(match_pb2.ProposeRequest(match_id=match_id)),
        table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match_id)),
        table.anna.Replay(match_pb2.ReplayRequest(match_id=match_id)),
        table.worker.ExpireTurn(match_pb2.ExpireTurnRequest(match_id=match_id)),
    )
    for call in calls:
        with pytest.raises(UnknownMatch):
            await call
    with pytest.raises(UnknownMatch):
        await anext(aiter(table.anna.Watch(match_pb2.WatchRequest(match_id=match_id))))


@pytest.mark.parametrize("moves", [[""], ["\0"], ["O@" + "9" * 150], ["💥"], ["1,1; drop table turns"], ["1,1"] * 60])
async def test_moves_that_are_none_are_refused_and_change_nothing(table: MatchTable, moves: list[str]) -> None:
    match = await table.create_in("black")
    with pytest.raises((MoveError, NotActing)):
        await table.anna.Play(play(match, *moves))
    assert await table.seen(match.id) == match


async def test_lists_are_pages_of_ones_universe(table: MatchTable) -> None:
    made = [(await table.create(f"create-{n}")).id for n in range(5)]
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=made[1], request_id="x"))
    first = await table.ben.List(match_pb2.ListRequest(page_size=3))
    rest = await table.ben.List(match_pb2.ListRequest(page_size=3, page_token=first.next_page_token))
    listed = [*first.matches, *rest.matches]
    assert sorted(match.id for match in listed) == sorted(made)
    assert not rest.next_page_token
    assert not any(match.view for match in listed)
    over = await table.anna.List(match_pb2.ListRequest(player_id=ANNA, status=match_pb2.STATUS_ENDED))
    assert [match.id for match in over.matches] == [made[1]]
    assert not (await table.anna.List(match_pb2.ListRequest(player_id=BEN))).matches


async def test_rating_reads_on_from_its_cursor(table: MatchTable) -> None:
    made = [(await table.create(f"create-{n}")).id for n in range(3)]
    for match_id in made:
        await table.anna.Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="x"))
    first = await table.rating.ListEnded(match_pb2.ListEndedRequest(limit=2))
    rest = await table.rating.ListEnded(match_pb2.ListEndedRequest(limit=2, cursor=first.next_cursor))
    assert [ended.match_id for ended in (*first.matches, *rest.matches)] == made
    again = await table.rating.ListEnded(match_pb2.ListEndedRequest(cursor=rest.next_cursor))
    assert (list(again.matches), again.next_cursor) == ([], rest.next_cursor)


async def test_a_watcher_hears_of_its_own_view_alone(table: MatchTable) -> None:
    match = await table.create_in("black")
    heard = aiter(table.ben.Watch(match_pb2.WatchRequest(match_id=match.id)))
    assert (await anext(heard)).match.view_version == 1
    # A proposal is seen by its proposer alone, so the next that a spectator hears of is the move.
    mine = aiter(table.anna.Watch(match_pb2.WatchRequest(match_id=match.id)))
    await anext(mine)
    move = legal(match)[0]
    await table.anna.Propose(match_pb2.ProposeRequest(match_id=match.id, view_version=match.view_version, moves=[move]))
    assert list((await anext(mine)).match.proposed) == [move]
    await table.anna.Play(play(match, move))
    told = (await anext(heard)).match
    assert told.view_version == match.view_version + 1
    assert list(told.proposed) == []
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="go"))
    last = [answer.match async for answer in heard]
    assert [message.status for message in last] == [match_pb2.STATUS_ENDED]


async def test_time_that_runs_out_ends_the_match_once(table: MatchTable) -> None:
    match = await table.create_in("black")
    due_at_ms = match.due_at_ms
    request = match_pb2.ExpireTurnRequest(match_id=match.id, due_at_ms=due_at_ms)
    await table.pass_time(match.id, due_at_ms - 1)
    assert not (await table.worker.ExpireTurn(request)).ended
    table.clock.advance(1)
    assert (await table.worker.ExpireTurn(request)).ended
    assert (await table.worker.ExpireTurn(request)).ended
    over = await table.seen(match.id)
    assert over.reason == match_pb2.REASON_TIME
    assert {seat.seat: seat.outcome for seat in over.seats}[match.viewer] == "lose"
    assert len((await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches) == 1


async def test_a_deadline_later_than_the_one_that_was_found_past_is_left_alone(table: MatchTable) -> None:
    match = await table.create_in("black")
    await table.pass_time(match.id, match.due_at_ms - 1)
    table.clock.advance(1)
    for earlier in (0, match.due_at_ms - 1):
        request = match_pb2.ExpireTurnRequest(match_id=match.id, due_at_ms=earlier)
        assert not (await table.worker.ExpireTurn(request)).ended
    assert (
        await table.worker.ExpireTurn(match_pb2.ExpireTurnRequest(match_id=match.id, due_at_ms=match.due_at_ms))
    ).ended


async def test_a_move_that_comes_too_late_is_not_made(table: MatchTable) -> None:
    match = await table.create_in("black")
    await table.pass_time(match.id, match.due_at_ms - 1)
    table.clock.advance(1)
    with pytest.raises(MatchOver):
        await table.anna.Play(play(match, legal(match)[0]))


async def another_replica(table: MatchTable) -> MatchServiceStub:
    """A second process of the match service over the same database, as Anna reaches it."""
    config = replace(table.services.config("match"), address=table.services.addresses["chaos"])
    await table.services.start("chaos", compose_match, config=config)
    return MatchServiceStub(table.services.channel("chaos", ANNA_CALLER))


async def keep_random_late(table: MatchTable) -> match_pb2.Match:
    """A match in which the time of Random's seat is over, and the platform has not moved for it: as Random sees it."""
    match = await table.create_in("black")
    await table.anna.Play(play(match, "2,2"))
    due_at_ms = (await table.seen(match.id, table.chaos)).due_at_ms
    await table.pass_time(match.id, due_at_ms + 60_000)
    return await table.seen(match.id, table.chaos)


async def test_a_move_that_the_platform_owes_may_come_late(table: MatchTable) -> None:
    late = await keep_random_late(table)
    moved = (await table.chaos.Play(play(late, legal(late)[0]))).match
    assert moved.view_version > late.view_version
    assert is_acting(await table.seen(late.id))


async def test_what_is_repeated_while_the_platform_is_late_is_answered_as_before(table: MatchTable) -> None:
    match = await table.create_in("black")
    request = play(match, "2,2")
    first = await table.anna.Play(request)
    due_at_ms = (await table.seen(match.id, table.chaos)).due_at_ms
    await table.pass_time(match.id, due_at_ms + 60_000)
    assert (await table.anna.Play(request)).match.view_version == first.match.view_version
    with pytest.raises(NotActing):
        await table.anna.Play(play(await table.seen(match.id), "1,1", request_id="another"))


async def test_whom_the_platform_keeps_waiting_may_leave(table: MatchTable) -> None:
    late = await keep_random_late(table)
    left = await table.anna.Leave(match_pb2.LeaveRequest(match_id=late.id, request_id="leave-1"))
    assert left.match.status == match_pb2.STATUS_ENDED


async def test_a_watcher_hears_of_what_another_replica_did(table: MatchTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.watching.BACKSTOP_S", 3600)
    replica = await another_replica(table)
    match = await table.create_in("black")
    heard = aiter(replica.Watch(match_pb2.WatchRequest(match_id=match.id)))
    assert (await anext(heard)).match.view_version == 1
    await table.anna.Play(play(match, "2,2"))
    assert (await asyncio.wait_for(anext(heard), PATIENCE_S)).match.view_version == 2


async def test_a_lost_hint_is_made_up_for(table: MatchTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.watching.BACKSTOP_S", 0.05)
    monkeypatch.setattr("services.match.watching.Watchers.changed", lambda *_: None)
    replica = await another_replica(table)
    match = await table.create_in("black")
    heard = aiter(replica.Watch(match_pb2.WatchRequest(match_id=match.id)))
    assert (await anext(heard)).match.view_version == 1
    await table.anna.Play(play(match, "2,2"))
    assert (await asyncio.wait_for(anext(heard), PATIENCE_S)).match.view_version == 2


async def test_a_watch_ends_when_the_service_stops(table: MatchTable) -> None:
    match = await table.create()
    heard = aiter(table.ben.Watch(match_pb2.WatchRequest(match_id=match.id)))
    await anext(heard)
    await table.services.stop("match")
    with pytest.raises(Unavailable):
        await anext(heard)


async def test_two_replicas_accept_one_answer_to_a_view(table: MatchTable) -> None:
    replica = await another_replica(table)
    match = await table.create()
    while match.status == match_pb2.STATUS_RUNNING:
        if not is_acting(match):
            await table.move(match.id)
        else:
            moves = legal(match)
            answers = await asyncio.gather(
                table.anna.Play(play(match, moves[0], request_id=f"here-{match.view_version}")),
                replica.Play(play(match, moves[-1], request_id=f"there-{match.view_version}")),
                return_exceptions=True,
            )
            accepted = [answer for answer in answers if isinstance(answer, match_pb2.PlayResponse)]
            refused = [answer for answer in answers if isinstance(answer, (StaleView, MatchOver))]
            assert (len(accepted), len(refused)) == (1, 1), answers
        match = await table.seen(match.id, replica)
    assert match == await table.seen(match.id)


async def test_whoever_holds_as_many_seats_as_one_may_finishes_some_first(services: InProcess) -> None:
    services.clock = ManualClock()
    await services.start("rules", compose_rules)
    await services.start("match", compose_match, config=replace(services.config("match"), most_seats=2))
    table = await match_table(services)
    first, _ = await table.create("one"), await table.create("two")
    with pytest.raises(LimitReached, match="You hold 2 seats in running matches") as refused:
        await table.create("three")
    assert refused.value.retry_after_s > 0
    assert (await table.create("one")).id == first.id
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=first.id, request_id="leave"))
    assert (await table.create("three")).id not in ("", first.id)


@both_databases
async def test_a_seat_that_was_left_is_held_no_more_though_others_play_on(services: InProcess) -> None:
    services.clock = ManualClock()
    await services.start("rules", compose_rules)
    await services.start("match", compose_match, config=replace(services.config("match"), most_seats=1))
    rules = RulesServiceStub(services.channel("rules", ANNA_CALLER))
    game = (await rules.Get(rules_pb2.GetRequest(name="3P-LeastLoses-3x4"))).game
    table = MatchTable(services, game.id)
    left = await table.create("one", others=2)
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=left.id, request_id="leave"))
    assert (await table.seen(left.id)).status == match_pb2.STATUS_RUNNING
    other = await table.create("two", others=2)
    assert other.id not in ("", left.id)
    # It is their match still, as one that goes on.
    for status, ids in ((match_pb2.STATUS_RUNNING, [other.id, left.id]), (match_pb2.STATUS_ENDED, [])):
        listed = await table.anna.List(match_pb2.ListRequest(own=True, status=status))
        assert [match.id for match in listed.matches] == ids
