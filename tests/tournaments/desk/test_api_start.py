"""Starting by the API a tournament that checks in: who is missing is told first, and drawn only if the program says so."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.making import NOW, director, entered, entry
from tournaments.entry.services import bots, check_in
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def starts(of: Tournament, by: User | None = None, **sent: object) -> Any:
    program = APIClient()
    program.force_authenticate(by or of.organizer)
    return program.post(f"/api/v1/tournaments/{of.slug}/start", sent, format="json")


def checks_in(of: Tournament, *names: object) -> Tournament:
    check_in.open_check_in(of.pk, by=of.organizer, now=NOW)
    for name in names:
        check_in.check_in(entry(of, name).pk, by=of.organizer, now=NOW)
    return of


def status(of: Tournament) -> str:
    return Tournament.objects.get(pk=of.pk).status


def test_it_is_refused_and_names_who_is_missing() -> None:
    made = checks_in(entered(4), 1, 3)
    answer = starts(made)
    assert answer.status_code == 409
    assert answer.json() == {
        "code": "not_checked_in",
        "detail": "Entries not checked in: 2. Nothing has been drawn yet.",
        "missing": [{"id": entry(made, name).pk, "name": name} for name in ("2", "4")],
    }
    assert status(made) == "open"


def test_all_are_drawn_if_the_program_says_so() -> None:
    made = checks_in(entered(4), 1, 3)
    assert starts(made, draw_missing=False).status_code == 409
    answer = starts(made, draw_missing=True)
    assert (answer.status_code, answer.json()["status"]) == (200, "running")
    assert made.entries.filter(status="active").count() == 4


def test_everybody_there_is_drawn_at_once() -> None:
    assert starts(checks_in(entered(2), 1, 2)).json()["status"] == "running"


def test_bots_are_always_there() -> None:
    made = entered(2)
    bots.add_bots(made.pk, by=made.organizer, number=2, now=NOW)
    checks_in(made, 1)
    assert [entry["name"] for entry in starts(made).json()["missing"]] == ["2"]
    checks_in(made, 2)
    assert starts(made).status_code == 200


def test_a_stranger_is_not_told_who_is_missing() -> None:
    made = checks_in(entered(2))
    answer = starts(made, director())
    assert (answer.status_code, answer.json()["code"]) == (403, "not_a_director")
    assert "missing" not in answer.json()


@pytest.mark.parametrize("sent", [{"draw_missing": "perhaps"}, {"draw_mising": True}])
def test_a_word_that_is_not_a_yes_and_an_unknown_field_are_refused(
    sent: dict[str, Any],
) -> None:
    made = checks_in(entered(2), 1)
    answer = starts(made, **sent)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert status(made) == "open"


def test_one_that_has_begun_says_so_and_not_who_was_missing() -> None:
    made = checks_in(entered(2), 1)
    starts(made, draw_missing=True)
    assert starts(made).json()["code"] == "tournament_running"


def test_the_schema_tells_the_field_and_the_refusal() -> None:
    schema = APIClient().get("/api/v1/schema/", {"format": "json"}).json()
    verb = schema["paths"]["/api/v1/tournaments/{slug}/start"]["post"]
    sent = verb["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
    assert "draw_missing" in schema["components"]["schemas"][sent]["properties"]
    assert "not_checked_in" in verb["responses"]["409"]["description"]
