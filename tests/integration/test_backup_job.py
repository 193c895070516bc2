"""What the CronJob of the manifests runs every night: databases are copied, and are there again when all is lost."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from fixtures.databases import Databases, postgres_only
from fixtures.postgres import programs
from manifests.documents import base, of_kind
from test_laptop_moving import rows

from services.kit.config import WITH_DATABASE

pytestmark = postgres_only


@pytest.fixture
def script(tmp_path: Path) -> str:
    """What the container runs, with folders of the test's own."""
    job = of_kind(base(), "CronJob")["backup"]["spec"]["jobTemplate"]["spec"]
    (said,) = job["template"]["spec"]["containers"][0]["args"]
    return str(said).replace("/backups", f"{tmp_path}/backups").replace("/secrets", f"{tmp_path}/secrets")


def test_all_databases_are_copied_and_there_again(script: str, databases: Databases, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    for service in WITH_DATABASE:
        (tmp_path / "secrets" / service).mkdir(parents=True)
        (tmp_path / "secrets" / service / "database-url").write_text(databases.of_service(service))
    old, broken = backups / "2001-01-01", backups / "2001-01-02.part"
    for each in (old, broken):
        each.mkdir(parents=True)
        os.utime(each, (0, 0))
    for _ in range(2):
        run("sh", "-ceu", script)
    *_, night = sorted(backups.iterdir())  # midnight may come between two of them
    assert not old.exists()
    assert not broken.exists()
    assert {each.stem for each in night.iterdir()} == WITH_DATABASE
    for service in WITH_DATABASE:
        again = databases.url(f"{service}_again")
        run("pg_restore", "--no-owner", f"--dbname={again}", str(night / f"{service}.dump"))
        assert rows(again) == rows(databases.of_service(service))


def test_where_a_database_does_not_answer_the_last_backup_stays(script: str, tmp_path: Path) -> None:
    (tmp_path / "backups" / "2001-01-01").mkdir(parents=True)
    with pytest.raises(subprocess.CalledProcessError):
        run("sh", "-ceu", script)
    assert (tmp_path / "backups" / "2001-01-01").is_dir()


def run(*command: str) -> None:
    path = os.pathsep.join((str(programs()), os.environ["PATH"]))
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"PATH": path})
