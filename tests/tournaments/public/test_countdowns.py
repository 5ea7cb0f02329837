"""A big screen counts down to the next line of the timetable and to what a director announces."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from tests.tournaments.making import NOW, director, later, started
from tournaments.event.services.announcements import announce
from tournaments.models import Announcement, Event, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def in_an_event(schedule: str) -> Tournament:
    made = started(4, organizer=director())
    day = NOW.astimezone(ZoneInfo("UTC")).date()
    made.event = Event.objects.create(
        slug="open", name="Open", starts_on=day, ends_on=day, schedule=schedule, is_public=True
    )
    made.save()
    return made


def wall(of: Tournament, at: datetime = NOW) -> str:
    cache.clear()
    with time_machine.travel(at, tick=False):
        return Client().get(f"/tournaments/{of.slug}/wall/").text


def clock(minutes: int) -> str:
    return (NOW + timedelta(minutes=minutes)).strftime("%H:%M")


def test_the_next_line_of_the_timetable_within_an_hour_is_counted_down_to() -> None:
    made = in_an_event(f"{clock(-5)} Round 1\n{clock(25)} Lunch\n{clock(50)} Round 2")
    html = wall(made)
    assert html.count("w-say--count") == 1
    assert "Lunch" in html
    assert "Round 2" not in html
    assert "Lunch" not in wall(made, later(26))
    assert "Round 2" in wall(made, later(26))


def test_what_begins_later_is_not() -> None:
    assert "w-says" not in wall(in_an_event(f"{clock(61)} Lunch"))


def test_an_announced_countdown_stands_first_and_goes_when_it_is_over(client: Client) -> None:
    made = in_an_event(f"{clock(25)} Lunch")
    client.force_login(made.organizer)
    typed = {"say-text": "Next round", "say-countdown": "10"}
    page = f"/tournaments/{made.slug}/manage/announcements/"
    with time_machine.travel(NOW, tick=False):
        for _press in range(2):  # a double click announces once
            client.post(page, typed)
    announcement = Announcement.objects.get()
    assert (announcement.until, announcement.counts_down) == (later(10), True)
    html = wall(made)
    assert html.index("Next round") < html.index("Lunch")
    assert html.count("w-say--count") == 2
    assert "Next round" not in wall(made, later(11))


def test_a_countdown_leads_to_a_time(client: Client) -> None:
    made = started(4, organizer=director())
    with pytest.raises(DomainError, match="no_end"):
        announce(made, "Break", by=made.organizer, now=NOW, counts_down=True)
    client.force_login(made.organizer)
    page = f"/tournaments/{made.slug}/manage/announcements/"
    answer: Any = client.post(page, {"say-text": "Break", "say-countdown": "until"})
    assert answer.status_code == 422
    assert "Enter the time that the countdown leads to." in answer.text
    assert "Break" in answer.text
