"""A password does not rest on words of this site; a phrase that holds one among others is fine."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User


@pytest.mark.parametrize(
    "password",
    [
        "Backgammon2026!",
        "barpoint-barpoint",
        "BAR POINT 123",
        "back_gammon_77",
        "nackgammons",
        "my-nordclub1",
    ],
)
def test_words_of_the_site_with_little_beside_them_are_refused(
    password: str, settings: Settings
) -> None:
    settings.SITE_URL = "https://play.nordclub.org:8443"
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert "site_words" in {error.code for error in refused.value.error_list}


@pytest.mark.parametrize(
    "password",
    ["the old backgammon board of my aunt", "a long pass phrase", "play.org twice a day"],
)
def test_phrases_are_accepted(password: str, settings: Settings) -> None:
    settings.SITE_URL = "https://play.nordclub.org"
    validate_password(password)


@pytest.mark.django_db
def test_the_sign_up_page_says_so() -> None:
    fields = {"name": "Al", "username": "al", "email": "al@example.org"}
    words = {"password1": "backgammon99", "password2": "backgammon99"}
    page = Client().post(reverse("account_signup"), fields | words).content.decode()
    assert "This password is mostly words from this site. Add other words." in page
    assert not User.objects.exists()
