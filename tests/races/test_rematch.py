"""Two wishes for a rematch at the same moment make one match; without the lock they do not."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.services.rematch import rematch
from tests.games.services.tables import Sitting, playing
from tests.races.forcing import race, race_unlocked

pytestmark = pytest.mark.django_db(transaction=True)
MAKING = "games.services.rematch.create_match"


def wishes() -> tuple[Sitting, Callable[[], Any], Callable[[], Any]]:
    """A match that is over, and both players' press of the button."""
    sitting = playing(length=1)
    sitting.act("A", "concede")
    first, two = User.objects.filter(player__match_seats__match=sitting.match)
    now = timezone.now()
    return (
        sitting,
        lambda: rematch(sitting.match.pk, first, now),
        lambda: rematch(sitting.match.pk, two, now),
    )


def test_both_press_at_once_and_land_at_the_same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, item, two = wishes()
    first, second = race(monkeypatch, item, two, at=MAKING)
    assert isinstance(first, Match)
    assert isinstance(second, Match)
    assert first.pk == second.pk
    assert Match.objects.filter(rematch_of=sitting.match).count() == 1
    assert Match.objects.count() == 2


def test_control_without_the_lock_the_second_press_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    _sitting, item, two = wishes()
    first, second = race_unlocked(monkeypatch, item, two, at=MAKING)
    assert isinstance(first, Match)
    assert isinstance(second, IntegrityError)
