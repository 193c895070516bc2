"""How the platform on this machine is: `python -m services.laptop.status [--state DIR] [--json]`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from services.kit.processes import Seen, look
from services.kit.readiness import BUS, DATABASE
from services.laptop.state import PROCESSES

_NOT_READY, _NOT_THERE = 1, 2
_CALLED = {DATABASE: "its database", BUS: "NATS"}


def shown(seen: list[Seen]) -> str:
    """For people: a line a process."""
    wide = max(len(each.name) for each in seen)
    return "\n".join(_line(each, wide) for each in seen)


def _line(seen: Seen, wide: int) -> str:
    figures = ", ".join(f"{name} {value:g}" for name, value in seen.figures.items())
    words = "ready" if seen.is_ready else "NOT READY"
    lacks = f"without {' and '.join(_CALLED[each] for each in seen.lacks)}" if seen.lacks else ""
    told = ", ".join(filter(None, (lacks, figures)))
    return f"{seen.name:{wide}}  {words:9}  {seen.pid:7}  {seen.address:21}  {told}".rstrip()


def main(arguments: list[str]) -> int:
    """Says how all is; returns 0 where all is ready, 1 where something is not, 2 where nothing runs."""
    parser = argparse.ArgumentParser(
        "redscience status",
        description="Says which processes of the platform on this machine are ready, and what others lack.",
    )
    parser.add_argument("--state", type=Path, default=Path(".state"), help="folder of the platform (.state)")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(arguments)
    try:
        seen = look(given.state / PROCESSES)
    except (OSError, ValueError):
        sys.stderr.write(f"No platform runs in {given.state}. Start one with redscience up, or name its --state.\n")
        return _NOT_THERE
    print(json.dumps([asdict(each) for each in seen], indent=2) if given.json else shown(seen))
    return 0 if all(each.is_ready for each in seen) else _NOT_READY


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
