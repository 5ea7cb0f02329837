"""What spectators read where results are delayed: which statements are rewritten, and how tables are shown together."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Count

from games.models import Match
from tests.tournaments.making import NOW, director, join, started, win
from tournaments.bracket.selectors.delayed_results import delayed_tournaments
from tournaments.bracket.services import snapshots
from tournaments.bracket.spectator_reads import SpectatorReads
from tournaments.models import Entry, Pairing, PairingMatch, Slot, Tournament

pytestmark = pytest.mark.django_db
LATE = {"spectator_delay_s": 300, "delay_results": True}
LATER = NOW + timedelta(minutes=9)


def spectator() -> SpectatorReads:
    return SpectatorReads(delayed_tournaments(), AnonymousUser, LATER)


@pytest.fixture
def made() -> Tournament:
    """A semifinal ended just now."""
    made = started(4, organizer=director(), **LATE)
    join(made, "W1.1")
    snapshots.keep(NOW + timedelta(minutes=1))
    win(made, "W1.1", "1", LATER)
    win(made, "W1.2", "2", LATER)
    return made


def test_rows_keep_their_ids_and_have_the_values_of_the_snapshot(made: Tournament) -> None:
    pairing = Pairing.objects.get(stage__tournament=made, key="W1.1")
    assert pairing.winner_id is not None
    with spectator().installed():
        before = Pairing.objects.get(pk=pairing.pk)
        assert (before.winner_id, before.decided_at) == (None, None)
        assert before.stage.tournament == made
    assert Pairing.objects.get(pk=pairing.pk).winner_id == pairing.winner_id


def test_a_match_made_since_is_not_there_and_one_that_ended_goes_on(made: Tournament) -> None:
    ended = PairingMatch.objects.get(pairing__key="W1.1").match
    final = PairingMatch.objects.get(pairing__key="W2.1").match_id
    assert ended.finished_at is not None
    with spectator().installed():
        assert not Match.objects.filter(pk=final).exists()
        shown = Match.objects.get(pk=ended.pk)
        assert (shown.finished_at, shown.winner, shown.reason) == (None, None, "")
        assert shown.status == "playing"
        assert not Match.objects.exclude(finished_at=None).exists()


def test_other_tournaments_are_read_live(made: Tournament) -> None:
    other = started(4, organizer=director(), spectator_delay_s=300)
    win(other, "W1.1", "1", LATER)
    with spectator().installed():
        assert Pairing.objects.get(stage__tournament=other, key="W1.1").winner_id is not None
        assert Tournament.objects.get(pk=other.pk).name == other.name


def test_the_name_of_a_tournament_is_live_and_its_version_is_not(made: Tournament) -> None:
    Tournament.objects.filter(pk=made.pk).update(name="Another name", version=99)
    with spectator().installed():
        shown = Tournament.objects.get(pk=made.pk)
        assert shown.name == "Another name"
        assert shown.version < 10


def test_grouping_counting_and_joining_work_on_a_snapshot(made: Tournament) -> None:
    with spectator().installed():
        counts = Entry.objects.annotate(n=Count("slots")).filter(n__gt=0)
        assert {entry.n for entry in counts.select_related("tournament", "player")} == {1}
        assert Slot.objects.filter(entry__player__name="1").count() == 1
        assert len(list(Slot.objects.select_related("pairing__round").iterator())) == 6
        first, two = (Pairing.objects.order_by().filter(key=key) for key in ("W1.1", "W2.1"))
        both = first.union(two)
        assert len(both) == 2


def test_writing_is_left_alone(made: Tournament) -> None:
    with spectator().installed():
        Tournament.objects.filter(pk=made.pk).update(description="Written")
    made.refresh_from_db()
    assert made.description == "Written"


def test_a_statement_that_cannot_be_rewritten_fails(made: Tournament) -> None:
    text = 'WITH x AS (SELECT 1) SELECT * FROM "tournaments_pairing"'
    with spectator().installed(), connection.cursor() as cursor, pytest.raises(RuntimeError):
        cursor.execute(text)
