"""Makes matches, or invitations where somebody has to accept first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from redscience.api.match.v1 import match_pb2
from redscience.errors import Fault, InvalidField, RedscienceError
from services.kit.clock import Clock
from services.kit.identity import Caller
from services.kit.ids import is_id, new_id
from services.match.acquaintances import Acquaintance, Acquaintances
from services.match.adjudicator import Adjudicator
from services.match.answers import question
from services.match.bots import Bots
from services.match.invitation import LAPSES_AFTER_MS, Invitation
from services.match.invitations import Invitations
from services.match.messages import match_message
from services.match.model import Snapshot
from services.match.programs import Bot, check_room
from services.match.rulebook import Rulebook
from services.match.seating import invited, others, viewer_for
from services.match.starting import Starting
from services.match.store import Request


class Creation:
    """Invites players.

    Args:
        adjudicator: stores matches that start at once.
        invitations: keeps the others until all have accepted.
        starting: makes a match of an invitation.
        rulebook: where games are kept.
        acquaintances: knows who may be invited by whom.
        bots: knows which bots are connected.
        clock: says when an invitation lapses.
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
        clock: Clock,
    ) -> None:
        self._adjudicator = adjudicator
        self._invitations = invitations
        self._starting = starting
        self._rulebook = rulebook
        self._acquaintances = acquaintances
        self._bots = bots
        self._clock = clock

    async def create(
        self, caller: Caller, game_id: str, player_ids: tuple[str, ...], request_id: str
    ) -> match_pb2.Match:
        """Invites players to a match of a game; returns it, or the invitation, as its maker sees it.

        Raises:
            UnknownGame: there is no such game.
            UnplayableGame: what is installed here does not read it.
            InvalidSlots: the players named cannot sit in it.
            LimitReached: the caller holds as many seats as one may, or there are as many invitations as there may be.
        """
        request = Request(caller.controller_id, request_id, question("create", game_id, player_ids))
        try:
            invitation, bots = await self._invitation(caller, game_id, player_ids)
        except RedscienceError:
            # Whoever repeats a request is answered as before, whatever has become of the game since.
            first = await self._adjudicator.first_answer(request)
            if first is None:
                raise
            return first
        check = partial(check_room, bots=bots)
        if not invitation.is_accepted_by_all:
            return await self._invitations.add(invitation, request, check)

        def answer(snapshot: Snapshot, now_ms: int) -> match_pb2.Match:
            return match_message(snapshot, viewer_for(snapshot, caller, ""), now_ms)

        return await self._adjudicator.add(partial(self._starting.start, invitation), request, answer, check)

    async def _invitation(
        self, caller: Caller, game_id: str, player_ids: tuple[str, ...]
    ) -> tuple[Invitation, Sequence[Bot]]:
        if not is_id(game_id):
            raise InvalidField([Fault("game_id", "is no id", "Send the id of a game that the rules service lists")])
        saved = await self._rulebook.game(game_id)
        source = self._starting.read(saved.rule_set)
        known = await self._known(others(player_ids, caller, len(source.seats)))
        seats = invited(player_ids, caller, known)
        bots = await self._bots.accepting(seats, caller, known, saved.id, source.seconds_per_turn)
        accepted = {bot.slot for bot in bots if bot.accepting is not None}
        now_ms = self._clock.now_ms()
        invitation = Invitation(
            id=new_id(),
            game_id=saved.id,
            game_name=saved.name,
            rule_set=saved.rule_set,
            universe=caller.universe,
            seconds_per_turn=source.seconds_per_turn,
            seats=seats,
            # Whoever invites has accepted for themself and for their personas, and the platform for its players.
            accepted=frozenset(
                seat.slot for seat in seats if seat.is_held_by_service or seat.controller_id == caller.controller_id
            )
            | accepted,
            created_at_ms=now_ms,
            lapses_at_ms=now_ms + LAPSES_AFTER_MS,
        )
        return invitation, bots

    async def _known(self, player_ids: tuple[str, ...]) -> tuple[Acquaintance, ...]:
        return tuple(await self._acquaintances.check(player_ids)) if player_ids else ()
