"""PostgreSQL at size, as a table for docs/performance.md: `make bench-size`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from sqlalchemy import Engine

from benchmarks.services.databases import own_databases
from benchmarks.size.asked import ASKED, Asked
from benchmarks.size.filling import Size, fill
from benchmarks.size.plans import Cost, cost
from benchmarks.size.server import server_url
from services.kit.database import make_engine

HEADER = (
    "| service | what is asked | statements | rows read | at most | pages | ms | |\n|---|---|---|---|---|---|---|---|\n"
)

PAGES_EACH = 20
"""So many pages at most lead to a row: more are of an index that is looked through."""


def faults(asked: Asked, found: Cost) -> Iterator[str]:
    """What is wrong with it; nothing where it keeps to its figures."""
    yield from (f"reads all of {table}" for table in sorted(found.scanned))
    if found.rows > asked.rows:
        yield "reads too many rows"
    if found.pages > PAGES_EACH * asked.rows:
        yield "reads too many pages"
    if asked.ms is not None and found.ms > asked.ms:
        yield f"takes longer than {asked.ms:g} ms"


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _row(service: str, name: str, asked: Asked, found: Cost, wrong: str) -> str:
    figures = (found.statements, f"{found.rows:,}", f"{asked.rows:,}", f"{found.pages:,}", f"{found.ms:.2f}")
    return f"| {service} | {name} | {' | '.join(map(str, figures))} | {wrong} |\n"


def _measured(engine: Engine, service: str, all_asked: Mapping[str, Asked], plans: Path | None) -> int:
    """Prints a row for each; how many are at fault."""
    at_fault = 0
    for name, asked in all_asked.items():
        found = cost(engine, asked.ask)
        wrong = ", ".join(faults(asked, found))
        at_fault += bool(wrong)
        _say(_row(service, name, asked, found, wrong))
        if plans is not None and wrong:
            (plans / f"{service}, {name}.json".replace("/", "-")).write_text(json.dumps(found.plans, indent=1))
    return at_fault


def _run(server: str, size: Size, plans: Path | None) -> int:
    with own_databases(server) as url:
        begun = time.monotonic()
        for service in fill(url, size):
            sys.stderr.write(f"{service} is filled, {time.monotonic() - begun:.0f} s\n")
        _say(f"{size.players:,} players, {size.matches:,} matches, {size.turns:,} turns\n\n{HEADER}")
        at_fault = 0
        for service, make in ASKED.items():
            engine = make_engine(url.format(service=service))
            at_fault += _measured(engine, service, make(size), plans)
            engine.dispose()
        return at_fault


def main() -> None:
    """Fills, asks, and ends with 1 where something reads more than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.size", description="Asks large databases.")
    parser.add_argument("--players", type=int, default=10**6, help="(1000000)")
    parser.add_argument("--turns", type=int, default=10**7, help="(10000000)")
    parser.add_argument(
        "--database", default="", metavar="URL", help="of a PostgreSQL server, for somebody who may do anything there"
    )
    parser.add_argument("--plans", type=Path, default=None, metavar="FOLDER", help="for the plans of what is at fault")
    given = parser.parse_args()
    with server_url(given.database) as server:
        at_fault = _run(server, Size(given.players, given.turns), given.plans)
    if at_fault:
        sys.exit(f"{at_fault} read more than they may.")


if __name__ == "__main__":
    main()
