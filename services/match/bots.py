"""Whether bots take part in a match: only those that are connected, and only in what they accept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from redscience.errors import Fault, InvalidSlots
from redscience.names import folded_name
from services.kit.identity import Caller
from services.match.acquaintances import Acquaintance, Acquaintances
from services.match.model import Seat
from services.match.programs import Accepting, Bot, Programs

_ALL_TIME_S = 1_000_000


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a bot is invited to.

    Attributes:
        game_id: "" for any game.
        friends: the owners of whom whoever invites is a friend.
        is_tournament: whether it is a tournament, which begins matches without asking.
    """

    caller_id: str
    game_id: str
    seconds_per_turn: int
    friends: frozenset[str]
    is_tournament: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player that is named for a tournament.

    Attributes:
        name: "" of whoever is neither a bot nor a person that whoever makes it may know of.
        fault: why it would not play, or cannot be asked; None where it would, or can.
        kind: "bot" or "person"; "" where there is no name.
    """

    player_id: str
    name: str
    fault: Fault | None
    kind: str = ""


class Bots:
    """Asks what the bots that somebody invites accept.

    Args:
        programs: which of them are connected.
        acquaintances: who is a friend of their owners.
    """

    def __init__(self, programs: Programs, acquaintances: Acquaintances) -> None:
        self._programs = programs
        self._acquaintances = acquaintances

    def at_hand(self, player_ids: Sequence[str], caller: Caller) -> Sequence[Acquaintance] | None:
        """What players would say of these to whoever invites them as themself, where it need not be asked; else None.

        It need not of bots of the caller's universe that are connected here: their tokens say who they are, and end
        when they may play no longer. Nobody bans bots, and whose they are matters only to those that ask whose friend
        it is who invites them.
        """
        connected = [self._programs.at_hand(player_id) for player_id in player_ids]
        known = [
            Acquaintance(each.bot.id, each.bot.name, "bot", each.bot.id, may_invite=True, universe=each.bot.universe)
            for each in connected
            if each is not None and each.bot.universe == caller.universe and not _asks_who_invites(each.accepting)
        ]
        return known if len(known) == len(player_ids) else None

    async def accepting(
        self,
        seats: Sequence[Seat],
        caller: Caller,
        known: Sequence[Acquaintance],
        game_id: str,
        seconds_per_turn: int,
    ) -> Sequence[Bot]:
        """The bots among those invited: what each accepts, which this is, or None where it is to be asked.

        Raises:
            InvalidSlots: naming each that is not connected, or does not accept it.
        """
        named = [seat for seat in seats if seat.kind == "bot" and seat.controller_id != caller.controller_id]
        if not named:
            return ()
        connected = await self._programs.connected([seat.controller_id for seat in named])
        owners = {one.player_id: one.owner_id for one in known}
        friends = await self._friends(connected, owners, caller.id)
        offer = _Offer(caller.id, game_id, seconds_per_turn, friends)
        bots = [Bot(seat.slot, seat.controller_id, connected.get(seat.controller_id)) for seat in named]
        faults = [
            fault
            for bot, seat in zip(bots, named, strict=True)
            for fault in _faults(bot, offer, owners[seat.player_id], is_connected=bot.controller_id in connected)
        ]
        if faults:
            raise InvalidSlots(" ".join(map(str, faults)), faults)
        return bots

    async def entrants(
        self, maker_id: str, player_ids: Sequence[str], games: Sequence[tuple[str, int]]
    ) -> Sequence[Entrant]:
        """Whether players are bots that would play in a tournament, or people who can be asked.

        Args:
            maker_id: of the person who makes it.
            player_ids: of whom it is asked.
            games: their ids, each with the seconds that a turn may take.
        """
        known = await self._acquaintances.check(player_ids, inviter_id=maker_id)
        connected = await self._programs.connected([one.controller_id for one in known if one.kind == "bot"])
        owners = {one.player_id: one.owner_id for one in known}
        friends = await self._friends(connected, owners, maker_id)
        offers = [_Offer(maker_id, game_id, seconds, friends, is_tournament=True) for game_id, seconds in games]
        return [_entrant(one, connected, offers) for one in known]

    async def available(
        self, caller: Caller, game_id: str, name_contains: str, count: int, *, for_tournament: bool = False
    ) -> Sequence[Acquaintance]:
        """The connected bots whom the caller may invite, by name; those that play a game where one is named.

        Or those that would play in a tournament of the caller's.
        """
        connected = await self._programs.every()
        known = await self._acquaintances.check(sorted(connected)) if connected else ()
        part = folded_name(name_contains)
        named = [one for one in known if one.kind == "bot" and one.may_invite and part in folded_name(one.name)]
        owners = {one.player_id: one.owner_id for one in named}
        offered = {bot_id: connected[bot_id] for bot_id in owners}
        friends = await self._friends(offered, owners, caller.id)
        offer = _Offer(caller.id, game_id, _ALL_TIME_S, friends, for_tournament)
        free = [one for one in named if not _faults(Bot(0, one.player_id, offered[one.player_id]), offer, one.owner_id)]
        return sorted(free, key=lambda one: folded_name(one.name))[:count]

    async def _friends(
        self, connected: Mapping[str, Accepting | None], owners: Mapping[str, str], inviter_id: str
    ) -> frozenset[str]:
        """Those owners whose bots play with friends, and of whom whoever invites is one."""
        asked = sorted(
            {
                owners[bot_id]
                for bot_id, accepting in connected.items()
                if accepting and accepting.whom == "friends" and owners[bot_id] != inviter_id
            }
        )
        checked = await self._acquaintances.check(asked, inviter_id=inviter_id) if asked else ()
        return frozenset(one.player_id for one in checked if one.may_invite)


def _asks_who_invites(accepting: Accepting | None) -> bool:
    return accepting is not None and accepting.whom != "anybody"


def _entrant(one: Acquaintance, connected: Mapping[str, Accepting | None], offers: Sequence[_Offer]) -> Entrant:
    if one.kind == "person":
        # It is not told whether somebody has banned whoever asks.
        fault = None if one.may_meet else Fault("", "cannot be asked now", "Name somebody else")
        return Entrant(one.player_id, one.name, fault, one.kind)
    if one.kind != "bot":
        remedy = "Name a player of the house, a bot, or a person"
        return Entrant(one.player_id, "", Fault("", "cannot play in tournaments", remedy))
    if not one.may_invite:
        return Entrant(one.player_id, one.name, Fault("", one.problem, one.remedy), one.kind)
    bot, is_connected = Bot(0, one.controller_id, connected.get(one.controller_id)), one.controller_id in connected
    faults = (fault for offer in offers for fault in _faults(bot, offer, one.owner_id, is_connected=is_connected))
    return Entrant(one.player_id, one.name, next(faults, None), one.kind)


def _faults(bot: Bot, offer: _Offer, owner_id: str, *, is_connected: bool = True) -> list[Fault]:
    accepting = bot.accepting
    if not is_connected:
        return [bot.fault("is not connected now", "Try again when it is, or name somebody else")]
    if offer.is_tournament and offer.caller_id != owner_id and not (accepting and accepting.tournaments):
        return [bot.fault("plays in tournaments of its owner's alone", "Name another bot, or ask its owner")]
    if accepting is None:
        return []
    faults = []
    if offer.game_id and accepting.game_ids and offer.game_id not in accepting.game_ids:
        faults.append(bot.fault("does not play this game", "Name another bot, or Random"))
    if offer.seconds_per_turn < accepting.least_seconds_per_turn:
        needs = f"needs {accepting.least_seconds_per_turn} seconds for a turn"
        faults.append(bot.fault(needs, "Choose a game that gives as much"))
    if offer.caller_id != owner_id and not _takes_from(accepting, owner_id, offer):
        faults.append(bot.fault("does not play with you", "Name another bot, or ask its owner"))
    return faults


def _takes_from(accepting: Accepting, owner_id: str, offer: _Offer) -> bool:
    return accepting.whom == "anybody" or (accepting.whom == "friends" and owner_id in offer.friends)
