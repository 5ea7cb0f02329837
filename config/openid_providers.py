"""The other sites that people may log in with here: OIDC_PROVIDERS, a JSON list. A wrong entry stops the start."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.env import secret_env

LONGEST = 191  # characters, of a client id and a secret
NEEDED = ("id", "name", "issuer", "client_id")
OPTIONAL = ("client_secret", "scopes")
SCOPES = ["openid", "profile", "email"]
EXAMPLE = (
    '[{"id": "federation", "name": "Federation", "issuer": "https://id.example.org", '
    '"client_id": "barpoint", "client_secret": "…"}]'
)
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def openid_providers(name: str) -> dict[str, Any]:
    """allauth's SOCIALACCOUNT_PROVIDERS; without providers there are no apps in it."""
    given = secret_env(name).strip()
    entries = _listed(name, given) if given else []
    for number, entry in enumerate(entries, start=1):
        _check(name, number, entry)
    ids = [entry["id"] for entry in entries]
    if double := next((each for each in ids if ids.count(each) > 1), None):
        raise _wrong(name, f"has two providers with the id {double!r}")
    return {"openid_connect": {"APPS": [_app(entry) for entry in entries]}}


def _listed(name: str, given: str) -> list[Any]:
    try:
        entries = json.loads(given)
    except (ValueError, RecursionError):
        raise _wrong(name, "is not JSON") from None
    if not isinstance(entries, list):
        raise _wrong(name, "is not a list")
    return entries


def _check(name: str, number: int, entry: Any) -> None:
    """Raise where an entry is wrong. Its values are never shown: one of them is a secret."""
    if fault := _fault(entry):
        raise _wrong(name, f"is wrong in provider {number}: {fault}")


def _fault(entry: Any) -> str:
    """What is wrong with an entry first, or nothing."""
    if not isinstance(entry, dict):
        return "it is not an object"
    if unknown := sorted(set(entry) - {*NEEDED, *OPTIONAL}):
        return f"{unknown[0]!r} is unknown"
    lines = [*NEEDED, *(["client_secret"] if "client_secret" in entry else [])]
    if wrong := next((key for key in lines if not _is_line(entry.get(key))), ""):
        return f"{wrong!r} is not a line of text"
    return next((text for is_right, text in _rules(entry) if not is_right), "")


def _rules(entry: dict[str, Any]) -> list[tuple[bool, str]]:
    scopes = entry.get("scopes", SCOPES)
    is_listed = isinstance(scopes, list) and all(map(_is_word, scopes)) and "openid" in scopes
    return [
        (bool(_ID.fullmatch(entry["id"])), "'id' takes a-z, 0-9 and -, at most 30 of them"),
        (len(entry["name"]) <= 40, "'name' has more than 40 characters"),
        (_is_issuer(entry["issuer"]), "'issuer' is not an https address without a query"),
        (is_listed, "'scopes' is not a list of words with 'openid' among them"),
    ]


def _is_line(text: Any) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST and text.isprintable()


def _is_word(text: Any) -> bool:
    return _is_line(text) and " " not in text


def _is_issuer(text: str) -> bool:
    """An https address, or http of this computer; without a user, a query and a fragment."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    if parts.query or parts.fragment or parts.username or not parts.hostname or " " in text:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)


def _app(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "provider_id": entry["id"],
        "name": entry["name"],
        "client_id": entry["client_id"],
        "secret": entry.get("client_secret", ""),
        "settings": {
            "server_url": entry["issuer"].rstrip("/"),
            "issuer": entry["issuer"],
            "scope": entry.get("scopes", SCOPES),
        },
    }


def _wrong(name: str, fault: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} {fault}. Write for example: {name}={EXAMPLE}")
