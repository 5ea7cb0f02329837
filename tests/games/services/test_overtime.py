"""A match whose clock has overtime (R13.1): who runs out of time goes on in it, and loses when that is over."""

from datetime import timedelta

import pytest

from games.engine.clock import ClockSettings
from games.selectors import table_view
from games.services.submissions import ActionRefused
from games.services.verify import verify
from tests.games.services.tables import Sitting, playing

pytestmark = pytest.mark.django_db

AGREED = ClockSettings("simple", 60_000, 12_000, overtime_ms=120_000)


def on_roll() -> tuple[Sitting, str]:
    sitting = playing(clock=AGREED, length=5)
    return sitting, sitting.until("roll")


def test_an_action_in_overtime_counts_and_the_table_shows_what_is_left() -> None:
    sitting, seat = on_roll()
    sitting.tick(72 + 50)
    sitting.act(seat, "roll")
    clock = table_view(sitting.fresh(), None, sitting.now)["clock"]
    assert clock["reserve_ms"][seat] == 0
    assert clock["overtime_ms"] == {"A": 120_000, "B": 120_000} | {seat: 70_000}
    assert verify(sitting.match.pk) == []


def test_the_flag_falls_at_its_end_and_loses_the_match() -> None:
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert flag_at == sitting.match.last_at + timedelta(seconds=12 + 60 + 120)
    sitting.tick(192)
    with pytest.raises(ActionRefused, match="flag_fell"):
        sitting.act(seat, "roll")
    match = sitting.fresh()
    assert (match.reason, match.winner) == ("time", "B" if seat == "A" else "A")
    assert match.finished_at == flag_at


def test_a_table_without_it_does_not_speak_of_it() -> None:
    sitting = playing(clock=ClockSettings("simple", 60_000, 12_000), length=5)
    assert "overtime_ms" not in table_view(sitting.fresh(), None, sitting.now)["clock"]
