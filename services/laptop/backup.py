"""A copy of what a platform on this machine keeps, in one file, made while it runs; and a folder made of it again.

In the file are the databases, each as it was at one moment, the keys and the ports. Not in it is what all of that makes
again: what NATS and the worker's broker hold is told again from the databases, logs and traces are not missed.

A database is copied before those that it refers to: what the ratings and tournaments know of a match is found in the
matches, and who plays there among the players. What had happened meanwhile is caught up with, as after a restart.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import sqlite3
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from glob import escape
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, Any

from services.laptop.errors import SetupError
from services.laptop.state import check_name

FORMAT = "redscience-backup/1"
ORDER: Sequence[str] = ("rating", "batch", "match", "rules", "players")
"""Of the databases: who refers to others is copied before them."""
_CONTENTS = "contents.json"
_ROOM = 1 << 16
_UNFINISHED = ".unfinished"
"""How the names of folders end in which something is made that is not there yet."""


def back_up(state: Path, file: Path) -> int:
    """Copies what a platform keeps in a folder into a file, whether it runs or not; returns its bytes.

    The file is for its owner's eyes only: it has keys and addresses of people in it.

    Raises:
        SetupError: there is nothing to copy, or it cannot be copied; no file is left then.
    """
    with _outages_named(state):
        databases = databases_of(state)
    if file.exists():
        file = file.resolve()  # where a link leads
        if not file.is_file():
            # A file in the place of a device or a pipe would be another thing.
            raise SetupError(f"{file} is no file, and stays as it is. Name a file, which is there or not.")
    with _outages_named(file), _scratch_beside(file) as scratch:
        copies = {f"databases/{each.name}": _copied(each, scratch / each.name) for each in databases}
        keys = {f"keys/{each.name}": each for each in sorted((state / "keys").iterdir()) if each.suffix != ".new"}
        ports = {"ports.json": state / "ports.json"} if (state / "ports.json").is_file() else {}
        whole = scratch / "whole"
        _write(whole, copies | keys | ports)
        size = whole.stat().st_size
        whole.replace(file)
    return size


def databases_of(state: Path) -> Sequence[Path]:
    """The databases that a platform keeps in a folder, in the order in which they are copied.

    Raises:
        SetupError: some are not there.
    """
    databases = [state / "databases" / f"{name}.sqlite" for name in ORDER]
    missing = [database.stem for database in databases if not database.is_file()]
    if missing:
        raise SetupError(
            f"In {state} there is no database of {', '.join(missing)}. Name the platform's folder with --state;"
            " what is kept in PostgreSQL is backed up by its own tools (docs/hosting.md)."
        )
    return databases


def restore(file: Path, state: Path) -> float:
    """Makes the folder of a platform from a backup; returns the second at which that was made.

    The folder must be empty, or not be there. It is there whole in the end, or not at all.

    Raises:
        SetupError: the file is no backup, or is damaged, or the folder is used, or no platform can be in it.
    """
    check_name(state.absolute())
    with _outages_named(state):
        if state.exists() and (not state.is_dir() or any(state.iterdir())):
            raise SetupError(f"{state} is not empty. Move it away, or name another folder with --state.")
        if state.is_mount():
            raise SetupError(f"{state} is where a disk is mounted, which stays. Name a folder on it with --state.")
        place = state.resolve()  # where a link leads
        with _scratch_beside(place) as scratch:
            made_at_s = _unpacked(file, scratch)
            for database in (scratch / "databases").iterdir():
                _check(database)
            with suppress(FileNotFoundError):
                place.rmdir()
            scratch.replace(place)
    return made_at_s


def _copied(database: Path, copy: Path) -> Path:
    """A database as it is at one moment. Who writes to it goes on."""
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    return copy


def _check(database: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        (said,) = opened.execute("PRAGMA integrity_check").fetchone()
    if said != "ok":
        raise SetupError(f"The database of {database.stem} in the backup is damaged: {said}.")


def _write(whole: Path, files: Mapping[str, Path]) -> None:
    with ExitStack() as opened:
        stream = opened.enter_context(os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"))
        with tarfile.open(fileobj=stream, mode="w:gz", compresslevel=6) as archive:
            digests = {name: _digest(file) for name, file in files.items()}
            contents = {"format": FORMAT, "made_at_s": time.time(), "files": digests}
            _add(archive, _CONTENTS, json.dumps(contents, indent=2).encode())
            for name, file in files.items():
                archive.add(file, name)
        stream.flush()
        os.fsync(stream.fileno())


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(content), 0o600, int(time.time())
    archive.addfile(entry, BytesIO(content))


def _unpacked(file: Path, folder: Path) -> float:
    """Unpacks what the contents name, and nothing else, each file as it was."""
    try:
        with tarfile.open(file, "r:gz") as archive:
            contents = _contents(archive)
            for name, digest in contents["files"].items():
                _unpack(archive, name, folder, digest)
            return float(contents["made_at_s"])
    except (tarfile.TarError, EOFError, KeyError, ValueError, TypeError, AttributeError, OSError) as error:
        # What is no archive is an OSError too, without a number; one with it is the disk's.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise SetupError(f"{file} is no backup of redscience, or is damaged. Nothing was changed.") from error


def _contents(archive: tarfile.TarFile) -> dict[str, Any]:
    with _opened(archive, _CONTENTS) as stream:
        contents: dict[str, Any] = json.load(stream)
    wanted = {f"databases/{name}.sqlite" for name in ORDER}
    if contents["format"] != FORMAT or not wanted <= contents["files"].keys():
        raise ValueError(contents["format"])
    return contents


def _unpack(archive: tarfile.TarFile, name: str, folder: Path, digest: str) -> None:
    # A name leads to a folder of ours and a file in it, or to a file: nowhere else.
    path = folder / name
    if path.parent not in (folder, folder / "databases", folder / "keys") or path.name in {"", ".", ".."}:
        raise ValueError(name)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with (
        _opened(archive, name) as source,
        os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target,
    ):
        shutil.copyfileobj(source, target, _ROOM)
        target.flush()
        os.fsync(target.fileno())
    if _digest(path) != digest:
        raise ValueError(name)


def _opened(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    stream = archive.extractfile(name)
    if stream is None:
        raise ValueError(name)
    return stream


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def _scratch_beside(file: Path) -> Iterator[Path]:
    """A folder on the same disk, which is gone afterwards, unless it was moved; so are those that were left before."""
    beside, prefix = file.absolute().parent, f".{file.name}-"
    for left in beside.glob(f"{escape(prefix)}*{_UNFINISHED}"):
        with _held(left) as is_held:
            if is_held:
                shutil.rmtree(left, ignore_errors=True)
    folder = Path(mkdtemp(dir=beside, prefix=prefix, suffix=_UNFINISHED))
    with _held(folder):
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _held(folder: Path) -> Iterator[bool]:
    """Whether a folder is this user's and nobody holds it: then it is held until this process ends, however it does."""
    with ExitStack() as opened:
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            opened.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_held = os.fstat(descriptor).st_uid == os.geteuid()
        except OSError:
            is_held = False
        yield is_held


@contextmanager
def _outages_named(place: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise SetupError(f"A database cannot be copied now: {error}. Try again.") from error
    except OSError as error:
        named = error.filename if error.filename and _UNFINISHED not in str(error.filename) else place
        raise SetupError(f"{named} cannot be used: {error.strerror}.") from error
