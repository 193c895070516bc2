"""Whom a tournament asks whether they play, what they have said, when it begins, and who leaves it after that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import Connection, select

from redscience.errors import Fault, InvalidField, TournamentBegun, TournamentOver, UnknownTournament
from services.batch import schema
from services.batch.appointments import Appointments, number_of
from services.batch.benchmark import still_qualified
from services.batch.blocks import first_round
from services.batch.creation import games_total, made_up_name
from services.batch.fields import unknown_tournament
from services.batch.model import OVER, Entry, Player, Tournament
from services.batch.store import Store

_tournaments, _players = schema.tournaments.c, schema.players.c


def answer(
    connection: Connection, store: Store, tournament_id: str, player_id: str, now_ms: int, *, entry: Entry
) -> Tournament:
    """Somebody who is asked accepts, or declines. When nobody else is asked it begins, or is cancelled.

    An open one does neither: others may join it still. Once a tournament has begun, whoever plays in it and declines
    leaves it, and comes back by accepting.

    Raises:
        UnknownTournament: they are not asked for such a tournament.
        TournamentBegun, TournamentOver: it is too late to say something else than before.
    """
    tournament = store.lock(connection, tournament_id)
    asked = [] if tournament is None else [*tournament.players, *tournament.left_out]
    own = next((each for each in asked if each.is_person and each.player_id == player_id), None)
    if tournament is None or own is None:
        raise UnknownTournament("There is no such tournament, or you are not asked for it.")
    number = None if tournament.status == "inviting" else number_of(tournament, player_id)
    said: Entry | None = "declined" if number in tournament.withdrawn else own.entry
    if said == entry:
        return tournament
    if tournament.is_over:
        raise TournamentOver("The tournament is over.")
    if number is not None:
        appointments = Appointments(store)
        if entry == "accepted":
            return appointments.come_back(connection, tournament, number)
        return appointments.withdraw(connection, tournament, number, now_ms)
    if tournament.status != "inviting":
        raise TournamentBegun("The tournament has begun: it is too late to accept or decline.")
    store.set_entry(connection, tournament.id, player_id, entry)
    players = tuple(replace(each, entry=entry) if each is own else each for each in tournament.players)
    tournament = replace(tournament, players=players)
    if tournament.is_open or any(player.entry == "invited" for player in players):
        return tournament
    begun = _begun(connection, store, tournament, now_ms)
    if begun is not None:
        return begun
    store.set_status(connection, tournament.id, "cancelled", now_ms)
    return replace(tournament, status="cancelled", ended_at_ms=now_ms)


def begin(connection: Connection, store: Store, tournament_id: str, now_ms: int) -> Tournament:
    """Begins a tournament with those who have accepted; nothing changes where it has begun.

    Raises:
        UnknownTournament: there is none.
        TournamentOver: it is over.
        InvalidField: too few have accepted.
    """
    tournament = store.lock(connection, tournament_id)
    if tournament is None:
        raise unknown_tournament()
    if tournament.is_over:
        raise TournamentOver("The tournament is over.")
    if tournament.status != "inviting":
        return tournament
    begun = _begun(connection, store, tournament, now_ms)
    if begun is None:
        raise InvalidField([Fault("players", "too few have accepted yet", "Wait until more have")])
    return begun


def erase(connection: Connection, store: Store, names: Mapping[str, str], now_ms: int) -> list[Tournament]:
    """Gives players who were erased their new names, by their ids, and has them decline whatever is not over.

    So nobody waits for them. Safe to repeat. Gives the tournaments of which they have declined a place.
    """
    store.erase(connection, names)
    is_asked = (_tournaments.status == "inviting") & (_players.entry == "invited")
    asked = (
        select(_players.tournament_id, _players.player_id)
        .join(schema.tournaments, _tournaments.id == _players.tournament_id)
        .where(_tournaments.status.not_in(OVER), _players.player_id.in_(names))
        .where(is_asked | (_players.entry == "accepted"))
        # Those who had accepted first: with the last who had not answered it begins.
        .order_by(_players.tournament_id, _players.entry)
    )
    return [
        answer(connection, store, row.tournament_id, row.player_id, now_ms, entry="declined")
        for row in connection.execute(asked).all()
    ]


def _begun(connection: Connection, store: Store, tournament: Tournament, now_ms: int) -> Tournament | None:
    """The tournament once it has begun with those who have accepted; None where they are too few for its games."""
    begun = _without_others(replace(tournament, status="running"))
    if len(begun.players) < max(len(game.seats) for game in begun.games):
        return None
    if tournament.name == made_up_name(tournament.players, tournament.games):
        begun = replace(begun, name=made_up_name(begun.players, begun.games))
    begun = replace(begun, games_total=games_total(begun), benchmark=still_qualified(begun))
    store.begin(connection, begun, first_round(begun), now_ms)
    return begun


def _without_others(tournament: Tournament) -> Tournament:
    playing = tuple(filter(plays, tournament.players))
    left_out = tuple(player for player in tournament.players if not plays(player))
    return replace(tournament, players=playing, left_out=left_out)


def plays(player: Player) -> bool:
    """Whether somebody is in a tournament once it has begun."""
    return player.entry in {None, "accepted"}
