"""Compiled kernels are found again by what was compiled, wherever that stands."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from redscience.kernels import cache
from redscience.kernels.cache import Kernels
from redscience.variations.engine import kernels
from redscience.variations.engine.warm import KERNELS

KERNEL = """
from redscience.kernels.compiled import entry

@entry
def add(a: int, b: int) -> int:
    return a + b

print(add(1, 2), sum(add.stats.cache_hits.values()), "hits")
"""
# Root writes anywhere: PR_CAPBSET_DROP of CAP_DAC_OVERRIDE. Not between a fork and the program, where the threads of
# whatever else the tests have loaded may abort it.
LIKE_ANYBODY = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(24, 1)
os.execv(sys.executable, [sys.executable, "program.py"])
"""


def kernel_files(tmp_path: Path) -> dict[str, int]:
    """The compiled kernels in the cache, with the time of their writing."""
    return {file.name: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nbc")}


def run(tmp_path: Path, folder: str, text: str, *, cache: str = "cache") -> str:
    """What a program prints that stands in a folder; kernels are kept in another."""
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / "program.py").write_text(text)
    outcome = subprocess.run(
        [sys.executable, "-c", LIKE_ANYBODY],
        cwd=tmp_path / folder,
        env=os.environ | {"REDSCIENCE_KERNELS": str(tmp_path / cache), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return outcome.stdout


@pytest.mark.slow
def test_the_same_text_in_another_place_is_not_compiled_again(tmp_path: Path) -> None:
    assert run(tmp_path, "here", KERNEL) == "3 0 hits\n"
    compiled = kernel_files(tmp_path)
    assert len(compiled) == 1
    assert run(tmp_path, "there", KERNEL) == "3 1 hits\n"
    assert kernel_files(tmp_path) == compiled


@pytest.mark.slow
def test_another_text_is_compiled(tmp_path: Path) -> None:
    assert run(tmp_path, "here", KERNEL) == "3 0 hits\n"
    assert run(tmp_path, "here", KERNEL.replace("a + b", "a * b")) == "2 0 hits\n"
    assert len(kernel_files(tmp_path)) == 2


@pytest.mark.slow
def test_what_cannot_be_kept_is_compiled_by_each_process_anew(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for _ in range(2):
        assert run(tmp_path, "here", KERNEL, cache="file") == "3 0 hits\n"
    assert not list(tmp_path.rglob("*.nb?"))


@pytest.mark.slow
def test_what_is_kept_is_loaded_where_nothing_can_be_written(tmp_path: Path) -> None:
    assert run(tmp_path, "here", KERNEL) == "3 0 hits\n"
    (kept,) = (tmp_path / "cache" / "redscience" / "kernels").iterdir()
    for folder in (kept, kept.parent):
        folder.chmod(0o555)
    assert run(tmp_path, "here", KERNEL) == "3 1 hits\n"
    assert run(tmp_path, "here", KERNEL.replace("a + b", "a * b")) == "2 0 hits\n"


def test_every_kernel_is_known_and_called() -> None:
    entries = {
        name for name, each in vars(kernels).items() if hasattr(each, "py_func") and each.__module__ == kernels.__name__
    }
    assert entries == set(KERNELS.names)
    assert set(KERNELS.first_calls()) == set(KERNELS.names)


def test_a_kernel_is_missing_until_it_is_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDSCIENCE_KERNELS", str(tmp_path))
    assert KERNELS.missing == KERNELS.names
    KERNELS.folder.mkdir(parents=True)
    first, *others = KERNELS.names
    (KERNELS.folder / f"kernels.{first}-0123.py311.1.nbc.tmp.89ab").touch()
    assert KERNELS.missing == KERNELS.names
    (KERNELS.folder / f"kernels.{first}-0123.py311.1.nbc").touch()
    assert KERNELS.missing == tuple(others)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert KERNELS.missing == KERNELS.names
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert KERNELS.missing == ()


def test_the_folder_is_the_users_where_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDSCIENCE_KERNELS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert KERNELS.folder.parent == Path("/cache/redscience/kernels")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert KERNELS.folder.parent == Path.home() / ".cache" / "redscience" / "kernels"


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outcome = subprocess.run(
        [sys.executable, "-m", "redscience.warm"],
        env=os.environ | {"REDSCIENCE_KERNELS": str(tmp_path / "file")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (outcome.returncode, outcome.stdout, outcome.stderr.count("\n")) == (2, "", 1)
    assert outcome.stderr.endswith(": Not a directory. Fix that, or name another folder with REDSCIENCE_KERNELS.\n")


def told(called: list[str]) -> Kernels:
    """The same kernels, which only say that they are called."""
    return replace(KERNELS, first_calls=lambda: {name: lambda name=name: called.append(name) for name in KERNELS.names})


def test_who_cannot_keep_what_is_compiled_warms_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REDSCIENCE_KERNELS", str(tmp_path / "file"))
    called = list[str]()
    with pytest.raises(OSError, match="cannot be kept"):
        told(called).fill(called.append)
    assert called == []
    told(called).warm(lambda _: None)
    assert called == list(KERNELS.names)


def test_only_what_is_missing_is_compiled_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDSCIENCE_KERNELS", str(tmp_path))
    KERNELS.folder.mkdir(parents=True)
    for name in KERNELS.names:
        (KERNELS.folder / f"kernels.{name}-0123.py311.1.nbc").touch()
    kernels = told(done := list[str]())
    kernels.warm(done.append)
    assert done == []
    for name in ("apply_event", "playouts"):
        (KERNELS.folder / f"kernels.{name}-0123.py311.1.nbc").unlink()
    kernels.warm(done.append)
    assert done == [
        "Compiling the engine, once: 1 of 2",
        "apply_event",
        "Compiling the engine, once: 2 of 2",
        "playouts",
    ]


def test_each_engine_has_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text("")
    other = cache.folder(tmp_path)
    assert other not in {KERNELS.folder, KERNELS.folder.with_name(f"{KERNELS.folder.name}-checked")}


def test_what_is_compiled_for_any_processor_is_found_on_any(monkeypatch: pytest.MonkeyPatch) -> None:
    here = cache._processor()
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    everywhere = cache._processor()
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "model name: another\nflags: few\n\n")
    assert cache._processor() == everywhere != here
    monkeypatch.delenv("NUMBA_CPU_NAME")
    assert cache._processor() not in (here, everywhere)
