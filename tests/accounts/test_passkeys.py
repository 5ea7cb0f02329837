"""Passkeys that no browser would make: nothing of them is kept that breaks a page, and nobody reaches another's.

Real ones are played through in a browser (tests/e2e/test_passkeys.py).
"""

import json
from hashlib import sha256
from typing import Any

import pytest
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from django.urls import reverse
from fido2 import cbor
from fido2.utils import websafe_decode, websafe_encode

from accounts.models import User
from accounts.services.logins import create_login
from tests.keeping import forget

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]
PASSWORD = "a long pass phrase"
SECRET = ec.derive_private_key(7, ec.SECP256R1())
POINT = SECRET.public_key().public_numbers()
ES256 = {1: 2, 3: -7, -1: 1, -2: POINT.x.to_bytes(32, "big"), -3: POINT.y.to_bytes(32, "big")}
ID, RP = b"k" * 16, sha256(b"testserver").digest()
ADD, IN = "/accounts/2fa/webauthn/add/", "/accounts/2fa/webauthn/login/"


@pytest.fixture(autouse=True)
def alice() -> User:
    forget()
    return create_login("alice", "alice@example.org", PASSWORD)


def entered(name: str = "alice") -> Client:
    client = Client(raise_request_exception=False)
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def _credential(client: Client, kind: str, **response: bytes) -> dict[str, Any]:
    """What a browser says of a passkey, as `navigator.credentials` would."""
    challenge = client.session["mfa.webauthn.state"]["challenge"]
    fields = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": "https://testserver"}
    parts = {"clientDataJSON": json.dumps(fields).encode(), **response}
    return {
        "id": websafe_encode(ID),
        "rawId": websafe_encode(ID),
        "type": "public-key",
        "response": {name: websafe_encode(part) for name, part in parts.items()},
    }


def add(
    client: Client, *, key: Any = ES256, name: str = "Mine", extra: dict[str, Any] | None = None
) -> int:
    """The status of the answer to a new passkey."""
    client.get(ADD)
    made = RP + b"\x45" + bytes(20) + len(ID).to_bytes(2, "big") + ID + cbor.encode(key)
    shown = cbor.encode({"fmt": "none", "attStmt": {}, "authData": made})
    credential = _credential(client, "create", attestationObject=shown) | (extra or {})
    answer = client.post(ADD, {"name": name, "credential": json.dumps(credential)})
    return answer.status_code


def log_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.get(IN, HTTP_ACCEPT="application/json")
    made = RP + b"\x05" + bytes(4)
    credential = _credential(client, "get", authenticatorData=made, signature=b"")
    clientdatajson = credential["response"]["clientDataJSON"]
    signed = SECRET.sign(made + sha256(websafe_decode(clientdatajson)).digest(), ec.ECDSA(SHA256()))
    credential["response"]["signature"] = websafe_encode(signed)
    credential["response"]["userHandle"] = websafe_encode(user_pk_to_url_str(user).encode())
    answer = client.post(IN, {"credential": json.dumps(credential)})
    assert answer.status_code == 302
    return client


def kept() -> list[Authenticator]:
    return list(Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN))


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me").status_code == 200


def test_a_passkey_opens_its_account_alone(alice: User) -> None:
    assert add(entered()) == 302
    assert is_in(log_in(alice))


@pytest.mark.parametrize(
    "key", [{1: 2, 3: -999}, {3: "x"}, {3: [1]}, ES256 | {-2: b"\1" * 32}, {1: 2, 3: -7, -1: 1}]
)
def test_a_key_that_proves_nothing_opens_nothing(alice: User, key: Any) -> None:
    add(entered(), key=key)
    assert not is_in(log_in(alice))


@pytest.mark.parametrize(
    "extra",
    [
        {"x": "a\x00b"},
        {"a\x00b": 1},
        {"x": "\ud800"},
        {"x": float("inf")},
        {"x": float("nan")},
        {"x": "y" * 40_000},
        {"clientExtensionResults": 5},
    ],
)
def test_beside_a_passkey_nothing_comes_in_that_cannot_be_kept(extra: dict[str, Any]) -> None:
    client = entered()
    assert add(client, extra=extra) == 200
    assert not kept()
    assert client.get(reverse("mfa_index")).status_code == 200


@pytest.mark.parametrize(
    "nonsense", ["[" * 3000, "9" * 5000, '{"x": "\\ud800"}', '{"x": "\\u0000"}']
)
def test_a_page_asks_again_after_an_answer_it_cannot_show(nonsense: str) -> None:
    """It read the answer once more to put it back into its field."""
    client = entered()
    assert client.post(ADD, {"name": "x", "credential": nonsense}).status_code == 200
    add(client)
    client.post(reverse("account_logout"))
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    second = client.post(reverse("mfa_authenticate"), {"credential": nonsense})
    assert second.status_code == 200
    assert "Incorrect code" in second.content.decode()
    assert not is_in(client)


def test_its_name_is_a_short_one() -> None:
    client = entered()
    assert add(client, name="x" * 61) == 200
    assert not kept()
    assert add(client, name="x" * 60) == 302
    edit = reverse("mfa_edit_webauthn", args=[kept()[0].pk])
    for name, status in (("", 200), ("a\x00b", 200), ("x" * 61, 200), ("y" * 60, 302)):
        assert client.post(edit, {"name": name}).status_code == status
    assert kept()[0].wrap().name == "y" * 60


def test_an_account_has_twenty_at_most(alice: User) -> None:
    client = entered()
    assert add(client) == 302
    first = kept()[0]
    Authenticator.objects.bulk_create(
        Authenticator(user=alice, type=first.type, data=first.data) for _n in range(19)
    )
    client.get(ADD)
    answer = client.post(ADD, {"name": "One more", "credential": "{}"})
    assert answer.status_code == 200
    assert "maximum number of passkeys (20)" in answer.content.decode()
    assert add(client) == 200
    assert len(kept()) == 20
    first.delete()
    assert add(client) == 302


@pytest.mark.parametrize("page", ["mfa_edit_webauthn", "mfa_remove_webauthn"])
def test_anothers_passkey_is_not_there(page: str) -> None:
    add(entered())
    create_login("bob", "bob@example.org", PASSWORD)
    bob, address = entered("bob"), reverse(page, args=[kept()[0].pk])
    assert bob.get(address).status_code == 404
    assert bob.post(address, {"name": "Bob's"}).status_code == 404
    assert kept()[0].wrap().name == "Mine"


def test_a_passkey_that_was_taken_off_opens_nothing(alice: User) -> None:
    client = entered()
    add(client)
    remove = reverse("mfa_remove_webauthn", args=[kept()[0].pk])
    assert [client.post(remove).status_code for _n in range(2)] == [302, 404]
    assert not is_in(log_in(alice))
