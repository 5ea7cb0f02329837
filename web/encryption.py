"""Short secrets at rest or in a browser's hands: AES-256-GCM, with a key for each purpose made from SECRET_KEY by HKDF.

The keys of SECRET_KEY_FALLBACKS still read what they wrote.
"""

import os
from base64 import b64decode, b64encode
from contextlib import suppress
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

NONCE = 12  # bytes


def encrypt(text: str, purpose: bytes) -> str:
    """Base64 of twelve bytes that are used once, the encrypted text and its tag."""
    nonce = os.urandom(NONCE)
    return b64encode(
        nonce + _key(settings.SECRET_KEY, purpose).encrypt(nonce, text.encode(), None)
    ).decode()


def decrypt(encrypted: str, purpose: bytes) -> str | None:
    """The text, or None when no secret of this site wrote it for this purpose."""
    data = b64decode(encrypted)
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        with suppress(InvalidTag):
            return _key(secret, purpose).decrypt(data[:NONCE], data[NONCE:], None).decode()
    return None


@lru_cache(maxsize=16)
def _key(secret: str | bytes, purpose: bytes) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=purpose).derive(force_bytes(secret)))
