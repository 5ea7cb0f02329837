"""The user made with `createsuperuser` has no verified email address, and may do what the API lets them do."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


def signed_in(**rights: bool) -> Client:
    user = User.objects.create_user("first", "first@example.org", "x", **rights)
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("path", ["/tournaments/new/", "/events/new/"])
def test_the_first_superuser_creates_tournaments_in_the_browser(path: str) -> None:
    page = signed_in(is_staff=True, is_superuser=True).get(path)
    assert page.status_code == 200
    assert "account/verified_email_required.html" not in [part.name for part in page.templates]


def test_others_are_asked_to_verify_their_address() -> None:
    page = signed_in().get("/tournaments/new/")
    assert "account/verified_email_required.html" in [part.name for part in page.templates]


def test_visitors_are_sent_to_the_login() -> None:
    answer = Client().get("/tournaments/new/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
