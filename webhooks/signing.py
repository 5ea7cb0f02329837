"""Signatures as the Standard Webhooks specification writes them: symmetric, HMAC-SHA256. Pure: time and secrets are arguments."""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """A secret as its owner copies it."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature_headers(
    message_id: str, timestamp: int, body: bytes, secret_texts: Sequence[str]
) -> dict[str, str]:
    """The three headers. With several secrets, such as while one replaces another, there is a signature of each."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    signatures = [_signature(text, signed) for text in secret_texts]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    return "v1," + b64encode(hmac.new(key, signed, sha256).digest()).decode()
