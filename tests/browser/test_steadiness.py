"""Nothing moves on a page once it is seen, though its parts come one after the other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fixtures.furnished import FOR_ADMINS, FURNISHED, Furnished
from fixtures.windows import DESK, PHONE, Windows
from playwright.sync_api import Page, ViewportSize

MOST_MOVED = 0.015
"""At a time: the share of the window that moves, times how far, https://web.dev/articles/cls. Where a line of text
comes above most of a phone's window, it moves more."""

# What the browser has noted of what moved by itself, from the first picture on, once all has come and is drawn.
MOVED = """() => new Promise((told) => {
  const isComing = () => document.querySelector(".is-coming") !== null;
  const noted = (moved) => moved.map(({ value, sources }) => [
    value,
    sources.map(({ node, previousRect: from, currentRect: to }) =>
      `${node?.id || node?.className || node?.nodeName}: ${from.x},${from.y} to ${to.x},${to.y}`),
  ]);
  const look = () => {
    if (isComing()) return requestAnimationFrame(look);
    const seen = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => {
      seen.push(...observer.takeRecords());
      told(noted(seen));
    }));
  };
  look();
})"""


# Until there is something to see: what the browser noted before counts as well.
DRAWN = """() => new Promise((drawn) => {
  new PerformanceObserver(() => drawn()).observe({ type: "paint", buffered: true });
})"""
SCRIPT = re.compile(r"/(?!early)[^/]+\.js\b")
"""But for the one without which nothing is drawn."""


def open_slowly(page: Page, platform: Furnished, name: str) -> None:
    """Opens a page whose scripts come when it is drawn, as they do where the network is slow."""
    page.route(SCRIPT, lambda _: None)
    platform.go_to(page, name, until="commit")
    page.evaluate(DRAWN)
    page.unroute(SCRIPT)  # goes on with what was kept
    platform.wait_for(page, name)


def moved(page: Page) -> list[Any]:
    """How much of the window moved at a time, and what."""
    page.wait_for_load_state()
    shifts: list[Any] = page.evaluate(MOVED)
    return shifts


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_moves_while_a_page_is_filled(in_memory: Furnished, windows: Windows, viewport: ViewportSize) -> None:
    found = []
    with windows.window(in_memory.address, viewport=viewport) as window:
        for secret, pages in ((in_memory.secret, FURNISHED), (in_memory.admin_secret, FOR_ADMINS)):
            in_memory.log_in(window.page, secret)
            for name in pages:
                open_slowly(window.page, in_memory, name)
                shifts = moved(window.page)
                if any(value > MOST_MOVED for value, _ in shifts):
                    found.append(f"{name}: {shifts}")
    assert not found, "\n".join(found)
