"""A login is addressed by the name at the table, in messages and in emails."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.services.logins import create_login
from accounts.services.players import display_name

pytestmark = pytest.mark.django_db


def test_who_logs_in_is_welcomed_by_their_name(client: Client) -> None:
    create_login("nadia77", "nadia@example.org", "correct horse", name="Nadia Lind")
    fields = {"login": "nadia77", "password": "correct horse"}
    page = client.post("/accounts/login/", fields, follow=True).content.decode()
    assert "Welcome, Nadia Lind." in page
    assert "nadia77." not in page


def test_the_email_after_signing_up_uses_the_name_without_links(client: Client) -> None:
    fields = {
        "name": "Nadia https://bad.example",
        "username": "nadia77",
        "email": "nadia@example.org",
        "password1": "a long one 81",
        "password2": "a long one 81",
    }
    client.post("/accounts/signup/", fields)
    assert User.objects.filter(username="nadia77").exists()
    (message,) = mail.outbox
    assert "Hello Nadia" in message.body
    assert "bad.example" not in message.body


def test_a_login_without_a_player_is_addressed_by_its_user_name() -> None:
    assert display_name(User.objects.create(username="staff")) == "staff"
