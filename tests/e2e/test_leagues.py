"""Two divisions of four with promotion: the organizer sets the season up, looks at the preview, changes it by hand and prepares the next."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
SCREENS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
UPPER = ["Anna Kask", "Bert de Vries", "Cleo Marchetti", "Dora"]
LOWER = ["Egon", "Farida", "Gustav", "Hanna"]
# Two round robins of four that are over: in each the first of the list won every match, the last lost every match.
PLAYED = """
from accounts.models import Player, User
from django.db import transaction
from tests.series.making_series import played
olga = User.objects.get(username="olga")
for name, field in (("Division 1, Spring 2026", {upper!r}), ("Division 2, Spring 2026", {lower!r})):
    with transaction.atomic():
        played(olga, [Player.objects.create(name=player) for player in field], name=name, format="round_robin")
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    make_logins(site, ["olga"])
    yield site
    site.stop()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def table(page: Page, number: int) -> Any:
    return page.locator(".league-division").nth(number)


@pytest.mark.parametrize("screen", SCREENS, ids=["1280", "390"])
def test_divisions_with_promotion(house: Site, browser: Any, screen: dict[str, int]) -> None:
    house.shell(PLAYED.format(upper=UPPER, lower=LOWER))
    page = sign_in(browser, house, "olga", viewport=screen)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    start(page, f"City League {screen['width']}")
    address = page.url.partition("divisions/")[0]
    ivo, jana = f"Ivo {screen['width']}", f"Jana {screen['width']}"

    see_the_zones(page, address, is_wide=screen["width"] == 1280)
    page.get_by_role("link", name="Prepare next season").click()
    change_by_hand(page, ivo, jana)
    page.get_by_role("button", name="Prepare season").click()
    page.wait_for_url("**/seasons/2/")
    expect(page.get_by_text("Next season prepared.")).to_be_visible()
    for name in ("Anna Kask", "Bert de Vries", "Dora", jana):
        expect(table(page, 0)).to_contain_text(name)
    for name in ("Cleo Marchetti", "Egon", "Gustav", "Hanna", ivo):
        expect(table(page, 1)).to_contain_text(name)
    assert fits(page)

    visitor = browser.new_context(base_url=house.url, viewport=screen).new_page()
    visitor.goto(page.url)
    expect(visitor.get_by_text("This division is not public.")).to_have_count(2)
    visitor.get_by_role("link", name="Spring 2026").click()
    expect(table(visitor, 0)).to_contain_text("Anna Kask")
    page.goto(f"{address}next/")
    expect(page.get_by_text("The next season exists already")).to_be_visible()
    expect(page.get_by_role("button", name="Prepare season")).to_have_count(0)
    assert errors == []
    visitor.context.close()
    page.context.close()


def see_the_zones(page: Page, address: str, *, is_wide: bool) -> None:
    """Both tables, side by side where there is room, each with its zones in words."""
    page.goto(address)
    expect(page.get_by_text("Champion: Anna Kask").first).to_be_visible()
    down = table(page, 0).get_by_role("row").filter(has_text="Relegation")
    expect(down).to_contain_text("Dora")
    expect(table(page, 0).get_by_role("row").filter(has_text="Play-off")).to_contain_text("Cleo")
    expect(table(page, 1).get_by_role("row").filter(has_text="Promotion")).to_contain_text("Egon")
    boxes = [table(page, number).bounding_box() for number in (0, 1)]
    assert (boxes[0]["x"] < boxes[1]["x"]) == is_wide
    assert fits(page)


def change_by_hand(page: Page, ivo: str, jana: str) -> None:
    """Farida does not play, Dora stays up, and of two new players Jana starts in the first division."""
    newcomers = f"{ivo}\n{jana}"
    expect(page.get_by_label("Name of the season")).to_have_value("Spring 2027")
    expect(table(page, 0)).to_contain_text("Egon")
    expect(table(page, 1)).to_contain_text("Dora")
    page.get_by_label("Division: Farida").select_option(label="Does not play")
    page.get_by_label("Division: Dora").select_option(label="Division 1")
    page.get_by_label("New players").fill(newcomers)
    page.get_by_role("button", name="Update preview").click()
    expect(table(page, 2)).to_contain_text("Farida")
    expect(table(page, 0)).to_contain_text("Dora")
    expect(table(page, 1)).to_contain_text("Egon")
    expect(page.get_by_label("New players")).to_have_value(newcomers)
    page.get_by_label(f"Division: {jana}").select_option(label="Division 1")
    page.get_by_role("button", name="Update preview").click()
    expect(table(page, 0)).to_contain_text(jana)
    expect(table(page, 1)).to_contain_text("Cleo")
    assert fits(page)


def start(page: Page, name: str) -> None:
    """A league with a season of two divisions; one player is relegated, and one place above it is marked for a play-off."""
    page.goto("/events/")
    page.get_by_role("link", name="Leagues").first.click()
    page.get_by_role("link", name="Start a league").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Start league").click()
    page.get_by_label("Name of the season").fill("Spring 2026")
    page.get_by_role("button", name="Add season").click()
    for number in (1, 2):
        add = page.locator("form", has=page.get_by_role("button", name="Add division"))
        add.get_by_label("Tournament").select_option(label=f"Division {number}, Spring 2026")
        add.get_by_label("Name of the division").fill(f"Division {number}")
        if number == 1:
            add.get_by_label("Players relegated").fill("1")
            add.get_by_label("Play-off places").fill("1")
        add.get_by_role("button", name="Add division").click()
        expect(page.get_by_role("heading", name=f"Division {number}")).to_be_visible()
    assert fits(page)
