"""RPC in, RPC out."""

from __future__ import annotations

import hmac
import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import grpc.aio
from sqlalchemy import Connection

from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceServicer
from redscience.errors import Fault, InvalidField, NotAllowed
from redscience.names import folded_name
from services.kit.blocked import BlockedWords
from services.kit.clock import Clock
from services.kit.config import SERVICES
from services.kit.database import Database
from services.kit.ended import EndedSessions
from services.kit.identity import Access, Caller, admin, anyone, caller, known, person, player, require_caller, service
from services.kit.ids import is_id
from services.kit.sources import source_of
from services.players import administration, bots, erasing, friends, names, personas, sessions, store
from services.players.addresses import LONGEST_ADDRESS
from services.players.authentication import Authentication
from services.players.avatars import read_avatar
from services.players.messages import (
    audit_message,
    ended_message,
    erased_message,
    player_for,
    player_for_admin,
    role_word,
    seat_check_for,
    session_message,
    whole_player,
)
from services.players.new_address import NewAddresses
from services.players.own_erasure import OwnErasure
from services.players.seats import check_seats

ACCESS: Mapping[str, Access] = {
    "RequestCode": anyone,
    "LogIn": anyone,
    "Exchange": anyone,
    "WatchEndedSessions": service(*(set(SERVICES) - {"players"})),
    "OpenAnonymous": anyone,
    "LogOut": anyone,
    "ListSessions": person,
    "EndSession": person,
    "EndSessions": person,
    "MakeBot": person,
    "RotateBotToken": person,
    "RevokeBotToken": person,
    "Get": known,
    "Find": player,
    "Rename": player,
    "SetAvatar": person,
    "RequestAddressCode": person,
    "SetAddress": person,
    "MakePersona": person,
    "ListOwn": person,
    "ListUniverses": player,
    "AskFriend": person,
    "AcceptFriend": person,
    "RefuseFriend": person,
    "EndFriendship": person,
    "BanPlayer": person,
    "RevokeBan": person,
    "ListFriends": person,
    "SetRole": admin,
    "Suspend": admin,
    "Unsuspend": admin,
    "FindAny": admin,
    "ListAudit": admin,
    "RequestErasureCode": person,
    "Erase": person,
    "WatchErased": service("match", "rules", "batch"),
    "CheckSeats": service("match"),
    "EnterUniverse": service("match"),
    "ListOutbox": anyone,
}

MOST_IDS = 200
MOST_FOUND = 50
MOST_ENDED = 1_000
FOUND = 20

_Context = grpc.aio.ServicerContext[Any, Any]


class PlayersServicer(PlayersServiceServicer):
    """Log-in, tokens, and who is who.

    Args:
        ended: the sessions that have ended.
        blocked: words that are in no name.
        rng: draws the names of those who are erased.
        outbox_secret: opens the outbox; "" where there is none.
    """

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        authentication: Authentication,
        new_addresses: NewAddresses,
        own_erasure: OwnErasure,
        ended: EndedSessions,
        blocked: BlockedWords,
        rng: random.Random,
        outbox_secret: str,
    ) -> None:
        self._database = database
        self._clock = clock
        self._authentication = authentication
        self._new_addresses = new_addresses
        self._own_erasure = own_erasure
        self._ended = ended
        self._blocked = blocked
        self._rng = rng
        self._erasures = erasing.Telling(database, ended)
        self._outbox_secret = outbox_secret

    async def RequestCode(self, request: pb.RequestCodeRequest, context: _Context) -> pb.RequestCodeResponse:
        """Sends a code; what is done and said is the same for everybody."""
        challenge, expires_at_ms = await self._authentication.send_code(
            request.email, _source(context), request.language
        )
        return pb.RequestCodeResponse(
            expires_at_ms=expires_at_ms, outbox=bool(self._outbox_secret), challenge=challenge
        )

    async def LogIn(self, request: pb.LogInRequest, context: _Context) -> pb.LogInResponse:
        """Opens a session for who has the code, or the link."""
        if request.link:
            log_in = self._authentication.log_in_by_link(request.challenge, request.link, request.label)
        else:
            log_in = self._authentication.log_in(request.email, request.challenge, request.code, request.label)
        secret, who, is_new = await log_in
        return pb.LogInResponse(secret=secret, player=whole_player(who), is_new=is_new)

    async def OpenAnonymous(self, request: pb.OpenAnonymousRequest, context: _Context) -> pb.OpenAnonymousResponse:
        """Opens a session for a visitor."""
        return pb.OpenAnonymousResponse(secret=await self._authentication.visit(_source(context)))

    async def Exchange(self, request: pb.ExchangeRequest, context: _Context) -> pb.ExchangeResponse:
        """A token for the secret of a session or a service."""
        given = await self._authentication.exchange(request.secret)
        who = None if given.player is None else whole_player(given.player)
        return pb.ExchangeResponse(
            token=given.token, expires_at_ms=given.expires_at_ms, player=who, session_id=given.session_id
        )

    async def WatchEndedSessions(
        self, request: pb.WatchEndedSessionsRequest, context: _Context
    ) -> AsyncIterator[pb.WatchEndedSessionsResponse]:
        """Sessions whose tokens are to be refused."""
        async for news in self._ended.news():
            for begin in range(0, len(news), MOST_ENDED):
                yield ended_message(news[begin : begin + MOST_ENDED])

    async def LogOut(self, request: pb.LogOutRequest, context: _Context) -> pb.LogOutResponse:
        """Ends a session."""
        await self._authentication.log_out(request.secret)
        return pb.LogOutResponse()

    async def ListSessions(self, request: pb.ListSessionsRequest, context: _Context) -> pb.ListSessionsResponse:
        """The caller's sessions."""
        who, now_ms = require_caller(), self._clock.now_ms()
        found = await self._database.read(lambda connection: store.list_sessions(connection, who.id, now_ms=now_ms))
        return pb.ListSessionsResponse(sessions=map(session_message, found))

    async def EndSession(self, request: pb.EndSessionRequest, context: _Context) -> pb.EndSessionResponse:
        """Ends a session of the caller's."""
        who, session_id = require_caller(), request.session_id
        if is_id(session_id):
            now_ms = self._clock.now_ms()
            await self._database.write(
                lambda connection: store.end_session_of(connection, who.id, session_id, now_ms=now_ms)
            )
        return pb.EndSessionResponse()

    async def EndSessions(self, request: pb.EndSessionsRequest, context: _Context) -> pb.EndSessionsResponse:
        """Ends all sessions of the caller's, or all others."""
        who, kept, now_ms = require_caller(), sessions.digest(request.kept_secret), self._clock.now_ms()
        await self._database.write(
            lambda connection: store.end_sessions_of(connection, who.id, now_ms=now_ms, but_for=kept)
        )
        return pb.EndSessionsResponse()

    async def MakeBot(self, request: pb.MakeBotRequest, context: _Context) -> pb.MakeBotResponse:
        """A bot of the caller's; its token is told once."""
        who, name = require_caller(), names.read_new_name(request.name, self._blocked)
        now_ms, secret = self._clock.now_ms(), sessions.new_secret()

        def make(connection: Connection) -> tuple[store.Player, bool]:
            administration.refuse_taken_away(connection, who, name)
            return bots.make(connection, who, name, secret, now_ms=now_ms)

        made, is_new = await self._database.write(make)
        return pb.MakeBotResponse(player=whole_player(made), token=secret if is_new else "")

    async def RotateBotToken(self, request: pb.RotateBotTokenRequest, context: _Context) -> pb.RotateBotTokenResponse:
        """Another token for a bot."""
        who, bot_id = require_caller(), request.player_id
        now_ms, secret = self._clock.now_ms(), sessions.new_secret()
        await self._database.write(lambda connection: bots.rotate(connection, who, bot_id, secret, now_ms=now_ms))
        return pb.RotateBotTokenResponse(token=secret)

    async def RevokeBotToken(self, request: pb.RevokeBotTokenRequest, context: _Context) -> pb.RevokeBotTokenResponse:
        """No token for a bot."""
        who, bot_id, now_ms = require_caller(), request.player_id, self._clock.now_ms()
        await self._database.write(lambda connection: bots.revoke(connection, who, bot_id, now_ms=now_ms))
        return pb.RevokeBotTokenResponse()

    async def Get(self, request: pb.GetRequest, context: _Context) -> pb.GetResponse:
        """Players by id."""
        who, ids = require_caller(), _few("ids", request.ids)
        found = await self._database.read(lambda connection: store.known_players(connection, who, ids))
        return pb.GetResponse(players=[player_for(who, each) for each in found])

    async def Find(self, request: pb.FindRequest, context: _Context) -> pb.FindResponse:
        """Players by the beginning of their name."""
        limit = _limit(request.limit)
        if len(request.name_prefix) > names.LONGEST:
            problem = f"has {len(request.name_prefix)} characters"
            raise InvalidField([Fault("name_prefix", problem, f"No name has more than {names.LONGEST}")])
        who, prefix = require_caller(), folded_name(request.name_prefix)
        universe = request.universe or who.universe
        if not prefix.isprintable():  # no name begins so
            return pb.FindResponse()

        def find(connection: Connection) -> list[store.Player]:
            if universe not in store.universes(connection, who):
                raise InvalidField([Fault("universe", "is none that you are in", "Leave it empty for your own")])
            return store.players_by_prefix(connection, prefix, universe, limit)

        return pb.FindResponse(players=[player_for(who, each) for each in await self._database.read(find)])

    async def Rename(self, request: pb.RenameRequest, context: _Context) -> pb.RenameResponse:
        """Gives the caller, or a player whom they have made, another name; for Admins anybody."""
        who, name, now_ms = require_caller(), names.read_new_name(request.name, self._blocked), self._clock.now_ms()
        if who.kind == "anonymous":
            raise NotAllowed("Log in to have a name of your own.")
        player_id = request.player_id or who.id

        def rename(connection: Connection) -> store.Player:
            if who.role == "admin" and store.find_own(connection, who, player_id) is None:
                return erasing.rename(connection, who, player_id, name, now_ms=now_ms)
            renamed = store.require_own(connection, who, player_id)
            administration.refuse_taken_away(connection, who, name)
            store.take_name(connection, renamed, name)
            return replace(renamed, name=name, name_key=folded_name(name))

        return pb.RenameResponse(player=player_for(who, await self._database.write(rename)))

    async def SetAvatar(self, request: pb.SetAvatarRequest, context: _Context) -> pb.SetAvatarResponse:
        """Gives the caller, or a player whom they have made, an avatar."""
        who, avatar = require_caller(), read_avatar(request.avatar)

        def choose(connection: Connection) -> store.Player:
            chosen = store.require_own(connection, who, request.player_id or who.id)
            store.set_avatar(connection, chosen.id, avatar)
            return replace(chosen, avatar=avatar)

        return pb.SetAvatarResponse(player=whole_player(await self._database.write(choose)))

    async def RequestAddressCode(
        self, request: pb.RequestAddressCodeRequest, context: _Context
    ) -> pb.RequestAddressCodeResponse:
        """Sends a code to another address."""
        challenge, expires_at_ms = await self._new_addresses.send_code(
            require_caller(), request.email, request.language
        )
        return pb.RequestAddressCodeResponse(expires_at_ms=expires_at_ms, challenge=challenge)

    async def SetAddress(self, request: pb.SetAddressRequest, context: _Context) -> pb.SetAddressResponse:
        """Has the caller log in by an address for which they have the code."""
        changed = await self._new_addresses.set(
            require_caller(), request.email, request.challenge, request.code, request.language
        )
        return pb.SetAddressResponse(player=whole_player(changed))

    async def MakePersona(self, request: pb.MakePersonaRequest, context: _Context) -> pb.MakePersonaResponse:
        """A persona of the caller's."""
        who, name, now_ms = require_caller(), names.read_new_name(request.name, self._blocked), self._clock.now_ms()
        where = names.read_name(request.universe_name, "universe_name") if request.universe_name else ""
        self._blocked.refuse(where, "universe_name")

        def make(connection: Connection) -> store.Player:
            administration.refuse_taken_away(connection, who, name)
            return personas.make(connection, who, name, where, now_ms=now_ms)

        return pb.MakePersonaResponse(player=whole_player(await self._database.write(make)))

    async def ListOwn(self, request: pb.ListOwnRequest, context: _Context) -> pb.ListOwnResponse:
        """Whom the caller has made."""
        who = require_caller()
        found = await self._database.read(lambda connection: personas.list_own(connection, who.id))
        return pb.ListOwnResponse(players=map(whole_player, found))

    async def ListUniverses(self, request: pb.ListUniversesRequest, context: _Context) -> pb.ListUniversesResponse:
        """Where the caller is."""
        who = require_caller()
        found = await self._database.read(lambda connection: personas.list_universes(connection, who))
        return pb.ListUniversesResponse(universes=[pb.Universe(id=each, name=name) for each, name in found])

    async def AskFriend(self, request: pb.AskFriendRequest, context: _Context) -> pb.AskFriendResponse:
        """Asks a person to be friends."""
        await self._of_other(request.player_id, partial(friends.ask, now_ms=self._clock.now_ms()))
        return pb.AskFriendResponse()

    async def AcceptFriend(self, request: pb.AcceptFriendRequest, context: _Context) -> pb.AcceptFriendResponse:
        """Accepts what a person has asked."""
        await self._of_other(request.player_id, partial(friends.accept, now_ms=self._clock.now_ms()))
        return pb.AcceptFriendResponse()

    async def RefuseFriend(self, request: pb.RefuseFriendRequest, context: _Context) -> pb.RefuseFriendResponse:
        """Refuses what a person has asked."""
        await self._of_other(request.player_id, friends.refuse)
        return pb.RefuseFriendResponse()

    async def EndFriendship(self, request: pb.EndFriendshipRequest, context: _Context) -> pb.EndFriendshipResponse:
        """Ends a friendship, or takes a request back."""
        await self._of_other(request.player_id, friends.end)
        return pb.EndFriendshipResponse()

    async def BanPlayer(self, request: pb.BanPlayerRequest, context: _Context) -> pb.BanPlayerResponse:
        """Hides a person's requests from the caller."""
        await self._of_other(request.player_id, partial(friends.ban, now_ms=self._clock.now_ms()))
        return pb.BanPlayerResponse()

    async def RevokeBan(self, request: pb.RevokeBanRequest, context: _Context) -> pb.RevokeBanResponse:
        """Takes a ban back."""
        await self._of_other(request.player_id, friends.revoke_ban)
        return pb.RevokeBanResponse()

    async def _of_other(self, other_id: str, change: Callable[[Connection, Caller, str], None]) -> None:
        """Changes what the caller has said of another."""
        who = require_caller()
        await self._database.write(lambda connection: change(connection, who, other_id))

    async def ListFriends(self, request: pb.ListFriendsRequest, context: _Context) -> pb.ListFriendsResponse:
        """Friends, and those who are not yet or no more."""
        who = require_caller()
        found = await self._database.read(lambda connection: friends.list_all(connection, who.id))
        return pb.ListFriendsResponse(
            **{group: [player_for(who, each) for each in members] for group, members in found.items()}
        )

    async def SetRole(self, request: pb.SetRoleRequest, context: _Context) -> pb.SetRoleResponse:
        """Gives a person a role."""
        who, role, now_ms = require_caller(), role_word(request.role), self._clock.now_ms()
        changed = await self._database.write(
            lambda connection: administration.set_role(connection, who, request.player_id, role, now_ms=now_ms)
        )
        return pb.SetRoleResponse(player=player_for_admin(changed))

    async def Suspend(self, request: pb.SuspendRequest, context: _Context) -> pb.SuspendResponse:
        """Keeps a player out."""
        who, now_ms = require_caller(), self._clock.now_ms()
        changed = await self._database.write(
            lambda connection: administration.suspend(connection, who, request.player_id, request.reason, now_ms=now_ms)
        )
        return pb.SuspendResponse(player=player_for_admin(changed))

    async def Unsuspend(self, request: pb.UnsuspendRequest, context: _Context) -> pb.UnsuspendResponse:
        """Lets a player in again."""
        who, now_ms = require_caller(), self._clock.now_ms()
        changed = await self._database.write(
            lambda connection: administration.unsuspend(connection, who, request.player_id, now_ms=now_ms)
        )
        return pb.UnsuspendResponse(player=player_for_admin(changed))

    async def FindAny(self, request: pb.FindAnyRequest, context: _Context) -> pb.FindAnyResponse:
        """Players by name or address, for Admins."""
        who = require_caller()
        wanted = administration.Wanted(
            text=_printable("text", request.text),
            role=role_word(request.role),
            is_suspended=request.is_suspended,
            after_id=_id_or_nothing("after_id", request.after_id),
            limit=_limit(request.limit),
            newest_first=request.newest_first,
        )
        found = await self._database.read(lambda connection: administration.find(connection, who, wanted))
        return pb.FindAnyResponse(players=map(player_for_admin, found))

    async def ListAudit(self, request: pb.ListAuditRequest, context: _Context) -> pb.ListAuditResponse:
        """What Admins did."""
        who, limit = require_caller(), _limit(request.limit)
        before_id = _id_or_nothing("before_id", request.before_id)
        player_id = _id_or_nothing("player_id", request.player_id)
        found = await self._database.read(
            lambda connection: administration.list_audit(
                connection, who, before_id=before_id, limit=limit, player_id=player_id
            )
        )
        return pb.ListAuditResponse(entries=map(audit_message, found))

    async def RequestErasureCode(
        self, request: pb.RequestErasureCodeRequest, context: _Context
    ) -> pb.RequestErasureCodeResponse:
        """Sends a code to who wants to be erased."""
        challenge, expires_at_ms, is_former = await self._own_erasure.send_code(
            require_caller(), request.name, request.language
        )
        return pb.RequestErasureCodeResponse(
            expires_at_ms=expires_at_ms, challenge=challenge, is_to_former_address=is_former
        )

    async def Erase(self, request: pb.EraseRequest, context: _Context) -> pb.EraseResponse:
        """Erases a person."""
        who, asked, now_ms = require_caller(), request, self._clock.now_ms()
        if asked.player_id == who.id:
            return pb.EraseResponse(name=await self._own_erasure.erase(who, asked.name, asked.challenge, asked.code))
        name = await self._database.write(
            lambda connection: erasing.erase(connection, who, asked.player_id, asked.name, self._rng, now_ms=now_ms)
        )
        return pb.EraseResponse(name=name)

    async def WatchErased(
        self, request: pb.WatchErasedRequest, context: _Context
    ) -> AsyncIterator[pb.WatchErasedResponse]:
        """Players who were erased."""
        async for told in self._erasures.after(request.after, with_renamed=request.with_renamed):
            yield erased_message(told)

    async def CheckSeats(self, request: pb.CheckSeatsRequest, context: _Context) -> pb.CheckSeatsResponse:
        """Whom somebody may seat."""
        ids, inviter_id, host_id = _few("player_ids", request.player_ids), request.inviter_id, request.host_id
        checks = await self._database.read(lambda connection: check_seats(connection, inviter_id, ids, host_id))
        return pb.CheckSeatsResponse(seats=[seat_check_for(require_caller(), each) for each in checks])

    async def EnterUniverse(self, request: pb.EnterUniverseRequest, context: _Context) -> pb.EnterUniverseResponse:
        """The persona by which somebody who was invited plays in a private universe."""
        ids = {"player_id": request.player_id, "universe": request.universe}
        faults = [Fault(field, "is not an id", "Send one") for field, text in ids.items() if not is_id(text)]
        if faults:
            raise InvalidField(faults)
        who, where, now_ms = request.player_id, request.universe, self._clock.now_ms()
        persona = await self._database.write(lambda connection: personas.enter(connection, who, where, now_ms=now_ms))
        return pb.EnterUniverseResponse(player=whole_player(persona))

    async def ListOutbox(self, request: pb.ListOutboxRequest, context: _Context) -> pb.ListOutboxResponse:
        """The mail of a platform that has no mail server, because only this machine reaches it."""
        if not self._outbox_secret:
            raise NotAllowed("The outbox is shown only where everything listens on this machine alone.")
        # A machine has more users than one, and a proxy may lead strangers here.
        if not hmac.compare_digest(request.key.encode(), self._outbox_secret.encode()):
            raise NotAllowed("The outbox is opened by the address that `redscience up` has printed. Open that first.")
        mails = await self._database.read(store.list_mail)
        return pb.ListOutboxResponse(
            mails=[
                pb.Mail(id=each.id, to=each.to, subject=each.subject, body=each.body, sent_at_ms=each.sent_at_ms)
                for each in reversed(mails)
            ]
        )


def _few(field: str, ids: Sequence[str]) -> Sequence[str]:
    """The ids of a request.

    Raises:
        InvalidField: there are too many.
    """
    if len(ids) > MOST_IDS:
        raise InvalidField([Fault(field, f"has {len(ids)} ids", f"Send at most {MOST_IDS} at a time")])
    return ids


def _limit(asked: int) -> int:
    """How many to answer with.

    Raises:
        InvalidField: it is too many, or less than none.
    """
    if not 0 <= asked <= MOST_FOUND:
        raise InvalidField([Fault("limit", f"{asked} is out of range", f"Give 1 to {MOST_FOUND}")])
    return asked or FOUND


def _id_or_nothing(field: str, text: str) -> str:
    """The id of a place in a list; "" for its beginning.

    Raises:
        InvalidField: it is something else.
    """
    if text and not is_id(text):
        raise InvalidField([Fault(field, "is not an id", "Send the id of the last that was answered")])
    return text


def _printable(field: str, text: str) -> str:
    """A text to look for.

    Raises:
        InvalidField: nothing could be found by it.
    """
    if len(text) > LONGEST_ADDRESS or not text.isprintable():
        raise InvalidField([Fault(field, "is no name and no address", "Send how one of them begins")])
    return text


def _source(context: _Context) -> str:
    """From where a call comes."""
    return source_of(caller(), context.peer(), context.invocation_metadata() or ())
