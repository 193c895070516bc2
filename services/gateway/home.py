"""What the home page shows: what goes on for whoever asks, games to play, and what they played last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from redscience.api.match.v1.match_pb2 import ListOpenSeatsRequest, Match, Status
from redscience.api.match.v1.match_pb2 import ListRequest as ListMatches
from redscience.api.rules.v1.rules_pb2 import ORDER_NEWEST, Game
from redscience.api.rules.v1.rules_pb2 import ListRequest as ListGames
from services.gateway.assets import is_drawn
from services.gateway.backends import Backends, call
from services.gateway.features import called_too
from services.gateway.names import with_makers
from services.gateway.sessions import Session
from services.gateway.shown import Shown, last_used_games, show_game, show_match
from services.gateway.tournaments import own_and_open_tournaments

RECENT = 50
SHOWN = 20
WATCHED = 60
"""So many matches of others are shown to Trainers and Admins: those of a class, each with a player of the house."""
GAMES_SHOWN = 100
AGAIN_SHOWN = 4
NEW_SHOWN = 5
SUGGESTED = ("Connect4", "Reversi", "ChessWithoutCheck", "Stratego", "Tic-Tac-Rainbow", "FourBases-4P")
"""Games that are shown with their pictures: some that most people know, and one of every kind."""


def going_on(backends: Backends, session: Session) -> Shown:
    """What goes on now: the caller's matches, invitations and tournaments, what they may join, and what others play.

    Newest first, but for seats: of these those that have waited longest. The caller's own are those of all universes.
    """
    mine = _mine(backends, session)
    invited = _matches(backends, session, Status.STATUS_INVITED, own=True)
    watched = WATCHED if session.is_trainer else SHOWN
    running = _matches(backends, session, Status.STATUS_RUNNING, most=watched)
    known = {match.id for match in mine}
    tournaments, open_tournaments = own_and_open_tournaments(backends, session)
    return {
        "mine": _shown(mine),
        "invited": _shown(invited),
        "lobby": _shown(_lobby(backends, session)),
        "others": _shown(match for match in running if match.id not in known),
        "tournaments": tournaments,
        "open_tournaments": open_tournaments,
    }


def games_to_play(backends: Backends, session: Session, friends: Mapping[str, str]) -> Shown:
    """The five games that the caller used last, the first of all, some to try, and what could be played again.

    And the newest that people have made, the last first. `friends` are the names of the caller's friends by their ids:
    nobody plays again with a person who is none.
    """
    request = ListMatches(own=True, page_size=RECENT)
    recent = call(backends.match.List, request, session.token).matches
    games = call(backends.rules.List, ListGames(page_size=GAMES_SHOWN), session.token).games
    newest = call(backends.rules.List, ListGames(order=ORDER_NEWEST, page_size=NEW_SHOWN), session.token).games
    return {
        "last_used": last_used_games(recent),
        "again": _shown(_each_party_once(recent, {session.player.id: session.player.name, **friends})),
        "all": [_choice(game) for game in games],
        "suggested": _suggested(games),
        "newest": with_makers(backends, session, _made_by_people(newest)),
    }


def _made_by_people(games: Iterable[Game]) -> list[Shown]:
    """Those that people have made, without hidden ones, which Admins and their makers are told of all the same."""
    return [show_game(game) for game in games if game.creator_id and not game.hidden]


def _choice(game: Game) -> Shown:
    """What there is to know of a game before it is chosen."""
    called = called_too(game.family, game.also_called)
    return {"id": game.id, "name": game.name, "seats": list(game.seats), "also_called": called}


def _suggested(games: Iterable[Game]) -> list[Shown]:
    """Games to try, as far as they are among these; each with what its picture needs."""
    by_name = {game.name: game for game in games}
    found = (by_name[name] for name in SUGGESTED if name in by_name)
    return [_choice(game) | {"family": game.family, "is_drawn": is_drawn(game.family)} for game in found]


def _each_party_once(recent: Iterable[Match], names: Mapping[str, str]) -> list[Match]:
    """The newest finished matches, of each game and party one; with people only of these, as they are called now."""
    parties: dict[object, Match] = {}
    for match in recent:
        people = [seat for seat in match.seats if seat.kind == "person"]
        if match.status == Status.STATUS_ENDED and all(seat.player_id in names for seat in people):
            for seat in people:
                seat.player_name = names[seat.player_id]
            party = match.game_id, *sorted(seat.player_id for seat in match.seats)
            parties.setdefault(party, match)
    return list(parties.values())[:AGAIN_SHOWN]


def _mine(backends: Backends, session: Session) -> list[Match]:
    """The caller's newest running matches, and after them those of the others in which they owe a turn."""
    newest = list(_matches(backends, session, Status.STATUS_RUNNING, own=True))
    if len(newest) < SHOWN:
        return newest
    known = {match.id for match in newest}
    waiting = call(backends.match.List, ListMatches(waiting=True, page_size=SHOWN), session.token).matches
    return [*newest, *(match for match in waiting if match.id not in known)]


def _lobby(backends: Backends, session: Session) -> Iterable[Match]:
    """The seats that the caller could take; visitors take none."""
    if session.is_visit:
        return ()
    return call(backends.match.ListOpenSeats, ListOpenSeatsRequest(page_size=SHOWN), session.token).matches


def _matches(
    backends: Backends, session: Session, status: Status.ValueType, *, own: bool = False, most: int = SHOWN
) -> Iterable[Match]:
    request = ListMatches(status=status, own=own, page_size=most)
    return call(backends.match.List, request, session.token).matches


def _shown(matches: Iterable[Match]) -> list[Shown]:
    return [show_match(match) for match in matches]
