"""The folder in which everything is kept, and the locks on it."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

_PATIENCE_S = 10.0
_MAY_NOT_BE_IN_URLS = frozenset("?#%")


class StateError(Exception):
    """The folder cannot be used; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Running:
    """A process as others may find it."""

    pid: int
    address: str


class State:
    """The folder, held by one supervisor at a time.

    A second lock is inherited by every process that is started; it is free when the last of them has gone.

    Args:
        root: the folder; it is made if need be, for its owner's eyes only.

    Raises:
        StateError: it cannot be made, another supervisor holds it, or processes of the last run will not end.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        if not _MAY_NOT_BE_IN_URLS.isdisjoint(str(self.root)):
            raise StateError(f"The folder {self.root} cannot be used: its name has one of ? # %. Choose another.")
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            for name in ("databases", "logs", "traces", "nats", "broker", "keys"):
                (self.root / name).mkdir(mode=0o700, exist_ok=True)
            self._lock = (self.root / "lock").open("a+")
            self._children = (self.root / "children.lock").open("a")
        except OSError as error:
            raise StateError(f"The folder {self.root} cannot be used: {error.strerror}.") from error
        try:
            self._hold()
            self._outwait_the_last_run()
        except StateError:
            self._let_go()
            raise

    def database_url(self, service: str) -> str:
        """Where a service keeps what it knows."""
        return f"sqlite:///{self.root / 'databases' / service}.sqlite"

    def log(self, name: str) -> Path:
        """Where a process writes."""
        return self.root / "logs" / f"{name}.log"

    def path(self, *parts: str) -> Path:
        """A path in the folder."""
        return self.root.joinpath(*parts)

    @property
    def inherited(self) -> int:
        """The file descriptor that every process holds as long as it lives."""
        return self._children.fileno()

    def note(self, running: Mapping[str, Running]) -> None:
        """Writes down which processes there are, for whoever looks into `processes.json`; not on a full disk."""
        text = json.dumps(
            {name: {"pid": each.pid, "address": each.address} for name, each in running.items()}, indent=2
        )
        fresh = self.root / "processes.json.new"
        with suppress(OSError):
            fresh.write_text(text + "\n")
            fresh.replace(self._noted)

    def close(self) -> None:
        """Lets go of the folder."""
        self._noted.unlink(missing_ok=True)
        self._let_go()

    def _let_go(self) -> None:
        self._children.close()
        self._lock.close()

    @property
    def _noted(self) -> Path:
        return self.root / "processes.json"

    def _hold(self) -> None:
        if not _locked(self._lock):
            self._lock.seek(0)
            raise StateError(
                f"redscience already runs in {self.root} (process {self._lock.read().strip() or 'unknown'})."
                " Stop it, or name another folder with --state."
            )
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def _outwait_the_last_run(self) -> None:
        give_up_at = time.monotonic() + _PATIENCE_S
        while not _locked(self._children):
            if time.monotonic() > give_up_at:
                raise StateError(
                    f"Processes of the last run in {self.root} will not end: {self._last_run()}. End them."
                )
            time.sleep(0.05)

    def _last_run(self) -> str:
        try:
            noted: dict[str, Any] = json.loads(self._noted.read_text())
        except (OSError, ValueError):
            return "which ones is not known"
        return ", ".join(f"{name} ({each['pid']})" for name, each in noted.items())


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
