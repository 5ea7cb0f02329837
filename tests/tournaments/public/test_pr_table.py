"""The PRs of a tournament are as late as its results: an analysed match says nothing before its end may be seen."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from analysis.models import AnalysisStatus, MatchAnalysis, PerformanceRating
from tests.tournaments.making import NOW, director, match_of, started, win
from tournaments.bracket.services import snapshots
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
DELAY_S = 300


def analysed(made: Tournament) -> None:
    """The first semifinal is over and has been analysed at once."""
    win(made, "W1.1", "1", NOW)
    snapshots.keep(NOW)
    match = match_of(made, "W1.1")
    analysis = MatchAnalysis.objects.create(
        match=match,
        log_length=match.seq,
        preset="fast",
        engine="engine 1",
        status=AnalysisStatus.DONE,
        requested_at=NOW,
    )
    for seat, pr in (("A", 3.25), ("B", 12.5)):
        PerformanceRating.objects.create(
            match=match, seat=seat, analysis=analysis, log_length=match.seq, pr=pr, decisions=40
        )


@pytest.mark.parametrize("delay_results", [False, True])
def test_the_pr_table_is_silent_until_the_match_may_be_seen(
    client: Client, *, delay_results: bool
) -> None:
    made = started(4, organizer=director(), spectator_delay_s=DELAY_S, delay_results=delay_results)
    address = f"/tournaments/{made.slug}/standings/"
    with time_machine.travel(NOW, tick=False):
        analysed(made)
        page = client.get(address)
        assert page.context["prs"] is None
        assert 'id="prs-h"' not in page.content.decode()
    with time_machine.travel(NOW + timedelta(seconds=DELAY_S + 5), tick=False):
        prs = client.get(address).context["prs"]
        assert [row.total.pr for row in prs.rows] == [3.25, 12.5]
