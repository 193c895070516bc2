"""What a tournament is to be, of what was asked: its games are looked up, its size is found out."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, comb, log2

from redscience import families
from redscience.api.rules.v1.rules_pb2 import Game
from redscience.errors import Fault, InvalidField, UnknownGame
from services.batch.blocks import first_round, known_rounds, knows_rounds
from services.batch.entrants import Entrant, Entrants
from services.batch.fields import MOST_PEOPLE, MOST_ROUNDS, USUAL_EACH, Asked
from services.batch.model import PlayedRules, Player, Round, Settings, Tournament
from services.batch.playing import load_game
from services.batch.recording import mark_of
from services.batch.rounds import schedule
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.kit.rulebook import Rulebook
from services.kit.universes import home_of

MOST_IN_ALL = 10_000_000
"""Games of one tournament."""
MOST_LINE_UPS = 40_000
"""Who may hold which seats of its games, in all: what came of each of them is told in one answer."""
MOST_AT_A_TABLE = 6
"""Players of a game: a set of seats has a game for each of their permutations."""
MOST_AT_A_TABLE_OF_PEOPLE, MOST_EACH_OF_PEOPLE, MOST_OF_PEOPLE = 4, 24, 2_000
"""Where people play: at how large a table, how many games for each combination, how many in all."""
_SEED_BYTES = 16
_NAMED = 2


async def planned(
    asked: Asked, caller: Caller, rulebook: Rulebook, entrants: Entrants, now_ms: int
) -> tuple[Tournament, Round | None]:
    """A tournament, and its first round; None where people are to answer first.

    Raises:
        InvalidField: it cannot be played so; every fault is named.
        UnknownGame, UnplayableGame: of one of its games, which may be hidden.
        Unavailable: the rules service, or where bots play the match service, does not answer.
    """
    found = [await rulebook.game(game_id) for game_id in asked.game_ids]
    for game in found:
        if game.hidden:
            raise UnknownGame(
                f"{game.name} is hidden by an admin, and no tournament of it is made. Choose another game."
            )
    games = [await asyncio.to_thread(_rules, game) for game in found]
    _check_games(games)
    _check_test(asked, games)
    players = await _entered(asked.players, caller, games, entrants)
    has_people = asked.is_open or any(player.is_person for player in players)
    if has_people:
        _check_people(asked, players, games)
    elif asked.format == "mixed":
        remedy = "Choose another format, or invite people"
        raise InvalidField([Fault("format", "such a tournament is for people", remedy)])
    settings = Settings(
        format=asked.format,
        games_each=asked.games_each or (1 if has_people else USUAL_EACH),
        seed=asked.seed or secrets.token_hex(_SEED_BYTES),
        rounds=_rounds(asked),
        sprt=asked.sprt,
        window_ms=1000 * asked.window_s if has_people else 0,
    )
    own_id = new_id()
    tournament = Tournament(
        id=own_id,
        mark=mark_of(own_id),
        made_by_id=caller.id,
        made_by_name=caller.name,
        universe=home_of(caller),
        name=asked.name or made_up_name(players, games),
        status="inviting" if asked.is_open or any(player.entry == "invited" for player in players) else "running",
        settings=settings,
        rated=asked.rated,
        is_open=asked.is_open,
        games_total=0,
        games_played=0,
        next_game=0,
        ms_per_game=0.0,
        created_at_ms=now_ms,
        ended_at_ms=None,
        players=players,
        games=games,
    )
    return sized(tournament)


async def _entered(
    players: Sequence[Player], caller: Caller, games: Sequence[PlayedRules], entrants: Entrants
) -> tuple[Player, ...]:
    """The players, the bots and people among them with their names; whoever asks has accepted for themself."""
    outside = {at: player.player_id for at, player in enumerate(players) if player.is_outside}
    asked = {at: player_id for at, player_id in outside.items() if player_id != caller.id}
    found = {at: Entrant(player_id, caller.name, is_person=True) for at, player_id in outside.items()}
    if asked:
        found |= zip(asked, await entrants.check(caller.id, tuple(asked.values()), timed(games)), strict=True)
    faults = [Fault(f"players[{at}].player_id", one.problem, one.remedy) for at, one in found.items() if one.problem]
    if faults:
        raise InvalidField(faults)
    return tuple(_outsider(found[at], caller) if at in found else player for at, player in enumerate(players))


def timed(games: Sequence[PlayedRules]) -> list[tuple[str, int]]:
    """The ids of games, each with the seconds that a turn may take."""
    return [(game.game_id, families.saved(game.rule_set).seconds_per_turn) for game in games]


def _outsider(one: Entrant, caller: Caller) -> Player:
    if not one.is_person:
        return Player(one.player_id, one.name, "bot")
    return Player(one.player_id, one.name, "person", entry="accepted" if one.player_id == caller.id else "invited")


def _check_people(asked: Asked, players: Sequence[Player], games: Sequence[PlayedRules]) -> None:
    faults = []
    if asked.format not in {"round-robin", "mixed"}:
        remedy = "Choose a round robin, or mixed groups"
        faults.append(Fault("format", "people cannot be in such a tournament", remedy))
    if asked.sprt is not None:
        faults.append(Fault("sprt", "people cannot be in a sequential test", "Leave it out"))
    if asked.games_each > MOST_EACH_OF_PEOPLE:
        problem = f"{asked.games_each:,} games are too many where people play"
        faults.append(Fault("games_each", problem, f"Choose a whole number from 1 to {MOST_EACH_OF_PEOPLE}"))
    if sum(player.is_person for player in players) > MOST_PEOPLE:
        faults.append(Fault("players", "there are too many people", f"Choose at most {MOST_PEOPLE}"))
    most_seats = max(len(game.seats) for game in games)
    if len({len(game.seats) for game in games}) > 1:
        remedy = "Where people play, choose games that do not"
        faults.append(Fault("game_ids", "these games differ in their number of seats", remedy))
    elif most_seats > MOST_AT_A_TABLE_OF_PEOPLE:
        remedy = f"Where people play, choose one with at most {MOST_AT_A_TABLE_OF_PEOPLE}"
        faults.append(Fault("game_ids[0]", f"this game has {most_seats} seats", remedy))
    elif len(players) < most_seats and not asked.is_open:
        faults.append(Fault("players", "there are fewer players than seats", f"Choose at least {most_seats}"))
    if asked.is_open and asked.format == "mixed" and not asked.rounds:
        problem = "this is not known while people may still join"
        faults.append(Fault("rounds", problem, f"Choose a whole number from 1 to {MOST_ROUNDS}"))
    if faults:
        raise InvalidField(faults)


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
            faults.append(Fault(f"game_ids[{at}]", "nobody plays against anybody in this game", "Choose another game"))
        elif len(game.seats) > MOST_AT_A_TABLE:
            problem = f"this game has {len(game.seats)} seats"
            faults.append(Fault(f"game_ids[{at}]", problem, f"Choose one with at most {MOST_AT_A_TABLE}"))
    if faults:
        raise InvalidField(faults)


def _check_test(asked: Asked, games: Sequence[PlayedRules]) -> None:
    if asked.sprt is not None and len(set(games[0].teams)) != 2:  # noqa: PLR2004 - said in words
        raise InvalidField([Fault("sprt", "a sequential test needs a game with two sides", "Choose another game")])


def _rounds(asked: Asked) -> int:
    if asked.format not in {"swiss", "mixed"}:
        return 1
    return asked.rounds or max(1, ceil(log2(max(1, len(asked.players)))))


def games_total(tournament: Tournament) -> int:
    """How many games a tournament has, as far as that is known when it begins."""
    first = first_round(tournament)
    if not knows_rounds(tournament):
        return len(schedule(tournament, first)) * tournament.settings.rounds
    return sum(len(schedule(tournament, replace(first, combinations=tuple(each)))) for each in known_rounds(tournament))


def sized(tournament: Tournament) -> tuple[Tournament, Round | None]:
    """The tournament with its number of games, and its first round; None where people are to answer first.

    An open one has none as long as too few have joined.

    Raises:
        InvalidField: there are too many games for those who play, or too few players.
    """
    if tournament.has_too_few:
        return replace(tournament, games_total=0), None
    places = max(len(set(game.teams)) for game in tournament.games)
    if tournament.settings.format == "swiss" and len(tournament.players) < places:
        raise InvalidField(
            [Fault("players", "there are too few for a Swiss tournament of this game", f"Choose at least {places}")]
        )
    if tournament.people:
        # Of very many it would take long to say how many there are.
        players, seats = len(tournament.players), len(tournament.games[0].seats)
        is_mixed = tournament.settings.format == "mixed"
        combinations = tournament.settings.rounds * (players // seats) if is_mixed else comb(players, seats)
        _check_people_total(tournament, combinations * len(tournament.games))
    total = games_total(tournament)
    if tournament.people:
        _check_people_total(tournament, total)
    elif total > MOST_IN_ALL:
        remedy = f"Choose fewer: at most {MOST_IN_ALL:,} in all"
        raise InvalidField([Fault("games_each", f"there would be {total:,} games", remedy)])
    line_ups = games_total(replace(tournament, settings=replace(tournament.settings, games_each=1)))
    if line_ups > MOST_LINE_UPS:
        remedy = f"Choose fewer players or games: at most {MOST_LINE_UPS:,} line-ups in all"
        raise InvalidField([Fault("players", f"there would be {line_ups:,} line-ups", remedy)])
    first = None if tournament.status == "inviting" else first_round(tournament)
    return replace(tournament, games_total=total), first


def _check_people_total(tournament: Tournament, total: int) -> None:
    if total <= MOST_OF_PEOPLE:
        return
    if tournament.settings.format == "mixed":
        remedy = f"Choose fewer rounds: at most {MOST_OF_PEOPLE:,} games in all"
        raise InvalidField([Fault("rounds", f"there would be {total:,} games", remedy)])
    remedy = f"Choose fewer, or mixed groups: at most {MOST_OF_PEOPLE:,} in all"
    raise InvalidField([Fault("games_each", f"there would be {total:,} games", remedy)])


def made_up_name(players: Sequence[Player], games: Sequence[PlayedRules]) -> str:
    """What a tournament is called that nobody has named."""
    who = [player.name for player in players]
    what = [game.name for game in games]
    return ": ".join(map(_some, filter(None, (what, who))))


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" +{more}" if more > 0 else "")
