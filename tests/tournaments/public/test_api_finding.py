"""A season is found through the API: what ended between two days, what belongs to an event, and what has not changed."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director, play_out, started
from tests.tournaments.teams import with_pairs
from tournaments.models import Event, Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # names are compared and ordered by the database
]
API = "/api/v1/tournaments"


def ended(name: str, days: int) -> Tournament:
    made = started(2, name=name)
    play_out(made)
    Tournament.objects.filter(pk=made.pk).update(finished_at=NOW + timedelta(days=days))
    return made


def published(name: str) -> Event:
    made = event(name=name)
    Event.objects.filter(pk=made.pk).update(is_public=True)
    return made


def names(**asked: Any) -> list[str]:
    answer = Client().get(API, asked)
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


def test_a_season_is_what_ended_between_two_days() -> None:
    ended("Old", -400)
    ended("First", 0)
    ended("Next", 365)
    started(2, name="Running")
    day = NOW.date().isoformat()
    following = (NOW.date() + timedelta(days=365)).isoformat()
    assert names(finished_after=day, finished_before=following) == ["First"]
    assert names(finished_before=day) == ["Old"]
    assert names(finished_after=following) == ["Next"]


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "01/02/2026", "2026-01-01T10:00"])
def test_a_day_that_is_none_is_refused_by_its_name(day: str) -> None:
    answer = Client().get(API, {"finished_after": day})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["finished_after"])


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_day_and_the_last_are_days(day: str) -> None:
    assert names(finished_after=day, finished_before=day) == []


def test_the_tournaments_of_an_event_are_found_by_it_unless_it_is_hidden() -> None:
    inside, other = started(2, name="Main"), started(2, name="Alone")
    shown, hidden = published("Shown"), event(name="Hidden")
    Tournament.objects.filter(pk=inside.pk).update(event=shown)
    Tournament.objects.filter(pk=other.pk).update(event=hidden)
    assert names(event=shown.slug) == ["Main"]
    assert names(event=hidden.slug) == []
    assert names(event="nowhere") == []


def test_the_list_of_events_is_answered_304_until_one_changes() -> None:
    event = published("Shown")
    first = Client().get("/api/v1/events")
    asked = {"If-None-Match": first["ETag"]}
    assert Client().get("/api/v1/events", headers=asked).status_code == 304
    Event.objects.filter(pk=event.pk).update(name="Renamed")
    again = Client().get("/api/v1/events", headers=asked)
    assert (again.status_code, again.json()["results"][0]["name"]) == (200, "Renamed")


def test_an_entry_of_two_names_both_players_and_one_of_a_single_none() -> None:
    pairs = with_pairs(2)
    rows = Client().get(f"{API}/{pairs.slug}/entries").json()
    for row, entry in zip(rows, pairs.entries.order_by("pk"), strict=True):
        expected = [member.player.name for member in entry.members.order_by("board")]
        assert [member["name"] for member in row["members"]] == expected
        assert (len(expected), row["members"][0]["id"]) == (2, row["player"]["id"])
    single = started(2, name="Alone")
    assert {str(r["members"]) for r in Client().get(f"{API}/{single.slug}/entries").json()} == {
        "[]"
    }


def test_each_match_says_in_which_part_of_the_tournament_it_was_played() -> None:
    made = started(4, name="Cup")
    first = Client().get(f"{API}/{made.slug}/matches").json()["results"][0]
    fields = [first[name] for name in ("stage", "section", "round", "pairing", "board")]
    assert fields == [1, "main", 1, "W1.1", 1]


def test_a_misspelt_field_of_a_tournament_is_refused_by_its_name() -> None:
    client, boss = Client(), director()
    client.force_login(boss)
    body = {"name": "Cup", "lenght": [5]}
    refused = client.post(API, body, content_type="application/json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["lenght"])
    made = started(2, organizer=boss)
    path = f"{API}/{made.slug}"
    refused = client.patch(path, {"status": "finished"}, content_type="application/json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["status"])
