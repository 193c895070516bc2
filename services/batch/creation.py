"""What a tournament is to be, of what was asked: its games are looked up, its size is found out."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, log2

from redscience import families
from redscience.api.rules.v1.rules_pb2 import Game
from redscience.errors import Fault, InvalidField
from redscience.tournaments.results import Results
from services.batch.blocks import first_round
from services.batch.entrants import Entrants
from services.batch.fields import Asked
from services.batch.model import PlayedRules, Player, Round, Settings, Tournament
from services.batch.playing import load_game
from services.batch.recording import mark_of
from services.batch.rulebook import Rulebook
from services.batch.store import json_of, schedule
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.kit.universes import home_of

MOST_IN_ALL = 10_000_000
"""Games of one tournament."""
MOST_AT_A_TABLE = 6
"""Players of a game: a set of seats has a game for each of their permutations."""
_SEED_BYTES = 16
_NAMED = 2


async def planned(
    asked: Asked, caller: Caller, rulebook: Rulebook, entrants: Entrants, now_ms: int
) -> tuple[Tournament, Round]:
    """A tournament, and its first round.

    Raises:
        InvalidField: it cannot be played so; every fault is named.
        UnknownGame, UnplayableGame: of one of its games.
        Unavailable: the rules service, or where bots play the match service, does not answer.
    """
    found = [await rulebook.game(game_id) for game_id in asked.game_ids]
    games = [await asyncio.to_thread(_rules, game) for game in found]
    _check_games(games)
    _check_test(asked, games)
    players = await _entered(asked.players, games, entrants)
    settings = Settings(
        asked.format, asked.games_each, asked.seed or secrets.token_hex(_SEED_BYTES), _rounds(asked), asked.sprt
    )
    own_id = new_id()
    tournament = Tournament(
        id=own_id,
        mark=mark_of(own_id),
        made_by_id=caller.id,
        made_by_name=caller.name,
        universe=home_of(caller),
        name=asked.name or _name(players, games),
        status="running",
        settings=settings,
        rated=asked.rated,
        games_total=0,
        games_played=0,
        next_game=0,
        ms_per_game=0.0,
        counts=json_of(Results(())),
        created_at_ms=now_ms,
        ended_at_ms=None,
        players=players,
        games=games,
    )
    return _sized(tournament)


async def _entered(players: Sequence[Player], games: Sequence[PlayedRules], entrants: Entrants) -> tuple[Player, ...]:
    """The players, the bots among them with their names."""
    bots = {at: player.player_id for at, player in enumerate(players) if player.is_bot}
    if not bots:
        return tuple(players)
    played = [(game.game_id, families.saved(game.rule_set).seconds_per_turn) for game in games]
    found = dict(zip(bots, await entrants.check(tuple(bots.values()), played), strict=True))
    faults = [Fault(f"players[{at}].player_id", one.problem, one.remedy) for at, one in found.items() if one.problem]
    if faults:
        raise InvalidField(faults)
    return tuple(replace(player, name=found[at].name) if at in found else player for at, player in enumerate(players))


def _rules(game: Game) -> PlayedRules:
    source, playable = families.saved(game.rule_set), load_game(game.rule_set)
    return PlayedRules(
        game_id=game.id,
        name=game.name,
        digest=source.digest,
        rules_version=source.rules_version,
        rule_set=game.rule_set,
        seats=tuple(playable.seats),
        teams=tuple(playable.teams[seat] for seat in playable.seats),
    )


def _check_games(games: Sequence[PlayedRules]) -> None:
    faults = []
    for at, game in enumerate(games):
        if len(set(game.teams)) < 2:  # noqa: PLR2004 - it takes two
            faults.append(Fault(f"game_ids[{at}]", "has no two sides", "Name a game in which players meet"))
        elif len(game.seats) > MOST_AT_A_TABLE:
            faults.append(
                Fault(f"game_ids[{at}]", f"has {len(game.seats)} seats", f"Name one of at most {MOST_AT_A_TABLE}")
            )
    if faults:
        raise InvalidField(faults)


def _check_test(asked: Asked, games: Sequence[PlayedRules]) -> None:
    if asked.sprt is not None and len(set(games[0].teams)) != 2:  # noqa: PLR2004 - said in words
        raise InvalidField([Fault("sprt", "is asked for", "Name a game of two sides for it")])


def _rounds(asked: Asked) -> int:
    if asked.format != "swiss":
        return 1
    return asked.rounds or max(1, ceil(log2(len(asked.players))))


def _sized(tournament: Tournament) -> tuple[Tournament, Round]:
    places = max(len(set(game.teams)) for game in tournament.games)
    if tournament.settings.format == "swiss" and len(tournament.players) < places:
        raise InvalidField(
            [Fault("players", "are too few for a Swiss tournament of this game", f"Name {places} or more")]
        )
    first = first_round(tournament)
    total = len(schedule(tournament, first)) * tournament.settings.rounds
    if total > MOST_IN_ALL:
        raise InvalidField([Fault("games_each", f"comes to {total} games", f"Ask for at most {MOST_IN_ALL} in all")])
    return replace(tournament, games_total=total), first


def _name(players: Sequence[Player], games: Sequence[PlayedRules]) -> str:
    who = [player.name for player in players]
    what = [game.name for game in games]
    return f"{_some(what)}: {_some(who)}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" +{more}" if more > 0 else "")
