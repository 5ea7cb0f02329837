"""Twice at the same moment: both looked before either wrote, and still nothing breaks."""

from typing import Any

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.test import Client

from accounts.models import User
from tests.tournaments.making import director
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from web import slugs

pytestmark = pytest.mark.django_db


def test_two_tournaments_of_one_name_get_an_address_each(monkeypatch: pytest.MonkeyPatch) -> None:
    boss = director()
    monkeypatch.setattr(slugs, "free_slug", lambda *_row: "spring-open")
    made = [lifecycle.create(organizer=boss, name="Spring Open").slug for _ in range(2)]
    assert made[0] == "spring-open"
    assert made[1].startswith("spring-open-")
    assert Tournament.objects.count() == 2


def test_one_user_name_taken_by_two_at_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second has seen the name free; when they write it, it is taken."""
    director("linda")

    def unseen(_adapter: Any, username: str, **_more: Any) -> str:
        return username

    monkeypatch.setattr(DefaultAccountAdapter, "clean_username", unseen)
    typed = {
        "name": "Linda",
        "username": "linda",
        "email": "linda2@example.org",
        "password1": "three barking geese",
        "password2": "three barking geese",
    }
    answer = client.post("/accounts/signup/", typed)
    assert answer.status_code < 500
    assert User.objects.filter(username="linda").count() == 1
