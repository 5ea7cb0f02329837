"""The pages of an account: signing up, profile, tokens, data, farewell."""

import json
import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player, User
from accounts.selectors import is_verified
from accounts.services.logins import create_login
from accounts.services.tokens import create_token, find_token

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]
PASSWORD = "a long pass phrase"
SIGNUP = {
    "name": "Tiina Mets",
    "username": "tiina",
    "email": "tiina@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}
PROFILE = {"name": "T. Mets", "country": "EE", "time_zone": "Europe/Tallinn", "language": "et"}


@pytest.fixture
def user(client: Client) -> User:
    user = create_login("tiina", "tiina@example.org", PASSWORD, name="Tiina Mets")
    client.force_login(user)
    return user


def test_signing_up_makes_a_player_and_asks_to_confirm_the_address(client: Client) -> None:
    assert client.post(reverse("account_signup"), SIGNUP).status_code == 302
    user = User.objects.get(username="tiina")
    assert Player.objects.get(user=user).name == "Tiina Mets"
    assert not is_verified(user)
    link = re.search(r"http://\S+(/accounts/confirm-email/\S+)", mail.outbox[0].body)
    assert link is not None
    client.post(link[1].rstrip("."))
    assert is_verified(user)


@pytest.mark.parametrize(
    "nonsense",
    [
        {"name": ""},
        {"name": "x"},
        {"name": "x" * 81},
        {"name": "a\u202eb\x07"},
        {"username": "<script>"},
        {"username": "director"},
        {"email": "no address"},
        {"password2": "another"},
        {"password1": "password", "password2": "password"},
    ],
)
def test_nonsense_at_sign_up_is_told_at_the_field(client: Client, nonsense: dict) -> None:
    answer = client.post(reverse("account_signup"), SIGNUP | nonsense)
    assert answer.status_code == 200
    assert 'class="error"' in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name",
    ["account_login", "account_signup", "account_reset_password", "account_reset_password_done",
     "account_email_verification_sent", "account_inactive", "account_reset_password_from_key_done",
     "privacy"],
)  # fmt: skip
def test_pages_for_visitors_open_in_the_frame_of_the_site(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    assert 'id="main"' in answer.content.decode()


@pytest.mark.parametrize(
    "name",
    ["profile", "tokens", "profile-delete", "account_email", "account_change_password",
     "account_logout", "account_reauthenticate"],
)  # fmt: skip
def test_pages_of_an_account_open_for_their_owner_only(client, user, name: str) -> None:
    assert 'id="main"' in client.get(reverse(name)).content.decode()
    client.logout()
    assert client.get(reverse(name)).status_code == 302


def test_login_works_by_name_and_by_address(client: Client, user: User) -> None:
    for login in ("tiina", "tiina@example.org"):
        client.logout()
        client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert client.get(reverse("profile")).status_code == 200


def test_a_forgotten_password_is_reset_by_mail(client: Client, user: User) -> None:
    client.logout()
    client.post(reverse("account_reset_password"), {"email": "tiina@example.org"})
    link = re.search(r"http://[^/]+(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    assert link is not None
    page = client.get(link[1], follow=True)
    new = {"password1": "a newer pass phrase", "password2": "a newer pass phrase"}
    client.post(page.redirect_chain[-1][0], new)
    user.refresh_from_db()
    assert user.check_password("a newer pass phrase")


def test_changing_the_password_raises_the_access_version_and_ends_tokens(client, user) -> None:
    _token, text = create_token(user, "bot")
    new = "a newer pass phrase"
    data = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post(reverse("account_change_password"), data).status_code == 302
    version = user.access_version
    user.refresh_from_db()
    assert user.access_version == version + 1
    assert find_token(text) is None


def test_the_profile_is_saved(client: Client, user: User, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("et", "Estonian")]
    assert client.post(reverse("profile"), PROFILE).status_code == 302
    user.refresh_from_db()
    assert (user.player.name, str(user.player.country)) == ("T. Mets", "EE")
    assert (user.time_zone, user.zone_follows_browser) == ("Europe/Tallinn", False)


@pytest.mark.parametrize(
    "nonsense",
    [{"name": ""}, {"country": "XX"}, {"time_zone": "Mars/Olympus"}, {"language": "tlh"}],
)
def test_nonsense_in_the_profile_is_told_at_the_field(client, user, nonsense: dict) -> None:
    answer = client.post(reverse("profile"), PROFILE | nonsense)
    assert answer.status_code == 422
    user.refresh_from_db()
    assert user.time_zone == "UTC"


def test_a_zone_that_is_unknown_today_shows_utc(client: Client, user: User) -> None:
    User.objects.update(time_zone="Gone/Nowhere")
    assert client.get(reverse("profile")).status_code == 200


def test_a_token_is_shown_once_and_can_be_revoked(client: Client, user: User) -> None:
    page = client.post(reverse("tokens"), {"name": "bot", "scope": "play"}).content.decode()
    text = re.search(r"bp_[\w-]{20,}", page)
    assert text is not None
    assert text[0] not in client.get(reverse("tokens")).content.decode()
    token = find_token(text[0])
    assert token is not None
    client.post(reverse("token-revoke", args=[token.pk]))
    assert find_token(text[0]) is None


def test_another_users_token_is_not_revoked(client: Client, user: User) -> None:
    other = create_login("marek", "marek@example.org", PASSWORD)
    token, text = create_token(other, "bot")
    client.post(reverse("token-revoke", args=[token.pk]))
    assert find_token(text) == token


def test_the_download_holds_ones_own_data_and_no_secret(client: Client, user: User) -> None:
    _token, text = create_token(user, "bot")
    create_login("marek", "marek@example.org", PASSWORD)
    answer = client.get(reverse("profile-data"))
    data = json.loads(answer.content)
    assert "attachment" in answer["Content-Disposition"]
    assert data["login"]["email"] == "tiina@example.org"
    assert data["player"]["name"] == "Tiina Mets"
    for secret in (text, user.password, "marek"):
        assert secret not in answer.content.decode()


def test_deleting_the_account_leaves_a_nameless_player(client: Client, user: User) -> None:
    player = Player.objects.get(user=user)
    asked = client.post(reverse("profile-delete"), {"username": "other"})
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.post(reverse("profile-delete"), {"username": "other"}).status_code == 422
    assert User.objects.filter(pk=user.pk).exists()
    assert client.post(reverse("profile-delete"), {"username": "tiina"}).status_code == 302
    assert not User.objects.filter(pk=user.pk).exists()
    player.refresh_from_db()
    assert (player.name, player.user, str(player.country)) == ("Former player", None, "")
    assert player.anonymised_at is not None
    assert client.get(reverse("profile")).status_code == 302


def test_no_page_of_an_account_carries_inline_style_or_script(client: Client, user: User) -> None:
    for name in ("profile", "tokens", "profile-delete", "account_email", "privacy"):
        page = client.get(reverse(name)).content.decode()
        assert " style=" not in page
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)


def test_the_fields_of_the_entrance_say_what_to_type(client: Client) -> None:
    login, signup = (
        client.get(reverse(name)).content.decode() for name in ("account_login", "account_signup")
    )
    assert '<label for="id_login">User name or email</label>' in login
    assert "<span>Stay logged in</span>" in login
    assert '<label for="id_username">User name</label>' in signup
    assert '<label for="id_email">Email</label>' in signup
