"""What this machine gives at best: calls of a service that does nothing, bare commits, moves of boardgame.io."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import grpc.aio

from benchmarks.services.databases import own_databases
from benchmarks.services.report import Yardstick

PEER_S = 3.0
CALLERS = 16
PATIENCE_S = 300.0
BOARDGAMEIO = Path(__file__).parents[1] / "peers" / "boardgameio"
_ROW = "x" * 200


def commits(folder: Path, server_url: str) -> Yardstick:
    """Durable transactions of one row, one after the other, of the database that the services use."""
    if server_url:
        return Yardstick("bare PostgreSQL commits", _postgres_commits_per_s(server_url))
    return Yardstick("bare SQLite commits", _sqlite_commits_per_s(folder))


def _sqlite_commits_per_s(folder: Path) -> float:
    with closing(sqlite3.connect(folder / "peer.sqlite", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS peer (text TEXT)")
        return _times_per_s(lambda: connection.execute("INSERT INTO peer VALUES (?)", (_ROW,)))


def _postgres_commits_per_s(server_url: str) -> float:
    import psycopg  # noqa: PLC0415 - seldom needed

    with (
        own_databases(server_url) as url,
        psycopg.connect(url.format(service="match"), autocommit=True) as connection,
    ):
        connection.execute("CREATE TABLE peer (text TEXT)")
        return _times_per_s(lambda: connection.execute("INSERT INTO peer VALUES (%s)", (_ROW,)))


def _times_per_s(act: Callable[[], object]) -> float:
    count, begun = 0, time.monotonic()
    while time.monotonic() - begun < PEER_S:
        act()
        count += 1
    return count / PEER_S


async def calls() -> Yardstick:
    """Calls that a gRPC service in a process of its own answers when it has nothing to do."""
    command = (sys.executable, "-c", ECHO)
    echo = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    port = int(await echo.stdout.readline()) if echo.stdout else 0
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call: Any = channel.unary_unary("/echo/Echo")
        until = time.monotonic() + PEER_S
        counts = await asyncio.gather(*(_call(call, until) for _ in range(CALLERS)))
    echo.terminate()
    await echo.wait()
    return Yardstick("empty gRPC calls", sum(counts) / PEER_S)


async def _call(call: Any, until: float) -> int:
    count = 0
    while time.monotonic() < until:
        await call(b"x" * 200)
        count += 1
    return count


ECHO = """
import asyncio, grpc.aio
async def main():
    async def echo(request, context):
        return request
    server = grpc.aio.server()
    handlers = {"Echo": grpc.unary_unary_rpc_method_handler(echo)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("echo", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()
asyncio.run(main())
"""


def boardgameio(folder: Path) -> str:
    """Moves of boardgame.io in a second of its server's CPU, or why there are none."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "boardgame.io is left out: node and npm are not on the PATH"
    for name in ("package.json", "moves.js"):
        shutil.copy(BOARDGAMEIO / name, folder)  # which goes away: nothing is installed in the checkout
    try:
        _run(folder, npm, "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline")
        moves = int(_run(folder, node, "moves.js", str(PEER_S)))
    except (subprocess.SubprocessError, OSError) as error:
        return f"boardgame.io is left out: {error}"
    return f"boardgame.io: {moves} moves a second of its server's CPU"


def _run(folder: Path, *command: str) -> str:
    environment = os.environ | {"NODE_ENV": "production"}
    return subprocess.run(  # noqa: S603 - programs of ours
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True, timeout=PATIENCE_S
    ).stdout
