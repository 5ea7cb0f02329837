"""Ways back into a tournament ask players again who have not accepted: undone removals, the waiting list, changed teams."""

import pytest

from accounts.services.players import create_walk_in
from tests.tournaments.entry.test_consent import (
    LATER,
    boss_of,
    code,
    entered_by_boss,
    invitation,
    over_the_board,
    status,
)
from tests.tournaments.making import NOW, player, started, tournament, win
from tournaments.bracket.services.start import start
from tournaments.entry.services import answers, check_in, entries, teams
from tournaments.models import Entry, EntryInvitation
from tournaments.ruling.services.preview import ConfirmationNeeded

pytestmark = pytest.mark.django_db


def put_back(entry: Entry) -> str:
    by = entry.tournament.organizer
    return entries.restore(entry.pk, by=by, seed=None, now=LATER).status


def test_undoing_the_removal_of_an_invited_entry_invites_again() -> None:
    made, bob = tournament(), player("bob")
    entry = entered_by_boss(made, bob)
    entries.remove(entry.pk, by=made.organizer)
    assert put_back(entry) == Entry.Status.INVITED
    answers.accept(invitation(bob), bob, now=LATER)
    assert status(entry) == Entry.Status.ACTIVE


def test_that_undo_is_possible_while_the_tournament_runs() -> None:
    made = started(3)
    bob = player("bob")
    entry = entered_by_boss(made, bob)
    entries.remove(entry.pk, by=made.organizer)
    assert put_back(entry) == Entry.Status.INVITED


def test_undoing_a_removal_keeps_an_accepted_player_in() -> None:
    made, bob = tournament(), player("bob")
    entry = entered_by_boss(made, bob)
    answers.accept(invitation(bob), bob, now=NOW)
    entries.remove(entry.pk, by=made.organizer)
    assert put_back(entry) == Entry.Status.ACTIVE


def test_an_undo_brings_nobody_back_who_left_or_declined_or_blocked() -> None:
    made, bob, carol, dora = tournament(), player("bob"), player("carol"), player("dora")
    left = entries.enter(made.pk, bob, now=NOW)
    entries.withdraw(made.pk, bob)
    assert put_back(left) == Entry.Status.INVITED
    declined = entered_by_boss(made, carol)
    answers.decline(invitation(carol), carol, now=NOW)
    assert code(lambda: put_back(declined)) == "invitation_declined"
    blocked = entered_by_boss(made, dora)
    answers.block(invitation(dora), dora, now=NOW)
    assert code(lambda: put_back(blocked)) == "cannot_be_entered"


def test_over_the_board_an_undo_needs_no_answer() -> None:
    made, bob = over_the_board(), player("bob")
    entry = entered_by_boss(made, bob)
    entries.remove(entry.pk, by=made.organizer)
    assert put_back(entry) == Entry.Status.ACTIVE


@pytest.mark.parametrize("is_invited_late", [False, True])
def test_who_accepts_where_every_line_faces_a_called_match_waits_for_the_director(
    is_invited_late: bool,
) -> None:
    made, bob = tournament(), player("bob")
    for name in ("1", "2", "3"):
        entries.add_walk_in(made.pk, by=None, now=NOW, name=name)
    if not is_invited_late:
        entered_by_boss(made, bob)
    start(made.pk, by=None, now=NOW)
    win(made, "W1.2", 2)
    if is_invited_late:
        entries.add_walk_in(made.pk, by=made.organizer, now=LATER, player=bob)
    entry = answers.accept(invitation(bob), bob, now=LATER)
    assert (entry.status, status(entry)) == (Entry.Status.WAITING_LIST, Entry.Status.WAITING_LIST)
    assert not made.rulings.filter(verb="late_entry").exists()
    by = boss_of(made)
    with pytest.raises(ConfirmationNeeded) as asked:
        check_in.admit_from_waiting_list(entry.pk, by=by, now=LATER)
    check_in.admit_from_waiting_list(entry.pk, by=by, now=LATER, confirm=asked.value.preview.digest)
    assert status(entry) == Entry.Status.ACTIVE


def test_a_partner_who_accepted_is_not_asked_again_when_the_captain_changes_back() -> None:
    made, ann, bob = tournament(entry_kind="doubles"), player("ann"), player("bob")
    pair = teams.enter_team(made.pk, ann, name="Owls", partners=[bob], now=NOW)
    answers.accept(invitation(bob), bob, now=NOW)
    for partner in (create_walk_in("X"), bob):
        members = [ann, partner]
        teams.set_members(pair.pk, by=ann.user, name="Owls", members=members, now=LATER)
    assert status(pair) == Entry.Status.ACTIVE
    assert EntryInvitation.objects.get().answer == EntryInvitation.Answer.ACCEPTED
