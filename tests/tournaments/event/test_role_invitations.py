"""Invitations: a link for one person, once, for two weeks; by e-mail or by the player's name."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import User
from tests.tournaments.event.making_events import event, person
from tests.tournaments.making import NOW, director, nobody, player
from tournaments.core.permissions import Right, may
from tournaments.event.services import invitations, people
from tournaments.models import Event, Invitation, Role, RoleKind
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def code(call: object) -> str:
    with pytest.raises(DomainError) as refused:
        call()  # type: ignore[operator]
    return refused.value.code


def token(invitation: Invitation) -> str:
    return invitations.link_of(invitation).rstrip("/").rpartition("/")[2]


def asked(whole: Event, kind: str = "assistant", **whom: object) -> Invitation:
    assert whole.organizer is not None
    invitee = whom or {"email": "helper@example.org"}
    return invitations.invite(whole, kind, by=whole.organizer, now=NOW, **invitee)  # type: ignore[arg-type]


def test_who_opens_the_link_and_says_yes_has_the_role() -> None:
    whole, helper = event("league"), director()
    invitation = asked(whole)
    invitations.accept(token(invitation), by=helper, now=NOW)
    assert may(helper, Event.objects.get(pk=whole.pk), Right.SCORE)
    verbs = list(whole.role_changes.order_by("pk").values_list("verb", "whom"))
    assert verbs[0] == ("invited", "helper@example.org")
    assert verbs[1][0] == "accepted"
    assert (
        code(lambda: invitations.accept(token(invitation), by=director(), now=NOW))
        == "no_invitation"
    )


def test_saying_yes_twice_counts_once_and_brings_no_lost_role_back() -> None:
    whole, helper = event("league"), director()
    invitation = asked(whole)
    for _n in range(2):
        invitations.accept(token(invitation), by=helper, now=NOW)
    assert whole.role_changes.filter(verb="accepted").count() == 1
    role = Role.objects.get(event=whole, user=helper)
    people.remove_role(whole, role.pk, by=whole.organizer, now=NOW)  # type: ignore[arg-type]
    invitations.accept(token(invitation), by=helper, now=NOW)
    assert not Role.objects.filter(event=whole, user=helper).exists()


def test_the_link_is_stored_as_a_hash_only() -> None:
    invitation = asked(event("league"))
    stored = " ".join(
        str(value) for value in Invitation.objects.filter(pk=invitation.pk).values()[0].values()
    )
    assert token(invitation) not in stored


def test_it_ends_after_two_weeks_and_when_it_is_taken_back() -> None:
    whole, helper = event("league"), director()
    late, back = asked(whole), asked(whole, email="other@example.org")
    fortnight = NOW + timedelta(days=14)
    assert (
        code(lambda: invitations.accept(token(late), by=helper, now=fortnight)) == "no_invitation"
    )
    invitations.revoke(whole, back.pk, by=whole.organizer, now=NOW)  # type: ignore[arg-type]
    assert code(lambda: invitations.accept(token(back), by=helper, now=NOW)) == "no_invitation"
    assert not Role.objects.filter(user=helper).exists()


def test_a_player_is_asked_by_name_and_nobody_else_may_say_yes() -> None:
    whole, wanted = event("league"), player()
    invitation = asked(whole, player=wanted)
    assert (
        code(lambda: invitations.accept(token(invitation), by=director(), now=NOW))
        == "not_your_invitation"
    )
    invitations.accept(token(invitation), by=User.objects.get(player=wanted), now=NOW)
    assert Role.objects.get(event=whole).user.player == wanted


def test_a_walk_in_without_a_login_cannot_be_asked() -> None:
    guest = nobody("Guest")
    guest.user = None
    guest.save()
    assert code(lambda: asked(event("league"), player=guest)) == "cannot_log_in"


def test_an_unproven_address_accepts_nothing() -> None:
    invitation = asked(event("league"))
    stranger = User.objects.create(username="unproven", email="u@example.org")
    assert (
        code(lambda: invitations.accept(token(invitation), by=stranger, now=NOW)) == "not_verified"
    )


def test_an_invitation_by_somebody_who_lost_their_role_is_worth_nothing() -> None:
    whole = event("league")
    boss = person(whole, RoleKind.DIRECTOR)
    invitation = invitations.invite(whole, "monitor", by=boss, now=NOW, email="x@example.org")
    role = Role.objects.get(event=whole, user=boss)
    people.remove_role(whole, role.pk, by=whole.organizer, now=NOW)  # type: ignore[arg-type]
    assert (
        code(lambda: invitations.accept(token(invitation), by=director(), now=NOW))
        == "no_invitation"
    )


def test_nobody_is_asked_twice_or_without_end() -> None:
    whole = event("league")
    asked(whole)
    assert code(lambda: asked(whole)) == "asked_already"
    for n in range(invitations.MAX_A_DAY - 1):
        asked(whole, email=f"{n}@example.org")
    assert code(lambda: asked(whole, email="more@example.org")) == "too_many_invitations"


def test_each_letter_is_sent_once_with_its_link() -> None:
    whole, friend = event("league"), player("friend")
    first, by_name = asked(whole), asked(whole, player=friend)
    gone = asked(whole, email="gone@example.org")
    invitations.revoke(whole, gone.pk, by=whole.organizer, now=NOW)  # type: ignore[arg-type]
    assert invitations.send_due(NOW) == 2
    assert invitations.send_due(NOW) == 0
    letters = {letter.to[0]: letter.body for letter in mail.outbox}
    assert set(letters) == {"helper@example.org", "friend@example.org"}
    assert token(first) in letters["helper@example.org"]
    assert token(by_name) in letters["friend@example.org"]
