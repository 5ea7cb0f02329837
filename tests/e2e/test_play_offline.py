"""A line that breaks, a page that slept, a second window: the board is right again, and nothing is played twice."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.laid import START, Laid, lay
from tests.e2e.people import sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
SAY = "[data-act-bar] .say"


@pytest.fixture(scope="module")
def laid(house: Site) -> Iterator[str]:
    return iter(lay(house, *[Laid(START, (3, 1))] * 8))


@pytest.fixture(scope="module")
def people(browser: Browser, house: Site) -> Iterator[list[Page]]:
    pages = [sign_in(browser, house, name) for name in ("anna", "bert")]
    yield pages
    for page in pages:
        page.context.close()


@pytest.fixture
def both(people: list[Page], laid: Iterator[str]) -> Iterator[tuple[Page, Page, str]]:
    """Anna has 31 to play at the start of a game against Bert."""
    match = next(laid)
    for page in people:
        page.goto(f"/matches/{match}/")
    yield people[0], people[1], match
    for page in people:
        page.context.set_offline(False)
        page.unroute_all()


def walk(page: Page) -> None:
    for point in (8, 6):
        page.locator(f'.b-hit[data-point="{point}"]').click()
    expect(page.locator(SAY)).to_contain_text("Confirm 8/5 6/5")


def confirm(page: Page) -> None:
    page.locator('[data-act="confirm"]').click()


def plays(house: Site, match: str) -> int:
    rows = house.get_json(f"/api/v1/matches/{match}/actions")
    return sum(row["kind"] == "play" for row in rows)


def test_a_play_made_offline_shows_at_once_and_is_sent_once(
    both: tuple[Page, Page, str], house: Site
) -> None:
    anna, bert, match = both
    walk(anna)
    anna.context.set_offline(True)
    confirm(anna)
    expect(anna.locator("[data-act-bar]")).to_contain_text("Your play (31): 8/5 6/5.")
    expect(anna.locator(".notice--warn")).to_contain_text("saved and sent when you are back online")
    expect(anna.locator(".me [data-gone]")).to_have_text("Reconnecting…")
    expect(anna.locator(".me .here--yes")).to_have_count(0)
    expect(bert.locator(".opp [data-gone]")).to_contain_text("Away for 0:", timeout=8000)
    anna.context.set_offline(False)
    expect(bert.locator(SAY)).to_contain_text("Roll or double")
    expect(anna.locator(".notice--warn")).to_have_count(0)
    assert plays(house, match) == 1


def test_a_play_that_a_reload_interrupted_is_sent_once(
    both: tuple[Page, Page, str], house: Site
) -> None:
    anna, bert, match = both
    anna.route("**/actions?*", lambda route: route.abort())
    walk(anna)
    confirm(anna)
    expect(anna.locator(SAY)).to_contain_text("Bert to roll")
    anna.unroute("**/actions?*")
    anna.reload()
    expect(anna.locator(SAY)).to_contain_text("Your play (31): 8/5 6/5.")
    expect(bert.locator(SAY)).to_contain_text("Roll or double")
    anna.reload()
    assert plays(house, match) == 1


def test_a_page_that_was_offline_is_right_again(both: tuple[Page, Page, str]) -> None:
    anna, bert, _ = both
    bert.context.set_offline(True)
    walk(anna)
    confirm(anna)
    expect(anna.locator(SAY)).to_contain_text("Bert to roll")
    expect(bert.locator(SAY)).to_contain_text("Anna rolls 31")
    bert.context.set_offline(False)
    expect(bert.locator(SAY)).to_contain_text("Roll or double")


def test_what_is_done_in_one_window_shows_in_the_other(both: tuple[Page, Page, str]) -> None:
    anna, _, match = both
    window = anna.context.new_page()
    window.goto(f"/matches/{match}/")
    walk(window)
    confirm(window)
    expect(anna.locator(SAY)).to_contain_text("Your play (31): 8/5 6/5.")


def test_a_window_that_missed_it_is_told_kindly(both: tuple[Page, Page, str], house: Site) -> None:
    anna, _, match = both
    deaf = anna.context.new_page()
    deaf.route("**/stream?*", lambda route: route.abort())
    deaf.goto(f"/matches/{match}/")
    walk(deaf)
    walk(anna)
    with anna.expect_response("**/actions?*"):  # the page speaks before the answer is there
        confirm(anna)
    expect(anna.locator(SAY)).to_contain_text("Bert to roll")
    with deaf.expect_response("**/actions?*"):
        confirm(deaf)
    expect(deaf.locator(".notice--danger")).to_have_count(0)
    expect(deaf.locator(SAY)).to_contain_text(re.compile("Bert to roll"))
    assert plays(house, match) == 1


def test_a_refused_play_is_put_back_with_a_sentence(both: tuple[Page, Page, str]) -> None:
    anna, _, _ = both
    anna.route(
        "**/actions?*",
        lambda route: route.fulfill(status=409, json={"code": "held", "detail": "Wait a moment."}),
    )
    walk(anna)
    confirm(anna)
    expect(anna.locator(".notice--danger")).to_contain_text(
        "Wait a moment. The board has not changed."
    )
    expect(anna.locator('[data-act="undo"]')).to_have_attribute("aria-disabled", "true")
