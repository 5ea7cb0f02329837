"""The tasks are just another way in: each settles what is due and comes to an end by itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import BotKind
from games import tasks
from games.engine.clock import ClockSettings
from games.models import Match
from tests.games.services.tables import bot, playing, sit

pytestmark = pytest.mark.django_db


def test_the_watch_settles_a_flag_that_falls_within_its_second() -> None:
    sitting = playing(clock=ClockSettings("simple", 60_000, 12_000), length=5)
    sitting.until("roll")
    due = timezone.now() - timedelta(milliseconds=200)
    _shift(sitting.match, due)
    tasks.watch_flags()
    assert sitting.fresh().reason == "time"


def test_the_watch_ends_a_wait() -> None:
    match = sit(join_within=timedelta(minutes=1)).match
    tasks.watch_owed()
    match.refresh_from_db()
    assert match.reason == "double_forfeit"


def test_the_watch_lets_bots_play_and_comes_to_an_end() -> None:
    match = sit(bot(BotKind.STEADY), bot(), length=1, bot_pace_ms=0).match
    tasks.sweep_bots()
    match.refresh_from_db()
    assert match.seq > 4


def test_verify_matches_says_nothing_when_all_is_right(caplog: pytest.LogCaptureFixture) -> None:
    playing()
    tasks.verify_matches()
    assert not caplog.records


def _shift(match: Match, flag_at) -> None:
    """As if the match had been played just now: its clock and its columns moved to the present."""
    match.refresh_from_db()
    by = flag_at - match.flag_at
    clock = match.state["clock"]
    clock[3] += by // timedelta(milliseconds=1)
    match.state["clock"], match.flag_at, match.last_at = clock, flag_at, match.last_at + by
    match.save()
