"""An invited player accepts while the draw is made, or while the director takes the entry out.

Each control takes the tournament's lock away and must show the damage that the lock prevents.
"""

import pytest

from tests.races.forcing import MEETING, Work, pass_by, race, race_unlocked
from tests.tournaments.making import NOW, SEED, entered, player
from tournaments.bracket.services import start
from tournaments.entry.services import answers, entries
from tournaments.models import Entry, EntryInvitation, Stage, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)


def invited(monkeypatch: pytest.MonkeyPatch) -> tuple[Tournament, Entry, Work]:
    made, bob = entered(3), player("bob")
    entry = entries.add_walk_in(made.pk, by=made.organizer, now=NOW, player=bob)
    row = EntryInvitation.objects.get()
    pass_by(monkeypatch, answers, "take_place", "enter_late")
    pass_by(monkeypatch, start, "save_changed")
    pass_by(monkeypatch, entries, "_leave")
    return made, entry, lambda: answers.accept(row.pk, bob, now=NOW)


def drawing(made: Tournament) -> Work:
    return lambda: start.start(made.pk, by=None, now=NOW, draw_seed=SEED)


def is_drawn(entry: Entry) -> bool:
    stage = Stage.objects.get()
    return entry.pk in stage.field or entry.pk in stage.seed_order


def test_who_accepts_before_the_draw_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    made, entry, accept = invited(monkeypatch)
    race(monkeypatch, accept, drawing(made), at=MEETING)
    assert is_drawn(entry)


def test_who_accepts_during_the_draw_comes_in_late(monkeypatch: pytest.MonkeyPatch) -> None:
    made, entry, accept = invited(monkeypatch)
    _start, accepted = race(monkeypatch, drawing(made), accept, at=MEETING)
    assert isinstance(accepted, Entry)
    assert is_drawn(entry)


def test_control_without_the_lock_an_accepted_player_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, entry, accept = invited(monkeypatch)
    race_unlocked(monkeypatch, drawing(made), accept, at=MEETING)
    entry.refresh_from_db()
    assert entry.is_active
    assert not is_drawn(entry)


def test_who_accepts_while_the_entry_is_taken_out_stays_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _made, entry, accept = invited(monkeypatch)
    _gone, refused = race(
        monkeypatch, lambda: entries.remove(entry.pk, by=None), accept, at=MEETING
    )
    assert isinstance(refused, DomainError)
    assert refused.code == "invitation_over"
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN


def test_control_without_the_lock_the_entry_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    _made, entry, accept = invited(monkeypatch)
    race_unlocked(monkeypatch, lambda: entries.remove(entry.pk, by=None), accept, at=MEETING)
    entry.refresh_from_db()
    assert entry.is_active
