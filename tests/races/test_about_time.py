"""Two at once about the time of a match: two tabs that agree, an extension and the sweep, the sweep and the two players."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from tests.races.forcing import race, race_unlocked
from tests.tournaments.making import NOW, entry, match_of
from tests.tournaments.rounds_run import row as round_of
from tests.tournaments.timing.timed import come, timed, timing_of
from tournaments.models import MatchTiming, Ruling, TimeProposal, Tournament
from tournaments.timing.services import appointments, deadlines, director_timing
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
DEADLINE = datetime(2026, 3, 14, 20, tzinfo=UTC)
DUE = DEADLINE + timedelta(seconds=2)
CHECKED = "tournaments.timing.services.appointments.Appointment.require_time"
Work = Callable[[], object]


def login(made: Tournament, name: int) -> User:
    user = entry(made, name).player.user
    assert user is not None
    return user


def two_tabs() -> tuple[Tournament, Work, Work]:
    """The same player takes another of two offered times in each."""
    made = timed(4, timing={"round_days": 7})
    times = [NOW + timedelta(days=1), NOW + timedelta(days=2)]
    item, four = (login(made, name) for name in (1, 4))
    appointments.propose(timing_of(made, "W1.1").pk, times=times, by=item, now=NOW)
    offers = list(TimeProposal.objects.order_by("at").values_list("pk", flat=True))

    def take(offer: int) -> Work:
        return lambda: appointments.agree(offer, by=four, now=NOW)

    return made, take(offers[0]), take(offers[1])


def test_of_two_times_that_are_taken_at_once_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = two_tabs()
    done, refused = race(monkeypatch, first, second, at=CHECKED)
    assert isinstance(done, MatchTiming)
    assert isinstance(refused, DomainError)
    assert refused.code == "no_such_time"
    assert timing_of(made, "W1.1").start_at == NOW + timedelta(days=1)
    assert TimeProposal.objects.filter(accepted=True).count() == 1


def test_without_the_lock_both_would_count(monkeypatch: pytest.MonkeyPatch) -> None:
    _made, first, second = two_tabs()
    race_unlocked(monkeypatch, first, second, at=CHECKED)
    assert TimeProposal.objects.filter(accepted=True).count() == 2


def test_a_sweep_starts_nothing_that_an_extension_has_just_put_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = timed(4, timing={"round_days": 7})

    def extend() -> object:
        return director_timing.set_deadline(
            round_of(made, 1).pk,
            until=DEADLINE + timedelta(days=1),
            by=made.organizer,
            now=DUE,
            reason="why not",
        )

    at = "tournaments.timing.services.director_timing._move"
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

    at = "tournaments.ruling.services.match_adjustments.wait"
    _count, status = race(monkeypatch, lambda: deadlines.begin_due(DUE), both_come, at=at)
    assert status == "playing"
    assert match_of(made, "W1.1").status == "playing"


def another_offer() -> tuple[Tournament, Work, Work]:
    """One player offers another time, while the opponent accepts the time offered before."""
    made = timed(4, timing={"round_days": 7})
    item, four = (login(made, name) for name in (1, 4))
    timing_id = timing_of(made, "W1.1").pk
    appointments.propose(timing_id, times=[NOW + timedelta(days=1)], by=item, now=NOW)
    offer = TimeProposal.objects.get().pk
    later = [NOW + timedelta(days=2)]
    return (
        made,
        lambda: appointments.propose(timing_id, times=later, by=item, now=NOW),
        lambda: appointments.agree(offer, by=four, now=NOW),
    )


def test_a_time_that_is_being_taken_back_is_not_agreed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    made, again, take = another_offer()
    _row, refused = race(monkeypatch, again, take, at=CHECKED)
    assert isinstance(refused, DomainError)
    assert refused.code == "no_such_time"
    assert not timing_of(made, "W1.1").is_agreed
    assert TimeProposal.objects.get(closed_at=None).at == NOW + timedelta(days=2)


def test_without_the_lock_it_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    made, again, take = another_offer()
    race_unlocked(monkeypatch, again, take, at=CHECKED)
    assert timing_of(made, "W1.1").is_agreed
    assert not TimeProposal.objects.filter(closed_at=None).exists()


def test_a_sweep_begins_nothing_that_its_two_players_have_just_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = timed(4, timing={"round_days": 7})
    come(made, "W1.1", 1, DEADLINE)
    race(
        monkeypatch,
        lambda: come(made, "W1.1", 4, DEADLINE).status,
        lambda: deadlines.begin_due(DUE),
    )
    assert match_of(made, "W1.1").status == "playing"
    assert not Ruling.objects.filter(verb="begin", pairing__key="W1.1").exists()
