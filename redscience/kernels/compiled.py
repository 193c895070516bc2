"""How kernels are compiled. Nothing else in redscience names numba, so that the technique can be changed here.

    @inlined  a part of a kernel: always inlined, so that a constant argument removes the code it rules out
    @macro    a part that is one expression: put in the place of its call before types are known
    @emitted  a part for which LLVM has an instruction or two
    @entry    a kernel as Python calls it, on arrays of records; cached on disk

The same text runs as plain Python under NUMBA_DISABLE_JIT=1, and with every index checked under NUMBA_BOUNDSCHECK=1.

numba's own cache looks only at the file in which a function stands, neither at what it calls nor at the constants
it uses, and takes the same file in another place for another. Kernels are therefore kept in a folder that is named for
a hash of all sources of their engine (`cache`, docs/adr/0001-engine-records.md), and nowhere else: where that cannot be
written, each process compiles what it calls for itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import types
from numba.core import cgutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic

from redscience.kernels import cache

_config: Any = numba.config  # its settings are made at run time, where no type checker sees them

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: bool = bool(_config.DISABLE_JIT)
_PARTS: set[str] = set()
"""The names of all parts of kernels."""
_SLOW = {"bmi2": {"znver1", "znver2"}}
"""By feature, the processors that have it, but take hundreds of cycles for an instruction of it (A. Fog, tables)."""


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


def macro(function: Function) -> Function:
    """Part of a kernel that is one expression: the code is the same as if that stood in the place of the call."""
    return cast("Function", _untyped(numba.njit)(inline="always", error_model="numpy")(function))


def called(function: Function) -> Function:
    """Part of a kernel that is long or runs seldom: called, not inlined, which saves time to compile."""
    return _part(function, forceinline=False)


def emitted(emit: Callable[..., Any], *, feature: str = "") -> Callable[[Function], Function]:
    """Part of a kernel for which there are instructions, on one or two whole numbers of 64 bits; its text says which.

    The text is what Python runs, and what is compiled for processors without them.

    Args:
        emit: given LLVM's builder and the numbers, writes the instructions and returns the result.
        feature: what a processor has that has them, as LLVM calls it; all do unless it is given.
    """

    def made(function: Function) -> Function:
        if INTERPRETED or not (feature == "" or _is_fast(feature)):
            return inlined(function)

        def typed(*numbers: object) -> Any:
            return types.int64(*[types.int64] * len(numbers)), lambda _, code, __, given: emit(code, *given)

        def of_one(_context: object, a: object) -> Any:
            return typed(a)

        def of_two(_context: object, a: object, b: object) -> Any:
            return typed(a, b)

        arity = function.__code__.co_argcount
        return cast("Function", _untyped(intrinsic)(of_one if arity == 1 else of_two))

    return made


def _is_fast(feature: str) -> bool:
    """Whether the processor for which is compiled has a feature, and makes something of it."""
    codegen = _untyped(cpu_target.target_context).codegen()
    has = f"+{feature}" in codegen._tm_features.split(",")
    return has and codegen._get_host_cpu_name() not in _SLOW.get(feature, ())


def instruction(code: Any, name: str, *numbers: Any) -> Any:
    """Writes a call of one of LLVM's instructions for one kind of processor, by its name there."""
    kind, llvm = numbers[0].type, _untyped(cgutils)
    function = llvm.get_or_insert_function(code.module, llvm.ir.FunctionType(kind, [kind] * len(numbers)), name)
    return code.call(function, numbers)


def in_python(part: Function) -> Function:
    """The text of a part as Python runs it: the part itself has no machine code to be called."""
    return cast("Function", getattr(part, "py_func", part))


class _KernelPlace(_CacheLocator):
    """Tells numba where kernels are kept: by their text, wherever that stands, in their engine's folder."""

    def __init__(self, py_file: str, sources: cache.Sources) -> None:
        self._py_file = py_file  # numba names it where it cannot cache
        self._sources = sources
        self._text = hashlib.sha256(Path(py_file).read_bytes()).hexdigest()[:16]

    @classmethod
    def from_function(cls, py_func: object, py_file: str) -> _KernelPlace:
        """The place, whether or not anything can be written there: what is kept can be read all the same."""
        return cls(py_file, _untyped(py_func).sources)

    def get_cache_path(self) -> str:
        return str(cache.folder(self._sources))

    def get_source_stamp(self) -> str:
        return self._text

    def get_disambiguator(self) -> str:
        return self._text


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = _untyped([_KernelPlace])


class _KernelCache(FunctionCache):
    """Gives a kernel that is kept without loading what only the compiler uses: that takes longer than the kernel."""

    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: object, target_context: object) -> object:
        """The kernel as it was compiled; None where it is not kept. The compiler then loads by itself what it uses."""
        _untyped(rtsys).initialize(target_context)  # machine code is linked to it
        with suppress(OSError):
            return _untyped(self)._load_overload(sig, target_context)
        return None

    def save_overload(self, sig: object, data: object) -> None:
        """Keeps a kernel; where it cannot be written it is this process's alone."""
        with suppress(OSError):
            _untyped(self)._save_overload(sig, data)


def entry(function: Function, sources: cache.Sources | None = None) -> Function:
    """A kernel as Python calls it. Compiled when first called, then loaded from the cache.

    Its name must be no part's: that is how numba's libraries are told apart.

    Args:
        function: the kernel.
        sources: the folder with all that is compiled into it, or several; that of its own text unless it is given.
    """
    if function.__qualname__ in _PARTS:
        raise ValueError(f"{function.__qualname__} is the name of a part of kernels")
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if not INTERPRETED:
        _untyped(function).sources = sources or Path(function.__code__.co_filename).parent
        compiled._cache = _untyped(_KernelCache)(function)
    return cast("Function", compiled)
