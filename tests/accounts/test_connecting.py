"""What happens to connections and users when several things change at once, and after a new password by email."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.access import raise_access, suspend
from accounts.services.logins import create_login
from accounts.views import connected_accounts
from tests.accounts.connecting import (
    CONNECTED,
    PASSWORD,
    SIGN_UP,
    back_from,
    connecting,
    linked,
    sent_to,
    user_of,
)
from tests.accounts.provider_stand_in import StandInProvider

pytestmark = pytest.mark.django_db
NEW = "another long pass phrase"


def reset_password(address: str) -> Client:
    """The owner of the address sets a new password with the link from the email."""
    client = Client()
    client.post("/accounts/password/reset/", {"email": address})
    link = re.search(r"http://[^/]+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)
    assert link is not None
    form = client.get(link[1])["Location"]
    client.post(form, {"password1": NEW, "password2": NEW})
    return client


def meanwhile(monkeypatch: pytest.MonkeyPatch, change: Callable[[], Any]) -> None:
    """`change` is committed while the other site is asked who has logged in."""
    ask = connected_accounts.claims_for

    def changing(*args: Any, **more: Any) -> dict[str, str]:
        change()
        return ask(*args, **more)

    monkeypatch.setattr(connected_accounts, "claims_for", changing)


def test_whoever_signed_up_with_the_address_of_another_loses_the_account_with_a_new_password(
    provider: StandInProvider, caplog: pytest.LogCaptureFixture
) -> None:
    attacker = Client()
    back_from(provider, attacker)
    attacker.post(
        SIGN_UP, {"name": "Mallory", "username": "mallory", "email": "victim@example.org"}
    )
    assert user_of(attacker) == "mallory"
    pending = provider.log_in(sent_to(attacker, "lounge", process="connect"))
    with caplog.at_level("INFO", "web.security_log"):
        victim = reset_password("victim@example.org")
    assert user_of(victim) == "mallory"
    assert "account.disconnected" in caplog.messages
    bodies = [m.body for m in mail.outbox if m.to == ["victim@example.org"]]
    assert any("no longer log in with your account at Federation." in body for body in bodies)
    page = victim.get("/profile/").content.decode()
    assert "Accounts at other sites were disconnected." in page
    attacker.get(pending)
    again = Client()
    back_from(provider, again)
    assert (user_of(attacker), user_of(again)) == ("", "")
    assert not SocialAccount.objects.exists()


def test_a_new_password_by_email_keeps_what_changed_since_the_form_was_sent(
    provider: StandInProvider, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    EmailAddress.objects.get_or_create(user=alice, email=alice.email, primary=True, verified=True)
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    locked = User.refresh_from_db

    def refresh(user: User, **more: Any) -> None:
        User.objects.filter(pk=user.pk).update(is_staff=False)
        locked(user, **more)

    monkeypatch.setattr(User, "refresh_from_db", refresh)
    reset_password(alice.email)
    user = User.objects.get(pk=alice.pk)
    assert user.check_password(NEW)
    assert not user.is_staff


def test_connecting_undoes_nothing_that_changed_while_the_other_site_was_asked(
    provider: StandInProvider, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    client = connecting(alice)
    meanwhile(monkeypatch, lambda: User.objects.filter(pk=alice.pk).update(is_staff=False))
    assert back_from(provider, client, process="connect")["Location"] == CONNECTED
    assert SocialAccount.objects.get().user == alice
    assert not User.objects.get(pk=alice.pk).is_staff


@pytest.mark.parametrize("end", [lambda user: suspend(user, timezone.now()), raise_access])
def test_a_user_whose_access_ends_meanwhile_connects_nothing(
    provider: StandInProvider,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[User], Any],
) -> None:
    client = connecting(alice)
    meanwhile(monkeypatch, lambda: end(User.objects.get(pk=alice.pk)))
    assert back_from(provider, client, process="connect").status_code == 302
    assert not SocialAccount.objects.exists()
    assert User.objects.get(pk=alice.pk).access_version == alice.access_version + 1
    assert not user_of(client)


def test_the_second_of_two_users_who_connect_one_account_at_once_reads_so(
    provider: StandInProvider, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = create_login("bob", "bob@example.org", PASSWORD)
    client, save = connecting(alice), SocialAccount.save

    def too_late(account: SocialAccount, **more: Any) -> None:
        SocialAccount.objects.bulk_create(
            [SocialAccount(user=bob, provider="federation", uid="p-1")]
        )
        save(account, **more)

    monkeypatch.setattr(SocialAccount, "save", too_late)
    answer = client.get(back_from(provider, client, process="connect")["Location"])
    assert "This account is connected to another user." in answer.content.decode()


def test_an_account_that_is_connected_a_second_time_stays_one(
    provider: StandInProvider, alice: User
) -> None:
    linked(alice)
    client = connecting(alice)
    answer = client.get(back_from(provider, client, process="connect")["Location"])
    assert "This account was connected before." in answer.content.decode()
    assert SocialAccount.objects.get().extra_data["preferred_username"] == "tiina"
    assert not mail.outbox


def test_a_password_that_was_shown_too_long_ago_is_asked_for_on_the_way_back(
    provider: StandInProvider, alice: User
) -> None:
    client = connecting(alice)
    address = provider.log_in(sent_to(client, process="connect"))
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    assert client.get(address)["Location"].startswith("/accounts/reauthenticate/")
    assert not SocialAccount.objects.exists()
    answer = client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer["Location"] == CONNECTED
    assert SocialAccount.objects.get().user == alice
