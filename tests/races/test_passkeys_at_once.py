"""Two second factors that are added or removed at the same moment: no more than the bound, and nothing new is lost."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from accounts.allauth_forms import MOST_PASSKEYS
from accounts.models import User
from accounts.services.logins import create_login
from tests.accounts.test_passkeys import PASSWORD, add, entered
from tests.keeping import forget
from tests.races.forcing import _run, race, race_unlocked

pytestmark = pytest.mark.django_db(transaction=True)
ADDING = "allauth.mfa.webauthn.internal.flows._signup_or_add_authenticator"
REMOVING = "allauth.mfa.webauthn.internal.flows.delete_and_cleanup"
CLEANING = "django.db.models.query.QuerySet.delete"
"""other factors and the end of the recovery codes: Between the look."""


@pytest.fixture
def alice() -> User:
    forget()
    return create_login("alice", "alice@example.org", PASSWORD)


def passkeys(of: User) -> int:
    return Authenticator.objects.filter(user=of, type=Authenticator.Type.WEBAUTHN).count()


def codes(of: User) -> int:
    return Authenticator.objects.filter(user=of, type=Authenticator.Type.RECOVERY_CODES).count()


def remove(client: Client, pk: int) -> int:
    return client.post(reverse("mfa_remove_webauthn", args=[pk])).status_code


def with_room_for_one(alice: User) -> tuple[Callable[[], int], Callable[[], int]]:
    """Two browsers that add a passkey each. They signed in before the first passkey, which would be asked for."""
    item, two = entered(), entered()
    assert add(item) == 302
    first = Authenticator.objects.get(user=alice, type=Authenticator.Type.WEBAUTHN)
    Authenticator.objects.bulk_create(
        Authenticator(user=alice, type=first.type, data=first.data)
        for _n in range(MOST_PASSKEYS - 2)
    )
    return partial(add, item), partial(add, two)


def test_the_last_place_for_a_passkey_goes_to_one(
    monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    assert race(monkeypatch, *with_room_for_one(alice), at=ADDING) == [302, 200]
    assert passkeys(alice) == MOST_PASSKEYS


def test_control_without_the_lock_both_get_it(monkeypatch: pytest.MonkeyPatch, alice: User) -> None:
    assert race_unlocked(monkeypatch, *with_room_for_one(alice), at=ADDING) == [302, 302]
    assert passkeys(alice) == MOST_PASSKEYS + 1


def with_two(alice: User) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Two browsers that remove one of the last two each."""
    item, two = entered(), entered()
    assert add(item) == 302
    first = Authenticator.objects.get(user=alice, type=Authenticator.Type.WEBAUTHN)
    second = Authenticator.objects.create(user=alice, type=first.type, data=first.data)
    return partial(remove, item, first.pk), partial(remove, two, second.pk)


def test_the_last_two_passkeys_go_one_after_the_other_and_the_codes_with_them(
    monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    assert race(monkeypatch, *with_two(alice), at=REMOVING) == [302, 302]
    assert (passkeys(alice), codes(alice)) == (0, 0)


def test_the_same_passkey_is_removed_once(monkeypatch: pytest.MonkeyPatch, alice: User) -> None:
    first, two = entered(), entered()
    assert add(first) == 302
    (pk,) = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).values_list(
        "pk", flat=True
    )
    both = partial(remove, first, pk), partial(remove, two, pk)
    assert race(monkeypatch, *both, at=REMOVING) == [302, 404]
    assert (passkeys(alice), codes(alice)) == (0, 0)


def last_out_and_new_in(alice: User) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """One browser removes the last passkey while another adds one."""
    first, two = entered(), entered()
    assert add(first) == 302
    last = Authenticator.objects.get(user=alice, type=Authenticator.Type.WEBAUTHN)
    return partial(remove, first, last.pk), partial(add, two)


def test_a_passkey_that_is_added_while_the_last_one_goes_stays(
    monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    assert race(monkeypatch, *last_out_and_new_in(alice), at=CLEANING) == [302, 302]
    assert (passkeys(alice), codes(alice)) == (1, 1)


def test_control_without_the_lock_it_is_deleted_with_the_codes(
    monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    out, new = last_out_and_new_in(alice)
    outcomes, _overtook = _run(monkeypatch, out, new, CLEANING, locks=False)
    assert outcomes == [302, 302]
    assert passkeys(alice) == 0
