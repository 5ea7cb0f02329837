"""Two at once about the time of a match: two tabs that agree, an extension and the sweep, the sweep and the two players."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from accounts.errors import DomainError
from tests.races.forcing import race, race_unlocked
from tests.tournaments.making import NOW, entry, match_of
from tests.tournaments.rounds_run import row as round_of
from tests.tournaments.timing.timed import come, timed, timing_of
from tournaments.models import MatchTiming, Ruling, TimeProposal, Tournament
from tournaments.services import appointments, deadlines, timing_orders

pytestmark = pytest.mark.django_db(transaction=True)
DEADLINE = datetime(2026, 3, 14, 20, tzinfo=UTC)
DUE = DEADLINE + timedelta(seconds=2)
Work = Callable[[], object]


def two_tabs() -> tuple[Tournament, Work, Work]:
    """The same player takes another of two offered times in each."""
    made = timed(4, timing={"round_days": 7})
    times = [NOW + timedelta(days=1), NOW + timedelta(days=2)]
    one, four = (entry(made, name).player.user for name in (1, 4))
    appointments.propose(timing_of(made, "W1.1").pk, times=times, by=one, now=NOW)
    offers = list(TimeProposal.objects.order_by("at").values_list("pk", flat=True))

    def take(offer: int) -> Work:
        return lambda: appointments.agree(offer, by=four, now=NOW)

    return made, take(offers[0]), take(offers[1])


def test_of_two_times_that_are_taken_at_once_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = two_tabs()
    done, refused = race(monkeypatch, first, second, at="tournaments.services.appointments._close")
    assert isinstance(done, MatchTiming)
    assert isinstance(refused, DomainError)
    assert refused.code == "no_such_time"
    assert timing_of(made, "W1.1").start_at == NOW + timedelta(days=1)
    assert TimeProposal.objects.filter(accepted=True).count() == 1


def test_without_the_lock_both_would_count(monkeypatch: pytest.MonkeyPatch) -> None:
    _made, first, second = two_tabs()
    race_unlocked(monkeypatch, first, second, at="tournaments.services.appointments._close")
    assert TimeProposal.objects.filter(accepted=True).count() == 2


def test_a_sweep_starts_nothing_that_an_extension_has_just_put_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = timed(4, timing={"round_days": 7})

    def extend() -> object:
        return timing_orders.set_deadline(
            round_of(made, 1).pk,
            until=DEADLINE + timedelta(days=1),
            by=made.organizer,
            now=DUE,
            reason="why not",
        )

    at = "tournaments.services.timing_orders._move"
    _ruling, started = race(monkeypatch, extend, lambda: deadlines.begin_due(DUE), at=at)
    assert started == 0
    assert match_of(made, "W1.1").next_at is None
    assert not Ruling.objects.filter(verb="begin").exists()


def test_two_who_begin_while_the_deadline_is_swept_simply_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = timed(4, timing={"round_days": 7})

    def both_come() -> object:
        come(made, "W1.1", 1, DEADLINE)
        return come(made, "W1.1", 4, DEADLINE).status

    at = "tournaments.services.table_changes.wait"
    _count, status = race(monkeypatch, lambda: deadlines.begin_due(DUE), both_come, at=at)
    assert status == "playing"
    assert match_of(made, "W1.1").status == "playing"
