"""The facts of an event's page: typed once, checked, copied with the event, and read by programs."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director
from tournaments.event.services import cloning, events
from tournaments.models import Event
from web.errors import DomainError

pytestmark = pytest.mark.django_db

FACTS: dict[str, str] = {
    "address": "Lootsi 14, Tallinn",
    "map_url": "https://www.openstreetmap.org/node/1",
    "website": "https://harbour.example/",
    "contact_name": "Kristiina Rand",
    "contact_email": "harbour@example.org",
    "contact_phone": "+372 5555 0142",
    "hotel": "Hotel Tuuletorn\n€74 a night",
    "hotel_url": "http://tuuletorn.example/",
    "schedule": "18:00 Doors open\n\n10:00 Open begins",
    "thanks": "Boards Ltd https://boards.example/",
    "colour": "wine",
    "rules": "Be on time.",
    "payment_text": "By transfer to the club",
    "payment_url": "https://pay.example/",
    "payment_reference": "HO26",
}


def typed(client: Client, **changed: str) -> Any:
    """The settings as the form offers them, sent with these changes."""
    form = client.get("/events/rhine-open/manage/settings/").context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    return client.post("/events/rhine-open/manage/settings/", values | changed)


def test_what_is_typed_stands_in_the_event_and_again_in_the_form(client: Client) -> None:
    client.force_login(boss := director())
    made = event("league", boss)
    assert typed(client, **FACTS).status_code == 302
    made.refresh_from_db()
    assert {name: getattr(made, name) for name in FACTS} == FACTS
    assert set(FACTS) == set(events.FACTS)
    assert typed(client).status_code == 302
    made.refresh_from_db()
    assert {name: getattr(made, name) for name in FACTS} == FACTS


@pytest.mark.parametrize(
    "wrong",
    [
        {"map_url": "javascript:alert(1)"}, {"website": "ftp://files.example/"},
        {"hotel_url": "data:text/html,x"}, {"payment_url": "javascript:alert(1)"}, {"contact_email": "nobody"}, {"colour": "pink"},
        {"address": "x" * 201}, {"schedule": "x" * 4001}, {"website": "https://a.example/" + "x" * 500},
    ],
    ids=lambda wrong: next(iter(wrong)),
)  # fmt: skip
def test_a_wrong_fact_is_refused_and_the_folded_part_is_open(
    client: Client, wrong: dict[str, str]
) -> None:
    client.force_login(boss := director())
    made = event("league", boss)
    answer = typed(client, **wrong)
    assert answer.status_code == 422
    assert answer.context["form"].facts_open
    assert set(answer.context["form"].errors) == set(wrong)
    with pytest.raises(DomainError) as refused:
        events.change(made.pk, by=boss, **wrong)
    assert refused.value.status == 400
    made.refresh_from_db()
    assert {getattr(made, name) for name in FACTS} == {""}


def test_an_address_without_its_scheme_is_one_of_https(client: Client) -> None:
    client.force_login(boss := director())
    event("league", boss)
    typed(client, website="harbour.example")
    assert Event.objects.get().website == "https://harbour.example"


def test_a_clone_has_the_same_facts() -> None:
    boss = director()
    made = events.change(event("league", boss).pk, by=boss, **FACTS)
    copy = cloning.clone_event(
        made.pk, by=boss, now=NOW, name="Rhine Open 2027", starts_on=date(2027, 12, 3)
    )
    assert {name: getattr(copy, name) for name in FACTS} == FACTS


def test_programs_read_the_facts_of_a_public_event(client: Client) -> None:
    boss = director()
    made = events.change(event("league", boss).pk, by=boss, **FACTS)
    events.publish(made.pk, by=boss, shown=True)
    answer = client.get("/api/v1/events/rhine-open")
    assert FACTS.items() <= answer.json().items()
    events.change(made.pk, by=boss, address="Elsewhere 1")
    assert client.get("/api/v1/events/rhine-open").json()["address"] == "Elsewhere 1"
