"""A director's rulings: what they move, what they refuse, and that each is written down (T9.3–T9.5, X3–X6)."""

import pytest

from games.services import rulings as match_rulings
from tests.tournaments.making import (
    NOW,
    director,
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
from tests.tournaments.ruling import rulings
from tournaments.bracket.services.advancement import advance
from tournaments.models import PairingMatch, Result, Ruling, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview
from tournaments.ruling.services.result_rulings import SetResult
from web.errors import DomainError, NotAllowed, NotFound

pytestmark = pytest.mark.django_db
QUARTERS = ("W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")


def correct(of: Tournament, key: str, winner: object, **more: object) -> Ruling:
    fields = {"by": of.organizer, "now": later(1), "reason": "Wrong score sheet"} | more
    return rulings.correct_result(pairing(of, key).pk, winner=entry(of, winner).pk, **fields)


def confirmed(of: Tournament, key: str, winner: object) -> Ruling:
    """Corrected with a yes to what was shown."""
    action = SetResult(pairing_id=pairing(of, key).pk, winner=entry(of, winner).pk)
    shown_before = preview(action, RulingRequest(of.organizer, later(1), ""))
    return correct(of, key, winner, confirm=shown_before.digest)


def forfeit(of: Tournament, key: str, *losers: object) -> Ruling:
    ids = [entry(of, name).pk for name in losers]
    who = of.organizer
    return rulings.forfeit(pairing(of, key).pk, by=who, losers=ids, now=NOW, reason="Absent")


def test_a_forfeit_ends_the_match_and_moves_the_bracket() -> None:
    made = started(4)
    match = match_of(made, "W1.1")
    forfeit(made, "W1.1", 1)
    match.refresh_from_db()
    assert (match.status, match.reason) == ("finished", "forfeit")
    assert (pairing(made, "W1.1").outcome, shown(made, "W2.1")) == ("forfeit", "4 ?")


def test_x6_both_forfeit_and_the_next_opponent_has_a_bye() -> None:
    made = started(8)
    win(made, "W1.1", 1)
    forfeit(made, "W1.2", 4, 5)
    assert shown(made, "W2.1") == "1 –"
    assert pairing(made, "W1.2").outcome == "double_forfeit"


def test_a_decided_pairing_can_be_forfeited_all_the_same() -> None:
    made = started(4)
    win(made, "W1.1", 1)
    forfeit(made, "W1.1", 1)
    assert (pairing(made, "W1.1").outcome, shown(made, "W2.1")) == ("forfeit", "4 ?")


def test_only_its_two_players_can_forfeit_a_pairing() -> None:
    made = started(4)
    with pytest.raises(DomainError) as error:
        forfeit(made, "W1.1", 2)
    assert error.value.code == "not_in_this_pairing"


def test_t9_3_who_withdraws_gives_their_match_away() -> None:
    made = started(4)
    rulings.withdraw(entry(made, 1).pk, by=made.organizer, now=NOW, reason="Ill")
    assert shown(made, "W2.1") == "4 ?"
    assert entry(made, 1).status == "withdrawn"


def test_who_withdraws_between_two_matches_gives_a_walkover() -> None:
    made = started(4)
    win(made, "W1.1", 1)
    rulings.withdraw(entry(made, 1).pk, by=made.organizer, now=NOW, reason="Ill")
    win(made, "W1.2", 3)
    made.refresh_from_db()
    assert pairing(made, "W2.1").outcome == "walkover"
    assert (made.status, made.champion.player.name) == ("finished", "3")


def test_a_disqualified_entry_leaves_likewise_and_cannot_leave_again() -> None:
    made = started(4)
    rulings.disqualify(entry(made, 1).pk, by=made.organizer, now=NOW, reason="Cheating")
    assert entry(made, 1).status == "disqualified"
    with pytest.raises(DomainError) as error:
        rulings.withdraw(entry(made, 1).pk, by=made.organizer, now=NOW, reason="Ill")
    assert error.value.code == "already_gone"


def test_x3_a_result_is_corrected_while_nothing_depends_on_it() -> None:
    made = started(8)
    win_all(made, *QUARTERS)
    old = match_of(made, "W2.1")
    correct(made, "W1.2", 5)
    old.refresh_from_db()
    assert (shown(made, "W2.1"), old.status) == ("1 5", "void")
    assert match_of(made, "W2.1").pk != old.pk


def test_x4_dependents_that_began_need_confirmation() -> None:
    made = started(8)
    win_all(made, *QUARTERS)
    assert join(made, "W2.1").started_at
    with pytest.raises(ConfirmationNeeded) as error:
        correct(made, "W1.2", 5)
    assert error.value.code == "needs_confirmation"
    aside = error.value.preview.of("aside")
    assert [(m.key[1], m.state) for m in aside] == [(pairing(made, "W2.1").pk, "on")]
    assert shown(made, "W2.1") == "1 4"


def test_x4_confirmed_dependents_are_voided_kept_and_made_again() -> None:
    made = started(8)
    win_all(made, *QUARTERS, "W2.1 1")
    old = match_of(made, "W2.1")
    confirmed(made, "W1.2", 5)
    assert (shown(made, "W2.1"), shown(made, "W3.1")) == ("1 5", "? ?")
    assert match_of(made, "W2.1").status == "joining"
    assert PairingMatch.objects.get(match=old).voided_at == later(1)
    assert Result.objects.get(match=old).superseded_by is None


def test_x4_taking_the_correction_back_restores_what_was_played_on_top() -> None:
    made = started(8)
    win_all(made, *QUARTERS, "W2.1 1")
    confirmed(made, "W1.2", 5)
    confirmed(made, "W1.2", 4)
    assert (shown(made, "W2.1"), shown(made, "W3.1")) == ("1 4", "1 ?")
    assert match_of(made, "W2.1").winner == "A"


def test_a_finished_tournament_is_reopened_by_a_correction() -> None:
    made = started(4)
    play_out(made)
    confirmed(made, "W1.2", 3)
    made.refresh_from_db()
    assert (made.status, made.champion, made.finished_at) == ("running", None, None)
    assert shown(made, "W2.1") == "1 3"


def test_a_correction_of_the_final_changes_the_champion() -> None:
    made = started(4)
    play_out(made)
    correct(made, "W2.1", 2, score={entry(made, 2).pk: 3, entry(made, 1).pk: 1})
    made.refresh_from_db()
    assert (made.status, made.champion.player.name) == ("finished", "2")


def test_a_director_can_award_a_match_that_is_on() -> None:
    made = started(4)
    match = match_of(made, "W1.1")
    correct(made, "W1.1", 4)
    match.refresh_from_db()
    assert (match.status, shown(made, "W2.1")) == ("finished", "4 ?")


def test_a_result_can_be_annulled_and_played_again() -> None:
    made = started(4)
    old = win(made, "W1.1", 1)
    who = made.organizer
    rulings.void_result(pairing(made, "W1.1").pk, by=who, now=NOW, reason="Wrong length")
    new = match_of(made, "W1.1")
    assert (new.pk != old.pk, new.status, shown(made, "W2.1")) == (True, "joining", "? ?")
    win(made, "W1.1", 4)
    assert shown(made, "W2.1") == "4 ?"


def test_every_ruling_says_who_when_before_after_and_why() -> None:
    made = started(4)
    win(made, "W1.1", 1)
    ruling = Ruling.objects.get(pk=correct(made, "W1.1", 4).pk)
    first, four = entry(made, 1).pk, entry(made, 4).pk
    assert (ruling.by, ruling.at, ruling.verb) == (made.organizer, later(1), "correct_result")
    assert (ruling.before["winner"], ruling.after["winner"]) == (first, four)
    assert ruling.reason == "Wrong score sheet"
    assert Result.objects.get(ruling=ruling).supersedes.get().winner_id == first


def test_rulings_leave_nothing_for_advance_to_do() -> None:
    made = started(8)
    win_all(made, *QUARTERS)
    correct(made, "W1.2", 5)
    forfeit(made, "W2.2", 2)
    assert advance(made.pk, later(9)).is_nothing


def test_only_directors_rule() -> None:
    made = started(4)
    for rule in (
        lambda by: rulings.withdraw(entry(made, 1).pk, by=by, now=NOW, reason=""),
        lambda by: correct(made, "W1.1", 1, by=by),
        lambda by: rulings.void_result(pairing(made, "W1.1").pk, by=by, now=NOW, reason=""),
    ):
        with pytest.raises(NotAllowed):
            rule(director())
    assert not Ruling.objects.exists()


def test_a_pairing_without_two_players_has_no_result() -> None:
    made = started(4)
    with pytest.raises(DomainError) as error:
        correct(made, "W2.1", 1)
    assert error.value.code == "not_in_this_pairing"


def test_a_pairing_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(NotFound):
        rulings.forfeit(0, by=None, losers=[1], now=NOW, reason="")


def test_a_corrected_score_alone_lets_pages_and_etags_go() -> None:
    made = started(4)
    correct(made, "W1.1", 1, score={entry(made, 1).pk: 3, entry(made, 4).pk: 1})
    made.refresh_from_db()
    before = made.version
    correct(made, "W1.1", 1, score={entry(made, 1).pk: 3, entry(made, 4).pk: 2})
    made.refresh_from_db()
    assert made.version > before


def test_who_leaves_after_winning_has_won_though_nobody_recorded_it_yet() -> None:
    made = started(4)
    win(made, "W1.1", 1, go_on=False)
    rulings.withdraw(entry(made, 1).pk, by=made.organizer, now=NOW, reason="Ill")
    assert pairing(made, "W1.1").winner == entry(made, 1)
    win(made, "W1.2", 2)
    assert pairing(made, "W2.1").outcome == "walkover"


def test_who_leaves_a_paused_match_forfeits_it() -> None:
    made = started(4)
    match = join(made, "W1.1")
    match_rulings.pause(match.pk, by=made.organizer, reason="Lunch", now=NOW)
    rulings.withdraw(entry(made, 4).pk, by=made.organizer, now=NOW, reason="Ill")
    match.refresh_from_db()
    assert (match.status, match.paused, match.reason) == ("finished", False, "forfeit")
    assert pairing(made, "W1.1").winner == entry(made, 1)
