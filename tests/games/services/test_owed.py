"""Waits that end by themselves, so that nobody can hold a match up by doing nothing."""

from datetime import timedelta

import pytest

from games.models import Match
from games.services import timeouts
from games.services.submissions import ActionRefused
from tests.games.services.tables import Sitting, playing, sit

pytestmark = pytest.mark.django_db

TEN_MINUTES = timedelta(minutes=10)


@pytest.mark.parametrize(("present", "winner"), [("A", "A"), ("B", "B")])
def test_who_does_not_join_in_time_forfeits(present: str, winner: str) -> None:
    sitting = sit(join_within=TEN_MINUTES)
    sitting.act(present, "ready")
    due = sitting.fresh().next_at
    assert timeouts.settle_due_waits(sitting.tick(601)) == 1
    match = sitting.fresh()
    assert (match.reason, match.winner, match.finished_at) == ("forfeit", winner, due)


def test_when_nobody_joins_both_lose() -> None:
    sitting = sit(join_within=TEN_MINUTES)
    assert timeouts.settle_due_waits(sitting.tick(601)) == 1
    assert (sitting.fresh().reason, sitting.match.winner) == ("double_forfeit", None)


def test_ready_in_time_is_in_time_although_it_is_processed_late() -> None:
    sitting = sit(join_within=TEN_MINUTES)
    sitting.act("A", "ready")
    received = sitting.now + timedelta(seconds=599)
    sitting.tick(620)
    sitting.act("B", "ready", received_at=received)
    assert sitting.state.phase == "playing"


def test_ready_too_late_finds_the_match_forfeited() -> None:
    sitting = sit(join_within=TEN_MINUTES)
    sitting.act("A", "ready")
    sitting.tick(600)
    with pytest.raises(ActionRefused, match="too_late"):
        sitting.act("B", "ready")
    assert sitting.fresh().winner == "A"


def test_a_friendly_match_waits_for_ever() -> None:
    sitting = sit()
    assert sitting.match.next_at is None
    assert timeouts.settle_due_waits(sitting.tick(10**7)) == 0


def test_the_break_ends_by_both_pressing_ready() -> None:
    sitting = in_break()
    for seat in "AB":
        sitting.act(seat, "ready")
    assert sitting.state.phase == "playing"
    assert sitting.state.game_no == 2
    assert sitting.fresh().next_at is None


def test_the_break_ends_by_itself_after_thirty_seconds() -> None:
    sitting = in_break()
    ended = sitting.match.last_at
    assert sitting.match.next_at == ended + timedelta(seconds=30)
    assert timeouts.settle_due_waits(sitting.tick(30.5)) == 1
    assert sitting.state.phase == "playing"
    assert sitting.fresh().last_at == ended + timedelta(seconds=30)


def test_the_length_of_the_break_is_the_events() -> None:
    sitting = in_break(break_s=5)
    assert sitting.match.next_at == sitting.match.last_at + timedelta(seconds=5)


def in_break(**context: int) -> Sitting:
    sitting = playing(length=21, **context)
    while sitting.state.phase == "playing":
        sitting.step()
    sitting.fresh()
    return sitting


def test_a_match_that_cannot_be_settled_keeps_no_other_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, fine = (sit(join_within=TEN_MINUTES) for _ in range(2))
    Match.objects.filter(pk=broken.match.pk).update(state={"match": None, "clock": None})
    assert timeouts.settle_due_waits(fine.tick(601)) == 1
    assert fine.fresh().reason == "double_forfeit"
    assert broken.fresh().next_at is not None
    assert "settle_wait failed" in caplog.text
