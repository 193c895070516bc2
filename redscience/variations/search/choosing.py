"""Which move of a node is tried next."""

from __future__ import annotations

from math import log, sqrt

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.records import Record
from redscience.variations.search.tree import worth

FINE = 1 << 20  # what random fractions are made of
EXPLORATION = 0.1  # how often a sealed choice is made evenly
LOST = -1000.0
EAGER = 1000.0


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
    log_n = log(float(tree.visits[node]) + 1.0)
    best, pick = 2 * LOST, first
    for child in range(first, first + count):
        n = float(tree.visits[child])
        if tree.proof[child]:
            promise = float(worth(tree.proof[child], seat))
            if promise == 1.0:
                return child
            if promise == 0.0:
                promise = LOST
        else:
            promise = tree.total[child] / n if n > 0.0 else tree.urgency
            if tree.trust > 0.0 and tree.later[child]:
                later = tree.later_total[child] / tree.later[child]
                share = sqrt(tree.trust / (3.0 * n + tree.trust))
                promise = later if n == 0.0 else (1.0 - share) * promise + share * later
            promise += tree.explores * sqrt(log_n / (n + 1.0))
        if promise > best:
            best, pick = promise, child
    return pick


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
