"""The lobby, vacations and imported matches over the API."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Player
from games.models import Match, Vacation
from games.services.importing import import_match
from tests.games.records.files import golden
from tests.games.services.tables import person

pytestmark = pytest.mark.django_db
TERMS = {"length": 3, "clock": {"preset": "fast"}}


def asking(who: Player) -> APIClient:
    client = APIClient()
    client.force_authenticate(who.user)
    return client


def test_two_who_want_the_same_match_meet() -> None:
    anna, bob = asking(person("anna")), asking(person("bob"))
    listed = anna.post("/api/v1/lobby", TERMS, format="json")
    assert listed.status_code == 201
    (row,) = bob.get("/api/v1/lobby").json()
    assert (row["match"], row["player"]["name"], row["mine"]) == (
        listed.json()["id"],
        "anna",
        False,
    )
    assert bob.post("/api/v1/lobby", TERMS | {"length": 5}, format="json").status_code == 201
    met = bob.post("/api/v1/lobby", TERMS, format="json")
    assert (met.status_code, met.json()["id"]) == (200, listed.json()["id"])
    assert met.json()["players"]["B"][0]["name"] == "bob"


def test_a_challenge_is_accepted_once() -> None:
    anna, bob, carol = (asking(person(name)) for name in ("anna", "bob", "carol"))
    listed = anna.post("/api/v1/lobby", TERMS | {"width": 100}, format="json").json()["id"]
    (row,) = APIClient().get("/api/v1/lobby").json()
    assert (row["lowest_rating"], row["highest_rating"]) == (1400, 1600)
    assert bob.post(f"/api/v1/lobby/{listed}").status_code == 200
    refused = carol.post(f"/api/v1/lobby/{listed}")
    assert (refused.status_code, refused.json()["code"]) == (409, "challenge_gone")


@pytest.mark.parametrize("bad", [{}, {"length": 0}, {"length": 3, "width": 5}, {"length": 10**30}])
def test_terms_that_nobody_offers_are_refused(bad: dict[str, object]) -> None:
    refused = asking(person("anna")).post("/api/v1/lobby", bad, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_a_vacation_starts_and_ends() -> None:
    client = asking(person("anna"))
    before = client.get("/api/v1/vacation").json()
    assert before["ends_at"] is None
    started = client.post("/api/v1/vacation", {"days": 2}, format="json")
    assert started.status_code == 201
    again = client.post("/api/v1/vacation", {"days": 2}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "on_vacation")
    assert client.delete("/api/v1/vacation").status_code == 204
    assert client.get("/api/v1/vacation").json()["ends_at"] is None
    assert Vacation.objects.count() == 1
    most = before["days_left"] + 1
    refused = client.post("/api/v1/vacation", {"days": most}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "too_few_vacation_days")


def test_whoever_imported_a_match_deletes_it() -> None:
    anna, bob = person("anna"), person("bob")
    assert anna.user is not None
    match = import_match(anna.user, golden("three.mat"), timezone.now())
    address = f"/api/v1/matches/import/{match.pk}"
    assert asking(bob).delete(address).status_code == 403
    assert asking(anna).delete(address).status_code == 204
    assert not Match.objects.exists()
