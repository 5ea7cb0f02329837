"""The email to a player whom somebody else entered: one for a tournament, verified addresses only, within the bounds."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core import mail

from accounts.services.logins import create_login
from notifications import kinds
from notifications.models import Notification
from notifications.selectors.lists import notification_line
from tests.tournaments.entry.test_consent import LATER, entered_by_boss, invitation, over_the_board
from tests.tournaments.making import NOW, director, player, tournament
from tournaments.entry.services import answers, entries
from tournaments.models import EntryInvitation
from tournaments.notices.services import entry_emails
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db


def test_a_player_gets_one_email_for_a_tournament() -> None:
    made, bob = tournament(), player("bob")
    entry = entered_by_boss(made, bob)
    assert entry_emails.send_owed(NOW) == 1
    entries.remove(entry.pk, by=made.organizer)
    entered_by_boss(made, bob)
    assert entry_emails.send_owed(LATER) == 0
    (sent,) = mail.outbox
    assert sent.to == ["bob@example.org"]
    assert f"/entry-invitations/{invitation(bob)}/" in sent.body


def test_a_draft_sends_nothing_before_it_is_opened() -> None:
    boss, bob = director(), player("bob")
    made = lifecycle.create(organizer=boss, name="Draft", lengths=[3], clock=None)
    entered_by_boss(made, bob)
    assert entry_emails.send_owed(NOW) == 0
    lifecycle.open_entry(made.pk, by=boss)
    assert entry_emails.send_owed(NOW) == 1


def test_an_unverified_address_gets_no_email_of_an_entry() -> None:
    made = tournament()
    bob = create_login("bob", "bob@example.org", "pw", verified=False).player
    entered_by_boss(made, bob)
    assert entry_emails.send_owed(NOW) == 0
    assert not mail.outbox


def test_one_organizer_cannot_cause_more_emails_than_the_bound(
    settings: LazySettings,
) -> None:
    settings.ENTRY_EMAILS_PER_ORGANIZER = 3
    boss, victims = director(), [player() for _n in range(5)]
    for of in (tournament(boss), over_the_board(organizer=boss)):
        for who in victims:
            entered_by_boss(of, who)
    assert entry_emails.send_owed(NOW) == 3
    assert entry_emails.send_owed(NOW + timedelta(hours=23)) == 0
    assert entry_emails.send_owed(NOW + timedelta(hours=25)) == 3
    assert EntryInvitation.objects.filter(emailed_at=None).count() == 4
    assert len(mail.outbox) == 6


def test_one_player_gets_no_more_than_the_bound_from_all_organizers(
    settings: LazySettings,
) -> None:
    settings.ENTRY_EMAILS_PER_PLAYER = 2
    bob = player("bob")
    for _n in range(4):
        entered_by_boss(tournament(), bob)
    assert entry_emails.send_owed(NOW) == 2
    assert EntryInvitation.objects.filter(player=bob).exclude(email_at=None).count() == 2


def test_no_address_in_a_name_reaches_the_email_of_an_entry() -> None:
    boss, bob = director(), player("bob")
    assert boss.player is not None
    boss.player.name = "Prize at https://evil.example/win"
    boss.player.save()
    made = tournament(boss, name="WIN MONEY NOW at http://evil.example/x 1")
    entered_by_boss(made, bob)
    assert entry_emails.send_owed(NOW) == 1
    (sent,) = mail.outbox
    assert sent.subject.startswith("Invitation: WIN MONEY NOW at")
    for text in (sent.subject, sent.body):
        assert "evil.example" not in text
    assert "://" not in sent.subject


def test_an_invited_player_is_notified_once_and_the_answer_settles_it() -> None:
    """Also without an address: behind the bell, and by push message."""
    made = tournament()
    bob = create_login("bob", "bob@example.org", "pw", verified=False).player
    entered_by_boss(made, bob)
    assert entry_emails.send_owed(NOW) == 0
    row = Notification.objects.get(kind=kinds.ENTRY)
    assert (row.user_id, row.url) == (bob.user_id, f"/entry-invitations/{invitation(bob)}/")
    text = notification_line(row).text
    assert text == f"{made.organizer.player.name} invites you to play. Accept or decline."
    answers.decline(invitation(bob), bob, now=LATER)
    row.refresh_from_db()
    assert row.read_at == LATER


def test_notifications_of_entries_are_bounded_like_the_emails(settings: LazySettings) -> None:
    settings.ENTRY_EMAILS_PER_ORGANIZER = 3
    boss = director()
    made = tournament(boss)
    for n in range(5):
        entered_by_boss(
            made, create_login(f"p{n}", f"p{n}@example.org", "pw", verified=False).player
        )
    entry_emails.send_owed(NOW)
    assert Notification.objects.filter(kind=kinds.ENTRY).count() == 3
