"""The certificate in the browser: it computes every roll again, says so, and names the one that does not fit."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.people import sign_in
from tests.e2e.table_page import TablePage
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
Certificate = dict[str, Any]
STEPS = 14


@dataclass(frozen=True)
class Begun:
    """Anna's page of a match that is on, and her part of the dice: first drawn, drawn again, after a reload."""

    anna: Page
    match: str
    parts: tuple[str, str, str]


@pytest.fixture(scope="module")
def begun(browser: Browser, house: Site) -> Iterator[Begun]:
    """Anna draws another part, both are ready and play a little."""
    anna, bert = (sign_in(browser, house, name) for name in ("anna", "bert"))
    anna.goto("/matches/new/")
    anna.fill("[name=player]", "Bert")
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
    match = anna.url.rstrip("/").split("/")[-1]
    tables = [TablePage(page, match) for page in (anna, bert)]
    anna.click("#tab-dice")
    first = anna.input_value("#own-part")
    anna.get_by_role("button", name="New random text").click()
    second = anna.input_value("#own-part")
    anna.reload()
    anna.click("#tab-dice")
    third = anna.input_value("#own-part")
    anna.click('[data-act="ready"]')
    bert.click('[data-act="ready"]')
    expect(anna.locator("[data-proof]")).to_contain_text(f"Anna, random text: {second}")
    expect(anna.locator("[data-proof]")).to_contain_text(
        "Your random text matches the one this browser sealed."
    )
    for _ in range(STEPS):
        for table in tables:
            table.act()
        anna.wait_for_timeout(150)
    yield Begun(anna, match, (first, second, third))
    anna.context.close()
    bert.context.close()


@pytest.fixture(scope="module")
def ended(begun: Begun) -> Begun:
    """Anna gives the match up: the seed is shown."""
    begun.anna.goto(f"/matches/{begun.match}/")
    for act in ("resign", "concede_ask", "concede"):
        begun.anna.click(f'[data-act="{act}"]')
    begun.anna.click("#tab-dice")
    expect(begun.anna.locator("[data-proof]")).to_contain_text("Dice seed, shown after the match:")
    return begun


def test_a_player_draws_another_part_before_being_ready(begun: Begun) -> None:
    first, second, kept = begun.parts
    assert re.fullmatch("[0-9a-f]{32}", second)
    assert second != first
    assert kept == second


def test_while_the_match_is_on_the_certificate_is_sealed(begun: Begun) -> None:
    anna, match = begun.anna, begun.match
    anna.goto(f"/matches/{match}/dice/")
    expect(anna.locator("[data-verdict]")).to_contain_text("Sealed.")
    expect(anna.locator("[data-verdict]")).to_contain_text("this browser saw before the first roll")
    expect(anna.locator("[data-verdict]")).to_contain_text(
        "the nonce matches the one this browser sealed"
    )
    assert anna.locator("[data-roll]").count() > 1


def test_after_the_end_the_browser_verifies_every_roll(
    ended: Begun, browser: Browser, house: Site
) -> None:
    anna, match = ended.anna, ended.match
    anna.get_by_role("link", name=re.compile("Dice certificate")).click()
    verdict = anna.locator("[data-verdict]")
    expect(verdict).to_contain_text("Verified.")
    count = anna.locator("[data-roll]").count()
    expect(verdict).to_contain_text(f"{count} rolls match")
    expect(verdict).to_contain_text("this browser saw before the first roll")
    assert anna.locator("[data-by]").first.inner_text() == "Computed by your browser"
    assert anna.locator(".wrong").count() == 0
    stranger = browser.new_page(base_url=house.url)
    stranger.goto(f"/matches/{match}/dice/")
    expect(stranger.locator("[data-verdict]")).to_contain_text("saved nothing about this match")
    stranger.close()


def tampered(page: Page, match: str, change: Callable[[Certificate], None]) -> str:
    """What the page says when the file was changed on its way."""

    def answer(route: Route) -> None:
        body = route.fetch().json()
        change(body)
        route.fulfill(body=json.dumps(body), content_type="application/json")

    page.route("**/dice.json", answer)
    page.goto(f"/matches/{match}/dice/")
    expect(page.locator("[data-verdict]")).to_contain_text("Not verified.")
    page.unroute("**/dice.json")
    return page.locator("[data-verdict]").inner_text()


def test_a_roll_that_was_changed_is_named(ended: Begun) -> None:
    anna, match = ended.anna, ended.match
    seen: list[int] = []

    def change(certificate: Certificate) -> None:
        dice = certificate["epochs"][0]["throws"][1]["dice"]
        seen.extend(dice)
        dice[0] = dice[0] % 6 + 1
        seen.extend(dice)

    text = tampered(anna, match, change)
    a, b, c, d = seen
    assert f"Roll 2 does not match: the log says {c}–{d}, the seed and nonces give {a}–{b}." in text
    row = anna.locator('[data-roll="2"]')
    assert "Does not match" in row.inner_text()
    assert anna.locator(".wrong").count() == 1


def seed(certificate: Certificate) -> None:
    certificate["epochs"][0]["seed"] = "ab" * 32


def commitment(certificate: Certificate) -> None:
    certificate["epochs"][0]["commitment"] = "ab" * 32


def nonce(certificate: Certificate) -> None:
    certificate["epochs"][0]["nonces"]["A"] |= {"shown": "lucky", "used": "lucky"}


def left_out(certificate: Certificate) -> None:
    del certificate["epochs"][0]["throws"][1]


def cut_off(certificate: Certificate) -> None:
    certificate["epochs"][0]["throws"].pop()


FORGED = {
    seed: "Seed 1 does not match its commitment",
    commitment: "Seed 1: this browser saw a different commitment before",
    nonce: "Anna, seed 1: this browser sealed a different nonce",
    left_out: "A roll is missing before",
    cut_off: "Rolls in the match:",
}


@pytest.mark.parametrize("change", FORGED, ids=lambda change: change.__name__)
def test_other_forgeries_are_named_too(ended: Begun, change: Callable[[Certificate], None]) -> None:
    assert FORGED[change] in tampered(ended.anna, ended.match, change)


def test_on_plain_http_the_page_offers_the_script(
    ended: Begun, browser: Browser, house: Site
) -> None:
    match = ended.match
    context = browser.new_context(base_url=house.url)
    context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page = context.new_page()
    page.goto(f"/matches/{match}/dice/")
    expect(page.locator("[data-verdict]")).to_contain_text("check it with the script below")
    assert page.get_by_role("link", name="verify.py").count() == 1
    context.close()
