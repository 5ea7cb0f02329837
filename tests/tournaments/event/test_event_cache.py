"""What is kept of an event and of its tournaments is let go of when anything that they show has changed."""

from typing import Any

import pytest
from django.test import Client

from accounts.services.logins import delete_account
from accounts.services.profile import update_profile
from tests.keeping import forget
from tests.tournaments import making
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director, entered, tournament
from tournaments.bracket.services.start import start
from tournaments.event.services import events
from tournaments.models import Event, Tournament
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db

PAGE = "/events/rhine-open/"
OF_EVENT = "/api/v1/events/rhine-open"


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    forget()


def with_event(made: Tournament) -> Event:
    """A public event of its organizer that has taken it in."""
    boss = made.organizer
    whole = event("league", boss)
    events.publish(whole.pk, by=boss, shown=True)
    events.add_existing(whole.pk, by=boss, tournament_id=made.pk)
    return whole


def asked_again(client: Client, address: str, etag: str) -> int:
    return client.get(address, headers={"If-None-Match": etag}).status_code


def polled(client: Client, address: str, key: str) -> int:
    return client.get(address, {"key": key}, headers={"HX-Request": "true"}).status_code


def test_a_hidden_event_goes_from_the_page_of_its_tournament(client: Client) -> None:
    made = tournament()
    whole = with_event(made)
    address = f"/tournaments/{made.slug}/"
    page = client.get(address)
    assert "Rhine Open" in page.content.decode()
    events.publish(whole.pk, by=made.organizer, shown=False)
    assert polled(client, address, page.context["key"]) == 200
    assert "Rhine Open" not in client.get(address).content.decode()


def test_a_renamed_event_is_named_so_by_its_tournament(client: Client) -> None:
    made = tournament()
    whole = with_event(made)
    address = f"/tournaments/{made.slug}/"
    client.get(address)
    events.change(whole.pk, by=made.organizer, name="Main Open")
    page = client.get(address).content.decode()
    assert "Main Open" in page
    assert "Rhine Open" not in page


@pytest.mark.parametrize("address", ["/api/v1/tournaments", "/api/v1/tournaments/{}"])
def test_a_hidden_event_goes_from_the_api(client: Client, address: str) -> None:
    made = tournament()
    whole = with_event(made)
    address = address.format(made.slug)
    before = client.get(address)
    assert b"rhine-open" in before.content
    events.publish(whole.pk, by=made.organizer, shown=False)
    assert b"rhine-open" not in client.get(address).content
    assert asked_again(client, address, before["ETag"]) == 200


@pytest.mark.parametrize(
    "changed",
    [{"name": "Consolation"}, {"starts_at": NOW}, {"entry_limit": 44}, {"division": "Beginners"}],
    ids=lambda changed: next(iter(changed)),
)
def test_an_event_tells_what_its_tournament_is_now(client: Client, changed: dict[str, Any]) -> None:
    made = tournament()
    with_event(made)
    key, before = client.get(PAGE).context["key"], client.get(OF_EVENT)
    lifecycle.change(made.pk, by=made.organizer, **changed)
    assert polled(client, PAGE, key) == 200
    assert asked_again(client, OF_EVENT, before["ETag"]) == 200
    assert client.get(OF_EVENT).content != before.content


def test_an_event_says_who_has_won_without_the_name_of_a_deleted_player(client: Client) -> None:
    made = entered(2)
    with_event(made)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.play_out(made)
    user = Tournament.objects.get(pk=made.pk).champion.player.user
    facts = {"country": "", "time_zone": "UTC", "language": "", "mail_match_ready": False}
    update_profile(user, name="Jane Doe", **facts)
    page = client.get(PAGE)
    assert "Jane Doe" in page.content.decode()
    delete_account(user, NOW)
    assert polled(client, PAGE, page.context["key"]) == 200
    assert "Jane Doe" not in client.get(PAGE).content.decode()


def test_an_open_page_of_an_event_hears_nothing_while_nothing_changes(client: Client) -> None:
    with_event(tournament())
    other = tournament(director())
    key = client.get(PAGE).context["key"]
    lifecycle.change(other.pk, by=other.organizer, name="Elsewhere")
    assert polled(client, PAGE, key) == 204
