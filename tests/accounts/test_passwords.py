"""What may be a password, and that nothing is done to it on the way (ASVS 6.2)."""

import re

import pytest
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.logins import create_login
from tests.keeping import forget

pytestmark = pytest.mark.django_db
OLD = "a long pass phrase"


@pytest.fixture
def alice(client: Client) -> User:
    forget()
    user = create_login("alice", "alice@example.org", OLD)
    client.force_login(user)
    return user


def changed(client: Client, user: User, new: str, old: str = OLD) -> bool:
    form = {"oldpassword": old, "password1": new, "password2": new}
    client.post(reverse("account_change_password"), form)
    user.refresh_from_db()
    return user.check_password(new)


@pytest.mark.parametrize(
    "new", ["1234567", "password1", "trustno1", "98765432109", "alice@example"]
)
def test_short_common_and_obvious_passwords_are_refused(client, alice: User, new: str) -> None:
    assert not changed(client, alice, new)
    assert alice.check_password(OLD)


@pytest.mark.parametrize(
    "new",
    ["aaaaaaab", "zwölf Boxkämpfer", "🎲🎲🎲🎲🎲🎲🎲🎲", "x " * 64, "no digits needed", "<b>&amp;"],
)
def test_any_letters_do_and_length_has_no_end_that_matters(client, alice, new: str) -> None:
    assert changed(client, alice, new)


def test_a_new_password_needs_the_old_one(client: Client, alice: User) -> None:
    assert not changed(client, alice, "a newer pass phrase", old="wrong")


def test_blanks_and_capitals_are_part_of_a_password(client: Client, alice: User) -> None:
    assert changed(client, alice, "  Blanks Around  ")
    for wrong in ("Blanks Around", "  blanks around  ", "  Blanks Around"):
        other = Client()
        other.post(reverse("account_login"), {"login": "alice", "password": wrong})
        assert "_auth_user_id" not in other.session
    client.logout()
    client.post(reverse("account_login"), {"login": "alice", "password": "  Blanks Around  "})
    assert "_auth_user_id" in client.session


def test_more_than_three_thousand_common_passwords_are_known_that_would_be_long_enough() -> None:
    assert sum(len(word) >= 8 for word in CommonPasswordValidator().passwords) >= 3000


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_change_password"])
def test_fields_of_passwords_are_masked_and_made_for_password_managers(client, alice, name) -> None:
    if name != "account_change_password":
        client.logout()
    fields = re.findall(
        r'<input[^>]*name="[^"]*password[^>]*>', client.get(reverse(name)).content.decode()
    )
    assert fields
    for field in fields:
        assert 'type="password"' in field
        assert re.search('autocomplete="(current|new)-password"', field)
        assert "onpaste" not in field
        assert "maxlength" not in field
