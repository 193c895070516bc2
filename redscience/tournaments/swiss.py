"""Who meets in the next round: players who have met least so far, and in a Swiss tournament have done alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from redscience.tournaments.pairings import Combination

Meetings = Mapping[tuple[int, int], int]
"""How often two players met, the smaller number first."""


def next_round(ranking: Sequence[int], rounds: Iterable[Sequence[Combination]], places: int) -> list[Combination]:
    """The combinations of the next round; whoever is in none of them sits out.

    Those sit out who have done so least often, the last of the ranking first. Groups are made from the top: whoever
    is next in the ranking is joined by those who have met the group least, the best of them first. Then players are
    exchanged between groups as long as that saves a meeting.

    Args:
        ranking: all players, the best first.
        rounds: the combinations of the rounds before.
        places: how many play in a game; at most as many as there are players.
    """
    before = [tuple(each) for each in rounds]
    met = meetings(combination for each in before for combination in each)
    playing = _playing(ranking, before, places)
    groups: list[list[int]] = []
    while playing:
        groups.append(_group(playing, met, places))
    _exchange(groups, met)
    return [tuple(group) for group in groups]


def mixed_rounds(players: int, places: int, rounds: int) -> list[list[Combination]]:
    """The combinations of so many rounds in which the same players meet again as rarely as is found simply.

    Args:
        players: how many there are.
        places: how many play in a game; at most as many as there are players.
        rounds: how many.
    """
    found: list[list[Combination]] = []
    for _ in range(rounds):
        found.append(next_round(range(players), found, places))
    return found


def meetings(combinations_played: Iterable[Combination]) -> Meetings:
    """How often any two met."""
    return Counter(_pair(*pair) for played in combinations_played for pair in combinations(played, 2))


def _playing(ranking: Sequence[int], rounds: Sequence[Sequence[Combination]], places: int) -> list[int]:
    """Who plays in the next round, the best first."""
    played = Counter(player for each in rounds for combination in each for player in combination)
    from_the_end = {player: place for place, player in enumerate(reversed(ranking))}
    order = sorted(ranking, key=lambda player: (-played[player], from_the_end[player]))
    out = set(order[: len(ranking) % places])
    return [player for player in ranking if player not in out]


def _group(playing: list[int], met: Meetings, places: int) -> list[int]:
    """Takes the next group out of those who have none yet."""
    group = [playing.pop(0)]
    while len(group) < places:
        joining = min(playing, key=lambda player: _met(player, group, met))
        playing.remove(joining)
        group.append(joining)
    return group


def _exchange(groups: list[list[int]], met: Meetings) -> None:
    """Exchanges players of two groups as long as fewer have met before for it; those of the last groups first."""
    while any(_exchanged(one, other, met) for one, other in combinations(reversed(groups), 2)):
        pass


def _exchanged(one: list[int], other: list[int], met: Meetings) -> bool:
    """Whether an exchange between two groups saved a meeting."""
    for here, mine in enumerate(one):
        for there, theirs in enumerate(other):
            others_of_one, others_of_other = one[:here] + one[here + 1 :], other[:there] + other[there + 1 :]
            now = _met(mine, others_of_one, met) + _met(theirs, others_of_other, met)
            if _met(theirs, others_of_one, met) + _met(mine, others_of_other, met) < now:
                one[here], other[there] = theirs, mine
                return True
    return False


def _met(player: int, group: Iterable[int], met: Meetings) -> int:
    return sum(met.get(_pair(player, other), 0) for other in group)


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
