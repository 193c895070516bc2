"""Makes matches, or invitations where somebody has to accept first."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1.rules_pb2 import Game
from redscience.errors import Fault, InvalidField, MatchRunning, RedscienceError, UnknownGame
from services.kit.clock import Clock
from services.kit.identity import Caller
from services.kit.ids import is_id, new_id
from services.kit.rulebook import Rulebook
from services.match.acquaintances import Acquaintance, Acquaintances
from services.match.adjudicator import Adjudicator
from services.match.answers import question
from services.match.bots import Bots
from services.match.invitation import HELD_MS, LAPSES_AFTER_MS, Invitation
from services.match.invitations import Invitations
from services.match.lobby import Lobby
from services.match.messages import match_message
from services.match.model import Match, Snapshot
from services.match.programs import Bot, check_room
from services.match.rematches import FollowedError, follow
from services.match.seating import check_holds_seat, invited, others, viewer_for
from services.match.starting import Starting
from services.match.store import Request
from services.match.visits import Visits


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is to be played, with its file."""

    id: str
    name: str
    rule_set: str


class Creation:
    """Invites players.

    Args:
        adjudicator: stores matches that start at once.
        invitations: keeps the others until all have accepted.
        starting: makes a match of an invitation.
        rulebook: where games are kept.
        acquaintances: knows who may be invited by whom.
        bots: knows which bots are connected.
        lobby: finds the next person available.
        clock: says when an invitation lapses.
        most_held: how many matches a bot plays at most that accepts without being asked.
        visits: how many matches visitors begin.
    """

    def __init__(
        self,
        *,
        adjudicator: Adjudicator,
        invitations: Invitations,
        starting: Starting,
        rulebook: Rulebook,
        acquaintances: Acquaintances,
        bots: Bots,
        lobby: Lobby,
        clock: Clock,
        most_held: int,
        visits: Visits,
    ) -> None:
        self._adjudicator = adjudicator
        self._invitations = invitations
        self._starting = starting
        self._rulebook = rulebook
        self._acquaintances = acquaintances
        self._bots = bots
        self._lobby = lobby
        self._most_held = most_held
        self._visits = visits
        self._clock = clock

    async def create(
        self, caller: Caller, game_id: str, player_ids: tuple[str, ...], request_id: str
    ) -> match_pb2.Match:
        """Invites players to a match of a game; returns it, or the invitation, as its maker sees it.

        Where some of them are the next available, nothing but its id: it may be another's, and does not stay as it is.

        Raises:
            UnknownGame: there is no such game.
            UnplayableGame: what is installed here does not read it.
            InvalidSlots: the players named cannot sit in it.
            LimitReached: the caller holds as many seats as one may, or there are as many invitations as there may be;
                or visitors have begun too many matches.
        """
        request = Request(caller.controller_id, request_id, question("create", game_id, player_ids))
        return await self._made(caller, request, partial(self._named, caller, game_id, player_ids))

    async def rematch(self, caller: Caller, match_id: str, request_id: str) -> str:
        """Invites all who played a match to another; returns the id of that, or of what another of them has asked for.

        Raises:
            UnknownMatch, NotAllowed: the caller did not play in it.
            MatchRunning: it has not ended.
            UnplayableGame, InvalidSlots, LimitReached: as for any match.
        """
        request = Request(caller.controller_id, request_id, question("rematch", match_id))
        try:
            return (await self._made(caller, request, partial(self._again, caller, match_id), follows=match_id)).id
        except FollowedError as followed:
            await self._invitations.accept(caller, followed.next_id)
            return followed.next_id

    async def _made(
        self,
        caller: Caller,
        request: Request,
        invite: Callable[[], Awaitable[tuple[Invitation, Sequence[Bot]]]],
        follows: str = "",
    ) -> match_pb2.Match:
        """Stores an invitation, or the match where all have accepted; answers a repeated request as before."""
        self._visits.begin(caller)
        try:
            invitation, bots = await invite()
        except RedscienceError:
            # Whoever repeats a request is answered as before, whatever has become of the game since.
            first = await self._adjudicator.first_answer(request)
            if first is None:
                raise
            return first

        def check(connection: Connection) -> None:
            # Whoever is the second to ask joins what has room for all of them already.
            if follows:
                follow(connection, follows, invitation.id, invitation.created_at_ms)
            check_room(connection, bots, self._most_held)

        if invitation.is_in_lobby:
            return match_pb2.Match(id=await self._lobby.seek(caller, invitation, request, check))
        if not invitation.is_accepted_by_all:
            return await self._invitations.add(invitation, request, check)

        def answer(snapshot: Snapshot, now_ms: int) -> match_pb2.Match:
            return match_message(snapshot, viewer_for(snapshot, caller, ""), now_ms)

        return await self._adjudicator.add(
            invitation.rule_set, partial(self._starting.start, invitation), request, answer, check
        )

    async def _named(
        self, caller: Caller, game_id: str, player_ids: tuple[str, ...]
    ) -> tuple[Invitation, Sequence[Bot]]:
        """The invitation of the players named to a game."""
        if not is_id(game_id):
            raise InvalidField([Fault("game_id", "is not an id", "Send the id of a game that the rules service lists")])
        saved = await self._playable(game_id)
        game = Played(saved.id, saved.name, saved.rule_set)
        asked = others(player_ids, caller, len(self._starting.read(game.rule_set).seats))
        return await self._invitation(caller, game, player_ids, await self._known(caller, player_ids[0], asked))

    async def _playable(self, game_id: str) -> Game:
        """A game of which new matches may be made.

        Raises:
            UnknownGame: there is none, or an Admin has hidden it.
        """
        saved = await self._rulebook.game(game_id)
        if saved.hidden:
            raise UnknownGame(
                f"{saved.name} is hidden by an admin, and no new match of it is made. Choose another game."
            )
        return saved

    async def _again(self, caller: Caller, match_id: str) -> tuple[Invitation, Sequence[Bot]]:
        """The invitation of those who played a match to the same game."""
        match = (await self._adjudicator.look(match_id)).match
        check_holds_seat(match, caller)
        if match.status == "running":
            raise MatchRunning("This match is still running. Ask for another when it has ended.")
        await self._playable(match.game_id)
        host_id = _host(match, caller)
        seats = [seat for seat in match.seats if seat.player_id not in {"", host_id}]
        player_ids = (host_id, *(seat.player_id for seat in seats))
        people = [seat.player_id for seat in match.seats if not seat.is_held_by_service]
        asked = await self._known(caller, host_id, tuple(each for each in people if each != caller.id))
        controllers = {seat.player_id: seat.controller_id for seat in match.seats}
        # Who has played together need not be friends: it is enough that neither has banned the other since.
        known = [
            replace(one, controller_id=controllers[one.player_id], may_invite=one.may_invite or one.may_meet)
            for one in asked
        ]
        return await self._invitation(caller, Played(match.game_id, match.game_name, match.rule_set), player_ids, known)

    async def _invitation(
        self, caller: Caller, game: Played, player_ids: Sequence[str], known: Sequence[Acquaintance]
    ) -> tuple[Invitation, Sequence[Bot]]:
        seats = invited(player_ids, caller, known)
        seconds_per_turn = self._starting.read(game.rule_set).seconds_per_turn
        bots = await self._bots.accepting(seats, caller, known, game.id, seconds_per_turn)
        now_ms = self._clock.now_ms()
        # Whoever invites has accepted for themself and for their personas, and the platform for its players.
        at_once = {seat.slot for seat in seats if seat.is_held_by_service or seat.controller_id == caller.controller_id}
        is_in_lobby = any(seat.kind == "next" for seat in seats)
        invitation = Invitation(
            id=new_id(),
            game_id=game.id,
            game_name=game.name,
            rule_set=game.rule_set,
            universe=next((one.universe for one in known if one.player_id == player_ids[0]), caller.universe),
            seconds_per_turn=seconds_per_turn,
            seats=seats,
            accepted=frozenset(at_once | {bot.slot for bot in bots if bot.accepting is not None}),
            created_at_ms=now_ms,
            lapses_at_ms=now_ms + (HELD_MS if is_in_lobby else LAPSES_AFTER_MS),
            link_secret=secrets.token_urlsafe(16) if any(seat.kind == "open" for seat in seats) else "",
        )
        return invitation, bots

    async def _known(self, caller: Caller, host_id: str, player_ids: tuple[str, ...]) -> tuple[Acquaintance, ...]:
        """What the caller may do with players, who invites as somebody."""
        if not player_ids:
            return ()
        if host_id == caller.id and (at_hand := self._bots.at_hand(player_ids, caller)) is not None:
            return tuple(at_hand)
        return tuple(await self._acquaintances.check(player_ids, "" if host_id == caller.id else host_id))


def _host(match: Match, caller: Caller) -> str:
    """As whom the caller asks for another match like one in which they sit: as themself, or as their persona."""
    own = [seat.player_id for seat in match.seats if seat.controller_id == caller.controller_id]
    return caller.id if caller.id in own else own[0]
