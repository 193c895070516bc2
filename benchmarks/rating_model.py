"""Which of openskill's models foretells Random against Random best: the figures behind docs/adr/0002.

    python -m benchmarks.rating_model

A pool of Random players, each rated as if a player of their own, meets in matches of small N-in-a-row games. Before
each match a model's expectation is noted: the drawn share, smoothed, and the rest divided by the win probabilities
that the model itself assumes (openskill's `predict_win` assumes others for two of the three). What is true of Random is
known beforehand: nobody is better, so that seats drawn at random have equal chances. A good model stays near that
truth, and its ratings do not drift. A second pool, of players who complete a line when they can with different
probabilities, checks that the better model is not merely the slower.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce, ThurstoneMostellerFull, ThurstoneMostellerPart

Expectation = Callable[[Any, Sequence[Sequence[Any]]], list[float]]


def softmax(model: Any, teams: Sequence[Sequence[Any]]) -> list[float]:
    """Win probabilities of Plackett-Luce: Weng and Lin 2011, algorithm 4."""
    c = math.sqrt(sum(model.beta**2 + sum(player.sigma**2 for player in team) for team in teams))
    weights = [math.exp(sum(player.mu for player in team) / c) for team in teams]
    return [weight / sum(weights) for weight in weights]


def pairwise(scale: float) -> Expectation:
    """Win probabilities of Thurstone-Mosteller, the mean over opponents, with deviations `scale` times as large."""

    def expectation(model: Any, teams: Sequence[Sequence[Any]]) -> list[float]:
        mus = [sum(player.mu for player in team) for team in teams]
        variances = [model.beta**2 + sum(player.sigma**2 for player in team) for team in teams]
        wins = [
            statistics.fmean(
                statistics.NormalDist(0, scale * math.sqrt(variances[i] + variances[j])).cdf(mus[i] - mus[j])
                for j in range(len(teams))
                if j != i
            )
            for i in range(len(teams))
        ]
        return [win / sum(wins) for win in wins]

    return expectation


def undamped(*_: object) -> float:
    """The factor by which the shrinking of sigma is damped: openskill's is sigma / c, this is none."""
    return 1.0


@dataclass(frozen=True)
class Candidate:
    """A model, and the win probabilities that it assumes in its update."""

    name: str
    make: Callable[[], Any]
    expectation: Expectation


WIDE = 25 / 3
"""Twice openskill's beta: how far one performance is from the skill behind it."""

CANDIDATES = (
    Candidate("PL", PlackettLuce, softmax),
    Candidate("PL, undamped", lambda: PlackettLuce(gamma=undamped), softmax),
    Candidate("PL, undamped, wide", lambda: PlackettLuce(gamma=undamped, beta=WIDE), softmax),
    Candidate("TM full", ThurstoneMostellerFull, pairwise(1)),
    Candidate("TM full, undamped", lambda: ThurstoneMostellerFull(gamma=undamped), pairwise(1)),
    Candidate("TM full, undamped, wide", lambda: ThurstoneMostellerFull(gamma=undamped, beta=WIDE), pairwise(1)),
    Candidate("TM partial", ThurstoneMostellerPart, pairwise(2)),
    Candidate("TM partial, undamped", lambda: ThurstoneMostellerPart(gamma=undamped), pairwise(2)),
    Candidate("TM partial, undamped, wide", lambda: ThurstoneMostellerPart(gamma=undamped, beta=WIDE), pairwise(2)),
)
RANKS = {"win": 0.0, "draw": 1.0, "lose": 2.0}
POOL = 20
MATCHES = 6_000
REPETITIONS = 3
PRIOR_MATCHES, PRIOR_SHARE = 20, 0.10
"""The drawn share is smoothed as if 20 matches, a tenth of them drawn, had been seen before."""


@dataclass(frozen=True)
class Game:
    """N in a row on a board of squares.

    Attributes:
        name: as printed.
        width, height, length: of the board, and of the line that decides.
        teams: the team of each seat in order of play.
        line_loses: whether whoever completes a line loses.
        one_colour: whether any line counts, whoever placed its pieces.
    """

    name: str
    width: int
    height: int
    length: int
    teams: tuple[int, ...]
    line_loses: bool = False
    one_colour: bool = False
    lines: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Lists the lines once."""
        object.__setattr__(self, "lines", tuple(self._lines()))

    def _lines(self) -> Iterator[tuple[int, ...]]:
        for x in range(self.width):
            for y in range(self.height):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    ends = (x + dx * (self.length - 1), y + dy * (self.length - 1))
                    if 0 <= ends[0] < self.width and 0 <= ends[1] < self.height:
                        yield tuple((x + dx * i) + (y + dy * i) * self.width for i in range(self.length))

    def play(self, wits: Sequence[float], chance: random.Random) -> dict[int, str]:
        """One match; `wits`: each seat's probability of completing a line that it sees. Returns team -> outcome."""
        owner: dict[int, int] = {}
        empty = list(range(self.width * self.height))
        seat = 0
        while empty:
            team = self.teams[seat]
            at = self._winning(owner, team, empty) if chance.random() < wits[seat] else None
            if at is None:
                at = chance.choice(empty)
            empty.remove(at)
            owner[at] = 0 if self.one_colour else team
            if any(at in line and self._complete(owner, line) for line in self.lines):
                mine, others = ("lose", "win") if self.line_loses else ("win", "lose")
                return {other: mine if other == team else others for other in self.teams}
            seat = (seat + 1) % len(self.teams)
        return dict.fromkeys(self.teams, "draw")

    def _winning(self, owner: dict[int, int], team: int, empty: Sequence[int]) -> int | None:
        for line in self.lines:
            missing = [at for at in line if owner.get(at) != team]
            if len(missing) == 1 and missing[0] in empty:
                return missing[0]
        return None

    @staticmethod
    def _complete(owner: dict[int, int], line: tuple[int, ...]) -> bool:
        return line[0] in owner and all(owner.get(at) == owner[line[0]] for at in line)


GAMES = (
    Game("Tic-Tac-Toe", 3, 3, 3, (0, 1)),
    Game("4on7sq", 7, 7, 4, (0, 1)),
    Game("3P-Notakto", 3, 3, 3, (0, 1, 2), line_loses=True, one_colour=True),
    Game("3 players, 3 on 4x4", 4, 4, 3, (0, 1, 2)),
    Game("4 players, 3 on 5x5", 5, 5, 3, (0, 1, 2, 3)),
    Game("partners, 4 on 5x5", 5, 5, 4, (0, 1, 0, 1)),
)


@dataclass
class Findings:
    """What one run of one model on one game showed, over the second half of the matches."""

    foretold: list[float] = field(default_factory=list)
    happened: list[float] = field(default_factory=list)
    even: list[float] = field(default_factory=list)
    mu_spread: float = 0.0
    mu_drift: float = 0.0
    sigma: float = 0.0

    def excess_loss(self) -> float:
        """Log loss of the win probabilities beyond that of foretelling equal chances, in thousandths of a nat."""
        loss = _mean_log_loss(self.foretold, self.happened) - _mean_log_loss(self.even, self.happened)
        return 1000 * loss

    def error(self) -> float:
        """Root mean square distance of the foretold win probabilities from equal chances, in percent."""
        return 100 * math.sqrt(statistics.fmean((p - q) ** 2 for p, q in zip(self.foretold, self.even, strict=True)))

    def bins(self) -> float:
        """Expected calibration error over ten equally filled bins, in percent."""
        pairs = sorted(zip(self.foretold, self.happened, strict=True))
        size = max(1, len(pairs) // 10)
        groups = [pairs[start : start + size] for start in range(0, size * 10, size)]
        gaps = (abs(statistics.fmean(p for p, _ in group) - statistics.fmean(y for _, y in group)) for group in groups)
        return 100 * statistics.fmean(gaps)


def _mean_log_loss(foretold: Sequence[float], happened: Sequence[float]) -> float:
    return statistics.fmean(-math.log(p if y else 1 - p) for p, y in zip(foretold, happened, strict=True))


def run(candidate: Candidate, game: Game, wits: Sequence[float], chance: random.Random) -> Findings:
    """Plays the pool through `MATCHES` matches under one model."""
    findings, model = Findings(), candidate.make()
    pool = [model.rating() for _ in wits]
    drawn = 0
    for number in range(MATCHES):
        seated = chance.sample(range(len(pool)), len(game.teams))
        by_team = {team: [p for p, t in zip(seated, game.teams, strict=True) if t == team] for team in game.teams}
        teams = [[pool[player] for player in players] for players in by_team.values()]
        outcome = game.play([wits[player] for player in seated], chance)
        if number >= MATCHES // 2:
            draw = (drawn + PRIOR_MATCHES * PRIOR_SHARE) / (number + PRIOR_MATCHES)
            _note(findings, game, draw, candidate.expectation(model, teams), [outcome[team] for team in by_team])
        drawn += "draw" in outcome.values()
        rated = model.rate(teams, ranks=[RANKS[outcome[team]] for team in by_team])
        for players, ratings in zip(by_team.values(), rated, strict=True):
            for player, rating in zip(players, ratings, strict=True):
                pool[player] = rating
    mus = [rating.mu for rating in pool]
    findings.mu_spread = statistics.pstdev(mus)
    findings.mu_drift = statistics.fmean(mus) - model.mu
    findings.sigma = statistics.fmean(rating.sigma for rating in pool)
    return findings


def _note(findings: Findings, game: Game, draw: float, wins: Sequence[float], outcomes: Sequence[str]) -> None:
    """Notes what was foretold and what happened. Where all but one win, the one that loses is what is foretold."""
    sides = len(outcomes)
    winners = sides - 1 if game.line_loses else 1
    for win, outcome in zip(wins, outcomes, strict=True):
        foretold = min(max((1 - draw) * win * winners, 0.001), 0.999)
        findings.foretold.append(foretold)
        findings.even.append((1 - draw) * winners / sides)
        findings.happened.append(float(outcome == "win"))


HEADINGS = ("log loss, 1/1000 nat", "distance from even, %", "bins, %", "spread of mu", "drift of mu", "sigma")


def main() -> None:
    """Prints both tables as Markdown."""
    even = [0.0] * POOL
    uneven = [player / (POOL - 1) for player in range(POOL)]
    for title, wits in (("Random against Random", even), ("Players of different skill", uneven)):
        print(f"\n{title}: {POOL} players, {MATCHES} matches, mean of {REPETITIONS} runs\n")
        print("| game | model | " + " | ".join(HEADINGS) + " |")
        print("|---" * (len(HEADINGS) + 2) + "|")
        every: dict[str, list[Findings]] = {candidate.name: [] for candidate in CANDIDATES}
        for game in GAMES:
            for candidate in CANDIDATES:
                runs = [run(candidate, game, wits, random.Random(seed)) for seed in range(REPETITIONS)]
                every[candidate.name] += runs
                print(_line(game.name, candidate.name, runs), flush=True)
        for name, runs in every.items():
            print(_line("all", name, runs), flush=True)


def _line(game: str, model: str, runs: Sequence[Findings]) -> str:
    figures: Sequence[Callable[[Findings], float]] = (
        Findings.excess_loss,
        Findings.error,
        Findings.bins,
        lambda found: found.mu_spread,
        lambda found: abs(found.mu_drift),
        lambda found: found.sigma,
    )
    means = (f"{statistics.fmean(figure(found) for found in runs):.2f}" for figure in figures)
    return f"| {game} | {model} | " + " | ".join(means) + " |"


if __name__ == "__main__":
    main()
