"""What a director could lose at the desk, in a browser: a called match, the time before a round, the state of the room, a row."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e

# Three over the board with tables, whose final has been called; a Swiss of four whose first round is over; an entry list; an
# event; an open of 16 whose last chance waits to be published.
MAKE = """
import json
from datetime import date, timedelta
from django.utils import timezone
from accounts.models import User
from tournaments.models import Event, Pairing, TablePool, PlayingTable, Slip, Venue
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.ruling.services.rounds import PublishRound
from tournaments.setup.services import lifecycle
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter
now, tiina = timezone.now() - timedelta(minutes=7), User.objects.get(username="tiina")
def made(name, n, **settings):
    tournament = lifecycle.create(organizer=tiina, name=name, lengths=[5], clock=None, draw_method="manual", **settings)
    lifecycle.open_entry(tournament.pk, by=tiina)
    Venue.objects.create(tournament=tournament, where="board")
    pool = TablePool.objects.create(tournament=tournament, created_at=now)
    PlayingTable.objects.bulk_create(PlayingTable(table_pool=pool, number=n) for n in range(1, 5))
    for k in range(1, n + 1):
        entries.add_walk_in(tournament.pk, by=tiina, name=f"{name} {k}", now=now)
    return tournament
def won(slip):
    claim = Claim(slip.entry_a_id, {slip.entry_a_id: 5, slip.entry_b_id: 3})
    report = reporting.report(slip.pk, Reporter(slip.entry_a_id), claim, now=now)
    reporting.confirm(slip.pk, Reporter(slip.entry_b_id), report_id=report.pk, now=now)
def play(tournament, section):
    for pairing in Pairing.objects.filter(stage__tournament=tournament, round__section=section, winner=None).order_by("pk"):
        pairing.refresh_from_db()
        two = [slot.entry_id for slot in pairing.slots.order_by("side")]
        if pairing.decided_at is None and None not in two:
            rule(SetResult(pairing_id=pairing.pk, winner=two[0]), RulingRequest(None, now, "told"))
open_ = made("Open", 16, format="consolation", options={"consolation": "first_round", "last_chance": "fresh"}, publishes=True)
cup, swiss, club = made("Cup", 3), made("Swiss", 4, format="swiss", options={"rounds": 3}, publishes=True), made("Club", 4)
for tournament in (cup, swiss, open_):
    start(tournament.pk, by=None, now=now, draw_seed="5e" * 32)
won(Slip.objects.get(pairing__stage__tournament=cup, closed_at=None))
for slip in Slip.objects.filter(pairing__stage__tournament=swiss, closed_at=None):
    won(slip)
play(open_, "main")
rule(PublishRound(stage_id=open_.stages.get().pk), RulingRequest(None, now, "on"))
play(open_, "consolation")
event = Event.objects.create(name="Rhine", slug="rhine", organizer=tiina, starts_on=date(2096, 1, 1), ends_on=date(2096, 1, 2), created_at=now)
club.event = event
club.save()
print(json.dumps([cup.slug, swiss.slug, club.slug, open_.slug]))
"""


class Room:
    """The director's page, and the addresses of the four desks."""

    def __init__(self, page: Any, slugs: list[str]) -> None:
        self.page = page
        desks = [f"/tournaments/{slug}/manage/" for slug in slugs]
        self.cup, self.swiss, self.club, self.open = desks


@pytest.fixture(scope="module")
def room(chromium: str, browser: Any) -> Iterator[Room]:
    site: Site = Embedded(DEMO="0")
    make_logins(site, ["tiina"])
    slugs = json.loads(site.shell(MAKE).strip().splitlines()[-1])
    yield Room(sign_in(browser, site, "tiina"), slugs)
    site.stop()


def test_a_match_called_minutes_ago_is_live_without_a_button(room: Room) -> None:
    page = room.page
    page.goto(f"{room.cup}tables/")
    expect(page.locator(".floor-state", has_text="playing").first).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Minutes until a called match counts as started")).to_have_value("5")


def test_a_late_entry_that_would_cancel_a_called_match_asks_first(room: Room) -> None:
    page = room.page
    page.goto(f"{room.cup}?tab=entries")
    page.fill(".line-form[data-names] [name=name]", "Lars Latecomer")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Cancel 1 called match?")
    expect(page.locator("main")).to_contain_text("Cup 1")
    page.get_by_role("link", name="Keep as it is").click()
    page.goto(f"{room.cup}?tab=matches")
    expect(page.locator("#desk")).not_to_contain_text("Lars")
    page.goto(f"{room.cup}?tab=entries")
    page.fill(".line-form[data-names] [name=name]", "Lars Latecomer")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Enter and cancel 1 match").click()
    expect(page.locator(".notices")).to_contain_text("Entered: Lars Latecomer.")


def seated(page: Any) -> list[str]:
    """The players of the draw room from the top."""
    return [str(seat.get_attribute("data-name")) for seat in page.locator("label.seat").all()]


def test_over_the_board_a_swiss_waits_and_two_are_swapped_by_key(room: Room) -> None:
    page = room.page
    page.goto(room.swiss)
    expect(page.locator(".step")).to_contain_text("a director publishes each draw")
    page.goto(page.get_by_role("link", name="Check pairings").first.get_attribute("href"))
    expect(page.locator(".pairs .pr")).to_have_count(2)
    first, second, third, fourth = seated(page)
    page.locator("label.seat input").nth(1).focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator(".notices")).to_contain_text("Swapped:")
    assert seated(page) == [first, third, second, fourth]
    page.get_by_role("button", name="Undo last swap").click()
    expect(page.get_by_role("button", name="Undo last swap")).to_have_count(0)
    assert seated(page) == [first, second, third, fourth]
    page.locator("label.seat").nth(1).drag_to(page.locator("label.seat").nth(3))
    expect(page.locator(".notices")).to_contain_text("Swapped:")
    assert seated(page) == [first, fourth, third, second]
    page.get_by_role("button", name="Publish draw").click()
    expect(page.locator(".notices")).to_contain_text("Draw published.")


def test_the_last_chance_is_seen_with_names_and_shuffled_before_it_is_published(room: Room) -> None:
    page = room.page
    page.goto(room.open)
    page.get_by_role("link", name="Check pairings").first.click()
    expect(page.get_by_role("heading", name="Draw: Last chance")).to_be_visible()
    before = seated(page)
    assert len(before) == 6
    page.keyboard.press("s")
    expect(page.locator(".room-number")).to_contain_text("Draw 2 of 2")
    assert sorted(seated(page)) == sorted(before)
    page.get_by_role("button", name="Publish draw").first.click()
    expect(page.locator(".notices")).to_contain_text("Draw published.")


def test_a_removed_entry_and_a_removed_tournament_come_back(room: Room) -> None:
    page = room.page
    page.goto(f"{room.club}?tab=entries")
    row = page.locator("tr[data-row]", has_text="Club 2")
    row.get_by_role("button", name="Remove").click()
    expect(page.locator(".notices")).to_contain_text("Removed: Club 2.")
    expect(row).to_have_count(0)
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.locator(".notices")).to_contain_text("Entered again: Club 2.")
    expect(row).to_have_count(1)
    page.goto("/events/rhine/manage/?tab=tournaments")
    line = page.locator("tbody tr", has_text="Club")
    line.get_by_role("button", name="Remove").click()
    expect(line).to_have_count(0)
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(line).to_have_count(1)


def test_names_pasted_as_lines_become_a_list_to_confirm(room: Room) -> None:
    page = room.page
    page.goto(f"{room.club}?tab=entries")
    page.locator(".line-form[data-names] [name=name]").evaluate(
        """(field) => {
            const copied = new DataTransfer();
            copied.setData("text/plain", "Pasted One\\nPasted Two (GER)\\nPasted Three");
            field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: copied, bubbles: true }));
        }"""
    )
    page.wait_for_url("**/manage/files/**")
    for name in ("Pasted One", "Pasted Two", "Pasted Three"):
        expect(page.locator("main")).to_contain_text(name)
