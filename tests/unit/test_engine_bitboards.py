"""What processors do with the bits of a board by one instruction is what the text says that they do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import cast

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redscience.variations.engine.bitboards import count_bits, first_space, nth_space

NUMBERS = st.integers(-(1 << 63), (1 << 63) - 1)


# As with kernels, their names must be no part's.
compiled = cast("Callable[[Callable[..., int]], Callable[..., int]]", numba.njit)


@compiled
def ask_count_bits(bits: int) -> int:
    return count_bits(bits)


@compiled
def ask_first_space(bits: int) -> int:
    return first_space(bits)


@compiled
def ask_nth_space(bits: int, n: int) -> int:
    return nth_space(bits, n)


def set_bits(number: int) -> list[int]:
    """The places of the bits that are set in a number of 64."""
    return [place for place in range(64) if number >> place & 1]


@given(NUMBERS)
def test_set_bits_are_counted(number: int) -> None:
    assert ask_count_bits(number) == len(set_bits(number))


@given(NUMBERS.filter(bool))
def test_every_set_bit_is_found_by_how_many_are_before_it(number: int) -> None:
    places = set_bits(number)
    assert ask_first_space(number) == places[0]
    assert [ask_nth_space(number, n) for n in range(len(places))] == places


PROGRAM = """
import numba
from redscience.variations.engine.bitboards import count_bits, nth_space

@numba.njit
def found(bits, n):
    return count_bits(bits), nth_space(bits, n)

print(found(-1 << 40 | 5, 3), "pdep" in found.inspect_asm(found.signatures[0]))
"""


@pytest.mark.slow
def test_processors_without_the_instruction_are_given_the_text() -> None:
    environment = os.environ | {"NUMBA_CPU_NAME": "generic", "PYTHONPATH": os.pathsep.join(sys.path)}
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "(26, 41) False\n"
