"""A challenge sent twice at the same moment with one key makes one match; without the lock the second breaks."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.utils import timezone

from games.engine.rules import Rules
from games.models import Match
from games.services.challenge_keys import Keyed, once
from games.services.friendly import challenge
from tests.games.services.tables import person
from tests.races.forcing import race, race_unlocked

pytestmark = pytest.mark.django_db(transaction=True)
MAKING = "games.services.friendly.create_match"


def twice() -> tuple[Callable[[], Any], Callable[[], Any]]:
    anna, now = person("anna"), timezone.now()
    assert anna.user is not None
    asked = Keyed.of(anna.user, "k", {"length": 5})
    make = partial(challenge, anna, None, Rules.preset("tournament", 5), None, now)
    return partial(once, asked, make, now), partial(once, asked, make, now)


def test_both_are_told_the_same_match(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = race(monkeypatch, *twice(), at=MAKING)
    assert isinstance(first, Match)
    assert isinstance(second, Match)
    assert first.pk == second.pk
    assert Match.objects.count() == 1


def test_control_without_the_lock_the_second_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = race_unlocked(monkeypatch, *twice(), at=MAKING)
    assert isinstance(first, Match)
    # In the transaction of its own challenge, the second has read a state that SQLite refuses to write over.
    refusal = OperationalError if connection.vendor == "sqlite" else IntegrityError
    assert isinstance(second, refusal)
