"""What anybody can win at most against Random in 4P-Blind-TTT, which is too large for `benchmarks.best_reply`.

The side is given more than it has: both of its seats are shown what either has learnt, and once they have tried so many
spaces, whatever is not lost yet is won. What comes of that is no less than what any two partners win.

    python -m benchmarks.blind_reply [--tries 3] [--share 0.95]

A line a game says what comes of it on each side: the share of the matches that is won, less that many of the decided
ones as was asked. Where both together are less than nothing, nobody wins that share of the decided matches. Each space
more that may be tried takes some 15 times as long.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SPACES = tuple(1 << space for space in range(9))
LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
HAS_LINE = frozenset(board for board in range(1 << len(SPACES)) if any(board & line == line for line in LINES))
UNLIKE = {SPACES[4]: 1, SPACES[0]: 4, SPACES[1]: 4}
"""A space of each kind, the middle, a corner and a side, and how many there are."""
RESERVES = 5, 4
GAMES = {"4P-Blind-TTT": True, "4P-Blind-TTT-1.6": False}
"""Whether a piece is dealt to a seat of each side: to its second one, which alone sees it."""

Hidden = tuple[int, int, int]
"""What a side may not see: where the others' pieces stand, and what each of their two seats knows to be taken."""
Belief = Mapping[Hidden, float]


@dataclass(frozen=True, slots=True)
class Reply:
    """The best that a side can do, given more than it has; spaces are bits.

    Attributes:
        side: 0 begins.
        is_dealt: whether a piece is dealt on each side.
        share: what a decided match costs.
    """

    side: int
    is_dealt: bool
    share: float

    def best(self, tries: int) -> float:
        """What the matches that are won come to, less the cost of those that are decided."""
        if not self.is_dealt:
            return self._best({(0, 0, 0): 1.0}, 0, 0, 0, tries)
        value = 0.0
        for own, alike in UNLIKE.items():
            others = [space for space in SPACES if space != own]
            belief = {(space, 0, space): 1 / len(others) for space in others}
            value += alike / len(SPACES) * self._best(belief, own, own, 0, tries)
        return value

    def _best(self, belief: Belief, own: int, tried: int, ply: int, tries: int) -> float:
        """From a ply on, where `own` has the side's pieces, and what stands on all that was tried is known."""
        if ply % 2 != self.side:
            after, lost = self._others(belief, own, ply // 2 % 2)
            return self._best(after, own, tried, ply + 1, tries) - self.share * lost
        open_ones = [space for space in SPACES if not tried & space] if tried else [*UNLIKE]
        if not tries or not open_ones or own.bit_count() == RESERVES[self.side] + self.is_dealt:
            return (1 - self.share) * sum(belief.values())
        return max(self._tried(belief, own, tried | space, ply, tries - 1, space=space) for space in open_ones)

    def _tried(self, belief: Belief, own: int, tried: int, ply: int, tries: int, *, space: int) -> float:
        """What trying a space comes to: a piece stands there now, or it was taken."""
        open_there = {hidden: weight for hidden, weight in belief.items() if not hidden[0] & space}
        taken = {hidden: weight for hidden, weight in belief.items() if hidden[0] & space}
        value = self._best(taken, own, tried, ply + 1, tries) if taken else 0.0
        if own | space in HAS_LINE:
            return value + (1 - self.share) * sum(open_there.values())
        return value + (self._best(open_there, own | space, tried, ply + 1, tries) if open_there else 0.0)

    def _others(self, belief: Belief, own: int, seat: int) -> tuple[Belief, float]:
        """What may be after a seat of the others has played at random, and how likely it has won."""
        after: defaultdict[Hidden, float] = defaultdict(float)
        lost = 0.0
        for hidden, weight in belief.items():
            theirs, *known = hidden
            open_ones = [space for space in SPACES if not known[seat] & space]
            if not open_ones or theirs.bit_count() == RESERVES[1 - self.side] + self.is_dealt:
                after[hidden] += weight
                continue
            for space in open_ones:
                now = theirs if own & space else theirs | space
                if now in HAS_LINE:
                    lost += weight / len(open_ones)
                    continue
                learnt = known[seat] | space
                first, second = (learnt, known[1]) if seat == 0 else (known[0], learnt)
                after[now, first, second] += weight / len(open_ones)
        return after, lost


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tries", type=int, default=3, help="after so many whatever is not lost is won")
    parser.add_argument("--share", type=float, default=0.95, help="of the decided matches, which to ask for")
    asked = parser.parse_args(arguments)
    for name, is_dealt in GAMES.items():
        sides = [Reply(side, is_dealt, asked.share).best(asked.tries) for side in (0, 1)]
        can = "perhaps" if sum(sides) >= 0 else "not"
        print(f"{name:17} {can} {asked.share:.1%}: {sides[0]:+.4f} beginning, {sides[1]:+.4f} otherwise", flush=True)


if __name__ == "__main__":
    main()
