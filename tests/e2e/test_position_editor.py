"""A position set up on the board: by finger and by keys, with its ID and its address; what cannot be is refused and kept."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from analysis.engine import is_available
from tests.e2e.axe import in_every_mode
from tests.e2e.people import sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def phone(browser: Browser, house: Site) -> Iterator[BrowserContext]:
    page = sign_in(browser, house, "anna", viewport=PHONE, has_touch=True)
    yield page.context
    page.context.close()


@pytest.fixture
def page(phone: BrowserContext) -> Iterator[Page]:
    page = phone.new_page()
    opened(page, "/analysis/position/")
    yield page
    page.close()


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("html[data-position=ready]").wait_for()


def point(page: Page, place: int) -> None:
    page.locator(f'[data-point="{place}"]').tap()


def xgid(page: Page) -> str:
    return page.locator("[name=xgid]").input_value()


def choose(page: Page, name: str) -> None:
    page.locator(".position-brush label", has_text=name).tap()


@pytest.mark.skipif(not is_available(), reason="needs the analysis engine")
def test_a_position_is_set_up_by_finger_analysed_and_found_again(page: Page) -> None:
    assert xgid(page) == START
    choose(page, "Take off")
    point(page, 8)
    choose(page, "Bottom")
    point(page, 5)
    page.select_option("[name=length]", "7")
    page.select_option("[name=roll]", "31")
    page.select_option("[name=cube]", "2")
    expect(page.locator("[name=owner]")).to_have_value("A")
    placed = "XGID=-b---AE-B---eE---c-e----B-:1:1:1:31:0:0:0:7:10"
    assert xgid(page) == placed
    expect(page.locator("[data-id=gnubg]")).to_have_text("4HPwATDQZ/ABMA:UYnlAAAAAAAE")
    expect(page.locator("[data-seat-side=A] [data-away]")).to_have_text("7 away")
    page.get_by_role("button", name="Analyse position").tap()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("is best")
    page.reload()
    expect(verdict).to_contain_text("is best")
    assert xgid(page) == placed
    point(page, 4)  # all 15 are on the board
    expect(page.locator("[data-note]")).to_have_attribute("data-code", "all_on_board")
    expect(verdict).to_be_visible()
    choose(page, "Take off")
    point(page, 5)
    expect(verdict).to_be_hidden()
    expect(page.locator(".b-arrows > *")).to_have_count(0)
    page.wait_for_url("**xgid=XGID%3D-b----E-B*")
    page.go_back()
    expect(verdict).to_be_visible()
    assert xgid(page) == placed


def test_the_board_follows_what_is_typed_and_undo_goes_back(page: Page) -> None:
    page.fill("[name=xgid]", "4HPwATDgc/ABMA:cInlAAAAAAAE")
    expect(page.locator("[data-id=xgid]")).to_have_text(
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
    )
    expect(page.locator(".review-svg .die")).to_have_count(2)
    page.fill("[name=xgid]", "rubbish")
    expect(page.locator("[data-note]")).to_have_attribute("data-code", "bad_position")
    expect(page.locator(".review-svg .die")).to_have_count(2)
    page.locator("[data-edit=undo]").tap()
    assert xgid(page) == START
    expect(page.locator(".review-svg .die")).to_have_count(0)


def test_a_position_that_cannot_be_is_refused_and_stays_on_the_board(page: Page) -> None:
    page.locator("[data-edit=empty]").tap()
    page.locator('[data-point="6"]').tap()
    page.get_by_role("button", name="Analyse position").tap()
    expect(page.locator(".position-form .error")).to_contain_text(
        "The game is over in this position."
    )
    assert xgid(page).startswith("XGID=------A-------------------:")
    expect(page.locator(".review-svg .b-checkers use")).to_have_count(1)
    expect(page.locator("[data-seat-side=B] [data-off]")).to_have_text("off 15")


def test_the_board_is_set_up_with_the_keyboard(page: Page) -> None:
    page.locator('[data-point="6"]').focus()
    page.keyboard.press("-")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    assert xgid(page).startswith("XGID=-b---AD-")
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-point="20"]')).to_be_focused()
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowDown")
    expect(page.locator('[data-point="0"]')).to_be_focused()
    page.keyboard.press("+")
    expect(page.locator("[data-note]")).to_have_attribute("data-code", "all_on_board")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert xgid(page) == START


def test_a_hold_takes_a_checker_off_and_a_drag_moves_one(page: Page) -> None:
    field = page.locator("[name=xgid]")
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, place: int | None) -> None:
        box = page.locator(f'[data-point="{place}"]').bounding_box() if place is not None else None
        middle = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] if box else []  # fmt: skip
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": middle})

    page.locator(".position-board").scroll_into_view_if_needed()
    touch("touchStart", 6)
    expect(field).to_have_value(START.replace("E-C", "D-C"))
    touch("touchEnd", None)
    touch("touchStart", 8)
    touch("touchMove", 7)
    touch("touchMove", 5)
    touch("touchEnd", None)
    expect(field).to_have_value(START.replace("--E-C", "-AD-B"))
    touch("touchStart", 1)  # into the tray
    touch("touchMove", 26)
    touch("touchEnd", None)
    expect(page.locator("[data-seat-side=B] [data-off]")).to_have_text("off 1")


def test_the_page_passes_the_checks_for_accessibility(page: Page) -> None:
    assert in_every_mode(page, page.url) == []
