"""Two at once over the board: phones, the desk, the sweep and directors. Each waits for the tournament's lock.

Each control takes the lock away and must show the damage that it prevents.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError

from tests.races.forcing import MEETING, Work, pass_by, race, race_unlocked
from tests.tournaments.making import NOW, entered, later
from tests.tournaments.venue.room import on_board, slip, won
from tournaments.entry.services import check_in
from tournaments.models import (
    Entry,
    Pairing,
    PlayingTable,
    ScoreReport,
    Slip,
    TablePool,
    TableUse,
    Venue,
)
from tournaments.ruling.services import preview
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.venue.services import reporting, table_desk
from tournaments.venue.services.claims import Reporter
from tournaments.venue.services.typed_results import TypedResult, type_result
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
WRITES = "tournaments.venue.services.reporting._write"
SEATS = "tournaments.venue.services.table_desk._end"
LETS_IN = "tournaments.entry.services.check_in.notify_seated"


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes before a ruling, a report or a decision passes `about_to_write`."""

    pass_by(monkeypatch, preview, "ruling")
    pass_by(monkeypatch, reporting, "_write", "_decide")


def says(slip: Slip, side: int, winner: int | None = None) -> Work:
    who, claim = Reporter(side), won(slip, winner)
    return lambda: reporting.report(slip.pk, who, claim, now=NOW)


def two_phones() -> tuple[Slip, Work, Work]:
    stored = slip(on_board(4), "W1.1")
    return stored, says(stored, stored.entry_a_id), says(stored, stored.entry_b_id)


def outcome(slip: Slip) -> str:
    return Pairing.objects.get(pk=slip.pairing_id).outcome


def test_two_phones_that_say_the_same_at_once_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, first, two = two_phones()
    race(monkeypatch, first, two, at=WRITES)
    assert outcome(stored) == "played"
    assert set(stored.reports.values_list("state", flat=True)) == {"confirmed"}


def test_control_without_the_lock_neither_sees_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, first, two = two_phones()
    race_unlocked(monkeypatch, first, two, at=WRITES)
    assert outcome(stored) == ""


def report_and_desk() -> tuple[Slip, Work, Work]:
    """A player reports a win; the desk types that the opponent won."""
    made = on_board(4)
    stored = slip(made, "W1.1")
    typed = TypedResult(made.organizer, won(stored, stored.entry_b_id), NOW, "heard it")
    return stored, says(stored, stored.entry_a_id), lambda: type_result(stored.pk, typed)


def rulings_on(slip: Slip) -> list[str]:
    return list(slip.pairing.rulings.values_list("verb", flat=True))


def test_what_the_desk_types_over_a_report_that_just_came_is_a_ruling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored, phone, desk = report_and_desk()
    race(monkeypatch, phone, desk, at=WRITES)
    assert (outcome(stored), rulings_on(stored)) == ("played", ["correct_result"])
    assert stored.reports.get().state == "overruled"


def test_control_without_the_lock_the_desk_goes_over_it_unaware(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored, phone, desk = report_and_desk()
    race_unlocked(monkeypatch, phone, desk, at=WRITES)
    assert rulings_on(stored) == []


def report_and_ruling() -> tuple[Slip, Work, Work]:
    stored = slip(on_board(4), "W1.1")
    action = SetResult(pairing_id=stored.pairing_id, winner=stored.entry_b_id)
    return (
        stored,
        lambda: rule(action, RulingRequest(None, later(1), "saw it")),
        says(stored, stored.entry_a_id),
    )


@pytest.mark.usefixtures("watched")
def test_a_report_after_a_ruling_is_told_of_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, ruling, phone = report_and_ruling()
    _done, refused = race(monkeypatch, ruling, phone, at=MEETING)
    assert isinstance(refused, DomainError)
    assert refused.code == "already_decided"
    assert not stored.reports.exists()


@pytest.mark.usefixtures("watched")
def test_control_without_the_lock_a_report_waits_on_what_is_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored, ruling, phone = report_and_ruling()
    race_unlocked(monkeypatch, ruling, phone, at=MEETING)
    assert outcome(stored) == "played"
    assert stored.reports.filter(state="waiting").exists()


def sweep_and_objection() -> tuple[Slip, Work, Work]:
    """The time to answer is over; the one moves on while the other presses “not right”."""
    stored = slip(on_board(4), "W1.1")
    text: ScoreReport = says(stored, stored.entry_a_id)()
    now = NOW + timedelta(minutes=10)
    who = Reporter(stored.entry_b_id, with_slip=True)
    return (
        stored,
        lambda: reporting.let_stand(text.pk, now),
        lambda: reporting.object_to(stored.pk, who, report_id=text.pk, now=now),
    )


@pytest.mark.usefixtures("watched")
def test_who_objects_when_the_report_has_just_stood_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored, sweep, phone = sweep_and_objection()
    stood, refused = race(monkeypatch, sweep, phone, at=MEETING)
    assert stood is True
    assert isinstance(refused, DomainError)
    assert refused.code == "already_decided"
    assert stored.reports.get().state == "stood"


@pytest.mark.usefixtures("watched")
def test_control_without_the_lock_what_is_decided_is_disputed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored, sweep, phone = sweep_and_objection()
    race_unlocked(monkeypatch, sweep, phone, at=MEETING)
    stored.refresh_from_db()
    assert outcome(stored) == "played"
    assert stored.disputed_at is not None


def one_table() -> tuple[Work, Work]:
    """Two directors send two pairs to table 1."""
    made = on_board(4)
    Venue.objects.filter(tournament=made).update(assigns=False)
    PlayingTable.objects.create(
        table_pool=TablePool.objects.create(tournament=made, created_at=NOW), number=1
    )

    def to_it(key: str) -> Work:
        stored = slip(made, key).pk
        return lambda: table_desk.seat(made.pk, stored, 1, by=None, now=NOW)

    return to_it("W1.1"), to_it("W1.2")


def test_of_two_directors_the_second_is_told_that_the_table_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _done, refused = race(monkeypatch, *one_table(), at=SEATS)
    assert isinstance(refused, DomainError)
    assert refused.code == "table_taken"
    assert TableUse.objects.filter(ended_at=None).count() == 1


def test_control_without_the_lock_only_the_database_keeps_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _done, refused = race_unlocked(monkeypatch, *one_table(), at=SEATS)
    assert isinstance(refused, IntegrityError)


def one_place() -> tuple[Any, Work, Work]:
    """Two wait, one place is free, two at the desk let one in each."""
    made = entered(1, entry_limit=2)
    waiting = [
        check_in.join_waiting_list(made.pk, by=None, now=NOW, name=name).pk
        for name in ("Ann", "Ben")
    ]
    first, two = waiting
    return (
        made,
        lambda: check_in.admit_from_waiting_list(first, by=None, now=NOW),
        lambda: check_in.admit_from_waiting_list(two, by=None, now=NOW),
    )


def test_the_last_place_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, two = one_place()
    _done, refused = race(monkeypatch, first, two, at=LETS_IN)
    assert isinstance(refused, DomainError)
    assert refused.code == "tournament_full"
    assert made.entries.filter(status=Entry.Status.ACTIVE).count() == 2


def test_control_without_the_lock_the_last_place_is_given_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, first, two = one_place()
    race_unlocked(monkeypatch, first, two, at=LETS_IN)
    assert made.entries.filter(status=Entry.Status.ACTIVE).count() == 3
