"""Which game has which number: the schedule of the library for what a tournament is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from redscience.tournaments.pairings import Combination, Pairings
from redscience.tournaments.schedule import Schedule, ScheduledGame
from redscience.tournaments.seating import Seating, seating
from services.batch.model import Format, Round, Tournament

_REMEMBERED = 32


@lru_cache(_REMEMBERED)
def seatings_of(teams: tuple[tuple[int, ...], ...], players: int) -> tuple[Seating, ...]:
    """How each of some games is filled, of which the team of each seat is given."""
    return tuple(seating(each, players) for each in teams)


@dataclass(frozen=True, slots=True)
class Terms:
    """What decides which game has which number, but for the round.

    Attributes:
        seatings: of each game.
        players: how many.
        format: who meets, where the round does not say so.
        games_each: at least so many games for each combination.
        seed: the tournament's, 32 hexadecimal digits.
    """

    seatings: tuple[Seating, ...]
    players: int
    format: Format
    games_each: int
    seed: str


@lru_cache(_REMEMBERED)
def schedule_of(terms: Terms, round_: Round) -> Schedule:
    """The games of a round; its end need not be known."""
    return Schedule(
        terms.seatings,
        [_meeting(terms, round_, len(each.places)) for each in terms.seatings],
        terms.games_each,
        int(terms.seed, 16),
        first=round_.first_game,
        first_set=round_.first_set,
        whole=terms.format != "mixed",
    )


def _meeting(terms: Terms, round_: Round, places: int) -> Sequence[Combination]:
    if round_.combinations is not None:
        return round_.combinations
    return Pairings(terms.players, places, "gauntlet" if terms.format == "gauntlet" else "round-robin")


def whole_sets(schedule: Schedule, first: int, wanted: int) -> int:
    """How many games from `first` on, both counted within the schedule, are about as many as wanted, and whole sets."""
    end = min(len(schedule), first + max(1, wanted))
    while end < len(schedule) and schedule[end].set_number == schedule[end - 1].set_number:
        end += 1
    return end - first


def next_block(schedule: Schedule, first: int, wanted: int, outside: frozenset[int]) -> tuple[int, bool]:
    """How many games the block has that begins at `first`, and whether players from outside, bots or people, are in it.

    They play by the set; a block of others ends where theirs begin.
    """
    if not outside:
        return whole_sets(schedule, first, wanted), False
    if not outside.isdisjoint(schedule[first].players):
        return whole_sets(schedule, first, 1), True
    at, end = first, first + whole_sets(schedule, first, wanted)
    while at < end and outside.isdisjoint(schedule[at].players):
        at += whole_sets(schedule, at, 1)
    return at - first, False


def games_of(schedule: Schedule, round_: Round, first: int, count: int) -> Sequence[ScheduledGame]:
    """Games by the number of the first of them in the tournament."""
    return schedule[first - round_.first_game : first - round_.first_game + count]


def seatings(tournament: Tournament) -> tuple[Seating, ...]:
    """How its games are filled."""
    return seatings_of(tuple(game.teams for game in tournament.games), len(tournament.players))


def schedule(tournament: Tournament, round_: Round) -> Schedule:
    """The games of one of its rounds."""
    settings = tournament.settings
    terms = Terms(seatings(tournament), len(tournament.players), settings.format, settings.games_each, settings.seed)
    return schedule_of(terms, replace(round_, end=0))
