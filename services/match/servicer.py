"""RPC in, RPC out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing
from functools import partial
from typing import Any

import grpc.aio

from redscience import families
from redscience.api.match.v1 import match_pb2, match_pb2_grpc
from redscience.errors import MatchRunning, UnknownMatch, UnplayableGame
from redscience.names import NEXT_AVAILABLE
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Access, Caller, known, no_visitor, person, player, require_caller, service
from services.kit.ids import request_id
from services.kit.rulebook import Rulebook
from services.match import agreed_pauses, fields, hints, proposals, queries, take_backs, turns
from services.match.adjudicator import Adjudicator
from services.match.answers import question
from services.match.attendance import Attendances
from services.match.bots import Bots
from services.match.creation import Creation
from services.match.figures import Sampler
from services.match.invitation import Invitation, check_party
from services.match.invitations import Invitations
from services.match.listing import listed
from services.match.lobby import Lobby
from services.match.messages import (
    figures_message,
    invitation_message,
    listed_match,
    match_message,
    offered_message,
    own_match,
    record_message,
    replay_message,
    sideline_message,
    tryout_message,
    what_is_seen,
)
from services.match.model import Match, Snapshot
from services.match.playback import Playback
from services.match.rematches import following
from services.match.residence import Residence
from services.match.scheduling import Scheduling
from services.match.seating import (
    check_holds_seat,
    check_record_is_open,
    check_replay_is_open,
    seat_for,
    unknown_match,
    viewer_for,
)
from services.match.serving import Serving
from services.match.sidelines import Asked, Branch, Sidelines, Start
from services.match.store import Request, find_match
from services.match.tryouts import Tryouts
from services.match.waiting import Waiting, place
from services.match.watching import Watchers

ACCESS: dict[str, Access] = {
    "Create": player,
    "Accept": player,
    "Decline": player,
    "Cancel": player,
    "Join": player,
    "Rematch": player,
    "WatchRematch": player,
    "ListOpenSeats": person,
    "ListBots": player,
    "Get": known,
    "Watch": known,
    "Play": known,
    "Propose": known,
    "Leave": known,
    "Abort": known,
    "TakeBack": player,
    "RefuseTakeBack": player,
    "Pause": player,
    "RefusePause": player,
    "Resume": player,
    "NoteHint": player,
    "List": known,
    "GetRecord": known,
    "Replay": known,
    "Sideline": player,
    "Serve": no_visitor,
    "ListEnded": service("rating"),
    "CheckEntrants": service("batch"),
    "Schedule": service("batch"),
    "CallOff": service("batch"),
    "ExpireTurn": service("worker"),
    "TryOut": player,
    "PlayOut": player,
}

_Context = grpc.aio.ServicerContext[Any, Any]
_Said = match_pb2.RefuseTakeBackRequest | match_pb2.RefusePauseRequest | match_pb2.ResumeRequest
_SaidOnce = (
    match_pb2.PlayRequest
    | match_pb2.LeaveRequest
    | match_pb2.AbortRequest
    | match_pb2.TakeBackRequest
    | match_pb2.PauseRequest
)


class MatchServicer(match_pb2_grpc.MatchServiceServicer):
    """See proto/redscience/api/match/v1/match.proto."""

    def __init__(
        self,
        *,
        adjudicator: Adjudicator,
        creation: Creation,
        invitations: Invitations,
        lobby: Lobby,
        bots: Bots,
        serving: Serving,
        database: Database,
        clock: Clock,
        watchers: Watchers,
        attendances: Attendances,
        playback: Playback,
        residence: Residence,
        rulebook: Rulebook,
        sidelines: Sidelines,
        scheduling: Scheduling,
        tryouts: Tryouts,
        waiting: Waiting,
    ) -> None:
        self._adjudicator = adjudicator
        self._creation = creation
        self._invitations = invitations
        self._lobby = lobby
        self._bots = bots
        self._serving = serving
        self._database = database
        self._clock = clock
        self._watchers = watchers
        self._attendances = attendances
        self._playback = playback
        self._residence = residence
        self._rulebook = rulebook
        self._sidelines = sidelines
        self._scheduling = scheduling
        self._tryouts = tryouts
        self._sampler = Sampler()
        self._waiting = waiting

    async def Create(self, request: match_pb2.CreateRequest, context: _Context) -> match_pb2.CreateResponse:
        """Makes a match, or the invitation to it where somebody has to accept first."""
        caller = require_caller()
        match = await self._creation.create(
            caller, request.game_id, tuple(request.player_ids), request_id(request.request_id)
        )
        if NEXT_AVAILABLE in request.player_ids:
            match = await self._awaited(caller, match.id)
        return match_pb2.CreateResponse(match=match)

    async def Accept(self, request: match_pb2.AcceptRequest, context: _Context) -> match_pb2.AcceptResponse:
        """Accepts an invitation for the caller."""
        caller = require_caller()
        await self._invitations.accept(caller, fields.match_id(request.match_id))
        return match_pb2.AcceptResponse(match=await self._seen(caller, request.match_id, ""))

    async def Decline(self, request: match_pb2.DeclineRequest, context: _Context) -> match_pb2.DeclineResponse:
        """Declines an invitation for the caller."""
        caller = require_caller()
        declined = await self._invitations.decline(caller, fields.match_id(request.match_id))
        # Who gives a seat back is told of it once more, though it is no business of theirs from now on.
        message = invitation_message(declined, caller.controller_id, self._clock.now_ms())
        return match_pb2.DeclineResponse(match=message)

    async def Cancel(self, request: match_pb2.CancelRequest, context: _Context) -> match_pb2.CancelResponse:
        """Takes the caller's own invitation back."""
        caller = require_caller()
        cancelled = await self._invitations.cancel(caller, fields.match_id(request.match_id))
        return match_pb2.CancelResponse(match=await self._shown(cancelled, caller, ""))

    async def Join(self, request: match_pb2.JoinRequest, context: _Context) -> match_pb2.JoinResponse:
        """Takes an open seat for the caller."""
        caller = require_caller()
        match_id, secret = fields.link(request.link)
        await self._invitations.join(caller, match_id, secret)
        return match_pb2.JoinResponse(match=await self._seen(caller, match_id, ""))

    async def Rematch(self, request: match_pb2.RematchRequest, context: _Context) -> match_pb2.RematchResponse:
        """Invites those who played a match to another one."""
        caller, match_id = require_caller(), fields.match_id(request.match_id)
        next_id = await self._creation.rematch(caller, match_id, request_id(request.request_id))
        self._watchers.changed(await self._adjudicator.look(match_id))
        return match_pb2.RematchResponse(match=await self._seen(caller, next_id, ""))

    async def WatchRematch(
        self, request: match_pb2.WatchRematchRequest, context: _Context
    ) -> AsyncIterator[match_pb2.WatchRematchResponse]:
        """What follows on a match of the caller's that has ended, now and whenever that is another."""
        caller, match_id = require_caller(), fields.match_id(request.match_id)
        match = (await self._adjudicator.look(match_id)).match
        check_holds_seat(match, caller)
        if match.status == "running":
            raise MatchRunning("This match is still running. What follows on it is told when it has ended.")
        told: str | None = ""
        async with aclosing(self._watchers.wakings(match_id)) as wakings:
            async for _ in wakings:
                if told != (told := await self._database.read(partial(following, match_id=match_id))):
                    yield match_pb2.WatchRematchResponse(match=await self._following(caller, told))

    async def Get(self, request: match_pb2.GetRequest, context: _Context) -> match_pb2.GetResponse:
        """The match as the caller may see it."""
        caller = require_caller()
        if not request.link:
            return match_pb2.GetResponse(match=await self._seen(caller, request.match_id, request.seat))
        match_id, secret = fields.link(request.link)
        found = await self._invitations.behind(caller, match_id, secret)
        if found is None:
            return match_pb2.GetResponse(match=await self._seen(caller, match_id, request.seat))
        message = invitation_message(found, caller.controller_id, self._clock.now_ms())
        return match_pb2.GetResponse(match=message)

    async def Watch(self, request: match_pb2.WatchRequest, context: _Context) -> AsyncIterator[match_pb2.WatchResponse]:
        """The match as the caller may see it, now and whenever that changes."""
        caller = require_caller()
        match_id = fields.match_id(request.match_id)
        seen: object = None
        async with aclosing(self._watchers.wakings(match_id)) as wakings, AsyncExitStack() as following:
            is_following = False
            async for _ in wakings:
                found = await self._look(match_id)
                if isinstance(found, Invitation):
                    await self._lobby.stay(caller, found)
                elif not is_following:
                    caller = await self._residence.in_match(caller, found.match)
                    following.enter_context(self._attendances.follow(found.match, caller))
                    is_following = True
                if seen != (seen := _essence(found, caller, request.seat)):
                    yield match_pb2.WatchResponse(match=await self._shown(found, caller, request.seat))
                if _is_over(found):
                    return

    async def Serve(
        self, requests: AsyncIterator[match_pb2.ServeRequest], context: _Context
    ) -> AsyncIterator[match_pb2.ServeResponse]:
        """All decisions that the caller owes, and their answers."""
        caller = require_caller()
        with self._attendances.follow_all(caller):
            async with aclosing(self._serving.serve(caller, requests)) as told:
                async for message in told:
                    yield message

    async def Play(self, request: match_pb2.PlayRequest, context: _Context) -> match_pb2.PlayResponse:
        """Makes moves of one of the caller's seats."""
        caller = require_caller()
        moves = fields.moves(request.moves)

        def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
            seat = seat_for(snapshot.match, caller, request.seat)
            return turns.play(snapshot, seat, moves, request.view_version, now_ms)

        asked = question("play", request.seat, moves, request.view_version)
        return match_pb2.PlayResponse(match=await self._take_once(request, caller, decide, asked))

    async def Leave(self, request: match_pb2.LeaveRequest, context: _Context) -> match_pb2.LeaveResponse:
        """Resigns for one of the caller's seats."""
        caller = require_caller()

        def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
            return turns.leave(snapshot, seat_for(snapshot.match, caller, request.seat), now_ms)

        asked = question("leave", request.seat)
        return match_pb2.LeaveResponse(match=await self._take_once(request, caller, decide, asked))

    async def Abort(self, request: match_pb2.AbortRequest, context: _Context) -> match_pb2.AbortResponse:
        """Ends a match in which nobody has moved."""
        caller = require_caller()

        def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
            return turns.abort(snapshot, seat_for(snapshot.match, caller, request.seat), now_ms)

        asked = question("abort", request.seat)
        return match_pb2.AbortResponse(match=await self._take_once(request, caller, decide, asked))

    async def Propose(self, request: match_pb2.ProposeRequest, context: _Context) -> match_pb2.ProposeResponse:
        """Keeps moves of one of the caller's seats, to be made when time runs out."""
        caller = require_caller()
        moves = fields.moves(request.moves, may_be_empty=True)

        def decide(snapshot: Snapshot, _: int) -> turns.Change:
            seat = seat_for(snapshot.match, caller, request.seat)
            return proposals.propose(snapshot, seat, moves, request.view_version)

        answer = partial(_told, caller=caller, seat=request.seat)
        match = await self._adjudicator.take(fields.match_id(request.match_id), decide, answer)
        return match_pb2.ProposeResponse(match=match)

    async def TakeBack(self, request: match_pb2.TakeBackRequest, context: _Context) -> match_pb2.TakeBackResponse:
        """Asks to take back the last decision of one of the caller's seats, or agrees to what another asks."""
        caller = require_caller()

        def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
            seat = seat_for(snapshot.match, caller, request.seat)
            return take_backs.ask(snapshot, seat, request.view_version, now_ms)

        asked = question("take back", request.seat, request.view_version)
        return match_pb2.TakeBackResponse(match=await self._take_once(request, caller, decide, asked))

    async def RefuseTakeBack(
        self, request: match_pb2.RefuseTakeBackRequest, context: _Context
    ) -> match_pb2.RefuseTakeBackResponse:
        """Refuses what another seat asks to take back, or withdraws the caller's own question."""
        return match_pb2.RefuseTakeBackResponse(match=await self._say(request, take_backs.refuse))

    async def Pause(self, request: match_pb2.PauseRequest, context: _Context) -> match_pb2.PauseResponse:
        """Asks for a pause for one of the caller's seats, or agrees to the one that another asks for."""
        caller = require_caller()

        def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
            return agreed_pauses.ask(snapshot, seat_for(snapshot.match, caller, request.seat), now_ms)

        asked = question("pause", request.seat)
        return match_pb2.PauseResponse(match=await self._take_once(request, caller, decide, asked))

    async def RefusePause(
        self, request: match_pb2.RefusePauseRequest, context: _Context
    ) -> match_pb2.RefusePauseResponse:
        """Refuses the pause that another seat asks for, or withdraws the caller's own question."""
        return match_pb2.RefusePauseResponse(match=await self._say(request, agreed_pauses.refuse))

    async def Resume(self, request: match_pb2.ResumeRequest, context: _Context) -> match_pb2.ResumeResponse:
        """Has a paused match go on."""
        return match_pb2.ResumeResponse(match=await self._say(request, agreed_pauses.resume))

    async def NoteHint(self, request: match_pb2.NoteHintRequest, context: _Context) -> match_pb2.NoteHintResponse:
        """Notes that one of the caller's seats is given a hint."""
        caller = require_caller()
        match_id = fields.match_id(request.match_id)
        looked_at = await self._adjudicator.look(match_id)
        await self._check_may_be_advised(caller, looked_at.match.digest, but=match_id)

        def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
            seat = seat_for(snapshot.match, caller, request.seat)
            return hints.note(snapshot, seat, request.view_version, now_ms)

        answer = partial(_told, caller=caller, seat=request.seat)
        match = await self._adjudicator.take(match_id, decide, answer)
        return match_pb2.NoteHintResponse(match=match)

    async def List(self, request: match_pb2.ListRequest, context: _Context) -> match_pb2.ListResponse:
        """Matches of the caller's universe, or their own of any, newest first; or those that wait for the caller."""
        caller = require_caller()
        if request.waiting:
            return await self._list_waiting(request, caller)
        wanted = fields.wanted(request, caller)
        await self._residence.check(caller, wanted.universe or caller.universe)
        now_ms = self._clock.now_ms()
        found = await self._database.read(lambda connection: listed(connection, wanted, now_ms))
        page = found[: wanted.count - 1]
        return match_pb2.ListResponse(
            matches=[await self._line(one, wanted, caller) for one in page],
            next_page_token=page[-1].id if len(found) > len(page) else "",
        )

    async def _list_waiting(self, request: match_pb2.ListRequest, caller: Caller) -> match_pb2.ListResponse:
        wanted = fields.wanted_waiting(request)
        await self._residence.check(caller, wanted.universe or caller.universe)
        found = await self._waiting.list(caller, wanted)
        page = found[: wanted.count - 1]
        next_page = place(page[-1]) if len(found) > len(page) else ""
        return match_pb2.ListResponse(matches=page, next_page_token=next_page)

    async def ListOpenSeats(
        self, request: match_pb2.ListOpenSeatsRequest, context: _Context
    ) -> match_pb2.ListOpenSeatsResponse:
        """Invitations in which the caller may take a seat as the next available."""
        caller = require_caller()
        offered, last_id = await self._lobby.offered(caller, fields.wanted_seats(request, caller))
        now_ms = self._clock.now_ms()
        return match_pb2.ListOpenSeatsResponse(
            matches=[offered_message(one, caller.controller_id, now_ms) for one in offered],
            next_page_token=last_id,
        )

    async def ListBots(self, request: match_pb2.ListBotsRequest, context: _Context) -> match_pb2.ListBotsResponse:
        """The connected bots whom the caller may invite."""
        caller, count = require_caller(), fields.count(request.limit, "limit", most=100, usual=20)
        available = await self._bots.available(
            caller,
            fields.game_id(request.game_id),
            fields.name_part(request.name_contains),
            count,
            for_tournament=request.for_tournament,
        )
        return match_pb2.ListBotsResponse(
            bots=[
                match_pb2.ConnectedBot(player_id=one.player_id, name=one.name, owner_id=one.owner_id)
                for one in available
            ]
        )

    async def CheckEntrants(
        self, request: match_pb2.CheckEntrantsRequest, context: _Context
    ) -> match_pb2.CheckEntrantsResponse:
        """Whether bots would play in a tournament of somebody's, and whether people can be asked."""
        entrants = await self._bots.entrants(*fields.entrants(request))
        return match_pb2.CheckEntrantsResponse(
            entrants=[
                match_pb2.Entrant(
                    player_id=one.player_id,
                    name=one.name,
                    problem=one.fault.problem if one.fault else "",
                    remedy=one.fault.remedy if one.fault else "",
                    kind=one.kind,
                )
                for one in entrants
            ]
        )

    async def Schedule(
        self, request: match_pb2.ScheduleRequest, context: _Context
    ) -> AsyncIterator[match_pb2.ScheduleResponse]:
        """A game of a tournament, begun unless it was, and told of when it is over."""
        async with aclosing(self._scheduling.play(require_caller(), fields.scheduled(request))) as told:
            async for answer in told:
                yield answer

    async def CallOff(self, request: match_pb2.CallOffRequest, context: _Context) -> match_pb2.CallOffResponse:
        """Ends a game of a tournament that is over."""
        await self._scheduling.call_off(fields.match_id(request.match_id))
        return match_pb2.CallOffResponse()

    async def GetRecord(self, request: match_pb2.GetRecordRequest, context: _Context) -> match_pb2.GetRecordResponse:
        """Everything about a match that is over."""
        match, history = await self._adjudicator.record(fields.match_id(request.match_id))
        caller = require_caller()
        check_record_is_open(match, await self._residence.in_match(caller, match))
        if request.for_advice:
            await self._check_may_be_advised(caller, match.digest)
        return match_pb2.GetRecordResponse(record=record_message(match, history))

    async def Replay(self, request: match_pb2.ReplayRequest, context: _Context) -> match_pb2.ReplayResponse:
        """Some steps of a match that is over, or in which nothing is secret, as one viewer saw them."""
        caller, match_id = require_caller(), fields.match_id(request.match_id)
        match = await self._database.read(lambda connection: find_match(connection, match_id))
        if match is None:
            raise unknown_match()
        is_open = match.status == "running" and await self._playback.is_open(match, caller.controller_id)
        check_replay_is_open(match, await self._residence.in_match(caller, match), is_open=is_open)
        viewer, first = fields.replay_viewer(request.viewer, match), fields.first_step(request.first)
        count = fields.count(request.count, "count", most=50, usual=20)
        page = await self._playback.page(match, viewer, first, count, caller.controller_id)
        return replay_message(page, first)

    async def Sideline(self, request: match_pb2.SidelineRequest, context: _Context) -> match_pb2.SidelineResponse:
        """Plays on from a step of a match that is over, or from the start of a game; nothing of it is kept."""
        caller = require_caller()
        moves, adviser_id = fields.sideline(request.moves), fields.adviser(request.adviser_id)
        origin: Branch | Start
        if request.game_id:
            deal, viewer = fields.deal(request), fields.board_viewer(request.viewer)
            game = await self._rulebook.game(request.game_id)
            digest, origin = game.digest, Start(game.rule_set, deal)
        else:
            match = await self._over(fields.match_id(request.match_id), caller)
            viewer = fields.replay_viewer(request.viewer, match)
            digest, origin = match.digest, Branch(match, request.step)
        if adviser_id:
            await self._check_may_be_advised(caller, digest)
        reached = await self._sidelines.play(Asked(origin, viewer, moves, adviser_id), caller.controller_id)
        return sideline_message(reached)

    async def _over(self, match_id: str, caller: Caller) -> Match:
        """A match of which the caller may know everything, for it is over."""
        match = await self._database.read(lambda connection: find_match(connection, match_id))
        if match is None:
            raise unknown_match()
        check_record_is_open(match, await self._residence.in_match(caller, match))
        return match

    async def ListEnded(self, request: match_pb2.ListEndedRequest, context: _Context) -> match_pb2.ListEndedResponse:
        """Finished matches after a cursor, oldest first."""
        after = fields.cursor(request.cursor)
        count = fields.count(request.limit, "limit", most=500, usual=100)
        found = await self._database.read(lambda connection: queries.list_ended(connection, after, count))
        return match_pb2.ListEndedResponse(
            matches=[match for _, match in found],
            next_cursor=str(found[-1][0] if found else after),
        )

    async def ExpireTurn(self, request: match_pb2.ExpireTurnRequest, context: _Context) -> match_pb2.ExpireTurnResponse:
        """Does what time has made due, unless that is a later deadline than the one that was found past."""
        match = await self._adjudicator.expire(fields.match_id(request.match_id), request.due_at_ms)
        return match_pb2.ExpireTurnResponse(ended=match.status == "ended")

    async def TryOut(self, request: match_pb2.TryOutRequest, context: _Context) -> match_pb2.TryOutResponse:
        """Plays on in a match that is kept nowhere."""
        moves = fields.moves(request.moves, may_be_empty=True)
        caller = require_caller()
        payer = caller.controller_id
        if request.against_id:
            # What one of them does there is advice, wherever the position comes from.
            source = await self._adjudicator.slowly(payer, partial(families.read, request.rule_set))
            await self._check_may_be_advised(caller, source.digest)
        tried = await self._tryouts.play(
            payer, request.rule_set, request.seat, request.state, moves, against_id=request.against_id
        )
        return tryout_message(tried)

    async def PlayOut(self, request: match_pb2.PlayOutRequest, context: _Context) -> match_pb2.PlayOutResponse:
        """Plays a sample of random games that are kept nowhere."""
        del context
        payer = require_caller().controller_id
        self._tryouts.take(payer)
        return figures_message(await self._sampler.figures(payer, request.rule_set))

    async def _check_may_be_advised(self, caller: Caller, digest: str, *, but: str = "") -> None:
        """Raises NoHint where the caller plays by these rules in a match that counts, but for one."""
        await self._database.read(partial(queries.check_plays_no_rated, caller.controller_id, digest, but=but))

    async def _seen(self, caller: Caller, match_id: str, seat: str) -> match_pb2.Match:
        return await self._shown(await self._look(fields.match_id(match_id)), caller, seat)

    async def _following(self, caller: Caller, next_id: str | None) -> match_pb2.Match | None:
        """What follows on a match; None where nothing does, or what did is forgotten."""
        try:
            return await self._seen(caller, next_id, "") if next_id else None
        except UnknownMatch:
            return None

    async def _awaited(self, caller: Caller, match_id: str) -> match_pb2.Match:
        """What has become of the caller's waiting for the next available; asking for it they are there."""
        found = await self._look(match_id)
        if isinstance(found, Invitation):
            await self._lobby.stay(caller, found)
        return await self._shown(found, caller, "")

    async def _look(self, match_id: str) -> Snapshot | Invitation:
        """A match, or the invitation that is to become one."""
        try:
            return await self._adjudicator.look(match_id)
        except UnknownMatch:
            # Where neither is found it may have started in between.
            return await self._invitations.find(match_id) or await self._adjudicator.look(match_id)

    async def _shown(self, found: Snapshot | Invitation, caller: Caller, seat: str) -> match_pb2.Match:
        now_ms = self._clock.now_ms()
        if isinstance(found, Invitation):
            check_party(found, caller)
            return invitation_message(found, caller.controller_id, now_ms)
        caller = await self._residence.in_match(caller, found.match)
        tell = partial(_told, found, now_ms, caller=caller, seat=seat)
        return await self._adjudicator.step(found.match.id, tell)

    async def _line(self, one: Match | Invitation, wanted: queries.Wanted, caller: Caller) -> match_pb2.Match:
        """An entry of a list; of the caller's own running matches with what they owe."""
        now_ms = self._clock.now_ms()
        if isinstance(one, Invitation):
            return invitation_message(one, caller.controller_id, now_ms)
        if not wanted.own or one.status != "running":
            return listed_match(one, now_ms)
        try:
            snapshot = await self._adjudicator.look(one.id)
        except UnplayableGame:
            return listed_match(one, now_ms)  # what is owed there nobody knows
        return own_match(snapshot, viewer_for(snapshot, caller, ""), now_ms)

    async def _say(self, request: _Said, say: Callable[[Snapshot, str, int], turns.Change]) -> match_pb2.Match:
        """What one of the caller's seats says that is safe to repeat."""
        caller = require_caller()

        def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
            return say(snapshot, seat_for(snapshot.match, caller, request.seat), now_ms)

        answer = partial(_told, caller=caller, seat=request.seat)
        return await self._adjudicator.take(fields.match_id(request.match_id), decide, answer)

    async def _take_once(
        self,
        request: _SaidOnce,
        caller: Caller,
        decide: Callable[[Snapshot, int], turns.Change],
        asked: str,
    ) -> match_pb2.Match:
        once = Request(caller.controller_id, request_id(request.request_id), asked)
        answer = partial(_told, caller=caller, seat=request.seat)
        return await self._adjudicator.take(fields.match_id(request.match_id), decide, answer, once)


def _told(snapshot: Snapshot, now_ms: int, *, caller: Caller, seat: str) -> match_pb2.Match:
    return match_message(snapshot, viewer_for(snapshot, caller, seat), now_ms)


def _essence(found: Snapshot | Invitation, caller: Caller, seat: str) -> object:
    """All that a caller is told of it but for the instant, as something that is equal for equal alone."""
    if isinstance(found, Invitation):
        check_party(found, caller)
        return found
    return what_is_seen(found, viewer_for(found, caller, seat))


def _is_over(found: Snapshot | Invitation) -> bool:
    return (found if isinstance(found, Invitation) else found.match).reason is not None
