"""Emails go to verified addresses only, and names in them hold no links."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.mailing import plain_values, verified_address, without_links
from accounts.models import Player
from accounts.services.logins import create_login
from tests.tournaments.making import NOW, nobody, tournament
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.event.services import invitations
from tournaments.models import Notice
from tournaments.notices.services import notices


def a_match_of(alice: Player, **settings: object) -> None:
    made = tournament(**settings)
    entries.enter(made.pk, alice, now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("Ants"))
    start(made.pk, by=None, now=NOW)


@pytest.mark.django_db
def test_an_unverified_address_gets_no_email() -> None:
    alice = create_login("alice", "alice@example.org", "pw", verified=False).player
    a_match_of(alice)
    assert notices.send_owed(NOW) == 0
    assert not mail.outbox
    assert Notice.objects.get(player=alice).sent_at == NOW


@pytest.mark.django_db
def test_the_verified_address_is_used_while_another_one_waits_for_its_proof() -> None:
    user = create_login("alice", "new@example.org", "pw", verified=False)
    EmailAddress.objects.create(user=user, email="old@example.org", verified=True)
    assert verified_address(user) == "old@example.org"
    a_match_of(user.player)
    assert notices.send_owed(NOW) == 1
    assert mail.outbox[0].to == ["old@example.org"]


@pytest.mark.django_db
def test_an_invitation_to_a_role_goes_to_a_verified_address_only() -> None:
    made = tournament()
    helper = create_login("helper", "helper@example.org", "pw", verified=False).player
    assert made.organizer is not None
    invitations.invite(made, "assistant", by=made.organizer, now=NOW, player=helper)
    assert invitations.send_due(NOW) == 0
    assert not mail.outbox


@pytest.mark.django_db
def test_no_address_in_a_tournaments_name_reaches_a_subject_or_a_body() -> None:
    alice = create_login("alice", "alice@example.org", "pw").player
    a_match_of(alice, name="WIN MONEY at http://evil.example/x now")
    notices.send_owed(NOW)
    (sent,) = mail.outbox
    assert sent.subject == "WIN MONEY at … now: your match is ready"
    assert "evil" not in sent.body
    assert "/matches/" in sent.body


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("https://evil.example/x?y Open", "… Open"),
        ("HTTP:/evil.example", "…"),
        ("www.evil.example", "…"),
        ("evil.example Open", "evil example Open"),
        ("evil。example", "evil example"),
        ("St. Mary's 7.5 point Open no.4", "St. Mary's 7.5 point Open no.4"),
        ("Frühling 2026, Div. A", "Frühling 2026, Div. A"),
    ],
)
def test_a_name_loses_what_a_mail_program_would_make_a_link_of(name: str, plain: str) -> None:
    assert without_links(name) == plain


def test_the_sites_own_addresses_stay() -> None:
    text = plain_values({"title": "a.example", "url": "https://site.example/", "minutes": 3})
    assert text == {"title": "a example", "url": "https://site.example/", "minutes": 3}
