"""A weekend before and around its draw: entries without accounts, the door list, the draw room, an undone start, a late entry
that disturbs nobody, and a correction for the record only."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.emails import emails_in
from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
VISITORS = {"Mona Mail": "mona@example.org", "Nils Note": "nils@example.org"}
PASTED = ["Ada Adler", "Bo Baker", "Cleo Costa", "Dan Dahl", "Eve Eder", "Finn Falk", "Gro Gran"]
PAID = "Ada Adler"
LATE = "Lena Late"
NAMES_IN_DRAW = "() => [...document.querySelectorAll('.seat')].map((seat) => seat.dataset.name)"


@dataclass
class Weekend:
    """The site, the director's page, and where the tournament is."""

    site: Site
    page: Any
    browser: Any
    slug: str
    mails: Path

    def go(self, path: str = "") -> None:
        """A page below the desk."""
        self.page.goto(f"/tournaments/{self.slug}/manage/{path}")

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def bracket(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.site.get_json(f"/api/v1/tournaments/{self.slug}/bracket")
        return rows


@pytest.fixture(scope="module")
def weekend(chromium: str, browser: Any) -> Iterator[Weekend]:
    """A tournament over the board with fees, open to everybody, made from a template."""
    with TemporaryDirectory() as mails:
        site = Embedded(EMAIL_URL=f"filemail:///{mails}")
        try:
            make_logins(site, ["olga"])
            page = sign_in(browser, site, "olga")
            page.goto("/tournaments/new/")
            page.fill("[name=name]", "Harbour Cup")
            page.get_by_role("button", name="Create draft").click()
            page.wait_for_url("**/manage/**")
            yield Weekend(site, page, browser, page.url.split("/")[4], Path(mails))
        finally:
            site.stop()


def test_everything_before_the_draw_and_the_first_round(weekend: Weekend) -> None:
    open_entry(weekend)
    for name, address in VISITORS.items():
        register(weekend, name, address)
    paste(weekend)
    take_at_the_door(weekend)
    draw_twice_and_swap(weekend)
    undo_the_start_and_draw_again(weekend)
    enter_late(weekend)
    correct_for_the_record(weekend)


def open_entry(on: Weekend) -> None:
    """Fees, entry by email, and the tournament open."""
    on.go("money/plan/")
    on.page.fill("[name=entry_fee]", "40")
    on.page.select_option("[name=currency]", "EUR")
    on.press("Save")
    on.go("registrations/")
    on.page.locator("[name=is_open]").check()
    on.press("Save")
    on.go()
    on.press("Open entry")
    on.page.get_by_role("button", name="Preview draw").wait_for()


def register(on: Weekend, name: str, address: str) -> None:
    """Somebody without an account enters and confirms by the link in the email."""
    page = on.browser.new_context(base_url=on.site.url, viewport={"width": 390, "height": 844}).new_page()  # fmt: skip
    page.goto(f"/tournaments/{on.slug}/")
    page.locator(f"a[href='/tournaments/{on.slug}/register/']").first.click()
    page.fill("[name=name]", name)
    page.fill("[name=email]", address)
    for mark in ("shown", "kept"):
        page.locator(f"[name={mark}]").check()
    page.locator("button:visible", has_text="Enter for €40").first.click()
    page.get_by_role("heading", name="Check your email").wait_for()
    link = confirmation_link(on, page, address)
    page.goto(link)
    page.locator("button[name=do][value=confirm]").click()
    page.get_by_role("heading", name=f"{name}, you are entered").wait_for()
    expect(page.locator(".rg-total")).to_contain_text("€40")
    page.context.close()


def confirmation_link(on: Weekend, page: Any, address: str) -> str:
    for _ in range(300):
        for mail in emails_in(on.mails).get(address, []):
            if link := re.search(r"https?://\S+(/registrations/\S+)", mail.get_content()):
                return link[1]
        page.wait_for_timeout(200)
    raise AssertionError(f"no email to {address}")


def paste(on: Weekend) -> None:
    on.go("?tab=entries")
    on.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    on.page.evaluate("(text) => navigator.clipboard.writeText(text)", "\n".join(PASTED))
    on.page.locator("form[action$='walk-in/'] [name=name]").click()
    on.page.keyboard.press("Control+V")
    on.page.wait_for_url("**/manage/files/**")
    on.press("Add 7 players")
    on.page.get_by_role("cell", name=PASTED[-1]).first.wait_for()


def take_at_the_door(on: Weekend) -> None:
    """Everybody is here; one has paid, so the draw names the others."""
    on.go("door/")
    row = on.page.get_by_role("row", name=PAID)
    row.get_by_role("button", name="Paid €40").click()
    expect(row.get_by_role("button", name="Paid €40")).to_have_count(0)
    for name in [*VISITORS, *PASTED]:
        on.page.get_by_role("button", name=f"Here {name}").click()
        pressed = on.page.locator("[aria-pressed=true]", has_text=name)
        expect(pressed).to_have_count(1)
    expect(on.page.locator(".door-totals")).to_contain_text("9 / 9")
    expect(on.page.locator(".door-totals")).to_contain_text("€320")


def draw_twice_and_swap(on: Weekend) -> None:
    on.go()
    on.press("Preview draw")
    on.page.wait_for_url("**/manage/draw/**")
    expect(on.page.locator("main")).to_contain_text("8 players have not paid")
    first = on.page.evaluate(NAMES_IN_DRAW)
    assert sorted(first) == sorted([*VISITORS, *PASTED])
    on.page.keyboard.press("s")
    on.page.get_by_text("Draw 2 of 2").wait_for()
    second = on.page.evaluate(NAMES_IN_DRAW)
    assert sorted(second) == sorted(first)
    before, after = second[0], second[-1]
    for name in (before, after):
        on.page.locator(".seat", has_text=name).locator("input").press("Space")
    expect(on.page.locator(".seat--swapped")).to_have_count(2)
    swapped = on.page.evaluate(NAMES_IN_DRAW)
    assert (swapped[0], swapped[-1]) == (after, before)
    on.press("Publish draw")
    on.page.wait_for_url("**/manage/")
    assert {before, after} <= names_in(on.bracket())


def undo_the_start_and_draw_again(on: Weekend) -> None:
    on.page.get_by_role("link", name="Undo start").click()
    box = on.page.locator("dialog[open]")
    box.locator("[name=reason]").fill("Two players asked for a new draw.")
    box.get_by_role("button", name="Undo start").click()
    on.page.get_by_role("button", name="Preview draw").wait_for()
    assert on.bracket() == []
    on.press("Preview draw")
    on.page.wait_for_url("**/manage/draw/**")
    on.press("Publish draw")
    on.page.wait_for_url("**/manage/")
    assert len(names_in(on.bracket())) == len(VISITORS) + len(PASTED)


def enter_late(on: Weekend) -> None:
    """No match that is called changes: the newcomer takes a bye's place."""
    before = called(on.bracket())
    assert before
    on.go("?tab=entries")
    on.page.fill("form[action$='walk-in/'] [name=name]", LATE)
    on.page.keyboard.press("Enter")
    on.page.get_by_role("cell", name=LATE).first.wait_for()
    assert LATE in names_in(on.bracket())
    assert before <= called(on.bracket())


def correct_for_the_record(on: Weekend) -> None:
    """The other player won the match of the first round; the bracket stands."""
    match = next(
        row for row in on.bracket()[0]["pairings"] if row["id"] in dict(called(on.bracket()))
    )
    winner, loser = (slot["player"]["name"] for slot in match["slots"])
    set_result(on, match["id"], winner, ways=None)
    before = [[name for name, _ in pairing] for pairing in places(on.bracket())]
    set_result(on, match["id"], loser, ways="record")
    after = [[name for name, _ in pairing] for pairing in places(on.bracket())]
    assert before == after, "nobody has moved"
    visitor = on.browser.new_context(base_url=on.site.url).new_page()
    visitor.goto(f"/tournaments/{on.slug}/")
    expect(visitor.locator("main")).to_contain_text(re.compile("for the record", re.IGNORECASE))
    visitor.context.close()


def set_result(on: Weekend, pairing: int, winner: str, ways: str | None) -> None:
    on.go(f"pairings/{pairing}/")
    form = on.page.locator("form", has=on.page.get_by_role("heading", name=re.compile("(Set|Correct) result"))).first  # fmt: skip
    form.get_by_role("radio", name=winner, exact=True).first.check()
    length = int(form.locator("[name$=winner_points]").get_attribute("max") or 5)
    form.locator("[name$=winner_points]").fill(str(length))
    form.locator("[name$=loser_points]").fill("2")
    form.locator("[name$=reason]").fill("The slip says so.")
    if ways:
        form.locator(f"[name$=effect][value={ways}]").check()
    form.get_by_role("button").last.click()
    on.page.get_by_text("Nothing has changed yet").wait_for()
    on.page.locator("form.ruling-end button").first.click()
    on.page.wait_for_url("**/manage/**")


def names_in(bracket: list[dict[str, Any]]) -> set[str]:
    return {name for pairing in places(bracket) for name, _ in pairing}


def places(bracket: list[dict[str, Any]]) -> list[list[tuple[str, bool]]]:
    """Who stands in which pairing, and whether they won it."""
    return [
        [(slot["player"]["name"], slot["is_winner"]) for slot in pairing["slots"] if slot["player"]]
        for row in bracket
        for pairing in row["pairings"]
    ]


def called(bracket: list[dict[str, Any]]) -> set[tuple[int, tuple[str, ...]]]:
    """The pairings of the first round with two players, as (id, names)."""
    return {
        (pairing["id"], tuple(slot["player"]["name"] for slot in pairing["slots"]))
        for pairing in bracket[0]["pairings"]
        if len([slot for slot in pairing["slots"] if slot["player"]]) == 2
    }
