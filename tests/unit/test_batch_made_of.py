"""What tournaments are made of, as threads that read and the one that writes share it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any

from services.batch import schema
from services.batch.made_of import Fixed, MadeOf
from services.kit.ids import new_id

ADA, DEEP = new_id(), new_id()
TOURNAMENTS = [new_id() for _ in range(8)]


class Rows:
    """A database in which Deep, a bot, plays in every tournament.

    Args:
        meanwhile: is called whenever the players have been read.
    """

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        self._meanwhile = meanwhile

    def execute(self, query: Any, of: dict[str, list[str]]) -> list[SimpleNamespace]:
        """The rows of a table."""
        if schema.players not in query.get_final_froms():
            self._meanwhile()
            return []
        deep = {"player_id": DEEP, "name": "Deep", "entry": None, "seconds": None, "simulations": None}
        return [SimpleNamespace(tournament_id=each, **deep) for each in of["ids"]]


def made_of(fixed: Fixed, tournament_id: str, rows: Rows) -> MadeOf:
    row = SimpleNamespace(id=tournament_id, status="running", seen_at_ms=0)
    (found,) = fixed.of(rows, [row])  # type: ignore[arg-type, list-item]  # as far as it is asked
    return found


def named(fixed: Fixed) -> list[str]:
    return [player.name for player in made_of(fixed, TOURNAMENTS[0], Rows()).players]


def test_readers_get_what_they_ask_for_while_others_drop_it() -> None:
    fixed, rows = Fixed(lambda _: ("", "house"), most=2), Rows()

    def look(first: int) -> None:
        for number in range(first, first + 1_000):
            made_of(fixed, TOURNAMENTS[number * 7 % len(TOURNAMENTS)], rows)

    with threads_taking_turns(), ThreadPoolExecutor(4) as readers:
        looked = [readers.submit(look, number) for number in range(4)]
        for number in count():
            if all(each.done() for each in looked):
                break
            fixed.rename({ADA: f"Gone {number}"})
        for each in looked:
            each.result()


def test_a_name_that_was_read_before_a_bot_was_renamed_is_not_kept() -> None:
    fixed = Fixed(lambda _: ("", "house"))
    made_of(fixed, TOURNAMENTS[0], Rows(meanwhile=lambda: fixed.rename({DEEP: "Gone"})))
    assert named(fixed) == ["Gone"]


@contextmanager
def threads_taking_turns() -> Iterator[None]:
    """Has the interpreter go from thread to thread as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
