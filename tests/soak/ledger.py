"""What the platform has acknowledged, written down apart from it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass
class Ledger:
    """All that somebody was told has been done, in the order in which they were told.

    Attributes:
        created: by match, who was told that it, or the invitation to it, was made.
        moves: by match and seat, what the seat was told it has played.
        left: matches and seats that were told they have resigned.
        ends: by invitation that was called off, the reason that was told.
        started: matches of which somebody was told that they have started.
        finished: counts those that somebody has seen the end of.
        unanswered: how many calls met nobody, and were made again.
    """

    created: dict[str, str] = field(default_factory=dict)
    moves: defaultdict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    left: set[tuple[str, str]] = field(default_factory=set)
    ends: dict[str, str] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)
    finished: set[str] = field(default_factory=set)
    unanswered: int = 0

    def tally(self) -> Counter[str]:
        """How much there is of each."""
        return Counter(
            matches=len(self.started),
            finished=len(self.finished),
            moves=sum(map(len, self.moves.values())),
            called_off=len(self.ends),
            left=len(self.left),
        )
