"""What a ruling would take from two who play over the board is shown before and confirmed, as at a table online (T9.5)."""

import pytest

from tests.tournaments.making import NOW, later, pairing
from tests.tournaments.venue.room import both_say, on_board, slip, won
from tournaments.models import SheetGame, Slip, Tournament
from tournaments.ruling.selectors.preview_text import describe_preview
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult, VoidResult
from tournaments.ruling.services.undo import Undo
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Reporter

pytestmark = pytest.mark.django_db


def order(of: Tournament, minutes: int = 1, **more: str) -> RulingRequest:
    return RulingRequest(of.organizer, later(minutes), "because", **more)


def semifinals_played(tables: int = 0) -> tuple[Tournament, SetResult]:
    """Both are over; the correction sends another to the final."""
    made = on_board(4, tables=tables)
    for key in ("W1.1", "W1.2"):
        both_say(slip(made, key))
    first = slip(made, "W1.1")
    return made, SetResult(pairing_id=first.pairing_id, winner=first.entry_b_id)


def reported(of: Slip) -> None:
    reporting.report(of.pk, Reporter(of.entry_a_id, with_slip=True), won(of), now=NOW)


def test_two_who_play_over_the_board_are_not_parted_without_a_yes() -> None:
    made, correction = semifinals_played()
    final = slip(made, "W2.1")
    reported(final)
    with pytest.raises(ConfirmationNeeded) as asked:
        rule(correction, order(made))
    assert asked.value.code == "needs_confirmation"
    words = describe_preview(made, asked.value.preview)
    assert words.groups[0].title == "1 match in progress becomes void (kept in the record)"
    line = words.groups[0].lines[0]
    assert (line.about, line.before) == ("F", "1 3 – 0 2")
    final.refresh_from_db()
    assert final.voided_at is None
    rule(correction, order(made, confirm=asked.value.preview.digest))
    final.refresh_from_db()
    assert final.voided_at is not None


def test_who_has_a_table_is_taken_to_play_and_who_waits_for_one_is_not() -> None:
    made, correction = semifinals_played(tables=1)
    with pytest.raises(ConfirmationNeeded):
        rule(correction, order(made))
    made, correction = semifinals_played()
    assert [m.state for m in preview(correction, order(made)).of("aside")] == ["waits"]
    rule(correction, order(made))


def test_the_line_of_a_slip_says_its_table_and_how_far_the_score_sheet_had_come() -> None:
    made, correction = semifinals_played(tables=1)
    final = slip(made, "W2.1")
    for number, winner in enumerate((final.entry_b_id, final.entry_a_id), start=1):
        game = {"number": number, "winner_id": winner, "worth": number, "at": NOW}
        SheetGame.objects.create(slip=final, **game)
    line = describe_preview(made, preview(correction, order(made))).groups[0].lines[0]
    assert (line.about, line.before) == ("F · Table 1", "1 2 – 1 2")


def test_a_match_that_is_over_the_board_and_over_needs_the_same_yes() -> None:
    made, correction = semifinals_played()
    both_say(slip(made, "W2.1"))
    would = preview(correction, order(made))
    assert [m.state for m in would.of("aside")] == ["over"]
    assert would.needs_confirmation


def undoing_a_void() -> tuple[Tournament, DirectorAction, Slip]:
    """A match counted for nothing and its two begin again; somebody wants the first result back."""
    made = on_board(4)
    lying = slip(made, "W1.1")
    both_say(lying)
    ruling = rule(VoidResult(pairing_id=lying.pairing_id), order(made))
    return made, Undo(ruling_id=ruling.pk), slip(made, "W1.1")


def test_undoing_asks_before_it_ends_what_two_have_begun_again() -> None:
    made, undo, lying = undoing_a_void()
    reported(lying)
    with pytest.raises(ConfirmationNeeded) as asked:
        rule(undo, order(made, 2))
    rule(undo, order(made, 2, confirm=asked.value.preview.digest))
    assert pairing(made, "W1.1").outcome == "played"


def test_undoing_asks_before_it_revokes_what_two_have_played_since() -> None:
    made, undo, lying = undoing_a_void()
    both_say(lying, lying.entry_b_id, later(1))
    with pytest.raises(ConfirmationNeeded) as asked:
        rule(undo, order(made, 2))
    aside = asked.value.preview.of("aside")
    assert [(m.state, m.before[0]) for m in aside] == [("over", lying.entry_b_id)]
    rule(undo, order(made, 2, confirm=asked.value.preview.digest))
    assert pairing(made, "W1.1").winner_id == lying.entry_a_id


def test_undoing_what_nobody_has_begun_since_asks_nothing() -> None:
    made, undo, _slip = undoing_a_void()
    rule(undo, order(made, 2))
    assert pairing(made, "W1.1").outcome == "played"
