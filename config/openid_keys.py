"""The keys that log-ins for other sites are signed with: OIDC_PRIVATE_KEY, and the one before it while it is replaced."""

from base64 import b64decode
from binascii import Error
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.core.exceptions import ImproperlyConfigured

from accounts.openid_key import LEAST_BITS, new_openid_key
from config.env import keep_secret, secret_env

KEPT = "openid_key"


def openid_keys(name: str, folder: Path, *, create: bool) -> list[dict[str, str]]:
    """allauth's list of keys, the first of which signs; empty where there is no key. `NAME_PREVIOUS` only verifies."""
    given = secret_env(name).strip() or _kept(folder / KEPT, create=create)
    if not given:
        return []
    previous = secret_env(f"{name}_PREVIOUS").strip()
    keys = [{"pem": _pem(name, given), "issued_at": "2000-01-02"}]
    if previous and previous != given:
        keys.append({"pem": _pem(f"{name}_PREVIOUS", previous), "issued_at": "2000-01-01"})
    return keys


def _kept(path: Path, *, create: bool) -> str:
    if create and not path.exists():
        keep_secret(path, new_openid_key())
    return path.read_text().strip() if create else ""


def _pem(name: str, value: str) -> str:
    """The PEM text of a key. The value itself is never shown."""
    try:
        pem = value.replace("\\n", "\n") if value.startswith("-----") else b64decode(value).decode()
        key = load_pem_private_key(pem.encode(), None)
    except (ValueError, TypeError, Error):
        key = None
    if not isinstance(key, RSAPrivateKey) or key.key_size < LEAST_BITS:
        raise ImproperlyConfigured(
            f"{name} is not an RSA key of {LEAST_BITS} bits or more. Make one: manage.py openid_key"
        )
    return pem
