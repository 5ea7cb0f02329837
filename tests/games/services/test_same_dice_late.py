"""A table that is settled late lets the others go on now: nobody pays for the time that they waited."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.clock import ClockSettings
from games.services import shared_release
from games.signals import board_moved
from tests.games.services.same_dice import waiting_group
from tests.games.services.sweeps import settle_due

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = ClockSettings("simple", 60_000, 5_000)


def test_who_waited_is_not_charged_from_when_the_flag_of_another_fell() -> None:
    """The flag is dated when it fell, long ago; the roll that waited for this table comes now."""
    assert board_moved.disconnect(dispatch_uid="games.services.shared_release")
    try:
        _made, first, second = waiting_group(clock=CLOCK)
    finally:
        shared_release.register()
    before = timezone.now()
    assert settle_due(before) == 1
    assert second.fresh().last_at < before - timedelta(days=1)
    assert not first.fresh().state["match"]["game"].get("awaits_dice")
    assert first.match.last_at >= before - timedelta(milliseconds=1)
    assert first.match.flag_at is not None
    assert first.match.flag_at > before
