"""A backup is whole or none, and so is what is made of it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from fixtures.control_c import heeded
from fixtures.patience import PATIENCE_S
from fixtures.person import until

from services.kit.config import WITH_DATABASE
from services.laptop.backup import ORDER, back_up, restore
from services.laptop.errors import SetupError
from services.laptop.host import main


def names(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM person ORDER BY name")]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    for name in ("databases", "keys"):
        (folder / name).mkdir(parents=True)
    (folder / "keys" / "private.pem").write_text("key")
    (folder / "ports.json").write_text("{}")
    for name in WITH_DATABASE:
        with closing(sqlite3.connect(folder / "databases" / f"{name}.sqlite")) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE person (name TEXT)")
            connection.execute("INSERT INTO person VALUES ('Anna')")
            connection.commit()
    return folder


REFERS_TO: Mapping[str, AbstractSet[str]] = {
    "rating": {"match", "rules", "players"},
    "batch": {"match", "rules", "players"},
    "match": {"rules", "players"},
    "rules": {"players"},
    "players": set(),
}
"""Whose ids a service keeps."""


def test_a_database_is_copied_before_those_that_it_refers_to() -> None:
    assert set(ORDER) == WITH_DATABASE == REFERS_TO.keys()
    for position, name in enumerate(ORDER):
        assert not REFERS_TO[name] & set(ORDER[:position]), name


def test_what_is_written_meanwhile_is_in_it_or_not_but_whole(state: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(state / "databases" / "match.sqlite")) as writer:
        writer.execute("INSERT INTO person VALUES ('Ben')")
        writer.commit()
        writer.execute("INSERT INTO person VALUES ('Carl')")
        back_up(state, tmp_path / "file")
        writer.commit()
    restore(tmp_path / "file", tmp_path / "new")
    assert names(tmp_path / "new" / "databases" / "match.sqlite") == ["Anna", "Ben"]
    assert (tmp_path / "new" / "keys" / "private.pem").read_text() == "key"
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "new").rglob("*")} == {0}
    assert (tmp_path / "file").stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "new", "state"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_one_that_is_told_to_end_leaves_no_copies_behind(state: Path, tmp_path: Path, number: signal.Signals) -> None:
    os.mkfifo(state / "keys" / "waits.pem")  # whoever reads it waits until somebody writes to it
    command = [sys.executable, "-m", "services.laptop.host", "backup", tmp_path / "file", "--state", state]
    with heeded(number):
        host = subprocess.Popen(command)
    with host:
        until(lambda: list(tmp_path.glob(".file-*/whole")))
        host.send_signal(number)
        assert host.wait(PATIENCE_S) == 128 + number
    assert [path.name for path in tmp_path.iterdir()] == ["state"]


KILLED = """
import os, signal, sys
from services.laptop import backup, host
backup.{step} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
host.main(sys.argv[1:])
"""


@pytest.mark.parametrize(("command", "step"), [("backup", "_write"), ("restore", "_check")])
def test_what_was_left_by_one_that_was_killed_goes_with_the_next(
    state: Path, tmp_path: Path, command: str, step: str
) -> None:
    file, new = tmp_path / "file", tmp_path / "new"
    back_up(state, file)
    own = tmp_path / f".{file.name if command == 'backup' else new.name}-own"
    own.mkdir()
    place = state if command == "backup" else new
    program = [sys.executable, "-c", KILLED.format(step=step), command, file, "--state", place]
    assert subprocess.run(program, check=False).returncode == -signal.SIGKILL
    assert len(list(tmp_path.glob(".*.unfinished/**/*.sqlite"))) == len(WITH_DATABASE)
    assert main([command, str(file), "--state", str(place)]) == 0
    assert [path.name for path in tmp_path.glob(".*")] == [own.name], "what is somebody's own stays"


def held(pipe: Path) -> int | None:
    """Has whoever reads a pipe wait until the descriptor is closed; None where nobody reads it yet."""
    try:
        return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        return None


def test_what_another_is_making_stays(state: Path, tmp_path: Path) -> None:
    waits = state / "keys" / "waits.pem"
    os.mkfifo(waits)  # whoever reads it waits until somebody writes to it
    command = [sys.executable, "-m", "services.laptop.host", "backup", tmp_path / "file", "--state", state]
    with subprocess.Popen(command) as first:
        writer = until(lambda: held(waits))
        copies = list(tmp_path.glob(".file-*/whole"))
        assert copies
        waits.unlink()
        back_up(state, tmp_path / "file")
        assert list(tmp_path.glob(".file-*/whole")) == copies
        first.kill()
        os.close(writer)


def test_a_folder_that_is_used_stays_as_it_is(state: Path, tmp_path: Path) -> None:
    back_up(state, tmp_path / "file")
    with pytest.raises(SetupError, match=r"is not empty\. Move it away, or name another folder with --state"):
        restore(tmp_path / "file", state)
    assert names(state / "databases" / "match.sqlite") == ["Anna"]


def test_what_is_no_file_stays_as_it_is(state: Path, tmp_path: Path) -> None:
    """A pipe, a folder, a device such as /dev/null: a backup would take its place."""
    pipe, folder, link = tmp_path / "pipe", tmp_path / "folder", tmp_path / "link"
    os.mkfifo(pipe)
    folder.mkdir()
    link.symlink_to(pipe)
    for place in (pipe, folder, link):
        with pytest.raises(SetupError, match=r"is no file, and stays as it is"):
            back_up(state, place)
    assert pipe.is_fifo()
    link.unlink()
    (folder / "file").write_text("")
    link.symlink_to(folder / "file")
    back_up(state, link)
    assert link.is_symlink()
    assert (folder / "file").stat().st_size


def test_what_cannot_be_used_is_named_as_it_was_given(state: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=rf"^{tmp_path}/none/file cannot be used: No such file or directory\.$"):
        back_up(state, tmp_path / "none" / "file")
    back_up(state, tmp_path / "file")
    with pytest.raises(SetupError, match=rf"^{tmp_path}/none/new cannot be used: No such file or directory\.$"):
        restore(tmp_path / "file", tmp_path / "none" / "new")
    with pytest.raises(SetupError, match=r"one of \? # %"):
        restore(tmp_path / "file", tmp_path / "100%")


def test_a_platform_is_restored_where_a_link_leads_but_not_in_place_of_a_disk(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(state, tmp_path / "file")
    link, folder = tmp_path / "link", tmp_path / "folder"
    link.symlink_to(folder)
    folder.mkdir()
    restore(tmp_path / "file", link)
    assert link.is_symlink()
    assert names(folder / "databases" / "match.sqlite") == ["Anna"]
    monkeypatch.setattr(Path, "is_mount", lambda _: True)
    with pytest.raises(SetupError, match=r"is where a disk is mounted, which stays\. Name a folder on it"):
        restore(tmp_path / "file", tmp_path / "new")


def test_a_folder_that_may_not_be_read_is_named(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    back_up(state, tmp_path / "file")

    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "is_file", refuse)
    monkeypatch.setattr(Path, "is_dir", refuse)
    for command in ("backup", "restore"):
        assert main([command, str(tmp_path / "file"), "--state", str(state)]) == 2
        assert "cannot be used: Permission denied." in capsys.readouterr().err


def test_a_disk_that_is_full_is_no_damage(state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # without a name, as whoever writes is told

    back_up(state, tmp_path / "file")
    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(SetupError, match=rf"^{tmp_path}/new cannot be used: No space left on device\.$"):
        restore(tmp_path / "file", tmp_path / "new")


def spoilt(file: Path, name: str) -> bytes:
    """A backup in which a file has another content, or is named otherwise."""
    packed = BytesIO()
    with tarfile.open(file, "r:gz") as archive, tarfile.open(fileobj=packed, mode="w:gz") as other:
        for entry in archive:
            stream = archive.extractfile(entry)
            assert stream is not None
            content = stream.read().replace(b"private.pem", b"../../x.pem") if entry.name == name else stream.read()
            if name == entry.name == "keys/private.pem":
                content = b"another"
            entry.size = len(content)
            other.addfile(entry, BytesIO(content))
    return packed.getvalue()


def test_what_is_no_backup_or_is_damaged_leaves_nothing_behind(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    back_up(state, file)
    whole = file.read_bytes()
    for content in (
        b"",
        b"no",
        whole[: len(whole) // 2],
        spoilt(file, "keys/private.pem"),
        spoilt(file, "contents.json"),
    ):
        (tmp_path / "wrong").write_bytes(content)
        with pytest.raises(SetupError, match=r"is no backup of redscience, or is damaged\. Nothing was changed"):
            restore(tmp_path / "wrong", tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "state", "wrong"]


def test_the_command_says_what_it_did_and_what_it_cannot(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    assert main(["backup", str(file), "--state", str(state)]) == 0
    assert main(["restore", str(file), "--state", str(tmp_path / "new")]) == 0
    assert "Start it: redscience up --state" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "other"), "--state", str(tmp_path)]) == 2
    assert "there is no database of rating, batch, match, " in capsys.readouterr().err
    assert main(["restore", str(tmp_path / "nothing"), "--state", str(tmp_path / "more")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
    assert json.loads((tmp_path / "new" / "ports.json").read_text()) == {}
