"""Which move of a node is tried next."""

from __future__ import annotations

from math import log

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.records import LOSE, WIN, Record
from redscience.variations.search.tree import LOGARITHMS, ROOM, result_in, take_step

FINE = 1 << 20  # what random fractions are made of
EXPLORATION = 0.1  # how often a sealed choice is made evenly
# So often for each of its moves a sealed choice is made evenly at first, while the seat that thinks alone learns: of
# several equilibria that one is found which it leads to, against others of whom nothing is known.
HEAD_START = 30
# What moves promise is reckoned with 32 bits, for as many at once as fit a register, and compared as whole numbers:
AT_ONCE = 8
NOTHING, ONE, THREE = np.float32(0.0), np.float32(1.0), np.float32(3.0)
LOG_2 = np.float32(log(2.0))
FINENESS = np.float32(1 << 20)
LOST, EVEN, CERTAIN = np.int32(-(1 << 30)), np.int32(1 << 19), np.int32(1 << 30)


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
def least_tried(tree: Record, first: int, count: int, pick: int) -> int:
    """Of the moves that promise as much as one of them that which was made least: what others get may hang on it."""
    best = pick
    for i in range(pick + 1, count):
        if tree.promise[i] == tree.promise[pick] and tree.visits[first + i] < tree.visits[first + best]:
            best = i
    return first + best


@called
def choose_best(tree: Record, node: int, seat: int) -> int:
    """The move that promises most: what it was worth, and what is not known of it yet (UCB1, with RAVE)."""
    first, count = int(tree.first[node]), int(tree.count[node])
    n = int(tree.visits[node])
    log_n = logarithm_above(tree, n)
    if tree.trust > 0.0:
        note_promises(tree, first, count, seat, log_n)
    else:
        note_plain_promises(tree, first, count, seat, log_n)
    promise = tree.promise[:count]
    best = LOST
    for i in range(count):
        best = max(best, promise[i])
    pick = 0
    while promise[pick] != best:
        pick += 1
    if result_in(int(tree.proof[node]), seat):
        return least_tried(tree, first, count, pick)
    return first + pick


@inlined
def take_best(tree: Record, node: int, seat: int) -> int:
    """Adds that move to the path, and returns it."""
    child = choose_best(tree, node, seat)
    tree.chance[tree.n_path] = 0.0
    take_step(tree, node, child, seat)
    return child


@called
def note_logarithms(tree: Record) -> None:
    """Reckons those of small numbers, by which all are told."""
    for n in range(LOGARITHMS):
        tree.logarithm[n] = log(n + 1.0)


@inlined
def logarithm_above(tree: Record, n: int) -> np.float32:
    """The logarithm of `n` and one, as far as it matters: of a large number within a thousandth."""
    doublings = NOTHING
    while n >= LOGARITHMS:
        n >>= 1
        doublings += LOG_2
    return np.float32(tree.logarithm[n] + doublings)


@inlined
def as_certain(promise: np.float32, proof: int, seat: int) -> np.int32:
    """What a move promises by its result, where that is certain: nothing is better than a win, or worse than a loss."""
    its = result_in(int(proof), seat)
    known = CERTAIN if its == WIN else (LOST if its == LOSE else EVEN)
    is_known = int(proof) & (3 << 2 * seat)  # (asked as `its` it is made a table, which is looked up one by one)
    return known if is_known else np.int32(promise * FINENESS)


@inlined
def reckoned_until(first: int, count: int) -> int:
    """Where a node's moves end, and a few entries more: none is left over where several are reckoned at once."""
    return min(first + (count + AT_ONCE - 1) // AT_ONCE * AT_ONCE, ROOM)


@inlined
def note_promises(tree: Record, first: int, count: int, seat: int, log_n: np.float32) -> None:
    """Notes what each move of a node promises; without a branch and by slices, so that several are reckoned at once."""
    trust, urgency, explores = tree.trust, tree.urgency, tree.explores
    end = reckoned_until(first, count)
    visits, gain, proof = tree.visits[first:end], tree.gain[first:end], tree.proof[first:end]
    often, later_gain = tree.later[first:end], tree.later_gain[first:end]
    promise = tree.promise[: end - first]
    for i in range(end - first):
        n, n_later = np.float32(visits[i]), np.float32(often[i])
        later = later_gain[i] / max(n_later, ONE)
        share = np.sqrt(trust / (THREE * n + trust))
        mean = gain[i] / max(n, ONE)
        known = (ONE - share) * mean + share * later if n_later > NOTHING else mean
        new = later if n_later > NOTHING else urgency
        its = (known if n > NOTHING else new) + explores * np.sqrt(log_n / (n + ONE))
        promise[i] = as_certain(its, proof[i], seat)


@inlined
def note_plain_promises(tree: Record, first: int, count: int, seat: int, log_n: np.float32) -> None:
    """The same where it does not matter what a move was worth later."""
    urgency, explores = tree.urgency, tree.explores
    end = reckoned_until(first, count)
    visits, gain, proof = tree.visits[first:end], tree.gain[first:end], tree.proof[first:end]
    promise = tree.promise[: end - first]
    for i in range(end - first):
        n = np.float32(visits[i])
        its = (gain[i] / max(n, ONE) if n > NOTHING else urgency) + explores * np.sqrt(log_n / (n + ONE))
        promise[i] = as_certain(its, proof[i], seat)


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


@inlined
def has_begun(tree: Record, node: int) -> bool:
    """Whether a sealed choice is made by what is regretted by now, and no longer evenly."""
    return bool(tree.visits[node] >= HEAD_START * tree.count[node])


@called
def choose_by_regret(position: Record, tree: Record, node: int, step: int) -> int:
    """A sealed choice, drawn by what is regretted; notes its chance in the path."""
    first, count = int(tree.first[node]), int(tree.count[node])
    total = regret_above(tree, node)
    evenly = EXPLORATION if has_begun(tree, node) else 1.0
    drawn = below(position, FINE) / FINE
    pick = first + count - 1
    is_drawn = False
    for child in range(first, first + count):
        chance = chance_of(tree, node, child, total)
        tree.mixture[child] += (1.0 - evenly) * chance
        drawn -= (1.0 - evenly) * chance + evenly / count
        if drawn < 0.0 and not is_drawn:
            pick, is_drawn = child, True
    tree.chance[step] = (1.0 - evenly) * chance_of(tree, node, pick, total) + evenly / count
    return pick
