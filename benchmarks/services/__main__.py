"""What the whole platform carries, beside what this machine gives at best: `make bench-services`.

docs/performance.md says what is measured and how.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.services import busy, idle, peers, watchers
from benchmarks.services.busy import WAYS, Load
from benchmarks.services.platform import Platform, running
from benchmarks.services.report import Yardstick

Scenario = Callable[[Platform, Sequence[Yardstick]], Iterator[str]]
"""Puts a platform of its own under load, and says what came of it."""


def scenarios(arguments: argparse.Namespace) -> list[Scenario]:
    """What was asked for."""
    game, seconds = arguments.game, arguments.seconds
    return [
        *(
            partial(busy.run, Load(game, matches, seconds, arguments.think, arguments.way, arguments.beside))
            for matches in arguments.matches
        ),
        *(partial(idle.run, game, matches, seconds) for matches in arguments.idle),
        *(partial(watchers.run, game, count) for count in arguments.watchers),
    ]


def measure(several: list[Scenario], server_url: str, *, with_boardgameio: bool) -> Iterator[str]:
    """Runs everything, and says what came of each scenario as soon as it is known."""
    with tempfile.TemporaryDirectory(prefix="redscience-bench-") as name:
        folder = Path(name)
        if with_boardgameio:
            yield peers.boardgameio(folder)
        for number, scenario in enumerate(several):
            # Anew for each: the machine may be slower by a third some minutes later.
            yardsticks = [asyncio.run(peers.calls()), peers.commits(folder, server_url)]
            with running(folder / str(number), server_url) as platform:
                yield from scenario(platform, yardsticks)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.services",
        description="Measures the platform under load. What is listed can be left out by naming no number.",
    )
    count = partial(parser.add_argument, type=int, nargs="*", metavar="N")
    count("--matches", default=[20, 100, 200], help="busy at once (20 100 200)")
    count("--idle", default=[2000], help="open and idle (2000)")
    count("--watchers", default=[1000], help="of one match (1000)")
    parser.add_argument("--seconds", type=float, default=15.0, help="for how long each (15)")
    parser.add_argument("--game", default="Connect4", help="what is played (Connect4)")
    parser.add_argument("--think", type=float, default=0.0, help="ms that our side thinks about a move (0)")
    parser.add_argument(
        "--beside", type=int, default=0, metavar="N", help="matches of three 8×8×8 boards that go on beside them (0)"
    )
    parser.add_argument(
        "--way", choices=WAYS, default="stream", help="how is played: " + ", ".join(map(": ".join, WAYS.items()))
    )
    parser.add_argument(
        "--database", default="", metavar="URL", help="of a PostgreSQL server on which databases may be made"
    )
    parser.add_argument("--no-boardgameio", action="store_true", help="without boardgame.io, which npm would install")
    return parser.parse_args()


def main() -> None:
    """Measures and reports."""
    arguments = _arguments()
    several = scenarios(arguments)
    for line in measure(several, arguments.database, with_boardgameio=not arguments.no_boardgameio):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
