"""How soon pages can be used, and how soon a click on a large board is shown, in Chromium.

A page can be used when its scripts have run (the end of DOMContentLoaded). Each is opened anew on the real platform,
its static parts kept by the browser, beside the barest page there is, which says that there is none at that address. A
click is taken from the browser's event until the frame that shows it has been drawn, beside one on a page that has
nothing but what is clicked: it waits for the next frame, and is drawn, as every click.

    python -m benchmarks.pages [--loads N]
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.services.platform import Platform, person, running
from benchmarks.services.report import spread
from services.gateway.security import COOKIE

GAMES = ("Connect4", "Connect6-19x19")
CLICKS = 40
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
USABLE = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
TIME_CLICKS = """() => {
  window.shown = [];
  document.addEventListener("click", (event) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.shown.push(performance.now() - event.timeStamp);
    port2.postMessage(null);
  }), true);
}"""
"""What is posted while a frame is made comes after that has been drawn."""
BAREST_CLICK = """() => {
  document.head.replaceChildren();
  document.body.innerHTML = "<button>Here</button>";
  let clicks = 0;
  document.querySelector("button").onclick = ({ target }) => target.style.color = clicks++ % 2 ? "red" : "green";
}"""


def usable_ms(page: Page, address: str, loads: int) -> float:
    """The median of so many loads, after one that fills what the browser keeps."""
    found: list[float] = []
    for _ in range(loads + 1):
        page.goto(address, wait_until="load")
        found.append(page.evaluate(USABLE))
    return statistics.median(found[1:])


def shown_ms(page: Page, spaces: Locator) -> list[float]:
    """Of clicks on spaces, one after the other."""
    page.evaluate(TIME_CLICKS)
    count = spaces.count()
    for number in range(CLICKS):
        spaces.nth(number * 7 % count).click()
        page.wait_for_function("(count) => window.shown.length > count", arg=number)
    shown: list[float] = page.evaluate("() => window.shown")
    return shown


def shown_on_barest_ms(page: Page, address: str) -> list[float]:
    """Of clicks on a page that has one thing to click, which becomes another color."""
    page.goto(address)
    page.evaluate(BAREST_CLICK)
    return shown_ms(page, page.locator("button"))


def shown_in_match_ms(page: Page, address: str) -> list[float]:
    """Of clicks on the spaces of a match."""
    page.goto(address)
    spaces = page.locator(".space")
    spaces.and_(page.locator(".is-choosable")).first.wait_for()
    return shown_ms(page, spaces)


async def begun(platform: Platform, game: str) -> tuple[str, str, str]:
    """A session of somebody new, a game, and a match of it that they play."""
    async with person(platform) as somebody:
        game_id = await somebody.game_id(game)
        while not (match := await somebody.create(game_id)).viewer.startswith("black"):
            pass  # whoever begins has all to choose from
        return somebody.secret, game_id, match.id


async def all_begun(platform: Platform) -> list[tuple[str, str, str]]:
    """The same for each game."""
    return [await begun(platform, game) for game in GAMES]


def rows(site: str, played: Sequence[tuple[str, str, str]], browser: Browser, loads: int) -> Iterator[str]:
    """A line for each page, then one for clicks."""
    for game, (secret, game_id, match_id) in zip(GAMES, played, strict=True):
        with browser.new_context() as context:
            context.add_cookies([{"name": COOKIE, "value": secret, "url": site}])
            page = context.new_page()
            barest_ms = usable_ms(page, f"{site}/nothing", loads)
            yield f"{game}: the barest page can be used after {barest_ms:.0f} ms"
            for name, path in (
                ("Home", "/"),
                ("games", "/games"),
                ("Factory", f"/factory?copy={game_id}"),
                ("game", f"/games/{game_id}"),
                ("leaderboard", f"/games/{game_id}/leaderboard"),
                ("match", f"/matches/{match_id}"),
                ("tournaments", "/tournaments"),
            ):
                took_ms = usable_ms(page, site + path, loads)
                yield f"  {name:12} {took_ms:4.0f} ms, {took_ms / barest_ms:.1f} times as long"
            barest = shown_on_barest_ms(page, f"{site}/nothing")
            played_ms = shown_in_match_ms(page, f"{site}/matches/{match_id}")
            ratio = statistics.median(played_ms) / statistics.median(barest)
            yield f"  a click on the barest page is shown: {spread(barest)}"
            yield f"  a click in the match is shown: {spread(played_ms)}, {ratio:.1f} times as long"


def main() -> None:
    """Prints a line for each page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__.partition("\n")[0])
    parser.add_argument("--loads", type=int, default=9, help="of each page (9)")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is missing. Install it (Debian: apt-get install chromium-headless-shell).")
    with tempfile.TemporaryDirectory(prefix="redscience-pages-") as name, running(Path(name), "") as platform:
        played = asyncio.run(all_begun(platform))  # before Playwright has a loop of its own here
        with (
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=chromium, args=list(FLAGS)) as browser,
        ):
            for line in rows(f"http://{platform.address('gateway')}", played, browser, arguments.loads):
                print(line, flush=True)


if __name__ == "__main__":
    main()
