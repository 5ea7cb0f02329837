"""Two who come late at once: the last line of a bracket, and the last place of a Swiss, go to one of them.

Each control takes the tournament's lock away and must show the damage that the lock prevents.
"""

import pytest

from tests.races.forcing import Work, race, race_unlocked
from tests.tournaments.making import NOW, player, started
from tournaments.entry.services import entries
from tournaments.models import Entry, Slot, Stage, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
LINE_FOUND = "tournaments.entry.services.late_entries.ruling"
ROOM_FOUND = "tournaments.entry.services.places.save_entry"


def two_come(made: Tournament) -> tuple[Work, Work]:
    alice, bob = player(), player()
    return (
        lambda: entries.enter(made.pk, alice, now=NOW),
        lambda: entries.enter(made.pk, bob, now=NOW),
    )


def in_draw(made: Tournament) -> int:
    """How many of those who are entered have a seat."""
    seats = Slot.objects.filter(pairing__stage__tournament=made, entry__isnull=False)
    return len(set(seats.values_list("entry", flat=True)))


def active(made: Tournament) -> int:
    return made.entries.filter(status=Entry.Status.ACTIVE).count()


def test_the_last_line_goes_to_one_of_two_who_come_late(monkeypatch: pytest.MonkeyPatch) -> None:
    made = started(7)
    won, lost = race(monkeypatch, *two_come(made), at=LINE_FOUND)
    assert isinstance(won, Entry)
    assert isinstance(lost, DomainError)
    assert lost.code == "no_free_line"
    assert active(made) == in_draw(made) == 8
    assert Stage.objects.get().seed_order[7] == won.pk


def test_control_without_the_lock_both_take_the_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    made = started(7)
    race_unlocked(monkeypatch, *two_come(made), at=LINE_FOUND)
    assert active(made) == 9
    assert in_draw(made) == 8


def test_the_last_place_goes_to_one_of_two_who_come_late(monkeypatch: pytest.MonkeyPatch) -> None:
    made = started(4, entry_limit=5, format="swiss", options={"rounds": 3})
    won, lost = race(monkeypatch, *two_come(made), at=ROOM_FOUND)
    assert isinstance(won, Entry)
    assert isinstance(lost, DomainError)
    assert lost.code == "tournament_full"
    assert active(made) == 5


def test_control_without_the_lock_both_take_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    made = started(4, entry_limit=5, format="swiss", options={"rounds": 3})
    race_unlocked(monkeypatch, *two_come(made), at=ROOM_FOUND)
    assert active(made) == 6
