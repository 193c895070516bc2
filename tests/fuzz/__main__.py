"""Many inputs made to break the readers of the library: `make fuzz`, or from tests/ `python -m fuzz`.

Exits with 1 at the first input from which anything but the named errors comes, and says how to see it again.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
from random import SystemRandom

from fuzz.search import Finding, Tally, search

STUCK_AFTER_S = 300
STEP = 500


def main() -> int:
    """Tries as many inputs as wanted, or one again."""
    parser = argparse.ArgumentParser("fuzz", description="Tries many inputs made to break the readers of the library.")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many (1,000,000)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1 << 32), help="of the inputs")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="tries one input again, and shows it")
    chosen = parser.parse_args()
    numbers = range(chosen.inputs) if chosen.only is None else range(chosen.only, chosen.only + 1)
    print(f"seed {chosen.seed}, {len(numbers)} inputs", flush=True)
    tally, began = Tally(), time.monotonic()
    for step in range(numbers.start, numbers.stop, STEP):
        # A reader that hangs ends the process with a traceback of where.
        faulthandler.dump_traceback_later(STUCK_AFTER_S, exit=True)
        for finding in search(chosen.seed, range(step, min(step + STEP, numbers.stop)), tally):
            show(finding, chosen.seed)
            return 1
        progress(tally, len(numbers), began)
    faulthandler.cancel_dump_traceback_later()
    print()
    for (trial, came), count in sorted(tally.counts.items()):
        print(f"{trial:14} {came:16} {count:9}")
    print(f"slowest: {tally.slowest_s * 1000:.0f} ms, number {tally.slowest}")
    return 0


def progress(tally: Tally, inputs: int, began: float) -> None:
    """Where it is; on a terminal in one line."""
    done = tally.counts.total()
    if sys.stdout.isatty() or done % (STEP * 20) == 0:
        print(
            f"{done:9} of {inputs}, {done / (time.monotonic() - began):6.0f}/s",
            end="\r" if sys.stdout.isatty() else "\n",
            flush=True,
        )


def show(finding: Finding, seed: int) -> None:
    """The input, what came of it, and how to try it again."""
    print(f"\nFound by a {finding.trial}:\n{finding.given!a}\n\n{finding.came}")
    print(f"Again: make fuzz SEED={seed} ONLY={finding.number}")


if __name__ == "__main__":
    sys.exit(main())
