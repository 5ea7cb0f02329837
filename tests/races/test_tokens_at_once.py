"""The last free place for an API token goes to one of two that are asked for at the same moment."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.services.logins import create_login
from accounts.services.tokens import MAX_TOKENS, create_token
from tests.races.forcing import race, race_unlocked
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
MAKING = "accounts.services.tokens.digest_of"


def last_two() -> tuple[Callable[[], Any], Callable[[], Any]]:
    user = create_login("anna", "anna@example.org", "a long pass phrase")
    for n in range(MAX_TOKENS - 1):
        create_token(user, f"bot {n}")
    return partial(create_token, user, "one"), partial(create_token, user, "two")


def test_one_gets_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = race(monkeypatch, *last_two(), at=MAKING)
    assert isinstance(first, tuple)
    assert isinstance(second, DomainError)
    assert second.code == "too_many_tokens"
    assert first[0].user.api_tokens.count() == MAX_TOKENS


def test_control_without_the_lock_both_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = race_unlocked(monkeypatch, *last_two(), at=MAKING)
    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    assert first[0].user.api_tokens.count() == MAX_TOKENS + 1
