"""A page of the desk asks as much of a full room as of an empty one, and what it leaves out would have found nothing."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.keeping import forget
from tests.tournaments.desk.test_live_desk import over_the_board
from tests.tournaments.making import NOW, director, pairing
from tournaments.bracket.selectors.names import names_of
from tournaments.models import RoundDeadline, Slip, Tournament
from tournaments.timing.selectors.timing import needs_among
from tournaments.venue.services.table_desk import begin

pytestmark = pytest.mark.django_db
MOST = 38


@pytest.fixture
def boss(client: Client) -> User:
    forget()
    boss = director()
    client.force_login(boss)
    return boss


def page(client: Client, of: Tournament) -> str:
    return client.get(f"/tournaments/{of.slug}/manage/").content.decode()


def test_the_queries_of_the_desk_do_not_grow_with_its_tables(client: Client, boss: User) -> None:
    counts = []
    for players in (8, 32):
        made = over_the_board(players, boss, tables=players // 2)
        begin(made.pk, by=boss, now=NOW)
        page(client, made)
        with CaptureQueriesContext(connection) as asked:
            html = page(client, made)
        assert html.count('<li id="table-') == players // 2
        counts.append(len(asked))
    assert counts[0] == counts[1] <= MOST


def test_a_start_can_be_undone_until_a_match_begins(client: Client, boss: User) -> None:
    made = over_the_board(4, boss)
    undo = f"/tournaments/{made.slug}/manage/start/undo/"
    assert undo in page(client, made)
    Slip.objects.filter(pairing=pairing(made, "W1.1")).update(begun_at=NOW)
    assert undo not in page(client, made)


def test_a_deadline_is_told_from_the_moment_it_has_passed(boss: User) -> None:
    made = over_the_board(4, boss)
    row = pairing(made, "W1.1").round
    RoundDeadline.objects.create(round=row, play_until=NOW)
    for minutes, kinds in ((-1, []), (0, ["deadline"])):
        needs = needs_among({made.pk: names_of(made)}, NOW + timedelta(minutes=minutes))
        assert [need.kind for need in needs] == kinds
