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
from numba import types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.registry import cpu_target

_config: Any = numba.config  # its settings are made at run time, where no type checker sees them

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: bool = bool(_config.DISABLE_JIT)
_PARTS: set[str] = set()
"""The names of all parts of kernels."""


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


def _untyped(thing: Any) -> Any:
    """For what numba gives no types of."""
    return thing


class _KernelLibrary(JITCodeLibrary):
    """Compiled code of which parts are neither optimized nor made machine code: that is done once, in each kernel.

    Otherwise numba does it for every part with all that it uses, which takes minutes for a hundred parts.
    """

    def _optimize_final_module(self) -> None:
        if self.name not in _PARTS:
            _untyped(super())._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if self.name in _PARTS:
            _untyped(self)._finalize_dynamic_globals()
            self._finalized = True
        else:
            _untyped(super())._finalize_final_module()


class _KernelCodegen(JITCPUCodegen):
    """Makes such libraries, and leaves parts without the environments that only machine code has."""

    _library_class = _KernelLibrary

    def set_env(self, env_name: str, env: object) -> None:
        if _untyped(self._engine).get_global_value_address(env_name):
            _untyped(super()).set_env(env_name, env)


def _use_kernel_codegen() -> None:
    """Has numba compile by these from now on: it offers no other way."""
    codegen = _untyped(cpu_target.target_context).codegen()
    codegen.__class__ = _KernelCodegen


_use_kernel_codegen()


def _part(function: Function, *, forceinline: bool) -> Function:
    """A part of kernels, compiled once for whole numbers of all widths."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    compiled = _untyped(numba.njit)(forceinline=forceinline, **options)(function)
    if not INTERPRETED:
        _PARTS.add(function.__qualname__)
        template = compiled.get_call_template

        def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            return template(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})

        compiled.get_call_template = widened
    return cast("Function", compiled)


def _wide(kind: Any) -> Any:
    """The type in which a part takes an argument."""
    plain = _untyped(types.unliteral)(kind)
    return types.int64 if isinstance(plain, types.Integer) else plain


def inlined(function: Function) -> Function:
    """Part of a kernel. Not cached: it is compiled into each kernel that uses it."""
    return _part(function, forceinline=True)


def called(function: Function) -> Function:
    """Part of a kernel that is long or runs seldom: called, not inlined, which saves time to compile."""
    return _part(function, forceinline=False)


def in_python(part: Function) -> Function:
    """The text of a part as Python runs it: the part itself has no machine code to be called."""
    return cast("Function", getattr(part, "py_func", part))


def entry(function: Function) -> Function:
    """A kernel as Python calls it. Compiled when first called, then loaded from the cache.

    Its name must be no part's: that is how numba's libraries are told apart.
    """
    if function.__qualname__ in _PARTS:
        raise ValueError(f"{function.__qualname__} is the name of a part of kernels")
    # The setting is the process's; others who use numba in it keep theirs.
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _CACHE_FOLDER
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        _config.CACHE_DIR = before
    return cast("Function", compiled)
