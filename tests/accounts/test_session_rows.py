"""A visitor cannot fill the table of sessions, and what has expired does not stay in it."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.services.logins import create_login
from accounts.tasks import clear_sessions
from config.schedule import BEAT_SCHEDULE
from tests.keeping import forget

pytestmark = pytest.mark.django_db
AJAX = {"X-Requested-With": "XMLHttpRequest"}


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now().replace(minute=1, second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    forget()


def test_challenges_for_passkeys_are_counted_by_address() -> None:
    address = reverse("mfa_login_webauthn")
    codes = [Client().get(address, headers=AJAX).status_code for _n in range(25)]
    assert codes == [200] * 20 + [429] * 5
    assert Session.objects.count() == 20
    other = Client().get(address, headers=AJAX, REMOTE_ADDR="198.51.100.7")
    assert other.status_code == 200


def test_the_session_of_a_challenge_ends_soon_and_that_of_its_log_in_does_not() -> None:
    client = Client()
    client.get(reverse("mfa_login_webauthn"), headers=AJAX)
    assert Session.objects.get().expire_date < timezone.now() + timedelta(minutes=11)
    create_login("alice", "alice@example.org", "a long pass phrase")
    data = {"login": "alice", "password": "a long pass phrase", "remember": "on"}
    client.post(reverse("account_login"), data)
    assert client.session.get_expiry_age() > 29 * 86_400


def test_expired_sessions_are_deleted_daily_and_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("accounts.services.access.SESSIONS_AT_ONCE", 2)
    now = timezone.now()
    for n in range(5):
        Session.objects.create(session_key=f"old{n}", expire_date=now - timedelta(seconds=1))
    Session.objects.create(session_key="new", expire_date=now + timedelta(days=1))
    assert [clear_sessions(), clear_sessions()] == [5, 0]
    assert list(Session.objects.values_list("pk", flat=True)) == ["new"]
    assert BEAT_SCHEDULE["clear_sessions"]["schedule"] == timedelta(days=1)
