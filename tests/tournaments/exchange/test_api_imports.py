"""Tables over the API: a dry run first, then exactly that."""

import pytest
from rest_framework.test import APIClient

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.event.making_events import event
from tests.tournaments.making import entered, nobody
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_entries_are_imported_after_a_dry_run() -> None:
    made = entered(1)
    for _namesake in range(2):
        nobody("Ida Stranger")
    program = DeskProgram(made)
    run = program.post("imports", kind="entries", text="name\nIda Stranger\nNew Person").json()
    assert Entry.objects.count() == 1
    assert [line["state"] for line in run["lines"]] == ["choose", "new"]
    assert not run["is_ready"]
    place = f"imports/{run['id']}"
    early = program.post(place, digest=run["digest"])
    assert (early.status_code, early.json()["code"]) == (409, "file_not_ready")
    other = program.post(place, digest="0" * 64, choices={"2": "new"})
    assert other.json()["code"] == "stale_dry_run"
    assert other.json()["run"]["digest"] == run["digest"]
    chosen = next(iter(run["lines"][0]["options"]))
    number = str(run["lines"][0]["number"])
    done = program.post(place, digest=run["digest"], choices={number: chosen})
    assert done.status_code == 204, done.json()
    assert Entry.objects.count() == 3
    assert program.post(place, digest=run["digest"]).json()["code"] == "already_taken"


@pytest.mark.parametrize("bad", [{"x": "1"}, {"²": "1"}, {"1": {"a": 1}}])
def test_choices_that_name_no_row_are_refused(bad: dict[str, object]) -> None:
    program = DeskProgram(entered(1))
    run = program.post("imports", kind="pasted", text="New Person").json()
    refused = program.post(f"imports/{run['id']}", digest=run["digest"], choices=bad)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_players_of_an_event_are_imported() -> None:
    festival = event()
    client = APIClient()
    client.force_authenticate(festival.organizer)
    place = f"/api/v1/events/{festival.slug}/imports"
    name = festival.tournaments.order_by("event_order", "pk").first().name
    text = f"name,{name}\nNew Person,x"
    answer = client.post(place, {"text": text}, format="json")
    assert answer.status_code == 201, answer.json()
    run = answer.json()
    assert run["is_ready"], run
    done = client.post(f"{place}/{run['id']}", {"digest": run["digest"]}, format="json")
    assert done.status_code == 204
    assert Entry.objects.get().title == "New Person"
