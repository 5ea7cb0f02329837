"""Two players agree when they play; a director may say it; the agreed time is when both are to be there."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from tests.tournaments.making import NOW, entry, match_of, pairing
from tests.tournaments.ruling import rulings
from tests.tournaments.timing.timed import come, sweep, timed, timing_of
from tournaments.models import MatchTiming, Notice, TimeProposal, Tournament
from tournaments.ruling.services import live_match_rulings
from tournaments.timing.services import appointments, director_timing
from web.errors import DomainError

pytestmark = pytest.mark.django_db
DEADLINE = datetime(2026, 3, 14, 20, tzinfo=UTC)
EVENING = datetime(2026, 3, 10, 19, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def made() -> Tournament:
    return timed(4, timing={"round_days": 7})


def user(of: Tournament, name: int) -> User:
    result = entry(of, name).player.user
    assert result is not None
    return result


def offer(of: Tournament, name: int, *times: datetime, now: datetime = NOW) -> MatchTiming:
    timing = timing_of(of, "W1.1")
    return appointments.propose(timing.pk, times=times, by=user(of, name), now=now)


def take(of: Tournament, name: int, at: datetime, now: datetime = NOW) -> MatchTiming:
    time_proposal = TimeProposal.objects.get(at=at, closed_at=None)
    return appointments.agree(time_proposal.pk, by=user(of, name), now=now)


def code_of(work: object) -> str:
    with pytest.raises(DomainError) as error:
        work()  # type: ignore[operator]
    return error.value.code


def test_one_offers_and_the_other_takes_a_time(made: Tournament) -> None:
    offer(made, 1, EVENING, EVENING + HOUR)
    timing = take(made, 4, EVENING)
    assert (timing.start_at, timing.set_by, timing.sequence) == (EVENING, "players", 1)
    assert not TimeProposal.objects.filter(closed_at=None).exists()


def test_the_time_to_join_counts_from_the_agreed_time(made: Tournament) -> None:
    offer(made, 1, EVENING)
    take(made, 4, EVENING)
    sweep(made, EVENING - HOUR)
    assert match_of(made, "W1.1").next_at is None
    sweep(made, EVENING)
    assert match_of(made, "W1.1").next_at == EVENING + timedelta(minutes=10)
    come(made, "W1.1", 1, EVENING + timedelta(minutes=1))
    sweep(made, EVENING + timedelta(minutes=10))
    assert pairing(made, "W1.1").winner == entry(made, 1)


def test_what_was_offered_before_gives_way_to_what_is_offered_now(made: Tournament) -> None:
    offer(made, 1, EVENING)
    offer(made, 1, EVENING + HOUR)
    stale = TimeProposal.objects.get(at=EVENING)
    four = user(made, 4)
    assert code_of(lambda: appointments.agree(stale.pk, by=four, now=NOW)) == "no_such_time"


@pytest.mark.parametrize(
    ("times", "code"),
    [
        ([], "bad_times"),
        ([EVENING + n * HOUR for n in range(6)], "bad_times"),
        ([NOW - HOUR], "time_past"),
        ([DEADLINE + HOUR], "after_deadline"),
    ],
)
def test_times_that_cannot_be_offered(made: Tournament, times: list[datetime], code: str) -> None:
    assert code_of(lambda: offer(made, 1, *times)) == code


def test_nobody_accepts_their_own_time_and_strangers_have_no_say(made: Tournament) -> None:
    offer(made, 1, EVENING)
    assert code_of(lambda: take(made, 1, EVENING)) == "own_time"
    assert code_of(lambda: take(made, 2, EVENING)) == "not_your_match"


def test_an_agreed_time_is_given_up_and_the_deadline_counts_again(made: Tournament) -> None:
    offer(made, 1, EVENING)
    take(made, 4, EVENING)
    timing = appointments.withdraw(timing_of(made, "W1.1").pk, by=user(made, 4), now=NOW)
    assert (timing.start_at, timing.begin_at, timing.sequence) == (None, DEADLINE, 2)
    assert Notice.objects.filter(kind="withdrawn").get().player == entry(made, 1).player


def test_a_new_time_takes_the_place_of_the_agreed_one_and_is_counted(made: Tournament) -> None:
    offer(made, 1, EVENING)
    take(made, 4, EVENING)
    offer(made, 4, EVENING + HOUR)
    assert timing_of(made, "W1.1").start_at == EVENING
    assert take(made, 1, EVENING + HOUR).sequence == 2


def test_nothing_is_agreed_any_more_once_the_time_has_come(made: Tournament) -> None:
    offer(made, 1, EVENING)
    take(made, 4, EVENING)
    late = EVENING + timedelta(minutes=1)
    assert code_of(lambda: offer(made, 1, EVENING + HOUR, now=late)) == "match_begun"


def test_two_who_are_there_early_play_at_once(made: Tournament) -> None:
    offer(made, 1, EVENING)
    take(made, 4, EVENING)
    for name in (1, 4):
        come(made, "W1.1", name, NOW + HOUR)
    sweep(made, EVENING)
    assert match_of(made, "W1.1").status == "playing"


def test_both_are_told_and_reminded_an_hour_before(made: Tournament) -> None:
    offer(made, 1, EVENING)
    take(made, 4, EVENING)
    sweep(made, EVENING - HOUR)
    notices = Notice.objects.exclude(kind="ready").order_by("id")
    assert [(item.kind, item.player.name) for item in notices] == [
        ("proposal", "4"),
        ("agreed", "1"),
        ("agreed", "4"),
        ("soon", "1"),
        ("soon", "4"),
    ]


def test_a_director_sets_the_time_and_can_take_it_back(made: Tournament) -> None:
    result = pairing(made, "W1.1")
    ruling = director_timing.move_match(
        result.pk, at=DEADLINE + HOUR, by=made.organizer, now=NOW, reason="it: Both asked."
    )
    sweep(made, DEADLINE)
    assert match_of(made, "W1.1").next_at is None
    assert code_of(lambda: offer(made, 1, EVENING)) == "no_appointments"
    rulings.undo(ruling.pk, by=made.organizer, now=DEADLINE, reason="They played.")
    assert timing_of(made, "W1.1").begin_at == DEADLINE


def test_a_match_that_is_played_pauses_until_the_time_it_is_moved_to(made: Tournament) -> None:
    for name in (1, 4):
        come(made, "W1.1", name, NOW)
    result = pairing(made, "W1.1")
    director_timing.move_match(
        result.pk, at=EVENING, by=made.organizer, now=NOW + HOUR, reason="The hall closes."
    )
    assert match_of(made, "W1.1").paused
    sweep(made, EVENING)
    assert not match_of(made, "W1.1").paused


def test_a_moved_match_that_a_director_lets_go_on_is_not_started_again(made: Tournament) -> None:
    for name in (1, 4):
        come(made, "W1.1", name, NOW)
    result = pairing(made, "W1.1").pk
    order = {"by": made.organizer, "reason": "why"}
    director_timing.move_match(result, at=EVENING, now=NOW + HOUR, **order)
    live_match_rulings.resume(result, now=NOW + HOUR, **order)
    assert timing_of(made, "W1.1").begin_at is None
