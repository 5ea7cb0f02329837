"""A request that is sent twice at the same moment with one `Idempotency-Key`: one of the two is carried out."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.models import IdempotentRequest
from accounts.services.idempotency import LAPSE, claim
from tests.races.forcing import MEETING, pass_by, race
from tests.tournaments.making import NOW, director
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)


def twice() -> tuple[Callable[[], Any], Callable[[], Any]]:
    user = director()
    return partial(claim, user, "k", "digest", NOW), partial(claim, user, "k", "digest", NOW)


def test_a_new_key_belongs_to_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    pass_by(monkeypatch, IdempotentRequest, "save")
    both_write = connection.vendor == "postgresql"  # SQLite lets one write at a time
    first, second = race(monkeypatch, *twice(), at=MEETING, busy_elsewhere=both_write)
    assert isinstance(first, IdempotentRequest)
    assert isinstance(second, DomainError)
    assert second.code == "key_in_use"


def test_a_key_that_was_left_behind_is_taken_over_once() -> None:
    user = director()
    left = claim(user, "k", "digest", NOW - LAPSE)
    assert isinstance(left, IdempotentRequest)
    first = claim(user, "k", "digest", NOW)
    assert isinstance(first, IdempotentRequest)
    with pytest.raises(DomainError, match="key_in_use"):
        claim(user, "k", "digest", NOW)
