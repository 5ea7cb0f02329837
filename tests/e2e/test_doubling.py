"""A double is asked for once before it is sent: from the cube, the button and the key, by touch and on a slow line."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.laid import START, Laid, lay
from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
SAY = "[data-act-bar] .say"
ASK = ".ask"
CUBE = '.b-hit[data-what="cube"]'
SLOW_MS = 1500
REFLEX_MS = 450  # a press this soon after the question still belongs to the press that opened it
PHONE = {"width": 390, "height": 844}
DEAD = {"dead_cube": "allow"}
MONEY: Any = {"rules": "money", "games": 3, "options": {"max_beavers": 2, "murphy_limit": 0}}


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded(API_RATE_USER="100000/min")
    yield site
    site.stop()


@pytest.fixture(scope="module")
def bert(house: Site) -> ApiPlayer:
    return ApiPlayer(house, make_logins(house, ["anna", "bert"])["bert"])


@pytest.fixture(scope="module")
def matches(house: Site, bert: ApiPlayer) -> Iterator[str]:
    """Anna is to roll and may double."""
    return iter(lay(house, *[Laid(START)] * 12))


@pytest.fixture(scope="module")
def money(house: Site, bert: ApiPlayer) -> Iterator[str]:
    """The same with beavers and raccoons."""
    return iter(lay(house, *[Laid(START, **MONEY)] * 2))


@pytest.fixture(params=["desk", "phone"])
def anna(browser: Browser, house: Site, bert: ApiPlayer, request: Any) -> Iterator[Page]:
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    desk: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
    page: Page = sign_in(browser, house, "anna", **(phone if request.param == "phone" else desk))
    yield page
    page.context.close()


@pytest.fixture
def desk(browser: Browser, house: Site, bert: ApiPlayer) -> Iterator[Page]:
    page: Page = sign_in(browser, house, "anna", viewport={"width": 1280, "height": 800})
    yield page
    page.context.close()


def sit(page: Page, match: str) -> None:
    page.goto(f"/matches/{match}/")
    page.locator('[data-act="double"]').wait_for()


def slow(page: Page) -> None:
    """What the page sends is a second and a half on its way."""
    page.evaluate(
        """(ms) => {
          const { fetch } = window;
          window.fetch = async (...request) => {
            if (String(request[0]).includes("/actions?")) await new Promise((sent) => setTimeout(sent, ms));
            return fetch(...request);
          };
        }""",
        SLOW_MS,
    )


def twice(page: Page, selector: str) -> None:
    """Two taps in one place as fast as a finger makes them, whatever lies there the second time."""
    box = None
    while not box:  # the cube is drawn again with the board, and has no place for that moment
        box = page.locator(selector).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.evaluate("navigator.maxTouchPoints > 0")
    for _ in range(2):
        (page.touchscreen.tap if touch else page.mouse.click)(x, y)


def doubles(house: Site, match: str) -> int:
    rows = house.get_json(f"/api/v1/matches/{match}/actions")
    return sum(row["kind"] in ("double", "beaver", "raccoon") for row in rows)


def confirm(page: Page, kind: str = "double") -> None:
    page.wait_for_timeout(REFLEX_MS)
    page.locator(f'[data-act="{kind}_now"]').click()


def switch_off(page: Page) -> None:
    page.locator("dialog input[data-pref=confirmDouble]").evaluate("control => control.click()")


@pytest.mark.parametrize("target", [CUBE, '[data-act="double"]'])
def test_a_double_tap_asks_and_sends_nothing(
    anna: Page, house: Site, matches: Iterator[str], target: str
) -> None:
    match = next(matches)
    sit(anna, match)
    twice(anna, target)
    expect(anna.locator(ASK)).to_contain_text("Double to 2?")
    expect(anna.locator(ASK)).to_contain_text(
        "If Bert drops, you win 1 point: 0 – 0 becomes 1 – 0. If they take, the game is worth 2."
    )
    anna.wait_for_timeout(REFLEX_MS)
    assert doubles(house, match) == 0
    anna.locator('[data-act="cancel"]').click()
    expect(anna.locator(SAY)).to_contain_text("Roll or double")
    assert doubles(house, match) == 0


def test_on_a_slow_line_the_confirmation_tapped_twice_sends_one_double(
    anna: Page, house: Site, matches: Iterator[str]
) -> None:
    match = next(matches)
    sit(anna, match)
    slow(anna)
    twice(anna, '[data-act="double"]')
    anna.wait_for_timeout(REFLEX_MS)
    twice(anna, '[data-act="double_now"]')
    expect(anna.locator('[data-act="double_now"]')).to_have_text("Sending…")
    twice(anna, '[data-act="double_now"]')
    expect(anna.locator(SAY)).to_contain_text("Cube offered at 2", timeout=8000)
    expect(anna.locator(ASK)).to_have_count(0)
    assert doubles(house, match) == 1


def test_double_and_resign_do_not_stand_beside_each_other(
    anna: Page, matches: Iterator[str]
) -> None:
    sit(anna, next(matches))
    double, resign = (
        anna.locator(f'[data-act="{act}"]').bounding_box() for act in ("double", "resign")
    )
    assert double
    assert resign
    aside = max(resign["x"] - double["x"] - double["width"], 0)
    below = max(resign["y"] - double["y"] - double["height"], double["y"] - resign["y"] - resign["height"], 0)  # fmt: skip
    assert aside + below >= 16, (double, resign)
    assert double["height"] >= 44


def test_no_key_pressed_by_mistake_doubles(desk: Page, house: Site, matches: Iterator[str]) -> None:
    match = next(matches)
    sit(desk, match)
    for text in ("d", "dd", "added ", "dodo\n", "double\n"):
        desk.keyboard.type(text, delay=30)
        desk.wait_for_timeout(100)
        desk.keyboard.press("Escape")
        desk.locator('[data-act="roll"]').wait_for()
    assert doubles(house, match) == 0


def test_the_keyboard_doubles_in_two_steps_and_escape_leads_back(
    desk: Page, house: Site, matches: Iterator[str]
) -> None:
    match = next(matches)
    sit(desk, match)
    desk.keyboard.press("g")
    place = desk.evaluate("document.activeElement.dataset.point")
    desk.keyboard.press("d")
    expect(desk.get_by_role("group", name="Double to 2?")).to_be_visible()
    expect(desk.locator('[data-act="cancel"]')).to_be_focused()
    expect(desk.locator("[data-said=assertive]")).to_contain_text("Double to 2? If Bert drops")
    desk.keyboard.press("Escape")
    assert desk.evaluate("document.activeElement.dataset.point") == place
    desk.keyboard.press("d")
    desk.keyboard.press("Tab")
    expect(desk.locator('[data-act="double_now"]')).to_be_focused()
    desk.wait_for_timeout(REFLEX_MS)
    desk.keyboard.press("Enter")
    expect(desk.locator(SAY)).to_contain_text("Cube offered at 2")
    assert doubles(house, match) == 1


def test_who_switched_it_off_doubles_with_one_press_but_not_from_the_board(
    desk: Page, house: Site, matches: Iterator[str]
) -> None:
    match = next(matches)
    sit(desk, match)
    switch_off(desk)
    desk.locator(CUBE).click()
    expect(desk.locator(ASK)).to_contain_text("Double to 2?")
    desk.keyboard.press("Escape")
    assert doubles(house, match) == 0
    desk.keyboard.press("d")
    expect(desk.locator(SAY)).to_contain_text("Cube offered at 2")
    assert doubles(house, match) == 1
    switch_off(desk)  # on again


def answer(bert: ApiPlayer, match: str, kind: str) -> None:
    seq = bert.get(f"/api/v1/matches/{match}")["view"]["seq"]
    body = {"kind": kind, "payload": {}, "expected_seq": seq, "key": f"{kind}{seq}"}
    status, reply = bert.send("POST", f"/api/v1/matches/{match}/actions", body)
    assert status == 200, reply


def test_a_raccoon_is_asked_for_with_its_stake(
    desk: Page, house: Site, bert: ApiPlayer, money: Iterator[str]
) -> None:
    match = next(money)
    sit(desk, match)
    desk.keyboard.press("d")
    confirm(desk)
    expect(desk.locator(SAY)).to_contain_text("Cube offered at 2")
    answer(bert, match, "beaver")
    expect(desk.locator(ASK)).to_contain_text("beavers to 4")
    desk.keyboard.press("c")
    expect(desk.locator(ASK)).to_contain_text("Raccoon to 8?")
    expect(desk.locator(ASK)).to_contain_text(
        "If Bert drops, you win 4 points: 0 – 0 becomes 4 – 0. If they take, the game is worth 8."
    )
    assert doubles(house, match) == 2
    desk.keyboard.press("Escape")
    expect(desk.locator(ASK)).to_contain_text("beavers to 4")
    desk.keyboard.press("c")
    confirm(desk, "raccoon")
    expect(desk.locator(SAY)).to_contain_text("Cube offered at 8")
    answer(bert, match, "take")
    expect(desk.locator(SAY)).to_contain_text("Bert takes. The cube is at 8.")
    assert doubles(house, match) == 3


def test_the_question_counts_no_points_beyond_the_match_length(desk: Page, house: Site) -> None:
    """A dead cube may be turned here, so that a drop can bring more than the match needs."""
    cube = {"cube": 4, "owner": "A"}
    (match,) = lay(house, Laid(START, game=cube, match={"score": [3, 1]}, options=DEAD))
    sit(desk, match)
    desk.keyboard.press("d")
    expect(desk.locator(ASK)).to_contain_text("you win 4 points: 3 – 1 becomes 5 – 1.")
