"""How much anybody can win against Random: what skill comes to in a small game.

Everything that can happen is looked at, with Random on all other sides and the best plan there is on one, which knows
what its seats are shown and nothing else. Two lines a game: whoever plays for the points (a tie is half of one), and
whoever plays for the share of the decided matches alone, and would rather tie than risk anything.

    python -m benchmarks.best_reply RockPaperScissors BoS …

The plan is one for all seats of its side, as partners play who have agreed on it. Where the rules draw something it is
looked at for `SEEDS` seeds; where nothing is hidden each position once, and for as many of them as make `MOST_STATES`.
A game that has more for a single one is given up.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import redscience
from benchmarks.arguments import game_name
from redscience.interface import Game, Outcome, State, json_text

MOST_STATES = 500_000
SEEDS = 12
STEPS = 20
"""Of the search for the share; each about squares what is left to find."""
CLOSE = 1e-9
DRAW = 0.5
"""What a decided match costs whoever plays for the points: a draw is worth half of one."""

Weighted = tuple[State, float]


class TooLargeError(Exception):
    """It would take too long."""


@dataclass(slots=True)
class Reply:
    """Of all matches of a side, how likely its plan has it win, and lose."""

    won: float = 0.0
    lost: float = 0.0

    def gain(self, price: float) -> float:
        """What the plan is worth where a decided match costs a price and a won one brings 1."""
        return self.won - price * (self.won + self.lost)

    @property
    def share(self) -> float:
        """Of the decided matches, those that are won; 0 where none is decided."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.0

    def add(self, other: Reply, weight: float = 1.0) -> None:
        """Counts another part of all that may happen."""
        self.won += weight * other.won
        self.lost += weight * other.lost


class Replying:
    """Finds the best plan of a side.

    Args:
        game: of two sides.
        side: whose plan it is.
        price: of a decided match.
    """

    def __init__(self, game: Game, side: int, price: float) -> None:
        self._game = game
        self._seats = [seat for seat, team in game.teams.items() if team == side]
        self._price = price
        self._looked_at = 0
        self._known: dict[tuple[str, tuple[str, ...]], Reply] = {}

    def best(self) -> Reply:
        """What its best plan comes to."""
        seeds = SEEDS if self._game.has_chance else 1
        if self._game.has_secrets:
            return self._best([(self._game.start(seed), 1 / seeds) for seed in range(1, seeds + 1)])
        found: list[Reply] = []
        while len(found) < seeds and self._looked_at * (len(found) + 1) <= MOST_STATES * len(found):
            self._known.clear()
            found.append(self._shown(self._game.start(len(found) + 1)))
        return _mean(found)

    def _shown(self, state: State) -> Reply:
        """From a state of which everybody sees all: how it has come to be does not matter."""
        if state.outcome is not None:
            return self._ended(state.outcome)
        place = state.position, state.acting
        reply = self._known.get(place)
        if reply is None:
            self._look()
            seat = state.acting[0]
            weights = state.weights(seat)
            replies = [self._shown(state.play({seat: move})) for move in state.legal(seat)]
            if seat in self._seats:
                reply = max(replies, key=lambda plan: plan.gain(self._price))
            else:
                reply, total = Reply(), sum(weights)
                for its, ways in zip(replies, weights, strict=True):
                    reply.add(its, ways / total)
            self._known[place] = reply
        return reply

    def _ended(self, outcome: Outcome) -> Reply:
        """Of a match that is over."""
        own = outcome[self._seats[0]]
        return Reply(float(own == "win"), float(own == "lose"))

    def _look(self) -> None:
        self._looked_at += 1
        if self._looked_at > MOST_STATES:
            raise TooLargeError

    def _best(self, states: Sequence[Weighted]) -> Reply:
        """From states none of which can be told from another by the side so far."""
        reply, asked = Reply(), defaultdict[str, list[Weighted]](list)
        for state, weight in states:
            self._until_asked(state, weight, reply, asked)
        for text, alike in asked.items():
            seat = text.partition(" ")[0]
            moves = alike[0][0].legal(seat)
            plans = (self._best([(state.play({seat: move}), weight) for state, weight in alike]) for move in moves)
            reply.add(max(plans, key=lambda plan: plan.gain(self._price)))
        return reply

    def _until_asked(self, state: State, weight: float, reply: Reply, asked: dict[str, list[Weighted]]) -> None:
        """Plays the others at random until the side is to choose, or the match is over."""
        self._look()
        if state.outcome is not None:
            reply.add(self._ended(state.outcome), weight)
            return
        seat = next((seat for seat in state.acting if seat in self._seats), state.acting[0])
        if seat in self._seats:
            asked[f"{seat} {json_text(state.view(seat))}"].append((state, weight))
            return
        weights = state.weights(seat)
        for move, ways in zip(state.legal(seat), weights, strict=True):
            if ways:
                self._until_asked(state.play({seat: move}), weight * ways / sum(weights), reply, asked)


def best(game: Game, price: float) -> Reply:
    """What the best plans come to where a decided match costs a price, over all sides in turn.

    Raises:
        TooLargeError: the game has too many states.
    """
    return _mean([Replying(game, side, price).best() for side in sorted(set(game.teams.values()))])


def _mean(replies: Sequence[Reply]) -> Reply:
    mean = Reply()
    for reply in replies:
        mean.add(reply, 1 / len(replies))
    return mean


def most(game: Game) -> Reply:
    """The plans that win the largest share of the decided matches.

    That share is the price at which they are worth nothing (Dinkelbach 1967).

    Raises:
        TooLargeError: the game has too many states.
    """
    found = best(game, 0.0)
    for _ in range(STEPS):
        better = best(game, found.share)
        if better.share <= found.share + CLOSE:
            break
        found = better
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+", type=game_name)
    for name in parser.parse_args(arguments).games:
        try:
            game = redscience.game(name)
            for aim, reply in (("points", best(game, DRAW)), ("share", most(game))):
                decided = reply.won + reply.lost
                print(f"{name:20} for the {aim:6} {reply.share:6.1%} of the decided, {decided:6.1%} of all", flush=True)
        except TooLargeError:
            print(f"{name:20} too large", flush=True)


if __name__ == "__main__":
    main()
