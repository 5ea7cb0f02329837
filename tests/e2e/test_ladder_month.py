"""A month on a ladder of four: a challenge online, one over the board, a deadline that is missed, a pause, and the order at the end."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
SCREEN = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PEOPLE = ["anna", "bert", "cleo", "dora"]
MAKE = """
import json
from django.utils import timezone
from accounts.models import User
from clubs.services import membership
from clubs.services.clubs import start_club
from ladders.services.ladders import start_ladder
from ladders.services.membership import join_ladder
now, users = timezone.now(), [User.objects.get(username=name) for name in {people!r}]
club = start_club(users[0], now, name="Night Owls")
for user in users[1:]:
    membership.join(user, club.pk, now)
made = start_ladder(users[0], club.pk, now, name="Owls Ladder", length=1)
for user in users:
    join_ladder(user, made.pk, now)
print(json.dumps(made.slug))
"""
# What the workers do at the end of the last day to answer.
MISSED = """
from ladders.models import LadderChallenge
from ladders.services import sweeping
row = LadderChallenge.objects.get(status="open")
sweeping.run_due(row.due_at)
"""


@pytest.fixture(scope="module")
def ladder(chromium: str) -> Iterator[tuple[Site, str, dict[str, ApiPlayer]]]:
    site = Embedded()
    players = {name: ApiPlayer(site, token) for name, token in make_logins(site, PEOPLE).items()}
    slug = json.loads(site.shell(MAKE.format(people=PEOPLE)).strip().splitlines()[-1])
    yield site, f"/ladders/{slug}/", players
    site.stop()


def order(page: Page) -> list[str]:
    return [row.strip() for row in page.locator(".ladder-order .person").all_inner_texts()]


def act(player: ApiPlayer, match: str, kind: str, **payload: Any) -> None:
    seq = player.get(f"/api/v1/matches/{match}")["view"]["seq"]
    body = {"kind": kind, "payload": payload, "expected_seq": seq, "key": uuid4().hex}
    status, answer = player.send("POST", f"/api/v1/matches/{match}/actions", body)
    assert status == 200, answer


def challenge(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_role("button", name=f"Challenge {name}").click()
    expect(page.get_by_text("Challenge sent.")).to_be_visible()


def accept(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Accept challenge").click()
    expect(page.get_by_text("Challenge accepted.")).to_be_visible()


def test_a_month_on_a_ladder(
    ladder: tuple[Site, str, dict[str, ApiPlayer]], browser: Browser
) -> None:
    site, address, players = ladder
    pages = {name: sign_in(browser, site, name, viewport=SCREEN) for name in PEOPLE}
    anna, bert, cleo, dora = (pages[name] for name in PEOPLE)
    anna.goto(address)
    assert order(anna) == ["Anna", "Bert", "Cleo", "Dora"]

    play_online(cleo, anna, address, players)
    look_for(cleo, address, ["Cleo", "Anna", "Bert", "Dora"])
    play_over_the_board(dora, bert, address)
    assert order(bert) == ["Cleo", "Anna", "Dora", "Bert"]

    challenge(dora, address, "Cleo")
    site.shell(MISSED)
    look_for(dora, address, ["Dora", "Cleo", "Anna", "Bert"])

    cleo.goto(address)
    cleo.locator("summary", has_text="Pause").click()
    cleo.get_by_role("button", name="Pause").click()
    expect(cleo.get_by_text("Paused until:")).to_be_visible()
    bert.goto(address)
    expect(bert.get_by_role("button", name="Challenge Anna")).to_be_visible()
    expect(bert.get_by_role("button", name="Challenge Cleo")).to_have_count(0)

    phone = browser.new_context(base_url=site.url, viewport=PHONE).new_page()
    phone.goto(address)
    assert order(phone) == ["Dora", "Cleo", "Anna", "Bert"]
    expect(phone.locator(".ladder-order li", has_text="Cleo")).to_contain_text("Paused")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("link", name="View the log").click()
    for line in ("Match won", "Place won without a match", "Result reported", "Paused"):
        expect(phone.get_by_text(line).first).to_be_visible()
    for page in (*pages.values(), phone):
        page.context.close()


def play_online(cleo: Page, anna: Page, address: str, players: dict[str, ApiPlayer]) -> None:
    """Cleo challenges Anna, who resigns the match."""
    challenge(cleo, address, "Anna")
    accept(anna, address)
    cleo.goto(address)
    cleo.get_by_role("button", name="Play online").click()
    cleo.wait_for_url("**/matches/**")
    match = cleo.url.rstrip("/").rpartition("/")[2]
    for name in ("anna", "cleo"):
        act(players[name], match, "ready", nonce_hash=None)
    act(players["anna"], match, "concede")


def play_over_the_board(dora: Page, bert: Page, address: str) -> None:
    """Dora challenges Bert and wins; Bert confirms the result."""
    challenge(dora, address, "Bert")
    accept(bert, address)
    dora.goto(address)
    dora.locator("summary", has_text="Report result").click()
    dora.get_by_label("Winner").select_option(label="Dora")
    dora.get_by_label("Loser’s points").fill("0")
    dora.get_by_role("button", name="Report result").click()
    expect(dora.get_by_text("Result reported.")).to_be_visible()
    bert.goto(address)
    expect(bert.get_by_text("Winner: Dora.")).to_be_visible()
    bert.get_by_role("button", name="Confirm result").click()
    expect(bert.get_by_text("Result confirmed.")).to_be_visible()


def look_for(page: Page, address: str, expected: list[str]) -> None:
    """Open the page until it shows this order: the result of an online match comes with the next sweep."""
    for _second in range(60):
        page.goto(address)
        if order(page) == expected:
            return
        page.wait_for_timeout(1000)
    assert order(page) == expected
