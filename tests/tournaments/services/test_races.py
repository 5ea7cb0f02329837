"""Two at once: the last place, the start, the advance. The second begins while the first is about to write.

Each control takes the tournament's lock away and must show the damage that the lock prevents.
"""

from collections.abc import Callable
from threading import Event, current_thread
from typing import Any

import pytest
from django.db import IntegrityError

from accounts.errors import DomainError
from tests.games.services.interleaving import (
    PATIENCE_S,
    Runner,
    _somebody_waits,
    _until,
    without_lock,
)
from tests.tournaments.making import NOW, entered, player, started, win
from tournaments.models import Entry, PairingMatch, Result, Stage, Tournament
from tournaments.services import advancement, entries
from tournaments.services.start import start

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
Work = Callable[[], Any]


def race(monkeypatch: pytest.MonkeyPatch, stop_at: str, first: Work, second: Work) -> list[Any]:
    """Both outcomes. `first` stops at the named function until `second` waits, is as far, or is done."""
    module, _, name = stop_at.rpartition(".")
    original = getattr(__import__(module, fromlist=[name]), name)
    one, two = Runner(first), Runner(second)
    ready, go, second_ready = Event(), Event(), Event()

    def stopping(*args: Any, **kwargs: Any) -> Any:
        if current_thread() is one and not ready.is_set():
            ready.set()
            assert go.wait(PATIENCE_S)
        elif current_thread() is two:
            second_ready.set()
            one.join(PATIENCE_S)
        return original(*args, **kwargs)

    monkeypatch.setattr(stop_at, stopping)
    one.start()
    assert ready.wait(PATIENCE_S), one.outcome
    two.start()
    _until(lambda: second_ready.is_set() or not two.is_alive() or _somebody_waits())
    go.set()
    one.join(PATIENCE_S)
    two.join(PATIENCE_S)
    return [one.outcome, two.outcome]


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
    won, lost = race(monkeypatch, "tournaments.services.places.save_entry", first, second)
    assert isinstance(won, Entry)
    assert isinstance(lost, DomainError)
    assert lost.code == "tournament_full"
    assert made.entries.count() == 2


def test_control_without_the_lock_both_take_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = last_place()
    without_lock(monkeypatch)
    race(monkeypatch, "tournaments.services.places.save_entry", first, second)
    assert made.entries.count() == 3


def test_starting_twice_at_once_is_one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    made = entered(4)
    begin: Work = lambda: start(made.pk, by=None, now=NOW)  # noqa: E731
    won, lost = race(monkeypatch, "tournaments.services.stages.begin_stage", begin, begin)
    assert isinstance(won, Tournament)
    assert isinstance(lost, DomainError)
    assert lost.code == "tournament_running"
    assert (Stage.objects.count(), PairingMatch.objects.count()) == (1, 2)


def test_control_without_the_lock_the_seed_of_the_draw_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = entered(4)
    begin: Work = lambda: start(made.pk, by=None, now=NOW)  # noqa: E731
    without_lock(monkeypatch)
    stop_at = "tournaments.services.stages.begin_stage"
    _won, second = race(monkeypatch, stop_at, begin, begin)
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
    stop_at = "tournaments.services.advancement.settle_matches"
    one, two = race(monkeypatch, stop_at, go_on, go_on)
    assert (one.recorded, one.created) == (2, 1)
    assert two.is_nothing
    assert (Result.objects.count(), PairingMatch.objects.count()) == (2, 3)


def test_control_without_the_lock_both_record(monkeypatch: pytest.MonkeyPatch) -> None:
    made = finished_semifinals()
    go_on: Work = lambda: advancement.advance(made.pk, NOW)  # noqa: E731
    without_lock(monkeypatch)
    _one, two = race(monkeypatch, "tournaments.services.recording.write_results", go_on, go_on)
    assert isinstance(two, IntegrityError)
