"""What copies and restores the databases of a host: they are there again when all is lost, and after a bad upgrade."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
import pytest
from drill.backends import make_databases
from fixtures.filling import filled
from fixtures.patience import PATIENCE_S
from fixtures.person import until
from fixtures.postgres import PostgresServer, programs
from fixtures.prepared import MIGRATIONS, prepare
from manifests.documents import BASE
from psycopg import sql
from test_laptop_moving import rows

from services.kit.config import WITH_DATABASE
from services.kit.database import make_engine, migrate, versions
from services.kit.migrations import upgrade
from services.laptop.hosted_keys import make


class Host:
    """Databases with owners of their own, and the folders that the scripts are given.

    Attributes:
        folder: has both, `backups` and `secrets`; what is in `bin` takes the place of the programs that scripts run.
        backups: a folder for each night.
    """

    def __init__(self, folder: Path, server: PostgresServer) -> None:
        self.folder = folder
        make(folder / "secrets", mail="", postgresql=server.url("").partition("@")[2].rstrip("/"))
        make_databases(server, folder / "secrets")
        self.backups = folder / "backups"
        self.backups.mkdir()
        (folder / "scripts").mkdir()
        for script in BASE.glob("*.sh"):
            said = re.sub(r"/(?=(backups|scripts|secrets)\b)", f"{folder}/", script.read_text())
            (folder / "scripts" / script.name).write_text(said)

    @property
    def urls(self) -> Mapping[str, str]:
        """Where each service finds its database."""
        return {name: (self.folder / "secrets" / name / "database-url").read_text() for name in WITH_DATABASE}

    @property
    def night(self) -> Path:
        """The last that was copied; midnight may come between two of them."""
        return max(self.nights)

    @property
    def nights(self) -> list[Path]:
        """All that were copied, or begun."""
        return sorted(self.backups.glob("20*"))

    def held(self) -> Mapping[str, object]:
        """All that the databases hold."""
        return {name: rows(url) for name, url in self.urls.items()}

    def back_up(self) -> str:
        """As every night; what its log has of it."""
        return self._run("backup.sh")

    def restore(self) -> None:
        """As the runbook says, from the last night."""
        self._run("restore.sh", self.night.name)

    def replace(self, program: str, by: str) -> Path:
        """Has scripts run something else under the name of a program; `$REAL` names that."""
        file = self.folder / "bin" / program
        file.parent.mkdir(exist_ok=True)
        real = shutil.which(program, path=os.pathsep.join((str(programs()), os.environ["PATH"])))
        file.write_text(f"#!/bin/bash\nREAL={real}\n{by}\n")
        file.chmod(0o755)
        return file

    def begin(self, script: str, *arguments: str) -> subprocess.Popen[str]:
        """A script that runs."""
        path = os.pathsep.join((str(self.folder / "bin"), str(programs()), os.environ["PATH"]))
        command = ["bash", str(self.folder / "scripts" / script), *arguments]
        environment = os.environ | {"PATH": path}
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True)

    def _run(self, script: str, *arguments: str) -> str:
        with self.begin(script, *arguments) as running:
            said = running.communicate()
        if running.returncode:
            raise subprocess.CalledProcessError(running.returncode, script, *said)
        return said[0]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    server = PostgresServer()  # of its own: owners are the whole server's
    server.wait_until_ready()
    yield Host(tmp_path, server)
    server.stop()


def test_all_databases_are_copied_and_there_again(host: Host) -> None:
    for service, url in host.urls.items():
        prepare(url, service)
    host.replace("date", 'case "$*" in *%H*) echo 120000;; *) echo 2001-02-01;; esac')
    old = [host.backups / f"2001-01-{day:02}" for day in range(1, 15)]
    for each in (*old, host.backups / "2001-01-02.part", host.backups / "2001-01-01.120000"):
        each.mkdir(parents=True)
        os.utime(each, (0, 0))
    host.back_up()
    first = {each: each.read_bytes() for each in host.night.iterdir()}
    assert re.fullmatch(rf"All databases are in {host.backups}/2001-02-01.120000, [\d.]+[KM]\.\n", host.back_up())
    assert host.nights == [*old[1:], *(host.backups / name for name in ("2001-02-01", "2001-02-01.120000"))]
    assert first == {each: each.read_bytes() for each in first}, "it may be all that there is"
    assert {each.stem for each in host.night.iterdir()} == WITH_DATABASE
    before = host.held()
    for url in host.urls.values():
        _execute(url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    host.restore()
    assert host.held() == before


@pytest.mark.slow
@pytest.mark.parametrize("back", ["one version", "all versions"])
def test_an_earlier_release_is_restored_over_the_newest_and_can_be_upgraded_again(host: Host, back: str) -> None:
    for service, url in host.urls.items():
        known = sorted(versions(MIGRATIONS[service]))
        engine = make_engine(url)
        upgrade(engine, MIGRATIONS[service], known[-2] if back == "one version" else known[0])
        filled(engine)
        engine.dispose()
    before = host.held()
    for _ in range(2):  # what was restored is backed up and restored as well
        host.back_up()
        _migrate(host)
        assert host.held() != before
        host.restore()
        assert host.held() == before
    _migrate(host)


def _execute(url: str, statements: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statements.encode())


def _migrate(host: Host) -> None:
    for service, url in host.urls.items():
        migrate(url, MIGRATIONS[service])


@pytest.mark.parametrize("kept", [1000, 0.5, 0])
def test_a_night_that_is_not_whole_leaves_what_is_there(host: Host, kept: float) -> None:
    """Its file ends in its table of contents, where nothing comes of it, or among rows, or there is nothing in it."""
    for service, url in host.urls.items():
        prepare(url, service)
    host.back_up()
    dump = host.night / "rules.dump"
    whole = dump.read_bytes()
    dump.write_bytes(whole[: int(kept if kept > 1 else kept * len(whole))])
    of = "rules" if kept else "rating"  # with that of rating it would begin
    _execute(host.urls[of], "ALTER TABLE alembic_version RENAME TO later")
    before = host.held()[of]
    with pytest.raises(subprocess.CalledProcessError):
        host.restore()
    assert host.held()[of] == before


def test_one_that_is_asked_for_meanwhile_waits_for_the_other(host: Host) -> None:
    for service, url in host.urls.items():
        prepare(url, service)
    begun, may_go_on = host.folder / "begun", host.folder / "go-on"
    os.mkfifo(may_go_on)
    host.replace("pg_dump", f'[ -e {begun} ] || {{ touch {begun}; cat {may_go_on}; }} >/dev/null\nexec $REAL "$@"')
    with host.begin("backup.sh") as first:
        until(begun.exists)
        with host.begin("backup.sh") as second:
            assert second.stderr is not None
            assert second.stderr.readline() == "Waiting for another backup, or a restore, to end.\n"
            assert [each.suffix for each in host.nights] == [".part"]
            may_go_on.write_text("")
            assert (first.wait(PATIENCE_S), second.wait(PATIENCE_S)) == (0, 0)
    assert {each.stem for each in host.night.iterdir()} == WITH_DATABASE


def test_no_password_is_among_the_arguments_of_a_program(host: Host) -> None:
    """All who are on the machine may read them."""
    password = "a%2F b:@'\\x41"  # noqa: S105  # of no server but the test's
    _execute(host.urls["rules"], f"ALTER ROLE rules PASSWORD {sql.Literal(password).as_string(None)}")
    file = host.folder / "secrets" / "rules" / "database-url"
    before = {service: str(urlsplit(url).password) for service, url in host.urls.items()}
    file.write_text(file.read_text().replace(before["rules"], quote(password, safe="")))
    for service, url in host.urls.items():
        prepare(url, service)
    seen = host.folder / "seen"
    for program in ("pg_dump", "pg_restore", "psql"):
        host.replace(program, f'echo "$@" >> {seen}\nexec $REAL "$@"')
    host.back_up()
    host.restore()
    told = seen.read_text()
    assert "--dbname=postgresql://rules@" in told
    assert not [each for each in (*before.values(), password, quote(password, safe="")) if each in told]


def test_where_a_database_does_not_answer_the_last_backup_stays(host: Host) -> None:
    (host.backups / "2001-01-01").mkdir()
    (host.folder / "secrets" / "rules" / "database-url").write_text("postgresql://rules:hush@127.0.0.1:9/rules")
    with pytest.raises(subprocess.CalledProcessError):
        host.back_up()
    assert [each.name for each in host.nights if each.suffix != ".part"] == ["2001-01-01"]
