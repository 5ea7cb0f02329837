"""A log-out ends the tickets and streams of its session, and no other."""

import asyncio
from base64 import b64decode

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.live.access import ALIVE, versions
from games.tickets import read
from tests.games.live.house import Guest, House, in_db, live
from tests.games.services.tables import sit
from tests.keeping import forget

pytestmark = pytest.mark.django_db(transaction=True)
BACKEND = "accounts.auth_backend.LoginBackend"


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def test_a_log_out_closes_the_stream_and_refuses_the_ticket_of_before() -> None:
    sitting = sit()
    user = sitting.match.seats.get(seat="A").player.user
    here, elsewhere = browser_of(user), browser_of(user)
    address = f"/tickets/{sitting.match.pk}"
    first, second = (client.get(address).json()["ticket"] for client in (here, elsewhere))

    async def story(house: House) -> None:
        mine, kept = (Guest(house.app, house.match, f"Ticket {text}") for text in (first, second))
        async with mine.listen() as stream, kept.listen() as other:
            await stream.until_view(await house.seq())
            await in_db(here.post, "/accounts/logout/")
            async with asyncio.timeout(5):
                await stream.ended.wait()
            refused = await mine.act("ready")
            assert (refused.status, refused.json["code"]) == (401, "access_ended")
            assert not other.ended.is_set()
            assert (await kept.act("ready")).status == 200

    live(sitting, story)


@pytest.mark.parametrize("address", ["/matches/{}/", "/tickets/{}"])
def test_each_ticket_of_a_session_is_bound_to_it_and_does_not_tell_its_key(address: str) -> None:
    sitting = sit()
    client = browser_of(sitting.match.seats.get(seat="A").player.user)
    page = client.get(address.format(sitting.match.pk))
    text = (
        page.json()["ticket"] if "tickets" in address else page.context["data"]["ticket"]["ticket"]
    )
    ticket = read(text, 0)
    key = client.session.session_key
    assert ticket is not None
    assert key is not None
    assert (ticket.session, ticket.seat) == (key, "A")
    payload = text.partition(":")[0]
    assert key not in b64decode(payload + "==", altchars=b"-_").decode()


def test_a_session_whose_time_is_over_is_ended_though_its_row_still_stands() -> None:
    client = browser_of(sit().match.seats.get(seat="A").player.user)
    key = client.session.session_key
    assert key is not None
    assert versions([key]) == {key: ALIVE}
    Session.objects.filter(pk=key).update(expire_date=timezone.now())
    assert versions([key]) == {}


def test_a_ticket_of_another_secret_is_refused(settings: pytest.FixtureRequest) -> None:
    forget()
    sitting = sit()
    client = browser_of(sitting.match.seats.get(seat="A").player.user)
    text = client.get(f"/tickets/{sitting.match.pk}").json()["ticket"]
    settings.SECRET_KEY = "another" * 8  # type: ignore[attr-defined]
    assert read(text, 0) is None
