"""The sessions that people have opened from this machine: a file of theirs alone, with a secret for each server."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from redscience.command.failures import CommandError, Exit

TOKEN_VARIABLE = "REDSCIENCE_TOKEN"  # noqa: S105 - its name
"""A secret that is used instead of what is kept."""


def session_of(server: str) -> str:
    """The secret with which this user has logged in at a server; "" where there is none."""
    return os.environ.get(TOKEN_VARIABLE, "").strip() or _kept().get(server, "")


def keep(server: str, secret: str) -> None:
    """Keeps a secret.

    Raises:
        CommandError: the file cannot be written.
    """
    _write({**_kept(), server: secret})


def forget(server: str) -> str:
    """Drops what is kept for a server, and returns it; "" where there was nothing.

    Raises:
        CommandError: the file cannot be written.
    """
    kept = dict(_kept())
    secret = kept.pop(server, "")
    if secret:
        _write(kept)
    return secret


def _file() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(folder) if folder else Path("~/.config").expanduser()) / "redscience" / "sessions.json"


def _kept() -> Mapping[str, str]:
    """What cannot be read is taken for nothing: to log in writes it anew."""
    try:
        kept = json.loads(_file().read_text("utf-8"))
        return {str(server): str(secret) for server, secret in kept.items()}
    except (OSError, ValueError, AttributeError, RuntimeError):
        return {}


def _write(kept: Mapping[str, str]) -> None:
    """Whole or not at all, and never for others to read."""
    try:
        file = _file()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A temporary file is its maker's alone.
        with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, delete=False) as fresh:
            json.dump(kept, fresh)
        try:
            Path(fresh.name).replace(file)
        finally:
            Path(fresh.name).unlink(missing_ok=True)
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(
            f"The session cannot be kept: {reason}. Name another folder with XDG_CONFIG_HOME.", Exit.INVALID
        ) from None
