"""API tokens: what opens the door and what closes it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services.tokens import MAX_TOKENS, create_token, find_token, revoke_token, touch_token
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return User.objects.create_user("tiina", "tiina@example.org", "a long pass phrase")


def test_a_token_is_found_by_its_text_and_only_its_digest_is_stored(user: User) -> None:
    token, text = create_token(user, "my bot")
    assert find_token(text) == token
    assert text not in str(ApiToken.objects.values())


@pytest.mark.parametrize(
    "text", ["", "bp_", "bp_unknown", "nonsense", "bp_" + "x" * 5000, "bp_\x00"]
)
def test_nonsense_finds_no_token(user: User, text: str) -> None:
    create_token(user, "my bot")
    assert find_token(text) is None


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        (["read"], ["read"]),
        (["play"], ["read", "play"]),
        (["direct"], ["read", "play", "direct"]),
        (["direct", "read"], ["read", "play", "direct"]),
    ],
)
def test_who_may_direct_may_play_and_who_may_play_may_read(
    user: User, asked: list[str], given: list[str]
) -> None:
    assert create_token(user, "my bot", asked)[0].scopes == given


def test_a_new_password_ends_the_tokens_given_out_under_the_old_one(user: User) -> None:
    _token, text = create_token(user, "my bot")
    user.set_password("another long pass phrase")
    user.save()
    assert find_token(text) is None


def test_a_suspended_users_token_is_refused(user: User) -> None:
    _token, text = create_token(user, "my bot")
    User.objects.filter(pk=user.pk).update(suspended_at=timezone.now())
    assert find_token(text) is None


def test_an_expired_token_is_refused(user: User) -> None:
    _token, text = create_token(user, "my bot", expires_at=timezone.now() - timedelta(seconds=1))
    assert find_token(text) is None


def test_a_token_is_revoked_by_its_owner_only(user: User) -> None:
    token, text = create_token(user, "my bot")
    other = User.objects.create_user("marek")
    revoke_token(other, token.pk)
    assert find_token(text) == token
    revoke_token(user, token.pk)
    revoke_token(user, token.pk)
    assert find_token(text) is None


def test_the_twenty_first_token_is_refused(user: User) -> None:
    for number in range(MAX_TOKENS):
        create_token(user, f"bot {number}")
    with pytest.raises(DomainError, match="too_many_tokens"):
        create_token(user, "one more")


def test_use_is_noted_at_most_once_a_minute(user: User, django_assert_num_queries) -> None:
    token, _text = create_token(user, "my bot")
    with django_assert_num_queries(1):
        touch_token(token)
    token.refresh_from_db()
    with django_assert_num_queries(0):
        touch_token(token)
