"""Each race once, with a forced interleaving: exactly one winner, and a clear answer for the other.

The control without the row lock must fail: then both write, and the database refuses the second.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError

from games.engine.clock import ClockSettings
from games.models import Action
from games.services.play import act, act_many
from games.services.submissions import Accepted, ActionRefused, Refused
from games.services.verify import verify
from tests.games.services.sweeps import settle_due
from tests.games.services.tables import Sitting, first_play, playing
from tests.races.forcing import Work, race, race_unlocked

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = ClockSettings("simple", 60_000, 12_000)


def act_now(sitting: Sitting, seat: str, kind: str, **given: Any) -> Work:
    submission = sitting.submission(seat, kind, **given)
    return lambda: act(submission, sitting.now)


def double_submit(sitting: Sitting) -> tuple[Work, Work]:
    seat = sitting.until("roll")
    side = act_now(sitting, seat, "roll", key="same", expected_seq=sitting.fresh().seq)
    return side, side


def roll_twice(sitting: Sitting) -> tuple[Work, Work]:
    seat, seq = sitting.until("roll"), sitting.fresh().seq
    first, two = (
        act_now(sitting, seat, "roll", key=key, expected_seq=seq) for key in ("tab 1", "tab 2")
    )
    return first, two


def take_and_drop(sitting: Sitting) -> tuple[Work, Work]:
    sitting.act(sitting.until("roll"), "double")
    seat = sitting.until("answer_double")
    return act_now(sitting, seat, "take", key="t"), act_now(sitting, seat, "drop", key="d")


def resign_and_roll(sitting: Sitting) -> tuple[Work, Work]:
    seat = sitting.until("roll")
    level = {"level": "single"}
    return (
        act_now(sitting, seat, "offer_resign", payload=level, key="r"),
        act_now(sitting, seat, "roll", key="m"),
    )


def play_and_resign(sitting: Sitting) -> tuple[Work, Work]:
    seat, seq = sitting.until("play"), sitting.fresh().seq
    play, level = {"moves": first_play(sitting.state)}, {"level": "single"}
    return (
        act_now(sitting, seat, "play", payload=play, key="m", expected_seq=seq),
        act_now(sitting, seat, "offer_resign", payload=level, key="r", expected_seq=seq),
    )


def concede_and_play(sitting: Sitting) -> tuple[Work, Work]:
    """One gives up the match at the moment when the other plays."""
    seat = sitting.until("play")
    play = {"moves": first_play(sitting.state)}
    return (
        act_now(sitting, "B" if seat == "A" else "A", "concede", key="c"),
        act_now(sitting, seat, "play", payload=play, key="m"),
    )


Sides = Callable[[Sitting], tuple[Work, Work]]
LOSES_BY: dict[Sides, str] = {
    roll_twice: "stale",
    take_and_drop: "no_double_pending",
    resign_and_roll: "resign_pending",
    play_and_resign: "stale",
    concede_and_play: "match_finished",
}


@pytest.mark.parametrize("sides", LOSES_BY)
def test_one_of_two_wins_and_the_other_is_told(
    sides: Sides, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = playing(length=5, clock=MINUTE)
    first, second = sides(sitting)
    seq = sitting.fresh().seq
    won, lost = race(monkeypatch, first, second)
    assert isinstance(won, Accepted)
    assert isinstance(lost, ActionRefused)
    assert lost.code == LOSES_BY[sides]
    assert client_rows(sitting, seq) == 1
    assert verify(sitting.match.pk) == []


def test_what_is_sent_twice_at_once_is_done_once_and_answered_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = playing(length=5, clock=MINUTE)
    first, second = double_submit(sitting)
    seq = sitting.fresh().seq
    item, two = race(monkeypatch, first, second)
    assert (item.repeated, two.repeated) == (False, True)
    assert item.rows[0] == two.rows[0]
    assert client_rows(sitting, seq) == 1
    assert verify(sitting.match.pk) == []


def client_rows(sitting: Sitting, after: int) -> int:
    """How many rows players wrote since."""
    log = Action.objects.filter(match=sitting.match, seq__gt=after, key__isnull=False)
    return log.count()


@pytest.mark.parametrize("sides", [double_submit, *LOSES_BY])
def test_control_without_the_lock_both_write(sides: Sides, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = playing(length=5, clock=MINUTE)
    first, second = sides(sitting)
    _won, lost = race_unlocked(monkeypatch, first, second)
    assert isinstance(lost, ActionRefused)
    assert lost.code == "failed"


def test_a_move_in_flight_is_not_overtaken_by_the_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, move, sweep = _at_the_flag()
    accepted, settled = race(monkeypatch, move, sweep)
    assert isinstance(accepted, Accepted)
    assert settled == 0
    assert sitting.fresh().finished_at is None
    assert verify(sitting.match.pk) == []


def test_control_without_the_lock_flag_and_move_both_write(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _sitting, move, sweep = _at_the_flag()
    race_unlocked(monkeypatch, move, sweep)
    (failure,) = (record.exc_info for record in caplog.records if record.exc_info)
    assert failure[0] is IntegrityError


def test_a_flag_in_flight_is_not_overtaken_by_a_late_move(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, move, sweep = _at_the_flag()
    settled, refused = race(monkeypatch, sweep, move)
    assert settled == 1
    assert isinstance(refused, ActionRefused)
    assert refused.code == "match_finished"
    assert sitting.fresh().reason == "time"
    assert verify(sitting.match.pk) == []


def test_a_late_move_and_the_sweep_lay_one_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """The late move finds the fallen flag itself; the sweep comes upon the same flag at that moment."""
    sitting, move, sweep = _at_the_flag(late=True)
    refused, settled = race(monkeypatch, move, sweep)
    assert isinstance(refused, ActionRefused)
    assert refused.code == "flag_fell"
    assert settled == 0
    assert Action.objects.filter(match=sitting.match, kind="flag").count() == 1
    assert verify(sitting.match.pk) == []


@pytest.mark.postgres
def test_a_match_held_elsewhere_is_for_the_next_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, other = playing(), playing()
    seats = sitting.until("roll"), other.until("roll")
    stored = sitting.submission(seats[0], "roll", key="two", expected_seq=sitting.fresh().seq)
    free = other.submission(seats[1], "roll", key="three")
    first = act_now(sitting, seats[0], "double", key="one")
    second: Work = lambda: act_many([stored, free], sitting.now)[0]  # noqa: E731
    _won, answers = race(monkeypatch, first, second, busy_elsewhere=True)
    assert isinstance(answers[0], Refused)
    assert answers[0].is_locked
    assert isinstance(answers[1], Accepted)
    (again,), _grown = act_many([stored], sitting.now)
    assert isinstance(again, Refused)
    assert again.code == "stale"


def _at_the_flag(*, late: bool = False) -> tuple[Sitting, Work, Work]:
    """A move received a millisecond before the flag, or after it, and the sweep after the grace."""
    sitting = playing(clock=MINUTE, length=5)
    seat = sitting.until("play")
    play = {"moves": first_play(sitting.state)}
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    sitting.now = flag_at + timedelta(seconds=1)
    received = flag_at + timedelta(milliseconds=1 if late else -1)
    move = act_now(sitting, seat, "play", payload=play, key="last", received_at=received)
    return sitting, move, lambda: settle_due(sitting.now)
