"""Further people for a tournament that has not begun: whom its maker asks later, and who joins an open one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from redscience.errors import Fault, InvalidField, NotAllowed, TournamentBegun, TournamentFull, TournamentOver
from services.batch.appointments import number_of
from services.batch.creation import MOST_OF_PEOPLE, made_up_name, sized, timed
from services.batch.entrants import Entrants
from services.batch.fields import MOST_PEOPLE, MOST_PLAYERS, unknown_tournament
from services.batch.model import Player, Tournament
from services.batch.store import Store
from services.kit.identity import Caller


async def found(
    tournament: Tournament, player_ids: Sequence[str], caller: Caller, entrants: Entrants
) -> Sequence[Player]:
    """People who are to be asked, with their names; whoever asks has accepted for themself.

    Raises:
        TournamentBegun, TournamentOver: it is too late.
        InvalidField: they cannot be asked; every fault is named.
        Unavailable: the match service does not answer.
    """
    _check_is_inviting(tournament)
    known = {player.player_id: player for player in tournament.players if player.is_person}
    people = {each: replace(player, entry="invited") for each, player in known.items() if player.entry != "declined"}
    people[caller.id] = Player(caller.id, caller.name, "person", entry="accepted")
    asked = {at: each for at, each in enumerate(player_ids) if each not in people}
    faults = []
    if asked:
        told = await entrants.check(tournament.made_by_id, tuple(asked.values()), timed(tournament.games))
        for at, one in zip(asked, told, strict=True):
            if not one.is_person:
                faults.append(Fault(f"player_ids[{at}]", "is not a person", "Name a person"))
            elif one.problem:
                faults.append(Fault(f"player_ids[{at}]", one.problem, one.remedy))
            people[one.player_id] = Player(one.player_id, one.name, "person", entry="invited")
    if faults:
        raise InvalidField(faults)
    return [people[each] for each in player_ids]


async def joining(tournament: Tournament, caller: Caller, entrants: Entrants) -> Player | None:
    """Somebody who accepts a place for which they are not asked; None where they are, or where it is not open to all.

    Whoever had declined or left comes back, unless they are banned since: whom its maker takes out could return.

    Raises:
        TournamentBegun, TournamentOver: it is too late.
        NotAllowed: they may not join it, or come back.
        Unavailable: the match service does not answer.
    """
    entered = (*tournament.players, *tournament.left_out)
    said = next((player.entry for player in entered if player.player_id == caller.id), None)
    has_left = said == "declined" or number_of(tournament, caller.id) in tournament.withdrawn
    is_new = tournament.is_open and (said is None or (said, tournament.status) == ("declined", "inviting"))
    if is_new:
        _check_is_inviting(tournament)
    if (is_new or has_left) and caller.id != tournament.made_by_id:
        (told,) = await entrants.check(tournament.made_by_id, (caller.id,), timed(tournament.games))
        if told.problem or not told.is_person:
            raise NotAllowed("You cannot join this tournament.")
    return Player(caller.id, caller.name, "person", entry="accepted") if is_new else None


def join(connection: Connection, store: Store, tournament_id: str, player: Player) -> Tournament:
    """Adds somebody to an open tournament; nothing changes where they are in it.

    Raises:
        UnknownTournament: there is none.
        TournamentBegun, TournamentOver: it is too late.
        TournamentFull: there is no place for them.
    """
    try:
        return add(connection, store, tournament_id, [player])
    except InvalidField:
        raise TournamentFull("This tournament is full: nobody else can join.") from None


def add(connection: Connection, store: Store, tournament_id: str, people: Sequence[Player]) -> Tournament:
    """Adds people to a tournament, and asks those again who had declined; nothing changes for all others.

    Raises:
        UnknownTournament: there is none.
        TournamentBegun, TournamentOver: it is too late.
        InvalidField: there would be too many, or too many games.
    """
    before = store.lock(connection, tournament_id)
    if before is None:
        raise unknown_tournament()
    _check_is_inviting(before)
    said = {player.player_id: player.entry for player in people}
    again = [player for player in before.players if player.entry == "declined" and player.player_id in said]
    for player in again:
        store.set_entry(connection, before.id, player.player_id, said[player.player_id] or "invited")
    known = {player.player_id for player in before.players}
    players = [replace(each, entry=said[each.player_id]) if each in again else each for each in before.players]
    tournament = replace(before, players=(*players, *(each for each in people if each.player_id not in known)))
    if len(tournament.players) == len(before.players):
        return tournament
    if before.name == made_up_name(before.players, before.games):
        tournament = replace(tournament, name=made_up_name(tournament.players, tournament.games))
    tournament = _checked(tournament)
    store.add_people(connection, tournament, len(before.players))
    return tournament


def _check_is_inviting(tournament: Tournament) -> None:
    if tournament.is_over:
        raise TournamentOver("The tournament is over.")
    if tournament.status != "inviting":
        raise TournamentBegun("The tournament has begun: it is too late for further people.")


def _checked(tournament: Tournament) -> Tournament:
    """The tournament with as many games as so many players have."""
    if len(tournament.people) > MOST_PEOPLE:
        raise InvalidField([Fault("player_ids", "there are too many people", f"Ask at most {MOST_PEOPLE} in all")])
    if len(tournament.players) > MOST_PLAYERS:
        problem = f"{len(tournament.players)} players are too many"
        raise InvalidField([Fault("player_ids", problem, f"Choose at most {MOST_PLAYERS}")])
    try:
        return sized(tournament)[0]
    except InvalidField as error:
        remedy = f"Ask fewer people: at most {MOST_OF_PEOPLE:,} games in all"
        raise InvalidField([Fault("player_ids", fault.problem, remedy) for fault in error.faults]) from None
