"""The card at the end of a match: a rematch after a friendly match, and the next match of a tournament."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.e2e.sitting import LONG, Sitting, sitting

pytestmark = pytest.mark.e2e
CARD = ".end-card"
TOURNAMENT = """
import json
from django.utils import timezone
from accounts.models import User
from tournaments.models import PairingMatch
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
now, users = timezone.now(), [User.objects.get(username=name) for name in ("anna", "bert", "cleo", "dora")]
made = lifecycle.create(organizer=users[0], name="Tallinn Open", lengths=[1], clock=None, draw_method="manual", join_within_s=600)
lifecycle.open_entry(made.pk, by=users[0])
for user in users:
    entries.enter(made.pk, user.player, now=now)
start(made.pk, by=users[0], now=now)
rows = PairingMatch.objects.filter(pairing__stage__tournament=made).order_by("pk")
print(json.dumps([[str(row.match_id), row.entry_a.player.user.username, row.entry_b.player.user.username] for row in rows]))
"""


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    with sitting(browser, length=3) as item:
        yield item


def match_of(page: Page) -> str:
    return page.url.rstrip("/").split("/")[-1]


def focused(page: Page) -> str | None:
    text: str | None = page.evaluate("document.activeElement.dataset.end ?? null")
    return text


def test_a_friendly_match_ends_with_a_rematch(table: Sitting, browser: Browser) -> None:
    page = table.at("rolling")
    match = match_of(page)
    spectator = browser.new_context(base_url=table.site.url).new_page()
    spectator.goto(f"/matches/{match}/")
    page.keyboard.press("g")
    before = page.evaluate("document.activeElement.dataset.point")
    table.do("bert", match, "concede")
    card = page.get_by_role("dialog", name="You won")
    expect(card).to_be_visible()
    expect(card).to_contain_text("resigns the match.")
    expect(card.locator(".end-facts")).to_contain_text("Time used")
    assert focused(page) == "rematch"
    expect(page.locator("[data-act-bar] [data-act=leave]")).to_be_visible()
    expect(spectator.get_by_role("dialog", name=f"{LONG['anna']} won")).to_be_visible()
    expect(spectator.locator("[data-end=rematch]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.point") == before
    page.reload()
    expect(card.get_by_role("button", name="Rematch")).to_be_focused()
    page.keyboard.press("Space")
    page.wait_for_url(lambda url: "/matches/" in url and match not in url)
    bert = sign_in(browser, table.site, "bert")
    bert.goto(f"/matches/{match}/")
    offered = bert.get_by_role("dialog", name="You lost")
    expect(offered).to_contain_text("wants a rematch.")
    offered.get_by_role("link", name="Play", exact=True).click()
    bert.wait_for_url(page.url)
    for item in (spectator, bert):
        item.context.close()


def test_the_card_of_a_tournament_match_leads_to_the_next_one(table: Sitting) -> None:
    tokens = make_logins(table.site, ["cleo", "dora"])
    table.players |= {name: ApiPlayer(table.site, token) for name, token in tokens.items()}
    rows = json.loads(table.site.shell(TOURNAMENT).strip().splitlines()[-1])
    mine = next(row for row in rows if "anna" in row)
    other = next(row for row in rows if "anna" not in row)
    for match, *players in rows:
        for name in players:
            table.do(name, match, "ready", nonce_hash=None)
    page = table.open(mine[0])
    table.do(next(name for name in mine[1:] if name != "anna"), mine[0], "concede")
    card = page.get_by_role("dialog", name="You are in the final")
    expect(card).to_contain_text("Your next opponent is still playing.", timeout=20_000)
    expect(card.get_by_role("link", name="Bracket")).to_be_visible()
    table.do(other[2], other[0], "concede")
    go = card.get_by_role("link", name="Go to match")
    expect(go).to_be_focused(timeout=30_000)  # the focus stays on the main button
    expect(card).to_contain_text(re.compile(r"Join within \d:\d\d, or you forfeit the match\."))
    page.keyboard.press("Space")
    page.wait_for_url(lambda url: "/matches/" in url and mine[0] not in url)
    page.locator("[data-act=ready]").wait_for()
