"""/api/v1/clocks/<code>: the same log and the same services as the page has."""

import json
from typing import Any

import pytest
from django.test import Client

from tableclock.models import LinkPurpose
from tableclock.services.links import LinkPlace, give, withdraw
from tests.tableclock.room import START, at_a_table, state
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db


def test_a_program_reads_the_log_and_adds_to_it_until_the_link_is_withdrawn() -> None:
    made, slip = at_a_table()
    place = LinkPlace(LinkPurpose.CLOCK, slip=slip.pk)
    link = give(made.pk, place, by=made.organizer, now=NOW)
    path = f"/api/v1/clocks/{link.code}"

    def post(**event: Any) -> Any:
        body = {"match": slip.pk, "events": [{"device": "program1", "n": 1, "at": START} | event]}
        return Client().post(path, json.dumps(body), content_type="application/json")

    assert Client().get(path).json()["match"]["slip"] == slip.pk
    answer = post(kind="pass", data={"seat": "A"})
    assert (answer.status_code, answer.json()["serial"]) == (200, 1)
    assert state(slip)["clock"]["running"] == "B"
    assert post(kind="sheet", data={"games": []}).status_code == 400
    assert Client().get(f"{path}?match={slip.pk}&after=1").json()["events"] == []
    withdraw(made.pk, place, by=made.organizer, now=NOW)
    assert post(kind="pause").json()["code"] == "link_withdrawn"
