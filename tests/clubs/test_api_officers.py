"""Clubs over the API: everything that their pages do, with the same rules."""

import pytest
from rest_framework.test import APIClient

from accounts.models import Player
from clubs.models import Club, ClubHosting, ClubRatingList
from tests.clubs.making import club, joined, login_of, row, statuses
from tests.tournaments.event.making_events import event
from tests.tournaments.making import player

pytestmark = pytest.mark.django_db


def asking(who: Player) -> APIClient:
    client = APIClient()
    client.force_authenticate(login_of(who))
    return client


def test_a_club_is_started_changed_and_deleted() -> None:
    client = asking(player("Anna"))
    made = client.post("/api/v1/clubs", {"name": "Night Owls", "country": "ee"}, format="json")
    assert made.status_code == 201
    address = f"/api/v1/clubs/{made.json()['slug']}"
    assert [item["is_officer"] for item in made.json()["members"]] == [True]
    changed = client.patch(address, {"place": "Tartu", "joining": "on_approval"}, format="json")
    assert (changed.json()["place"], changed.json()["country"]) == ("Tartu", "EE")
    refused = client.patch(address, {"website": "ftp://example.org"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_web_address")
    assert client.delete(address).status_code == 204
    assert not Club.objects.exists()


def test_a_request_is_sent_withdrawn_and_accepted() -> None:
    anna, bob = player("Anna"), player("Bob")
    made = club(anna, joining="on_approval")
    address = f"/api/v1/clubs/{made.slug}"
    joins, decides = asking(bob), asking(anna)
    for status in (200, 200):
        answer = joins.put(f"{address}/membership")
        assert (answer.status_code, answer.json()["status"]) == (status, "requested")
    assert joins.delete(f"{address}/membership").status_code == 204
    assert decides.get(f"{address}/requests").json() == []
    joins.put(f"{address}/membership")
    (waiting,) = decides.get(f"{address}/requests").json()
    assert waiting["player"]["name"] == "Bob"
    decision = {"do": "accept", "member": waiting["id"]}
    refused = joins.post(f"{address}/members", decision, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_an_officer")
    assert decides.post(f"{address}/members", decision, format="json").status_code == 200
    assert statuses(made) == {"Anna": "officer", "Bob": "member"}


def test_an_officer_hands_over_and_the_last_one_cannot_step_down() -> None:
    anna = player("Anna")
    made = club(anna)
    bob = joined(made, player("Bob"))
    address = f"/api/v1/clubs/{made.slug}/members"
    client = asking(anna)
    refused = client.post(address, {"do": "step_down"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "last_officer")
    for bad in ({"do": "accept"}, {"do": "step_down", "member": 1}, {"do": "dance"}):
        assert client.post(address, bad, format="json").status_code == 400
    handed = client.post(address, {"do": "hand_over", "member": row(made, bob).pk}, format="json")
    assert handed.json()["status"] == "officer"
    assert statuses(made) == {"Anna": "member", "Bob": "officer"}


def test_an_event_is_added_to_a_club_and_removed() -> None:
    festival = event()
    made = club(festival.organizer.player)
    address = f"/api/v1/clubs/{made.slug}/hostings"
    client = asking(festival.organizer.player)
    added = client.post(address, {"event": festival.slug}, format="json")
    assert (added.status_code, added.json()["event"]) == (201, festival.slug)
    assert client.get(address).json() == [added.json()]
    other = asking(player("Other"))
    assert other.delete(f"{address}/{added.json()['id']}").status_code == 403
    assert client.delete(f"{address}/{added.json()['id']}").status_code == 204
    assert not ClubHosting.objects.exists()


def test_the_settings_of_a_rating_list_are_kept_and_deleted() -> None:
    made = club(anna := player("Anna"))
    address = f"/api/v1/clubs/{made.slug}/rating-list"
    client = asking(anna)
    assert client.get(address).json()["code"] == "no_rating_list"
    kept = client.put(address, {"counted": "rated", "start": 1200}, format="json")
    assert kept.json() == {"counted": "rated", "chosen": [], "start": 1200}
    refused = client.put(address, {"counted": "chosen", "chosen": ["nothing"]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "not_in_list")
    assert client.get(address).json() == kept.json()
    assert client.delete(address).status_code == 204
    assert not ClubRatingList.objects.exists()
