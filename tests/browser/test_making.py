"""Games are made in the Factory out of Tic-Tac-Toe, by its controls and markers alone, and played to the end by clicks.

A few in every run; all of the catalogue by `make acceptance`, which renews the table of docs/making.md.
"""

from __future__ import annotations

import fcntl
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fixtures.browser import Person
from fixtures.decisions import play_to_the_end
from fixtures.maker import make
from playwright.sync_api import expect

from redscience.variations import catalogue

FEW = ("Achi", "3Blotto13")
"""A board that is as it was, and several of stacks."""
MOST_DECISIONS = 400
PASSING_AFTER = 6
MOST_MATCHES = 20
"""In some games a seat has nothing to decide, or Chaos ends them before: another match gives another seat."""
ROW = re.compile(r"^\| (\S+) \| (\d+) \| (\d+) \|$", re.MULTILINE)

Results = dict[str, tuple[int, int]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All games where all are asked for."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", catalogue.names() if metafunc.config.getoption("--every-game", None) else FEW)


@pytest.fixture(scope="module")
def results(pytestconfig: pytest.Config) -> Iterator[Results]:
    """For each game what it took to make it and to play it; rows of the table in the file of `--every-game`."""
    found: Results = {}
    yield found
    name = pytestconfig.getoption("--every-game", None)
    if name is not None:
        with Path(name).open("a+", encoding="utf-8") as file:
            # Workers share the games, and each has its own.
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            found = {row[1]: (int(row[2]), int(row[3])) for row in ROW.finditer(file.read())} | found
            file.truncate(0)
            file.write(table({game: found[game] for game in catalogue.names() if game in found}))


def table(results: Results) -> str:
    """The page of docs/ that has them."""
    rows = "".join(f"| {name} | {made} | {played} |\n" for name, (made, played) in results.items())
    return f"""# What it takes to make a game

Each game of the catalogue, made in the Factory out of Tic-Tac-Toe by its controls and markers alone, recognised by its
digest, and played to the end on the Playground against Random by clicks. An option chosen, a number typed, a button
pressed and a stroke over spaces are one action each; by clicks alone an option takes two, one that opens the list and
one that chooses, where it is not drawn to in one go. A decision is a move, a choice or a pass, in the first match in
which there was one. `make acceptance` does it all and writes this table.

| game | actions to make it | decisions until its end |
|---|---|---|
{rows}"""


def test_a_game_is_made_from_tic_tac_toe_and_played(people: Callable[..., Person], results: Results, game: str) -> None:
    ada = people("ada")
    page = ada.open("/factory")
    page.locator("#english p").first.wait_for()
    rules = catalogue.get(game)
    actions = make(page, rules)
    expect(page.locator("#same-as")).to_have_text(f"These are the rules of {game}.")
    players = len(set(rules.seats) - {"chaos"})
    for _ in range(MOST_MATCHES):
        ada.new_match(game, players=players)
        decided = play_to_the_end(page, passing_after=PASSING_AFTER, most=MOST_DECISIONS)
        if decided:
            break
    assert decided, f"{game} is never played by clicks"
    results[game] = actions, decided
