"""The first administrator: made once by a printed link, and free to make tournaments without a verified email address."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import AuditLine, User
from accounts.services import first_administrator as first
from web.errors import NotFound

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


TYPED = {
    "username": "Chief",
    "email": "chief@example.org",
    "password1": "a long pass phrase",
    "password2": "a long pass phrase",
}


def printed_path() -> str:
    out = StringIO()
    call_command("first_administrator", stdout=out)
    match = re.search(r"https?://[^/]+(/\S+)", out.getvalue())
    assert match is not None
    return match[1]


def test_the_printed_link_makes_one_administrator_who_is_logged_in() -> None:
    client, path = Client(), printed_path()
    assert client.get(path).status_code == 200
    assert client.post(path, TYPED).status_code == 302
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.player.name) == (True, True, user.username)
    assert client.get("/admin/").status_code == client.get("/tournaments/new/").status_code == 200
    assert AuditLine.objects.get().what == first.CREATED
    assert not EmailAddress.objects.get().verified


def test_a_link_works_once_even_when_its_administrator_is_gone() -> None:
    path = printed_path()
    Client().post(path, TYPED)
    assert Client().get(path).status_code == 404
    User.objects.all().delete()
    assert Client().post(path, TYPED).status_code == 404
    assert not User.objects.exists()
    assert Client().get(printed_path()).status_code == 200


def test_a_link_ends_when_there_is_an_administrator_by_other_means() -> None:
    path = printed_path()
    User.objects.create_superuser("other")
    assert Client().get(path).status_code == 404
    with pytest.raises(CommandError):
        printed_path()


def test_a_link_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    path = printed_path()
    monkeypatch.setattr(first, "VALID_FOR", timedelta(seconds=-1))
    assert Client().get(path).status_code == 404


def test_of_two_at_once_the_second_is_refused() -> None:
    now = timezone.now()
    key = printed_path().split("/")[-2]
    first.create_first_administrator(key, "one", "", "x", now)
    with pytest.raises(NotFound):
        first.create_first_administrator(key, "two", "", "x", now)


@pytest.mark.parametrize(
    "wrong",
    [
        {"password2": "another pass phrase"},
        {"password1": "12345678", "password2": "12345678"},
        {"username": ""},
        {"username": "TAKEN"},
        {"email": "nobody"},
        {"email": "Taken@example.org"},
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(wrong: dict[str, str]) -> None:
    taken = User.objects.create_user("taken", "taken@example.org", "x")
    EmailAddress.objects.create(user=taken, email="taken@example.org", verified=True)
    answer = Client().post(printed_path(), TYPED | wrong)
    assert answer.status_code == 422
    assert (TYPED | wrong)["email"] in answer.content.decode()
    assert not User.objects.filter(is_superuser=True).exists()
