"""Events by the API: made from a template, changed, published, extended, repeated; and a tournament copied."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import director, started, tournament
from tournaments.models import Event, Tournament

pytestmark = pytest.mark.django_db
NEW = {"template": "weekend_open", "name": "Spring Weekend", "starts_on": "2026-12-04"}


def ask(by: User, method: str, address: str, **sent: object) -> Any:
    client = APIClient()
    client.force_authenticate(by)
    return getattr(client, method)(f"/api/v1/events{address}", sent, format="json")


def made(by: User) -> str:
    answer = ask(by, "post", "", **NEW)
    assert answer.status_code == 201, answer.json()
    return str(answer.json()["slug"])


def test_an_event_is_made_and_shown_to_everybody_later() -> None:
    boss = director()
    slug = made(boss)
    drafts = ask(boss, "get", f"/{slug}").json()
    assert (drafts["is_public"], {row["status"] for row in drafts["tournaments"]}) == (False, {"draft"})  # fmt: skip
    assert ask(director(), "get", f"/{slug}").status_code == 404
    changed = ask(boss, "patch", f"/{slug}", place="Tallinn", is_public=True).json()
    assert (changed["place"], changed["is_public"]) == ("Tallinn", True)
    assert ask(director(), "get", f"/{slug}").status_code == 200


def test_a_change_that_is_refused_changes_nothing() -> None:
    boss = director()
    slug = made(boss)
    wrong = ask(boss, "patch", f"/{slug}", place="Tallinn", time_zone="Mars/Base")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_time_zone")
    misspelt = ask(boss, "patch", f"/{slug}", plaice="Tallinn")
    assert list(misspelt.json()["fields"]) == ["plaice"]
    later = ask(boss, "patch", f"/{slug}", previous=slug)
    assert (later.status_code, later.json()["code"]) == (400, "bad_previous")
    assert Event.objects.get(slug=slug).place == ""


def test_tournaments_come_into_an_event_and_leave_it() -> None:
    boss = director()
    slug, alone = made(boss), tournament(boss, name="Alone")
    new = ask(boss, "post", f"/{slug}/tournaments", kind="blitz", name="Blitz")
    assert (new.status_code, new.json()["status"]) == (201, "draft")
    assert ask(boss, "post", f"/{slug}/tournaments", tournament=alone.slug).status_code == 201
    alone.refresh_from_db()
    assert alone.event is not None
    assert ask(boss, "delete", f"/{slug}/tournaments/{alone.slug}").status_code == 204
    alone.refresh_from_db()
    assert alone.event is None
    both = ask(boss, "post", f"/{slug}/tournaments", kind="blitz", tournament=alone.slug)
    assert both.status_code == 400


def test_events_and_tournaments_are_repeated() -> None:
    boss = director()
    slug = made(boss)
    again = ask(boss, "post", f"/{slug}/clone", name="Autumn Weekend", starts_on="2027-12-03")
    assert (again.status_code, again.json()["starts_on"]) == (201, "2027-12-03")
    old = started(2, organizer=boss)
    copy = DeskProgram(old).post("clone", name="Once more")
    assert (copy.status_code, copy.json()["status"]) == (201, "draft")
    assert Tournament.objects.filter(name="Once more").exists()


def test_strangers_change_no_event() -> None:
    boss, stranger = director(), director()
    slug = made(boss)
    ask(boss, "patch", f"/{slug}", is_public=True)
    answers = [
        ask(stranger, "patch", f"/{slug}", place="Tallinn"),
        ask(stranger, "post", f"/{slug}/tournaments", kind="blitz"),
        ask(stranger, "post", f"/{slug}/clone", name="Mine", starts_on="2027-12-03"),
    ]
    assert [answer.status_code for answer in answers] == [403] * 3


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "2101-01-01"])
def test_a_day_that_nobody_reckons_with_is_refused(day: str) -> None:
    boss = director()
    slug = made(boss)
    answers = [
        ask(boss, "post", "", **NEW | {"starts_on": day}),
        ask(boss, "patch", f"/{slug}", starts_on=day, ends_on="9999-12-31"),
        ask(boss, "post", f"/{slug}/clone", name="Autumn Weekend", starts_on=day),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(400, "bad_dates")] * 3  # fmt: skip
    assert Event.objects.count() == 1


def test_an_announcement_ends_within_two_years() -> None:
    boss = director()
    address = f"/{made(boss)}/announcements"
    answer = ask(boss, "post", address, text="Dinner at seven.", until="9999-12-31T23:59:00Z")
    assert (answer.status_code, answer.json()["code"]) == (400, "too_far")
