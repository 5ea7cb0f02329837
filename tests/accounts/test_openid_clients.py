"""Clients of OpenID Connect are registered by staff, on a page or by a command; and the key that log-ins are signed with."""

from base64 import b64decode, b64encode
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client as Browser

from accounts.openid_key import new_openid_key
from accounts.services.openid_clients import is_redirect_address
from config.openid_keys import openid_keys

pytestmark = pytest.mark.django_db

BACK = "https://federation.example/back"


def test_staff_register_a_client_and_see_its_secret_once(admin_client: Browser) -> None:
    values = {
        "name": "Club",
        "type": "confidential",
        "redirect_uris": BACK,
        "scopes": ["openid", "read"],
    }
    answer = admin_client.post("/admin/allauth_idp_oidc/client/add/", values, follow=True)
    (message,) = [
        str(text) for text in answer.context["messages"] if "shown only once" in str(text)
    ]
    secret = message.rpartition(" ")[2]
    number = answer.context["cl"].queryset.get().pk
    page = admin_client.get(f"/admin/allauth_idp_oidc/client/{number}/change/").content.decode()
    assert secret not in page
    assert answer.context["cl"].queryset.get().check_secret(secret)
    wrong = admin_client.post(
        "/admin/allauth_idp_oidc/client/add/", values | {"redirect_uris": "http://a.example/"}
    )
    assert "is no redirect address" in wrong.content.decode()


def test_a_command_registers_a_client(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("openid_client", "Club", "--redirect", BACK, "--scopes", "read", "--public")
    assert capsys.readouterr().out.startswith("client_id: ")


@pytest.mark.parametrize(
    ("address", "right"),
    [
        (BACK, True), ("http://127.0.0.1/back", True), ("http://[::1]/b", True), ("http://a.example/b", False),
        ("https://*.example/b", False), ("https://a.example/b#c", False), ("javascript:alert(1)", False),
        ("https://u@a.example/", False), ("https://a.example:x/", False), ("https:///b", False),
    ],
)  # fmt: skip
def test_redirect_addresses_are_https_or_of_this_computer(address: str, right: bool) -> None:
    assert is_redirect_address(address) is right


def test_a_new_key_is_as_hard_to_break_as_128_bits() -> None:
    key = load_pem_private_key(b64decode(new_openid_key()), None)
    assert isinstance(key, RSAPrivateKey)
    assert key.key_size == 3072


@pytest.mark.parametrize("name", ["OIDC_PRIVATE_KEY", "OIDC_PRIVATE_KEY_PREVIOUS"])
def test_a_key_that_is_too_short_stops_the_start_by_its_name(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    short = generate_private_key(public_exponent=65537, key_size=1024).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    monkeypatch.setenv("OIDC_PRIVATE_KEY", new_openid_key())
    monkeypatch.setenv(name, b64encode(short).decode())
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is not an RSA key") as refused:
        openid_keys("OIDC_PRIVATE_KEY", tmp_path, create=False)
    assert b64encode(short).decode()[:40] not in str(refused.value)
