"""Whether tournaments tell the truth about players whose strength is known: the figures in docs/tournaments.md.

    python -m benchmarks.tournament_statistics [TOURNAMENTS]

Games are drawn, not played: of two sides by the share of points that their ratings foretell, of more by Plackett's and
Luce's model; the first seat is worth something, and some games are drawn. Of 2,000 tournaments of each kind it is
counted how often the 95 % interval of a player has the player's strength in it, and of 2,000 sequential tests at either
hypothesis how often the test says the other.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import exp, log, prod
from random import Random

from numpy.random import default_rng

from redscience.random_games import Result
from redscience.tournaments.pairings import Format, Pairings
from redscience.tournaments.rating import MEAN, ratings, scale
from redscience.tournaments.results import PlayedGame, Results, half_points
from redscience.tournaments.seating import Seating, seating
from redscience.tournaments.sprt import SequentialTest, Verdict

TOURNAMENTS = 2_000
MOST_SETS = 100_000


@dataclass(frozen=True)
class World:
    """Players whose strength is known, and a game.

    Attributes:
        teams: the side of each seat.
        strengths: of the players, on the scale of ratings, with the usual mean.
        games: for each combination.
        first: the rating that the first side is worth.
        drawn: how much is drawn, 0 to 1.
    """

    teams: tuple[int, ...]
    strengths: tuple[float, ...]
    games: int
    first: float = 0.0
    drawn: float = 0.0
    format: Format = "round-robin"


WORLDS = {
    "four players, Benchmark": World((0, 1), (20.0, 24.0, 26.0, 30.0), 100, first=4.0, drawn=0.2),
    "eight players, ten games": World((0, 1), tuple(18.0 + 2 * each for each in range(8)), 10, first=4.0, drawn=0.2),
    "two players, much drawn": World((0, 1), (24.0, 26.0), 200, first=8.0, drawn=0.7),
    "gauntlet": World((0, 1), (28.0, 22.0, 24.0, 26.0), 100, first=4.0, drawn=0.2, format="gauntlet"),
    "three seats": World((0, 1, 2), (20.0, 24.0, 26.0, 30.0), 102, first=4.0, drawn=0.1),
    "four seats, partners": World((0, 1, 0, 1), (20.0, 24.0, 25.0, 26.0, 30.0), 96, first=4.0, drawn=0.1),
}


def played(world: World, seed: int) -> Results:
    """What came of a tournament: of each line-up, how often each outcome came."""
    chance, its = default_rng(seed), seating(world.teams, len(world.strengths))
    results, sets = Results((its,)), -(-world.games // its.set_size)
    for combination in Pairings(len(world.strengths), len(its.places), world.format):
        for players in its.set_of(combination):
            outcomes = outcome_shares(world, its, players)
            times = chance.multinomial(sets, list(outcomes.values())).tolist()
            counts = {outcome: each for outcome, each in zip(outcomes, times, strict=True) if each}
            results.outcomes[0, players] = Counter(counts)
    return results


def outcome_shares(world: World, its: Seating, players: Sequence[int]) -> dict[tuple[Result, ...], float]:
    """How likely each outcome of a game is."""
    strengths = [sum(world.strengths[players[seat]] - MEAN for seat in side) for side in its.sides]
    strengths[0] += world.first
    odds = [exp(strength / scale(its)) for strength in strengths]
    wins = [each / sum(odds) for each in odds]
    is_duel = len(wins) == 2  # noqa: PLR2004 - then as many wins as losses become draws: the share of the points stays
    drawn = world.drawn * (2 * min(wins) if is_duel else 1.0)
    wins = [win - drawn / 2 if is_duel else win * (1 - drawn) for win in wins]
    shares: dict[tuple[Result, ...], float] = {
        tuple("win" if team == winner else "lose" for team in its.teams): share for winner, share in enumerate(wins)
    }
    shares[tuple("draw" for _ in its.teams)] = drawn
    return shares


def coverage(world: World, seeds: Iterable[int]) -> Iterator[bool]:
    """For each player of each tournament, whether the interval has the strength in it."""
    for seed in seeds:
        told = ratings(played(world, seed))
        for player, strength in enumerate(world.strengths):
            rating = told.of(player)
            yield rating is not None and rating.low <= strength <= rating.high


def verdicts(test: SequentialTest, elo: float, seeds: Iterable[int]) -> Iterator[tuple[Verdict, int]]:
    """What the test says of a player so much stronger, and after how many sets."""
    its = seating((0, 1), 2)
    half = elo * log(10.0) / 400.0 * scale(its) / 2
    shares = set_shares(World((0, 1), (MEAN + half, MEAN - half), 2, first=2.0, drawn=0.2), its)
    for seed in seeds:
        verdict, sets, _ = test.first_verdict(_sets(shares, Random(seed)))
        yield verdict, sets


def set_shares(world: World, its: Seating) -> list[float]:
    """How likely the first player has 0 to 4 half points in a set."""
    shares = [0.0] * 5
    for outcomes in product(*(outcome_shares(world, its, players).items() for players in its.set_of((0, 1)))):
        games = [
            PlayedGame(0, players, outcome, 9)
            for players, (outcome, _) in zip(its.set_of((0, 1)), outcomes, strict=True)
        ]
        shares[half_points(its, games)[0]] += prod(share for _, share in outcomes)
    return shares


def _sets(shares: Sequence[float], chance: Random) -> Iterator[int]:
    cumulative = list(accumulate(shares))
    return (chance.choices(range(5), cum_weights=cumulative)[0] for _ in range(MOST_SETS))


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tournaments", type=int, nargs="?", default=TOURNAMENTS, help="of each kind (%(default)s)")
    tournaments = parser.parse_args().tournaments
    for name, world in WORLDS.items():
        held = list(coverage(world, range(tournaments)))
        print(f"| {name} | {sum(held) / len(held):.1%} |", flush=True)
    test = SequentialTest(0.0, 50.0)
    for elo, wrong in ((test.elo0, Verdict.H1), (test.elo1, Verdict.H0)):
        said = list(verdicts(test, elo, range(tournaments)))
        errors = sum(verdict is wrong for verdict, _ in said)
        sets = sum(number for _, number in said) / len(said)
        print(f"| {elo:.0f} Elo | wrong in {errors / len(said):.1%} | {2 * sets:.0f} games |", flush=True)


if __name__ == "__main__":
    main()
