"""The calendar of one's own matches: under a secret address, for as long as its owner wants."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from embeds.models import CalendarLink
from embeds.selectors import calendars
from embeds.selectors.calendars import calendar_link
from tests.tournaments import making
from tests.tournaments.making import NOW
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import MatchTiming, PairingMatch, Tournament

pytestmark = pytest.mark.django_db


def made_address(user: User) -> str:
    client = Client()
    client.force_login(user)
    client.post("/profile/calendar/", {"do": "make"})
    path = calendar_link(user)
    assert path in client.get("/profile/calendar/").content.decode()
    return path


def entered_player() -> tuple[User, Tournament]:
    player = making.player("alma")
    made = making.tournament(starts_at=NOW + timedelta(days=3))
    entries.add_walk_in(made.pk, by=None, now=NOW, player=player)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player("bert"))
    user = player.user
    assert user is not None
    made.entries.update(status="active")
    return user, made


@time_machine.travel(NOW, tick=False)
def test_it_has_tournaments_and_matches_with_a_time() -> None:
    user, made = entered_player()
    path = made_address(user)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    row = PairingMatch.objects.get()
    MatchTiming.objects.create(pairing_match=row, start_at=NOW + timedelta(days=4))
    answer = Client().get(path)
    assert answer["Content-Type"].startswith("text/calendar")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    assert [(str(event["summary"]), event["dtstart"].dt) for event in events] == [
        ("alma – bert, Spring Open", NOW + timedelta(days=4)),
        ("Spring Open", NOW + timedelta(days=3)),
    ]


@time_machine.travel(NOW, tick=False)
def test_a_withdrawn_address_and_the_one_before_lead_nowhere() -> None:
    user, _made = entered_player()
    old = made_address(user)
    new = made_address(user)
    assert old != new
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    client = Client()
    client.force_login(user)
    client.post("/profile/calendar/", {"do": "withdraw"})
    assert Client().get(new).status_code == 404
    assert b"No calendar address yet." in client.get("/profile/calendar/").content


@pytest.mark.parametrize(
    "change", [{"access_version": 99}, {"suspended_at": NOW}, {"is_active": False}]
)
def test_it_ends_with_a_new_password_and_with_a_suspension(change: dict[str, object]) -> None:
    user, _made = entered_player()
    path = made_address(user)
    User.objects.filter(pk=user.pk).update(**change)
    assert Client().get(path).status_code == 404


def test_the_database_alone_does_not_give_the_address_away() -> None:
    user, _made = entered_player()
    code = urlsplit(made_address(user)).path.rpartition("/")[2].removesuffix(".ics")
    link = CalendarLink.objects.get()
    assert code not in (link.code, link.digest)
    assert len(code) >= 32


@time_machine.travel(NOW, tick=False)
def test_where_there_is_too_much_the_nearest_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    user, _made = entered_player()
    for days in (-9, 5, -2, 4):
        other = making.tournament(name=f"Day {days}", starts_at=NOW + timedelta(days=days))
        entries.add_walk_in(other.pk, by=None, now=NOW, player=user.player)
    path, shown = made_address(user), []
    for most in (2, 4):
        monkeypatch.setattr(calendars, "MOST", most)
        events = Calendar.from_ical(Client().get(path).content).walk("VEVENT")
        shown.append([str(event["summary"]) for event in events])
    assert shown == [["Spring Open", "Day 4"], ["Spring Open", "Day 4", "Day 5", "Day -2"]]
