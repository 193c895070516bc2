"""The rendered manifests run as processes of this machine, while people, bots and a tournament play and things die.

`make drill`, or from tests/ `python -m drill [--overlay small|large] KUBECTL`. What the manifests say is what runs:
commands, variables, files of Secrets, ports, probes, Services, Ingresses, NetworkPolicies, how many of each, and how
they are replaced. PostgreSQL, Redis and three servers of NATS are real.

Exits with 1 where anything was found, says what, and keeps the folder; with 2 where a program is missing.
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

from drill.backends import missing
from drill.run import Report, drill, say
from manifests.documents import OVERLAYS, rendered


def main() -> int:
    """Renders, runs, disturbs; returns 1 where anything was found."""
    parser = argparse.ArgumentParser(
        "drill", description="Runs the rendered manifests on this machine, and disturbs them."
    )
    parser.add_argument("kubectl", help="the program")
    parser.add_argument("--overlay", choices=OVERLAYS, default="small", help="what is rendered (small)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1 << 32), help="of what is played")
    chosen = parser.parse_args()
    if lacks := missing():
        for line in lacks:
            say(line)
        return 2
    folder = Path(tempfile.mkdtemp(prefix="drill-"))
    say(f"overlay {chosen.overlay}, seed {chosen.seed}, in {folder}")
    began = time.monotonic()
    report = asyncio.run(drill(rendered(chosen.overlay, chosen.kubectl), folder, chosen.seed, say))
    for line in table(report):
        say(line)
    say(f"{len(report.faults)} found in {time.monotonic() - began:.0f} s")
    if report.faults:
        say(f"Logs are in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


def table(report: Report) -> list[str]:
    """What was done, a row each, then what was found."""
    head = ("what", "seconds", "clicks", "failed", "met nobody")
    rows = [
        (name, f"{took:.1f}", str(made), str(failed), str(calls)) for name, took, made, failed, calls in report.rows
    ]
    wide = max(len(row[0]) for row in (head, *rows))
    lines = [f"{row[0]:<{wide}}  {row[1]:>8}  {row[2]:>7}  {row[3]:>7}  {row[4]:>10}" for row in (head, *rows)]
    return [*lines, *(f"FAULT {each}" for each in report.faults)]


if __name__ == "__main__":
    sys.exit(main())
