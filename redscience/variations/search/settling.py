"""What a finished simulation changes: visits, values, regrets, proofs."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import Record
from redscience.variations.search.choosing import chance_of, has_begun, regret_above
from redscience.variations.search.learning import count_later, learn
from redscience.variations.search.tree import worth


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
def proof_of(rules: Record, tree: Record, node: int) -> int:
    """The result that a node certainly has: a win of who moves there, or the best where every move is certain."""
    first = int(tree.first[node])
    seat = int(tree.mover[first])
    best, is_open = 0, False
    for child in range(first, first + tree.count[node]):
        proof = int(tree.proof[child])
        if seat >= rules.n_players:
            is_open = is_open or proof == 0 or proof != tree.proof[first]
            best = proof
        elif proof == 0:
            is_open = True
        elif worth(proof, seat) == 1.0:
            return proof
        elif best == 0 or worth(proof, seat) > worth(best, seat):
            best = proof
    return 0 if is_open else best


@inlined
def prove_end(rules: Record, tree: Record, node: int, result: int) -> None:
    """Notes that the match ends at a node, where that is certain, and what follows."""
    if tree.proves and tree.n_path and tree.proof[node] == 0:
        tree.proof[node] = result
        spread_proof(rules, tree)


@called
def spread_proof(rules: Record, tree: Record) -> None:
    """After the last move of the path became certain: what follows for the nodes that led there."""
    step = int(tree.n_path) - 1
    while step >= 0:
        node = tree.node[step]
        proof = proof_of(rules, tree, node)
        if proof == 0:
            return
        tree.proof[node] = proof
        step -= 1
