"""The table under the reader's own wishes: no motion, forced colours, large letters, a notch, a turned phone; and how it
calls when it is the reader's turn."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.sitting import Sitting, sitting

pytestmark = pytest.mark.e2e
PHONE = {"width": 390, "height": 844}
BADGE = """window.badges = [];
navigator.setAppBadge = async (n) => { badges.push(n); };
navigator.clearAppBadge = async () => { badges.push(0); };"""
MOVING = "() => document.getAnimations().filter((it) => it.effect.getComputedTiming().endTime > 0).length"
# Each button is brought into view as a reader would, then it must lie on top and show all its words. The number of the bell may stand
# over the edge of its button, and must be in view itself.
REACHABLE = """() => [...document.querySelectorAll(".act [data-act], .tabs button, .table-head summary")].flatMap((it) => {
  it.scrollIntoView({ block: "center", inline: "center" });
  const box = it.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const name = it.dataset.act ?? it.textContent.trim();
  if (!it.contains(top)) return [`${name} is covered by ${top?.className}`];
  const badge = it.querySelector(".waiting-count");
  if (badge && badge.getBoundingClientRect().right > innerWidth) return [`${name} is out of view`];
  badge?.style.setProperty("display", "none");
  const isCut = it.matches(".btn") && it.scrollWidth > it.clientWidth + 1;
  badge?.style.removeProperty("display");
  return isCut ? [`${name} is cut`] : [];
})"""


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    with sitting(browser, has_touch=True) as item:
        yield item


@pytest.fixture(autouse=True)
def as_usual(table: Sitting) -> Iterator[None]:
    yield
    table.page.emulate_media(reduced_motion="no-preference", forced_colors="none")
    table.page.set_viewport_size({"width": 1280, "height": 800})


def walk_one(page: Page) -> None:
    page.keyboard.press("n")
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_travels_for_who_wants_no_motion(table: Sitting, wish: str, moves: bool) -> None:
    page = table.at("playing")
    page.emulate_media(reduced_motion=wish)
    seen = []
    for _ in range(2):
        walk_one(page)
        seen += [page.evaluate(MOVING) for _ in range(4)]
    assert (max(seen) > 0) is moves, seen


def test_forced_colours_leave_checkers_points_and_discs_apart(table: Sitting) -> None:
    page = table.at("playing")
    for scheme in ("light", "dark"):
        page.emulate_media(forced_colors="active", color_scheme=scheme)
        paints = page.evaluate(
            """() => [".ck-a", ".ck-b", ".b-field", ".b-p1", ".b-p2"].map((it) => getComputedStyle(document.querySelector(it)).fill)"""
        )
        assert len(set(paints)) == 5, paints
        tabs = page.evaluate(
            """() => [".tab--a", ".tab--b"].map((it) => getComputedStyle(document.querySelector(it)).backgroundColor)"""
        )
        assert tabs[0] != tabs[1]


@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (390, 844), (844, 390)])
def test_with_letters_twice_as_large_everything_is_within_reach(
    table: Sitting, size: tuple[int, int]
) -> None:
    page = table.at("playing")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(150)
    missed = page.evaluate(REACHABLE)
    assert not missed, "\n".join(missed)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(640, 400), (512, 384), (320, 256)])
def test_zoomed_in_up_to_four_times_nothing_is_lost_sideways(
    table: Sitting, size: tuple[int, int]
) -> None:
    page = table.at("playing")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(150)
    missed = page.evaluate(REACHABLE)
    assert not missed, "\n".join(missed)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_notch_covers_nothing(table: Sitting) -> None:
    page = table.at("rolling")
    page.set_viewport_size({"width": 844, "height": 390})
    client = page.context.new_cdp_session(page)
    insets = {"left": 47, "right": 47, "bottom": 21}
    client.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page.wait_for_timeout(200)
    boxes = [page.locator(it).bounding_box() for it in (".table-board", ".act", ".strip.me")]
    client.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
    client.detach()
    for box in boxes:
        assert box
        assert box["x"] >= 47
        assert box["x"] + box["width"] <= 844 - 47 + 1
        assert box["y"] + box["height"] <= 390 - 21 + 1


def test_a_turned_phone_keeps_what_is_half_done(table: Sitting) -> None:
    page = table.at("playing")
    page.set_viewport_size(PHONE)
    walk_one(page)
    before = page.locator("[data-act-bar] .say").text_content()
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(150)
    assert page.locator("[data-act-bar] .say").text_content() == before
    expect(page.locator(".b-ghost")).to_have_count(1)


def test_fingers_may_pinch_but_neither_scroll_nor_zoom_by_tapping(table: Sitting) -> None:
    page = table.at("playing")
    assert (
        page.locator(".table-board").evaluate("it => getComputedStyle(it).touchAction")
        == "pinch-zoom"
    )
    assert (
        page.locator("[data-act]").first.evaluate("it => getComputedStyle(it).touchAction")
        == "manipulation"
    )
    viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport


def test_title_icon_and_badge_call_when_it_is_ones_turn_and_are_quiet_after(table: Sitting) -> None:
    table.page.add_init_script(BADGE)
    page = table.at("rolling")
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title(
        "● Your turn · Maximiliane von Hohenlohe-Langenburg 0 – 0 Bartholomäus Featherstonehaugh-Cholmondeley"
    )
    expect(icon).to_have_attribute("href", "/static/img/mark-turn.svg")
    assert page.evaluate("badges.at(-1)") == 1
    page.keyboard.press("d")
    page.wait_for_timeout(450)  # a press sooner belongs to the one that opened the question
    page.locator('[data-act="double_now"]').click()
    expect(icon).to_have_attribute("href", "/static/img/mark.svg")
    assert "Your turn" not in page.title()
    assert page.evaluate("badges.at(-1)") == 0
