"""Snapshots for spectators: taken at the start and after changes, no more often than needed, deleted once nobody reads them."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.apps import apps

from tests.tournaments.making import NOW, director, entered, started, tournament, win
from tournaments.bracket.selectors.delayed_results import delayed_tournaments
from tournaments.bracket.services import snapshots
from tournaments.bracket.services.start import start
from tournaments.models import SnapshotRows, SpectatorSnapshot, Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db
DELAY = 300
GAP = timedelta(seconds=15)
LATE = {"spectator_delay_s": DELAY, "delay_results": True}

LIVE = {
    "AgreementShare",
    "Announcement",
    "Calcutta",
    "CalcuttaLot",
    "CalcuttaLotEntry",
    "CheckIn",
    "EntrantContact",
    "EntryFee",
    "EntryInvitation",
    "Event",
    "EventFile",
    "FeePlan",
    "TablePool",
    "ImportFile",
    "Invitation",
    "LedgerLine",
    "Moved",
    "Note",
    "Notice",
    "OrganizerBlock",
    "PlayingTable",
    "PrizeAgreement",
    "Registration",
    "RegistrationPlan",
    "Role",
    "RoleChange",
    "Room",
    "SidePool",
    "SnapshotRows",
    "SpectatorSnapshot",
    "TimeProposal",
    "Timing",
    "Venue",
    "Watch",
}
"""What tells nothing of results, or is shown to nobody who sees them late."""


@pytest.fixture
def made() -> Tournament:
    return started(4, organizer=director(), **LATE)


def times() -> list[datetime]:
    return list(SpectatorSnapshot.objects.values_list("at", flat=True))


def keep(at: datetime) -> int:
    with time_machine.travel(at, tick=False):
        return snapshots.keep(at)


def test_every_table_of_this_app_is_in_a_snapshot_or_named_as_read_live() -> None:
    names = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    assert names == {table.model.__name__ for table in snapshots.TABLES} | LIVE


def test_the_start_takes_the_first_snapshot_of_every_table(made: Tournament) -> None:
    snapshot = made.spectator_snapshots.get()
    assert snapshot.at == NOW
    assert snapshot.row_sets.count() == len(snapshots.TABLES)
    slots = SnapshotRows.objects.get(snapshot=snapshot, table="tournaments_slot")
    assert len(slots.rows) == 6


def test_a_snapshot_is_owed_when_the_version_changed_and_not_before_the_gap(
    made: Tournament,
) -> None:
    keep(NOW + GAP)
    count = made.spectator_snapshots.count()
    assert keep(NOW + 3 * GAP) == 0
    win(made, "W1.1", "1", NOW + 3 * GAP)
    assert keep(NOW + 4 * GAP) == 1
    win(made, "W1.2", "2", NOW + 4 * GAP)
    assert keep(NOW + 4 * GAP + timedelta(seconds=5)) == 0
    assert keep(NOW + 6 * GAP) == 1
    assert made.spectator_snapshots.count() == count + 2


def test_old_snapshots_are_deleted_but_for_the_one_that_is_shown(made: Tournament) -> None:
    win(made, "W1.1", "1", NOW + GAP)
    keep(NOW + 2 * GAP)
    shown = made.spectator_snapshots.last()
    assert keep(NOW + timedelta(hours=1)) == 0
    assert made.spectator_snapshots.get() == shown
    assert SnapshotRows.objects.count() == len(snapshots.TABLES)


def test_spectators_read_the_newest_snapshot_that_is_old_enough(made: Tournament) -> None:
    first = made.spectator_snapshots.get()
    win(made, "W1.1", "1", NOW + GAP)
    keep(NOW + 2 * GAP)
    second = made.spectator_snapshots.last()
    assert second is not None
    (delayed,) = delayed_tournaments()
    public = second.at + timedelta(seconds=DELAY)
    assert delayed.reading(NOW).snapshot == first.pk
    assert delayed.reading(public - timedelta(seconds=1)).snapshot == first.pk
    assert delayed.reading(public).snapshot == second.pk


def test_without_the_option_or_in_a_rehearsal_none_is_taken() -> None:
    started(2, organizer=director(), spectator_delay_s=DELAY)
    rehearsed = entered(2, organizer=director(), **LATE)
    Tournament.objects.filter(pk=rehearsed.pk).update(is_rehearsal=True)
    start(rehearsed.pk, by=None, now=NOW)
    assert keep(NOW + GAP) == 0
    assert times() == []
    assert delayed_tournaments() == ()


def test_what_cannot_be_read_is_not_shown_early(made: Tournament) -> None:
    """The sweep was away for an hour: spectators still read the first snapshot."""
    win(made, "W1.1", "1", NOW + GAP)
    later = NOW + timedelta(hours=1)
    (delayed,) = delayed_tournaments()
    assert delayed.reading(later).snapshot == made.spectator_snapshots.get().pk


def test_the_option_needs_a_delay_and_is_fixed_at_the_start(made: Tournament) -> None:
    boss = director()
    with pytest.raises(DomainError) as refused:
        tournament(organizer=boss, delay_results=True)
    assert refused.value.code == "delay_needed"
    with pytest.raises(DomainError) as refused:
        lifecycle.change(made.pk, by=made.organizer, delay_results=False)
    assert refused.value.code == "card_frozen"
