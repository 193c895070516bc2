"""Fixtures of the tests in a browser; see `fixtures.browser`."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixtures.browser import (
    CHROMIUM,
    beside,
    chromium,
    controls,
    ledger,
    look_alike,
    looks,
    pages,
    people,
    picture,
    playwright,
    windows,
)
from fixtures.furnished import in_memory, server_in_memory

__all__ = [
    "beside",
    "chromium",
    "controls",
    "in_memory",
    "ledger",
    "look_alike",
    "looks",
    "pages",
    "people",
    "picture",
    "playwright",
    "server_in_memory",
    "windows",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", metavar="FOLDER", help="keep pictures of the pages here, for looking at")
    parser.addoption("--renew-looks", action="store_true", help="keep the pictures of docs/looks as the pages look now")
    parser.addoption("--renew-controls", action="store_true", help="keep which controls these tests use")
    parser.addoption("--every-game", metavar="FILE", help="make and play all games, and write what it took here")


def pytest_configure() -> None:
    """Says before the first test that the browser is missing, where its tests are to run."""
    if not Path(CHROMIUM).exists():
        raise pytest.UsageError(
            f"Chromium is missing (looked for at {CHROMIUM}). Install it (Debian: apt-get install"
            " chromium-headless-shell), or leave its tests out:"
            " make test TESTS='tests/unit tests/contract tests/integration tests/e2e'."
        )
