"""Fixtures of the tests in a browser; see `fixtures.browser`."""

from __future__ import annotations

from fixtures.browser import chromium, looks, people, playwright, screenshots

__all__ = ["chromium", "looks", "people", "playwright", "screenshots"]
