"""Every API address refuses words that it does not take in its query, and values of another kind than its schema says."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from accounts.models import User
from clubs.models import Club, ClubRatingList
from games.models import Match
from ladders.models import Ladder
from ratings.models import RatingList
from series.models import Series
from tableclock.models import ClockLink, LinkPurpose
from tests.tournaments.making import NOW, director, join, started
from tournaments.models import Event, PlayingTable, TablePool, Tournament
from web.query_params import query_params_of
from webhooks.models import WebhookEndpoint

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]

CODE = "2tdshjw9575s"


@pytest.fixture
def described(client: Client) -> dict[str, Any]:
    paths: dict[str, Any] = client.get("/api/v1/schema/?format=json").json()["paths"]
    return paths


@pytest.fixture
def played() -> tuple[Tournament, Match, User]:
    boss = director()
    made = started(4, organizer=boss)
    pool = TablePool.objects.create(tournament=made, created_at=NOW)
    table = PlayingTable.objects.create(table_pool=pool, number=1)
    ClockLink.objects.create(
        code=CODE, purpose=LinkPurpose.CLOCK, table=table, by=boss, created_at=NOW
    )
    club = Club.objects.create(slug=made.slug, name="Club", created_at=NOW)
    ClubRatingList.objects.create(club=club, changed_at=NOW)
    Ladder.objects.create(slug=made.slug, club=club, name="Ladder", created_at=NOW)
    event = Event.objects.create(
        slug=made.slug, name="Open", starts_on=NOW.date(), ends_on=NOW.date(), organizer=boss,
        is_public=True,
    )  # fmt: skip
    RatingList.objects.create(event=event, changed_at=NOW)
    Series.objects.create(slug=made.slug, name="Season", organizer=boss, created_at=NOW)
    WebhookEndpoint.objects.create(
        pk=1, owner=boss, url="https://example.org/", secret="-", event_types=["match.finished"], created_at=NOW
    )  # fmt: skip
    return made, join(made, "W1.1"), boss


def asked(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every address that is read under /api/v1, and the schemas of what stands in its query."""
    for path, operations in described.items():
        if "get" in operations and path.startswith("/api/v1/") and "/schema" not in path:
            listed = operations["get"].get("parameters", [])
            yield path, {item["name"]: item["schema"] for item in listed if item["in"] == "query"}


def filled(path: str, played: tuple[Tournament, Match, User]) -> str:
    made, match, _boss = played
    values = {
        "slug": made.slug,
        "match_id": match.pk,
        "kind": "mat",
        "code": CODE,
        "period": "2026",
    }
    for name in re.findall(r"{(\w+)}", path):
        values.setdefault(name, 1)
    if "/players/" in path:
        values["id"] = match.seats.order_by("seat").values_list("player_id", flat=True)[0]
    return path.format_map(values)


def test_the_words_of_each_view_are_those_of_the_schema(
    described: dict[str, Any], played: tuple[Tournament, Match, User]
) -> None:
    compared = 0
    for path, words in asked(described):
        view: Any = resolve(filled(path, played)).func
        assert query_params_of(view.cls) == set(words), path
        compared += bool(words)
    assert compared >= 8


def test_an_unknown_word_is_refused_everywhere(
    described: dict[str, Any], played: tuple[Tournament, Match, User]
) -> None:
    desk = Client()
    desk.force_login(played[2])
    for path, _words in asked(described):
        answer = desk.get(f"{filled(path, played)}?statsu=running")
        assert answer.status_code == 400, path
        assert answer.json()["code"] == "unknown_parameter", path
        assert "statsu" in answer.json()["detail"]


WRONG = {
    "integer": ("x", "1.5", "", "null", "-1", "1e3", "%C2%B2"),
    "boolean": ("x", "null", "2", "yes"),
}


def test_a_value_of_another_kind_is_refused_everywhere(
    described: dict[str, Any], played: tuple[Tournament, Match, User], client: Client
) -> None:
    tried = 0
    client.force_login(played[2])
    for path, words in asked(described):
        for word, schema in words.items():
            for value in WRONG.get(schema.get("type", ""), ()):
                answer = client.get(f"{filled(path, played)}?{word}={value}")
                assert answer.status_code == 400, (path, word, value)
                assert answer.json()["code"] in {"bad_request", "invalid"}
                tried += 1
    assert tried > 60


def test_what_the_schema_takes_is_taken(
    described: dict[str, Any], played: tuple[Tournament, Match, User], client: Client
) -> None:
    right = {"integer": "1", "boolean": "true"}
    client.force_login(played[2])
    for path, words in asked(described):
        for word, schema in words.items():
            value = right.get(schema.get("type", ""))
            if value is not None:
                answer = client.get(f"{filled(path, played)}?{word}={value}")
                assert answer.status_code == 200, (path, word)


def test_a_page_that_there_is_not_is_missing_and_a_size_has_its_bounds(client: Client) -> None:
    assert client.get("/api/v1/players?page=7").status_code == 404
    assert client.get("/api/v1/players?page=0").status_code == 404
    assert client.get("/api/v1/players?page_size=0").json()["code"] == "bad_request"
    assert client.get("/api/v1/players?page_size=5000").status_code == 200


@pytest.mark.parametrize(
    "empty", ["matches?kind=", "matches?status=", "tournaments?finished_before=", "matches?player="]
)
def test_a_filter_without_a_value_is_refused(client: Client, empty: str) -> None:
    answer = client.get(f"/api/v1/{empty}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_search_for_nothing_finds_everything(client: Client) -> None:
    assert client.get("/api/v1/players?search=").status_code == 200


def test_an_empty_bracket_is_none(client: Client, played: tuple[Tournament, Match, User]) -> None:
    for leaf in ("rounds", "bracket", "standings"):
        answer = client.get(f"/api/v1/tournaments/{played[0].slug}/{leaf}?bracket=")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_the_schema_describes_the_events_of_the_stream(described: dict[str, Any]) -> None:
    stream = described["/live/matches/{match_id}/stream"]["get"]["responses"]["200"]
    event = stream["content"]["text/event-stream"]["schema"]
    assert event["type"] == "object"
    assert set(event["required"]) == {"event", "data"}
