"""What a browser keeps for when the server cannot be reached: static files, a page, rules; nothing of anybody's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fixtures.pages import Pages
from fixtures.person import until
from fixtures.windows import keep_session
from playwright.sync_api import Browser, Page, Request, Route, expect

from redscience.variations import catalogue

KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  }
  return paths;
}"""
# What becomes of a worker.
INSTALL = """async (address) => {
  const { installing } = await navigator.serviceWorker.register(address);
  const ends = ["activated", "redundant"];
  await new Promise((done) => {
    installing.addEventListener("statechange", () => ends.includes(installing.state) && done());
  });
  return installing.state;
}"""
IS_INSTALLED = "() => Boolean(navigator.serviceWorker.controller)"


def is_led_to_log_in(asked: Request) -> bool:
    """Whether a worker has asked for what only those may have who are logged in."""
    return asked.service_worker is not None and "/login" in asked.url


@contextmanager
def installed(chromium: Browser, pages: Pages) -> Iterator[Page]:
    """Home of Ada, in a browser of its own whose worker is at work."""
    _, secret = pages.person("Ada")
    with chromium.new_context(base_url=pages.address) as context:
        keep_session(context, secret, pages.address)
        page = context.new_page()
        page.goto("/")
        page.wait_for_function(IS_INSTALLED)
        yield page


def test_a_server_that_cannot_be_reached_is_waited_for(chromium: Browser, pages: Pages) -> None:
    with installed(chromium, pages) as page:
        page.goto("/games")
        kept = page.evaluate(KEPT)
        assert all(path == "/unreachable" or path.startswith("/static/") for path in kept), kept
        assert any("gallery.js" in path for path in kept)
        page.context.set_offline(offline=True)
        page.goto("/")
        expect(page.get_by_role("heading", name="The server cannot be reached")).to_be_visible()
        expect(page.get_by_text("Ada")).to_have_count(0)
        page.context.set_offline(offline=False)
        expect(page.get_by_role("heading", name="New match")).to_be_visible()


def test_a_file_is_asked_for_again_where_the_connection_breaks_off(chromium: Browser, pages: Pages) -> None:
    asked: list[str] = []

    def fail_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    with installed(chromium, pages) as page:
        page.context.route("**/*gallery.js/-/-/page.js", fail_once)
        page.goto("/games")
        expect(page.locator("#found")).not_to_be_empty()
        assert len(asked) > 1
        expect(page.locator("#unloaded")).to_be_hidden()


def test_what_another_version_answers_is_not_kept(chromium: Browser, pages: Pages) -> None:
    with installed(chromium, pages) as page:
        assert page.evaluate(INSTALL, "/service-worker.js?of=older&in=en") == "redundant"
        assert not [path for path in page.evaluate(KEPT) if path.startswith("/static/older/")]


def test_the_page_to_log_in_is_not_kept_as_rules(chromium: Browser, pages: Pages) -> None:
    first, second = (pages.world.add_game(catalogue.get(name)) for name in ("Connect4", "Reversi"))
    _, secret = pages.person("Ben")
    with installed(chromium, pages) as page:
        page.context.clear_cookies()
        with page.context.expect_event("requestfinished", is_led_to_log_in):
            page.goto(f"/games/{first.id}")
        expect(page.get_by_role("heading", name="Log in")).to_be_visible()
        keep_session(page.context, secret, pages.address)
        page.goto(f"/games/{second.id}")
        until(lambda: f"/games/{second.id}/rules" in page.evaluate(KEPT))
        assert f"/games/{first.id}/rules" not in page.evaluate(KEPT)


def test_rules_that_were_looked_at_can_be_read_without_the_server(chromium: Browser, pages: Pages) -> None:
    game = pages.world.add_game(catalogue.get("Connect4"))
    with installed(chromium, pages) as page:
        page.goto(f"/games/{game.id}")
        until(lambda: f"/games/{game.id}/rules" in page.evaluate(KEPT))
        page.context.set_offline(offline=True)
        # The page itself is not kept, for it is somebody's: its rules stand in for it.
        page.goto(f"/games/{game.id}")
        expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
        expect(page.locator(".english")).to_contain_text("The first to get four of their pieces in a row")
        expect(page.locator("#setup")).to_contain_text("Stacks")
        expect(page.locator("#opening .space").first).to_be_visible()
        expect(page.get_by_text("Ada")).to_have_count(0)
        page.goto("/")
        page.get_by_role("link", name="Connect4").click()
        expect(page.get_by_role("heading", name="Connect4")).to_be_visible()
        expect(page.get_by_text("The server cannot be reached.")).to_be_hidden()
        page.goto(f"/games/{game.id}")
        page.context.set_offline(offline=False)
        expect(page.get_by_role("link", name="Leaderboard")).to_be_visible()
        # Whoever has this device next is not told what was looked at.
        page.get_by_label("Your account: Ada").click()
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("heading", name="Log in")).to_be_visible()
        assert not [path for path in page.evaluate(KEPT) if path.startswith("/games/")]
