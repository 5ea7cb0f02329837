"""The page of an event as a poster: before it, while it is live, and when it is finished."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Match
from tests.keeping import forget
from tests.tournaments import making
from tests.tournaments.making import NOW, director, entered, started
from tournaments.bracket.services.start import start
from tournaments.event.selectors.facts import linked_lines, map_url, marked, schedule_days
from tournaments.models import Event, FeePlan, Tournament

pytestmark = pytest.mark.django_db
PAGE = "/events/rhine-open/"


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    forget()


def with_event(*tournaments: Tournament, **facts: Any) -> Event:
    """A public event with these tournaments and no others."""
    boss = tournaments[0].organizer
    made = Event.objects.create(
        slug="rhine-open", name="Rhine Open", organizer=boss, starts_on=NOW.date(), ends_on=NOW.date(),
        is_public=True, **facts,
    )  # fmt: skip
    for number, tournament in enumerate(tournaments):
        Tournament.objects.filter(pk=tournament.pk).update(event=made, event_order=number)
    return made


def page(client: Client) -> str:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    return answer.content.decode()


def polled(client: Client, key: str) -> int:
    return client.get(PAGE, {"key": key}, headers={"HX-Request": "true"}).status_code


def weekend(**facts: str) -> Event:
    return Event(
        name="Rhine Open", starts_on=date(2026, 12, 4), ends_on=date(2026, 12, 5), time_zone="Europe/Berlin", **facts
    )  # fmt: skip


def test_before_it_the_ticket_says_where_how_much_and_how_many_places(client: Client) -> None:
    made = entered(3, entry_limit=8)
    FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=12000)
    with_event(
        made, place="Harbour Hall", address="Lootsi 14, Tallinn", colour="wine", thanks="Café <b>"
    )
    html = page(client)
    assert "5 places left" in html
    assert "€120" in html
    assert "event-poster--wine" in html
    assert "https://www.openstreetmap.org/search?query=Lootsi+14%2C+Tallinn" in html
    assert "Café &lt;b&gt;" in html
    assert '<meta property="og:title" content="Rhine Open">' in html
    assert f'<meta property="og:url" content="http://testserver{PAGE}">' in html
    assert f'href="/tournaments/{made.slug}/"' in html


def test_who_is_logged_in_enters_from_the_poster(client: Client) -> None:
    made = entered(2)
    with_event(made)
    client.force_login(making.player("new").user)
    assert f'action="/tournaments/{made.slug}/enter/"' in page(client)
    client.post(f"/tournaments/{made.slug}/enter/")
    html = page(client)
    assert f'action="/tournaments/{made.slug}/enter/"' not in html
    assert "You are entered" in html


def test_an_event_without_facts_has_no_empty_headings(client: Client) -> None:
    with_event(entered(2))
    html = page(client)
    assert "Where and how" not in html
    assert "With thanks to" not in html
    assert "contact-h" not in html


def test_live_it_names_the_round_and_a_new_score_changes_the_page(client: Client) -> None:
    made = started(4)
    with_event(made)
    match = making.join(made, "W1.1")
    answer = client.get(PAGE)
    assert '<h1 class="long">Semifinals</h1>' in answer.content.decode()
    key = answer.context["key"]
    assert polled(client, key) == 204
    Match.objects.filter(pk=match.pk).update(score_a=3)
    assert polled(client, key) == 200
    assert "Live matches" in page(client)


def test_a_score_that_spectators_see_late_does_not_change_the_page(client: Client) -> None:
    made = started(4, spectator_delay_s=600)
    with_event(made)
    match = making.join(made, "W1.1")
    before = client.get(PAGE)
    Match.objects.filter(pk=match.pk).update(score_a=3)
    assert polled(client, before.context["key"]) == 204
    forget()
    shown = client.get(PAGE).context["page"].played.live
    assert [slot.score for slot in shown[0].row.slots] == [None, None]


def test_finished_it_shows_the_podium_and_the_winners_with_their_prizes(client: Client) -> None:
    pays = [
        {"section": "main", "place": 1, "share": 75},
        {"section": "main", "place": 2, "share": 25},
    ]
    made = entered(4, pay_table=pays)
    FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=1000)
    with_event(made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.play_out(made)
    answer = client.get(PAGE)
    shown = answer.context["page"]
    assert shown.state == "finished"
    (draw,) = shown.winners
    assert [(row.place, row.prize) for row in draw.rows] == [
        (1, "€30"),
        (2, "€10"),
        (3, ""),
        (3, ""),
    ]
    assert [(place, len(rows)) for place, rows in draw.steps] == [(2, 1), (1, 1), (3, 2)]
    assert shown.matches == 3
    assert f"{draw.winner} wins" in answer.content.decode()


def test_the_page_asks_as_much_for_four_tournaments_as_for_two() -> None:
    boss = director()

    def queries() -> int:
        client = Client()
        client.get(PAGE)  # the standings are cached
        client.cookies["sessionid"] = "somebody"  # not from the cache of visitors
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(PAGE).status_code == 200
        return len(asked)

    made = [started(4, organizer=boss), entered(2, organizer=boss)]
    whole = with_event(*made)
    few = queries()
    for number, more in enumerate([started(4, organizer=boss), entered(2, organizer=boss)]):
        Tournament.objects.filter(pk=more.pk).update(event=whole, event_order=9 + number)
    forget()
    assert queries() <= few


def test_the_typed_timetable_is_read_day_by_day() -> None:
    typed = "18:00 Doors open\n19.30-20:00: Jackpot\n\nSaturday, all day\n9:15 Check-in closes\nLunch\n99:99 late"
    with time_machine.travel(datetime(2026, 12, 1, 12, tzinfo=ZoneInfo("UTC")), tick=False):
        first, second = schedule_days(weekend(schedule=typed), [])
    assert first.title == "Fri 4 Dec"
    assert [(line.time, line.text) for line in first.lines] == [
        ("18:00", "Doors open"),
        ("19:30–20:00", "Jackpot"),
    ]
    assert second.title == "Saturday, all day"
    assert [(line.time, line.text) for line in second.lines] == [
        ("09:15", "Check-in closes"),
        ("", "Lunch"),
        ("", "99:99 late"),
    ]
    now = datetime(2026, 12, 4, 18, 30, tzinfo=ZoneInfo("UTC"))
    assert [line.state for line in marked([first], now)[0].lines] == ["past", "now"]


def test_links_are_read_only_with_http_and_a_typed_map_leads() -> None:
    rows = linked_lines(
        "Boards Ltd https://boards.example/\n\nhttp://cafe.example\nX javascript:alert(1)"
    )
    assert [(row.text, row.url) for row in rows] == [
        ("Boards Ltd", "https://boards.example/"), ("cafe.example", "http://cafe.example"), ("X javascript:alert(1)", ""),
    ]  # fmt: skip
    assert (
        map_url(weekend(map_url="https://maps.example/1", address="Here 1"))
        == "https://maps.example/1"
    )
    assert map_url(weekend()) == ""
