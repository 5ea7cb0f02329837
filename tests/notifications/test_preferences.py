"""By which channels users are notified: their old choices hold, quiet hours delay, and no email goes out twice."""

from datetime import UTC, datetime, time, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts.last_seen import note_seen
from accounts.models import Player, User
from games.engine.rules import Rules
from games.services import challenge_emails, friendly
from notifications import kinds
from notifications.models import Notification, NotificationPreferences
from notifications.selectors.lists import notifications_of
from notifications.selectors.preferences import channels_of, quiet_end
from notifications.services import emails
from notifications.services.notify import News, notify, renew
from notifications.services.preferences import save_preferences
from tests.tournaments.making import NOW, player
from tournaments.entry.services.entry_notices import SEATED
from tournaments.models import Notice
from tournaments.notices.services import notices

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=3)


def user(who: Player) -> User:
    return who.user  # type: ignore[return-value]


def tell(who: Player, kind: str = kinds.RULING, subject: str = "one", **values: Any) -> None:
    notify([News(who.user_id, kind, subject, "/tournaments/", values=values)], NOW)  # type: ignore[arg-type]


def choose(who: Player, kind: str, channel: str, *, on: bool) -> None:
    channels = channels_of(user(who))
    channels[kind][channel] = on
    save_preferences(user(who), channels, None, None)


def test_old_choices_are_the_defaults_and_one_kind_can_differ() -> None:
    bob = player("bob")
    User.objects.filter(pk=bob.user_id).update(mail_match_ready=False, mail_turns=False)
    bob.refresh_from_db()
    channels = channels_of(user(bob))
    off = {kind for kind in kinds.KINDS if not channels[kind][kinds.EMAIL]}
    assert off == set(kinds.KINDS) - {kinds.CHALLENGE}
    choose(bob, kinds.FORFEIT, kinds.EMAIL, on=True)
    assert channels_of(user(bob))[kinds.FORFEIT][kinds.EMAIL]
    assert NotificationPreferences.objects.get().choices == {kinds.FORFEIT: {kinds.EMAIL: True}}
    assert not User.objects.get(pk=bob.user_id).mail_match_ready


def test_what_is_off_on_the_site_is_neither_listed_nor_counted() -> None:
    bob = player("bob")
    tell(bob)
    choose(bob, kinds.RULING, kinds.SITE, on=False)
    assert not notifications_of(user(bob)).exists()
    choose(bob, kinds.RULING, kinds.SITE, on=True)
    assert notifications_of(user(bob)).exists()


def test_an_email_is_sent_once_in_the_readers_language_without_links() -> None:
    bob = player("bob")
    tell(bob, kinds.ANNOUNCEMENT, title="Cup", text="Lunch! See https://evil.example/x now.")
    assert emails.send_due(NOW) == 0
    assert (emails.send_due(LATER), emails.send_due(LATER)) == (1, 0)
    (sent,) = mail.outbox
    assert (sent.subject, sent.to) == ("Cup: announcement", ["bob@example.org"])
    assert "evil.example" not in sent.body
    assert "/profile/notifications/" in sent.body


def test_who_has_read_it_or_wants_no_email_gets_none() -> None:
    bob, cleo = player("bob"), player("cleo")
    tell(bob)
    Notification.objects.update(read_at=NOW)
    tell(cleo, kinds.ROUND)
    assert emails.send_due(LATER) == 0
    assert not Notification.objects.exclude(email_at=None).exists()
    choose(cleo, kinds.ROUND, kinds.EMAIL, on=True)
    tell(cleo, kinds.ROUND, "two")
    assert emails.send_due(LATER) == 1


def test_who_is_on_the_site_is_written_to_after_they_have_left() -> None:
    bob = player("bob")
    tell(bob)
    note_seen(bob.user_id, LATER)  # type: ignore[arg-type]
    assert emails.send_due(LATER) == 0
    assert emails.send_due(LATER + emails.AWAY) == 1


def test_a_user_gets_a_bounded_number_of_emails_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emails, "MOST_A_DAY", 2)
    bob = player("bob")
    for n in range(4):
        tell(bob, subject=f"{n}")
    assert emails.send_due(LATER) == 2
    assert emails.send_due(LATER) == 0


def test_a_mail_server_that_is_away_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise OSError("away")

    tell(player("bob"))
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.EmailMessage.send", refuse)
        assert emails.send_due(LATER) == 0
    assert emails.send_due(LATER) == 0
    assert emails.send_due(LATER + emails.CLAIM_LAPSES + timedelta(seconds=1)) == 1


def test_a_server_that_cannot_be_reached_is_asked_once_a_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def refuse(_self: object) -> None:
        asked.append(1)
        raise OSError("away")

    for n in range(3):
        tell(player(f"p{n}"))
    monkeypatch.setattr("django.core.mail.backends.base.BaseEmailBackend.open", refuse)
    assert emails.send_due(LATER) == 0
    assert len(asked) == 1


def test_a_long_queue_goes_out_in_one_sweep_and_a_killed_worker_repeats_a_few_at_most(
    monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    monkeypatch.setattr(emails, "LOOKED_AT", 4)
    monkeypatch.setattr(emails, "AT_ONCE", 2)
    for n in range(7):
        tell(player(f"p{n}"))
    with monkeypatch.context() as patched:
        patched.setattr(emails, "_settle", _killed)
        with pytest.raises(SystemExit):
            emails.send_due(LATER)
    assert len(mailoutbox) == 2
    assert emails.send_due(LATER) == 5
    assert emails.send_due(LATER + emails.CLAIM_LAPSES + timedelta(seconds=1)) == 2
    assert emails.send_due(LATER + timedelta(hours=1)) == 0
    assert len(mailoutbox) == 9


def test_an_email_that_cannot_be_made_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    make = emails._message

    def made(row: Notification, address: str) -> EmailMessage:
        if row.subject == "broken":
            raise ValueError("broken")
        return make(row, address)

    monkeypatch.setattr(emails, "_message", made)
    tell(player("bob"), subject="broken")
    tell(player("cleo"))
    tell(player("dora"))
    assert emails.send_due(LATER) == 2
    assert emails.send_due(LATER + emails.CLAIM_LAPSES + timedelta(seconds=1)) == 0
    assert len(mailoutbox) == 2
    assert Notification.objects.get(subject="broken").emailed_at is None


def test_a_server_that_does_not_answer_in_time_is_asked_once_a_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def wait(*_args: object) -> None:
        asked.append(1)
        try:
            raise TimeoutError("timed out")
        except OSError as error:
            raise SMTPServerDisconnected(str(error))  # noqa: B904  # as smtplib does

    for n in range(3):
        tell(player(f"p{n}"))
    monkeypatch.setattr("django.core.mail.EmailMessage.send", wait)
    assert emails.send_due(LATER) == 0
    assert len(asked) == 1


def test_what_comes_back_is_emailed_again_but_no_more_than_once_an_hour(
    mailoutbox: list[EmailMessage],
) -> None:
    bob = player("bob")
    news = News(bob.user_id, kinds.CLUB, "one", "/x/", values={"what": "accepted"})  # type: ignore[arg-type]
    for n in range(5):
        renew([news], NOW + timedelta(minutes=10 * n))
        emails.send_due(NOW + timedelta(minutes=10 * n + 5))
    assert len(mailoutbox) == 1
    assert emails.send_due(NOW + timedelta(minutes=66)) == 1
    assert emails.send_due(NOW + timedelta(minutes=200)) == 0


def test_a_turn_that_comes_back_owes_no_email_here() -> None:
    bob = player("bob")
    for n in range(2):
        at = NOW + timedelta(minutes=n)
        renew([News(bob.user_id, kinds.TURN, "one", "/x/")], at)  # type: ignore[arg-type]
    assert Notification.objects.get().email_at is None


def _killed(*_args: object, **_more: object) -> None:
    raise SystemExit


@pytest.mark.parametrize(
    ("at", "ends"),
    [
        ("21:59", None),
        ("22:00", "2026-03-02 07:00"),
        ("23:30", "2026-03-02 07:00"),
        ("06:59", "2026-03-01 07:00"),
        ("07:00", None),
    ],
)
def test_quiet_hours_pass_midnight(at: str, ends: str | None) -> None:
    quiet = NotificationPreferences(quiet_from=time(22), quiet_until=time(7))
    now = datetime.fromisoformat(f"2026-03-01 {at}").replace(tzinfo=UTC)
    end = quiet_end(quiet, "UTC", now)
    assert (end and f"{end:%Y-%m-%d %H:%M}") == ends
    tallinn = quiet_end(quiet, "Europe/Tallinn", now.replace(hour=20))
    assert tallinn is not None
    assert tallinn.astimezone(UTC).hour == 5


def test_in_quiet_hours_every_email_waits_for_their_end() -> None:
    alice, bob = player("alice"), player("bob")
    start, end = (NOW - timedelta(hours=1)).time(), (NOW + timedelta(hours=1)).time()
    save_preferences(user(bob), channels_of(user(bob)), start, end)
    tell(bob)
    friendly.challenge(alice, bob, Rules.preset("tournament", 3), None, NOW)
    assert emails.send_due(LATER) + challenge_emails.send_owed(LATER) == 0
    after = NOW + timedelta(hours=1, minutes=6)
    assert (emails.send_due(after), challenge_emails.send_owed(after)) == (1, 1)
    Notice.objects.create(player=bob, kind=SEATED, tag="0", created_at=NOW)
    assert notices.send_owed(NOW) == 0
    assert Notice.objects.get().sent_at is None


def test_the_settings_page_keeps_every_choice() -> None:
    bob = player("bob")
    client = Client()
    client.force_login(user(bob))
    form = client.get("/profile/notifications/").context["form"]
    sent = {name: "on" for name, value in form.initial.items() if value is True}
    del sent["challenge-email"], sent["round-site"]
    quiet = {"quiet_from": "22:00", "quiet_until": "07:30"}
    assert client.post("/profile/notifications/", sent | quiet).status_code == 302
    bob.refresh_from_db()
    assert not user(bob).mail_challenges
    assert user(bob).mail_match_ready
    row = NotificationPreferences.objects.get()
    assert row.choices == {kinds.ROUND: {kinds.SITE: False}}
    assert (row.quiet_from, row.quiet_until) == (time(22), time(7, 30))
    refused = client.post("/profile/notifications/", sent | {"quiet_from": "22:00"})
    assert refused.status_code == 422
    assert "Enter both times, or neither." in refused.content.decode()
