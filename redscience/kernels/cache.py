"""Where compiled kernels are kept, and which are still to be compiled. Importing this loads no compiler.

A folder holds what was compiled of exactly these sources, by one numba in one Python, for one kind of processor: what
is in it is loaded, and never compiled again. So every checkout and every installation of the same sources shares it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeAlias

Sources: TypeAlias = Path | tuple[Path, ...]
"""The folder with all that is compiled into some kernels, or several."""

_PROCESSOR = ("vendor_id", "model name", "flags", "Features", "CPU implementer", "CPU part")


def folder(sources: Sources) -> Path:
    """The folder for what is compiled of the sources in a folder, made when the first kernel is compiled.

    It is in REDSCIENCE_KERNELS if that is set, else in the user's cache folder.
    """
    base = os.environ.get("REDSCIENCE_KERNELS") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    kind = "checked" if _is_set("NUMBA_BOUNDSCHECK") else "fast"
    return Path(base).expanduser() / "redscience" / "kernels" / f"{_digest(sources)}-{kind}"


@dataclass(frozen=True)
class Kernels:
    """The kernels of an engine: those of its module `kernels`.

    Attributes:
        engine: what it is called where it is said that it is compiled: "the engine".
        sources: the folder with all of its sources, or several.
        names: of every kernel.
        first_calls: loads the engine, and gives a short call of every kernel by its name.
    """

    engine: str
    sources: Sources
    names: tuple[str, ...]
    first_calls: Callable[[], Mapping[str, Callable[[], object]]]

    @property
    def folder(self) -> Path:
        """Where they are kept."""
        return folder(self.sources)

    @property
    def missing(self) -> tuple[str, ...]:
        """Those that are still to be compiled."""
        if _is_set("NUMBA_DISABLE_JIT"):
            return ()
        return tuple(kernel for kernel in self.names if not any(self.folder.glob(f"kernels.{kernel}-*.nbc")))

    def fill(self, say: Callable[[str], None]) -> None:
        """Compiles what is not in the cache yet, and says so of each kernel; where nothing is missing, at once.

        So nobody's first request waits for a compiler.

        Raises:
            OSError: nothing can be kept; nothing was compiled.
        """
        if self.missing:
            self._make_folder()
            self.warm(say)

    def warm(self, say: Callable[[str], None]) -> None:
        """The same, also where it is compiled for this process alone."""
        missing = self.missing
        if not missing:
            return
        calls = self.first_calls()
        for number, kernel in enumerate(missing, 1):
            say(f"Compiling {self.engine}, once: {number} of {len(missing)}")
            calls[kernel]()

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.folder).close()
        except OSError as error:
            raise OSError(
                f"The compiled engine cannot be kept in {self.folder}: {error.strerror}."
                " Fix that, or name another folder with REDSCIENCE_KERNELS."
            ) from error


def _is_set(switch: str) -> bool:
    return os.environ.get(switch, "").strip() not in {"", "0"}


@cache
def _digest(sources: Sources) -> str:
    digest = hashlib.sha256()
    for each in (Path(__file__).parent, *(sources if isinstance(sources, tuple) else (sources,))):
        for source in sorted(each.glob("*.py")):
            digest.update(source.read_bytes())
    digest.update("\n".join((sys.implementation.cache_tag or "", version("numba"), *_processor())).encode())
    return digest.hexdigest()[:16]


def _processor() -> list[str]:
    """What machine code depends on, as far as it can be told without asking the compiler.

    Where numba is told for which processor to compile (`generic` in an image, say), that is it, whatever is here.
    """
    described = [platform.system(), platform.machine()]
    told = [os.environ.get(name, "").strip() for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")]
    if told[0] and told[0] != "host":
        return described + told
    try:
        first = Path("/proc/cpuinfo").read_text(errors="replace").partition("\n\n")[0]
    except OSError:
        return described
    return described + [line for line in first.splitlines() if line.startswith(_PROCESSOR)]
