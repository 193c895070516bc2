"""Compiled kernels are found again by what was compiled, wherever that stands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from redscience import families
from redscience.variations.engine import cache, kernels, warm

KERNEL = """
from redscience.variations.engine.compiled import entry

@entry
def add(a: int, b: int) -> int:
    return a + b

print(add(1, 2))
"""


def kernel_files(tmp_path: Path) -> dict[str, int]:
    """The compiled kernels in the cache, with the time of their writing."""
    return {file.name: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nbc")}


def run(tmp_path: Path, folder: str, text: str) -> str:
    """What a program prints that stands in a folder."""
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / "program.py").write_text(text)
    outcome = subprocess.run(
        [sys.executable, "program.py"],
        cwd=tmp_path / folder,
        env=os.environ | {"REDSCIENCE_KERNELS": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return outcome.stdout


@pytest.mark.slow
def test_the_same_text_in_another_place_is_not_compiled_again(tmp_path: Path) -> None:
    assert run(tmp_path, "here", KERNEL) == "3\n"
    compiled = kernel_files(tmp_path)
    assert len(compiled) == 1
    assert run(tmp_path, "there", KERNEL) == "3\n"
    assert kernel_files(tmp_path) == compiled


@pytest.mark.slow
def test_another_text_is_compiled(tmp_path: Path) -> None:
    assert run(tmp_path, "here", KERNEL) == "3\n"
    assert run(tmp_path, "here", KERNEL.replace("a + b", "a * b")) == "2\n"
    assert len(kernel_files(tmp_path)) == 2


def test_every_kernel_is_known_and_called() -> None:
    entries = {
        name for name, each in vars(kernels).items() if hasattr(each, "py_func") and each.__module__ == kernels.__name__
    }
    assert entries == set(cache.KERNELS)
    assert set(warm._first_calls()) == set(cache.KERNELS)


def test_a_kernel_is_missing_until_it_is_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDSCIENCE_KERNELS", str(tmp_path))
    assert cache.missing() == cache.KERNELS
    cache.folder().mkdir(parents=True)
    first, *others = cache.KERNELS
    (cache.folder() / f"kernels.{first}-0123.py311.1.nbc.tmp.89ab").touch()
    assert cache.missing() == cache.KERNELS
    (cache.folder() / f"kernels.{first}-0123.py311.1.nbc").touch()
    assert cache.missing() == tuple(others)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert cache.missing() == cache.KERNELS
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert cache.missing() == ()


def test_the_folder_is_the_users_where_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDSCIENCE_KERNELS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert cache.folder().parent == Path("/cache/redscience/kernels")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder().parent == Path.home() / ".cache" / "redscience" / "kernels"


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


def test_who_cannot_keep_what_is_compiled_warms_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REDSCIENCE_KERNELS", str(tmp_path / "file"))
    called = list[str]()
    monkeypatch.setattr(
        warm, "_first_calls", lambda: {name: lambda name=name: called.append(name) for name in cache.KERNELS}
    )
    with pytest.raises(OSError, match="cannot be kept"):
        families.family("variations").compile(called.append)
    assert called == []
    families.family("variations").warm()
    assert called == list(cache.KERNELS)


def test_only_what_is_missing_is_compiled_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()
    monkeypatch.setattr(cache, "missing", lambda: ("apply_event", "playouts"))
    monkeypatch.setattr(
        warm, "_first_calls", lambda: {name: lambda name=name: done.append(name) for name in cache.KERNELS}
    )
    warm.warm(done.append)
    assert done == [
        "Compiling the engine, once: 1 of 2",
        "apply_event",
        "Compiling the engine, once: 2 of 2",
        "playouts",
    ]
    monkeypatch.setattr(cache, "missing", tuple)
    warm.warm(done.append)
    assert len(done) == 4
