"""Taking one's data along and leaving, with tournaments and matches behind one."""

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.making import NOW, director, match_of, player, started, tournament
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def entered_with(me: Player) -> Tournament:
    shown = tournament()
    entries.enter(shown.pk, me, now=NOW)
    entries.add_walk_in(shown.pk, by=None, now=NOW, name="2")
    return shown


def leave(client: Client, me: Player) -> None:
    user = me.user
    assert user is not None
    user.set_password("a long pass phrase")
    user.save()
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": "a long pass phrase"})
    answer = client.post("/profile/delete/", {"username": user.username})
    assert answer["Location"] == "/"
    me.refresh_from_db()


def test_the_download_names_tournaments_and_matches(client: Client) -> None:
    me = player()
    start(entered_with(me).pk, by=None, now=NOW)
    assert me.user is not None
    client.force_login(me.user)
    data = client.get("/profile/data/").json()
    assert data["tournaments"][0]["tournament"] == "Spring Open"
    assert data["matches"][0]["seat"] in {"A", "B"}


def test_who_leaves_before_the_start_frees_their_place(client: Client) -> None:
    me = player("Aino Aalto")
    shown = entered_with(me)
    leave(client, me)
    assert shown.entries.filter(status="active").count() == 1
    assert "Aino" not in client.get(f"/tournaments/{shown.slug}/").content.decode()


def test_who_leaves_in_the_middle_stands_there_without_a_name(client: Client) -> None:
    me = player("Aino Aalto")
    shown = start(entered_with(me).pk, by=None, now=NOW)
    match = match_of(shown, "W1.1")
    leave(client, me)
    for address in (f"/tournaments/{shown.slug}/", f"/matches/{match.pk}/", f"/players/{me.pk}/"):
        html = client.get(address).content.decode()
        assert "Aino" not in html
        assert "Former player" in html


def test_an_organizers_tournament_outlives_their_login(client: Client) -> None:
    boss = director()
    shown = started(4, organizer=boss)
    leave(client, boss.player)
    shown.refresh_from_db()
    assert shown.organizer is None
    assert client.get(f"/tournaments/{shown.slug}/").status_code == 200


def test_an_unknown_address_of_the_api_is_told_in_json(client: Client) -> None:
    answer = client.get("/api/v1/nowhere")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "Page not found" in client.get("/nowhere/").content.decode()
