"""The folder in which everything is kept, and the locks on it."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from services.laptop.errors import SetupError
from services.laptop.logs import tail

PROCESSES = "processes.json"
"""The file in the folder that says which processes there are, while there are any."""
_PATIENCE_S = 10.0
LEAST_ROOM = 16 << 20
"""Bytes that must be free: what is empty takes a few of them, and on a full disk services fail one after the other."""
_MAY_NOT_BE_IN_URLS = frozenset("?#%")

Say = Callable[[str], None]
"""Tells the person at the terminal a line."""


def say_nothing(_: str) -> None:
    """Where nobody is at the terminal."""


@dataclass(frozen=True, slots=True)
class Running:
    """A process as others may find it."""

    pid: int
    address: str
    metrics: str = ""


def check_name(root: Path) -> None:
    """Sees that a folder can be that of a platform, by its name.

    Raises:
        SetupError: it cannot.
    """
    if not _MAY_NOT_BE_IN_URLS.isdisjoint(str(root)):
        raise SetupError(f"The folder {root} cannot be used: its name has one of ? # %. Choose another.")


class State:
    """The folder, held by one supervisor at a time.

    A second lock is inherited by every process that is started; it is free when the last of them has gone.

    Args:
        root: the folder; it is made if need be, for its owner's eyes only.
        say: tells the person at the terminal why this takes a while.

    Raises:
        SetupError: it cannot be written, another supervisor holds it, or processes of the last run will not end.
    """

    def __init__(self, root: Path, say: Say = say_nothing) -> None:
        self.root = root.absolute()
        check_name(self.root)
        with _outages_named(self.root), ExitStack() as opened:
            self._make_folders()
            self._check_room()
            self._lock = opened.enter_context((self.root / "lock").open("a+"))
            self._children = opened.enter_context((self.root / "children.lock").open("a"))
            self._hold()
            self._outwait_the_last_run(say)
            self._written = {log.name: log.stat().st_size for log in self.path("logs").glob("*.log")}
            opened.pop_all()

    def _make_folders(self) -> None:
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in ("databases", "logs", "traces", "nats", "broker", "keys"):
            (self.root / name).mkdir(mode=0o700, exist_ok=True)

    def _check_room(self) -> None:
        if shutil.disk_usage(self.root).free < LEAST_ROOM:
            raise SetupError(
                f"The folder {self.root} cannot be used: less than {LEAST_ROOM >> 20} MB are free there."
                " Make room, or name another with --state (make run STATE=…)."
            )

    def database_url(self, service: str) -> str:
        """Where a service keeps what it knows."""
        return f"sqlite:///{self.root / 'databases' / service}.sqlite"

    def log(self, name: str) -> Path:
        """Where a process writes."""
        return self.root / "logs" / f"{name}.log"

    def said(self, name: str, lines: int = 12) -> str:
        """The end of what a process has written since this supervisor holds the folder."""
        log = self.log(name)
        return tail(log, lines, self._written.get(log.name, 0))

    def path(self, *parts: str) -> Path:
        """A path in the folder."""
        return self.root.joinpath(*parts)

    @property
    def inherited(self) -> int:
        """The file descriptor that every process holds as long as it lives."""
        return self._children.fileno()

    def note(self, running: Mapping[str, Running]) -> bool:
        """Writes down which processes there are, in `processes.json`; False where the disk is full."""
        text = json.dumps(
            {
                name: {"pid": each.pid, "address": each.address} | ({"metrics": each.metrics} if each.metrics else {})
                for name, each in running.items()
            },
            indent=2,
        )
        fresh = self.root / f"{PROCESSES}.new"
        try:
            fresh.write_text(text + "\n")
            fresh.replace(self._noted)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Lets go of the folder."""
        with suppress(OSError):
            self._noted.unlink(missing_ok=True)
        self._children.close()
        self._lock.close()

    @property
    def _noted(self) -> Path:
        return self.root / PROCESSES

    def _hold(self) -> None:
        if not _locked(self._lock):
            self._lock.seek(0)
            raise SetupError(
                f"redscience already runs in {self.root} (process {self._lock.read().strip() or 'unknown'})"
                f"{self._address()}. Stop it, or name another folder with --state (make run STATE=…)."
            )
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def _outwait_the_last_run(self, say: Say) -> None:
        if _locked(self._children):
            return
        left = ", ".join(f"{name} ({each.pid})" for name, each in self._last_run().items()) or "which ones is not known"
        say(f"Waiting for processes of the last run to end: {left}")
        give_up_at = time.monotonic() + _PATIENCE_S
        while not _locked(self._children):
            if time.monotonic() > give_up_at:
                raise SetupError(f"Processes of the last run in {self.root} do not end: {left}. Kill them.")
            time.sleep(0.05)

    def _address(self) -> str:
        gateway = self._last_run().get("gateway")
        return f" at http://{gateway.address}" if gateway is not None else ""

    def _last_run(self) -> dict[str, Running]:
        """What was noted last; nothing where that cannot be read."""
        try:
            noted = json.loads(self._noted.read_text())
            return {name: Running(int(each["pid"]), str(each["address"])) for name, each in noted.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}


@contextmanager
def _outages_named(root: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SetupError(
            f"The folder {root} cannot be used: {error.strerror}."
            " Fix that, or name another with --state (make run STATE=…)."
        ) from error


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
