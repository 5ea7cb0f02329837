"""What docs/api.md shows whole is what a site answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope
from accounts.services.tokens import create_token
from tests.doc_examples import Message, examples, exchange
from tests.tournaments.making import pairing, started
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGE = "api.md"
RESULT = "POST /api/v1/tournaments/autumn-open/rulings"
LEFT_OUT = {
    "Allow", "Content-Security-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy",
    "Referrer-Policy", "X-Content-Type-Options", "X-Frame-Options",
}  # fmt: skip
"""Headers that protect browsers."""
BY_THE_SERVER = {"Date"}
"""Not written by Django."""


@pytest.fixture
def autumn_open() -> Tournament:
    return started(4, name="Autumn Open")


@pytest.fixture
def token(autumn_open: Tournament) -> str:
    assert autumn_open.organizer is not None
    scopes: list[str] = [Scope.READ, Scope.PLAY, Scope.DIRECT]
    return create_token(autumn_open.organizer, "desk", scopes)[1]


def ask(shown: Message, token: str, key: str, **changed: Any) -> Any:
    """Send a request as it is shown, for the ids and the version of this scene."""
    method, path, _version = shown.first.split()
    headers = {name: text for name, text in shown.headers.items() if name != "Host"}
    headers |= {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    if "version" in changed:
        headers["If-Match"] = f'"{changed.pop("version")}"'
    body = json.dumps(shown.data | changed)
    return Client().generic(
        method, path, body, content_type=headers["Content-Type"], headers=headers
    )


def test_a_result_its_repetition_and_a_change_in_the_meantime(
    autumn_open: Tournament, token: str
) -> None:
    request, shown = exchange(PAGE, RESULT)
    refusal = examples(PAGE)[2]
    first = pairing(autumn_open, "W1.1")
    winner, loser = (slot.entry_id for slot in first.slots.order_by("side"))
    autumn_open.refresh_from_db()
    scene = {"pairing": first.pk, "winner": winner, "loser": loser, "version": autumn_open.version}
    answer = ask(request, token, "key-1", **scene)
    assert answer.status_code == shown.status == 201, answer.content
    assert answer.json().keys() == shown.data.keys()
    same = ("verb", "about", "reason", "undone", "can_undo")
    assert {name: answer.json()[name] for name in same} == {name: shown.data[name] for name in same}
    assert set(answer.headers) - LEFT_OUT == set(shown.headers) - BY_THE_SERVER
    again = ask(request, token, "key-1", **scene)
    assert (again.content, again["Idempotency-Replayed"]) == (answer.content, "true")
    late = ask(request, token, "key-2", **scene)
    assert (late.status_code, late.json()) == (refusal.status, refusal.data)
    assert late["Content-Length"] == refusal.headers["Content-Length"]


def test_a_field_that_is_wrong(token: str) -> None:
    shown = examples(PAGE)[3]
    answer = Client().post(
        "/api/v1/tournaments",
        {"name": "", "lenghts": [3]},
        "application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (answer.status_code, answer.json()) == (shown.status, shown.data)


def test_what_is_unchanged_is_not_sent_again(autumn_open: Tournament) -> None:
    request, shown = exchange(PAGE, "GET /api/v1/tournaments/autumn-open")
    path = request.first.split()[1]
    etag = Client().get(path)["ETag"]
    answer = Client().get(path, headers={"If-None-Match": etag})
    assert (answer.status_code, answer["ETag"]) == (shown.status, etag)
    assert answer["Cache-Control"] == shown.headers["Cache-Control"]
