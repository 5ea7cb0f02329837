"""All matches of a tournament in one ZIP: complete, named by round, in bounded queries, few at a time."""

import json
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
import time_machine
from django.core.signals import request_finished
from django.db import close_old_connections, connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.games.services.tables import Sitting
from tests.tournaments.making import NOW, director, started, tournament
from tournaments.models import PairingMatch, Tournament
from tournaments.public.selectors import match_files
from web import zip_stream
from web.zip_stream import Archive

pytestmark = pytest.mark.django_db


def address(of: Tournament, kind: str = "all") -> str:
    return f"/tournaments/{of.slug}/files/{kind}.zip"


def zip_of(client: Client, of: Tournament, kind: str = "all") -> ZipFile:
    answer = client.get(address(of, kind))
    assert isinstance(answer, StreamingHttpResponse)
    return ZipFile(BytesIO(b"".join(answer)))


def give_up(answer: object) -> None:
    """What a server does when the reader has gone; Django would close the test's database with it."""
    request_finished.disconnect(close_old_connections)
    answer.close()  # type: ignore[attr-defined]
    request_finished.connect(close_old_connections)


def begin_all(of: Tournament) -> None:
    """The players of every open match sit down and one of them plays."""
    for made in PairingMatch.objects.filter(pairing__stage__tournament=of, voided_at=None):
        sitting = Sitting(made.match, NOW)
        sitting.join()
        sitting.step()


@pytest.fixture
def running() -> Iterator[Tournament]:
    with time_machine.travel(NOW, tick=False):
        made = started(8)
        begin_all(made)
        yield made


def test_every_match_is_in_the_zip_in_every_kind(client: Client, running: Tournament) -> None:
    archive = zip_of(client, running)
    assert archive.testzip() is None
    names = archive.namelist()
    assert len(names) == 4 * 4
    assert {name.split("/")[0] for name in names} == {"01-quarterfinals"}
    match = PairingMatch.objects.filter(pairing__stage__tournament=running)[0].match
    mine = next(n for n in names if str(match.pk)[:8] in n and n.endswith(".json"))
    assert json.loads(archive.read(mine))["match"] == str(match.pk)


def test_one_kind_may_be_chosen(client: Client, running: Tournament) -> None:
    names = zip_of(client, running, "sgf").namelist()
    assert len(names) == 4
    assert all(name.endswith(".sgf") for name in names)
    assert client.get(address(running, "exe")).status_code == 404


def test_drafts_are_for_their_directors_alone(client: Client) -> None:
    mine = director()
    made = tournament(organizer=mine)
    Tournament.objects.filter(pk=made.pk).update(status="draft")
    assert client.get(address(made)).status_code == 404
    client.force_login(mine)
    assert zip_of(client, made).namelist() == []


def test_what_spectators_may_not_see_yet_is_not_in_it(client: Client) -> None:
    with time_machine.travel(NOW, tick=False):
        made = started(2, spectator_delay_s=60)
        begin_all(made)
        assert zip_of(client, made).namelist() == []
    with time_machine.travel(NOW + timedelta(seconds=61), tick=False):
        assert len(zip_of(client, made, "mat").namelist()) == 1


def test_many_matches_cost_the_queries_of_a_few(
    client: Client, running: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for at_once in (1, 2, 4):
        monkeypatch.setattr(match_files, "AT_ONCE", at_once)
        with CaptureQueriesContext(connection) as queries:
            assert len(zip_of(client, running).namelist()) == 16
        counts.append(len(queries))
    first, second, fourth = counts
    assert (first - second, second - fourth) == (2 * 4, 4)  # four queries for each lot


def test_few_archives_are_made_at_a_time(
    client: Client, running: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [Archive(iter(()), NOW) for _ in range(zip_stream.AT_ONCE)]
    answer = client.get(address(running))
    assert answer.status_code == 503
    monkeypatch.setattr(zip_stream, "IDLE_S", 0.0)  # their readers have gone to sleep
    assert len(zip_of(client, running, "mat").namelist()) == 4
    monkeypatch.undo()
    others[0].close()
    assert len(zip_of(client, running, "mat").namelist()) == 4
    give_up(client.get(address(running)))
    assert len(zip_of(client, running, "mat").namelist()) == 4


def test_one_address_does_not_take_all_places(client: Client, running: Tournament) -> None:
    mine = client.get(address(running))
    assert client.get(address(running, "mat")).status_code == 503
    other = client.get(address(running, "mat"), REMOTE_ADDR="198.51.100.7")
    assert isinstance(other, StreamingHttpResponse)
    for answer in (mine, other):
        give_up(answer)
