"""Which move of a node is tried next."""

from __future__ import annotations

from math import log, sqrt

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.records import Record
from redscience.variations.search.tree import LOGARITHMS, take_step, worth

FINE = 1 << 20  # what random fractions are made of
EXPLORATION = 0.1  # how often a sealed choice is made evenly
LOST = -1000.0
CERTAIN = 1.0e9


@inlined
def choose_by_chance(position: Record, tree: Record, node: int) -> int:
    """A move as Chaos draws it."""
    first, count, total = tree.first[node], tree.count[node], 0
    for child in range(first, first + count):
        total += int(tree.weight[child])
    drawn = below(position, total)
    child = int(first)
    while drawn >= tree.weight[child]:
        drawn -= int(tree.weight[child])
        child += 1
    return child


@called
def choose_best(tree: Record, node: int, seat: int) -> int:
    """The move that promises most: what it was worth, and what is not known of it yet (UCB1, with RAVE)."""
    first, count = int(tree.first[node]), int(tree.count[node])
    n = int(tree.visits[node])
    log_n = float(tree.logarithm[n]) if n < LOGARITHMS else log(n + 1.0)
    if tree.trust > 0.0:
        note_promises(tree, first, count, seat, log_n)
    else:
        note_plain_promises(tree, first, count, seat, log_n)
    best, pick = 2 * LOST, first
    for i in range(count):
        if tree.promise[i] > best:
            best, pick = tree.promise[i], first + i
    return pick


@inlined
def take_best(tree: Record, node: int, seat: int) -> int:
    """Adds that move to the path, and returns it."""
    child = choose_best(tree, node, seat)
    tree.chance[tree.n_path] = 0.0
    take_step(tree, node, child)
    return child


@called
def note_logarithms(tree: Record) -> None:
    """Reckons those that are asked for most."""
    for n in range(LOGARITHMS):
        tree.logarithm[n] = log(n + 1.0)


@inlined
def certain_promise(promise: float, proof: int, seat: int) -> float:
    """What a move promises by its result, where that is certain: nothing is better than a win, or worse than a loss."""
    its = worth(proof, seat)
    known = CERTAIN if its == 1.0 else (LOST if its == 0.0 else its)
    return known if proof else promise


@inlined
def note_promises(tree: Record, first: int, count: int, seat: int, log_n: float) -> None:
    """Notes what each move of a node promises; without a branch and by slices, so that several are reckoned at once."""
    trust, urgency, explores = float(tree.trust), float(tree.urgency), float(tree.explores)
    visits, gain, proof = (
        tree.visits[first : first + count],
        tree.gain[first : first + count],
        tree.proof[first : first + count],
    )
    often, later_gain = tree.later[first : first + count], tree.later_gain[first : first + count]
    promise = tree.promise[:count]
    for i in range(count):
        n, n_later = float(visits[i]), float(often[i])
        later = later_gain[i] / max(n_later, 1.0)
        share = sqrt(trust / (3.0 * n + trust))
        mean = gain[i] / max(n, 1.0)
        known = (1.0 - share) * mean + share * later if n_later > 0.0 else mean
        new = later if n_later > 0.0 else urgency
        its = (known if n > 0.0 else new) + explores * sqrt(log_n / (n + 1.0))
        promise[i] = certain_promise(its, proof[i], seat)


@inlined
def note_plain_promises(tree: Record, first: int, count: int, seat: int, log_n: float) -> None:
    """The same where it does not matter what a move was worth later."""
    urgency, explores = float(tree.urgency), float(tree.explores)
    visits, gain, proof = (
        tree.visits[first : first + count],
        tree.gain[first : first + count],
        tree.proof[first : first + count],
    )
    promise = tree.promise[:count]
    for i in range(count):
        n = float(visits[i])
        its = (gain[i] / max(n, 1.0) if n > 0.0 else urgency) + explores * sqrt(log_n / (n + 1.0))
        promise[i] = certain_promise(its, proof[i], seat)


@inlined
def regret_above(tree: Record, node: int) -> float:
    """The sum of what is regretted of a node's moves."""
    total = 0.0
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        total += max(tree.regret[child], 0.0)
    return total


@inlined
def chance_of(tree: Record, node: int, child: int, total: float) -> float:
    """With which chance a move is made, by what is regretted (regret matching)."""
    return float(max(tree.regret[child], 0.0)) / total if total > 0.0 else 1.0 / float(tree.count[node])


@called
def choose_by_regret(position: Record, tree: Record, node: int, step: int) -> int:
    """A sealed choice, drawn by what is regretted; notes its chance in the path."""
    first, count = int(tree.first[node]), int(tree.count[node])
    total = regret_above(tree, node)
    drawn = below(position, FINE) / FINE
    pick = first + count - 1
    is_drawn = False
    for child in range(first, first + count):
        chance = chance_of(tree, node, child, total)
        tree.mixture[child] += chance
        drawn -= (1.0 - EXPLORATION) * chance + EXPLORATION / count
        if drawn < 0.0 and not is_drawn:
            pick, is_drawn = child, True
    tree.chance[step] = (1.0 - EXPLORATION) * chance_of(tree, node, pick, total) + EXPLORATION / count
    return pick
