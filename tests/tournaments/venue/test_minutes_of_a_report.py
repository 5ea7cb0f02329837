"""A director sets how long a report over the board waits for an objection."""

import pytest
from django.test import Client

from tests.tournaments.making import NOW, director, later, pairing
from tests.tournaments.venue.room import on_board, slip, won
from tournaments.models import Venue
from tournaments.venue.services import board_sweep as sweep
from tournaments.venue.services import confirmation, reporting
from tournaments.venue.services.claims import Reporter

pytestmark = pytest.mark.django_db


def test_they_are_set_on_the_page_of_tables(client: Client) -> None:
    made = on_board(4, tables=1)
    client.force_login(made.organizer)
    page = f"/tournaments/{made.slug}/manage/tables/"
    assert 'id="confirm-after" name="minutes" min="0" max="120" value="10"' in client.get(page).text
    client.post(page, {"do": "report-minutes", "minutes": "3"})
    assert Venue.objects.get().confirm_after_s == 180
    answer = client.post(page, {"do": "report-minutes", "minutes": "soon"}, follow=True)
    assert "Enter a number of minutes." in answer.text
    assert Venue.objects.get().confirm_after_s == 180


@pytest.mark.parametrize(("minutes", "counts_after"), [(0, 0), (3, 3), (500, 120)])
def test_the_next_report_waits_so_long(minutes: int, counts_after: int) -> None:
    made = on_board(4, tables=1)
    confirmation.set_minutes(made.pk, minutes, by=made.organizer)
    reported = slip(made, "W1.1")
    by_slip = Reporter(reported.entry_a_id, with_slip=True)
    reporting.report(reported.pk, by_slip, won(reported, reported.entry_a_id), now=NOW)
    if counts_after:
        assert sweep.run_due(later(counts_after - 1)) == 0
    assert sweep.run_due(later(counts_after)) == 1
    assert pairing(made, "W1.1").winner_id == reported.entry_a_id


def test_nobody_else_sets_them() -> None:
    made = on_board(4, tables=1)
    with pytest.raises(Exception, match="not_your_role"):
        confirmation.set_minutes(made.pk, 0, by=director())
