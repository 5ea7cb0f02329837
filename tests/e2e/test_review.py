"""A match read again in a browser: stepping, keys, permalinks, copying, playing by itself, and all of it without scripts."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from analysis.engine.file_process import can_read
from tests.e2e.axe import in_every_mode
from tests.services.topology import Embedded

pytestmark = pytest.mark.e2e


# A match of a few games, doubled where it may be, each resigned after a few plays.
PLAYED = """
from django.utils import timezone
from games.engine.clock import ClockSettings
from tests.games.services.tables import sit
table = sit(length=3, clock=ClockSettings("simple", 3_600_000, 5_000))
table.now = timezone.now()
table.join()
while not table.fresh().is_over:
    for _ in range(24):
        table.tick(7)
        table.step()
    mover = table.until("roll")
    if table.state.crawford != "now":
        table.act(mover, "double")
        table.step()
    table.act(table.until("roll"), "offer_resign", {"level": "single"})
    table.step()
print(table.match.pk)
"""


# A file of eXtreme Gammon, which brings its analysis along.
IMPORTED = """
from pathlib import Path
from django.utils import timezone
from games.services.importing import import_match
from accounts.services.logins import create_login
owner = create_login("importer", "importer@example.org", "correct horse")
print(import_match(owner, Path("tests/data/analysed/match.xg").read_bytes(), timezone.now()).pk)
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Embedded]:
    """A site without anything going on, and one finished match."""
    started = Embedded()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def match(site: Embedded) -> str:
    """The address of a finished match of several games."""
    return f"/matches/{site.shell(PLAYED).strip().splitlines()[-1]}/"


@pytest.fixture(scope="module")
def imported(site: Embedded) -> str:
    """The address of an imported match with its analysis."""
    return f"/matches/{site.shell(IMPORTED).strip().splitlines()[-1]}/"


@pytest.fixture
def context(browser: Browser, site: Embedded) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    made.set_default_timeout(15_000)
    yield made
    made.close()


@pytest.fixture
def steps(context: BrowserContext, match: str) -> list[dict[str, Any]]:
    return list(context.request.get(f"{match}review.json").json()["frames"])


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    page.on(
        "console",
        lambda message: page.errors.append(message.text) if message.type == "error" else None,  # type: ignore[attr-defined]
    )
    page.goto(address)
    page.locator("html[data-review=ready]").wait_for()
    return page


def checkers(page: Page) -> int:
    return page.locator(".review-svg .b-checkers > *").count()


def test_steps_by_button_and_key_say_and_draw_what_the_log_says(
    context: BrowserContext, match: str, steps: list[dict[str, Any]]
) -> None:
    page = opened(context, f"{match}review/")
    text = page.locator("[data-say]")
    expect(text).to_have_text("Starting position.")
    for number in (1, 2, 3):
        page.locator("[data-step=next]").click()
        expect(text).to_have_text(steps[number]["say"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(text).to_have_text(steps[4]["say"])
    expect(page).to_have_url(re.compile(rf"\?at={steps[4]['seq']}$"))
    page.keyboard.press("End")
    expect(text).to_have_text(steps[-1]["say"])
    expect(page.locator("[data-step=next]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".review-score a[aria-current]")).to_have_attribute(
        "data-part", str(steps[-1]["chapter"])
    )
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".review-score a[aria-current]")).to_have_attribute(
        "data-part", str(steps[-1]["chapter"] - 1)
    )
    page.keyboard.press("Home")
    expect(text).to_have_text("Starting position.")
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_line_of_the_move_list_leads_to_its_play_with_arrows(
    context: BrowserContext, match: str, steps: list[dict[str, Any]]
) -> None:
    page = opened(context, f"{match}review/")
    played = [step for step in steps if step["kind"] == "play" and step["moves"]][6]
    page.locator(f'[data-moves] tbody a[data-seq="{played["seq"]}"]').click()
    expect(page.locator("[data-say]")).to_have_text(played["say"])
    expect(page.locator("[data-moves] a[aria-current]")).to_have_attribute(
        "data-seq", str(played["seq"])
    )
    assert page.locator(".review-svg .b-traces > *").count() >= 1
    shown = sum(min(abs(here), 5) for here in played["board"]) + sum(played["off"])
    assert checkers(page) == shown
    pips = page.locator('[data-side="A"] [data-pips]')
    expect(pips).to_have_text(f"pips {played['pips'][0]}")


def test_a_permalink_opens_the_same_position_with_and_without_scripts(
    context: BrowserContext,
    browser: Browser,
    site: Embedded,
    match: str,
    steps: list[dict[str, Any]],
) -> None:
    there = steps[len(steps) // 2]
    page = opened(context, f"{match}review/?at={there['seq']}")
    expect(page.locator("[data-say]")).to_have_text(there["say"])
    expect(page.locator('[data-id="xgid"]')).to_have_text(there["ids"][2])
    bare = browser.new_context(base_url=site.url, java_script_enabled=False)
    plain = bare.new_page()
    plain.goto(f"{match}review/?at={there['seq']}")
    expect(plain.locator("[data-say]")).to_have_text(there["say"])
    expect(plain.locator(".review-svg")).to_be_visible()
    plain.locator("[data-step=next]").click()
    expect(plain.locator("[data-say]")).to_have_text(steps[len(steps) // 2 + 1]["say"])
    expect(plain.locator("button[data-copy-text]").first).to_be_hidden()
    bare.close()


def test_position_names_and_the_link_are_copied(
    context: BrowserContext, match: str, steps: list[dict[str, Any]]
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    there = next(step for step in steps if step["kind"] == "play")
    page = opened(context, f"{match}review/?at={there['seq']}")
    position, gnubg, xgid = there["ids"]
    wanted = {"xgid": xgid, "gnubg": gnubg, "position": position}
    for what, text in wanted.items():
        page.locator(f'[data-copy-text="{what}"]').click()
        expect(page.locator("[data-copied]")).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == text
    page.locator('[data-copy-text="link"]').click()
    page.wait_for_timeout(100)
    assert page.evaluate("navigator.clipboard.readText()").endswith(
        f"{match}review/?at={there['seq']}"
    )


def test_it_plays_by_itself_until_the_reader_does_something(
    context: BrowserContext, match: str, steps: list[dict[str, Any]]
) -> None:
    page = opened(context, f"{match}review/")
    page.emulate_media(reduced_motion="reduce")
    auto = page.locator("[data-auto]")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    auto.click()
    expect(auto).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(2_500)  # 0.2 s to the first step, 2.2 s to the next
    expect(page.locator("[data-say]")).to_have_text(steps[2]["say"])
    page.keyboard.press("ArrowLeft")
    expect(auto).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(30_000)
    expect(page.locator("[data-say]")).to_have_text(steps[1]["say"])
    page.locator("body").press("Space")
    expect(auto).to_have_attribute("aria-pressed", "true")


def test_the_board_turns_round_and_the_picture_follows_the_step(
    context: BrowserContext, match: str, steps: list[dict[str, Any]]
) -> None:
    page = opened(context, f"{match}review/?at={steps[9]['seq']}")
    page.locator("[data-flip]").click()
    expect(page.locator(".review")).to_have_attribute("data-bottom", "B")
    page.keyboard.press("ArrowRight")
    picture = page.locator('[data-image="png"]')
    expect(picture).to_have_attribute("href", f"{match}image/{steps[10]['seq']}.png")
    answer = context.request.get(str(picture.get_attribute("href")))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    drawing = context.new_page()
    drawing.goto(f"{match}image/{steps[10]['seq']}.svg")
    assert drawing.evaluate("document.documentElement.tagName") == "svg"


@pytest.mark.skipif(not can_read(), reason="needs gammonview")
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1280, 640), (390, 844)])
def test_board_best_plays_and_the_next_error_are_in_one_view(
    context: BrowserContext, imported: str, width: int, height: int
) -> None:
    page = opened(context, f"{imported}review/?at=30")
    page.set_viewport_size({"width": width, "height": height})
    candidates = page.locator(".review-decision .cands").first
    expect(candidates).to_be_visible()
    button = page.get_by_role("button", name="Next error")
    for number in range(4):
        seen = page.locator("[data-say]").inner_text()
        button.click()
        expect(page.locator("[data-say]")).not_to_have_text(seen)
        top = page.locator(".review-board").bounding_box()
        low = button.bounding_box()
        assert top is not None
        assert low is not None
        assert low["y"] + low["height"] - top["y"] <= height, number
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.skipif(not can_read(), reason="needs gammonview")
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_an_error_is_solved_by_keys_and_leads_back_to_its_step(
    context: BrowserContext, imported: str, width: int, height: int
) -> None:
    page = opened(context, f"{imported}review/?at=1")
    page.set_viewport_size({"width": width, "height": height})
    solve = page.get_by_role("link", name="Solve position")
    page.locator(".analysis-steps").wait_for()
    expect(solve).to_be_hidden()
    page.keyboard.press("e")
    expect(solve).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    step = page.locator("[data-moves] a[aria-current]").get_attribute("data-seq")
    page.keyboard.press("s")
    page.wait_for_url(re.compile(rf"/analysis/solve/{step}/"))
    assert in_every_mode(page, "question") == []
    page.keyboard.press("1")
    page.wait_for_url("**choice=1")
    assert in_every_mode(page, "answer") == []
    page.get_by_role("link", name="Back to review").press("Enter")
    page.locator("html[data-review=ready]").wait_for()
    expect(page).to_have_url(re.compile(rf"\?at={step}$"))
    expect(page.get_by_role("link", name="Solve position")).to_be_visible()
    assert page.errors == []  # type: ignore[attr-defined]


def test_keyboard_alone_reaches_everything(context: BrowserContext, match: str) -> None:
    page = opened(context, f"{match}review/?at=30")
    reached = set()
    for _ in range(400):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "() => { const e = document.activeElement; const d = e?.dataset ?? {};"
                " return d.step ?? d.copyText ?? (d.auto !== undefined ? 'auto' : null)"
                " ?? (d.flip !== undefined ? 'flip' : null) ?? d.image ?? e?.tagName; }"
            )
        )
        if "svg" in reached:
            break
    assert {"next", "back", "auto", "flip", "link", "xgid", "gnubg", "position", "png"} <= reached


def test_axe_finds_nothing(context: BrowserContext, match: str) -> None:
    page = opened(context, f"{match}review/?at=40")
    result = in_every_mode(page, "review")
    assert result == [], json.dumps(result, indent=1)
