"""Two sweeps that hand out the same push message at the same moment: one of them does."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from notifications import kinds
from notifications.models import PushSubscription
from notifications.services.notify import News, notify
from notifications.services.pushes import hand_out_due
from tests.races.forcing import race, race_unlocked
from tests.tournaments.making import NOW, player
from web import web_push

pytestmark = pytest.mark.django_db(transaction=True)
HANDING_OUT = "web.prepared_writes._carry_out"


def two_sweeps() -> tuple[Callable[[], Any], Callable[[], Any]]:
    user = player("bob").user
    assert user is not None
    PushSubscription.objects.create(
        user=user, access_version=user.access_version, label="Firefox", created_at=NOW
    )
    notify([News(user.pk, kinds.CHALLENGE, "one", "/x/")], NOW)
    return partial(hand_out_due, NOW), partial(hand_out_due, NOW)


@pytest.fixture(autouse=True)
def _with_a_key(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = web_push.new_private_key()


def test_one_hands_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert race(monkeypatch, *two_sweeps(), at=HANDING_OUT) == [1, 0]


def test_control_without_the_lock_both_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite the statement itself chooses what it writes, so even then one does."""
    both = [1, 0] if connection.vendor == "sqlite" else [1, 1]
    assert race_unlocked(monkeypatch, *two_sweeps(), at=HANDING_OUT) == both
