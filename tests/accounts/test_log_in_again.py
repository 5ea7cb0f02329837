"""Users without a password or a second factor log in again at the other site before they change how they log in."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from accounts.models import User
from tests.accounts.connecting import BEGIN, CONNECTED, back_from, linked, sent_to, user_of
from tests.accounts.provider_stand_in import StandInProvider

pytestmark = pytest.mark.django_db
AGAIN = "/accounts/connected/log-in-again/"
SET = "/accounts/password/set/"
NEW = {"password1": "a new pass phrase", "password2": "a new pass phrase"}


@pytest.fixture
def client(provider: StandInProvider, alice: User) -> Client:
    """Alice, who has no password, logged in with her account at the other site an hour ago."""
    alice.set_unusable_password()
    alice.save()
    linked(alice)
    client = Client()
    back_from(provider, client)
    session = client.session
    session["account_authentication_methods"][-1]["at"] -= 3600
    session.save()
    return client


def is_sent_to_log_in(answer: Any) -> bool:
    return answer.status_code == 302 and answer["Location"].startswith(AGAIN)


def test_nothing_that_opens_the_account_changes_after_an_old_log_in(client: Client) -> None:
    account = SocialAccount.objects.get()
    assert is_sent_to_log_in(client.post("/accounts/oidc/lounge/login/", {"process": "connect"}))
    assert is_sent_to_log_in(client.post(f"{CONNECTED}{account.pk}/disconnect/"))
    assert is_sent_to_log_in(client.get(SET))
    assert is_sent_to_log_in(client.post(SET, NEW))
    assert is_sent_to_log_in(client.post("/accounts/2fa/totp/activate/"))
    assert is_sent_to_log_in(client.post("/profile/delete/", {"username": "alice"}))
    assert is_sent_to_log_in(client.get("/accounts/reauthenticate/"))
    assert not User.objects.get().has_usable_password()
    assert SocialAccount.objects.exists()


def test_an_account_is_not_connected_where_the_log_in_grew_old_on_the_way(
    provider: StandInProvider, client: Client
) -> None:
    back_from(provider, client)
    address = provider.log_in(sent_to(client, "lounge", process="connect"))
    session = client.session
    session["account_authentication_methods"][-1]["at"] -= 3600
    session.save()
    assert is_sent_to_log_in(client.get(address))
    assert SocialAccount.objects.count() == 1


def test_whoever_logs_in_again_goes_on_and_sets_a_password(
    provider: StandInProvider, client: Client
) -> None:
    page = client.get(client.get(SET)["Location"])
    assert "Log in with Federation" in page.content.decode()
    assert "Log in with Lounge" not in page.content.decode()
    asked = parse_qs(urlsplit(sent_to(client)).query)
    assert asked["prompt"] == ["login"]
    assert back_from(provider, client, next=page.context["next"])["Location"] == SET
    assert client.post(SET, NEW).status_code == 302
    assert User.objects.get().check_password(NEW["password1"])


def test_a_button_leads_back_to_the_page_that_it_is_on(client: Client) -> None:
    account = SocialAccount.objects.get()
    for address in (f"{CONNECTED}{account.pk}/disconnect/", BEGIN):
        page = client.get(client.post(address, {"process": "connect"})["Location"])
        assert page.context["next"] == CONNECTED


def test_without_a_site_to_log_in_at_a_link_by_email_helps(client: Client, settings: Any) -> None:
    settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"] = []
    assert user_of(client) == "alice"
    page = client.get(client.get(SET)["Location"]).content.decode()
    assert "Ask for a link by email and set one." in page
