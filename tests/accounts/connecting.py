"""A browser that logs in at the stand-in of another site and comes back."""

from typing import Any

from allauth.socialaccount.models import SocialAccount
from django.test import Client

from accounts.models import User
from tests.accounts.provider_stand_in import StandInProvider

PASSWORD = "a long pass phrase"
BEGIN = "/accounts/oidc/federation/login/"
CONNECTED = "/accounts/connected/"
SIGN_UP = "/accounts/connected/sign-up/"
DID_NOT_WORK = "This log-in did not work"


def logged_in(user: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    return client


def connecting(user: User) -> Client:
    """Logged in, with the password shown a moment ago."""
    client = logged_in(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def sent_to(client: Client, number: str = "federation", **more: str) -> str:
    """The address at the other site that the browser is sent to."""
    answer = client.post(f"/accounts/oidc/{number}/login/", more)
    assert answer.status_code == 200, answer.content
    url: str = answer.context["url"]
    assert answer["Refresh"] == f"0; url={url}"
    return url


def back_from(
    provider: StandInProvider, client: Client, number: str = "federation", **more: str
) -> Any:
    return client.get(provider.log_in(sent_to(client, number, **more)))


def user_of(client: Client) -> str:
    name: str = client.get("/api/v1/me").json().get("username", "")
    return name


def connected(provider: StandInProvider, user: User, number: str = "federation") -> Client:
    client = connecting(user)
    answer = back_from(provider, client, number, process="connect")
    assert (answer.status_code, answer["Location"]) == (302, CONNECTED)
    return client


def linked(user: User, number: str = "federation") -> None:
    """As after `connected`."""
    SocialAccount.objects.create(user=user, provider=number, uid="p-1")


def refused(answer: Any) -> bool:
    page = answer.content.decode()
    return answer.status_code in (400, 403) and DID_NOT_WORK in page and "/accounts/login/" in page
