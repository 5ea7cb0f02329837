"""What a clock shows stays right when a tournament changes, or goes, between two queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tableclock.models import LinkPurpose
from tableclock.selectors.payload import KnownLog, clock_payload
from tableclock.selectors.versions import ClockVersion, version_of, versions_of
from tableclock.services.links import LinkPlace, give
from tests.tableclock.room import at_a_table
from tests.tournaments.making import NOW
from tests.tournaments.venue.room import slip as slip_at
from tournaments.models import Slip, Tournament
from tournaments.players.services.renaming import bump_versions_of_player

pytestmark = pytest.mark.django_db


def link(made: Tournament, slip: Slip) -> str:
    return give(
        made.pk, LinkPlace(LinkPurpose.CLOCK, slip=slip.pk), by=made.organizer, now=NOW
    ).code


def rename(slip: Slip, name: str) -> None:
    player = slip.entry_b.player
    player.name = name
    player.save()
    bump_versions_of_player(player)


def name_shown(version: ClockVersion) -> str:
    return clock_payload(version, NOW, KnownLog())["match"]["players"][1]["name"]


def test_a_match_that_changed_while_it_was_read_is_not_cached_as_it_was_before() -> None:
    made, slip = at_a_table()
    code = link(made, slip)
    before = slip.entry_b.player.name
    version = version_of(code)
    rename(slip, "Somebody Else")
    assert name_shown(version) == "Somebody Else"
    rename(slip, before)
    assert version_of(code).digest == version.digest
    assert name_shown(version_of(code)) == before


def test_a_match_without_changes_is_read_once() -> None:
    made, slip = at_a_table()
    version = version_of(link(made, slip))
    name_shown(version)
    with CaptureQueriesContext(connection) as asked:
        name_shown(version)
    assert len(asked) == 0


def test_matches_of_a_round_are_read_together_and_each_is_shown_as_itself() -> None:
    made, first = at_a_table()
    second = slip_at(made, "W1.2")
    versions = [version_of(link(made, slip)) for slip in (first, second)]
    shown = name_shown(versions[0])
    with CaptureQueriesContext(connection) as asked:
        other = name_shown(versions[1])
    assert len(asked) == 0
    assert [shown, other] == [slip.entry_b.player.name for slip in (first, second)]


def test_a_tournament_that_goes_while_its_clocks_are_read_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, slip = at_a_table()
    code = link(made, slip)
    monkeypatch.setattr(Tournament.objects, "in_bulk", lambda *_ids: {})
    assert versions_of([code]) == {code: f"{slip.pk}.0."}
    gone = ClockVersion("key", slip=slip.pk + 1000, serial=1, digest="digest")
    assert clock_payload(gone, NOW, KnownLog())["match"] is None


def test_viewers_of_two_versions_of_a_tournament_do_not_undo_what_the_other_computed() -> None:
    made, slip = at_a_table()
    code = link(made, slip)
    live = Tournament.objects.get(pk=made.pk).version
    for version in (live, live - 1):
        Tournament.objects.filter(pk=made.pk).update(version=version)
        version_of(code)
    Tournament.objects.filter(pk=made.pk).update(version=live)
    with CaptureQueriesContext(connection) as asked:
        version_of(code)
    assert len(asked) == 1
