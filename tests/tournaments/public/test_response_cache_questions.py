"""Which questions are answered from memory, and how: nothing made up fills it."""

import pytest
from django.test import Client

from accounts import login_throttle
from tests.tournaments.making import NOW, director, entered
from tests.tournaments.public.test_response_cache import (
    Process,
    visitor,
)
from tournaments.setup.services import lifecycle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("connection_stays_open")]


def test_what_is_written_behind_an_address_fills_no_memory() -> None:
    process, made = Process(), entered(8)
    client = visitor(process)
    for leaf in ("standings", "entries"):
        for number in range(5):
            client.get(f"/api/v1/tournaments/{made.slug}/{leaf}?{number}={'x' * 3000}")
    assert process.site.cache.bytes == 0
    client.get(f"/api/v1/tournaments/{made.slug}/standings")
    assert process.site.cache.bytes > 0


def test_who_takes_no_gzip_gets_none_and_any_version_will_do_for_a_star() -> None:
    client, made = visitor(Process()), entered(30)
    address = f"/api/v1/tournaments/{made.slug}/entries"
    client.get(address)
    for accepted, packed in (
        ("gzip;q=0, identity", False),
        ("gzip; q=0.5", True),
        ("br, gzip", True),
    ):
        answer = client.get(address, headers={"Accept-Encoding": accepted})
        assert ("Content-Encoding" in answer) is packed, accepted
    assert client.get(address, headers={"If-None-Match": "*"}).status_code == 304


def test_one_tournament_hidden_and_another_shown_is_another_list(client: Client) -> None:
    boss = director()
    first, other, third = (lifecycle.create(organizer=boss, name=name) for name in "ABC")
    lifecycle.open_entry(third.pk, by=boss)
    lifecycle.open_entry(first.pk, by=boss)
    client.get("/api/v1/tournaments")
    lifecycle.close_entry(first.pk, by=boss)
    lifecycle.open_entry(other.pk, by=boss)
    results = client.get("/api/v1/tournaments").json()["results"]
    assert [row["name"] for row in results] == ["C", "B"]


@pytest.mark.slow
def test_drawn_pages_never_push_out_how_often_a_password_was_guessed(client: Client) -> None:
    made = entered(4)
    bounds = login_throttle.bounds("192.0.2.4", "alice", None)
    while login_throttle.take(bounds, NOW):
        pass
    for number in range(330):
        client.get(f"/tournaments/{made.slug}/?follow={number}")
    assert not login_throttle.take(bounds, NOW)
