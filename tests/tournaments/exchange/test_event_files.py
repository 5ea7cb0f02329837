"""An event's files: players brought from its desk, looked at and taken in a browser's two steps."""

import pytest
from django.test import Client

from tests.tournaments.event.making_events import event, person
from tests.tournaments.making import director
from tournaments.models import Entry, Tournament
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db


def test_a_table_of_players_is_shown_and_then_taken(client: Client) -> None:
    made = event()
    first = Tournament.objects.filter(event=made).order_by("event_order")[0]
    lifecycle.open_entry(first.pk, by=made.organizer)
    client.force_login(made.organizer)
    files = f"/events/{made.slug}/manage/files/"
    page = client.get(files)
    assert page.status_code == 200
    answer = client.post(files, {"text": f"name,tournaments\n<b>Ann</b>,{first.slug}"})
    assert answer.status_code == 302
    page = client.get(answer["Location"])
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page.content.decode()
    assert not Entry.objects.exists()
    stale = client.post(answer["Location"], {"digest": "0" * 64})
    assert stale.status_code == 409
    taken = client.post(answer["Location"], {"digest": page.context["run"].digest}, follow=True)
    assert taken.redirect_chain == [(files, 302)]
    assert Entry.objects.get().player.name == "<b>Ann</b>"
    assert client.get(answer["Location"]).status_code == 302, "what was taken is not shown again"


def test_what_cannot_be_read_is_said_beside_the_field(client: Client) -> None:
    made = event()
    client.force_login(made.organizer)
    files = f"/events/{made.slug}/manage/files/"
    for text in ("", "what,ever\n1,2", "\x00\x01"):
        assert client.post(files, {"text": text}).status_code == 422


def test_an_assistant_takes_away_and_does_not_bring(client: Client) -> None:
    made = event()
    client.force_login(person(made, "assistant"))
    page = client.get(f"/events/{made.slug}/manage/files/")
    assert page.status_code == 200
    assert "Preview import" not in page.content.decode()
    assert client.post(f"/events/{made.slug}/manage/files/", {"text": "name\nA"}).status_code == 403
    client.force_login(director())
    assert client.get(f"/events/{made.slug}/manage/files/").status_code in (403, 404)
