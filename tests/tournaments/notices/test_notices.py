"""“Your match is ready” by e-mail: once, only to who wants it, and not lost when sending fails."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from accounts.models import Player
from tests.tournaments.making import NOW, match_of, nobody, player, tournament, win
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Notice, Tournament
from tournaments.notices.services import notices

pytestmark = pytest.mark.django_db


def with_alice() -> tuple[Tournament, Player]:
    made, alice = tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("Ants"))
    return start(made.pk, by=None, now=NOW), alice


def test_the_mail_leads_to_the_table() -> None:
    made, _alice = with_alice()
    assert notices.send_owed(NOW) == 1
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"]
    assert "Spring Open" in sent.subject
    assert f"/matches/{match_of(made, 'W1.1').pk}/" in sent.body
    assert "10 minutes" in sent.body


def test_it_is_sent_once() -> None:
    with_alice()
    notices.send_owed(NOW)
    assert notices.send_owed(NOW + timedelta(hours=1)) == 0
    assert len(mail.outbox) == 1


def test_who_switched_it_off_gets_none() -> None:
    _made, alice = with_alice()
    alice.user.mail_match_ready = False
    alice.user.save()
    assert notices.send_owed(NOW) == 0
    assert not mail.outbox
    assert Notice.objects.get(player=alice).sent_at == NOW


def test_nobody_is_called_to_a_match_that_is_over() -> None:
    made, _alice = with_alice()
    win(made, "W1.1", "alice")
    notices.send_owed(NOW)
    assert not mail.outbox


def test_a_mail_that_could_not_be_sent_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with_alice()
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", _refuse)
        assert notices.send_owed(NOW) == 0
    assert notices.send_owed(NOW) == 0
    assert notices.send_owed(NOW + timedelta(minutes=6)) == 1


def test_a_claimed_notice_is_left_to_its_worker() -> None:
    with_alice()
    Notice.objects.update(claimed_at=NOW)
    assert notices.send_owed(NOW) == 0
    assert notices.send_owed(NOW + timedelta(minutes=6)) == 1


def test_the_mail_is_in_the_language_of_its_reader() -> None:
    _made, alice = with_alice()
    alice.user.language = "xx"
    alice.user.save()
    assert notices.send_owed(NOW) == 1


def _refuse(*_args: object, **_kwargs: object) -> None:
    raise ConnectionRefusedError("no mail server")
