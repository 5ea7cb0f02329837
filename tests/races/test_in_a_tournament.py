"""Two at once: the last place, the start, the advance. The second begins while the first is about to write.

Each control takes the tournament's lock away and must show the damage that the lock prevents.
"""

import pytest
from django.db import IntegrityError

from tests.races.forcing import Work, race, race_unlocked
from tests.tournaments.making import NOW, entered, player, started, win
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Entry, PairingMatch, Result, Stage, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
LAST_PLACE = "tournaments.entry.services.places.save_entry"


def last_place() -> tuple[Tournament, Work, Work]:
    made = entered(1, entry_limit=2)
    alice, bob = player(), player()
    return (
        made,
        lambda: entries.enter(made.pk, alice, now=NOW),
        lambda: entries.enter(made.pk, bob, now=NOW),
    )


def test_the_last_place_goes_to_one_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = last_place()
    won, lost = race(monkeypatch, first, second, at=LAST_PLACE)
    assert isinstance(won, Entry)
    assert isinstance(lost, DomainError)
    assert lost.code == "tournament_full"
    assert made.entries.count() == 2


def test_control_without_the_lock_both_take_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = last_place()
    race_unlocked(monkeypatch, first, second, at=LAST_PLACE)
    assert made.entries.count() == 3


def test_starting_twice_at_once_is_one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    made = entered(4)
    begin: Work = lambda: start(made.pk, by=None, now=NOW)  # noqa: E731
    won, lost = race(
        monkeypatch, begin, begin, at="tournaments.bracket.services.start.save_changed"
    )
    assert isinstance(won, Tournament)
    assert isinstance(lost, DomainError)
    assert lost.code == "tournament_running"
    assert (Stage.objects.count(), PairingMatch.objects.count()) == (1, 2)


def test_control_without_the_lock_the_seed_of_the_draw_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = entered(4)
    begin: Work = lambda: start(made.pk, by=None, now=NOW)  # noqa: E731
    stop_at = "tournaments.bracket.services.start.save_changed"
    _won, second = race_unlocked(monkeypatch, begin, begin, at=stop_at)
    assert isinstance(second, Tournament)
    made.refresh_from_db()
    assert Stage.objects.get().draw_seed != made.draw_seed


def finished_semifinals() -> Tournament:
    made = started(4)
    for key, name in (("W1.1", 1), ("W1.2", 2)):
        win(made, key, name, go_on=False)
    return made


def test_advancing_twice_at_once_advances_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = finished_semifinals()
    go_on: Work = lambda: advancement.advance(made.pk, NOW)  # noqa: E731
    stop_at = "tournaments.bracket.services.advancement.settle_matches"
    first, two = race(monkeypatch, go_on, go_on, at=stop_at)
    assert (first.recorded, first.created) == (2, 1)
    assert two.is_nothing
    assert (Result.objects.count(), PairingMatch.objects.count()) == (2, 3)


def test_control_without_the_lock_both_record(monkeypatch: pytest.MonkeyPatch) -> None:
    made = finished_semifinals()
    go_on: Work = lambda: advancement.advance(made.pk, NOW)  # noqa: E731
    stop_at = "tournaments.bracket.services.recording.write_results"
    _, two = race_unlocked(monkeypatch, go_on, go_on, at=stop_at)
    assert isinstance(two, IntegrityError)
