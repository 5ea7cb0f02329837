"""Reads settings from the environment. A wrong or missing value stops the start with its name and an example."""

import os
import re
import secrets
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")


def secret_env(name: str) -> str:
    """The value as it stands: Env would take one that begins with a dollar for the name of another, and tell it."""
    return os.environ.get(name, "")


_BOOLEANS = {"1": True, "true": True, "yes": True, "on": True,
             "0": False, "false": False, "no": False, "off": False}  # fmt: skip
_SITE = "https://play.example.org"
_HOST = re.compile(
    r"\*|\.?[A-Za-z0-9_]([\w.-]*[A-Za-z0-9_])?\.?|\[[0-9A-Fa-f:.]+(%\w+)?\]", re.ASCII
)
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+")
_RATE = re.compile(r"[1-9]\d{0,8}/(s|sec|second|m|min|minute|h|hour|d|day)")


def boolean(name: str, *, default: bool) -> bool:
    """True or false; unset or empty is the default."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in _BOOLEANS:
        raise wrong(name, "is neither true nor false", "1 or 0")
    return _BOOLEANS[value]


def number(name: str, *, default: float, least: float = 0, most: float = 1_000_000_000) -> float:
    """A number from `least` to `most`; unset or empty is the default."""
    value = os.environ.get(name, "").strip()
    try:
        parsed = float(value or default)
    except ValueError:
        raise wrong(name, "is not a number", f"{default:g}") from None
    if not parsed >= least:
        raise wrong(name, f"must be at least {least:g}", f"{default:g}")
    if parsed > most:
        raise wrong(name, f"must be at most {most:.0f}", f"{default:g}")
    return parsed


def integer(name: str, *, default: int, least: int = 0, most: int = 1_000_000_000) -> int:
    """A whole number from `least` to `most`; unset or empty is the default."""
    parsed = number(name, default=default, least=least, most=most)
    if not parsed.is_integer():
        raise wrong(name, "is not a whole number", str(default))
    return int(parsed)


def choice(name: str, *, default: str, of: tuple[str, ...]) -> str:
    """One of the words `of`."""
    value = os.environ.get(name, "").strip() or default
    if value not in of:
        raise wrong(name, "is unknown", " or ".join(of))
    return value


def folder(name: str) -> str:
    """An absolute path, or nothing."""
    value = os.environ.get(name, "").strip()
    if value and not Path(value).is_absolute():
        raise wrong(name, "is not an absolute path", "/backups")
    return value


def rate(name: str, *, default: str) -> str | None:
    """Requests a period, such as `600/min`; None (no limit) where it is set and empty."""
    value = os.environ.get(name, default).strip()
    if value and not _RATE.fullmatch(value):
        raise wrong(name, "is not a rate", default)
    return value or None


def site_url(name: str, *, default: str) -> str:
    """The origin of a site, without a slash at its end."""
    value = (os.environ.get(name, "").strip() or default).rstrip("/")
    if not _is_origin(value):
        raise wrong(name, "is not the address of a site", _SITE)
    return value


def origins(name: str, *, default: Sequence[str], may_be_any: bool = False) -> list[str]:
    """Origins separated by commas; with `may_be_any`, `*` is one of them."""
    given = [word.rstrip("/") for word in names(name, default=default)]
    for word in given:
        if not _is_origin(word.replace("://*.", "://")) and not (may_be_any and word == "*"):
            raise wrong(name, f"has {word!r}, which is not the address of a site", _SITE)
    return given


def hosts(name: str, *, default: Sequence[str]) -> list[str]:
    """Host names separated by commas, as ALLOWED_HOSTS takes them: without a scheme, a port and a path."""
    given = names(name) or list(default)
    for word in given:
        if not _HOST.fullmatch(word):
            raise wrong(name, f"has {word!r}, which is not the name of a host", "play.example.org")
    return given


def listening_host(name: str, *, default: str) -> str:
    """The address that a server listens on: an IP address or the name of a host."""
    value = os.environ.get(name, "").strip() or default
    if not _HOST.fullmatch(f"[{value}]" if ":" in value else value) or value.startswith(("*", ".")):
        raise wrong(name, "is not an address to listen on", "0.0.0.0")  # noqa: S104
    return value


def sender(name: str, *, default: str) -> str:
    """Whom emails come from: an address, with or without a name before it."""
    value = os.environ.get(name, "").strip() or default
    if not _ADDRESS.fullmatch(parseaddr(value)[1]) or not value.isprintable():
        raise wrong(name, "is not an email address", "Barpoint <barpoint@example.org>")
    return value


def service_url(name: str, *, schemes: tuple[str, ...], example: str) -> str:
    """The URL of a service, checked for its scheme; empty where it is not set. The value itself is never shown."""
    value = secret_env(name).strip()
    if value and urlsplit(value).scheme not in schemes:
        raise wrong(name, "has a scheme that is not supported", example)
    return value


def database_settings(name: str, *, default: str) -> dict[str, Any]:
    """Django's settings of the database in this URL. Empty is a mistake: data would go somewhere else.

    A host such as %2Fvar%2Frun%2Fpostgresql is the folder of a socket, as in the URLs of PostgreSQL itself.
    """
    value = os.environ.get(name, default).strip()
    if urlsplit(value).scheme not in ("postgres", "postgresql", "sqlite"):
        raise wrong(
            name, "is not the URL of a database", "postgres://user:password@host:5432/barpoint"
        )
    given = dict(environ.Env.db_url_config(value))
    return given | {"HOST": unquote(str(given.get("HOST", "")))}


def email_settings(name: str) -> dict[str, Any]:
    """Django's settings for sending email; unset or empty prints emails on the console."""
    value = secret_env(name).strip() or "consolemail://"
    if urlsplit(value).scheme not in environ.Env.EMAIL_SCHEMES:
        raise wrong(name, "is not the URL of a mail server", "smtp+tls://user:password@host:587")
    return dict(environ.Env.email_url_config(value))


def vapid_key(name: str) -> str:
    """A private key as `manage.py vapid_key` makes it; empty where it is not set. The value itself is never shown."""
    value = secret_env(name).strip()
    if value and not _is_p256_key(value):
        raise ImproperlyConfigured(f"{name} is not a key. Make one: manage.py vapid_key")
    return value


def vapid_contact(name: str, *, default: str, is_used: bool) -> str:
    """Whom push services write to, as they ask for it. Where push is on, no address at localhost: Apple refuses it."""
    given = os.environ.get(name, "").strip()
    if not given and not is_used:
        return default
    value = given or default
    address, scheme = value.partition(":")[2], value.partition(":")[0]
    try:
        host = address.rpartition("@")[2] if scheme == "mailto" else urlsplit(value).hostname or ""
    except ValueError:
        host = ""
    is_local = host == "localhost" or host.endswith(".localhost")
    is_formed = scheme in ("mailto", "https") and bool(host) and ("@" in value or scheme == "https")
    if not is_formed or re.search(r"\s", value) or (is_used and is_local):
        raise wrong(
            name, "is not an address that push services write to", "mailto:admin@example.org"
        )
    return value


_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def _is_p256_key(text: str) -> bool:
    """32 bytes in base64url, and a number that the curve has a point for."""
    if not re.fullmatch(r"[\w-]{43}=?", text, re.ASCII):
        return False
    number = int.from_bytes(urlsafe_b64decode(text.rstrip("=") + "="), "big")
    return 0 < number < _P256_ORDER


def names(name: str, *, default: Sequence[str] = ()) -> list[str]:
    """Words separated by commas."""
    value = os.environ.get(name)
    if value is None:
        return list(default)
    return [word.strip() for word in value.split(",") if word.strip()]


def link(text: str) -> bool:
    """Is this an http or https address?"""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", text)


def _is_origin(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    rest = parts.path or parts.query or parts.fragment or parts.username
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not rest


def wrong(name: str, fault: str, example: str) -> ImproperlyConfigured:
    """The error that names a setting, what is wrong with it, and an example of a right value."""
    return ImproperlyConfigured(f"{name} {fault}. Write for example: {name}={example}")


def secret_key(folder: Path, *, create: bool) -> str:
    """SECRET_KEY, else the one kept in `folder`, made on first use where `create` allows it."""
    given = secret_env("SECRET_KEY")
    if given:
        return given
    kept = folder / "secret_key"
    if create and not kept.exists():
        keep_secret(kept, secrets.token_urlsafe(50))
    if not kept.exists():
        message = "SECRET_KEY is not set: give every process the same long random value."
        raise ImproperlyConfigured(message)
    key = kept.read_text().strip()
    if not key:
        message = f"{kept} is empty. Restore it from a backup, or delete it to sign everybody out."
        raise ImproperlyConfigured(message)
    return key


def keep_secret(path: Path, value: str) -> None:
    """Write once and durably, readable by the owner alone; the first of several starters wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(value)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
        _sync_folder(path.parent)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def _sync_folder(folder: Path) -> None:
    """A new name survives a power cut only when its folder is written too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
