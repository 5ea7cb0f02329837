"""A match over the board, kept by a tablet that loses its connection in the middle: wall, desk and overlay have its score, and its result counts."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e

MAKE = """
import json
from django.utils import timezone
from accounts.models import User
from tableclock.services.links import LinkPlace, give
from tournaments.models import PlayingTable, TablePool, Venue
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
now, tiina = timezone.now(), User.objects.get(username="tiina")
clock = {"kind": "simple", "reserve_ms_per_point": 60000, "delay_ms": 12000}
cup = lifecycle.create(organizer=tiina, name="Cup", lengths=[3], clock=clock, draw_method="manual")
lifecycle.open_entry(cup.pk, by=tiina)
Venue.objects.create(tournament=cup, where="board", confirm_after_s=3)
pool = TablePool.objects.create(tournament=cup, created_at=now)
table = PlayingTable.objects.create(table_pool=pool, number=1)
for name in ("Heino Saar", "Aino Lehtinen"):
    entries.add_walk_in(cup.pk, by=tiina, name=name, now=now)
start(cup.pk, by=tiina, now=now)
links = [give(cup.pk, LinkPlace(kind, table=table.pk), by=tiina, now=now).get_absolute_url() for kind in ("clock", "overlay")]
print(json.dumps([cup.slug, *links]))
"""


MEASURE = """() => {
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let node = element; node; node = node.parentElement) {
      const colour = numbers(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getBoundingClientRect().width);
  const dim = [];
  for (const part of shown('[data-part="time"], [data-part="score"], [data-part="delay"], [data-part="name"]')) {
    const [a, b] = [light(numbers(getComputedStyle(part).color).slice(0, 3)), light(ground(part))];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 7) dim.push(part.dataset.part);
  }
  const small = [];
  for (const button of shown("button")) {
    const box = button.getBoundingClientRect();
    if (box.width < 47.9 || box.height < 47.9 || box.left < -0.5 || box.right > innerWidth + 0.5) small.push(button.textContent.trim());
  }
  return { dim, small, scrolls: document.documentElement.scrollWidth > innerWidth };
}"""
NOTHING = {"dim": [], "small": [], "scrolls": False}


def faults(page: Page) -> object:
    """What MEASURE finds once the page has its final shape: a busy machine needs a moment for its layout and transitions."""
    for _ in range(50):
        if page.evaluate(MEASURE) == NOTHING:
            break
        page.wait_for_timeout(100)
    return page.evaluate(MEASURE)


def end_game(page: Page, winner: str, worth: str = "1") -> None:
    page.locator('[data-press="end"]').click()
    page.locator(f'[data-choose="winner"][data-value="{winner}"]').click()
    page.locator(f'[data-choose="worth"][data-value="{worth}"]').click()
    page.locator("[data-save]").click()


def shows(page: Page, first: int, second: int) -> None:
    for seat, score in (("A", first), ("B", second)):
        expect(page.locator(f'[data-half="{seat}"] [data-part="score"]')).to_have_text(str(score))


def test_a_match_with_cube_and_crawford_that_goes_offline_in_the_middle(  # noqa: PLR0915  # one story
    browser: Browser, house: Site
) -> None:
    make_logins(house, ["tiina"])
    slug, clock, overlay = json.loads(house.shell(MAKE).strip().splitlines()[-1])
    tablet = browser.new_context(base_url=house.url, viewport={"width": 1024, "height": 768})
    page, stream, wall = (context.new_page() for context in (
        tablet, browser.new_context(base_url=house.url, viewport={"width": 1920, "height": 1080}),
        browser.new_context(base_url=house.url),
    ))  # fmt: skip
    desk = sign_in(browser, house, "tiina")
    page.goto(clock)
    stream.goto(overlay)
    wall.goto(f"/tournaments/{slug}/wall/")
    desk.goto(f"/tournaments/{slug}/manage/")
    page.wait_for_function(
        "async () => (await (await caches.open('match-clocks')).keys()).length > 3"
    )

    page.locator('[data-tap="B"]').click()
    expect(page.locator('[data-half="A"]')).to_have_class("half half--a on")
    page.locator('[data-act="double"]').click()
    page.locator('[data-act="take"]').click()
    expect(stream.locator('[data-player="B"] [data-cube]')).to_have_text("2", timeout=10_000)
    end_game(page, "A")
    shows(page, 2, 0)
    expect(wall.locator(".tab--a")).to_have_text("2", timeout=15_000)
    expect(desk.locator("body")).to_contain_text("playing", ignore_case=True, timeout=10_000)

    tablet.set_offline(True)
    page.reload()
    expect(page.locator('[data-own="game"]')).to_have_text("Crawford")
    page.locator('[data-tap="A"]').click()
    expect(page.locator('[data-half="B"]')).to_have_class("half half--b on")
    expect(page.locator("[data-act=double]")).to_have_count(0)
    end_game(page, "B")
    shows(page, 2, 1)
    expect(page.locator('[data-own="offline"]')).to_be_visible(timeout=15_000)
    expect(wall.locator(".tab--b")).to_have_text("0")
    tablet.set_offline(False)
    expect(wall.locator(".tab--b")).to_have_text("1", timeout=30_000)
    expect(stream.locator('[data-player="B"] [data-score]')).to_have_text("1", timeout=15_000)
    expect(page.locator('[data-own="offline"]')).to_be_hidden(timeout=15_000)

    end_game(page, "A")
    for seat in "AB":
        page.locator(f'[data-half="{seat}"] [data-act="confirm"]').click()
    expect(page.locator('[data-half="A"] [data-part="says"]')).to_contain_text("confirmed")
    expect(wall.locator("body")).to_contain_text("Winner: Heino Saar", timeout=60_000)
    for shown in (page, stream, wall, desk):
        shown.context.close()


def test_a_hand_reads_and_taps_it_on_phones_and_tablets_both_ways(
    browser: Browser, house: Site
) -> None:
    """Main figures have a contrast of at least 7:1, and every button is at least 48 pixels wide and high."""
    make_logins(house, ["toomas"])
    make = MAKE.replace("tiina", "toomas").replace("Saar", "Kask").replace("Lehtinen", "Korhonen")
    _slug, clock, _overlay = json.loads(house.shell(make).strip().splitlines()[-1])
    context = browser.new_context(base_url=house.url, has_touch=True)
    page = context.new_page()
    page.goto(clock)
    page.locator('[data-tap="B"]').click()
    expect(page.locator('[data-half="A"]')).to_have_class("half half--a on")
    for width, height in ((360, 740), (390, 844), (844, 390), (820, 1180), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == NOTHING, (width, height)
        page.locator('[data-press="end"]').click()
        assert faults(page) == NOTHING, (width, height, "end of a game")
        page.locator("dialog[open] [data-close]").first.click()
    context.close()


def test_a_second_phone_follows_each_tap_by_the_stream_without_asking(
    browser: Browser, house: Site
) -> None:
    make_logins(house, ["tarmo"])
    make = MAKE.replace("tiina", "tarmo").replace("Saar", "Mets").replace("Lehtinen", "Virtanen")
    _slug, clock, _overlay = json.loads(house.shell(make).strip().splitlines()[-1])
    contexts = [browser.new_context(base_url=house.url) for _ in range(2)]
    first, second = (context.new_page() for context in contexts)
    for page in (first, second):
        with (
            page.expect_response(lambda answer: "/live/watch/clock/" in answer.url),
            page.expect_response(lambda answer: "/log/" in answer.url),
        ):
            page.goto(clock)
    asked: list[str] = []
    second.on("request", lambda request: asked.append(request.url))
    for seat, other in ("BA", "AB", "BA", "AB"):  # the first begins the match
        first.wait_for_timeout(700)  # a tap right after a tap is taken for one that bounced
        first.locator(f'[data-tap="{seat}"]').click()
        expect(second.locator(f'[data-half="{other}"]')).to_have_class(
            f"half half--{other.lower()} on"
        )
    assert asked == []
    for context in contexts:
        context.close()
