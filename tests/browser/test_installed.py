"""What a browser keeps: static files, and a page for when the server cannot be reached; nothing of anybody's."""

from __future__ import annotations

from fixtures.pages import Pages
from fixtures.windows import keep_session
from playwright.sync_api import Browser, expect

KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  }
  return paths;
}"""
IS_INSTALLED = "async () => Boolean((await navigator.serviceWorker.ready).active && navigator.serviceWorker.controller)"


def test_a_server_that_cannot_be_reached_is_waited_for(chromium: Browser, pages: Pages) -> None:
    _, secret = pages.person("Ada")
    with chromium.new_context(base_url=pages.address) as context:
        keep_session(context, secret, pages.address)
        page = context.new_page()
        page.goto("/")
        page.wait_for_function(IS_INSTALLED)
        page.goto("/games")
        kept = page.evaluate(KEPT)
        assert all(path == "/unreachable" or path.startswith("/static/") for path in kept), kept
        assert any("gallery.js" in path for path in kept)
        context.set_offline(offline=True)
        page.goto("/")
        expect(page.get_by_role("heading", name="The server cannot be reached")).to_be_visible()
        expect(page.get_by_text("Ada")).to_have_count(0)
        context.set_offline(offline=False)
        expect(page.get_by_role("heading", name="New match")).to_be_visible()
