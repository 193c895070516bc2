"""People and bots play while processes are killed: `make soak`, or from tests/ `python -m soak`.

Exits with 1 where anything was lost, doubled or stuck, says what, and keeps the folder of the platform.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path
from random import SystemRandom

from fixtures.platform import Platform
from soak.run import soak


def main() -> int:
    """Kills as often as wanted, and shows what came of it."""
    parser = argparse.ArgumentParser("soak", description="Kills processes of a platform while people and bots play.")
    parser.add_argument("--kills", type=int, default=200, help="how many (200)")
    parser.add_argument(
        "--seed",
        type=int,
        default=SystemRandom().randrange(1 << 32),
        help="of who is killed when, and of what is played; in which step of its work a process dies is chance",
    )
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    print(f"seed {chosen.seed}, {chosen.kills} kills, in {folder}", flush=True)
    platform, began = Platform(folder / "state"), time.monotonic()
    platform.start()
    try:
        findings = asyncio.run(soak(platform, chosen.seed, chosen.kills, lambda text: print(text, flush=True)))
    finally:
        platform.stop()
    for finding in findings:
        print(finding)
    print(f"{len(findings)} found in {time.monotonic() - began:.0f} s")
    if findings:
        print(f"Again: make soak SEED={chosen.seed} KILLS={chosen.kills}. Logs and databases are in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
