"""Playing at the table as one likes it: shortcuts of the hand, and every preference that does something by itself."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmarks.weighing import LIMIT_KIB, weigh
from tests.e2e.laid import START, Laid, lay
from tests.e2e.people import sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
SAY = "[data-act-bar] .say"
BEARING_OFF = {1: 4, 2: 4, 20: -5, 22: -5, 24: -4}
ACES = {1: 5, 20: -5, 22: -5, 24: -4}
POSITIONS = {
    "bearing off": Laid(BEARING_OFF, (2, 1)),
    "bearing off by itself": Laid(BEARING_OFF, (2, 1)),
    "bearing off with contact": Laid({1: 4, 6: 4, 3: -2, 20: -5, 22: -5}, (6, 1)),
    "63": Laid(START, (6, 3)),
    "forced": Laid(ACES, (5, 4)),
    "forced, undone": Laid(ACES, (5, 4)),
    "may double": Laid(START),
    "may not double": Laid(START, game={"cube": 2, "owner": "B"}),
    "31": Laid(START, (3, 1)),
    "from seat B": Laid(START, (6, 3), players=("bert", "anna")),
    "dead cube": Laid(START, game={"cube": 4, "owner": "A"}, match={"score": (2, 3)}),
}
CLEAR = """async () => {
  localStorage.clear();
  const { account } = JSON.parse(document.getElementById("table-data").textContent);
  await fetch(account.url, { method: "PUT", body: "{}", headers: { "Content-Type": "application/json", "X-CSRFToken": account.csrf } });
}"""


@pytest.fixture(scope="module")
def matches(house: Site) -> dict[str, str]:
    return dict(zip(POSITIONS, lay(house, *POSITIONS.values()), strict=True))


@pytest.fixture(scope="module")
def own_page(browser: Browser, house: Site) -> Iterator[Page]:
    page: Page = sign_in(browser, house, "anna", viewport={"width": 1280, "height": 800})
    yield page
    page.context.close()


@pytest.fixture
def anna(own_page: Page, matches: dict[str, str]) -> Iterator[Page]:
    """Anna's page; afterwards she likes the table as everybody does."""
    yield own_page
    own_page.evaluate(CLEAR)


def sit(page: Page, match: str) -> None:
    page.goto(f"/matches/{match}/")
    page.locator("[data-act]").first.wait_for()


def prefer(page: Page, **wanted: str | bool) -> None:
    """Chooses in the sheet of preferences, as it lies on the page."""
    for name, value in wanted.items():
        chosen = f"[value='{value}']" if isinstance(value, str) else ""
        box = page.locator(f"dialog input[data-pref={name}]{chosen}")
        if not isinstance(value, bool) or box.is_checked() != value:
            box.evaluate("control => control.click()")


def place(page: Page, point: int) -> tuple[float, float]:
    box = page.locator(f'.b-hit[data-point="{point}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 3


def test_two_clicks_on_the_tray_bear_off_all_and_all_is_undone_at_once(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["bearing off"])
    for spot in (0, 4):  # the tray, and an empty point at home
        anna.mouse.dblclick(*place(anna, spot))
        expect(anna.locator(SAY)).to_contain_text("Confirm 2/off 1/off")
        anna.keyboard.press("Shift+Z")
        expect(anna.locator(SAY)).to_contain_text("You start with 21")
    anna.mouse.dblclick(*place(anna, 0))
    anna.locator('[data-act="undo"]').click(delay=800)
    expect(anna.locator(SAY)).to_contain_text("You start with 21")


def test_a_tap_plays_the_die_that_lies_first_and_the_dice_are_swapped_by_tapping_them(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["63"])
    anna.mouse.click(*place(anna, 24))
    expect(anna.locator(SAY)).to_contain_text("One move left: a 3")
    anna.keyboard.press("z")
    anna.locator('[data-what="dice"]').click()
    anna.mouse.click(*place(anna, 24))
    expect(anna.locator(SAY)).to_contain_text("One move left: a 6")


def test_without_one_tap_a_checker_is_picked_up_and_set_down(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["63"])
    prefer(anna, tapPlays=False)
    anna.mouse.click(*place(anna, 24))
    expect(anna.locator(".b-to")).to_have_count(3)
    anna.mouse.click(*place(anna, 15))
    expect(anna.locator(SAY)).to_contain_text("Confirm 24/15")


def test_a_forced_play_is_seen_for_a_moment_and_then_goes_out(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["forced"])
    expect(anna.locator(SAY)).to_contain_text("Only one play: 1/off(2).")
    anna.wait_for_timeout(1800)
    expect(anna.locator('[data-act="confirm"]')).to_be_visible()
    prefer(anna, forced=True)
    expect(anna.locator(SAY)).to_contain_text("Sending in a moment")
    expect(anna.locator(SAY)).to_contain_text("Bert to roll", timeout=4000)


def test_undo_keeps_a_forced_play_at_home(anna: Page, matches: dict[str, str]) -> None:
    sit(anna, matches["forced, undone"])
    prefer(anna, forced=True)
    anna.keyboard.press("z")
    anna.wait_for_timeout(1800)
    expect(anna.locator('[data-act="confirm"]')).to_be_visible()


def test_bearing_off_is_done_where_nothing_is_left_to_choose(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["bearing off by itself"])
    prefer(anna, bearOff=True)
    anna.reload()
    expect(anna.locator(SAY)).to_contain_text("Bearing off: 2/off 1/off")
    expect(anna.locator(SAY)).to_contain_text("Bert to roll", timeout=4000)
    sit(anna, matches["bearing off with contact"])
    anna.wait_for_timeout(1600)
    expect(anna.locator(SAY)).to_contain_text("You start with 61")  # Bert still stands on the way


def test_the_page_rolls_only_where_nobody_could_have_doubled(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["may double"])
    prefer(anna, roll="safe")
    anna.wait_for_timeout(1500)
    expect(anna.locator(SAY)).to_contain_text("Roll or double")
    sit(anna, matches["may not double"])
    expect(anna.locator(SAY)).to_contain_text(re.compile("Your roll|no legal move"), timeout=4000)


def test_a_play_goes_out_with_its_last_move_when_nothing_is_to_be_confirmed(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["31"])
    prefer(anna, confirm=False)
    anna.mouse.click(*place(anna, 8))
    anna.mouse.click(*place(anna, 6))
    expect(anna.locator(SAY)).to_contain_text("Bert to roll. Your play (31): 8/5 6/5.")


def test_what_one_likes_follows_to_another_browser(
    anna: Page, matches: dict[str, str], browser: Browser, house: Site
) -> None:
    match = matches["63"]
    sit(anna, match)
    anna.locator("details[data-menu]:not(.waiting) summary").click()
    anna.get_by_role("button", name="Preferences").click()
    anna.get_by_role("radio", name="Sea", exact=True).check(force=True)
    anna.get_by_role("radio", name="On the left").check(force=True)
    with anna.expect_response("**/profile/table/") as sent:
        anna.get_by_label("Flip board").check()
    assert sent.value.ok
    anna.keyboard.press("Escape")
    expect(anna.locator("dialog[data-prefs]")).to_be_hidden()
    other = sign_in(browser, house, "anna")
    sit(other, match)
    for page in (anna, other):
        expect(page.locator(".table")).to_have_attribute("data-board", "sea")
        x, y = place(page, 1)
        assert y < place(page, 24)[1]
        assert x < place(page, 6)[0]
    other.context.close()


def test_damaged_preferences_never_break_the_table(anna: Page, matches: dict[str, str]) -> None:
    match = matches["63"]
    for damaged in ('{"board": 3, "roll": "often", "volume": "loud"}', "[1]", "{"):
        anna.evaluate(
            "value => Object.keys(localStorage).concat('barpoint.table').forEach(key => localStorage.setItem(key, value))",
            damaged,
        )
        sit(anna, match)
        expect(anna.locator(".table")).to_have_attribute("data-board", "club")
        expect(anna.locator(SAY)).to_contain_text("You start with 63")


def test_light_checkers_can_always_be_mine(anna: Page, matches: dict[str, str]) -> None:
    sit(anna, matches["from seat B"])
    fill = "getComputedStyle(document.querySelector('.table')).getPropertyValue('--seat-b').trim()"
    assert anna.evaluate(fill) == "#1b191a"
    prefer(anna, colours="light")
    assert anna.evaluate(fill) == "#f5eddd"


def test_checkers_stand_still_for_who_wants_no_motion(anna: Page, matches: dict[str, str]) -> None:
    sit(anna, matches["63"])
    moving = "document.querySelector('.b-checkers').getAnimations({ subtree: true }).length"
    anna.mouse.click(*place(anna, 24))
    assert anna.evaluate(moving) == 1
    prefer(anna, motion=False)
    anna.keyboard.press("z")
    anna.mouse.click(*place(anna, 13))
    assert anna.evaluate(moving) == 0


def test_a_cube_that_cannot_matter_is_grey_and_says_why(
    anna: Page, matches: dict[str, str]
) -> None:
    sit(anna, matches["63"])
    prefer(anna, roll="ask")
    sit(anna, matches["dead cube"])
    expect(anna.locator(".cube--dead title")).to_have_text(re.compile("wins the match"))
    expect(anna.locator(SAY)).to_contain_text("wins the match")


def test_on_a_phone_the_own_strip_stands_for_the_tray(
    browser: Browser, house: Site, matches: dict[str, str]
) -> None:
    size: Any = {"width": 390, "height": 844}
    phone = sign_in(browser, house, "anna", viewport=size, has_touch=True, is_mobile=True)
    sit(phone, matches["bearing off"])
    strip = phone.locator(".me .seat-mark")
    strip.tap()
    expect(phone.locator(SAY)).to_contain_text("You start with 21")  # two could go: no guess
    phone.wait_for_timeout(400)
    strip.tap()
    strip.tap()
    expect(phone.locator(SAY)).to_contain_text("Confirm 2/off 1/off")
    phone.locator("details[data-menu]:not(.waiting) summary").tap()
    phone.get_by_role("button", name="Preferences").tap()
    sheet = phone.locator("dialog[data-prefs]").bounding_box()
    board = phone.locator(".table-board").bounding_box()
    assert sheet
    assert board
    assert sheet["y"] >= board["y"] + board["height"] - 1
    small = phone.locator("dialog label, dialog button").evaluate_all(
        "all => all.filter(element => element.getBoundingClientRect().height < 43.5).map(element => element.textContent)"
    )
    assert small == ["Volume"]
    phone.context.close()


def test_sounds_are_fetched_when_something_is_to_be_heard_and_not_when_muted(
    anna: Page, matches: dict[str, str]
) -> None:
    asked: list[str] = []
    anna.on("request", lambda request: asked.append(request.url))
    anna.route("**/waiting/*", lambda route: route.fulfill(status=204))  # the bell has a test below
    for sound in (False, True):
        sit(anna, matches["63"])
        prefer(anna, sound=sound)
        anna.mouse.click(*place(anna, 24))
        expect(anna.locator(SAY)).to_contain_text("One move left")
        anna.wait_for_timeout(300)
        assert any("synthesizer." in url for url in asked) == sound


def test_a_table_muted_just_now_is_silent_about_what_waits_elsewhere(
    anna: Page, matches: dict[str, str]
) -> None:
    answers: list[Route] = []
    asked: list[str] = []
    anna.on("request", lambda request: asked.append(request.url))
    for sound in (False, True):
        answers.clear()
        anna.route("**/waiting/*", lambda route: answers.append(route))  # noqa: PLW0108 (asks for names)
        with anna.expect_request("**/waiting/*"):
            sit(anna, matches["63"])
        prefer(anna, sound=sound)
        anna.locator("body").press(
            "Shift"
        )  # a browser plays nothing before the reader has touched the page
        for answer in answers:
            answer.continue_()
        expect(anna.locator("[data-waiting-count]")).to_have_text(re.compile(r"[1-9]"))
        anna.wait_for_timeout(300)
        assert any("synthesizer." in url for url in asked) == sound
        anna.unroute("**/waiting/*")
        anna.evaluate(CLEAR)


def test_the_table_asks_nobody_else(house: Site, matches: dict[str, str]) -> None:
    sizes = weigh(f"{house.url}/matches/{matches['63']}/")
    assert sum("/static/b/" in address for address in sizes) == 4
    assert sum(sizes.values()) <= LIMIT_KIB * 1024
