"""An online knockout that runs by itself: players agree on their times, deadlines pass, and every step stands in the record."""

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from tests.e2e.axe import in_every_mode
from tests.e2e.clicks import Hand, documented
from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.e2e.test_flag import until
from tests.e2e.weekend import Weekend, winner_of
from tests.services.topology import Embedded

pytestmark = pytest.mark.e2e
NAMES = ["ann", "ben", "cleo", "dan", "eve", "finn", "gro", "hal"]
EAST, WEST = ZoneInfo("Europe/Tallinn"), ZoneInfo("America/New_York")

# The days until the first deadline have gone by; then the time to join. What is due is found by the clocks of the site.
DEADLINE = """
from datetime import timedelta
from django.utils import timezone
from tournaments.models import MatchTiming, RoundDeadline
just = timezone.now() - timedelta(seconds=1)
first = RoundDeadline.objects.filter(round__stage__tournament__slug={slug!r}).order_by("play_until").first()
gone = first.play_until - just
for row in RoundDeadline.objects.filter(round__stage=first.round.stage):
    row.play_until -= gone
    row.save()
MatchTiming.objects.filter(
    pairing_match__pairing__stage=first.round.stage, begin_at__isnull=False, start_at=None
).update(begin_at=just)
"""
TO_JOIN = """
from datetime import timedelta
from django.utils import timezone
from games.models import Match
Match.objects.filter(status="joining", next_at__isnull=False).update(next_at=timezone.now() - timedelta(seconds=2))
"""
ZONES = """
from accounts.models import User
for name, zone in {zones!r}.items():
    User.objects.filter(username=name).update(time_zone=zone, zone_follows_browser=False)
"""


def test_an_online_knockout_runs_on_its_own_to_the_champion(browser: Any) -> None:
    site = Embedded()
    try:
        tokens = make_logins(site, ["olga", *NAMES])
        on = Weekend(site, Hand(sign_in(browser, site, "olga")), browser)
        play(on, {name: ApiPlayer(site, tokens[name]) for name in NAMES})
    finally:
        site.stop()


def play(on: Weekend, players: dict[str, ApiPlayer]) -> None:
    """The whole story."""
    make(on)
    for player in players.values():
        assert player.send("POST", f"/api/v1/tournaments/{on.slug}/entries")[0] in (200, 201)
    on.go()
    draw(on)
    agreed, came, nobody, undone = on.bracket()[0]["pairings"]
    agree_on_a_time(on, agreed)
    pause_and_go_on(on)
    on.site.shell(DEADLINE.format(slug=on.slug))
    until(lambda: "begin" in verbs(on), 40)
    for pairing in (came, undone):
        present = players[names(pairing)[0]]
        present.do_what_is_owed(pairing["match"])
    rule(on, agreed["id"], names(agreed)[0].capitalize())
    on.site.shell(TO_JOIN)
    until(lambda: not any(row["outcome"] == "" for row in on.bracket()[0]["pairings"]), 40)
    json = {row["id"]: row for row in on.bracket()[0]["pairings"]}
    assert winner_of(json[came["id"]]) == names(came)[0].capitalize(), "Winner: who was there"
    assert json[nobody["id"]]["outcome"] == "double_forfeit", "who both stayed away both lose"
    take_back(on, undone)
    rule(on, undone["id"], names(undone)[1].capitalize())
    semis = on.bracket()[1]["pairings"]
    assert sorted(row["outcome"] for row in semis) == ["", "bye"]
    rule(on, next(row["id"] for row in semis if not row["outcome"]))
    rule(on, on.bracket()[2]["pairings"][0]["id"])
    json = on.site.get_json(f"/api/v1/tournaments/{on.slug}")
    assert json["status"] == "finished"
    assert json["champion"]["name"].lower() in NAMES
    promised = documented()
    assert on.hand.counted == {task: promised.get(task) for task in on.hand.counted}


def draw(on: Weekend) -> None:
    """Through the preview to the first matches."""
    with on.hand.doing("Draw and start"):
        on.hand.button("Preview draw")
        on.hand.button("Publish draw")
    on.page.locator("tr[data-row]").first.wait_for()


def make(on: Weekend) -> None:
    """From the template, with a week for each round."""
    on.page.goto("/events/new/")
    on.hand.link("Online knockout")
    on.page.fill("[name=name]", "Winter Cup")
    on.hand.button("Create event")
    on.page.wait_for_url("**/manage/")
    on.hand.button("Publish event")
    on.hand.click(on.page.locator("table th a").first)
    on.page.wait_for_url("**/tournaments/**")
    on.slug = on.page.url.split("/")[-3]
    on.hand.button("Open entry")
    on.page.get_by_role("button", name="Preview draw").wait_for()


def verbs(on: Weekend) -> list[str]:
    """What was ruled so far, as everybody may read it."""
    json = on.site.get_json(f"/api/v1/tournaments/{on.slug}/rulings")
    return [row["verb"] for row in json]


def names(pairing: dict[str, Any]) -> list[str]:
    """Its two logins."""
    return [slot["player"]["name"].lower() for slot in pairing["slots"]]


def agree_on_a_time(on: Weekend, pairing: dict[str, Any]) -> None:
    """One offers an evening in Tallinn, the other takes it at noon in New York, and both have it in their calendars."""
    item, two = names(pairing)
    on.site.shell(ZONES.format(zones={item: EAST.key, two: WEST.key}))
    at = (datetime.now(EAST) + timedelta(days=2)).replace(
        hour=19, minute=0, second=0, microsecond=0
    )
    first, second = (sign_in(on.browser, on.site, who) for who in (item, two))
    first.goto(f"/matches/{pairing['match']}/time/")
    first.fill("[name=at_1]", f"{at:%Y-%m-%dT%H:%M}")
    first.get_by_role("button", name="Offer times").click()
    first.get_by_text("Your opponent will be notified").wait_for()
    second.goto(f"/matches/{pairing['match']}/time/")
    assert in_every_mode(second, "the times that are offered") == []
    second.get_by_role("button", name=f"{at.astimezone(WEST):%H:%M}").click()
    second.get_by_role("link", name="Add to calendar").wait_for()
    file = second.request.get(f"/matches/{pairing['match']}/time.ics").body()
    (event,) = Calendar.from_ical(file).events
    assert event.decoded("dtstart") == at
    first.context.close()
    second.context.close()


def pause_and_go_on(on: Weekend) -> None:
    """The whole round stands still with one reason, and goes on."""
    on.go()
    with on.hand.doing("Pause a round"):
        on.hand.link("Clocks")
        on.page.locator("[name=reason]").fill("The site of a sponsor is away.")
        on.hand.button("Pause round")
        on.page.get_by_role("button", name="Resume round").wait_for()
    on.page.locator("[name=reason]").fill("It is back.")
    on.hand.button("Resume round")
    on.page.get_by_role("button", name="Pause round").wait_for()


def rule(on: Weekend, pairing: int, winner: str = "") -> None:
    """A result as the director knows it, seen before it is made."""
    on.page.goto(f"{on.desk}pairings/{pairing}/result/")
    form = on.page.locator("form.card")
    (form.get_by_role("radio", name=winner) if winner else form.get_by_role("radio")).first.check()
    length = re.search(r"to (\d+)", on.page.locator("#main p.quiet").first.inner_text())
    assert length is not None
    form.locator("[name$=winner_points]").fill(length[1])
    form.locator("[name$=loser_points]").fill("3")
    form.locator("[name$=reason]").fill("Both have told me.")
    form.get_by_role("button", name="Preview changes").click()
    on.page.locator("form.ruling-end button").first.click()
    on.page.wait_for_url("**/manage/**")


def take_back(on: Weekend, pairing: dict[str, Any]) -> None:
    """What the clocks of the house did is in the record, and a director takes one of it back."""
    on.page.goto(f"{on.desk}rulings/")
    text = on.page.locator("#main").inner_text()
    assert text.count("No-show") >= 3, text
    assert "Match started at deadline" in text
    on.page.get_by_role("link", name=f"Undo No-show QF {pairing['number']}").click()
    form = on.page.locator("form.card").last
    form.locator("[name$=reason]").fill("They had written to me.")
    form.get_by_role("button").last.click()
    on.page.locator("form.ruling-end button").first.click()
    on.page.wait_for_url("**/manage/**")
    assert on.decided(str(pairing["id"])) is None
