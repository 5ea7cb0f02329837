"""Where a number names a row or a span, whatever else is written there is refused or passed over: never a broken page."""

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.staff.people import root, signed_in
from tests.tournaments.making import director, entered

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]
NO_NUMBERS = ("²", "٣", "9" * 5000, "-1", "1e3", "9" * 19)


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_the_desk_bears_what_is_not_a_number(number: str) -> None:
    boss = director()
    made = entered(2, organizer=boss)
    client = Client(raise_request_exception=False)
    client.force_login(boss)
    desk = f"/tournaments/{made.slug}/manage"
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        (f"{desk}/check-in/", {"do": "remove_missing", "expected": number}),
        (f"{desk}/check-in/", {"do": "here", "entry": number}),
        (f"{desk}/clocks/", {"do": f"pause:{number}", "reason": "x"}),
        (f"{desk}/clocks/", {"do": f"pause_round:{number}", "reason": "x"}),
    )
    for address, text in asked:
        assert client.post(address, text).status_code < 500, (address, text)
    assert made.entries.filter(status="active").count() == 2


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_the_administration_bears_what_is_not_a_number(number: str) -> None:
    client = signed_in(root())
    client.raise_request_exception = False
    assert client.get("/admin/", {"days": number}).status_code == 200
    players = reverse("admin:accounts_player_changelist")
    assert client.get(players, {"sat": number}).status_code < 400


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_no_row_of_the_administration_has_such_a_number(number: str) -> None:
    client = signed_in(root())
    client.raise_request_exception = False
    asked = [
        reverse(f"admin:{get_url.name}", args=[number])
        for model in admin.site._registry.values()
        for get_url in model.get_urls()
        if get_url.name and "object_id" in str(get_url.pattern)
    ]
    assert len(asked) > 20
    answers = {address: client.get(address).status_code for address in asked}
    assert {address: code for address, code in answers.items() if code >= 500} == {}
