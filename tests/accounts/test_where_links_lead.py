"""Links in emails lead to the site, whatever Host the sender of the request named."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.services.logins import create_login
from tests.keeping import forget

pytestmark = pytest.mark.django_db
SITE = "https://play.example.org"
LINK = re.compile(r"https?://[^\s/]+")
PASSWORD = "a long pass phrase"


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    forget()
    settings.SITE_URL = SITE
    settings.ALLOWED_HOSTS = ["play.example.org"]


def origins(mailoutbox: list[Any]) -> set[str]:
    return {link for mail in mailoutbox for link in LINK.findall(f"{mail.subject} {mail.body}")}


@pytest.mark.parametrize("host", ["play.example.org:1234", "play.example.org"])
def test_each_email_about_an_account_leads_to_the_site(host: str, mailoutbox: list[Any]) -> None:
    user = create_login("alice", "alice@example.org", PASSWORD)
    client = Client(headers={"host": host})
    client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    signup = {"name": "Al", "username": "al", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_signup"), {**signup, "email": "alice@example.org"})
    client.post(reverse("account_signup"), {**signup, "username": "al2", "email": "al@example.org"})
    client.logout()
    client.force_login(user, backend="accounts.auth_backend.LoginBackend")
    new = {"oldpassword": PASSWORD, "password1": "a newer phrase", "password2": "a newer phrase"}
    client.post(reverse("account_change_password"), new)
    assert len(mailoutbox) >= 4
    assert origins(mailoutbox) == {SITE}
    assert all("1234" not in mail.body for mail in mailoutbox)
