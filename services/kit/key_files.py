"""Keys that are replaced while the process runs: their files are read again every few seconds, and at SIGHUP.

To change the signing key: put the new public key beside the old one, for every service; when all have read it, give
players the new private key; after ten minutes, when no token of the old one is good any more, take its public half
away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from services.kit.config import Config
from services.kit.pem import checking_keys, is_checked_by
from services.kit.waking import woken

log = logging.getLogger(__name__)

_LOOK_S = 5.0


class KeyFiles:
    """The keys as their files had them last.

    Attributes:
        public: the PEM of those that check access tokens.
        private: the PEM of the one that signs them; None but at players.
        former: the PEM of the one that signed them before that; None where this process knows of none.
    """

    def __init__(self, config: Config) -> None:
        self.public = config.public_key
        self.private = config.private_key
        self.former: bytes | None = None
        self._files = (config.public_key_file, config.private_key_file if config.private_key is not None else None)
        self._refused: tuple[bytes | None, bytes | None] = (None, None)
        self._listeners: list[Callable[[bytes], None]] = []
        self._look_now = asyncio.Event()

    def when_changed(self, listener: Callable[[bytes], None]) -> None:
        """Has `listener` called with the public keys whenever there are others."""
        self._listeners.append(listener)

    def look_now(self) -> None:
        """Has the files read at once."""
        self._look_now.set()

    async def follow(self) -> None:
        """Reads the files again and again, until cancelled."""
        while True:
            await woken(self._look_now, _LOOK_S)
            self._look_now.clear()
            self.look()

    def look(self) -> None:
        """Reads the files. What cannot be used is left where it is, and said once."""
        public = _content(self._files[0]) or self.public
        private = _content(self._files[1]) or self.private
        if (public, private) in ((self.public, self.private), self._refused):
            return
        if problem := _problem(public, private):
            self._refused = (public, private)
            log.error("other keys cannot be used, and those there were go on", extra={"why": problem})
            return
        if private != self.private:
            self.former = self.private
        self.public, self.private = public, private
        log.info("other keys are used from now on", extra={"checking": len(checking_keys(public))})
        for listener in self._listeners:
            listener(public)


def _content(file: Path | None) -> bytes | None:
    try:
        return file.read_bytes() if file is not None else None
    except OSError as error:
        log.warning("a file of keys cannot be read now", extra={"file": str(file), "why": error.strerror})
        return None


def _problem(public: bytes, private: bytes | None) -> str:
    """Why keys cannot be used; "" where they can."""
    try:
        checking_keys(public)
        if private is not None and not is_checked_by(private, public):
            return "REDSCIENCE_PUBLIC_KEY_FILE lacks the public half of the key that signs"
    except ValueError as error:
        return str(error)
    return ""
