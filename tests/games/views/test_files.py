"""Everybody can download a match as a file, as far as they may see it."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client

from games.models import Match
from games.records.kinds import KINDS
from tests.games.services.tables import START, Sitting, person, playing

pytestmark = pytest.mark.django_db


def file_of(client: Client, match: Match, kind: str) -> HttpResponse:
    return client.get(f"/matches/{match.pk}/files/match.{kind}")  # type: ignore[return-value]


def log_in(answer: HttpResponse) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = json.loads(answer.content)["log"]
    return log


@pytest.fixture
def sitting() -> Sitting:
    with time_machine.travel(START, tick=False):
        made = playing(a=person("Ann"), b=person("Бен : Q"), title="Winter Cup", subtitle="Round 2")
        for _ in range(6):
            made.tick(1)
            made.step()
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_a_match_that_is_being_played_downloads_in_every_kind(
    client: Client, sitting: Sitting, kind: str
) -> None:
    answer = file_of(client, sitting.match, kind)
    assert answer.status_code == 200
    assert answer["Content-Type"] == KINDS[kind].content_type
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Disposition"].startswith("attachment; filename")
    assert answer["Content-Disposition"].endswith(f"{str(sitting.match.pk)[:8]}.{kind}")
    text = answer.content.decode()
    assert "Ann" in text
    assert "Winter Cup" in text
    assert sitting.match.seeds.get().seed not in text


def test_the_file_ends_with_what_was_played_last(client: Client, sitting: Sitting) -> None:
    log = log_in(file_of(client, sitting.match, "json"))
    assert [row["seq"] for row in log] == list(range(1, sitting.fresh().seq + 1))
    assert sum(row["kind"] == "play" for row in log) == 3


def test_other_kinds_and_other_matches_are_not_found(client: Client, sitting: Sitting) -> None:
    assert file_of(client, sitting.match, "exe").status_code == 404
    assert client.get(f"/matches/{uuid4()}/files/match.mat").status_code == 404
    assert client.post(f"/matches/{sitting.match.pk}/files/match.mat").status_code == 405


def test_a_delayed_match_is_in_its_file_as_far_as_a_spectator_may_see_it(client: Client) -> None:
    ann = person("Ann")
    sitting = playing(a=ann, b=person("Ben"), spectator_delay_s=60)
    before = sitting.fresh().seq
    sitting.tick(100)
    sitting.step()
    assert ann.user is not None
    with time_machine.travel(START + timedelta(seconds=30), tick=False):
        assert file_of(client, sitting.match, "mat").status_code == 404
    with time_machine.travel(START + timedelta(seconds=130), tick=False):
        assert len(log_in(file_of(client, sitting.match, "json"))) == before
        client.force_login(ann.user)
        assert len(log_in(file_of(client, sitting.match, "json"))) == sitting.fresh().seq
    client.logout()
    with time_machine.travel(START + timedelta(seconds=161), tick=False):
        assert len(log_in(file_of(client, sitting.match, "json"))) == sitting.match.seq


def test_a_file_costs_a_fixed_number_of_queries(
    client: Client, sitting: Sitting, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):
        file_of(client, sitting.match, "sgf")
