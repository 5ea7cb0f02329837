"""What web push asks of a sender: keys, a signature (VAPID, RFC 8292) and an encrypted message (RFC 8291). No network.

`cryptography`, which the site has anyway, does each step; keys and messages are written as the standards do.
"""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
MOST_BYTES = 4096
"""Of an encrypted message; every push service takes as much."""
HEAD_BYTES, TAG_BYTES = 86, 16
MOST_PLAIN_BYTES = MOST_BYTES - HEAD_BYTES - TAG_BYTES - 1
SCALAR_BYTES, POINT_BYTES, SECRET_BYTES = 32, 65, 16
SIGNED_FOR = timedelta(hours=12)
_LAST_RECORD = b"\x02"


def new_private_key() -> str:
    """A key for VAPID_PRIVATE_KEY."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(SCALAR_BYTES, "big"))


def public_key_of(private_key: str) -> str:
    """What browsers are given as `applicationServerKey`."""
    return encoded(_point(_private(private_key).public_key()))


def check_browser_keys(p256dh: str, auth: str) -> None:
    """A ValueError where these are not a browser's keys."""
    _browser_keys(p256dh, auth)


def authorization(endpoint: str, private_key: str, contact: str, now: datetime) -> str:
    """The header that says who sends: a token for the host of the endpoint, signed, and the public key."""
    claims = {
        "aud": origin_of(endpoint),
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": contact,
    }
    text = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(_private(private_key).sign(text.encode(), ec.ECDSA(SHA256())))
    signature = r.to_bytes(SCALAR_BYTES, "big") + s.to_bytes(SCALAR_BYTES, "big")
    return f"vapid t={text}.{encoded(signature)}, k={public_key_of(private_key)}"


def origin_of(endpoint: str) -> str:
    """The push service of an endpoint: scheme and host."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def encrypted(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """One record of `aes128gcm` that this browser alone can read. Sender and salt are new for each message."""
    if len(text) > MOST_PLAIN_BYTES:
        raise ValueError("too long for a push message")
    browser, secret = _browser_keys(p256dh, auth)
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SECRET_BYTES)
    point = _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), browser)
    start = _derived(shared, secret, b"WebPush: info\0" + _point(browser) + point, 32)
    key = _derived(start, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(start, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + MOST_BYTES.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + _LAST_RECORD, None)


def encoded(data: bytes) -> str:
    """base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The bytes of base64url, with or without padding; a ValueError where it is something else."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _browser_keys(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    point, secret = decoded(p256dh), decoded(auth)
    if len(point) != POINT_BYTES or len(secret) != SECRET_BYTES:
        raise ValueError("not the keys of a browser")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point), secret


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(key), "big"), CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt=salt, info=info).derive(key)


def _json(value: object) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())
