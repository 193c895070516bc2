"""The PostgreSQL server that the tests start: it is real, and goes with whoever started it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from fixtures import postgres
from fixtures.patience import PATIENCE_S
from fixtures.postgres import PostgresServer, require_postgres

FIXTURES = Path(postgres.__file__).parents[1]
START = """
import time
from fixtures.postgres import PostgresServer
server = PostgresServer()
server.wait_until_ready()
print(server.folder, server.url("postgres"), flush=True)
time.sleep(600)
"""


def test_databases_are_made_and_removed(postgres_server: PostgresServer) -> None:
    postgres_server.create("made")
    with psycopg.connect(postgres_server.url("made")) as connection:
        assert connection.execute("SELECT 'Straße' < 'strata'").fetchone() == (True,)
        postgres_server.drop("made")
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")


@pytest.mark.slow
def test_a_server_does_not_outlive_tests_that_are_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", START], cwd=FIXTURES, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        folder, url = tests.stdout.readline().split()
        psycopg.connect(url).close()
        tests.kill()
    give_up_at = time.monotonic() + PATIENCE_S
    while Path(folder).exists():
        assert time.monotonic() < give_up_at
        time.sleep(0.05)
    with pytest.raises(psycopg.OperationalError, match="refused"):
        psycopg.connect(url, connect_timeout=1)


def test_a_server_that_is_not_installed_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "programs", lambda: None)
    with pytest.raises(pytest.UsageError, match=r"PostgreSQL is missing .* apt-get install postgresql"):
        require_postgres()
