"""What was done before is told by keys: different doings have different keys."""

from __future__ import annotations

from functools import reduce
from itertools import chain, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from redscience.kernels.compiled import in_python
from redscience.variations.engine import repetition
from redscience.variations.engine.spaces import HASH_MASK
from redscience.variations.packing import move_of

mixed_key = in_python(repetition.mixed_key)

MOVES = [move_of(1, source, target) for source, target in permutations(range(5), 2)]


def key_of_round(position: int, plans: tuple[tuple[int, ...], ...]) -> int:
    """As a round of sealed plans is remembered."""
    parts = [(seat, move) for seat, plan in enumerate(plans, 1) for move in plan]
    return reduce(lambda key, part: mixed_key(key, *part), parts, position)


@settings(max_examples=10)
@given(st.integers(0, HASH_MASK))
def test_two_rounds_from_one_position_have_one_key_only_if_they_are_the_same(position: int) -> None:
    plans = list(chain(((),), ((move,) for move in MOVES), product(MOVES, repeat=2)))
    few = [plan for plan in plans if set(plan) <= set(MOVES[:6])]
    rounds = [*product(few, repeat=2), *((plan, ()) for plan in plans)]
    keys = {key_of_round(position, each) for each in rounds}
    assert len(keys) == len(set(rounds))
    assert all(0 <= key <= HASH_MASK for key in keys)
