"""Logging in by what comes by mail."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from uuid import uuid4

from fixtures.browser import Held, Person, fits, open_outbox
from fixtures.pages import Pages
from fixtures.platform import Platform
from fixtures.refusals import REFUSED, says_why
from fixtures.windows import PHONE, Windows, keep_session
from playwright.sync_api import expect

NO_CODE = "There is no code yet. Type the one that was sent."


def test_one_logs_in_by_the_link_in_the_mail_and_its_button(
    platform: Platform, windows: Windows, picture: Callable[..., None]
) -> None:
    email = f"link-{uuid4().hex}@example.org"
    with windows.window(platform.address, viewport=PHONE) as window:
        page = window.page
        page.goto("/login")
        page.get_by_label("E-mail address").fill(email)
        page.get_by_role("button", name="Send the code").click()
        expect(page.get_by_label("Code")).to_be_visible()
        page.get_by_role("button", name="Use another address").click()
        expect(page.get_by_label("E-mail address")).to_have_value(email)
        page.get_by_role("button", name="Send the code").click()
        expect(page.get_by_label("Code")).to_be_focused()
        page.get_by_role("button", name="Log in").click()
        expect(page.locator("#code-fault")).to_have_text(NO_CODE)
        page.get_by_role("button", name="Send a new code").click()
        expect(page.locator("#code-fault")).to_be_empty()
        expect(page.get_by_label("Code")).to_be_focused()
        open_outbox(window.context, platform)
        page.goto("/outbox")
        mail = page.locator(".mail", has_text=email).first
        fits(page)
        picture(page, "log-in-mail")
        mail.get_by_role("link").click()
        button = page.get_by_role("button", name="Log in")
        expect(button).to_be_visible()
        expect(page.get_by_label("E-mail address")).to_be_hidden()
        fits(page)
        picture(page, "log-in-link")
        opened = page.url
        button.click()
        page.get_by_label("Name").fill(f"Link {uuid4().hex[:8]}")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url(platform.address + "/")
        page.goto(opened)
        button.click()
        expect(page.get_by_role("alert").filter(has_text="This link is used")).to_be_visible()
        page.get_by_role("button", name="Send a code instead").click()
        expect(page.get_by_label("E-mail address")).to_be_focused()


def test_one_comes_to_log_in_by_another_address(
    people: Callable[..., Person], platform: Platform, picture: Callable[..., None]
) -> None:
    email, taken = f"new-{uuid4().hex}@example.org", f"taken-{uuid4().hex}@example.org"
    platform.log_in(taken)
    ada = people("ada", viewport=PHONE)
    page = ada.open("/me")
    page.get_by_text("Change the address").first.click()
    form, code = page.locator("#address-form"), page.locator("#address-code-form").get_by_label("Code")
    address, send = form.get_by_label("New e-mail address"), form.get_by_role("button", name="Send the code")
    address.fill("nonsense")
    send.click()
    fault = page.locator("#new-email-fault")
    expect(fault).to_have_text("This is not an e-mail address. Write it like name@example.org.")
    for wanted in (taken, email):
        address.fill(wanted)
        send.click()
        expect(code).to_be_focused()
        fits(page)
        picture(page, "new-address")
        code.press("Enter")
        expect(page.locator("#address-code-fault")).to_have_text(NO_CODE)
        code.fill(platform.code_for(wanted))
        page.get_by_role("button", name="Confirm").click()
        if wanted == taken:
            expect(fault).to_contain_text("Is the address of another player.")
            expect(address).to_be_focused()
    expect(page.locator("#address-said")).to_have_text(f"You log in with {email} from now on.")
    expect(page.locator("#address-rest summary")).to_be_focused()
    expect(code).to_be_hidden()
    for _ in range(2):
        expect(page.locator("#own-address")).to_contain_text(email)
        page.reload()
    assert platform.log_in(email).player.id == ada.id


def test_who_is_not_logged_out_is_told(pages: Pages, windows: Windows) -> None:
    _, secret = pages.person("Ada")
    with windows.window(pages.address) as window:
        page = window.page
        keep_session(window.context, secret, pages.address)
        page.goto("/games")
        menu, button = page.get_by_label("Your account: "), page.get_by_role("button", name="Log out")
        fault = page.locator("#log-out-fault")
        held = Held(page, "**/api/log-out")
        menu.click()
        button.click()
        expect(button).to_have_attribute("aria-busy", "true")
        # Who has gone on meanwhile must not think that it is done.
        page.locator("h1").click()
        expect(button).to_be_hidden()
        held.take().fulfill(status=HTTPStatus.TOO_MANY_REQUESTS, json=REFUSED)
        says_why(fault, button)
        button.click()
        with page.expect_navigation(url="**/login"):
            held.take().continue_()
