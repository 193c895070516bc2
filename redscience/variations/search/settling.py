"""What a finished simulation changes: visits, values, regrets, proofs."""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import WIN, Record
from redscience.variations.search.choosing import chance_of, has_begun, regret_above
from redscience.variations.search.learning import count_later, learn
from redscience.variations.search.tree import is_whole, proven, result_in, worth

LOWER = 0x5555  # the lower bit of each seat in a result


@inlined
def regret(tree: Record, step: int, share: float) -> None:
    """Notes what would have been better than a sealed choice: the mean worth of the others stands for theirs.

    No leads are worth anything where there are sealed choices.
    """
    node, chosen, chance = tree.node[step], tree.child[step], float(tree.chance[step])
    total = regret_above(tree, node)
    n = tree.visits[chosen]
    guess = tree.gain[chosen] / n if n else 0.5
    found = guess + (share - guess) / chance
    mean = 0.0
    first, count = int(tree.first[node]), int(tree.count[node])
    for child in range(first, first + count):
        n = tree.visits[child]
        its = found if child == chosen else (tree.gain[child] / n if n else 0.5)
        mean += chance_of(tree, node, child, total) * its
    for child in range(first, first + count):
        n = tree.visits[child]
        its = found if child == chosen else (tree.gain[child] / n if n else 0.5)
        tree.regret[child] += its - mean


@called
def settle_simulation(rules: Record, tree: Record, result: int, thinker: int) -> None:
    """Adds a simulation to all that it went through."""
    for step in range(tree.n_path):
        child, seat = tree.child[step], tree.actor[step]
        if tree.strays >> seat & 1 and tree.chance[step] == 0.0:
            continue  # nobody has meant it
        share = worth(result, seat)
        lead = tree.lead if seat == 0 else -tree.lead
        if tree.trust > 0.0 and tree.chance[step] == 0.0:
            count_later(tree, step, share + lead)
        if tree.chance[step] > 0.0 and (seat == thinker or has_begun(tree, tree.node[step])):
            regret(tree, step, share)
        tree.visits[child] += 1
        tree.gain[child] += share + lead
        if tree.hidden:
            tree.visits[tree.node[step]] += 1
        if lead != 0.0:
            tree.extra[child] += lead
    if tree.draws > 1:
        learn(tree, result)
    for seat in range(rules.n_seats):
        tree.won[seat] += worth(result, seat)
    tree.simulations += 1


@inlined
def agreed(result: int, other: int) -> int:
    """What two results both say: 0 of those of whom they differ."""
    differ = ((result ^ other) | (result ^ other) >> 1) & LOWER
    return result & ~(3 * differ)


@called
def common_proof(rules: Record, tree: Record, node: int) -> int:
    """What is certain after each of a node's moves that may be made, where something is certain after all of them.

    Who moves makes none that is certainly worse for them than another. Of those that may be best they may make any.
    """
    first = int(tree.first[node])
    seat = int(tree.mover[first])
    best, common, is_first = 0, 0, True
    if seat < rules.n_players:
        for child in range(first, first + tree.count[node]):
            best = max(best, result_in(proven(tree, child), seat))
    for child in range(first, first + tree.count[node]):
        proof = proven(tree, child)
        its = result_in(proof, seat) if seat < rules.n_players else 0
        if not its or its == best:
            common = proof if is_first else agreed(common, proof)
            is_first = False
    return common


@inlined
def proof_of(rules: Record, tree: Record, node: int) -> int:
    """The result that a node certainly has; 0 of those for whom it is open.

    Who moves there certainly wins if they can, and else has the best where every move is certain. What others have may
    hang on which of several such moves is made.
    """
    first = int(tree.first[node])
    seat = int(tree.mover[first])
    with_win = int(np.int64(tree.with_win[seat])) if seat < rules.n_players else 0
    is_won, is_open = False, False
    for child in range(first, first + tree.count[node]):
        proof = proven(tree, child)
        if proof == 0:
            is_open = True
        elif with_win and result_in(proof, seat) == WIN:
            if is_whole(tree, with_win):
                return proof
            is_won = True
    known = 0 if is_open else common_proof(rules, tree, node)
    return known | with_win if is_won else known


@inlined
def prove_end(rules: Record, tree: Record, node: int, result: int) -> None:
    """Notes that the match ends at a node, where that is certain, and what follows."""
    if tree.proves and tree.n_path and not is_whole(tree, proven(tree, node)):
        tree.proof[node] = result
        spread_proof(rules, tree)


@called
def spread_proof(rules: Record, tree: Record) -> None:
    """After more became certain of the last move of the path: what follows for the nodes that led there."""
    step = int(tree.n_path) - 1
    while step >= 0:
        node = tree.node[step]
        proof = proven(tree, node) | proof_of(rules, tree, node)
        if proof == tree.proof[node]:
            return
        tree.proof[node] = proof
        step -= 1
