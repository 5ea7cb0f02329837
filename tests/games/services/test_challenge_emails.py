"""The email of a challenge: once, only to a verified address, and never in floods."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage

from accounts.models import Player
from games.engine.rules import Rules
from games.models import ChallengeEmail, Match
from games.services import challenge_emails, challenge_limits, friendly
from tests.tournaments.making import NOW, player

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 5)


def challenged(sender: Player, receiver: Player | None) -> Match:
    return friendly.challenge(sender, receiver, RULES, None, NOW)


def sent() -> list[str]:
    challenge_emails.send_owed(NOW)
    return [address for message in mail.outbox for address in message.to]


def test_the_email_names_the_challenger_and_leads_to_the_match() -> None:
    made = challenged(player("alice"), player("bob"))
    assert sent() == ["bob@example.org"]
    (message,) = mail.outbox
    assert message.subject == "alice challenges you to a match"
    assert "to a friendly match to 5." in message.body
    assert f"/matches/{made.pk}/" in message.body


def test_the_email_is_sent_once() -> None:
    challenged(player("alice"), player("bob"))
    sent()
    assert challenge_emails.send_owed(NOW + timedelta(hours=1)) == 0
    assert len(mail.outbox) == 1


def test_a_link_and_a_bot_owe_no_email() -> None:
    alice = player("alice")
    challenged(alice, None)
    challenged(alice, friendly.site_bot("steady"))
    assert not ChallengeEmail.objects.exists()


@pytest.mark.parametrize("why", ["unverified", "switched off", "suspended"])
def test_nobody_is_written_to_against_their_will(why: str) -> None:
    bob = player("bob")
    assert bob.user is not None
    if why == "unverified":
        EmailAddress.objects.filter(user=bob.user).update(verified=False)
    elif why == "suspended":
        bob.user.suspended_at = NOW
    else:
        bob.user.mail_challenges = False
    bob.user.save()
    challenged(player("alice"), bob)
    assert sent() == []
    assert ChallengeEmail.objects.get().settled_at == NOW


def test_a_challenge_that_was_withdrawn_sends_nothing() -> None:
    alice = player("alice")
    made = challenged(alice, player("bob"))
    friendly.decline(made.pk, alice, NOW)
    assert sent() == []


def test_a_name_brings_no_address_into_the_email() -> None:
    alice = player("alice")
    alice.name = "Win at https://bad.example/prize"
    alice.save()
    challenged(alice, player("bob"))
    sent()
    (message,) = mail.outbox
    assert "://" not in message.subject
    assert "bad.example" not in message.subject + message.body


def test_one_player_cannot_fill_the_inbox_of_another() -> None:
    alice, bob = player("alice"), player("bob")
    for _ in range(challenge_limits.MOST_OF_A_PAIR):
        challenged(alice, bob)
    assert challenge_limits.MOST_OF_A_PAIR > challenge_emails.MOST_OF_A_PAIR
    assert len(sent()) == challenge_emails.MOST_OF_A_PAIR
    assert not ChallengeEmail.objects.filter(settled_at=None).exists()


def test_a_sender_and_a_receiver_have_so_many_emails_a_day() -> None:
    alice, bob = player("alice"), player("bob")
    for number in range(12):
        challenged(alice, player(f"guest{number}"))
    assert len(sent()) == challenge_emails.MOST_OF_A_SENDER
    mail.outbox.clear()
    for number in range(12):
        challenged(player(f"fan{number}"), bob)
    assert len(sent()) == challenge_emails.MOST_TO_A_RECEIVER
    challenged(player("late"), bob)
    assert challenge_emails.send_owed(NOW + timedelta(days=1, seconds=1)) == 1


def test_an_email_that_could_not_be_sent_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    challenged(player("alice"), player("bob"))
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", _refuse)
        assert challenge_emails.send_owed(NOW) == 0
    assert challenge_emails.send_owed(NOW) == 0
    assert challenge_emails.send_owed(NOW + timedelta(minutes=6)) == 1


def _refuse(*_args: object, **_kwargs: object) -> None:
    raise ConnectionRefusedError("no mail server")
