"""Chromium, and people in it, before the real platform.

chromium    the browser, one for the session
people      makes people who are logged in, each in a browser context of their own
screenshots where pictures of the pages are kept for looking at
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fixtures.platform import Platform
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1400, "height": 900}
# What a page asks in vain while something restarts is not its fault, and the browser says so by itself.
NO_FAULT = re.compile(r"Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, running."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures are kept."""
    return tmp_path_factory.mktemp("screenshots")


@dataclass
class Person:
    """Somebody with a browser of their own.

    Attributes:
        name: as other players see it.
        context: the browser's context; `context.new_page()` is another window.
        page: the first window.
        address: of the platform.
        errors: what the pages complained of.
    """

    name: str
    context: BrowserContext
    page: Page
    address: str
    errors: list[str]

    def open(self, path: str, page: Page | None = None) -> Page:
        """Goes to a page, in the first window or another."""
        page = page or self.page
        page.goto(self.address + path)
        return page

    def window(self) -> Page:
        """Another window."""
        return watched(self.context.new_page(), self.errors)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Asks the platform as the pages do."""
        answer = self.context.request.post(self.address + path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        """Likewise."""
        answer = self.context.request.get(self.address + path)
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def id(self) -> str:
        """The player's id."""
        self.open("/")
        return str(self.page_data()["me"]["id"])

    def page_data(self) -> Any:
        """What the page in the first window is about."""
        return self.page.evaluate("JSON.parse(document.getElementById('data').textContent)")

    def new_match(self, game: str, *, players: int = 2) -> str:
        """Begins a match of a game of the catalogue against Random, and goes there; gives its id."""
        me = self.id
        data = self.page_data()
        (found,) = [one for one in self.get(f"/api/games?name={game}") if one["name"] == game]
        body = {
            "game_id": found["id"],
            "player_ids": [me, *[data["random_id"]] * (players - 1)],
            "request_id": uuid4().hex,
        }
        match_id = str(self.post("/api/matches", body)["id"])
        self.open(f"/matches/{match_id}")
        return match_id


def watched(page: Page, errors: list[str]) -> Page:
    """A page whose complaints are noted."""

    def said(message: ConsoleMessage) -> None:
        if message.type == "error" and not NO_FAULT.search(message.text):
            errors.append(message.text)

    page.on("console", said)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return page


@pytest.fixture
def people(platform: Platform, chromium: Browser) -> Iterator[Callable[..., Person]]:
    """`people("ada", viewport=PHONE)` gives somebody who is logged in; in the end no page may have complained."""
    made: list[Person] = []

    def person(name: str, **options: Any) -> Person:
        context = chromium.new_context(base_url=platform.address, viewport=options.pop("viewport", DESK), **options)
        context.set_default_timeout(15_000)
        errors: list[str] = []
        somebody = Person(name, context, watched(context.new_page(), errors), platform.address, errors)
        made.append(somebody)
        log_in(somebody)
        return somebody

    yield person
    for somebody in made:
        somebody.context.close()
    for somebody in made:
        assert somebody.errors == [], f"the pages of {somebody.name} complained"


def log_in(somebody: Person) -> None:
    """Logs in as the pages do, with the code from the outbox."""
    email = f"{somebody.name}-{id(somebody)}@example.org"
    somebody.post("/api/log-in/code", {"email": email})
    told = somebody.post("/api/log-in", {"email": email, "code": code_for(somebody, email)})
    somebody.name = str(told["player"]["name"])


def code_for(somebody: Person, email: str) -> str:
    """The newest code that came to an address."""
    outbox = somebody.context.request.get(somebody.address + "/outbox").text()
    mail = outbox[outbox.index(f"to {email}") :]
    found = re.search(r"\b\d{6}\b", mail)
    assert found is not None
    return found[0]
