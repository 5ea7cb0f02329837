"""What a JSON file of a match may say in words: what no database can hold is refused with its line."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.records.kinds import KINDS
from tests.games.records.test_own_files import PLAYED, played
from tests.games.services.tables import person
from tests.keeping import forget

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]
NO_TEXT = ("a\0b", "\ud800", "x\udfff")
RULING = {"kind": "score", "points": {"A": 0}}


@pytest.fixture
def ann() -> User:
    forget()
    user = person("Ann").user
    assert user is not None
    return user


def handed_in(user: User, kind: str, payload: dict[str, Any]) -> Any:
    data = json.loads(KINDS["json"].write(played(3, PLAYED["tournament-match"], ())))
    data["log"].insert(5, {"seq": 6, "seat": "", "kind": kind, "payload": payload})
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client.post("/api/v1/matches/import", json.dumps(data), content_type="application/json")


@pytest.mark.parametrize("text", NO_TEXT)
@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("ruling", {**RULING, "reason": "?"}),
        ("ruling", {**RULING, "by": "?"}),
        ("flag", {"at": "?"}),
        ("forfeit", {"losers": ["A"], "reason": "?"}),
    ],
)
def test_words_that_are_not_text_are_refused(
    ann: User, kind: str, payload: dict[str, Any], text: str
) -> None:
    payload = {name: text if value == "?" else value for name, value in payload.items()}
    answer = handed_in(ann, kind, payload)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_action")
    assert not Match.objects.exists()


@pytest.mark.parametrize("text", ["Zażółć", "د‌ی", "two\nlines", "👨‍👩‍👧"])
def test_words_in_any_script_are_kept(ann: User, text: str) -> None:
    answer = handed_in(ann, "ruling", {**RULING, "reason": text})
    assert answer.status_code == 201
    match = Match.objects.get(pk=answer.json()["id"])
    assert text in [action.payload.get("reason") for action in match.actions.all()]
