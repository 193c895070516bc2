"""The searcher of a variation; see `redscience.search.findings`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from redscience.many_games import engine_seed
from redscience.search.findings import Findings, MoveFindings, Searcher, only_best
from redscience.variations.engine.records import POSITION, Array, record, row_of
from redscience.variations.history import LEAVE, Event, backward
from redscience.variations.prepared import PreparedGame
from redscience.variations.search import kernels
from redscience.variations.search.tree import NONE, TREE
from redscience.variations.situation import Situation, thread_scratch
from redscience.variations.winning import with_win

TINY = 16
"""A board of so many spaces."""
TWO_SIDES = 2
CONSTANTS = ("explores", "urgency", "trust", "draws", "replies", "leads")
"""How a tree is searched, by what sort of game."""
WORTH = (0.0, 0.0, 0.5, 1.0)
"""Of LOSE, DRAW and WIN, by their numbers."""


class VariationSearcher(Searcher):
    """A tree in records, and the engine's own playouts.

    Attributes:
        explores, urgency, trust, draws, replies, leads: see `tree.TREE`; chosen by docs/adr/0021-standard-player.md.
            Where pieces are only placed and rows looked for, those hold that end in `_stacked` on stacks, in `_tiny` on
            boards of which a search soon knows all, in `_plain` on others; `_converting` where they are placed and
            convert what they enclose, no more; `_moving` where else pieces can move or be captured.
        by_chance: likewise, where something is hidden and there are more than two sides; 0 elsewhere.
    """

    urgency = 1000.0
    explores, explores_moving, explores_converting, explores_plain = 0.6, 0.4, 0.4, 0.3
    trust, trust_plain, trust_stacked, trust_tiny = 300.0, 1000.0, 0.0, 0.0
    draws, draws_plain, draws_stacked, draws_tiny = 4, 1, 4, 1
    replies, replies_converting = 0.0, 1.0
    leads = 6.0
    by_chance = 0.5

    def __init__(self, game: PreparedGame) -> None:
        self.game = game
        self._tree, self._positions = record(TREE), record(POSITION)
        self._spare: Array | None = None
        self._origins = self._positions[:0]
        self._last: Event | None = None
        self._seat = 0
        self._with_win = with_win(game.rules)

    def begin(self, states: Sequence[Situation], seat: str, seed: int) -> None:
        """Turns to a new position: the moves since the last one are followed down the tree."""
        self._seat = self.game.numbers[seat]
        if not self._follow(states, seat):
            self._begin_tree()
        self._origins = row_of([state.record for state in states])
        if len(self._positions) < len(states):
            self._positions = row_of([record(POSITION)] * len(states))
        self._positions[0]["random"] = engine_seed(seed) | 1
        self._last = states[0].last

    def search(self, simulations: int) -> int:
        """Plays so many simulations more."""
        before = self._done
        kernels.search_more(
            self.game.rules,
            self._origins,
            self._positions,
            thread_scratch(),
            self._tree,
            self._seat,
            simulations,
        )
        return self._done - before

    def findings(self) -> Findings:
        """What has been found out."""
        tree, seats = self._tree[0], self.game.seats
        proof, done = int(tree["proof"][0]) if not tree["hidden"] else 0, max(self._done, 1)
        known = [proof >> 2 * n & 3 for n in range(len(seats))]
        won = [WORTH[its] if its else float(tree["won"][n]) / done for n, its in enumerate(known)]
        certain = frozenset(seat for seat, its in zip(seats, known, strict=True) if its)
        return Findings(dict(zip(seats, won, strict=True)), self._moves(), self._done, certain)

    @property
    def _done(self) -> int:
        return int(self._tree[0]["simulations"])

    def _begin_tree(self) -> None:
        tree, game = self._tree[0], self.game
        for name in CONSTANTS:
            tree[name] = getattr(self, f"{name}_{self._sort}", getattr(self, name))
        tree["hidden"] = game.has_secrets
        tree["by_chance"] = self.by_chance if game.has_secrets and len(set(game.teams.values())) > TWO_SIDES else 0.0
        tree["proves"] = not (game.has_secrets or game.has_chance)
        tree["whole"] = sum(1 << 2 * number for number in range(len(game.seats)))
        tree["with_win"][: len(game.seats)] = self._with_win
        kernels.begin_tree(self._tree)

    @property
    def _sort(self) -> str:
        """Which of the constants apply."""
        rules = self.game.rules[0]
        if rules["plain"]:
            return "stacked" if rules["gravity"] else "tiny" if rules["n_spaces"] <= TINY else "plain"
        if rules["converts"]:
            return "converting"
        return "moving" if rules["mobile"] else "other"

    def _follow(self, states: Sequence[Situation], seat: str) -> bool:
        """Goes down the tree by what has happened since; whether that could be done."""
        if len(states) != 1 or self._tree[0]["hidden"] or not len(self._origins):
            return False
        node = self._reached(states[0])
        if node == NONE or seat not in states[0].acting:
            return False
        if self._spare is None:
            self._spare = record(TREE)
        for name in (*CONSTANTS, "hidden", "proves", "whole", "with_win"):
            self._spare[0][name] = self._tree[0][name]
        kernels.keep_tree(self._tree, node, self._spare)
        self._tree, self._spare = self._spare, self._tree
        return True

    def _reached(self, state: Situation) -> int:
        """The node of a state; NONE if it does not come of the last one, or is not in the tree."""
        since: list[Event] = []
        for event in backward(state.last):
            if event is self._last:
                break
            since.append(event)
        else:
            if self._last is not None:
                return NONE
        node = 0
        for event in reversed(since):
            node = NONE if event.text == LEAVE else self._child(node, event.move)
            if node == NONE:
                break
        return node

    def _child(self, node: int, move: int) -> int:
        tree = self._tree[0]
        first = int(tree["first"][node])
        if first == NONE:
            return NONE
        found = (tree["move"][first : first + int(tree["count"][node])] == move).nonzero()[0]
        return first + int(found[0]) if len(found) else NONE

    def _moves(self) -> Mapping[str, MoveFindings]:
        tree = self._tree[0]
        root = int(tree["root"])
        first = int(tree["first"][root]) if root != NONE else NONE
        if first == NONE or tree["mover"][first] != self._seat:
            return {}
        block = slice(first, first + int(tree["count"][root]))
        visits, mixtures = tree["visits"][block].tolist(), tree["mixture"][block].tolist()
        if not any(mixtures):  # a sealed choice that was always made evenly; elsewhere nothing is regretted
            mixtures = tree["regret"][block].clip(0.0).tolist()
        totals = (tree["gain"][block] - tree["extra"][block]).tolist()
        texts, proofs = map(self.game.text_of, tree["move"][block].tolist()), tree["proof"][block].tolist()
        mixed = sum(mixtures)
        moves = {}
        for text, n, total, proof, mixture in zip(texts, visits, totals, proofs, mixtures, strict=True):
            known = proof >> 2 * self._seat & 3
            value = WORTH[known] if known else (total / n if n else 0.5)
            moves[text] = MoveFindings(n, value, mixture / mixed if mixed else 0.0, bool(known))
        return moves if mixed else only_best(moves)
