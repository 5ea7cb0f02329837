"""Two players accept the same open challenge at the same moment: one is the opponent, the other is refused."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.engine.rules import Rules
from games.models import MatchSeat
from games.services import lobby
from tests.games.services.tables import person
from tests.races.forcing import race, race_unlocked
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
SITTING_DOWN = "games.services.setup.MatchSeat.objects.create"


def two_accept() -> tuple[Callable[[], Any], Callable[[], Any]]:
    now = timezone.now()
    listed = lobby.post(person("anna"), Rules.preset("tournament", 3), None, now)
    return (
        partial(lobby.accept, listed.pk, person("bob"), now),
        partial(lobby.accept, listed.pk, person("carol"), now),
    )


def test_the_first_is_the_opponent_and_the_second_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _first, second = race(monkeypatch, *two_accept(), at=SITTING_DOWN)
    assert isinstance(second, DomainError)
    assert second.code == "challenge_gone"
    assert list(MatchSeat.objects.order_by("seat").values_list("player__name", flat=True)) == [
        "anna",
        "bob",
    ]


def test_control_without_the_lock_both_sit_down_or_the_second_breaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _first, second = race_unlocked(monkeypatch, *two_accept(), at=SITTING_DOWN)
    assert isinstance(second, OperationalError) or MatchSeat.objects.filter(seat="B").count() == 2
