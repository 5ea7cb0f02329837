"""The form that makes a tournament: what it takes, what it refuses, and what it says while one types."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.services.logins import create_login
from tests.tournaments.setup.filled_form import FORM
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def desk(of: Tournament) -> str:
    return f"/tournaments/{of.slug}/manage/"


def test_an_unverified_account_is_told_to_confirm_its_address_first(client: Client) -> None:
    client.force_login(create_login("new", "new@example.org", "pw", verified=False))
    answer = client.get("/tournaments/new/full/")
    assert "One step left: confirm your email address" in answer.content.decode()
    assert [sent.to for sent in mail.outbox] == [["new@example.org"]]
    client.post("/tournaments/new/full/", FORM)
    assert not Tournament.objects.exists()


def test_the_form_makes_a_draft_with_everything_said(client: Client, boss: User) -> None:
    assert client.get("/tournaments/new/full/").status_code == 200
    answer = client.post("/tournaments/new/full/", FORM | {"third_place": "on", "r-holland": "on"})
    assert answer.status_code == 302
    made = Tournament.objects.get()
    assert (made.organizer, made.status, made.lengths) == (boss, "draft", [9, 7])
    assert made.starts_at is not None
    assert made.starts_at.isoformat() == "2096-07-04T12:00:00+00:00"
    assert (made.rules["holland"], made.rules["preset"]) == (True, "tournament")
    assert made.clock == {"preset": "standard", "kind": "simple"}
    assert made.options == {"third_place": True}
    assert "Harbour Open" in client.get(desk(made)).content.decode()


def test_no_clock_is_a_clock_too(client: Client, boss: User) -> None:
    client.post("/tournaments/new/full/", FORM | {"clock": "none"})
    assert Tournament.objects.get().clock is None


def test_results_can_be_delayed_with_a_delay(client: Client, boss: User) -> None:
    client.post(
        "/tournaments/new/full/", FORM | {"spectator_delay_s": "300", "delay_results": "on"}
    )
    made = Tournament.objects.get()
    assert (made.spectator_delay_s, made.delay_results) == (300, True)
    page = client.get(f"/tournaments/{made.slug}/manage/settings/").content.decode()
    assert re.search(r'name="delay_results"[^>]*checked', page)


@pytest.mark.parametrize("preset", ["ee_collection_classique", "pl_match", "fi_international",
                                    "sr_nocube", "tournament", "money"])  # fmt: skip
def test_every_rule_book_can_be_chosen(client: Client, boss: User, preset: str) -> None:
    assert client.post("/tournaments/new/full/", FORM | {"r-preset": preset}).status_code == 302


@pytest.mark.parametrize(
    "nonsense",
    [
        {"name": ""}, {"name": "  "}, {"name": "---"}, {"name": "x" * 121}, {"name": "a\x00b"},
        {"description": "x" * 4001}, {"starts_at": "tomorrow"}, {"starts_at": "9999-12-31T23:59"},
        {"starts_at": "2096-07-04T15:00+02:00"}, {"starts_at": "2020-01-01T12:00"}, {"starts_at": "0001-01-01T00:00"},
        {"time_zone": "Mars/Olympus"}, {"time_zone": ""}, {"entry_limit": "1"},
        {"entry_limit": "-5"}, {"entry_limit": "99999999999999999999"}, {"entry_limit": "many"},
        {"length_final": "0"}, {"length_final": "100"}, {"length_semi": ""},
        {"length_earlier": "7.5"}, {"clock": "hourglass"}, {"clock_kind": "x"},
        {"join_minutes": "0"}, {"draw_method": "x"}, {"spectator_delay_s": "-1"},
        {"spectator_delay_s": "0", "delay_results": "on"},
        {"r-preset": "chess"}, {"r-opening_roll": ""}, {"r-cube_cap": "3"}, {"r-murphy_limit": "99"},
        {"r-max_beavers": "-1"}, {"r-holland": "on", "r-crawford": ""},
    ],
    ids=str,
)  # fmt: skip
def test_nonsense_in_the_form_is_told_and_nothing_is_made(
    client: Client, boss: User, nonsense: dict[str, str]
) -> None:
    data = {
        name: value for name, value in (FORM | nonsense).items() if value or name != "r-crawford"
    }
    answer = client.post("/tournaments/new/full/", data)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'class="error"' in html or "notice--danger" in html
    assert not Tournament.objects.exists()


def test_an_empty_form_does_not_break_the_server(client: Client, boss: User) -> None:
    assert client.post("/tournaments/new/full/", {}).status_code == 422
    assert client.post("/tournaments/new/rules/", {}).status_code == 200


def part(client: Client, **changes: str) -> str:
    answer = client.post("/tournaments/new/rules/", FORM | changes)
    assert answer.status_code == 200
    return answer.content.decode()


def test_choosing_a_book_sets_its_switches(client: Client, boss: User) -> None:
    html = part(client, **{"changed": "preset", "r-preset": "sr_nocube"})
    assert 'value="reroll_pair" selected' in html
    assert "usually played with the doubling cube" in html


def test_what_is_unusual_is_told_while_typing(client: Client, boss: User) -> None:
    assert "Warnings" not in part(client, changed="switch")
    assert "odd number" in part(client, changed="switch", length_semi="6")
    assert "Jacoby rule is unusual" in part(client, **{"changed": "switch", "r-jacoby": "on"})
    for typed in ("", "x", "0", "-1", "999999999999", "²"):
        part(client, changed="switch", length_final=typed)


UNUSUAL = {"r-jacoby": "on", "r-max_beavers": "3"}


def test_unusual_switches_are_stored_told_and_on_the_rule_card(client: Client, boss: User) -> None:
    html = part(client, **{"changed": "switch"} | UNUSUAL)
    assert "Jacoby rule is unusual" in html
    client.post("/tournaments/new/full/", FORM | UNUSUAL)
    made = Tournament.objects.get()
    assert (made.rules["jacoby"], made.rules["max_beavers"]) == (True, 3)
    assert "Jacoby rule is unusual" in client.get(desk(made)).content.decode()
    card = client.get(f"/tournaments/{made.slug}/rules/").content.decode()
    assert "Jacoby" in card
    assert "eaver" in card


def test_an_answer_about_a_switch_replaces_the_warnings_only(client: Client, boss: User) -> None:
    """What is ticked while an answer is under way must not be undone by it."""
    html = client.get("/tournaments/new/full/").content.decode()
    outer, inner = html.split('id="rules-form"')[1].split("hx-post")[1:3]
    assert 'hx-select="#rules-warnings"' in outer
    assert 'hx-target="#rules-warnings"' in outer
    assert 'hx-select="#rules-form"' in inner
    assert 'hx-disabled-elt="#rules-switches"' in inner
    switches, warnings = html.index('id="rules-switches"'), html.index('id="rules-warnings"')
    assert switches < html.index('name="r-jacoby"') < warnings
