"""A ruling is taken back: the same rows as before, matches go on where they were, and an undo can be undone (T9.5)."""

from collections.abc import Callable
from typing import Any

import pytest

from games.services.verify import verify_matches
from tests.tournaments.making import (
    NOW,
    entry,
    join,
    later,
    match_of,
    pairing,
    play_out,
    shown,
    started,
    win,
    win_all,
)
from tests.tournaments.rows import live_matches_fit, resolved_alike, rows
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.services.advancement import advance, recompute
from tournaments.models import PairingMatch, Ruling, Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing, Reopen, SetResult, VoidResult
from tournaments.ruling.services.slot_overrides import SetSlot, SwapSlots
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import DomainError

pytestmark = pytest.mark.django_db
QUARTERS = ("W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")


def done(of: Tournament, action: DirectorAction, minutes: int = 1) -> Ruling:
    """Previewed, then ordered with a yes to what was shown; the preview and the rows agree."""
    order = RulingRequest(of.organizer, later(minutes), "because")
    digest = preview(action, order).digest
    made = rule(action, RulingRequest(of.organizer, later(minutes), "because", confirm=digest))
    assert advance(of.pk, later(minutes)).is_nothing
    assert recompute(of.pk, later(minutes)).is_nothing
    resolved_alike(of)
    live_matches_fit(of)
    assert verify_matches() == {}
    return made


def set_result(of: Tournament, key: str, name: object, **more: Any) -> SetResult:
    return SetResult(pairing_id=pairing(of, key).pk, winner=entry(of, name).pk, **more)


VERBS: dict[str, Callable[[Tournament], DirectorAction]] = {
    "a result set while they wait": lambda t: set_result(t, "W2.1", 4),
    "a result set while they play": lambda t: set_result(t, "W2.2", 3),
    "a result corrected": lambda t: set_result(t, "W1.2", 5),
    "a forfeit": lambda t: ForfeitPairing(
        pairing_id=pairing(t, "W2.1").pk, losers=(entry(t, 1).pk,)
    ),
    "a double forfeit": lambda t: ForfeitPairing(
        pairing_id=pairing(t, "W2.2").pk, losers=(entry(t, 2).pk, entry(t, 3).pk)
    ),
    "a forfeit after play": lambda t: ForfeitPairing(
        pairing_id=pairing(t, "W1.2").pk, losers=(entry(t, 4).pk,)
    ),
    "a void result": lambda t: VoidResult(pairing_id=pairing(t, "W1.2").pk),
    "a void match in play": lambda t: VoidResult(pairing_id=pairing(t, "W2.2").pk),
    "a match reopened": lambda t: Reopen(pairing_id=pairing(t, "W1.2").pk),
    "a withdrawal": lambda t: WithdrawEntry(entry_id=entry(t, 2).pk),
    "a disqualification": lambda t: WithdrawEntry(entry_id=entry(t, 4).pk, verb="disqualify"),
    "a seat set": lambda t: SetSlot(pairing_id=pairing(t, "W2.1").pk, side=2, entry=entry(t, 5).pk),
    "a seat left empty": lambda t: SetSlot(pairing_id=pairing(t, "W2.1").pk, side=2, entry=None),
    "two seats exchanged": lambda t: SwapSlots(
        pairing_id=pairing(t, "W2.1").pk, side=1, other_id=pairing(t, "W2.2").pk, other_side=1
    ),
}


CASES = [("single_elimination", verb) for verb in VERBS]
CASES += [("double_elimination", verb) for verb in VERBS if verb != "a seat set"]


@pytest.mark.slow
@pytest.mark.parametrize(("field", "verb"), CASES)
def test_every_ruling_can_be_undone_and_that_undone_again(field: str, verb: str) -> None:
    made = started(8, format=field)
    win_all(made, *QUARTERS)
    join(made, "W2.2")
    before = rows(made)
    ruling = done(made, VERBS[verb](made))
    ruled = rows(made)
    assert ruled != before
    undone = done(made, Undo(ruling_id=ruling.pk), 2)
    assert rows(made) == before
    again = done(made, Undo(ruling_id=undone.pk), 3)
    assert rows(made)["pairings"] == ruled["pairings"]
    assert rows(made)["slots"] == ruled["slots"]
    done(made, Undo(ruling_id=again.pk), 4)
    assert rows(made) == before


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_every_ruling_can_be_undone_after_others_have_played_on(verb: str) -> None:
    made = started(8)
    win_all(made, *QUARTERS)
    join(made, "W2.2")
    before = rows(made)
    ruling = done(made, VERBS[verb](made))
    play_out(made, later(2))
    done(made, Undo(ruling_id=ruling.pk), 3)
    after = rows(made)
    kept = {k for k, state in before["pairings"].items() if state[0]}
    assert {k: after["pairings"][k] for k in kept} == {k: before["pairings"][k] for k in kept}
    assert {k: after["slots"][k] for k in after["slots"] if (k[0],) in kept} == {
        k: before["slots"][k] for k in before["slots"] if (k[0],) in kept
    }


def test_t9_5_a_match_that_a_ruling_ended_goes_on_where_it_was() -> None:
    made = started(4)
    match = join(made, "W1.1")
    ruling = done(made, set_result(made, "W1.1", 4))
    match.refresh_from_db()
    assert match.status == "finished"
    done(made, Undo(ruling_id=ruling.pk), 2)
    match.refresh_from_db()
    row = PairingMatch.objects.get(match=match)
    assert (match.is_over, row.recorded_at, row.voided_at) == (False, None, None)
    win(made, "W1.1", 1, later(3))
    assert (shown(made, "W2.1"), match_of(made, "W1.1").pk) == ("1 ?", match.pk)


def test_a_match_that_was_played_stays_finished_and_counts_again() -> None:
    made = started(4)
    match = win(made, "W1.1", 1)
    ruling = done(made, set_result(made, "W1.1", 4))
    done(made, Undo(ruling_id=ruling.pk), 2)
    match.refresh_from_db()
    assert (match.status, match.winner, shown(made, "W2.1")) == ("finished", "A", "1 ?")


def test_undoing_a_void_sets_aside_what_was_played_again() -> None:
    made = started(4)
    first = win(made, "W1.1", 1)
    ruling = done(made, VoidResult(pairing_id=pairing(made, "W1.1").pk))
    second = win(made, "W1.1", 4, later(2))
    assert (first.pk != second.pk, shown(made, "W2.1")) == (True, "4 ?")
    undone = done(made, Undo(ruling_id=ruling.pk), 3)
    assert (shown(made, "W2.1"), match_of(made, "W1.1").pk) == ("1 ?", first.pk)
    done(made, Undo(ruling_id=undone.pk), 4)
    assert (shown(made, "W2.1"), match_of(made, "W1.1").pk) == ("4 ?", second.pk)


def test_a_reopened_match_is_played_to_another_end_and_that_undone() -> None:
    made = started(4)
    match = win(made, "W1.1", 1)
    ruling = done(made, Reopen(pairing_id=pairing(made, "W1.1").pk))
    assert not match_of(made, "W1.1").is_over
    win(made, "W1.1", 4, later(2))
    assert shown(made, "W2.1") == "4 ?"
    done(made, Undo(ruling_id=ruling.pk), 3)
    assert (shown(made, "W2.1"), match_of(made, "W1.1").pk) == ("1 ?", match.pk)


def test_undoing_twice_is_refused() -> None:
    made = started(4)
    ruling = done(made, set_result(made, "W1.1", 4))
    done(made, Undo(ruling_id=ruling.pk), 2)
    with pytest.raises(DomainError) as error:
        done(made, Undo(ruling_id=ruling.pk), 3)
    assert error.value.code == "already_undone"


def test_a_later_ruling_on_the_same_is_named_and_undone_first() -> None:
    made = started(4)
    before = rows(made)
    first = done(made, set_result(made, "W1.1", 4))
    second = done(made, set_result(made, "W1.1", 1), 2)
    other = done(made, set_result(made, "W1.2", 2), 3)
    with pytest.raises(DomainError) as error:
        done(made, Undo(ruling_id=first.pk), 4)
    assert error.value.code == "later_ruling"
    assert "SF 1" in error.value.detail
    done(made, Undo(ruling_id=second.pk), 5)
    done(made, Undo(ruling_id=first.pk), 6)
    done(made, Undo(ruling_id=other.pk), 7)
    assert rows(made) == before


def test_a_ruling_that_wrote_no_input_has_nothing_to_undo() -> None:
    made = started(4)
    ruling = Ruling.objects.create(tournament=made, at=NOW, verb="pause")
    with pytest.raises(DomainError) as error:
        done(made, Undo(ruling_id=ruling.pk))
    assert error.value.code == "nothing_to_undo"


def test_undoing_in_a_finished_tournament_crowns_the_old_champion_again() -> None:
    made = started(4)
    play_out(made)
    ruling = done(made, set_result(made, "W2.1", 2))
    made.refresh_from_db()
    assert made.champion == entry(made, 2)
    done(made, Undo(ruling_id=ruling.pk), 2)
    made.refresh_from_db()
    assert (made.champion, made.status) == (entry(made, 1), "finished")


def test_a_score_belongs_to_the_two_who_made_it() -> None:
    made = started(4, lengths=[5])
    first, three, four = (entry(made, name).pk for name in (1, 3, 4))
    done(made, set_result(made, "W1.1", 1, score={first: 5, four: 1}))
    swap = {"side": 2, "other_id": pairing(made, "W1.2").pk, "other_side": 2}
    swapped = done(made, SwapSlots(pairing_id=pairing(made, "W1.1").pk, **swap))
    done(made, set_result(made, "W1.1", 1, score={first: 5, three: 4}))
    done(made, Undo(ruling_id=swapped.pk))
    decision = position_of(made.stages.get()).decisions["W1.1"]
    assert dict(decision.score) == {first: 5, four: 1}
