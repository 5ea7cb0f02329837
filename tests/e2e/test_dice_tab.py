"""The dice tab of the table: one's own part is written by hand, sealed, shown; the promise and the secret stand there."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e


def test_a_part_written_by_hand_is_the_one_that_makes_the_dice(
    browser: Browser, house: Site
) -> None:
    anna, bert = (sign_in(browser, house, name) for name in ("anna", "bert"))
    anna.goto("/matches/new/")
    anna.fill("[name=player]", "Bert")
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
    bert.goto(anna.url)
    for page in (anna, bert):
        page.click("#tab-dice")
    drawn = bert.input_value("#own-part")
    assert re.fullmatch("[0-9a-f]{32}", drawn)
    anna.fill("#own-part", "Lucky r2d2!")
    anna.click('[data-act="ready"]')
    expect(bert.locator("[data-proof]")).to_contain_text("Anna: random text sealed.")
    bert.click('[data-act="ready"]')
    for page in (anna, bert):
        expect(page.locator("[data-proof]")).to_contain_text("Anna, random text: Luckyr2d2")
        expect(page.locator("[data-proof]")).to_contain_text(f"Bert, random text: {drawn}")
        expect(page.locator("#own-part")).to_have_count(0)
    match = anna.url.rstrip("/").split("/")[-1]
    proof = house.get_json(f"/api/v1/matches/{match}")["view"]["dice_proof"]
    assert proof["nonce_status"] == {"A": "given", "B": "given"}
    assert proof["seed"] is None
    anna.click('[data-act="resign"]')
    anna.click('[data-act="concede_ask"]')
    anna.click('[data-act="concede"]')
    expect(bert.locator("[data-proof]")).to_contain_text("Dice seed, shown after the match:")
    anna.context.close()
    bert.context.close()
