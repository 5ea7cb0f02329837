"""The table page in a real browser: two people play with mouse, keys and fingers, and what can go wrong goes wrong."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.engine.board import Board
from games.engine.notation import format_play
from games.engine.plays import legal_plays
from tests.e2e.people import sign_in
from tests.e2e.table_page import TablePage, double
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
SAY = "[data-act-bar] .say"


class Two:
    """Anna and Bert at one table, each in a browser of their own; complaints of the console are kept."""

    def __init__(self, browser: Browser, site: Site, *, length: int = 3) -> None:
        self.complaints: list[str] = []
        self.anna = self._sit(browser, site, "anna", viewport={"width": 1280, "height": 800})
        self.bert = self._sit(
            browser, site, "bert", viewport={"width": 390, "height": 844}, has_touch=True
        )
        self.anna.goto("/matches/new/")
        self.anna.fill("[name=player]", "Bert")
        self.anna.check(f'[name=length][value="{length}"]', force=True)
        self.anna.get_by_role("button", name="Create match").click()
        self.anna.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
        self.bert.goto(self.anna.url)

    def _sit(self, browser: Browser, site: Site, name: str, **context: Any) -> Page:
        page: Page = sign_in(browser, site, name, **context)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text) if "Content Security" in message.text else None
            ),
        )
        return page

    def start(self) -> tuple[Page, Page]:
        """Both press ready; returns who starts, and the other."""
        for page in (self.anna, self.bert):
            page.locator('[data-act="ready"]').click()
        expect(self.anna.locator(SAY)).to_contain_text(re.compile("You start|rolls"))
        mine = "You start" in self.anna.locator(SAY).inner_text()
        return (self.anna, self.bert) if mine else (self.bert, self.anna)

    def close(self) -> None:
        self.anna.context.close()
        self.bert.context.close()


@pytest.fixture
def two(browser: Browser, house: Site) -> Iterator[Two]:
    pair = Two(browser, house)
    yield pair
    pair.close()
    assert pair.complaints == []


def act(page: Page, name: str) -> None:
    page.locator(f'[data-act="{name}"]:not([aria-disabled="true"])').click()


def walk(page: Page) -> None:
    """Play the roll to its end by pressing what may be pressed."""
    confirm = page.locator('[data-act="confirm"]:not([aria-disabled="true"])')
    for _ in range(4):
        if confirm.count():
            return
        page.locator(".b-hit--live[data-point]").first.click()
    expect(confirm).to_be_visible()


def play(page: Page) -> None:
    walk(page)
    act(page, "confirm")


def counts(page: Page) -> list[str]:
    """What a screen reader hears of every point, without what may be done there."""
    labels = page.locator(".b-hit[data-point]").evaluate_all(
        "all => all.map(e => e.getAttribute('aria-label'))"
    )
    return [re.sub(", (may move|legal target)", "", label) for label in labels]


def test_a_match_to_one_point_is_played_to_its_end(browser: Browser, house: Site) -> None:
    pair = Two(browser, house, length=1)
    match = pair.anna.url.rstrip("/").split("/")[-1]
    tables = [TablePage(pair.anna, match), TablePage(pair.bert, match)]
    for _ in range(3000):
        acted = [table.act() for table in tables]
        if not any(acted):
            pair.anna.wait_for_timeout(20)
        if tables[0].is_over():
            break
    inner_texts = [page.locator(SAY).inner_text() for page in (pair.anna, pair.bert)]
    assert sorted("You win" in words for words in inner_texts) == [False, True]
    assert house.get_json(f"/api/v1/matches/{match}")["status"] == "finished"
    assert pair.complaints == []
    pair.close()


def test_undo_puts_the_checkers_back_and_either_die_may_go_first(two: Two) -> None:
    first, _ = two.start()
    before = counts(first)
    dice = re.findall(r"\d", first.locator(SAY).inner_text())
    first.keyboard.press("s")
    first.locator('.b-hit[data-point="13"]').click(force=True)
    assert re.search(
        rf"One move left: a {dice[0]}|Confirm|{dice[0]}", first.locator(SAY).inner_text()
    )
    while first.locator('[data-act="undo"]:not([aria-disabled="true"])').count():
        first.keyboard.press("z")
    assert counts(first) == before


def test_a_turn_is_played_with_the_keyboard_alone(two: Two) -> None:
    first, second = two.start()
    for _ in range(4):
        live = first.locator(".b-hit--live[data-point]")
        if not live.count():
            break
        live.first.focus()
        first.keyboard.press("Enter")
    first.locator("body").press("Space")
    expect(second.locator(SAY)).to_contain_text("Roll or double")
    second.keyboard.press("r")
    expect(second.locator(SAY)).to_contain_text(re.compile("Your roll|No legal move"))


def test_a_checker_is_dragged_to_its_target(two: Two) -> None:
    first, _ = two.start()
    source = first.locator(".b-hit--live[data-point]").first.bounding_box()
    assert source
    first.mouse.move(source["x"] + source["width"] / 2, source["y"] + source["height"] / 4)
    first.mouse.down()
    first.mouse.move(source["x"], source["y"] + source["height"], steps=4)
    goal = first.locator('.b-hit[aria-label*="legal target"]').first
    expect(goal).to_be_attached()
    box = goal.bounding_box()
    assert box
    first.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    first.mouse.up()
    expect(first.locator('[data-act="undo"]:not([aria-disabled="true"])')).to_be_visible()


def test_a_double_is_dropped_and_the_next_game_begins(two: Two) -> None:
    first, second = two.start()
    play(first)
    double(second)
    expect(first.locator(".ask")).to_contain_text("doubles to 2: take or drop?")
    expect(first.locator(".ask")).to_contain_text("If you drop, you lose 1 point")
    first.keyboard.press("x")
    expect(first.locator(SAY)).to_contain_text("Next is game 2.")
    for page in (first, second):
        expect(page.locator(SAY)).to_contain_text(re.compile(r"drops?[.:].*1 point"))
        act(page, "ready")
    expect(first.locator("[data-game]")).to_contain_text("Game 2")
    expect(first.locator(SAY)).to_contain_text(re.compile("You start|rolls"))


def test_a_resignation_is_refused_then_agreed_to(two: Two) -> None:
    first, second = two.start()
    play(first)
    for level, answer in (("gammon", "decline_resign"), ("backgammon", "accept_resign")):
        act(second, "resign")
        act(second, f"resign_{level}")
        expect(first.locator(".ask")).to_contain_text(f"offers to resign a {level}")
        act(first, answer)
        if answer == "decline_resign":
            declined_levels_are_closed(second)
    expect(second.locator(SAY)).to_contain_text("3 points")


def declined_levels_are_closed(page: Page) -> None:
    """A level that was refused, and what is less, is offered no more in this position, and says why."""
    act(page, "resign")
    for level in ("single", "gammon"):
        button = page.locator(f'[data-act="resign_{level}"][aria-disabled="true"]')
        expect(button).to_have_attribute("title", re.compile("already declined"))
    expect(
        page.locator('[data-act="resign_backgammon"]:not([aria-disabled="true"])')
    ).to_be_visible()
    act(page, "cancel")


def test_giving_up_the_match_asks_first(two: Two) -> None:
    first, second = two.start()
    act(first, "resign")
    act(first, "concede_ask")
    expect(first.locator(".ask")).to_contain_text("Resign the whole match?")
    act(first, "concede")
    expect(second.locator(SAY)).to_contain_text("You win the match.")
    expect(second.locator(SAY)).to_contain_text("resigns the match.")


def test_a_refused_play_says_why_and_the_board_is_right_again(two: Two) -> None:
    first, second = two.start()
    before = counts(first)

    def spoil(route: Route) -> None:
        body = route.request.post_data_json
        route.continue_(post_data=json.dumps(body | {"payload": {"moves": [[24, 1]]}}))

    first.route("**/actions?*", spoil)
    play(first)
    expect(first.locator(".notice--danger")).to_contain_text("The board has not changed.")
    assert counts(first) == before
    first.unroute("**/actions?*")
    play(first)
    expect(second.locator(SAY)).to_contain_text("Roll or double")


def test_what_is_done_offline_is_sent_once_the_line_is_back(two: Two) -> None:
    first, second = two.start()
    walk(first)
    first.context.set_offline(True)
    act(first, "confirm")
    expect(first.locator(".notice--warn")).to_contain_text("Reconnecting")
    first.context.set_offline(False)
    expect(second.locator(SAY)).to_contain_text("Roll or double", timeout=15_000)
    expect(first.locator(".notice--warn")).to_have_count(0, timeout=15_000)


def test_a_second_tab_and_a_reload_show_the_same_board(two: Two) -> None:
    first, _ = two.start()
    tab = first.context.new_page()
    tab.goto(first.url)
    play(tab)
    expect(first.locator(SAY)).to_contain_text("Your play")
    assert counts(first) == counts(tab)
    first.reload()
    expect(first.locator(SAY)).to_contain_text("Your play")
    assert counts(first) == counts(tab)


def test_a_spectator_sees_the_play_live_and_without_javascript(two: Two, browser: Browser) -> None:
    first, _ = two.start()
    watcher = browser.new_page()
    watcher.goto(first.url)
    play(first)
    expect(watcher.locator(SAY)).to_contain_text("to roll")
    expect(watcher.locator("[data-act]")).to_have_count(0)
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(first.url)
    shown = plain.locator("svg.board use[href='#ck-a']").count()
    assert 13 <= shown <= 15  # the fifth checker of a taller stack carries a number
    plain.context.close()
    watcher.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_scrolls_while_playing(two: Two, width: int, height: int) -> None:
    first, _ = two.start()
    first.set_viewport_size({"width": width, "height": height})
    # The layout follows the new size a frame or two later, and the bar may be drawn again at any moment.
    first.wait_for_function(
        "() => { const d = document.documentElement; return d.scrollWidth <= innerWidth && d.scrollHeight <= innerHeight; }"
    )
    inside = "([at, w, h]) => { const b = document.querySelector(at)?.getBoundingClientRect(); return b && b.bottom <= h && b.right <= w; }"
    for name in ("confirm", "undo", "resign"):
        expect(first.locator(f'[data-act="{name}"]')).to_be_visible()
        first.wait_for_function(inside, arg=[f'[data-act="{name}"]', width, height])


def test_the_page_writes_plays_as_the_engine_does(two: Two) -> None:
    chance = random.Random(7)
    plays, board = [], Board.start()
    for _ in range(400):
        legal = legal_plays(board, (chance.randint(1, 6), chance.randint(1, 6)))
        if 15 in board.off:
            board = Board.start()
            continue
        if not legal:
            board = board.flipped()
            continue
        chosen = chance.choice(legal)
        plays.append(chosen.moves)
        board = chosen.board.flipped()
    text = [[[m.source, m.target, m.hit] for m in moves] for moves in plays]
    written = two.anna.evaluate(
        "async moves => { const m = await import('/static/js/table/moves/notation.js'); return moves.map(m.playText); }",
        text,
    )
    assert written == [format_play(moves) for moves in plays]
