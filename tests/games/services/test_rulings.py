"""A director's decisions are actions like any other: appended, dated, named."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import TestCase

from games.engine.clock import ClockSettings
from games.engine.errors import RulesError
from games.models import Action
from games.services import rulings
from games.services.submissions import ActionRefused
from games.services.verify import verify
from games.signals import match_finished
from tests.games.services.sweeps import settle_due
from tests.games.services.tables import Sitting, person, playing, sit

pytestmark = pytest.mark.django_db

MINUTE = ClockSettings("simple", 60_000, 12_000)


def by(sitting: Sitting, **more: Any) -> dict[str, Any]:
    return {"by": None, "reason": "because", "now": sitting.now, **more}


def test_a_pause_stops_play_and_clocks_and_a_resumption_loses_nothing() -> None:
    sitting = playing(clock=MINUTE, length=5)
    seat = sitting.until("roll")
    rulings.pause(sitting.match.pk, **by(sitting, now=sitting.tick(5)))
    assert (sitting.fresh().paused, sitting.match.flag_at, sitting.match.to_act) == (
        True,
        None,
        None,
    )
    assert settle_due(sitting.tick(1000)) == 0
    with pytest.raises(ActionRefused, match="match_paused"):
        sitting.act(seat, "roll")
    rulings.resume(sitting.match.pk, **by(sitting))
    assert sitting.fresh().flag_at == sitting.now + timedelta(seconds=67)
    assert verify(sitting.match.pk) == []


def test_who_ruled_and_why_stands_in_the_log() -> None:
    sitting = playing()
    director = person("judge").user
    rulings.score(sitting.match.pk, **by(sitting, by=director, points={"A": 1}))
    ruling = Action.objects.get(match=sitting.match, kind="ruling")
    assert ruling.payload == {
        "kind": "score",
        "points": {"A": 1},
        "reason": "because",
        "by": "judge",  # as players know the judge: everybody reads the log
    }
    assert sitting.fresh().score_a == 1


def test_a_directors_result_ends_the_match_and_a_reopening_undoes_it() -> None:
    sitting = playing(length=5)
    state = sitting.state
    rulings.result(sitting.match.pk, **by(sitting, winner="B"))
    match = sitting.fresh()
    assert (match.status, match.winner, match.reason) == ("finished", "B", "ruling")
    rulings.reopen(sitting.match.pk, **by(sitting))
    match = sitting.fresh()
    assert (match.status, match.winner, match.finished_at, match.reason) == (
        "joining",
        None,
        None,
        "",
    )
    sitting.join()
    assert sitting.state.game == state.game
    assert verify(sitting.match.pk) == []


def test_a_void_match_has_no_winner() -> None:
    sitting = playing()
    rulings.void(sitting.match.pk, **by(sitting))
    assert (sitting.fresh().status, sitting.match.winner) == ("void", None)
    assert verify(sitting.match.pk) == []


def test_time_is_given_to_one_seat() -> None:
    sitting = playing(clock=MINUTE, length=5)
    seat = sitting.until("roll")
    flag_at = sitting.fresh().flag_at
    rulings.clock(sitting.match.pk, **by(sitting, add_ms={seat: 30_000}))
    assert sitting.fresh().flag_at == flag_at + timedelta(seconds=30)


def test_a_withdrawal_forfeits_for_one_seat_or_both() -> None:
    first, two = playing(), playing()
    rulings.forfeit(first.match.pk, losers=("A",), reason="withdrawn", now=first.now)
    rulings.forfeit(two.match.pk, losers=("A", "B"), reason="both gone", now=two.now)
    assert (first.fresh().reason, first.match.winner) == ("forfeit", "B")
    assert (two.fresh().reason, two.match.winner) == ("double_forfeit", None)


def test_a_match_that_is_over_is_not_forfeited_again() -> None:
    sitting = playing()
    sitting.act("A", "concede")
    with pytest.raises(RulesError, match="over"):
        rulings.forfeit(sitting.match.pk, losers=("B",), reason="late", now=sitting.now)


def test_the_end_is_announced_exactly_once() -> None:
    sitting = playing()
    heard: list[Any] = []

    def hear(sender: object, match_ids: list[Any], **_kwargs: object) -> None:
        heard.extend(match_ids)

    match_finished.connect(hear)
    try:
        with TestCase.captureOnCommitCallbacks(execute=True):
            sitting.act("A", "concede", key="c")
            sitting.act("A", "concede", key="c")
            rulings.score(sitting.match.pk, **by(sitting, points={"A": 1}))
    finally:
        match_finished.disconnect(hear)
    assert heard == [sitting.match.pk]


def test_a_wait_that_was_paused_begins_again() -> None:
    sitting = sit(join_within=timedelta(minutes=5))
    rulings.pause(sitting.match.pk, **by(sitting, now=sitting.tick(200)))
    assert sitting.fresh().next_at is None
    rulings.resume(sitting.match.pk, **by(sitting, now=sitting.tick(3600)))
    assert sitting.fresh().next_at == sitting.now + timedelta(minutes=5)
