"""The desk's pages of satellites, what other pages say of them, and the API: all by the same services."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope, User
from accounts.services.tokens import create_token
from satellites.models import EntryTicket, Satellite
from satellites.selectors.tickets import export_tickets
from satellites.services import satellites
from satellites.services.repeating import run_due
from tests.keeping import forget
from tests.satellites.making_satellites import (
    Weekend,
    fill,
    latest,
    satellite,
    weekend,
    win,
    won_by,
)
from tests.tournaments.making import NOW, player
from tournaments.entry.services import entries
from tournaments.event.services import events
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    forget()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def desk(of: Tournament, page: str) -> str:
    return f"/tournaments/{of.slug}/manage/{page}/"


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_director_begins_and_stops_it_at_the_desk() -> None:
    made = weekend()
    client, address = signed_in(made.boss), desk(made.jackpot, "satellite")
    assert address in shown(client, f"/tournaments/{made.jackpot.slug}/manage/?tab=setup")
    assert f'value="{made.main.pk}"' in shown(client, address)
    client.post(address, {"do": "begin", "target": str(made.main.pk)})
    assert Satellite.objects.get().target == made.main
    fill(made.jackpot, *"ABCD")
    run_due(NOW)
    assert "Jackpot 2" in shown(client, address)
    client.post(address, {"do": "stop"})
    assert Satellite.objects.get().ended_at is not None


def test_a_refusal_is_shown_above_the_form() -> None:
    made = weekend()
    Tournament.objects.filter(pk=made.jackpot.pk).update(entry_limit=None)
    answer = signed_in(made.boss).post(desk(made.jackpot, "satellite"), {"do": "begin", "target": str(made.main.pk)})  # fmt: skip
    assert answer.status_code == 422
    assert "Set a maximum of 2 to 32 entries" in answer.content.decode()
    assert "selected" in answer.content.decode()


def test_the_page_says_why_a_full_tournament_has_not_started() -> None:
    made = satellite()
    made.jackpot.satellite_place.refusal = "Some players have not checked in."
    made.jackpot.satellite_place.save()
    page = shown(signed_in(made.boss), desk(made.jackpot, "satellite"))
    assert "Some players have not checked in." in page


def test_the_entries_of_the_target_lead_to_its_tickets_which_are_used_there() -> None:
    made = satellite(2)
    won_by(made, "Anna", "Bob")
    client, address = signed_in(made.boss), desk(made.main, "tickets")
    step = f"/tournaments/{made.main.slug}/manage/?tab=entries"
    assert "Tickets: Anna" in shown(client, step)
    number = EntryTicket.objects.get().pk
    assert f'value="{number}"' in shown(client, address)
    assert f'value="{number}"' in shown(client, desk(made.jackpot, "satellite"))
    answer = client.post(address, {"ticket": number, "back": made.jackpot.slug})
    assert answer["Location"] == desk(made.jackpot, "satellite")
    assert made.main.entries.get().player.name == "Anna"
    assert "Tickets: Anna" not in shown(client, step)
    assert f'value="{number}"' not in shown(client, address)


def test_the_public_page_says_what_happens_and_what_the_winner_gets() -> None:
    made = satellite(2)
    first = f"/tournaments/{made.jackpot.slug}/"
    page = shown(Client(), first)
    assert "the next one opens" in page
    assert "The winner gets a free entry" in page
    fill(made.jackpot, "Anna", "Bob")
    run_due(NOW)
    page = shown(Client(), first)
    assert "the next one opens" not in page
    assert "The winner gets a free entry" in page
    following = latest(made.jackpot)
    assert "the next one opens" in shown(Client(), f"/tournaments/{following.slug}/")
    satellites.stop(made.jackpot.pk, by=made.boss, now=NOW)
    assert "the next one opens" not in shown(Client(), f"/tournaments/{following.slug}/")


def test_players_see_their_own_tickets_on_their_page_and_in_their_download() -> None:
    made = satellite(2)
    anna = player("anna")
    entries.add_walk_in(made.jackpot.pk, by=None, now=NOW, player=anna)
    fill(made.jackpot, "Bob")
    Tournament.objects.filter(pk=made.jackpot.pk).update(status="running")
    Tournament.objects.filter(pk=made.jackpot.pk).update(
        status="finished", champion=made.jackpot.entries.get(player=anna)
    )
    run_due(NOW)
    assert anna.user is not None
    assert "Won in Jackpot" in shown(signed_in(anna.user), f"/players/{anna.pk}/")
    assert "Won in Jackpot" not in shown(signed_in(made.boss), f"/players/{anna.pk}/")
    (part,) = export_tickets(anna.user)
    assert (part["won_in"], part["for"], part["used_at"]) == ("Jackpot", "Main Open", None)


def token_of(user: User) -> dict[str, Any]:
    token = create_token(user, "x", [Scope.DIRECT])[1]
    return {"headers": {"Authorization": f"Token {token}"}, "content_type": "application/json"}


def test_a_program_begins_reads_uses_and_stops() -> None:
    made: Weekend = weekend(2)
    events.publish(made.main.event_id, by=made.boss, shown=True)
    client, api = Client(), f"/api/v1/tournaments/{made.jackpot.slug}/satellite"
    more = token_of(made.boss)
    assert client.get(api, **more).json()["code"] == "does_not_repeat"
    answer = client.post(api, {"target": made.main.slug}, **more)
    assert (answer.status_code, answer.json()["target"]) == (201, made.main.slug)
    fill(made.jackpot, "Anna", "Bob")
    run_due(NOW)
    win(made.jackpot, "Anna")
    run_due(NOW)
    following, first = client.get(api, **more).json()["tournaments"]
    assert (following["name"], following["status"], following["ticket"]) == ("Jackpot 2", "open", None)  # fmt: skip
    assert (first["winner"], first["ticket"]["is_used"]) == ("Anna", False)
    use = f"/api/v1/tickets/{first['ticket']['id']}/use"
    answer = client.post(use, **more)
    assert (answer.status_code, answer.json()["player"]) == (201, "Anna")
    assert client.post(use, **more).json()["code"] == "ticket_used"
    assert client.delete(api, **more).status_code == 204
    assert client.get(api, **more).json()["ended_at"]
