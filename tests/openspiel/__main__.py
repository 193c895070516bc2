"""Random games step by step beside OpenSpiel's: `make openspiel`, or from tests/ `python -m openspiel [GAME …]`.

Every game is played to its end, whatever differs; exits with 1 where anything did, and says how to see it again, and
with 2 where OpenSpiel is missing or a game is unknown.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from random import SystemRandom

from openspiel.games import ADAPTERS

STEP = 100
SHOWN = 3


def main() -> int:
    """Compares the games that are asked for; all, if none is."""
    parser = argparse.ArgumentParser("openspiel", description="Plays random games step by step beside OpenSpiel's.")
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(ADAPTERS))
    parser.add_argument("--games", type=int, default=10_000, help="how many of each (10,000)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1 << 32), help="of the games")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="plays one game again")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.names if name not in ADAPTERS]:
        print(f"no such game here: {', '.join(unknown)}; there are {', '.join(ADAPTERS)}", file=sys.stderr)
        return 2
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is missing: it is installed by the extra `bench`; nothing was compared.", file=sys.stderr)
        return 2
    numbers = range(chosen.games) if chosen.only is None else range(chosen.only, chosen.only + 1)
    print(f"seed {chosen.seed}, {len(numbers)} games each", flush=True)
    found = sum(compare(name, chosen.seed, numbers) for name in chosen.names or ADAPTERS)
    print(f"{found} differ" if found else "none differs")
    return int(found > 0)


def compare(name: str, seed: int, numbers: range) -> int:
    """Compares one game, and shows what comes of it; returns in how many games the two differ."""
    from openspiel.walk import Comparison, End, Tally  # noqa: PLC0415 - needs OpenSpiel

    comparison, tally, found, began = Comparison(ADAPTERS[name]), Tally(), 0, time.monotonic()
    for step in range(numbers.start, numbers.stop, STEP):
        for finding in comparison.walk(seed, range(step, min(step + STEP, numbers.stop)), tally):
            found += 1
            if found <= SHOWN:
                print(f"\n{name}: {finding.what}\n{' '.join(finding.moves)}\n{finding.state}\n{finding.peer}")
                print(f"Again: make openspiel GAMES={name} SEED={seed} ONLY={finding.number}", flush=True)
        progress(name, tally.games + found, len(numbers))
    took = time.monotonic() - began
    print(
        f"{name:14} {tally.games + found:6} games {tally.plies:8} plies {took:6.0f} s, {found} differ; "
        + ", ".join(f"{tally.ends[end]} {end.value}" for end in End if tally.ends[end]),
        flush=True,
    )
    return found


def progress(name: str, done: int, games: int) -> None:
    """Where it is; on a terminal in one line."""
    if done < games and (sys.stdout.isatty() or done % (STEP * 10) == 0):
        print(f"{name:14} {done:6} of {games}", end="\r" if sys.stdout.isatty() else "\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
