"""PURE. New keys for log-ins for other sites; the settings read them (config/openid_keys.py)."""

from base64 import b64encode

from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

BITS = 3072
"""Of new keys: as hard to break as 128 bits. Existing keys of `LEAST_BITS` still sign."""
LEAST_BITS = 2048


def new_openid_key() -> str:
    """An RSA key as OIDC_PRIVATE_KEY takes it: its PEM file in base64, on one line."""
    key = generate_private_key(public_exponent=65537, key_size=BITS)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return b64encode(pem).decode()
