"""Other sites and apps that may let people log in with Barpoint. Staff register them; a secret is shown once."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client
from django.db import transaction

from accounts.services.app_access import SCOPES
from web.errors import DomainError

GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)
LOOPBACK = ("127.0.0.1", "::1")


@transaction.atomic
def register_client(
    name: str, redirect_uris: Iterable[str], scopes: Iterable[str], *, is_public: bool
) -> tuple[Client, str]:
    """A new client and its secret, which is never to be had again; a public client has none."""
    client = Client(name=name.strip()[:100])
    client.type = Client.Type.PUBLIC if is_public else Client.Type.CONFIDENTIAL
    set_rights(client, redirect_uris, scopes)
    secret = renew_secret(client)
    return client, "" if is_public else secret


def set_rights(client: Client, redirect_uris: Iterable[str], scopes: Iterable[str]) -> None:
    """Where the client may be answered, and what it may ask for; not saved. A wrong value is refused."""
    addresses = [address.strip() for address in redirect_uris if address.strip()]
    for address in addresses:
        if not is_redirect_address(address):
            raise DomainError(
                "redirect_address",
                f"{address} is no redirect address. Use https, or http://127.0.0.1 for an app.",
                400,
            )
    if not addresses:
        raise DomainError("redirect_address", "Give at least one redirect address.", 400)
    wanted = set(scopes) | {"openid"}
    if unknown := wanted - set(SCOPES):
        raise DomainError("unknown_scope", f"Unknown scope: {min(unknown)}.", 400)
    client.set_redirect_uris(addresses)
    client.set_scopes([scope for scope in SCOPES if scope in wanted])
    client.set_default_scopes(["openid"])
    client.set_grant_types(list(GRANTS))
    client.set_response_types([Client.ResponseType.CODE])
    client.skip_consent = client.allow_uri_wildcards = False


def renew_secret(client: Client) -> str:
    """A new secret in the place of the old one, which ends at once."""
    secret = get_adapter().generate_client_secret()
    client.set_secret(secret)
    client.save()
    return secret


def is_redirect_address(address: str) -> bool:
    """An https address, or an http address of this computer; without a fragment, a user and a wildcard."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    if not address.isprintable() or any(sign in address for sign in "*#@\\ ") or not parts.hostname:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


def is_registered(address: str, client: Client) -> bool:
    """Is this one of the client's redirect addresses, to the letter? Only the port of a loopback address may differ."""
    try:
        return _comparable(address) in {_comparable(uri) for uri in client.get_redirect_uris()}
    except ValueError:  # it is no address at all
        return False


def _comparable(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme == "http" and parts.hostname in LOOPBACK:
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return parts._replace(netloc=host).geturl()
    return address
