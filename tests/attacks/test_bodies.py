"""JSON that Python reads and nothing else takes: refused as a bad request, never a failure."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import ChatLine, Match
from tests.games.services.tables import START, Sitting, playing
from tests.tournaments.making import director, started
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]
BODIES = {
    "deep": b"[" * 1_500,
    "very deep": b"[" * 100_000,
    "deep in a field": b'{"reason":' + b"[" * 1_900,
    "deep objects": b'{"a":' * 1_200,
    "half a character as a name": b'{"\\ud800": 1}',
    "half a character": b'{"reason": "\\uDfff", "name": "\\ud800", "key": "k", "text": "\\ud800"}',
    "half a character, escaped twice": b'{"reason": ["a", {"b": "\\\\\\ud83d"}]}',
}


@pytest.fixture
def sitting() -> Sitting:
    return playing(length=3)


def client_of(user: User | None) -> Client:
    client = Client(raise_request_exception=False)
    assert user is not None
    client.force_login(user)
    return client


def said_by_b(match: Match) -> ChatLine:
    author = match.seats.get(seat="B").player
    return ChatLine.objects.create(
        match=match, room="players", author=author, text="hi", at=START, key="k"
    )


@pytest.mark.parametrize("name", BODIES)
def test_bodies_that_nothing_can_use_are_refused(sitting: Sitting, name: str) -> None:
    boss = director()
    slug = started(4, organizer=boss).slug
    player = sitting.match.seats.get(seat="A").player.user
    asked: list[tuple[User | None, str, str]] = [
        (player, "put", "/profile/table/"),
        (player, "post", f"/api/v1/chat/lines/{said_by_b(sitting.match).pk}/report"),
        (player, "post", f"/api/v1/matches/{sitting.match.pk}/chat"),
        (player, "post", f"/api/v1/matches/{sitting.match.pk}/actions"),
        (player, "post", "/api/v1/tokens"),
        (boss, "post", "/api/v1/tournaments"),
        (boss, "patch", f"/api/v1/tournaments/{slug}"),
    ]
    for user, method, address in asked:
        send: Any = getattr(client_of(user), method)
        answer = send(address, BODIES[name], content_type="application/json")
        chat = address.endswith("/chat")  # keeps what can be seen of a line
        assert answer.status_code in ((200, 400, 413) if chat else (400, 413)), (address, answer)
        assert chat or answer.json()["code"]


def test_a_whole_pair_is_a_character(sitting: Sitting) -> None:
    line = said_by_b(sitting.match)
    client = client_of(sitting.match.seats.get(seat="A").player.user)
    body = b'{"reason": "rude \\ud83d\\ude00"}'
    address = f"/api/v1/chat/lines/{line.pk}/report"
    assert client.post(address, body, content_type="application/json").status_code == 204
    assert line.reports.get().reason == "rude \U0001f600"


@pytest.mark.parametrize(
    "body",
    [
        b'{"name": "One", "name": "Two"}',
        b'{"name": "One", "rules": {"jacoby": true, "jacoby": false}}',
        b'{"name": "One", "options": {"rounds": 1e400}}',
        b'{"name": "One", "prize_pool": -1e999}',
    ],
)
def test_what_can_be_said_in_json_and_not_be_meant_is_refused(body: bytes) -> None:
    boss = director()
    answer = client_of(boss).post("/api/v1/tournaments", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    assert not Tournament.objects.exists()
