"""Values that no database column and no time zone can hold are refused, and break nobody else's page."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.setup.filled_form import FORM
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]
HUGE = 10**30


def make(client: Client, **fields: Any) -> Any:
    body = json.dumps({"name": "Nonsense Open"} | fields)
    return client.post("/api/v1/tournaments", body, content_type="application/json")


@pytest.mark.parametrize("name", ["entry_limit", "seeded_top"])
@pytest.mark.parametrize("value", [4097, 2**31, 2**63, HUGE, "9" * 900])
def test_no_number_is_too_large_to_refuse(
    client: Client, boss: User, name: str, value: object
) -> None:
    assert make(client, **{name: value}).status_code == 400


@pytest.mark.parametrize("when", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
def test_a_start_at_the_end_of_time_breaks_no_page(client: Client, boss: User, when: str) -> None:
    """In a zone to the east (or west) such a moment has no date at all."""
    answer = make(client, starts_at=when)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_start")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": {"preset": "standard", "kind": "simple", "note": "\x00"}},
        {"clock": {"preset": "standard", "kind": "simple", "delay_ms": 5}},
        {"name": "\u200b\u202e\u200b"},
    ],
)
def test_nothing_unread_is_stored(client: Client, boss: User, fields: dict[str, Any]) -> None:
    assert make(client, **fields).status_code == 400


@pytest.mark.parametrize("name", ["kind", "length", "games", "preset"])
def test_what_a_round_decides_is_not_an_option_of_the_rules(
    client: Client, boss: User, name: str
) -> None:
    assert make(client, rules={name: "\x00"}).status_code == 201
    rules = Tournament.objects.get().rules
    assert (rules["kind"], rules["length"], rules["preset"]) == ("match", 1, "tournament")


def test_a_name_is_one_line_whichever_way_it_comes(client: Client, boss: User) -> None:
    assert make(client, name="Spring\r\nBcc: all@example.org").status_code == 201
    made = Tournament.objects.get()
    assert made.name == "Spring Bcc: all@example.org"
    client.post(f"/tournaments/{made.slug}/manage/settings/", FORM | {"name": "Spring\nOpen"})
    made.refresh_from_db()
    assert made.name == "Spring Open"


@pytest.mark.parametrize(
    "address",
    [
        "/watch/?limit=-1",
        f"/watch/?limit={HUGE}",
        "/matches/new/players/?player=%00ab",
        f"/matches/new/?player={HUGE}",
        "/players/?q=%00ab&page=-1",
        f"/players/{HUGE}/",
        f"/api/v1/matches?player={HUGE}",
        "/api/v1/matches?player=1.5",
        "/api/v1/players?search=%00",
        f"/api/v1/players/{HUGE}",
        f"/tournaments/?page={HUGE}&status=%00",
    ],
)
def test_no_query_breaks_a_page(client: Client, boss: User, address: str) -> None:
    assert client.get(address).status_code < 500


def test_a_body_too_large_to_read_is_answered_as_the_api_answers(
    client: Client, boss: User
) -> None:
    answer = make(client, description="x" * 3_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
