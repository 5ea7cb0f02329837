"""How many tournaments and events one login may create."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.making import director
from tournaments.models import Tournament
from tournaments.setup.services import creation_limits, lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation_limits, "MOST_AN_HOUR", 2)


def signed_in() -> tuple[Any, Client]:
    user, client = director(), Client()
    client.force_login(user)
    return user, client


@pytest.mark.usefixtures("two_an_hour")
def test_pages_and_api_share_one_bound() -> None:
    user, client = signed_in()
    form = {"name": "Spring", "starts_on": date(2027, 3, 1), "token": "a"}
    client.post("/events/new/evening/", form)
    made = [
        client.post("/api/v1/tournaments", {"name": f"Cup {n}"}, content_type="application/json")
        for n in range(3)
    ]
    assert made[-1].status_code == 429
    assert made[-1].json()["code"] == "too_many_tournaments"
    assert Tournament.objects.filter(organizer=user, name__startswith="Cup").count() <= 2


@pytest.mark.usefixtures("two_an_hour")
def test_staff_create_as_many_as_they_like() -> None:
    user = director()
    user.is_staff = True
    for _ in range(5):
        creation_limits.require_room(user, timezone.now())


def test_a_login_keeps_so_many_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation_limits, "MOST_KEPT", 1)
    user = director()
    creation_limits.require_room(user, timezone.now())
    lifecycle.create(organizer=user, name="Cup")
    with pytest.raises(DomainError, match="too_many_tournaments_kept"):
        creation_limits.require_room(user, timezone.now())
