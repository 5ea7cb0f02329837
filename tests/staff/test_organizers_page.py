"""The staff's first page for who runs tournaments: events by date, entries, money due, decisions; the rest under System."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.keeping import forget
from tests.staff.people import root, signed_in, staff
from tests.tournaments.desk.test_disputes_at_the_desk import disputed
from tests.tournaments.making import NOW, entered
from tests.tournaments.venue.room import on_board, slip
from tournaments.desk.selectors.organizers import organizers_page
from tournaments.models import Entry, Event, FeePlan, Tournament

pytestmark = pytest.mark.django_db


def event_of(made: Tournament, name: str, days: int = 0) -> Event:
    day = NOW.date() + timedelta(days=days)
    event = Event.objects.create(
        slug=name.lower(), name=name, organizer=made.organizer, starts_on=day, ends_on=day
    )
    Tournament.objects.filter(pk=made.pk).update(event=event)
    return event


def test_events_stand_by_date_with_entries_money_due_and_decisions() -> None:
    later, soon = entered(3), on_board(4)
    event_of(later, "Later", 9)
    event_of(soon, "Soon")
    event_of(entered(2), "Long-ago", -40)
    gone = Entry.objects.filter(tournament=later).latest("pk")
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.WITHDRAWN)
    FeePlan.objects.create(tournament=soon, currency="EUR", entry_fee=1500)
    disputed(slip(soon, "W1.1"))
    page = organizers_page(root(), NOW)
    assert [(row.name, row.entries) for row in page.events] == [("Soon", 4), ("Later", 2)]
    first = page.events[0]
    assert (first.owing, first.due, first.href) == (4, "€60", "/events/soon/manage/")
    assert first.decisions >= 1
    assert page.decisions[0].severity == "danger"


@time_machine.travel(NOW, tick=False)
def test_the_first_page_is_for_organizers_and_the_system_stands_behind_it() -> None:
    made = entered(2)
    event_of(made, "Harbour")
    client = signed_in(root("boss"))
    forget()
    page = client.get("/admin/").content.decode()
    assert '<a href="/events/harbour/manage/">Harbour</a>' in page
    assert "Pending work" not in page
    assert "Pending work" in client.get("/admin/?show=system").content.decode()
    assert page.index(">Tournaments<") < page.index(">System<")


def test_staff_without_a_right_to_events_see_the_system_and_only_their_lists() -> None:
    page = signed_in(staff("clerk", "games.view_match")).get("/admin/").content.decode()
    assert "Live matches" in page
    assert "Events by date" not in page
    assert "/admin/tournaments/event/" not in page


def test_the_page_asks_the_same_for_many_events_as_for_few() -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            organizers_page(boss, NOW)
        return len(asked)

    boss = root()
    for number in range(2):
        made = entered(3)
        FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=100)
        event_of(made, f"Few{number}")
    few = queries()
    for number in range(4):
        made = entered(3)
        FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=100)
        event_of(made, f"Many{number}")
    assert queries() == few


def test_the_page_of_a_tournament_shows_its_terms_as_text_and_leads_to_the_desk() -> None:
    made = entered(2, pay_table=[{"section": "main", "place": 1, "share": 100}])
    page = signed_in(root()).get(f"/admin/tournaments/tournament/{made.pk}/change/")
    html = page.content.decode()
    assert f'href="/tournaments/{made.slug}/manage/"' in html
    assert "Clock: " in html
    assert "&quot;section&quot;" not in html
    assert "{&#x27;" not in html
