"""Over the board a match is playing some minutes after its call, without anybody pressing anything."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.tournaments.making import NOW, director, later, pairing
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.bracket.selectors.lists import counted
from tournaments.bracket.selectors.outline import outline
from tournaments.desk.selectors.open_matches import open_rows
from tournaments.entry.services.late_entries import may_enter_late
from tournaments.models import Event, Slip, Tournament, Venue
from tournaments.timing.services import absences
from tournaments.venue.selectors.venue import slips_of
from tournaments.venue.services import board_sweep as sweep
from tournaments.venue.services.assumed_start import assume_playing, set_minutes

pytestmark = pytest.mark.django_db


def states(of: Tournament) -> dict[str, str]:
    return {row.key: row.state for row in slips_of(of)}


def test_five_minutes_after_its_call_a_match_is_playing_for_every_reader(client: Client) -> None:
    made = on_board(4, tables=1)
    sweep.run_due(later(4))
    assert states(made) == {"W1.1": "called", "W1.2": "waits"}
    version = Tournament.objects.get().version
    sweep.run_due(later(6))
    assert states(made) == {"W1.1": "playing", "W1.2": "waits"}
    assert Tournament.objects.get().version > version
    rows = {row.pairing: row.state for row in open_rows(outline(made))}
    assert rows[pairing(made, "W1.1").pk] == "playing"
    client.force_login(made.organizer)
    body = client.get(f"/api/v1/tournaments/{made.slug}/slips").json()
    assert sorted(row["state"] for row in body) == ["playing", "waits"]
    wall = client.get(f"/tournaments/{made.slug}/wall/").content.decode()
    assert "Please start" not in wall


def test_the_minutes_count_from_the_table_not_from_the_slip() -> None:
    made = on_board(4, tables=1)
    both_say(slip(made, "W1.1"), now=later(30))
    sweep.run_due(later(31))
    assert states(made)["W1.2"] == "called"
    sweep.run_due(later(36))
    assert states(made)["W1.2"] == "playing"


def test_without_tables_they_count_from_the_slip() -> None:
    made = on_board(4)
    sweep.run_due(later(6))
    assert set(states(made).values()) == {"playing"}


def test_a_match_counts_as_on_from_its_call() -> None:
    made = on_board(4, tables=1)
    shown = counted(Tournament.objects.all(), made.organizer).get()
    assert shown.live_count == 1
    both_say(slip(made, "W1.1"))
    shown = counted(Tournament.objects.all(), made.organizer).get()
    assert shown.live_count == 1


def test_an_event_desk_counts_the_matches_at_its_tables(client: Client) -> None:
    made = on_board(4, tables=2)
    whole = Event.objects.create(
        name="Cup", slug="cup", organizer=made.organizer, starts_on=NOW.date(), ends_on=NOW.date(),
        created_at=NOW,
    )  # fmt: skip
    Tournament.objects.update(event=whole)
    client.force_login(made.organizer)
    assert (
        "2 matches in progress"
        in client.get("/events/cup/manage/?tab=tournaments").content.decode()
    )


def test_the_minutes_are_set_on_the_page_of_tables(client: Client) -> None:
    made = on_board(4, tables=1)
    client.force_login(made.organizer)
    page = f"/tournaments/{made.slug}/manage/tables/"
    assert 'value="5"' in client.get(page).content.decode()
    client.post(page, {"do": "minutes", "minutes": "20"})
    assert Venue.objects.get().playing_after_min == 20
    sweep.run_due(later(19))
    assert states(made)["W1.1"] == "called"
    sweep.run_due(later(21))
    assert states(made)["W1.1"] == "playing"


def test_nobody_else_sets_the_minutes() -> None:
    made = on_board(4, tables=1)
    with pytest.raises(Exception, match="not_your_role"):
        set_minutes(made.pk, 1, by=director())


def test_while_somebody_is_missing_nobody_plays() -> None:
    made = on_board(4, tables=1)
    sweep.run_due(later(6))
    first = slip(made, "W1.1")
    absence = absences.report_absent(
        first.pairing_id, entry=first.entry_b_id, since=later(6), by=made.organizer, now=later(7)
    )
    assert states(made)["W1.1"] == "called"
    sweep.run_due(later(8))
    assert states(made)["W1.1"] == "called"
    absences.arrived(absence.pk, by=made.organizer, now=later(9))
    sweep.run_due(later(10))
    assert states(made)["W1.1"] == "playing"


def test_what_is_only_assumed_forbids_nothing() -> None:
    made = on_board(5, tables=4)
    sweep.run_due(later(6))
    assert Slip.objects.filter(assumed_at__isnull=False).count() == 2
    assert may_enter_late(made)
    assert not Slip.objects.filter(begun_at__isnull=False).exists()


def test_the_sweep_is_safe_twice_and_asks_nothing_of_what_ended() -> None:
    on_board(4, tables=2)
    assert assume_playing(NOW + timedelta(minutes=6)) == 2
    assert assume_playing(NOW + timedelta(minutes=7)) == 0
