"""The envelope of an action as clients send it: live endpoint and API read the same one.

What the payload may hold is the engine's question (`actions.from_client`); this only makes sure that
there is one, and that nothing unfit for a database comes near it.
"""

import re
from dataclasses import dataclass
from typing import Any

import orjson

from games.engine.lag import MOST_MS
from web.errors import DomainError

KEY = re.compile(r"[\x21-\x7e]{1,64}")
KIND = re.compile(r"[a-z_]{1,16}")
FIELDS = {"kind", "payload", "expected_seq", "key", "lag_ms"}
BODY_LIMIT = 16 * 1024
LARGEST_SEQ = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Envelope:
    """`key` makes a repeat harmless; `expected_seq` refuses what was decided on an older state; `lag_ms` is what the
    sender measured of the way (T10.6).
    """

    kind: str
    payload: dict[str, Any]
    expected_seq: int | None
    key: str | None
    lag_ms: int = 0


def parse(body: bytes) -> Envelope:
    """The envelope in this JSON text; DomainError 400 `bad_request` for anything else."""
    return read(json_of(body))


def json_of(body: bytes) -> object:
    """The value of a small JSON text; DomainError `too_large` (413) or `bad_request` (400) for anything else."""
    if len(body) > BODY_LIMIT:
        raise DomainError("too_large", "The body may have at most 16 KiB.", 413)
    try:
        return orjson.loads(body)
    except ValueError:
        raise _bad("The body is not JSON.") from None


def read(data: object) -> Envelope:
    """The envelope in this value."""
    if not isinstance(data, dict):
        raise _bad("An action is a JSON object.")
    if unknown := data.keys() - FIELDS:
        raise _bad(f"An action has no field {ascii(min(unknown))[:42]}.")
    kind, key = data.get("kind"), data.get("key")
    payload, expected = data.get("payload", {}), data.get("expected_seq")
    if not (isinstance(kind, str) and KIND.fullmatch(kind)):
        raise _bad("The kind of an action is a short lower-case word.")
    if not isinstance(payload, dict):
        raise _bad("The payload of an action is a JSON object.")
    if key is not None and not (isinstance(key, str) and KEY.fullmatch(key)):
        raise _bad("A key is 1 to 64 printable characters without spaces.")
    if expected is not None and not (type(expected) is int and 0 <= expected <= LARGEST_SEQ):
        raise _bad("expected_seq is the number of the last action you know.")
    lag_ms = data.get("lag_ms", 0)
    if not (type(lag_ms) is int and 0 <= lag_ms <= LARGEST_SEQ):
        raise _bad("lag_ms is a number of milliseconds.")
    return Envelope(kind, payload, expected, key, min(lag_ms, MOST_MS))


def _bad(detail: str) -> DomainError:
    return DomainError("bad_request", detail, 400)
