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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom

from fixtures.databases import POSTGRESQL, SQLITE, Databases
from fixtures.platform import Platform
from fixtures.postgres import PostgresServer
from soak.killing import Target
from soak.run import soak
from soak.tournaments import soak as soak_tournaments


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
    parser.add_argument(
        "--database", choices=(SQLITE, POSTGRESQL), default=SQLITE, help="with postgresql, its server is killed too"
    )
    parser.add_argument("--tournaments", action="store_true", help="kill what plays tournaments, and nobody else plays")
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    print(f"seed {chosen.seed}, {chosen.kills} kills, {chosen.database}, in {folder}", flush=True)
    began = time.monotonic()
    with database_server(chosen.database) as server:
        state = folder / "state"
        platform = Platform(state, environ=Databases(folder, server).for_a_platform(state))
        platform.start()
        try:
            if chosen.tournaments:
                findings = soak_tournaments(platform, chosen.seed, chosen.kills, _say)
            else:
                findings = asyncio.run(soak(Target(platform, server), chosen.seed, chosen.kills, _say))
        finally:
            platform.stop()
    for finding in findings:
        print(finding)
    print(f"{len(findings)} found in {time.monotonic() - began:.0f} s")
    if findings:
        target = "soak-batch" if chosen.tournaments else "soak"
        again = f"make {target} SEED={chosen.seed} KILLS={chosen.kills} DATABASE={chosen.database}"
        print(f"Again: {again}. Logs, and databases that are files, are in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


def _say(text: str) -> None:
    print(text, flush=True)


@contextmanager
def database_server(kind: str) -> Iterator[PostgresServer | None]:
    """A durable PostgreSQL server while the block lasts; none where databases are files."""
    if kind == SQLITE:
        yield None
        return
    server = PostgresServer(is_durable=True)
    server.wait_until_ready()
    try:
        yield server
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
