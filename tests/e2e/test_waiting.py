"""What waits for a player reaches them on whatever page they are: a match to join, a challenge, and what came of it."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
LATENCY_MS = 1500
OF_PLAYERS = "at=%2Fplayers%2F"  # the first page after the login may still be asking
COUNTDOWN = re.compile(r"^[0-2]:[0-5]\d$")
SCREENS = {"1280": {"width": 1280, "height": 800}, "390": {"width": 390, "height": 844}}
ON_BOTH = pytest.mark.parametrize("screen", SCREENS)
TOURNAMENT = """
import json
from django.utils import timezone
from accounts.models import User
from tournaments.models import PairingMatch
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
now, users = timezone.now(), [User.objects.get(username=name) for name in {names!r}]
made = lifecycle.create(organizer=users[0], name={title!r}, lengths=[1], clock=None, draw_method="manual", join_within_s={join_s}, format={format!r})
lifecycle.open_entry(made.pk, by=users[0])
for user in users:
    entries.enter(made.pk, user.player, now=now)
start(made.pk, by=users[0], now=timezone.now())
rows = PairingMatch.objects.filter(pairing__stage__tournament=made).order_by("pk")
print(json.dumps([made.slug, *(str(row.match_id) for row in rows)]))
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Any:
    site = Embedded()
    names = ["anna", "bert", "cleo", "dora", "emma", "fred", "gina", "hugo", "ivan"]
    site.tokens = make_logins(site, names)  # type: ignore[attr-defined]
    yield site
    site.stop()


def begin(site: Site, title: str, join_s: int, names: list[str], of: str) -> list[str]:
    text = site.shell(TOURNAMENT.format(title=title, join_s=join_s, names=names, format=of))
    made: list[str] = json.loads(text.strip().splitlines()[-1])
    return made


def slow(page: Page) -> None:
    """Every answer comes a second and a half late."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        },
    )


def token(site: Site, name: str) -> str:
    return site.tokens[name]  # type: ignore[attr-defined,no-any-return]


@ON_BOTH
def test_a_player_on_another_page_is_warned_and_joins_in_time(
    browser: Browser, house: Site, screen: str
) -> None:
    mine, other = ("anna", "bert") if screen == "1280" else ("gina", "hugo")
    page = sign_in(browser, house, mine, viewport=SCREENS[screen])
    page.set_default_timeout(40_000)
    slow(page)
    names = [mine, other]
    _slug, match = begin(house, "Warned Cup", 150, names, "single_elimination")
    page.goto("/players/")
    banner = page.locator(".join-banner")
    banner.wait_for()
    expect(banner.locator(".join-left")).to_have_text(COUNTDOWN)
    expect(page.locator("[data-waiting-count]")).to_have_text("1")
    expect(page).to_have_title(re.compile(r"^\d:\d\d to join · Players"))
    expect(banner).to_have_attribute("data-urgent", "", timeout=40_000)
    alert = page.locator("[data-waiting-warn]")
    expect(alert).to_have_text(re.compile(f"Less than two minutes to join .*{other.title()}"))
    page.goto("/tournaments/")  # said once, not again on the next page
    page.locator(".join-banner[data-urgent]").wait_for()
    expect(alert).to_have_text("")
    page.get_by_label("Match to join").get_by_role("link", name="Play").click()
    page.wait_for_url(f"**/matches/{match}/")
    page.get_by_role("button", name="Ready").click()
    page.locator(".act").get_by_text("You are ready", exact=False).first.wait_for(state="attached")
    view = ApiPlayer(house, token(house, mine)).get(f"/api/v1/matches/{match}")["view"]
    assert view["ready"]["A"]
    expect(page.locator(".join-banner")).to_have_count(0)  # the table itself counts
    page.context.close()


@ON_BOTH
def test_who_does_not_join_reads_why_and_what_comes_next(
    browser: Browser, house: Site, screen: str
) -> None:
    names = ["bert", "cleo", "dora"] if screen == "1280" else ["ivan", "hugo", "gina"]
    absent, present = names[0].title(), names[1].title()
    page = sign_in(browser, house, names[0], viewport=SCREENS[screen])
    page.set_default_timeout(40_000)
    slow(page)
    slug, *matches = begin(house, f"Silent League {screen}", 25, names, "round_robin")
    there = ApiPlayer(house, token(house, names[1]))
    page.goto(f"/tournaments/{slug}/")
    mine = next(m for m in matches if _is_of(house, m, absent, present))
    body = {
        "kind": "ready",
        "payload": {"nonce_hash": None},
        "expected_seq": 0,
        "key": "somebody-is-here",
    }
    seq = there.get(f"/api/v1/matches/{mine}")["view"]["seq"]
    status, text = there.send(
        "POST", f"/api/v1/matches/{mine}/actions", body | {"expected_seq": seq}
    )
    assert status == 200, text
    card = page.locator(".forfeit-card", has_text=present)
    card.wait_for(timeout=60_000)
    expect(card).to_contain_text(f"Match forfeited. Opponent: {present}.")
    expect(card).to_contain_text("The time to join ran out after 25 seconds.")
    expect(card).to_contain_text(f"{present} wins the match.")
    for address in ("/", f"/matches/{mine}/"):
        page.goto(address)
        expect(page.locator(".forfeit-card", has_text=present)).to_be_visible()
    page.locator(".forfeit-card", has_text=present).get_by_role("button", name="Dismiss").click()
    expect(page.locator(".forfeit-card", has_text=present)).to_have_count(0)
    page.goto("/tournaments/")
    page.wait_for_function("document.querySelector('[data-waiting-label]')")
    page.wait_for_timeout(3 * LATENCY_MS)
    expect(page.locator(".forfeit-card", has_text=present)).to_have_count(0)
    page.context.close()


def _is_of(site: Site, match: str, *names: str) -> bool:
    players = site.get_json(f"/api/v1/matches/{match}")["players"]
    return {player["name"] for seat in "AB" for player in players[seat]} == set(names)


@ON_BOTH
def test_a_challenge_is_seen_on_any_page(browser: Browser, house: Site, screen: str) -> None:
    page = sign_in(browser, house, "dora", viewport=SCREENS[screen])
    page.goto("/watch/")
    page.set_default_timeout(40_000)
    challenger = "anna" if screen == "1280" else "emma"
    dora, anna = (ApiPlayer(house, token(house, name)) for name in ("dora", challenger))
    text = f"{challenger.title()} challenges you."
    before = len(dora.open_matches())
    status, made = anna.send("POST", "/api/v1/matches", {"player": dora.id, "length": 3})
    assert status == 201, made
    expect(page.locator(".waits", has_text=text)).to_have_count(1, timeout=40_000)
    assert len(dora.open_matches()) == before + 1
    expect(page).to_have_title(re.compile(r"^\(\d+\) "))
    page.locator(".waiting > summary").click()
    page.get_by_role("link", name=text).click()
    page.wait_for_url(f"**/matches/{made['id']}/")
    page.context.close()
    assert until_emailed(house, made["id"]) == "emailed"


def test_what_happened_is_listed_on_any_page_until_it_is_read(
    browser: Browser, house: Site
) -> None:
    page = sign_in(browser, house, "emma")
    page.set_default_timeout(40_000)
    fred = ApiPlayer(house, token(house, "fred"))
    emma = ApiPlayer(house, token(house, "emma"))
    decline_challenge(emma, fred)
    page.goto("/players/")
    news = page.locator(".notified[data-unread]", has_text="Fred declined your challenge.")
    expect(news).to_have_count(1)
    expect(page.locator("[data-waiting-say]")).to_contain_text("Fred declined your challenge.")
    page.locator(".waiting > summary").click()
    page.get_by_role("button", name="Mark all as read").click()
    expect(news).to_have_count(0)
    expect(page.locator(".notified", has_text="Fred declined your challenge.")).to_be_visible()
    expect(page.locator("[data-waiting-count]")).to_be_hidden()
    page.get_by_role("link", name="All notifications").click()
    page.wait_for_url("**/notifications/")
    expect(page.locator(".notified-list .notified").first).to_contain_text("Fred declined")
    match = decline_challenge(emma, fred)
    with page.expect_response(
        "**/notifications/read/"
    ):  # opening the page that it is about reads it
        page.goto(f"/matches/{match}/")
    page.goto("/notifications/?unread=1")
    expect(page.get_by_text("You have no unread notifications.")).to_be_visible()
    page.context.close()


def decline_challenge(sender: ApiPlayer, receiver: ApiPlayer) -> str:
    status, made = sender.send("POST", "/api/v1/matches", {"player": receiver.id, "length": 3})
    assert status == 201, made
    match: str = made["id"]
    status, answer = receiver.send("POST", f"/api/v1/matches/{match}/decline", {})
    assert status in {200, 204}, answer
    return match


def until_emailed(site: Site, match: str) -> str:
    """The sweep comes every ten seconds; the mail of this site goes to its log."""
    code = f"""
import time
from games.models import ChallengeEmail
for _ in range(40):
    if ChallengeEmail.objects.filter(match="{match}", sent_at__isnull=False).exists():
        break
    time.sleep(1)
print("emailed" if ChallengeEmail.objects.filter(match="{match}", sent_at__isnull=False).exists() else "owed")
"""
    return site.shell(code).strip().splitlines()[-1]


def test_the_link_of_an_invitation_is_found_again(browser: Browser, house: Site) -> None:
    page = sign_in(browser, house, "cleo")
    status, made = ApiPlayer(house, token(house, "cleo")).send("POST", "/api/v1/matches", {})
    assert status == 201, made
    page.goto("/players/")
    page.goto("/")
    invitation = page.locator(".invitation")
    link = invitation.get_by_label("Invitation link").input_value()
    assert "/join/" in link
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    invitation.get_by_role("button", name="Copy").click()
    expect(invitation.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.goto(f"/matches/{made['id']}/")
    expect(page.get_by_role("heading", name="Invite your opponent")).to_be_visible()
    guest = sign_in(browser, house, "dora")
    guest.goto(link)
    guest.get_by_role("button", name="Join match").click()
    guest.wait_for_url(f"**/matches/{made['id']}/")
    page.wait_for_url(f"**/matches/{made['id']}/")
    page.locator(".act").get_by_role("button", name="Ready").wait_for()
    page.goto("/")
    expect(page.locator(".invitation")).to_have_count(0)
    for item in (page, guest):
        item.context.close()


def test_an_idle_page_asks_little(browser: Browser, house: Site) -> None:
    page = sign_in(browser, house, "anna")
    asked: list[int] = []
    page.on(
        "response",
        lambda answer: asked.append(answer.status) if OF_PLAYERS in answer.url else None,
    )
    page.goto("/players/")
    page.wait_for_timeout(45_000)
    assert 2 <= len(asked) <= 4, asked
    assert asked[0] == 200
    assert set(asked[1:]) == {204}
    visitor = browser.new_context(base_url=house.url).new_page()
    visitor.on("request", lambda request: asked.append(0) if "/waiting/" in request.url else None)
    visitor.goto("/players/")
    visitor.wait_for_timeout(2000)
    assert 0 not in asked
    page.context.close()
    visitor.context.close()
