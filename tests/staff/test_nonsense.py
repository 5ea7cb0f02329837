"""What no page of the administration sends, such as an address typed over or a form of another program, breaks none of them."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.staff.people import root, user
from tests.tournaments.making import tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]
NO_KEYS = [
    "",
    "abc",
    "\x00",
    "9" * 25,
    "9" * 5000,
    "3f2504e0-4f89",
    "-1",
    "NaN",
    "\u0663" * 9,
]  # Python reads the last as 333,333,333


@pytest.fixture
def browser() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(root())
    return client


@pytest.mark.parametrize("key", NO_KEYS)
@pytest.mark.parametrize("page", ["accounts/user", "games/match", "games/failedtask"])
def test_a_tick_without_a_row_is_ignored(browser: Client, page: str, key: str) -> None:
    actions = {"accounts/user": "suspend_users", "games/failedtask": "retry_them"}
    sent = {"action": actions.get(page, "close_matches"), "_selected_action": key}
    assert browser.post(f"/admin/{page}/", sent).status_code == 302


def test_what_is_ticked_besides_is_done(browser: Client) -> None:
    tiina = user("tiina")
    sent: dict[str, Any] = {"action": "suspend_users", "_selected_action": ["abc", tiina.pk]}
    browser.post("/admin/accounts/user/", sent)
    assert User.objects.get(pk=tiina.pk).is_suspended


@pytest.mark.parametrize("key", NO_KEYS[1:])
def test_a_choice_that_is_none_is_refused_on_its_form(browser: Client, key: str) -> None:
    sent: dict[str, Any] = {"user": key, "email": "typed@example.org"}
    answer = browser.post("/admin/account/emailaddress/add/", sent)
    assert answer.status_code == 200
    assert "typed@example.org" in answer.content.decode()
    page = f"/admin/tournaments/tournament/{tournament().pk}/change/"
    sent = {"organizer": key, "directors": [key, key]}
    assert browser.post(page, sent).status_code == 200


@pytest.mark.parametrize("query", ["id__regex=(((((", "username__iregex=(a%2B)%2B$", "id__in=x"])
def test_no_pattern_out_of_an_address_reaches_the_database(browser: Client, query: str) -> None:
    assert browser.get(f"/admin/accounts/user/?{query}").status_code in {302, 400}


@pytest.mark.parametrize("year", ["0", "-1", "9999", "99999", "9" * 20])
@pytest.mark.parametrize(
    "filter_of",
    ["games/failedtask/?at__year=", "tournaments/tournament/?created_at__year="],
)
def test_a_year_that_no_calendar_has_filters_nothing(
    browser: Client, filter_of: str, year: str
) -> None:
    assert browser.get(f"/admin/{filter_of}{year}").status_code in {200, 302}


@pytest.mark.parametrize("days", ["9999-12-31", "0001-01-01", "0001-01-01..9999-12-31", "99999"])
def test_days_at_the_end_of_time_filter_nothing(browser: Client, days: str) -> None:
    assert browser.get(f"/admin/accounts/player/?sat={days}").status_code == 200


def test_a_name_that_is_none_is_refused_on_its_page(browser: Client) -> None:
    twice, stored, endless = user("twice").player, tournament(), "x" * 70_000
    for page, field in (
        (f"accounts/player/{twice.pk}/merge/", "player"),
        (f"tournaments/tournament/{stored.pk}/hand-over/", "to"),
    ):
        answer = browser.post(f"/admin/{page}", {field: endless, "reason": "As they asked."})
        assert answer.status_code == 422
        assert "As they asked." in answer.content.decode()
