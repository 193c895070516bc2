"""How kernels are compiled. Nothing else in redscience names numba, so that the technique can be changed here.

    @inlined  a part of a kernel: always inlined, so that a constant argument (`plain`) removes the code it rules out
    @entry    a kernel as Python calls it, on one-element arrays of RULES, POSITION and SCRATCH; cached on disk

The same text runs as plain Python under NUMBA_DISABLE_JIT=1, and with every index checked under NUMBA_BOUNDSCHECK=1.

numba's own cache looks only at the file in which a function stands, neither at what it calls nor at the constants
it uses. The folder is therefore named for a hash of all sources of the engine (docs/adr/0001-engine-records.md).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

_config: Any = numba.config  # its settings are made at run time, where no type checker sees them

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: bool = bool(_config.DISABLE_JIT)


def cache_folder() -> Path:
    """Where compiled kernels of exactly these sources are kept.

    Under REDSCIENCE_KERNELS if that is set, else under the user's cache folder.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    base = os.environ.get("REDSCIENCE_KERNELS") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    kind = "checked" if _config.BOUNDSCHECK else "fast"
    return Path(base).expanduser() / "redscience" / "kernels" / f"{digest.hexdigest()[:16]}-{kind}"


_CACHE_FOLDER = str(cache_folder())


def inlined(function: Function) -> Function:
    """Part of a kernel. Not cached: it is compiled into each kernel that uses it."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    return cast("Function", compiled)


def called(function: Function) -> Function:
    """Part of a kernel that runs seldom: called, not inlined, which saves time to compile."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    return cast("Function", compiled)


def entry(function: Function) -> Function:
    """A kernel as Python calls it. Compiled when first called, then loaded from the cache."""
    # The setting is the process's; others who use numba in it keep theirs.
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _CACHE_FOLDER
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        _config.CACHE_DIR = before
    return cast("Function", compiled)
