"""What players and the desk say about a match over the board, and what comes of it (T9.7)."""

from datetime import timedelta

import pytest

from tests.tournaments import making
from tests.tournaments.making import NOW, pairing
from tests.tournaments.ruling import rulings
from tests.tournaments.venue.room import on_board, slip, won
from tournaments.models import Result
from tournaments.venue.services import board_sweep as sweeping
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter
from tournaments.venue.services.typed_results import TypedResult, type_result
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db


def speakers(of):
    """Both players, signed in."""
    return Reporter(of.entry_a_id), Reporter(of.entry_b_id)


def test_a_report_waits_for_the_other_and_stands_after_ten_minutes() -> None:
    made = on_board(4)
    stored = slip(made, "W1.1")
    item, _two = speakers(stored)
    text = reporting.report(stored.pk, item, won(stored), now=NOW)
    assert text.stands_at == NOW + timedelta(minutes=10)
    assert sweeping.run_due(NOW + timedelta(minutes=9, seconds=59)) == 0
    assert sweeping.run_due(NOW + timedelta(minutes=10)) == 1
    text.refresh_from_db()
    assert text.state == "stood"
    assert pairing(made, "W1.1").winner_id == stored.entry_a_id
    assert sweeping.run_due(NOW + timedelta(minutes=11)) == 0


def test_the_same_from_both_sides_counts_at_once() -> None:
    made = on_board(4)
    stored = slip(made, "W1.1")
    first, two = speakers(stored)
    reporting.report(stored.pk, first, won(stored, lost=2), now=NOW)
    reporting.report(stored.pk, two, won(stored, lost=2), now=NOW)
    result = Result.objects.get(pairing=stored.pairing)
    assert (result.source, result.score) == ("report", won(stored, lost=2).score_json())
    assert set(stored.reports.values_list("state", flat=True)) == {"confirmed"}


def test_saying_it_twice_is_saying_it_once() -> None:
    stored = slip(on_board(4), "W1.1")
    item, _two = speakers(stored)
    first = reporting.report(stored.pk, item, won(stored), now=NOW)
    assert reporting.report(stored.pk, item, won(stored), now=NOW) == first
    assert stored.reports.count() == 1


def test_another_score_from_the_other_side_is_for_the_desk_and_never_stands() -> None:
    made = on_board(4)
    stored = slip(made, "W1.1")
    first, two = speakers(stored)
    reporting.report(stored.pk, first, won(stored, lost=1), now=NOW)
    reporting.report(stored.pk, two, won(stored, stored.entry_b_id), now=NOW)
    stored.refresh_from_db()
    assert stored.disputed_at == NOW
    assert sweeping.run_due(NOW + timedelta(hours=1)) == 0
    assert pairing(made, "W1.1").outcome == ""


def test_two_who_agree_after_all_end_their_dispute() -> None:
    made = on_board(4)
    stored = slip(made, "W1.1")
    first, two = speakers(stored)
    reporting.report(stored.pk, first, won(stored, lost=1), now=NOW)
    reporting.report(stored.pk, two, won(stored, lost=2), now=NOW)
    reporting.report(stored.pk, first, won(stored, lost=2), now=NOW)
    assert pairing(made, "W1.1").outcome == "played"
    stored.refresh_from_db()
    assert stored.disputed_at is None


def test_not_right_is_a_dispute_that_only_a_director_ends() -> None:
    made = on_board(4)
    stored = slip(made, "W1.1")
    first, two = speakers(stored)
    text = reporting.report(stored.pk, first, won(stored), now=NOW)
    reporting.object_to(stored.pk, two, report_id=text.pk, now=NOW)
    stranger = making.director()
    with pytest.raises(NotAllowed):
        type_result(stored.pk, TypedResult(stranger, won(stored), NOW))
    type_result(
        stored.pk, TypedResult(made.organizer, won(stored, stored.entry_b_id), NOW, "saw it")
    )
    assert pairing(made, "W1.1").winner_id == stored.entry_b_id
    assert made.rulings.get().verb == "correct_result"
    text.refresh_from_db()
    assert text.state == "overruled"


def test_a_report_after_the_result_is_refused_with_a_word_about_it() -> None:
    stored = slip(on_board(4), "W1.1")
    first, two = speakers(stored)
    reporting.report(stored.pk, first, won(stored), now=NOW)
    reporting.report(stored.pk, two, won(stored), now=NOW)
    with pytest.raises(DomainError, match="already has a result") as refused:
        reporting.report(stored.pk, two, won(stored, stored.entry_b_id), now=NOW)
    assert refused.value.code == "already_decided"


def test_a_confirmation_of_what_was_changed_meanwhile_is_refused() -> None:
    stored = slip(on_board(4), "W1.1")
    first, two = speakers(stored)
    text = reporting.report(stored.pk, first, won(stored), now=NOW)
    reporting.report(stored.pk, first, won(stored, lost=1), now=NOW)
    with pytest.raises(DomainError) as refused:
        reporting.confirm(stored.pk, two, report_id=text.pk, now=NOW)
    assert refused.value.code == "report_changed"


@pytest.mark.parametrize(("winner", "loser"), [(3, 3), (2, 1), (4, 0), (3, -1)])
def test_no_match_to_three_ends_like_that(winner: int, loser: int) -> None:
    stored = slip(on_board(4), "W1.1")
    claim = Claim(stored.entry_a_id, {stored.entry_a_id: winner, stored.entry_b_id: loser})
    with pytest.raises(DomainError) as refused:
        reporting.report(stored.pk, speakers(stored)[0], claim, now=NOW)
    assert refused.value.code == "bad_score"


def test_that_the_other_has_not_come_is_for_the_desk() -> None:
    stored = slip(on_board(4), "W1.1")
    claim = Claim(stored.entry_a_id, None, "forfeit")
    text = reporting.report(stored.pk, speakers(stored)[0], claim, now=NOW)
    assert (text.state, text.stands_at) == ("disputed", None)


def test_a_corrected_result_voids_the_slip_of_those_who_no_longer_meet() -> None:
    made = on_board(4)
    for key in ("W1.1", "W1.2"):
        stored = slip(made, key)
        for who in speakers(stored):
            reporting.report(stored.pk, who, won(stored), now=NOW)
    final, first = slip(made, "W2.1"), slip(made, "W1.1")
    ruled = rulings.correct_result(
        first.pairing_id, winner=first.entry_b_id, by=None, now=NOW, reason="typo"
    )
    final.refresh_from_db()
    assert final.voided_at is not None
    rulings.undo(ruled.pk, by=None, now=NOW, reason="no typo")
    final.refresh_from_db()
    assert final.voided_at is None
    assert slip(made, "W2.1") == final
