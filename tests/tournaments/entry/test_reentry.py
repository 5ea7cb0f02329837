"""Entering again after a loss (T4.4, X18): a line of their own, another opponent, and never alive twice in one bracket."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from tests.tournaments.making import (
    NOW,
    director,
    entry,
    join,
    pairing,
    play_out,
    shown,
    started,
    win,
    win_all,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.services.advancement import recompute
from tournaments.entry.services.late_entries import reenter
from tournaments.models import Entry, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.ruling.services.undo import Undo
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db


def again(of: Tournament, name: object, *, sure: bool = False) -> Entry:
    """`sure`: the called matches that it cancels are confirmed."""
    try:
        return reenter(of.pk, first(of, name), by=of.organizer, now=NOW)
    except ConfirmationNeeded as asked:
        if not sure:
            raise
        digest = asked.preview.digest
        return reenter(of.pk, first(of, name), by=of.organizer, now=NOW, confirm=digest)


def first(of: Tournament, name: object) -> Player:
    return of.entries.get(player__name=str(name), attempt=1).player


def refused(of: Tournament, name: object) -> str:
    with pytest.raises(DomainError) as error:
        again(of, name)
    return error.value.code


def test_x18_a_new_entry_takes_line_8_and_meets_1_as_2_has_been_called_to_a_match() -> None:
    made = started(6, reentries=1)
    win(made, "W1.4", 3)
    new = again(made, 6)
    assert (new.attempt, new.title) == (2, "6 (2)")
    assert shown(made, "W1.1") == "1 6"
    assert pairing(made, "W1.1").slots.get(side=2).entry == new
    assert shown(made, "W2.2") == "2 3"
    assert shown(made, "W1.4") == "3 6"
    assert pairing(made, "W1.4").winner.player.name == "3"


def test_the_first_free_line_is_taken_when_nobody_there_was_met() -> None:
    made = started(5, reentries=1)
    win(made, "W1.2", 4)
    win(made, "W2.1", 4)
    new = again(made, 5, sure=True)
    opponents = {s.entry.player.name for s in new.slots.get().pairing.slots.exclude(entry=new)}
    assert opponents == {"3"}


def test_who_has_met_the_first_free_lines_opponent_takes_the_next_line() -> None:
    made = started(6, reentries=2, format="double_elimination")
    win(made, "W1.4", 3)
    win(made, "W1.2", 4)
    second = again(made, 6, sure=True)
    assert shown(made, "W1.3") == "2 6"
    win(made, "W1.3", 2)
    third = again(made, 6, sure=True)
    assert shown(made, "W1.1") == "1 6"
    assert (second.attempt, third.attempt) == (2, 3)


def test_the_old_line_leaves_byes_in_the_losers_bracket() -> None:
    made = started(6, reentries=1, format="double_elimination")
    win(made, "W1.2", 4)
    win(made, "W1.4", 3)
    again(made, 6, sure=True)
    old = made.entries.get(player__name="6", attempt=1)
    assert old.status == Entry.Status.WITHDRAWN
    play_out(made)
    made.refresh_from_db()
    assert made.status == "finished"
    assert old.slots.filter(pairing__key="L1.2", pairing__winner=old).count() == 0


def test_in_double_elimination_nobody_is_alive_on_two_lines_even_if_lines_are_kept() -> None:
    made = started(6, reentries=1, reentry_keeps_line=True, format="double_elimination")
    win(made, "W1.4", 3)
    again(made, 6)
    assert made.entries.get(player__name="6", attempt=1).status == Entry.Status.WITHDRAWN


def test_who_has_not_lost_does_not_enter_again() -> None:
    made = started(6, reentries=1)
    win(made, "W1.4", 3)
    assert refused(made, 3) == "not_lost"
    assert refused(made, 5) == "not_lost"


def test_nobody_enters_again_more_often_than_agreed() -> None:
    made = started(6, reentries=1)
    win(made, "W1.4", 3)
    again(made, 6)
    win(made, "W1.1", 1)
    assert refused(made, 6) == "no_reentries_left"


def test_without_reentries_nobody_enters_again() -> None:
    made = started(6)
    win(made, "W1.4", 3)
    assert refused(made, 6) == "no_reentries_left"


def test_without_a_free_line_nobody_enters_again() -> None:
    made = started(4, reentries=1)
    win(made, "W1.1", 1)
    assert refused(made, 4) == "no_free_line"


def test_who_was_disqualified_does_not_enter_again() -> None:
    made = started(6, reentries=1)
    win(made, "W1.4", 3)
    six = made.entries.get(player__name="6")
    rulings.disqualify(six.pk, by=made.organizer, now=NOW, reason="cheating")
    assert refused(made, 6) == "disqualified"


def test_a_match_that_is_on_has_to_end_first() -> None:
    made = started(12, reentries=1, format="double_elimination")
    win_all(made, "W1.2 8", "W1.8 6", "W2.4 3")
    join(made, "L2.1")
    assert shown(made, "L2.1") == "6 9"
    assert refused(made, 9) == "match_on"


def test_where_everybody_plays_on_nobody_enters_again() -> None:
    made = started(5, reentries=1, format="round_robin")
    win(made, "R1.2", 2)
    assert refused(made, 5) == "no_reentries_left"


def test_a_player_re_enters_without_the_desk_others_only_by_a_director() -> None:
    made = started(6, reentries=1)
    win(made, "W1.4", 3)
    six = entry(made, 6).player
    with pytest.raises(DomainError) as error:
        reenter(made.pk, six, by=director(), now=NOW)
    assert error.value.code == "not_a_director"
    reenter(made.pk, six, by=six.user, now=NOW)
    assert shown(made, "W1.1") == "1 6"
    assert made.rulings.get(verb="reentry").by == six.user


def test_a_reentry_is_taken_back_and_the_old_line_lives_on() -> None:
    made = started(6, reentries=1, format="double_elimination")
    win(made, "W1.4", 3)
    again(made, 6)
    ruled = made.rulings.get(verb="reentry")
    rule(Undo(ruling_id=ruled.pk), RulingRequest(by=made.organizer, now=NOW, reason="wrong player"))
    old, new = made.entries.filter(player__name="6").order_by("attempt")
    assert (old.status, new.status) == ("active", "withdrawn")
    assert shown(made, "W1.3") == "2 –"


def with_consolation(**settings: object) -> Tournament:
    """Six, of whom 6 has lost to 3 and plays in the consolation; they take line 7."""
    made = started(6, reentries=1, format="consolation", **settings)
    win_all(made, "W1.4 3", "W1.2 4")
    again(made, 6, sure=True)
    return made


def alive(of: Tournament) -> list[int]:
    """The lines of 6 that wait in a pairing which is still open."""
    entries_ = of.entries.filter(player__name="6", status="active", slots__pairing__outcome="")
    return sorted(entries_.distinct().values_list("attempt", flat=True))


def test_without_that_agreed_the_old_line_leaves_a_bye_in_the_consolation() -> None:
    made = with_consolation()
    assert alive(made) == [2]


def test_the_old_line_stays_in_the_consolation_where_that_is_agreed() -> None:
    made = with_consolation(reentry_keeps_line=True)
    assert [e.is_active for e in made.entries.filter(player__name="6")] == [True, True]
    assert alive(made) == [1, 2]


def test_who_loses_again_is_alive_on_their_new_line_only() -> None:
    made = with_consolation(reentry_keeps_line=True)
    win(made, "W1.3", 2)
    assert alive(made) == [2]
    play_out(made)
    made.refresh_from_db()
    assert made.status == "finished"


def test_a_corrected_result_gives_the_old_line_back() -> None:
    made = with_consolation(reentry_keeps_line=True)
    win(made, "W1.3", 2)
    new = made.entries.get(player__name="6", attempt=2)
    third = pairing(made, "W1.3")
    rulings.correct_result(
        third.pk, by=made.organizer, winner=new.pk, now=NOW, reason="read upside down"
    )
    assert alive(made) == [1, 2]


def test_a_loss_that_no_longer_counts_gives_the_old_line_back() -> None:
    made = started(
        6, reentries=1, reentry_keeps_line=True, format="consolation", options={"feed_rounds": 2}
    )
    win(made, "W1.2", 4)
    again(made, 5)
    win_all(made, "W1.3 5", "W1.4 3", "W2.2 3")
    fourth, six = pairing(made, "W1.4"), entry(made, 6)
    fields = {"by": made.organizer, "now": NOW, "reason": "read upside down"}
    shown_first = preview(SetResult(pairing_id=fourth.pk, winner=six.pk), RulingRequest(**fields))
    rulings.correct_result(fourth.pk, winner=six.pk, confirm=shown_first.digest, **fields)
    win(made, "W2.2", 5)
    assert shown(made, "C2.1") == "6 5"
    assert pairing(made, "C2.1").outcome == ""
    assert recompute(made.pk, NOW).is_nothing


def test_nobody_enters_a_walk_in_again_without_a_login() -> None:
    made = started(6, reentries=1)
    walk_in = first(made, 6)
    win(made, "W1.4", 3)
    walk_in.user = None
    walk_in.save()
    with pytest.raises(NotAllowed):
        reenter(made.pk, walk_in, by=AnonymousUser(), now=NOW)
