"""Dice anyone can check: commitment, nonces, and the rolls that follow from them (ADR 0005).

Everything here is a pure function of what was published; the server draws the seed elsewhere, and the
browser's certificate computes the same values from the same text.
"""

import hashlib
import re
from collections.abc import Iterator
from uuid import UUID

from games.engine.errors import RulesError

LARGEST_FAIR_BYTE = (
    252  # 42 × 6; bytes from here on are skipped, so that every face is equally likely
)
_NONCE = re.compile(r"[0-9A-Za-z]{0,64}")
_HEX64 = re.compile(r"[0-9a-f]{64}")
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def valid_nonce(nonce: object) -> bool:
    """May this be a player's nonce: up to 64 digits and plain letters?"""
    return isinstance(nonce, str) and _NONCE.fullmatch(nonce) is not None


def valid_digest(value: object) -> bool:
    """Is this a SHA-256 in lower-case hex (a commitment, a nonce's hash) or a 32-byte seed written so?"""
    return isinstance(value, str) and _HEX64.fullmatch(value) is not None


def commitment(seed_hex: str, match_uuid: str | UUID, epoch: int) -> str:
    """What the server publishes before anybody chose a nonce: the hash of its seed."""
    text = f"barpoint-seed-1|{match_uuid}|{epoch}|{seed_checked(seed_hex)}"
    return hashlib.sha256(text.encode()).hexdigest()


def nonce_hash(nonce: str) -> str:
    """What a seat sends with "ready" before it shows its nonce."""
    return hashlib.sha256(_checked(nonce).encode()).hexdigest()


def roll_dice(
    seed_hex: str, match_uuid: str | UUID, epoch: int, nonce_a: str, nonce_b: str, n: int
) -> tuple[int, int]:
    """Roll number `n` of the match, from 1; at the opening the first die is A's."""
    if n < 1:
        raise RulesError("bad_throw", "Rolls are numbered from 1.")
    prefix = f"barpoint-dice-1|{match_uuid}|{epoch}|{_checked(nonce_a)}|{_checked(nonce_b)}|{n}|"
    return dice_from(seed_hex, prefix)


def dice_from(seed_hex: str, prefix: str) -> tuple[int, int]:
    """Two dice from this seed; `prefix` names the roll, and the number of each block follows it."""
    faces = _faces(bytes.fromhex(seed_checked(seed_hex)), prefix)
    return next(faces), next(faces)


def _faces(key: bytes, prefix: str) -> Iterator[int]:
    block = 0
    while True:
        yield from faces_of(hmac_sha256(key, f"{prefix}{block}".encode()))
        block += 1


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104) of a short message, for a key of at most 64 bytes.

    hmac.digest() gives Python's lock away for each call, and waits up to 5 ms to have it back where another thread is busy.
    hashlib keeps it for less than 2 KiB. The live table rolls for a hundred matches in one batch.
    """
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(padded.translate(_INNER) + message).digest()
    return hashlib.sha256(padded.translate(_OUTER) + inner).digest()


def faces_of(block: bytes) -> Iterator[int]:
    """The die faces in a block of bytes; what would favour the low numbers is skipped."""
    return (byte % 6 + 1 for byte in block if byte < LARGEST_FAIR_BYTE)


def seed_checked(seed_hex: str) -> str:
    """The seed, if it is one; RulesError bad_seed."""
    if not valid_digest(seed_hex):
        raise RulesError(
            "bad_seed", "A seed is 32 bytes written as 64 lower-case hexadecimal digits."
        )
    return seed_hex


def _checked(nonce: str) -> str:
    if not valid_nonce(nonce):
        raise RulesError("bad_nonce", "A nonce is up to 64 letters and digits.")
    return nonce
