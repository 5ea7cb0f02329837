"""A passkey from setting it up to logging in with it, with Chromium's own virtual authenticator."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.e2e.axe import in_every_mode
from tests.e2e.people import PASSWORD
from tests.services.topology import Site

pytestmark = pytest.mark.e2e


@pytest.fixture
def page(house: Site, browser: Any) -> Iterator[Any]:
    """A visitor on localhost (browsers know no passkeys for a bare number), with a device that says yes."""
    context = browser.new_context(base_url=house.url.replace("127.0.0.1", "localhost"))
    page = context.new_page()
    page.set_default_timeout(15_000)
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield page
    context.close()


def test_a_passkey_is_added_logs_in_alone_and_is_asked_for_after_the_password(page: Any) -> None:
    rows: list[str] = []
    _log_in(page)
    page.goto("/profile/")
    page.click("text=Passkeys and two-factor login")
    rows += in_every_mode(page, "off")
    page.click("text=Add a passkey")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    _arrive(page, "/accounts/2fa/webauthn/add/")
    page.fill("[name=name]", "My phone")
    rows += in_every_mode(page, "adding")
    page.click("button:has-text('Add a passkey')")
    _arrive(page, "/accounts/2fa/recovery-codes/")
    rows += in_every_mode(page, "codes")
    _save_the_codes(page)
    assert page.locator("text=My phone").first.is_visible()
    rows += in_every_mode(page, "on") + _cramped_on_a_phone(page)

    _log_out(page)
    page.goto("/accounts/login/?next=/profile/")
    rows += in_every_mode(page, "log-in")
    page.click("text=Log in with a passkey")
    _arrive(page, "/profile/")

    _log_out(page)
    _log_in(page, then="/accounts/2fa/authenticate/")
    rows += in_every_mode(page, "second step")
    assert page.request.get("/profile/", max_redirects=0).status == 302
    page.click("text=Use a passkey")
    _arrive(page, "/")
    assert page.request.get("/profile/", max_redirects=0).status == 200
    assert rows == []


def test_a_site_without_a_name_says_that_passkeys_do_not_work_there(
    house: Site, browser: Any
) -> None:
    page = browser.new_context(base_url=house.url).new_page()
    page.goto("/accounts/login/")
    page.wait_for_load_state("networkidle")
    assert not page.is_visible("text=Log in with a passkey")
    _log_in(page, "bert")
    page.goto("/accounts/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    _arrive(page, "/accounts/2fa/webauthn/add/")
    assert "need HTTPS" in page.text_content("[data-passkey-said]")
    page.context.close()


def _cramped_on_a_phone(page: Any) -> list[str]:
    """The name of a passkey stands on one line, and its buttons are only as wide as their words need."""
    page.set_viewport_size({"width": 390, "height": 844})
    name = page.locator("b:has-text('My phone')").bounding_box()
    buttons = {word: page.locator(f"li a:has-text('{word}')") for word in ("Rename", "Remove")}
    wide = [word for word, item in buttons.items() if item.bounding_box()["width"] > 90]
    colours = {button.evaluate("it => getComputedStyle(it).color") for button in buttons.values()}
    cramped = ["the name is broken"] if name["height"] > 30 else []
    return cramped + wide + (["both look alike"] if len(colours) == 1 else [])


def _save_the_codes(page: Any) -> None:
    with page.expect_download() as download:
        page.click("text=Save as file")
    codes = download.value.path().read_text().split()
    assert codes == page.locator(".codes li").all_inner_texts()
    assert len(codes) == 10
    page.click("text=I saved the codes")


def _log_in(page: Any, name: str = "anna", *, then: str = "/") -> None:
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    _arrive(page, then)


def _log_out(page: Any) -> None:
    page.goto("/accounts/logout/")
    page.click("main button:has-text('Log out')")
    _arrive(page, "/")


def _arrive(page: Any, path: str) -> None:
    page.wait_for_url(lambda address: urlsplit(address)[2:4] == (path, ""))
