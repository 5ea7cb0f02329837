"""How somebody likes the table: kept with the login, checked against one list, never in the way of the page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.logins import create_login
from accounts.table_prefs import KNOWN, usable_prefs

pytestmark = pytest.mark.django_db
PREFS_JS = Path(__file__).resolve().parents[2] / "static/js/table/settings/prefs.js"


@pytest.fixture
def user(client: Client) -> User:
    user = create_login("tiina", "tiina@example.org", "a long pass phrase", name="Tiina Mets")
    client.force_login(user)
    return user


def put(client: Client, body: Any) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    return client.put(reverse("table-prefs"), text, content_type="application/json")


def test_preferences_are_kept_with_the_login(client: Client, user: User) -> None:
    chosen = {"board": "slate", "confirm": False, "volume": 20}
    assert put(client, chosen).json() == chosen
    user.refresh_from_db()
    assert user.table_prefs == chosen
    assert client.get(reverse("table-prefs")).json() == chosen


@pytest.mark.parametrize(
    "body",
    [
        {"board": "gold"},
        {"colour": "light"},
        {"confirm": 1},
        {"volume": True},
        {"volume": 61},
        {"board": ["club"]},
        ["board"],
        "null",
        "{",
        {"board": "club" * 1000},
    ],
)
def test_what_is_not_on_the_list_is_refused(client: Client, user: User, body: Any) -> None:
    answer = put(client, body)
    assert answer.status_code == 400
    assert answer.json()["code"]
    user.refresh_from_db()
    assert user.table_prefs == {}


def test_nobody_without_a_login_and_its_token_writes_them(client: Client, user: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    assert put(strict, {"board": "slate"}).status_code == 403
    assert put(Client(), {"board": "slate"}).status_code in (401, 403)


@pytest.mark.parametrize("stored", [None, [], "club", {"board": "gold", "pips": "yes", "old": 1}])
def test_a_damaged_stored_value_counts_as_none(stored: Any) -> None:
    assert usable_prefs(stored) == {}


def test_good_values_beside_damaged_ones_are_used() -> None:
    assert usable_prefs({"board": "sea", "pips": 0, "gone": True}) == {"board": "sea"}


def test_the_page_knows_the_same_list() -> None:
    block = re.search(r"ALLOWED = (\{.*?\n\});", PREFS_JS.read_text(), re.DOTALL)
    assert block
    allowed = json.loads(re.sub(r",(\s*[}\]])", r"\1", block[1]))
    assert {name: tuple(values) for name, values in allowed.items()} == dict(KNOWN)
