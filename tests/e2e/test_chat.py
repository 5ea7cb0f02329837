"""Chat and rematch in browsers: two players, a spectator, and text that would like to be markup."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NASTY = [
    '<img src=x onerror="window.hit=1">',
    "<script>window.hit=1</script>",
    "</li></ol><svg onload=window.hit=1>",
    "javascript:window.hit=1 https://example.org/",
    "x" * 300,
]


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    make_logins(site, ["anna", "bert", "fred"])
    yield site
    site.stop()


@pytest.fixture
def two(browser: Browser, house: Site) -> Iterator[tuple[Page, Page]]:
    """Anna has challenged Bert; both are at the table."""
    long_ago = "ChatLine.objects.update(at='2026-01-01T00:00Z')"
    over = "status='void', finished_at='2026-01-01T00:00Z', flag_at=None, next_at=None, bot_at=None, to_act=None"
    ended = f"Match.objects.filter(status='joining').update({over})"
    # else it is too many lines, and too many challenges between the same two
    house.shell(f"from games.models import ChatLine, Match; {long_ago}; {ended}")
    anna, bert = sign_in(browser, house, "anna"), sign_in(browser, house, "bert", **PHONE)
    anna.goto("/matches/new/")
    anna.fill("[name=player]", "Bert")
    anna.locator("label:has([name=length][value='1'])").click()
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
    bert.goto(anna.url)
    for page in (anna, bert):
        expect(page.locator("[data-act=ready]")).to_be_visible()
    yield anna, bert
    anna.context.close()
    bert.context.close()


def say(page: Page, text: str) -> None:
    page.fill("#chat-text", text)
    page.press("#chat-text", "Enter")
    expect(page.locator("#chat-text")).to_have_value("")


def lines(page: Page) -> Any:
    return page.locator(".chat-line:not([hidden]) .chat-words > span")


def concede(page: Page) -> None:
    page.click('[data-act="resign"]')
    page.click('[data-act="concede_ask"]')
    page.click('[data-act="concede"]')


def wish_a_rematch(page: Page) -> None:
    expect(page.locator('[data-act="rematch"]')).to_be_visible(timeout=15_000)
    page.wait_for_timeout(1300)  # a press by reflex, right after it has come, does not count
    page.click('[data-act="rematch"]')


def begin(anna: Page, bert: Page) -> None:
    for page in (anna, bert):
        page.click('[data-act="ready"]')
    for page in (anna, bert):  # the opening roll is made: its winner has to play
        expect(page.locator(".table")).to_have_attribute(
            "data-seq", re.compile(r"^([6-9]|\d\d)$"), timeout=15_000
        )
        expect(page.locator('[data-act="resign"]')).to_be_visible()


def test_players_talk_unread_lines_are_counted_and_typing_makes_no_move(
    two: tuple[Page, Page],
) -> None:
    anna, bert = two
    begin(anna, bert)
    anna.click("#tab-chat")
    seq = anna.get_attribute(".table", "data-seq")
    say(anna, "rdtxbczs rrr")  # every letter is a key of the board
    anna.click("[data-phrase=good_luck]")
    expect(lines(anna)).to_have_text(["rdtxbczs rrr", "Good luck"])
    assert anna.get_attribute(".table", "data-seq") == seq
    expect(bert.locator("[data-chat-unread]")).to_have_text("2")
    expect(bert.locator("#tab-chat")).to_have_accessible_name("Chat, 2 new messages")
    bert.click("#tab-chat")
    expect(bert.locator("[data-chat-unread]")).to_be_hidden()
    expect(lines(bert)).to_have_text(["rdtxbczs rrr", "Good luck"])
    bert.click("[data-chat-now]")
    expect(bert.locator("[data-chat]")).to_be_hidden()
    bert.reload()
    expect(bert.locator("[data-chat-unread]")).to_be_hidden()
    bert.click("#tab-chat")
    expect(lines(bert)).to_have_count(2)


def test_what_is_typed_stays_text_and_fits(two: tuple[Page, Page]) -> None:
    anna, bert = two
    for page in (anna, bert):
        page.click("#tab-chat")
    for text in NASTY:
        say(anna, text)
    expect(lines(bert)).to_have_text(NASTY)
    for page in (anna, bert):
        assert page.evaluate("window.hit") is None
        assert page.locator(".chat-lines :is(img, script, a, svg[onload])").count() == 0
        box = "document.querySelector('.chat-lines')"
        assert page.evaluate(f"{box}.scrollWidth <= {box}.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_place_one_reads_at_stays_when_a_line_comes(two: tuple[Page, Page]) -> None:
    anna, bert = two
    for page in (anna, bert):
        page.click("#tab-chat")
    for text in ("one " * 70, "two " * 70, "three " * 49, "four " * 59):
        say(anna, text)
    expect(lines(bert)).to_have_count(4)
    scroller = bert.locator(".chat-lines")
    scroller.evaluate("list => { list.scrollTop = 0 }")
    say(anna, "five")
    expect(lines(bert)).to_have_count(5)
    assert scroller.evaluate("list => list.scrollTop") == 0


def test_spectators_and_players_do_not_hear_each_other_until_the_end(
    browser: Browser, house: Site, two: tuple[Page, Page]
) -> None:
    anna, bert = two
    fred = sign_in(browser, house, "fred")
    stranger = browser.new_context(base_url=house.url).new_page()
    for page in (fred, stranger):
        page.goto(anna.url)
    begin(anna, bert)
    for page in (anna, bert, fred, stranger):
        page.click("#tab-chat")
    expect(stranger.get_by_text("Log in to chat.")).to_be_visible()
    expect(stranger.locator("#chat-text")).to_have_count(0)
    say(fred, "She should hit")
    say(anna, "Your turn")
    expect(lines(stranger)).to_have_text(["She should hit"])
    expect(lines(bert)).to_have_text(["Your turn"])
    anna.wait_for_timeout(1300)  # the question each second has been asked
    expect(lines(fred)).to_have_text(["She should hit"])
    expect(lines(anna)).to_have_text(["Your turn"])
    concede(anna)
    for page in (anna, bert):
        expect(lines(page)).to_have_text(["She should hit", "Your turn"])
    expect(lines(fred)).to_have_text(["She should hit"])
    for page in (fred, stranger):
        page.context.close()


def test_mute_and_report_stand_at_the_line_and_a_mute_is_taken_back(
    house: Site, two: tuple[Page, Page]
) -> None:
    anna, bert = two
    for page in (anna, bert):
        page.click("#tab-chat")
    say(bert, "you are lucky")
    more = anna.locator(".chat-more")
    more.click()
    anna.get_by_role("button", name="Report…").click()
    anna.fill(".chat-why input", "rude")
    anna.get_by_role("button", name="Report to staff").click()
    expect(anna.get_by_text("Reported. The staff will look at this message.")).to_be_visible()
    count = (
        "from games.models import ChatReport as R; print(R.objects.filter(reason='rude').count())"
    )
    assert house.shell(count).strip().splitlines()[-1] == "1"
    say(bert, "very lucky")
    expect(lines(anna)).to_have_count(2)
    more.last.click()
    anna.get_by_role("button", name="Mute", exact=True).click()
    expect(lines(anna)).to_have_count(0)
    say(bert, "hello?")
    expect(anna.locator(".chat-line")).to_have_count(3)
    expect(lines(anna)).to_have_count(0)
    anna.reload()
    anna.click("#tab-chat")
    anna.get_by_role("button", name="Unmute").click()
    expect(lines(anna)).to_have_count(3)


def test_a_rematch_is_wished_seen_and_played_with_the_seats_changed_over(
    two: tuple[Page, Page],
) -> None:
    anna, bert = two
    begin(anna, bert)
    concede(anna)
    old = anna.url
    wish_a_rematch(anna)
    anna.wait_for_url(lambda url: url != old and "/matches/" in url)
    expect(bert.get_by_role("dialog")).to_contain_text("Anna wants a rematch.")
    bert.click('[data-end="rematch_go"]')
    bert.wait_for_url(anna.url)
    begin(anna, bert)
    expect(bert.locator(".me .tab--a")).to_be_visible()
    expect(anna.locator(".me .tab--b")).to_be_visible()


def test_a_rematch_is_declined_at_the_old_table(two: tuple[Page, Page]) -> None:
    anna, bert = two
    begin(anna, bert)
    concede(bert)
    wish_a_rematch(anna)
    bert.click('[data-end="rematch_decline"]')
    expect(bert.get_by_role("dialog")).not_to_contain_text("Anna wants a rematch.")
    expect(bert.get_by_role("dialog").get_by_role("link", name="Find opponent")).to_be_visible()
    expect(bert.locator('[data-end="rematch"]')).to_have_count(0)
    expect(anna.locator("[data-act-bar]")).to_contain_text("declined")


def test_a_table_without_a_chat_shows_nothing_of_it(house: Site, two: tuple[Page, Page]) -> None:
    anna, bert = two
    expect(anna.locator("#tab-chat")).to_be_visible()
    off = (
        "from games.models import Match; from games.services.chat import switch_chat;"
        "print(switch_chat(Match.objects.values_list('pk', flat=True), on=False))"
    )
    house.shell(off)
    anna.reload()
    expect(anna.locator("[data-act=ready]")).to_be_visible()
    expect(anna.get_by_text("Chat", exact=True)).to_have_count(0)
    bert.click("#tab-chat")
    bert.fill("#chat-text", "anybody?")
    bert.press("#chat-text", "Enter")
    expect(bert.locator("[data-chat-said]")).to_have_text("This match has no chat.")
