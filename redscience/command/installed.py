"""Whether what a command needs beside the library is installed."""

from __future__ import annotations

import importlib.util


def lacking(*packages: str) -> str:
    """What to say where some of these packages are missing; "" where none is."""
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    if not missing:
        return ""
    # By its path: on a public index the name is somebody else's.
    return (
        f"is not installed here (missing: {', '.join(missing)})."
        " Install it in the folder of the platform's source, with: pip install '.[services]'\n"
    )
