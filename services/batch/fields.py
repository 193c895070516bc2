"""Reads the fields of requests; each fault names the field and what would be right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from redscience.api.batch.v1 import batch_pb2
from redscience.errors import Fault, InvalidField, UnknownTournament
from redscience.interface import EVERYTHING, SPECTATOR
from redscience.names import DRAWN_AS_NOTHING, HOUSE, RANDOM_ID
from redscience.tournaments.schedule import most_each
from redscience.tournaments.sprt import MOST_ELO
from services.batch.model import Format, Player, Sprt, Status, Tournament
from services.batch.progress import STATUSES
from services.batch.recording import FORMATS
from services.kit.ids import is_id, request_id

LONGEST_NAME = 80
MOST_GAMES, MOST_PLAYERS, MOST_PEOPLE = 32, 64, 32
MOST_TOGETHER = 4
USUAL_EACH = 100
MOST_ROUNDS = 64
MOST_SECONDS, MOST_SIMULATIONS = 60.0, 1_000_000
USUAL_ERROR = 0.05
MOST_POINTS, USUAL_POINTS = 500, 100
LEAST_WINDOW_S, MOST_WINDOW_S, USUAL_WINDOW_S = 60, 30 * 24 * 3600, 24 * 3600
_SEED = re.compile(r"[0-9a-f]{32}")
_LARGEST_NUMBER = 1 << 40
_RANDOM_NAME = "Random"


@dataclass(frozen=True, slots=True)
class Asked:
    """A tournament as it is asked for.

    Attributes:
        name: "" for one that is made up.
        players: those among them who are not of the house are no bots or people yet, and have no name.
        games_each: 0 for as many as are usual.
        seed: 32 hexadecimal digits; "" for one that is drawn.
        rounds: of a Swiss or mixed tournament; 0 for as many as rank the players.
        is_open: whether anybody may join until it is begun.
    """

    request_id: str
    name: str
    game_ids: tuple[str, ...]
    players: tuple[Player, ...]
    format: Format
    games_each: int
    seed: str
    rounds: int
    sprt: Sprt | None
    rated: bool
    window_s: int = USUAL_WINDOW_S
    is_open: bool = False


def asked(request: batch_pb2.CreateRequest) -> Asked:
    """Reads a request for a tournament.

    Raises:
        InvalidField: every fault is named.
    """
    own_id = request_id(request.request_id)
    faults = tuple(_faults(request))
    if faults:
        raise InvalidField(faults)
    players = tuple(map(_player, request.players))
    return Asked(
        request_id=own_id,
        name=request.name.strip(),
        game_ids=tuple(request.game_ids),
        players=players,
        format=FORMATS[request.format],
        games_each=request.games_each,
        seed=request.seed,
        rounds=request.rounds,
        sprt=_sprt(request.sprt) if request.HasField("sprt") else None,
        rated=request.rated and all(player.has_own_budget for player in players),
        window_s=request.window_s or USUAL_WINDOW_S,
        is_open=request.open,
    )


def check_is(made: Tournament, asked: Asked) -> None:
    """Checks that a tournament that was made under a request is what is asked for under it.

    Raises:
        InvalidField: it is another.
    """
    settings, entered = made.settings, (*made.players, *made.left_out)
    is_it = (
        tuple(game.game_id for game in made.games) == asked.game_ids
        and _are_entered(asked.players, entered)
        and (settings.format, settings.sprt) == (asked.format, asked.sprt)
        and (made.rated, made.is_open) == (asked.rated, asked.is_open)
        and asked.name in {"", made.name}
        and asked.seed in {"", settings.seed}
        and asked.games_each in {0, settings.games_each}
        and asked.rounds in {0, settings.rounds}
        and settings.window_ms in {0, 1000 * asked.window_s}
    )
    if not is_it:
        remedy = "Choose a new one for each tournament"
        raise InvalidField([Fault("request_id", "was used for another tournament", remedy)])


def _are_entered(asked: Sequence[Player], entered: Sequence[Player]) -> bool:
    """Whether a tournament was made with those who were asked for; further people may be in it since."""
    added = Counter(map(_entry, entered))
    added.subtract(map(_entry, asked))
    people = {_entry(player) for player in entered if player.is_person}
    return all(count == 0 or (count == 1 and one in people) for one, count in added.items())


def _entry(player: Player) -> tuple[str, float, int]:
    return player.player_id, player.seconds or 0, player.simulations or 0


def people(player_ids: Sequence[str]) -> tuple[str, ...]:
    """The ids of people who are to be asked.

    Raises:
        InvalidField: every fault is named.
    """
    if not player_ids:
        raise InvalidField([Fault("player_ids", "nobody is named", "Name at least one person")])
    if len(player_ids) > MOST_PEOPLE:
        raise InvalidField([Fault("player_ids", "there are too many people", f"Choose at most {MOST_PEOPLE}")])
    faults = []
    for at, player_id in enumerate(player_ids):
        if not is_id(player_id):
            faults.append(Fault(f"player_ids[{at}]", "is not a player's id", "Name a person"))
        elif player_id in player_ids[:at]:
            faults.append(Fault(f"player_ids[{at}]", "this player is chosen twice", "Choose each person once"))
    if faults:
        raise InvalidField(faults)
    return tuple(player_ids)


def house_player(player_id: str) -> tuple[str, str]:
    """The name and the kind of a player of the house."""
    return (_RANDOM_NAME, "random") if player_id == RANDOM_ID else (HOUSE[player_id].name, "house")


def tournament_id(text: str) -> str:
    """The id of a tournament; what can be none is the id of no tournament.

    Raises:
        UnknownTournament: it is none.
    """
    if not is_id(text):
        raise unknown_tournament()
    return text


def unknown_tournament() -> UnknownTournament:
    """What is said of a tournament that is not there, or that the caller may not know of."""
    return UnknownTournament("There is no such tournament.")


def an_id(text: str, path: str, what: str) -> str:
    """An id.

    Raises:
        InvalidField: it is none.
    """
    if not is_id(text):
        raise InvalidField([Fault(path, f"is no id of {what}", "Send the id as it came")])
    return text


def within(number: int, path: str, *, least: int, most: int, usual: int | None = None) -> int:
    """A whole number; `usual` where it is 0.

    Raises:
        InvalidField: it is out of bounds.
    """
    if number == 0 and usual is not None:
        return usual
    if not least <= number <= most:
        usually = f", or 0 for {usual}" if usual is not None else ""
        raise InvalidField([Fault(path, f"is {number}", f"Send {least} to {most}{usually}")])
    return number


def game_number(number: int, path: str = "number") -> int:
    """The number of a game.

    Raises:
        InvalidField: it cannot be one.
    """
    return within(number, path, least=0, most=_LARGEST_NUMBER - 1)


def status(number: int) -> Status | None:
    """A status; None for any.

    Raises:
        InvalidField: there is no such status.
    """
    if number == batch_pb2.STATUS_UNSPECIFIED:
        return None
    for name, value in STATUSES.items():
        if value == number:
            return name
    raise InvalidField([Fault("status", f"is {number}", "Send a status, or 0 for all")])


def viewer(text: str, seats: tuple[str, ...]) -> str:
    """Who looks at a replay.

    Raises:
        InvalidField: there is no such viewer.
    """
    known = (*seats, SPECTATOR, EVERYTHING)
    if text not in known:
        raise InvalidField([Fault("viewer", "is no viewer of this game", f"Send {', '.join(known)}")])
    return text


def following(token: str) -> str:
    """Reads a page token of a list of tournaments: the id of the last one on the page before; "" for the first.

    Raises:
        InvalidField: it is none.
    """
    if token and not is_id(token):
        raise _no_token()
    return token


def following_game(token: str, first: int) -> int:
    """Reads a page token of a list of games: the number of the next one; `first` where there is none.

    Raises:
        InvalidField: it is none.
    """
    if not token:
        return game_number(first, "first")
    if not (token.isascii() and token.isdecimal() and len(token) < len(str(_LARGEST_NUMBER))):
        raise _no_token()
    return int(token)


def players_among(numbers: Collection[int], count: int) -> frozenset[int]:
    """Some of a tournament's players, by their numbers.

    Raises:
        InvalidField: they are too many, or there are no such players.
    """
    if len(numbers) > MOST_TOGETHER or not all(0 <= each < count for each in numbers):
        problem = f"is {', '.join(map(str, list(numbers)[: MOST_TOGETHER + 1]))}"
        raise InvalidField([Fault("players", problem, f"Send at most {MOST_TOGETHER}, each from 0 to {count - 1}")])
    return frozenset(numbers)


def cursor(text: str) -> int:
    """How far somebody has asked; 0 for not at all.

    Raises:
        InvalidField: it is none.
    """
    if text and not (text.isascii() and text.isdecimal() and len(text) < len(str(1 << 63))):
        raise InvalidField([Fault("cursor", "is none that was given", "Send the cursor as it came, or nothing")])
    return int(text or 0)


def _no_token() -> InvalidField:
    return InvalidField([Fault("page_token", "is none that this list gave", "Send it as it came, or nothing")])


def _player(player: batch_pb2.Player) -> Player:
    if not _is_of_house(player):
        return Player(player.player_id, "", "bot")
    name, kind = house_player(player.player_id)
    budget = player.budget
    return Player(
        player.player_id,
        name,
        "random" if kind == "random" else "house",
        budget.seconds if budget.HasField("seconds") else None,
        budget.simulations if budget.HasField("simulations") else None,
    )


def _sprt(sprt: batch_pb2.Sprt) -> Sprt:
    return Sprt(sprt.elo0, sprt.elo1, sprt.alpha or USUAL_ERROR, sprt.beta or USUAL_ERROR)


def _faults(request: batch_pb2.CreateRequest) -> Iterator[Fault]:
    is_seen = request.name.isprintable() and DRAWN_AS_NOTHING.isdisjoint(request.name)
    if len(request.name) > LONGEST_NAME or not is_seen:
        problem = "this name is too long, or has invisible characters in it"
        yield Fault("name", problem, f"Use at most {LONGEST_NAME} characters that can be seen")
    yield from _game_faults(request)
    yield from _players_faults(request)
    if request.format not in FORMATS:
        yield Fault("format", f"is {request.format}", "Send a format, or 0 for a round robin")
    most = most_each(len(request.game_ids))
    if not 0 <= request.games_each <= most:
        problem = f"this number is too {'small' if request.games_each < 0 else 'large'}"
        yield Fault("games_each", problem, f"Choose a whole number from 1 to {most:,}")
    if request.seed and not _SEED.fullmatch(request.seed):
        remedy = "Use 32 characters, each a digit or a letter from a to f, or leave it empty to have one drawn"
        yield Fault("seed", "this is not a seed", remedy)
    if not 0 <= request.rounds <= MOST_ROUNDS:
        yield Fault("rounds", f"is {request.rounds}", f"Send 1 to {MOST_ROUNDS}, or 0 for as many as rank the players")
    elif request.rounds and request.format not in {batch_pb2.FORMAT_SWISS, batch_pb2.FORMAT_MIXED}:
        yield Fault("rounds", "is for a Swiss or mixed tournament", "Leave it out, or ask for one of these")
    if request.HasField("sprt"):
        yield from _sprt_faults(request)
    if request.window_s != 0 and not LEAST_WINDOW_S <= request.window_s <= MOST_WINDOW_S:
        remedy = f"Send {LEAST_WINDOW_S} to {MOST_WINDOW_S} seconds, or 0 for {USUAL_WINDOW_S}"
        yield Fault("window_s", f"is {request.window_s}", remedy)


def _game_faults(request: batch_pb2.CreateRequest) -> Iterator[Fault]:
    given = request.game_ids
    if not given:
        yield Fault("game_ids", "no game is chosen", "Choose at least one")
        return
    if len(given) > MOST_GAMES:
        yield Fault("game_ids", f"{len(given)} games are too many", f"Choose at most {MOST_GAMES}")
        return
    for at, game_id in enumerate(given):
        if not is_id(game_id):
            yield Fault(f"game_ids[{at}]", "is not a game's id", "Send the id that the rules service gave")
        elif game_id in given[:at]:
            yield Fault(f"game_ids[{at}]", "this game is chosen twice", "Choose each game once")
    if request.format == batch_pb2.FORMAT_SWISS and len(given) > 1:
        yield Fault("game_ids", "a Swiss tournament has a single game", "Choose one game")


def _players_faults(request: batch_pb2.CreateRequest) -> Iterator[Fault]:
    given = request.players
    if len(given) < 2 and not request.open:  # noqa: PLR2004 - it takes two
        yield Fault("players", "only one player is chosen" if given else "no player is chosen", "Choose at least two")
        return
    if len(given) > MOST_PLAYERS:
        yield Fault("players", f"{len(given)} players are too many", f"Choose at most {MOST_PLAYERS}")
        return
    has_others = request.open or not all(map(_is_of_house, given))
    for at, player in enumerate(given):
        path = f"players[{at}]"
        if _is_of_house(player):
            yield from _budget_faults(f"{path}.budget", player, has_others=has_others)
        elif not is_id(player.player_id):
            names = ", ".join((_RANDOM_NAME, *(each.name for each in HOUSE.values())))
            yield Fault(f"{path}.player_id", "is not a player's id", f"Name a bot, a person, or one of them: {names}")
        elif player.HasField("budget"):
            yield Fault(f"{path}.budget", "only players of the house can be given a time for a move", "Leave it out")
        elif player.player_id in {before.player_id for before in given[:at]}:
            yield Fault(f"{path}.player_id", "this player is chosen twice", "Choose each bot and each person once")


def _is_of_house(player: batch_pb2.Player) -> bool:
    return player.player_id == RANDOM_ID or player.player_id in HOUSE


def _budget_faults(path: str, player: batch_pb2.Player, *, has_others: bool) -> Iterator[Fault]:
    of = player.budget.WhichOneof("of")
    if of is None:
        return
    if has_others:
        problem = "a time for a move cannot be chosen where bots or people play"
        yield Fault(path, problem, "Leave each player its own time")
        return
    if player.player_id == RANDOM_ID or HOUSE[player.player_id].seconds == 0:
        yield Fault(path, "this player does not think", "Leave out the time for a move")
    elif of == "seconds" and not (isfinite(player.budget.seconds) and 0 < player.budget.seconds <= MOST_SECONDS):
        problem = "this time for a move is not possible"
        yield Fault(f"{path}.seconds", problem, f"Choose more than 0 and at most {MOST_SECONDS:g} seconds")
    elif of == "simulations" and not 1 <= player.budget.simulations <= MOST_SIMULATIONS:
        problem = "this number of simulations is not possible"
        yield Fault(f"{path}.simulations", problem, f"Choose a whole number from 1 to {MOST_SIMULATIONS:,}")


def _sprt_faults(request: batch_pb2.CreateRequest) -> Iterator[Fault]:
    sprt = request.sprt
    if len(request.players) != 2 or len(request.game_ids) != 1 or request.format == batch_pb2.FORMAT_SWISS:  # noqa: PLR2004
        problem = "a sequential test compares two players in one game"
        yield Fault("sprt", problem, "Choose two players, one game and a round robin")
    if not (-MOST_ELO <= sprt.elo0 < sprt.elo1 <= MOST_ELO):
        remedy = f"Choose two numbers from -{MOST_ELO:g} to {MOST_ELO:g}, the smaller one first"
        yield Fault("sprt.elo1", f"the test cannot be from {sprt.elo0:g} to {sprt.elo1:g}", remedy)
    for path, chance in (("sprt.alpha", sprt.alpha), ("sprt.beta", sprt.beta)):
        if chance != 0 and not 0.0001 <= chance < 0.5:  # noqa: PLR2004 - said in words
            yield Fault(path, f"is {chance}", f"Send 0.0001 to below 0.5, or 0 for {USUAL_ERROR}")
