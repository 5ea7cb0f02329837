"""The desk's queue says who holds up a match because they have not accepted, and who says that an entry is not theirs."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.entry.test_consent import (
    LATER,
    entered_by_boss,
    invitation,
    over_the_board,
    walk_ins,
)
from tests.tournaments.making import NOW, pairing, player
from tournaments.bracket.services.start import start
from tournaments.entry.services import answers
from tournaments.models import Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.venue_change import MovePairing

pytestmark = pytest.mark.django_db
WAITS = "bob has not accepted the entry. The online match starts after they accept."
NOT_THEIRS = "bob says this entry is not theirs. Correct or withdraw the entry."


def desk(client: Client, of: Tournament) -> str:
    return client.get(reverse("tournament-manage", args=[of.slug])).text


def test_a_match_that_waits_for_an_answer_stands_in_the_queue(client: Client, boss: User) -> None:
    made, bob = over_the_board(organizer=boss), player("bob")
    entered_by_boss(made, bob)
    walk_ins(made, "Ants")
    start(made.pk, by=None, now=NOW)
    assert WAITS not in desk(client, made)
    move = MovePairing(pairing_id=pairing(made, "W1.1").pk, on_board=False)
    rule(move, RulingRequest(by=boss, now=NOW, reason=""))
    assert WAITS in desk(client, made)
    answers.accept(invitation(bob), bob, now=LATER)
    assert WAITS not in desk(client, made)


def test_not_me_after_the_draw_stands_in_the_queue(client: Client, boss: User) -> None:
    made, bob = over_the_board(organizer=boss), player("bob")
    entered_by_boss(made, bob)
    walk_ins(made, "Ants")
    start(made.pk, by=None, now=NOW)
    answers.decline(invitation(bob), bob, now=LATER)
    assert NOT_THEIRS in desk(client, made)
