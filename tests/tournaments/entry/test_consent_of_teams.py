"""A pair or a team plays online once every player of it with a login has accepted."""

import pytest
from django.core import mail

from accounts.models import Player
from accounts.services.players import create_walk_in
from tests.tournaments.entry.test_consent import boss_of, invitation, status
from tests.tournaments.exchange.test_import import bring, look, states
from tests.tournaments.making import NOW, player, tournament
from tests.tournaments.teams import with_pairs
from tournaments.entry.services import answers, teams
from tournaments.models import Entry, EntryInvitation, OrganizerBlock
from tournaments.notices.services import notices

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


def test_a_file_of_teams_says_who_cannot_be_entered_before_anything_is_taken() -> None:
    made, ann, bob = with_pairs(0), player("Ann"), player("Bob")
    OrganizerBlock.objects.create(player=ann, organizer=boss_of(made), at=NOW)
    declined = teams.add_team(
        made.pk, by=made.organizer, name="", members=[bob, create_walk_in("Cem")], now=NOW
    )
    answers.decline(invitation(bob), bob, now=NOW)
    assert status(declined) == Entry.Status.WITHDRAWN
    text = "team,members\nRed,Ann; Dan\nBlue,Bob; Eve\nGreen,Flo; Gus"
    run = look(made, made.organizer, bring(made, made.organizer, text))
    assert states(run) == ["bad", "bad", "team"]
    assert [line.detail for line in run.lines[:2]] == [
        "Ann: You cannot enter this player. They can enter themselves.",
        "Bob: This player declined the invitation. They can still enter themselves.",
    ]


def test_the_captain_hears_who_declined_and_that_the_team_is_withdrawn() -> None:
    made, ann, bob = with_pairs(0), player("Ann"), player("Bob")
    pair = teams.enter_team(made.pk, ann, name="Owls", partners=[bob], now=NOW)
    answers.decline(invitation(bob), bob, now=NOW)
    assert status(pair) == Entry.Status.WITHDRAWN
    assert notices.send_owed(NOW) == 1
    (sent,) = mail.outbox
    assert sent.to == ["Ann@example.org"]
    assert sent.subject == f"{made.name}: your team is withdrawn"
    assert "Declined to play: Bob." in sent.body


def test_no_captain_hears_it_who_has_entered_the_team_again_or_never_accepted() -> None:
    made, ann, bob, cem = with_pairs(0), player("Ann"), player("Bob"), player("Cem")
    teams.enter_team(made.pk, ann, name="Owls", partners=[bob], now=NOW)
    answers.decline(invitation(bob), bob, now=NOW)
    teams.enter_team(made.pk, ann, name="Owls", partners=[create_walk_in("X")], now=NOW)
    teams.add_team(made.pk, by=made.organizer, name="Cats", members=[cem, player("Dan")], now=NOW)
    dan = Player.objects.get(name="Dan")
    answers.decline(invitation(dan), dan, now=NOW)
    assert notices.send_owed(NOW) == 0
    assert not mail.outbox
