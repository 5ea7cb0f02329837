"""The form of a tournament on a slow line: what is typed while a part of it is under way stays, and nothing else is lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
PART = "**/new/format/"


@pytest.fixture(scope="module")
def organizer(browser: Any) -> Iterator[Page]:
    site: Site = Embedded()
    make_logins(site, ["olga"])
    yield sign_in(browser, site, "olga")
    site.stop()


@pytest.fixture
def page(organizer: Page) -> Iterator[Page]:
    organizer.goto("/tournaments/new/full/")
    yield organizer
    organizer.unroute_all(behavior="ignoreErrors")


class SlowLine:
    """Holds what the form asks for until it is let through, one after the other."""

    def __init__(self, page: Page) -> None:
        self.page, self.waiting = page, list[Route]()
        page.route(PART, self.hold)

    def hold(self, route: Route) -> None:
        self.waiting.append(route)

    def let_through(self) -> None:
        """The oldest one is answered, and its answer is in the page."""
        with self.page.expect_response(PART) as answer:
            self.waiting.pop(0).continue_()
        answer.value.finished()
        wait_for_settling(self.page)

    def wait(self, number: int) -> None:
        for _ in range(500):
            if len(self.waiting) >= number:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{len(self.waiting)} asked, not {number}")


def wait_for_settling(page: Page) -> None:
    """The new part is in the page and listens: htmx wires it some milliseconds after it is seen."""
    page.wait_for_function("() => !document.querySelector('.htmx-settling, .htmx-swapping')")


def choose(page: Page, way: str) -> None:
    """A way, with its fields drawn."""
    with page.expect_response(PART):
        page.locator(f"#way-{way}").check()
    page.get_by_role("spinbutton", name="Rounds", exact=True).wait_for()
    wait_for_settling(page)


def test_what_is_typed_while_a_reply_is_under_way_stays_in_its_field(page: Page) -> None:
    choose(page, "swiss")
    rounds = page.get_by_role("spinbutton", name="Rounds", exact=True)
    line = SlowLine(page)
    page.fill("[name=entry_limit]", "40")
    page.press("[name=entry_limit]", "Tab")
    line.wait(1)
    rounds.fill("")
    rounds.press_sequentially("1")
    line.let_through()
    expect(rounds).to_have_value("1")
    expect(rounds).to_be_focused()
    rounds.press_sequentially("1")
    expect(rounds).to_have_value("11")
    page.unroute(PART)
    with page.expect_response(PART):
        rounds.press("Tab")
    expect(page.locator("#numbers")).to_contain_text("11 rounds")


def test_a_selected_number_is_replaced_by_what_is_typed_although_a_reply_came_between(
    page: Page,
) -> None:
    choose(page, "swiss")
    rounds = page.get_by_role("spinbutton", name="Rounds", exact=True)
    rounds.fill("7")
    with page.expect_response(PART):
        rounds.press("Tab")
    line = SlowLine(page)
    page.fill("[name=entry_limit]", "40")
    page.press("[name=entry_limit]", "Tab")
    line.wait(1)
    rounds.select_text()
    line.let_through()
    page.keyboard.type("1")
    expect(rounds).to_have_value("1")


def test_the_numbers_follow_what_was_typed_meanwhile(page: Page) -> None:
    choose(page, "swiss")
    line = SlowLine(page)
    page.fill("[name=entry_limit]", "40")
    page.press("[name=entry_limit]", "Tab")
    line.wait(1)
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("9")
    page.press("[name=name]", "End")
    line.let_through()
    line.wait(1)
    line.let_through()
    expect(page.locator("#numbers")).to_contain_text("9 rounds")


def test_a_choice_and_a_mark_made_meanwhile_stay(page: Page) -> None:
    choose(page, "swiss")
    line = SlowLine(page)
    page.fill("[name=entry_limit]", "40")
    page.press("[name=entry_limit]", "Tab")
    line.wait(1)
    method = page.locator("[name=draw_method]")
    method.select_option("seeded")
    line.let_through()
    expect(method).to_have_value("seeded")


def test_a_field_left_meanwhile_does_not_call_the_fields_of_the_chosen_way_off(page: Page) -> None:
    line = SlowLine(page)
    page.locator("#way-swiss").check()
    line.wait(1)
    page.locator("[name=draw_method]").select_option("seeded")
    line.let_through()
    expect(page.get_by_role("spinbutton", name="Rounds", exact=True)).to_be_visible()


def test_what_was_typed_meanwhile_is_what_is_saved(page: Page) -> None:
    choose(page, "swiss")
    page.fill("[name=name]", "Slow Line Open")
    line = SlowLine(page)
    page.fill("[name=entry_limit]", "40")
    page.press("[name=entry_limit]", "Tab")
    line.wait(1)
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("9")
    line.let_through()
    page.unroute(PART)
    page.get_by_role("button", name="Save draft").click()
    page.wait_for_url("**/manage/**")
    page.goto(page.url + "settings/")
    expect(page.get_by_role("spinbutton", name="Rounds", exact=True)).to_have_value("9")


def test_a_template_fills_the_rest_and_keeps_what_was_typed(page: Page) -> None:
    page.goto("/tournaments/new/")
    page.fill("[name=name]", "Harbour Open")
    page.fill("[name=entry_limit]", "23")
    page.locator("#from-weekend_draws").check()
    card = page.locator("#live")
    expect(card).to_contain_text("Last chance: 3 points")
    expect(card).to_contain_text("Harbour Open")
    expect(card).to_contain_text("at most 23 players")
    expect(page.locator("[name=entry_limit]")).to_have_value("23")
    wait_for_settling(page)
    page.locator("#way-swiss").check()
    expect(card).to_contain_text("Everybody plays")
    expect(page.locator("[name=was]")).to_have_value("swiss")
    page.get_by_role("button", name="Create draft").click()
    page.wait_for_url("**/manage/**")
