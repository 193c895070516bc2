"""Where compiled kernels are kept, and which are still to be compiled. Importing this loads no compiler.

A folder holds what was compiled of exactly these sources, by one numba in one Python, for one kind of processor: what
is in it is loaded, and never compiled again. So every checkout and every installation of the same sources shares it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

KERNELS = (
    "set_up",
    "apply_event",
    "list_legal",
    "shows_capture",
    "is_promoted",
    "rest_of",
    "list_rows",
    "value_of",
    "playouts",
)
"""Every kernel of the module `kernels`."""

_PROCESSOR = ("vendor_id", "model name", "flags", "Features", "CPU implementer", "CPU part")


def folder() -> Path:
    """The folder, made when the first kernel is compiled.

    It is in REDSCIENCE_KERNELS if that is set, else in the user's cache folder.
    """
    base = os.environ.get("REDSCIENCE_KERNELS") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    kind = "checked" if _is_set("NUMBA_BOUNDSCHECK") else "fast"
    return Path(base).expanduser() / "redscience" / "kernels" / f"{_digest()}-{kind}"


def missing() -> tuple[str, ...]:
    """The kernels that are still to be compiled."""
    if _is_set("NUMBA_DISABLE_JIT"):
        return ()
    return tuple(kernel for kernel in KERNELS if not any(folder().glob(f"kernels.{kernel}-*.nbc")))


def _is_set(switch: str) -> bool:
    return os.environ.get(switch, "").strip() not in {"", "0"}


@cache
def _digest() -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    digest.update("\n".join((sys.implementation.cache_tag or "", version("numba"), *_processor())).encode())
    return digest.hexdigest()[:16]


def _processor() -> list[str]:
    """What machine code depends on, as far as it can be told without asking the compiler."""
    described = [platform.system(), platform.machine()]
    try:
        first = Path("/proc/cpuinfo").read_text(errors="replace").partition("\n\n")[0]
    except OSError:
        return described
    return described + [line for line in first.splitlines() if line.startswith(_PROCESSOR)]
