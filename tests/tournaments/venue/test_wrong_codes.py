"""Codes of slips and check-ins cannot be guessed on: who tried too many wrong ones waits, for right ones, too."""

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.keeping import forget
from tests.tournaments.venue.room import on_board, slip

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("page", ["t", "c"])
def test_a_right_code_is_not_told_apart_once_too_many_wrong_ones_were_tried(page: str) -> None:
    forget()
    stored = slip(on_board(4), "W1.1")
    with time_machine.travel(timezone.now().replace(second=1), tick=False):
        for n in range(40):
            assert Client().get(f"/{page}/wrong{n}/").status_code == 404
        assert Client().get(f"/t/{stored.code}/").status_code == 429
        assert Client().get(f"/t/{stored.code}/", REMOTE_ADDR="198.51.100.7").status_code == 200


def test_behind_the_proxy_each_visitor_is_counted_apart(settings: Settings) -> None:
    forget()
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    proxied = {"REMOTE_ADDR": "172.18.0.2"}
    with time_machine.travel(timezone.now().replace(second=1), tick=False):
        for n in range(40):
            Client().get(f"/t/wrong{n}/", headers={"X-Forwarded-For": "203.0.113.9"}, **proxied)
        codes = [
            Client().get("/t/wrong/", headers={"X-Forwarded-For": who}, **proxied).status_code
            for who in ("203.0.113.9", "198.51.100.7", "203.0.113.7, 203.0.113.9")
        ]
    assert codes == [429, 404, 429]


def test_somebody_logged_in_is_counted_for_themselves() -> None:
    forget()
    made = on_board(4)
    stored = slip(made, "W1.1")
    desk = Client()
    desk.force_login(made.organizer)
    with time_machine.travel(timezone.now().replace(second=1), tick=False):
        for n in range(40):
            Client().get(f"/t/wrong{n}/")
        assert desk.get(f"/t/{stored.code}/").status_code == 200
