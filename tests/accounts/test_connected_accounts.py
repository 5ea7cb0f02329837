"""Log-in with an account at another site, over HTTP on the loopback; linking needs both log-ins, never an address."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Player, User
from accounts.selectors import personal_data
from accounts.services.access import raise_access, suspend
from accounts.services.logins import create_login, delete_account
from tests.accounts.connecting import (
    BEGIN,
    CONNECTED,
    PASSWORD,
    SIGN_UP,
    back_from,
    connected,
    connecting,
    linked,
    logged_in,
    refused,
    sent_to,
    user_of,
)
from tests.accounts.provider_stand_in import StandInProvider

pytestmark = pytest.mark.django_db


def test_a_new_user_answers_the_questions_of_the_sign_up_and_logs_in_from_then_on(
    provider: StandInProvider,
) -> None:
    client = Client()
    assert back_from(provider, client, next="/play/")["Location"] == SIGN_UP
    page = client.get(SIGN_UP)
    offered = page.context["form"].initial
    assert (offered["name"], offered["username"]) == ("Tiina Mets", "tiina")
    assert "Sign up with Federation" in page.content.decode()
    wrong = client.post(SIGN_UP, {"name": "T", "username": "tiina", "email": "tiina@example.org"})
    assert "name" in wrong.context["form"].errors
    assert not User.objects.exists()
    values = {"name": "Tiina M.", "username": "tiina", "email": "tiina@example.org"}
    answer = client.post(SIGN_UP, values | {"browser_zone": "Europe/Tallinn"})
    assert answer["Location"] == "/play/"
    user = User.objects.get()
    assert (user.username, user.time_zone) == ("tiina", "Europe/Tallinn")
    assert Player.objects.get(user=user).name == "Tiina M."
    assert not user.has_usable_password()
    assert client.session.get_expiry_age() > 29 * 86_400
    again = Client()
    assert back_from(provider, again, next="/play/")["Location"] == "/play/"
    assert user_of(again) == "tiina"


def test_an_address_that_the_other_site_calls_verified_is_confirmed_here_by_email(
    provider: StandInProvider,
) -> None:
    client = Client()
    back_from(provider, client)
    client.post(SIGN_UP, {"name": "Tiina", "username": "tiina", "email": "other@example.org"})
    rows = EmailAddress.objects.values_list("email", "verified")
    assert list(rows) == [("other@example.org", False)]
    assert [m.to for m in mail.outbox] == [["other@example.org"]]


def test_an_address_links_nothing_and_tells_nothing_of_who_has_it(
    provider: StandInProvider, alice: User
) -> None:
    provider.person["email"] = alice.email
    client = Client()
    assert back_from(provider, client)["Location"] == SIGN_UP
    assert not user_of(client)
    assert not SocialAccount.objects.exists()
    values = {"name": "Tiina", "username": "tiina", "email": alice.email}
    with_hers = client.post(SIGN_UP, values)
    mine = Client().post("/accounts/signup/", values | {
        "username": "tiina2", "password1": PASSWORD, "password2": PASSWORD,
    })  # fmt: skip
    assert (with_hers.status_code, with_hers["Location"]) == (mine.status_code, mine["Location"])
    assert not SocialAccount.objects.filter(user=alice).exists()
    assert list(EmailAddress.objects.filter(verified=True).values_list("user", flat=True)) == [
        alice.pk
    ]


def test_a_user_connects_an_account_after_the_password_and_logs_in_with_it(
    provider: StandInProvider, alice: User
) -> None:
    client = logged_in(alice)
    asked = client.post(BEGIN, {"process": "connect"})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    connected(provider, alice)
    account = SocialAccount.objects.get(user=alice)
    assert (account.provider, account.uid) == ("federation", "p-1")
    assert set(account.extra_data) == {"name", "preferred_username", "email"}
    assert "You can now log in with your account at Federation." in mail.outbox[-1].body
    visitor = Client()
    back_from(provider, visitor)
    assert user_of(visitor) == "alice"
    page = client.get(CONNECTED).content.decode()
    assert "tiina@example.org" in page
    assert "Lounge" in page


def test_an_account_is_one_users_only(provider: StandInProvider, alice: User) -> None:
    connected(provider, alice)
    bob = create_login("bob", "bob@example.org", PASSWORD)
    client = connecting(bob)
    answer = client.get(back_from(provider, client, process="connect")["Location"])
    assert "This account is connected to another user." in answer.content.decode()
    assert SocialAccount.objects.get().user == alice


def test_the_second_factor_is_asked_for_as_after_a_password(
    provider: StandInProvider, alice: User
) -> None:
    linked(alice)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "x"})
    visitor = Client()
    assert back_from(provider, visitor)["Location"].startswith("/accounts/2fa/authenticate/")
    assert not user_of(visitor)


def test_a_suspended_user_stays_out(provider: StandInProvider, alice: User) -> None:
    linked(alice)
    suspend(alice, timezone.now())
    visitor = Client()
    answer = back_from(provider, visitor)
    assert answer.status_code == 403
    assert "This account is suspended" in answer.content.decode()
    assert not user_of(visitor)


def test_logging_out_everywhere_ends_these_sessions_too(
    provider: StandInProvider, alice: User
) -> None:
    linked(alice)
    visitor = Client()
    back_from(provider, visitor)
    raise_access(alice)
    assert not user_of(visitor)


def test_an_answer_is_good_once_and_in_the_browser_that_asked(
    provider: StandInProvider, alice: User
) -> None:
    linked(alice)
    visitor, another = Client(), Client()
    address = provider.log_in(sent_to(visitor))
    assert refused(another.get(address))
    assert visitor.get(address).status_code == 302
    visitor.logout()
    number = len(provider.exchanged)
    assert refused(visitor.get(address))
    assert len(provider.exchanged) == number
    assert not user_of(visitor)


def test_the_answer_of_one_site_is_none_of_another(provider: StandInProvider, alice: User) -> None:
    linked(alice)
    visitor = Client()
    address = provider.log_in(sent_to(visitor)).replace("/federation/", "/lounge/")
    assert refused(visitor.get(address))
    assert not user_of(visitor)


def test_a_question_has_a_challenge_a_nonce_and_the_address_of_the_site(
    provider: StandInProvider,
) -> None:
    client = Client(SERVER_NAME="localhost")
    url = urlsplit(sent_to(client, auth_params="nonce=known", scope="admin"))
    asked = {name: texts[0] for name, texts in parse_qs(url.query).items()}
    assert asked["tenant"] == "1"
    assert (asked["code_challenge_method"], asked["response_type"]) == ("S256", "code")
    assert asked["redirect_uri"] == "http://testserver/accounts/oidc/federation/login/callback/"
    assert asked["scope"] == "openid profile email"
    assert min(len(asked["state"]), len(asked["nonce"]), len(asked["code_challenge"])) >= 43


def test_somebody_who_refuses_there_comes_back_to_a_plain_sentence(
    provider: StandInProvider,
) -> None:
    client = Client()
    state = parse_qs(urlsplit(sent_to(client)).query)["state"][0]
    answer = client.get(f"{BEGIN}callback/", {"error": "access_denied", "state": state})
    assert refused(answer)
    assert "You did not let Federation tell us who you are." in answer.content.decode()


@pytest.mark.parametrize("query", ["", "?state=x&code=y", "?error=access_denied", "?state=%00"])
def test_a_made_up_answer_is_refused(provider: StandInProvider, query: str) -> None:
    assert refused(Client().get(f"{BEGIN}callback/{query}"))


def test_an_account_is_disconnected_but_never_the_last_way_to_log_in(
    provider: StandInProvider, alice: User
) -> None:
    client = connected(provider, alice)
    account = SocialAccount.objects.get()
    address = f"{CONNECTED}{account.pk}/disconnect/"
    bob = create_login("bob", "bob@example.org", PASSWORD)
    assert connecting(bob).post(address).status_code == 302
    assert SocialAccount.objects.exists()
    User.objects.filter(pk=alice.pk).update(password="!" + "x" * 40)
    client = Client()
    back_from(provider, client)
    client.post(address)
    assert SocialAccount.objects.exists()
    assert "Set password" in client.get(CONNECTED).content.decode()
    assert client.get("/accounts/password/set/").status_code == 200
    alice.set_password(PASSWORD)
    alice.save()
    client = connecting(alice)
    assert client.post(address)["Location"] == CONNECTED
    assert not SocialAccount.objects.exists()
    assert "You can no longer log in with your account at Federation." in mail.outbox[-1].body


def test_an_account_of_a_site_that_is_no_longer_offered_is_no_way_to_log_in(
    provider: StandInProvider, alice: User, settings: Any
) -> None:
    linked(alice)
    linked(alice, "lounge")
    settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"].pop()
    User.objects.filter(pk=alice.pk).update(password="!" + "x" * 40)
    client = Client()
    back_from(provider, client)
    page = client.get(CONNECTED).content.decode()
    assert "lounge" in page
    federation, lounge = SocialAccount.objects.order_by("provider")
    client.post(f"{CONNECTED}{federation.pk}/disconnect/")
    client.post(f"{CONNECTED}{lounge.pk}/disconnect/")
    assert list(SocialAccount.objects.all()) == [federation]
    assert Client().post("/accounts/oidc/lounge/login/").status_code == 404


def test_connections_are_in_the_download_and_go_with_the_account(
    provider: StandInProvider, alice: User
) -> None:
    linked(alice)
    [account] = personal_data(alice)["connected_accounts"]
    assert (account["provider"], account["uid"]) == ("federation", "p-1")
    delete_account(alice, timezone.now())
    assert not SocialAccount.objects.exists()


def test_no_other_site_begins_a_log_in_and_visitors_fill_no_table(
    provider: StandInProvider,
) -> None:
    page = Client().get(BEGIN, {"next": "//elsewhere.example"})
    assert page.context["next"] is None
    assert "Log in with Federation" in page.content.decode()
    assert Client(enforce_csrf_checks=True).post(BEGIN).status_code == 403
    assert not Session.objects.exists()
    codes = [Client().post(BEGIN).status_code for _n in range(25)]
    assert codes == [200] * 20 + [429] * 5
    assert Session.objects.first().expire_date < timezone.now() + timedelta(minutes=11)


def test_pages_offer_what_is_set_and_nothing_else(provider: StandInProvider, settings: Any) -> None:
    for address, text in (
        ("/accounts/login/", "Log in with"),
        ("/accounts/signup/", "Sign up with"),
    ):
        page = Client().get(address, {"next": "/play/"}).content.decode()
        assert f"{text} Federation" in page
        assert f"{text} Lounge" in page
        assert page.count('name="next" value="/play/"') >= 2
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": []}}
    assert "/accounts/oidc/" not in Client().get("/accounts/login/").content.decode()
    assert Client().post("/accounts/oidc/openid_connect/login/").status_code == 404
