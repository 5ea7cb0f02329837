"""Lag compensation (T10.6, ADR 9): what is stated is believed within limits, put into the log, and nobody else pays."""

from datetime import timedelta

import pytest

from games.engine.clock import ClockKind, ClockSettings
from games.models import Action
from games.selectors import table_view
from games.services import rulings
from games.services.submissions import ActionRefused
from games.services.verify import verify
from games.timestamps import to_ms
from tests.games.services.sweeps import settle_due, settle_flag
from tests.games.services.tables import Sitting, playing

pytestmark = pytest.mark.django_db

GIVING = ClockSettings("simple", 60_000, 12_000, lag_ms=2_500)
NEVER = ClockSettings("simple", 60_000, 12_000)


def on_roll(clock: ClockSettings = GIVING) -> tuple[Sitting, str]:
    sitting = playing(clock=clock, length=5)
    return sitting, sitting.until("roll")


def clock_of(sitting: Sitting) -> dict[str, dict[str, int]]:
    shown: dict[str, dict[str, int]] = table_view(sitting.fresh(), None, sitting.now)["clock"]
    return shown


def last(sitting: Sitting, kind: str) -> Action:
    return Action.objects.filter(match=sitting.match, kind=kind).order_by("seq")[0]


def test_what_was_on_its_way_is_not_taken_off_the_reserve() -> None:
    sitting, seat = on_roll()
    sitting.tick(20)
    sitting.act(seat, "roll", lag_ms=300)
    clock = clock_of(sitting)
    assert clock["reserve_ms"][seat] == 60_000 - 8_000 + 300
    assert clock["lag_left_ms"][seat] == 2_500 - 300
    assert last(sitting, "roll").payload["lag_ms"] == 300
    assert verify(sitting.match.pk) == []


def test_the_opponents_clock_begins_when_it_was_received() -> None:
    sitting, seat = on_roll()
    sitting.act(seat, "double", lag_ms=900, received_at=sitting.tick(20))
    assert to_ms(sitting.fresh().flag_at or sitting.now) == to_ms(sitting.now) + 72_000
    assert sitting.state.to_act != seat


@pytest.mark.parametrize("clock", [NEVER, None])
def test_without_the_option_nothing_is_given_and_nothing_is_written(
    clock: ClockSettings | None,
) -> None:
    sitting = playing(clock=clock, length=5)
    seat = sitting.until("roll")
    sitting.act(seat, "roll", lag_ms=900, received_at=sitting.tick(20))
    assert set(last(sitting, "roll").payload) == {"dice"}
    if clock is not None:
        assert clock_of(sitting)["reserve_ms"][seat] == 52_000
        assert "lag_left_ms" not in clock_of(sitting)


def test_within_the_delay_it_costs_nothing_and_uses_nothing_up() -> None:
    sitting, seat = on_roll()
    sitting.act(seat, "roll", lag_ms=900, received_at=sitting.tick(11))
    assert clock_of(sitting)["lag_left_ms"][seat] == 2_500
    assert set(last(sitting, "roll").payload) == {"dice"}


def test_a_second_an_action_and_the_budget_a_match_are_the_most() -> None:
    sitting, seat = on_roll()
    for _ in range(200):
        mine = sitting.state.to_act == seat
        sitting.step(received_at=sitting.tick(14 if mine else 1), lag_ms=5_000 if mine else 0)
        if not clock_of(sitting)["lag_left_ms"][seat]:
            break
    rows = Action.objects.filter(match=sitting.match).order_by("seq")
    given = [row.payload["lag_ms"] for row in rows if "lag_ms" in row.payload]
    assert given == [1_000, 1_000, 500]
    assert {row.seat for row in rows if "lag_ms" in row.payload} == {seat}
    assert verify(sitting.match.pk) == []


def test_the_figure_of_a_client_in_the_payload_is_refused() -> None:
    sitting, seat = on_roll()
    with pytest.raises(ActionRefused, match="bad_action"):
        sitting.act(seat, "roll", {"lag_ms": 1_000})
    with pytest.raises(ActionRefused, match="bad_action"):
        sitting.act(seat, "double", {"lag_ms": 1_000})


def test_the_same_action_again_with_another_lag_is_the_same_action() -> None:
    sitting, seat = on_roll()
    sitting.tick(20)
    first = sitting.act(seat, "roll", key="k", lag_ms=300)
    again = sitting.act(seat, "roll", key="k", lag_ms=900)
    assert again.repeated
    assert again.seq == first.rows[0]["seq"]
    assert clock_of(sitting)["lag_left_ms"][seat] == 2_200


@pytest.mark.parametrize("kind", ["simple", "bronstein", "fischer"])
def test_an_action_that_left_before_the_flag_is_in_time(kind: ClockKind) -> None:
    sitting, seat = on_roll(ClockSettings(kind, 60_000, 12_000, lag_ms=2_500))
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    sitting.now = flag_at + timedelta(milliseconds=399)
    sitting.act(seat, "roll", lag_ms=400)
    assert sitting.fresh().finished_at is None
    assert clock_of(sitting)["reserve_ms"][seat] == 1
    assert verify(sitting.match.pk) == []


@pytest.mark.parametrize(("late_ms", "lag_ms"), [(400, 400), (1_000, 9_000), (1, 0)])
def test_one_that_left_at_the_flag_or_later_loses(late_ms: int, lag_ms: int) -> None:
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    sitting.now = flag_at + timedelta(milliseconds=late_ms)
    with pytest.raises(ActionRefused, match="flag_fell"):
        sitting.act(seat, "roll", lag_ms=lag_ms)
    assert (sitting.fresh().reason, sitting.match.finished_at) == ("time", flag_at)
    assert verify(sitting.match.pk) == []


def test_the_sweep_waits_as_long_as_an_action_could_still_be_in_time() -> None:
    sitting, seat = on_roll()
    plain, _seat = on_roll(NEVER)
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    assert plain.fresh().flag_at == flag_at
    assert settle_due(flag_at + timedelta(milliseconds=1_499)) == 1
    assert not settle_flag(sitting.match.pk, flag_at + timedelta(milliseconds=1_499))
    assert plain.fresh().reason == "time"
    sitting.now = flag_at + timedelta(seconds=9)
    sitting.act(seat, "roll", received_at=flag_at + timedelta(milliseconds=999), lag_ms=1_000)
    assert sitting.fresh().finished_at is None


def test_then_it_settles_and_dates_the_flag_when_it_fell() -> None:
    sitting, _seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    assert settle_due(flag_at + timedelta(milliseconds=1_500)) == 1
    assert sitting.fresh().finished_at == flag_at


def test_a_ruling_leaves_the_flag_to_fall_while_it_is_open() -> None:
    sitting, _seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    soon = flag_at + timedelta(milliseconds=700)
    rulings.pause(sitting.match.pk, by=None, reason="", now=soon)
    assert sitting.fresh().status == "playing"
    rulings.resume(sitting.match.pk, by=None, reason="", now=soon + timedelta(minutes=1))
    assert settle_due(soon + timedelta(minutes=1, seconds=2)) == 1
    assert verify(sitting.match.pk) == []
