"""Timetables on paper: days and hours of an event's own zone, rounds with their deadlines, what is announced."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.keeping import forget
from tests.tournaments.making import director
from tests.tournaments.public.drawing_made import begun
from tournaments.bracket.selectors.names import names_of
from tournaments.models import Announcement, Event, FeePlan, Round, RoundDeadline, Tournament
from tournaments.printing.selectors.timetable import event_timetable, tournament_timetable
from tournaments.printing.sheets.frame import area
from tournaments.printing.sheets.primitives import SIZES, Text
from tournaments.printing.sheets.timetables import timetable_sheets, wrapped

SATURDAY = datetime(2026, 7, 4, 9, tzinfo=UTC)
Status = Tournament.Status


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    forget()


def weekend(**changes: object) -> Event:
    fields = {
        "slug": "summer", "name": "Summer", "place": "Hall 2", "time_zone": "Europe/Berlin",
        "starts_on": SATURDAY.date(), "ends_on": SATURDAY.date() + timedelta(days=1),
        "organizer": director(), "is_public": True,
    }  # fmt: skip
    event = Event.objects.create(**fields | changes)
    for hours, name in ((25, "Last Chance"), (0, "Open"), (14, "Blitz")):
        Tournament.objects.create(
            slug=f"s{hours}", name=f"Summer {name}", division=name, event=event, status=Status.OPEN,
            starts_at=SATURDAY + timedelta(hours=hours), lengths=[9, 7], organizer=event.organizer,
        )  # fmt: skip
    return event


@pytest.mark.django_db
def test_an_events_timetable_goes_by_day_and_hour_of_its_own_zone() -> None:
    event = weekend()
    days = event_timetable(event, event.organizer, SATURDAY).days
    assert [(day.title, [line[:2] for line in day.lines]) for day in days] == [
        ("Saturday 4 July 2026", [("11:00", "Open")]),
        ("Sunday 5 July 2026", [("01:00", "Blitz"), ("12:00", "Last Chance")]),
    ]
    assert "to 7–9" in days[0].lines[0][2]


@pytest.mark.django_db
def test_early_entry_stands_at_its_end_with_its_fee_until_it_is_over() -> None:
    event = weekend()
    made = Tournament.objects.get(slug="s0")
    until = SATURDAY - timedelta(days=1, hours=1)
    FeePlan.objects.create(
        tournament=made, currency="EUR", entry_fee=4000, registration_fee=500, early_fee=3000, early_until=until
    )  # fmt: skip
    before = event_timetable(event, event.organizer, until - timedelta(minutes=1)).days
    assert before[0].title == "Friday 3 July 2026"
    assert before[0].lines == (("until 10:00", "Open · Early entry fee", "", "€35.00"),)
    assert before[1].lines[0][3] == "€45.00"
    assert event_timetable(event, event.organizer, until).days == before[1:]


@pytest.mark.django_db
def test_a_draft_stands_on_its_directors_timetable_alone(client: Client) -> None:
    event = weekend()
    Tournament.objects.filter(slug="s0").update(status=Status.DRAFT)
    assert len(event_timetable(event, event.organizer, SATURDAY).days) == 2
    stranger = director()
    assert [day.title for day in event_timetable(event, stranger, SATURDAY).days] == [
        "Sunday 5 July 2026"
    ]
    assert client.get("/events/summer/timetable.pdf").status_code == 200
    Event.objects.update(is_public=False)
    assert client.get("/events/summer/timetable.pdf").status_code == 404


@pytest.mark.django_db
def test_rounds_say_until_when_and_leave_a_line_where_nobody_has_said() -> None:
    made = begun(4)
    first = Round.objects.filter(stage__tournament=made).order_by("number")[0]
    RoundDeadline.objects.create(round=first, play_until=SATURDAY)
    Announcement.objects.create(tournament=made, text="Doors open at ten.", at=SATURDAY)
    timetable = tournament_timetable(made, names_of(made), SATURDAY)
    assert [(day.title, [line[:2] for line in day.lines]) for day in timetable.days][-2:] == [
        ("Saturday 4 July 2026", [("until 09:00", "Semifinals")]),
        ("", [("", "Final")]),
    ]
    assert timetable.announcements == ("Doors open at ten.",)


@pytest.mark.django_db
def test_a_timetable_costs_the_same_however_many_tournaments_there_are(client: Client) -> None:
    event = weekend()
    with CaptureQueriesContext(
        connection,
    ) as few:
        assert client.get("/events/summer/timetable.pdf").status_code == 200
    for n in range(12):
        Tournament.objects.create(
            slug=f"more{n}", name=f"More {n}", event=event, status=Status.OPEN,
            starts_at=timezone.now(), organizer=event.organizer,
        )  # fmt: skip
    with CaptureQueriesContext(connection) as many:
        answer = client.get("/events/summer/timetable.pdf")
    assert len(few) == len(many)
    assert len(re.findall(rb"/Type /Page\b", answer.content)) == 1


@pytest.mark.parametrize("size", SIZES)
def test_a_long_timetable_goes_on_over_sheets_and_nothing_lies_over_anything(size: str) -> None:
    line = ("until 20:00", "A tournament of a name without end " * 4, "to 7", "1 250.50 EUR")
    days = [SimpleNamespace(title=f"Day {n}", lines=[line] * 9) for n in range(9)]
    announcements = ["All of this is subject to change without a word. " * 5] * 12
    sheets = timetable_sheets(SIZES[size], "Timetable", days, announcements)
    assert len(sheets) > 2
    free = area(SIZES[size])
    for sheet in sheets:
        boxes = sorted(mark.box() for mark in sheet.marks if isinstance(mark, Text))
        assert all(box[0] >= free.x - 1 and box[2] <= free.right + 1 for box in boxes)
        assert all(box[1] >= free.y and box[3] <= free.bottom + 1 for box in boxes)
        rows = sorted(boxes, key=lambda box: (round(box[0]), box[1]))
        same = [(a, b) for a, b in pairwise(rows) if round(a[0]) == round(b[0])]
        assert all(a[3] <= b[1] + 1 for a, b in same)


def test_announcements_are_wrapped_and_lose_nothing() -> None:
    text = "Breakfast is served from eight, and the doors are open from nine on both days."
    lines = wrapped(text, 10, 150)
    assert len(lines) > 2
    assert " ".join(lines) == text
