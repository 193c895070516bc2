"""RPC in, RPC out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import Connection

from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceServicer
from redscience.errors import (
    Fault,
    InvalidField,
    NotAllowed,
    NotLoggedIn,
    PlayerNameTaken,
    TooManyTries,
    WrongCode,
)
from redscience.names import folded_name
from services.kit.clock import Clock
from services.kit.config import Config
from services.kit.database import Database
from services.kit.identity import Access, Caller, Kind, anyone, known, person, player, require_caller
from services.kit.ids import new_id
from services.kit.tokens import sign
from services.players import friends, names, personas, sessions, store
from services.players.addresses import read_address
from services.players.codes import LIFETIME_MS, WINDOW_MS, Codes, Verdict
from services.players.mail import code_mail
from services.players.messages import player_for, seat_check_for, whole_player
from services.players.seats import check_seats

ACCESS: Mapping[str, Access] = {
    "RequestCode": anyone,
    "LogIn": anyone,
    "Exchange": anyone,
    "LogOut": anyone,
    "Get": known,
    "Find": player,
    "Rename": player,
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
    "CheckSeats": player,
    "ListOutbox": anyone,
}

MOST_IDS = 200
MOST_FOUND = 50
FOUND = 20


@dataclass(frozen=True, slots=True)
class _LogIn:
    """What a try to log in has come to."""

    verdict: Verdict
    player: store.Player | None = None
    is_new: bool = False


class PlayersServicer(PlayersServiceServicer):
    """Log-in, tokens, and who is who.

    Args:
        rng: draws the names of those who are new.
    """

    def __init__(
        self,
        *,
        config: Config,
        private_key: bytes,
        database: Database,
        clock: Clock,
        codes: Codes,
        rng: random.Random,
    ) -> None:
        self._config = config
        self._private_key = private_key
        self._database = database
        self._clock = clock
        self._codes = codes
        self._rng = rng

    async def RequestCode(self, request: pb.RequestCodeRequest, context: Any) -> pb.RequestCodeResponse:
        """Sends a code; what is done and said is the same for everybody."""
        address, now_ms = read_address(request.email), self._clock.now_ms()

        def issue(connection: Connection) -> None:
            before = store.issued(connection, address)
            code, issued = self._codes.issue(address, before, now_ms=now_ms)
            store.keep_issued(connection, issued, forget_before_ms=now_ms - WINDOW_MS)
            store.add_mail(connection, code_mail(new_id(), address, code, now_ms=now_ms))
            if self._config.loopback:
                store.forget_old_mail(connection)

        await self._database.write(issue)
        return pb.RequestCodeResponse(expires_at_ms=now_ms + LIFETIME_MS, outbox=self._config.loopback)

    async def LogIn(self, request: pb.LogInRequest, context: Any) -> pb.LogInResponse:
        """Opens a session for who has the code."""
        address, now_ms, secret = read_address(request.email), self._clock.now_ms(), sessions.new_secret()

        def log_in(connection: Connection) -> _LogIn:
            before = store.issued(connection, address)
            verdict, after = self._codes.judge(before, request.code, now_ms=now_ms)
            if after is not None and after is not before:
                store.keep_issued(connection, after, forget_before_ms=now_ms - WINDOW_MS)
            if verdict is not Verdict.RIGHT:
                return _LogIn(verdict)
            found = store.player_by_email(connection, address)
            who = self._with_role(connection, found) if found else self._new_creator(connection, address, now_ms)
            session = store.Session(sessions.digest(secret), who.id, now_ms, now_ms + sessions.LIFETIME_MS)
            store.add_session(connection, session, now_ms=now_ms)
            return _LogIn(verdict, who, is_new=found is None)

        # A wrong try is counted, so it is no error of the transaction.
        outcome = await self._database.write(log_in)
        if outcome.verdict is Verdict.TOO_MANY:
            raise TooManyTries("This code was tried too often. Ask for a new one.")
        if outcome.player is None:
            raise WrongCode("This code is wrong, used or no longer valid. Look again, or ask for a new one.")
        return pb.LogInResponse(secret=secret, player=whole_player(outcome.player), is_new=outcome.is_new)

    def _new_creator(self, connection: Connection, address: str, now_ms: int) -> store.Player:
        name = names.pleasant_name(self._rng)
        while store.player_by_name(connection, folded_name(name), store.PUBLIC_UNIVERSE):
            name = names.pleasant_name(self._rng)
        is_first = self._config.loopback and store.is_nobody_known(connection)
        role = "admin" if is_first or self._is_admin(address) else "creator"
        who = store.Player(new_id(), name, folded_name(name), "person", role, store.PUBLIC_UNIVERSE, address, now_ms)
        store.add_player(connection, who)
        return who

    def _with_role(self, connection: Connection, who: store.Player) -> store.Player:
        """Somebody known, made Admin where the configuration has come to name them."""
        if who.role == "admin" or not self._is_admin(who.email or ""):
            return who
        store.set_role(connection, who.id, "admin")
        return replace(who, role="admin")

    def _is_admin(self, address: str) -> bool:
        return address in {admin.lower() for admin in self._config.admins}

    async def Exchange(self, request: pb.ExchangeRequest, context: Any) -> pb.ExchangeResponse:
        """A token for the secret of a session or a service."""
        now_ms = self._clock.now_ms()
        service = sessions.service_of(request.secret, self._config.service_secrets)
        if service is not None:
            return self._token(Caller(f"service:{service}", "service", "service", "", service), now_ms)
        digest = sessions.digest(request.secret)
        found = await self._database.read(lambda connection: store.session_player(connection, digest, now_ms=now_ms))
        if found is None:
            raise NotLoggedIn("The session has ended. Log in again.")
        session, who = found
        expires_at_ms = now_ms + sessions.LIFETIME_MS
        if expires_at_ms - session.expires_at_ms >= sessions.RENEW_AFTER_MS:
            await self._database.write(lambda connection: store.prolong_session(connection, digest, expires_at_ms))
        kind: Kind = "bot" if who.kind == "bot" else "person"
        answer = self._token(Caller(who.id, kind, who.role, who.universe, who.name), now_ms)
        answer.player.CopyFrom(whole_player(who))
        return answer

    def _token(self, caller: Caller, now_ms: int) -> pb.ExchangeResponse:
        token = sign(self._private_key, caller, now_ms=now_ms, lifetime_ms=sessions.TOKEN_LIFETIME_MS)
        return pb.ExchangeResponse(token=token, expires_at_ms=now_ms + sessions.TOKEN_LIFETIME_MS)

    async def LogOut(self, request: pb.LogOutRequest, context: Any) -> pb.LogOutResponse:
        """Ends a session."""
        digest = sessions.digest(request.secret)
        await self._database.write(lambda connection: store.end_session(connection, digest))
        return pb.LogOutResponse()

    async def Get(self, request: pb.GetRequest, context: Any) -> pb.GetResponse:
        """Players by id."""
        who, ids = require_caller(), _few("ids", request.ids)
        found = await self._database.read(lambda connection: store.known_players(connection, who, ids))
        return pb.GetResponse(players=[player_for(who, each) for each in found])

    async def Find(self, request: pb.FindRequest, context: Any) -> pb.FindResponse:
        """Players by the beginning of their name."""
        if not 0 <= request.limit <= MOST_FOUND:
            raise InvalidField([Fault("limit", f"{request.limit} is out of range", f"Give 1 to {MOST_FOUND}")])
        if len(request.name_prefix) > names.LONGEST:
            problem = f"has {len(request.name_prefix)} characters"
            raise InvalidField([Fault("name_prefix", problem, f"No name has more than {names.LONGEST}")])
        who, prefix, limit = require_caller(), folded_name(request.name_prefix), request.limit or FOUND
        universe = request.universe or who.universe
        if not prefix.isprintable():  # no name begins so
            return pb.FindResponse()

        def find(connection: Connection) -> list[store.Player]:
            if universe not in store.universes(connection, who):
                raise InvalidField([Fault("universe", "is none that you are in", "Leave it empty for your own")])
            return store.players_by_prefix(connection, prefix, universe, limit)

        return pb.FindResponse(players=[player_for(who, each) for each in await self._database.read(find)])

    async def Rename(self, request: pb.RenameRequest, context: Any) -> pb.RenameResponse:
        """Gives the caller, or a player whom they have made, another name."""
        who, name = require_caller(), names.read_new_name(request.name)
        if who.kind == "anonymous":
            raise NotAllowed("Log in to have a name of your own.")

        def rename(connection: Connection) -> store.Player:
            renamed = store.require_own(connection, who, request.player_id or who.id)
            if not store.rename(connection, renamed.id, name, folded_name(name)):
                raise PlayerNameTaken(f"Another player is called {name}. Choose another name.")
            return replace(renamed, name=name, name_key=folded_name(name))

        return pb.RenameResponse(player=whole_player(await self._database.write(rename)))

    async def MakePersona(self, request: pb.MakePersonaRequest, context: Any) -> pb.MakePersonaResponse:
        """A persona of the caller's."""
        who, name, now_ms = require_caller(), names.read_new_name(request.name), self._clock.now_ms()
        where = names.read_name(request.universe_name, "universe_name") if request.universe_name else ""
        made = await self._database.write(lambda connection: personas.make(connection, who, name, where, now_ms=now_ms))
        return pb.MakePersonaResponse(player=whole_player(made))

    async def ListOwn(self, request: pb.ListOwnRequest, context: Any) -> pb.ListOwnResponse:
        """Whom the caller has made."""
        who = require_caller()
        found = await self._database.read(lambda connection: personas.list_own(connection, who.id))
        return pb.ListOwnResponse(players=map(whole_player, found))

    async def ListUniverses(self, request: pb.ListUniversesRequest, context: Any) -> pb.ListUniversesResponse:
        """Where the caller is."""
        who = require_caller()
        found = await self._database.read(lambda connection: personas.list_universes(connection, who))
        return pb.ListUniversesResponse(universes=[pb.Universe(id=each, name=name) for each, name in found])

    async def AskFriend(self, request: pb.AskFriendRequest, context: Any) -> pb.AskFriendResponse:
        """Asks a person to be friends."""
        await self._of_other(request.player_id, partial(friends.ask, now_ms=self._clock.now_ms()))
        return pb.AskFriendResponse()

    async def AcceptFriend(self, request: pb.AcceptFriendRequest, context: Any) -> pb.AcceptFriendResponse:
        """Accepts what a person has asked."""
        await self._of_other(request.player_id, partial(friends.accept, now_ms=self._clock.now_ms()))
        return pb.AcceptFriendResponse()

    async def RefuseFriend(self, request: pb.RefuseFriendRequest, context: Any) -> pb.RefuseFriendResponse:
        """Refuses what a person has asked."""
        await self._of_other(request.player_id, friends.refuse)
        return pb.RefuseFriendResponse()

    async def EndFriendship(self, request: pb.EndFriendshipRequest, context: Any) -> pb.EndFriendshipResponse:
        """Ends a friendship, or takes a request back."""
        await self._of_other(request.player_id, friends.end)
        return pb.EndFriendshipResponse()

    async def BanPlayer(self, request: pb.BanPlayerRequest, context: Any) -> pb.BanPlayerResponse:
        """Hides a person's requests from the caller."""
        await self._of_other(request.player_id, partial(friends.ban, now_ms=self._clock.now_ms()))
        return pb.BanPlayerResponse()

    async def RevokeBan(self, request: pb.RevokeBanRequest, context: Any) -> pb.RevokeBanResponse:
        """Takes a ban back."""
        await self._of_other(request.player_id, friends.revoke_ban)
        return pb.RevokeBanResponse()

    async def _of_other(self, other_id: str, change: Callable[[Connection, Caller, str], None]) -> None:
        """Changes what the caller has said of another."""
        who = require_caller()
        await self._database.write(lambda connection: change(connection, who, other_id))

    async def ListFriends(self, request: pb.ListFriendsRequest, context: Any) -> pb.ListFriendsResponse:
        """Friends, and those who are not yet or no more."""
        who = require_caller()
        found = await self._database.read(lambda connection: friends.list_all(connection, who.id))
        return pb.ListFriendsResponse(
            **{group: [player_for(who, each) for each in members] for group, members in found.items()}
        )

    async def CheckSeats(self, request: pb.CheckSeatsRequest, context: Any) -> pb.CheckSeatsResponse:
        """Whom the caller may seat."""
        who, ids = require_caller(), _few("player_ids", request.player_ids)
        checks = await self._database.read(lambda connection: check_seats(connection, who, ids))
        return pb.CheckSeatsResponse(seats=[seat_check_for(who, each) for each in checks])

    async def ListOutbox(self, request: pb.ListOutboxRequest, context: Any) -> pb.ListOutboxResponse:
        """The mail of a platform that has no mail server, because only this machine reaches it."""
        if not self._config.loopback:
            raise NotAllowed("The outbox is shown only where everything listens on this machine alone.")
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
