"""TV in a browser: it follows a match live and turns to another one by itself when that is over."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e

# Two matches between people who have sat down. Their logins are new each time: a test may run a second time.
MAKE = """
import json
from secrets import token_hex
from django.utils import timezone
from accounts.services.logins import create_login
from games.engine.rules import Rules
from games.services.play import act
from games.services.setup import create_match
from games.services.submissions import Submission
made = []
for k in range(2):
    login = token_hex(4)
    users = [create_login(f"{login}{s}", f"{login}{s}@example.org", "pw", name=f"Player {k}{s}") for s in "ab"]
    match = create_match(seat_a=users[0].player, seat_b=users[1].player, rules=Rules.preset("tournament", 5 - k),
                         clock=None, context={}, join_within=None, now=timezone.now())
    for seat, user in zip("AB", users):
        act(Submission(match.pk, seat, "ready", {"nonce_hash": None}, timezone.now(), user_id=user.pk), timezone.now())
    made.append([str(match.pk), users[0].pk])
print(json.dumps(made))
"""
ACT = """
from uuid import UUID
from django.utils import timezone
from games.services.play import act
from games.services.submissions import Submission
act(Submission(UUID("{match}"), "A", "{kind}", {{}}, timezone.now(), user_id={user}), timezone.now())
"""

SEATED = """
from games.models import MatchSeat
print(MatchSeat.objects.get(match="{match}", seat="A").player.user_id)
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded(DEMO="0")
    yield site
    site.stop()


COUNT_FOR_MS = 10_000
# A page that listens to a match with handlers that throw, and how often each of them is called.
FAULTY = """async (address) => {
  const { Feed } = await import("/static/js/table/live/feed.js");
  const { Tickets } = await import("/static/js/table/live/ticket.js");
  const page = JSON.parse(document.getElementById("tv-data").textContent);
  window.heard = [];
  const fail = (what) => { heard.push(what); throw new Error(`${what} cannot be drawn`); };
  new Feed(`${page.links.live}/stream`, new Tickets(page.links.tickets, page.ticket, () => Date.now()), {
    after: () => 0, row: () => fail("row"), view: () => fail("view"), presence: () => fail("presence"),
    sideChannel: () => fail("sideChannel"), refused: () => fail("refused"), state: (state) => heard.push(state),
  }).run();
}"""


def shown_on(page: Page) -> str:
    return page.locator("[data-tv]").get_attribute("data-match") or ""


def run_until_it_says(page: Any, words: str) -> None:
    """A stream that was not to be had at once is tried again by the page's own clock, which stands unless it is run."""
    text = page.locator("[data-tv-says]")
    for _ in range(360):
        if words in text.inner_text():
            return
        page.clock.run_for(250)
        page.wait_for_timeout(250)
    expect(text).to_contain_text(words)


def test_the_screen_turns_to_another_match_when_one_is_over(browser: Browser, house: Site) -> None:
    context = browser.new_context(base_url=house.url, viewport={"width": 1280, "height": 800})
    context.clock.install()
    page: Any = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/tv/")
    expect(page.get_by_text("No matches in progress")).to_be_visible()
    made = dict(json.loads(house.shell(MAKE).strip().splitlines()[-1]))
    page.clock.run_for(6_000)
    expect(page.locator("[data-tv-says]")).to_contain_text("Player")
    first = shown_on(page)
    assert first in made
    house.shell(ACT.format(match=first, kind="concede", user=made[first]))
    run_until_it_says(page, "resigns the match")
    page.clock.run_for(10_000)
    assert shown_on(page) == first
    page.clock.run_for(16_000)
    (second,) = set(made) - {first}
    expect(page.locator("[data-tv]")).to_have_attribute("data-match", second, timeout=10_000)
    assert errors == []
    context.close()


def test_the_end_is_shown_also_where_the_server_names_the_next_match_before_the_stream_tells_it(
    browser: Browser, house: Site
) -> None:
    house.shell(MAKE)
    page: Any = browser.new_context(base_url=house.url).new_page()
    page.context.clock.install()
    held_back: list[Any] = []

    def hold_back(route: Any) -> None:
        held_back.append(route)

    page.route("**/stream", hold_back)
    page.goto("/tv/")
    page.clock.pause_at(
        page.evaluate("Date.now() + 100")
    )  # the page asks only when the test runs its clock
    first = shown_on(page)
    user = house.shell(SEATED.format(match=first)).strip().splitlines()[-1]
    house.shell(ACT.format(match=first, kind="concede", user=user))
    with page.expect_response(lambda answer: "ask=1" in answer.url and answer.status == 200):
        page.clock.run_for(5_500)
    assert shown_on(page) == first
    for route in held_back:
        route.continue_()
    page.unroute("**/stream")
    page.wait_for_timeout(3_000)  # the stream comes, while the next question of the page does not
    run_until_it_says(page, "resigns the match")
    assert shown_on(page) == first
    page.context.close()


@pytest.fixture(scope="module")
def running(house: Site) -> None:
    """Two more matches that go on."""
    house.shell(MAKE)


@pytest.fixture
def streams(
    browser: Browser, house: Site, running: None
) -> Iterator[tuple[Any, list[str], list[str]]]:
    """A page with a match on TV, the streams it asks for, and the errors it reports."""
    page = browser.new_context(base_url=house.url).new_page()
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/stream") else None)  # fmt: skip
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/tv/")
    expect(page.locator("[data-tv-says]")).to_contain_text("Player")
    yield page, asked, errors
    page.context.close()


def test_one_stream_is_asked_for_however_long_the_screen_stays_on(
    streams: tuple[Any, list[str], list[str]],
) -> None:
    page, asked, errors = streams
    page.wait_for_timeout(COUNT_FOR_MS)
    assert len(asked) == 1, asked
    assert errors == []


def test_a_handler_that_throws_is_reported_and_keeps_its_line(
    streams: tuple[Any, list[str], list[str]],
) -> None:
    page, asked, errors = streams
    page.evaluate(FAULTY)
    page.wait_for_timeout(COUNT_FOR_MS)
    heard = page.evaluate("heard")
    assert len(asked) == 2, f"the screen's own and the faulty one: {asked}"
    assert [state for state in heard if state in ("open", "lost")] == ["open"]
    assert "view" in heard
    assert any("cannot be drawn" in error for error in errors)


def test_a_line_that_opens_and_breaks_is_asked_for_ever_more_rarely(
    streams: tuple[Any, list[str], list[str]],
) -> None:
    page, asked, _ = streams
    page.route("**/stream", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=": hello\n\n"))  # fmt: skip
    asked.clear()
    page.evaluate(FAULTY)
    page.wait_for_timeout(COUNT_FOR_MS)
    assert 2 <= len(asked) <= 6, asked
