"""A pair or a team plays online once every player of it with a login has accepted."""

import pytest

from accounts.services.players import create_walk_in
from tests.tournaments.making import NOW, player, tournament
from tests.tournaments.services.test_consent import invitation, status
from tournaments.models import Entry, EntryInvitation
from tournaments.services.entry import answers, teams

pytestmark = pytest.mark.django_db


def test_a_pair_plays_once_both_have_accepted() -> None:
    made, ann, bob = tournament(entry_kind="doubles"), player("ann"), player("bob")
    pair = teams.add_team(made.pk, by=made.organizer, name="", members=[ann, bob], now=NOW)
    assert pair.status == Entry.Status.INVITED
    answers.accept(invitation(ann), ann, now=NOW)
    assert status(pair) == Entry.Status.INVITED
    answers.accept(invitation(bob), bob, now=NOW)
    assert status(pair) == Entry.Status.ACTIVE


def test_a_captain_accepts_by_entering_and_the_partners_are_asked() -> None:
    made, ann, bob = tournament(entry_kind="doubles"), player("ann"), player("bob")
    pair = teams.enter_team(made.pk, ann, name="Owls", partners=[bob], now=NOW)
    assert pair.status == Entry.Status.INVITED
    assert [row.player for row in EntryInvitation.objects.all()] == [bob]
    answers.accept(invitation(bob), bob, now=NOW)
    assert status(pair) == Entry.Status.ACTIVE


def test_a_new_partner_is_asked_before_the_pair_plays_on() -> None:
    made, ann, bob = tournament(entry_kind="doubles"), player("ann"), player("bob")
    pair = teams.enter_team(made.pk, ann, name="Owls", partners=[create_walk_in("X")], now=NOW)
    assert pair.status == Entry.Status.ACTIVE
    teams.set_members(pair.pk, by=ann.user, name="Owls", members=[ann, bob], now=NOW)
    assert status(pair) == Entry.Status.INVITED
    teams.set_members(
        pair.pk, by=ann.user, name="Owls", members=[ann, create_walk_in("Y")], now=NOW
    )
    assert status(pair) == Entry.Status.ACTIVE
