"""The desk and the wall in a browser: keys and nothing else, the palette, two directors, a wall whose network is cut."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e

# A knockout of eight over the board with four tables, and a Swiss of 60 online.
MAKE = """
import json
from django.utils import timezone
from accounts.models import Player, User
from tournaments.models import Announcement, Entry, TablePool, PlayingTable, Venue
from tournaments.setup.services import lifecycle
from tournaments.bracket.services.start import start
now, tiina, marek = timezone.now(), User.objects.get(username="tiina"), User.objects.get(username="marek")
made = []
for name, size, settings in (("Club night", 8, {}), ("Online Swiss", 60, {"format": "swiss", "options": {"rounds": 4}})):
    tournament = lifecycle.create(organizer=tiina, name=name, lengths=[5], clock=None, draw_method="manual", **settings)
    tournament.directors.add(marek)
    lifecycle.open_entry(tournament.pk, by=tiina)
    users = User.objects.bulk_create(User(username=f"{name}{n}") for n in range(size))
    people = Player.objects.bulk_create(Player(user=u, name=f"{'Okafor' if n == 3 else 'Player'} {n + 1}") for n, u in enumerate(users))
    Entry.objects.bulk_create(Entry(tournament=tournament, player=p, entered_at=now) for p in people)
    if size == 8:
        Venue.objects.create(tournament=tournament, where="board")
        pool = TablePool.objects.create(tournament=tournament, created_at=now)
        PlayingTable.objects.bulk_create(PlayingTable(table_pool=pool, number=n) for n in range(1, 7))
        Announcement.objects.create(tournament=tournament, text="Lunch until 14:15", at=now)
    start(tournament.pk, by=None, now=now, draw_seed="5e" * 32)
    made.append(tournament.slug)
print(json.dumps(made))
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[tuple[Site, str, str]]:
    site = Embedded(DEMO="0")
    make_logins(site, ["tiina", "marek"])
    club, swiss = json.loads(site.shell(MAKE).strip().splitlines()[-1])
    yield site, club, swiss
    site.stop()


def at_desk(browser: Any, house: tuple[Site, str, str], name: str, slug: str, **more: Any) -> Any:
    page = sign_in(browser, house[0], name, **more)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(f"/tournaments/{slug}/manage/")
    return page


def test_two_directors_by_keys_alone_see_each_other_and_overwrite_nothing(browser, house) -> None:
    _site, club, _swiss = house
    tiina, marek = (at_desk(browser, house, name, club) for name in ("tiina", "marek"))
    expect(tiina.get_by_text("Also here: Marek")).to_be_visible(timeout=10_000)
    tiina.keyboard.press("e")
    tiina.keyboard.type("1 5-3")
    expect(tiina.locator("#quick-says")).to_contain_text("wins 5–3")
    marek.keyboard.press("l")
    marek.keyboard.press("j")
    row = marek.locator("[data-row][aria-selected=true]")
    expect(row).to_be_focused()
    marek.keyboard.press("t")
    dialog = marek.locator("#desk-dialog")
    expect(dialog.get_by_label("Table")).to_be_focused()
    marek.keyboard.type("6")
    tiina.keyboard.press("Enter")
    expect(tiina.get_by_text("Result recorded")).to_be_visible(timeout=10_000)
    expect(tiina.locator("#quick")).to_have_value("")
    expect(marek.locator(".dense [data-row]")).to_have_count(3, timeout=10_000)
    expect(dialog).to_be_visible()
    expect(dialog.get_by_label("Table")).to_have_value("6")
    marek.keyboard.press("Enter")
    expect(dialog).to_be_hidden(timeout=10_000)
    expect(marek.locator(".dense .t").filter(has_text="6")).to_be_visible()
    expect(tiina.locator(".dense .t").filter(has_text="6")).to_be_visible(timeout=10_000)
    assert tiina.errors == marek.errors == []
    tiina.context.close()
    marek.context.close()


def test_what_is_half_typed_stays_while_the_desk_changes(browser: Any, house) -> None:
    _site, _club, swiss = house
    page = at_desk(browser, house, "tiina", swiss)
    field = page.locator("#quick")
    field.fill("R1 2 5-")
    page.keyboard.press("Escape")
    page.locator("summary", has_text="Swiss").click()
    page.evaluate("scrollTo(0, 200)")
    other = at_desk(browser, house, "marek", swiss)
    other.keyboard.press("e")
    other.keyboard.type("R1 1 5-1")
    other.keyboard.press("Enter")
    expect(page.locator(".tabs .count").first).to_have_text("29", timeout=10_000)
    assert page.evaluate("scrollY") == 200
    expect(field).to_have_value("R1 2 5-")
    expect(page.locator(".rounds-of").first).not_to_have_attribute("open", "")
    assert page.errors == []
    page.context.close()
    other.context.close()


def test_the_palette_finds_opens_and_closes_by_keys_alone(browser: Any, house) -> None:
    _site, _club, swiss = house
    page = at_desk(browser, house, "tiina", swiss)
    page.keyboard.press("Control+k")
    palette = page.locator("#palette")
    expect(palette.get_by_role("option").first).to_be_visible()
    page.keyboard.type("okaf")
    expect(palette.get_by_role("option").first).to_contain_text("Okafor 4")
    expect(palette.get_by_role("combobox")).to_have_attribute("aria-activedescendant", "pal-0")
    page.keyboard.press("ArrowDown")
    second = palette.get_by_role("option", selected=True)
    expect(second).to_contain_text("–")
    title = (
        second.locator("span")
        .first.inner_text()
        .removesuffix(second.locator(".quiet").inner_text())
    )
    page.wait_for_timeout(500)  # longer than the palette waits for more to be typed
    page.keyboard.press("Enter")
    expect(palette).to_be_hidden()
    first, two = title.strip().split(" – ")
    expect(page.locator("#desk-dialog h1")).to_contain_text(first)
    expect(page.locator("#desk-dialog h1")).to_contain_text(two)
    page.keyboard.press("Escape")
    expect(page.locator("#desk-dialog")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#desk-dialog")).to_contain_text("Undo your last result")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("hold round 1")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-dialog h1")).to_contain_text("Round 1")
    assert page.errors == []
    page.context.close()


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)])
def test_a_wall_fits_its_screen_takes_turns_and_lives_through_a_cut(
    browser: Browser, house: tuple[Site, str, str], size: tuple[int, int]
) -> None:
    site, club, swiss = house
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=site.url, viewport=viewport)  # type: ignore[arg-type]
    context.clock.install()
    page: Any = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"/tournaments/{club}/wall/")
    assert fits(page)
    assert smallest(page) >= size[1] / 30, "readable from ten metres"
    page.goto(f"/tournaments/{swiss}/wall/")
    assert fits(page)
    first = page.locator("[data-panel]:not([hidden]) .w-t").first.inner_text()
    page.clock.run_for(11_000)
    assert page.locator("[data-panel]:not([hidden]) .w-t").first.inner_text() != first
    assert fits(page)
    page.route("**/wall/**", lambda route: route.abort())
    page.clock.run_for(15_000)
    expect(page.locator("[data-away]")).to_be_visible()
    expect(page.locator("[data-away]")).to_contain_text("Last update:")
    assert page.locator(".w-row").count() > 10, "what was shown stays"
    page.unroute("**/wall/**")
    page.clock.run_for(5_000)
    expect(page.locator("[data-away]")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.wall')).cursor") == "none"
    assert errors == []
    context.close()


def fits(page: Any) -> bool:
    """Nothing is wider or higher than the screen, and no line is cut off below."""
    return bool(
        page.evaluate("""() => {
            const root = document.documentElement;
            const low = [...document.querySelectorAll('.w-row, .w-foot, .w-side')]
                .filter((element) => element.checkVisibility()).some((element) => element.getBoundingClientRect().bottom > innerHeight + 1);
            return root.scrollWidth <= innerWidth && root.scrollHeight <= innerHeight && !low;
        }""")
    )


def smallest(page: Any) -> float:
    """The size of the smallest letters in sight, in pixels."""
    return float(
        page.evaluate("""() => Math.min(...[...document.querySelectorAll('.wall *')]
            .filter((element) => element.checkVisibility() && [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
            .map((element) => parseFloat(getComputedStyle(element).fontSize)))""")
    )
