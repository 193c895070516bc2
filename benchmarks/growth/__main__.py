"""What a move costs as more is played, as tables for docs/performance.md: `make bench-growth`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable, Sequence
from functools import partial

from benchmarks.growth import at_once, lengths, stored


def _line(cells: Iterable[str]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    _begin(header)
    for row in rows:
        _line(row)


def _begin(header: Sequence[str]) -> None:
    sys.stdout.write("\n")
    _line(header)
    sys.stdout.write("|" + "---|" * len(header) + "\n")


async def _stored_table(server_url: str, game: str, sizes: Sequence[int]) -> None:
    _begin(stored.HEADER)
    async for row in stored.rows(server_url, game, sizes):
        _line(row)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth",
        description="Measures what a move costs as more is played. What is listed can be left out by naming no number.",
    )
    count = partial(parser.add_argument, type=int, nargs="*", metavar="N")
    count("--matches", default=[1, 10, 100, 1000, 2000], help="busy at once (1 10 100 1000 2000)")
    count(
        "--turns", default=[10, 100, 500, 1000, 1900], help="of matches that last, at most 1900 (10 100 500 1000 1900)"
    )
    count("--stored", default=[10**3, 10**4, 10**5, 10**6], help="turns, rising (1000 10000 100000 1000000)")
    parser.add_argument("--long", type=int, default=20, metavar="N", help="matches at once that last (20)")
    parser.add_argument("--seconds", type=float, default=15.0, help="for how long many matches are played (15)")
    parser.add_argument("--game", default="Connect4", help="what is played (Connect4)")
    parser.add_argument(
        "--database", default="", metavar="URL", help="of a PostgreSQL server on which databases may be made"
    )
    return parser.parse_args()


def main() -> None:
    """Measures, and prints the tables in Markdown."""
    given = _arguments()
    if given.stored:
        asyncio.run(_stored_table(given.database, given.game, given.stored))
    if given.matches:
        _table(at_once.HEADER, at_once.rows(given.game, given.matches, given.seconds, given.database))
    if given.turns:
        _table(lengths.HEADER, lengths.rows(given.turns, given.long, given.database))


if __name__ == "__main__":
    main()
