"""Invited entries by the API: made by the desk, accepted and declined by the player's own token, left out of the draw."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.making import NOW, player, tournament
from tournaments.entry.services import entries
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def as_user(user: User | None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def post(made: Tournament, user: User | None, what: str, data: Any = None) -> Any:
    return as_user(user).post(f"/api/v1/tournaments/{made.slug}/{what}", data or {}, format="json")


def test_the_desk_invites_and_the_player_accepts() -> None:
    made, bob = tournament(), player("bob")
    answer = post(made, made.organizer, "entries", {"player": bob.pk})
    assert (answer.status_code, answer.json()["status"]) == (201, "invited")
    again = post(made, made.organizer, "entries", {"player": bob.pk})
    assert (again.status_code, again.json()["code"]) == (409, "already_invited")
    accepted = post(made, bob.user, "entries")
    assert (accepted.status_code, accepted.json()["status"]) == (201, "active")


def test_the_player_declines_and_is_not_invited_again() -> None:
    made, bob = tournament(), player("bob")
    post(made, made.organizer, "entries", {"player": bob.pk})
    gone = as_user(bob.user).delete(f"/api/v1/tournaments/{made.slug}/entries")
    assert gone.status_code == 204
    again = post(made, made.organizer, "entries", {"player": bob.pk})
    assert (again.status_code, again.json()["code"]) == (409, "invitation_declined")


def test_the_start_says_who_has_not_answered() -> None:
    made, bob = tournament(), player("bob")
    for name in ("Ants", "Bert"):
        entries.add_walk_in(made.pk, by=None, now=NOW, name=name)
    post(made, made.organizer, "entries", {"player": bob.pk})
    entry = Entry.objects.get(player=bob)
    refused = post(made, made.organizer, "start")
    assert refused.status_code == 409
    assert refused.json()["code"] == "not_answered"
    assert refused.json()["unanswered"] == [{"id": entry.pk, "name": "bob"}]
    started = post(made, made.organizer, "start", {"without_invited": True})
    assert (started.status_code, started.json()["status"]) == (200, "running")
    listed = as_user(None).get(f"/api/v1/tournaments/{made.slug}/entries").json()
    assert [row["status"] for row in listed] == ["active", "active", "invited"]
    assert listed[-1]["number"] is None
