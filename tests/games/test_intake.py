"""The envelope of an action: read, or refused as `bad_request`, never anything else."""

import json
import random
from contextlib import suppress

import pytest

from games.action_envelope import Envelope, parse
from web.errors import DomainError


def test_an_envelope_is_read() -> None:
    body = {"kind": "play", "payload": {"moves": [[24, 18]]}, "expected_seq": 12, "key": "k-1"}
    assert parse(json.dumps(body).encode()) == Envelope("play", {"moves": [[24, 18]]}, 12, "k-1")
    assert parse(b'{"kind":"roll"}') == Envelope("roll", {}, None, None)
    assert parse(b'{"kind":"roll","lag_ms":180}').lag_ms == 180
    assert parse(b'{"kind":"roll","lag_ms":99999}').lag_ms == 1000


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"roll",
        b"null",
        b"[]",
        b'"roll"',
        b"\xff\xfe",
        b"{" * 8000,
        b"[" * 8000 + b"]" * 8000,
        b'{"kind":"roll","payload":NaN}',
        b'{"kind":"roll","payload":[]}',
        b'{"kind":"roll","payload":null}',
        b'{"kind":null}',
        b'{"kind":"Roll!"}',
        b'{"kind":"roll","seat":"B"}',
        b'{"kind":"roll","\\ud800":1}',
        b'{"kind":"roll","key":""}',
        b'{"kind":"roll","key":"\\u0000"}',
        b'{"kind":"roll","key":"\\ud800"}',
        b'{"kind":"roll","key":7}',
        b'{"kind":"roll","expected_seq":-1}',
        b'{"kind":"roll","expected_seq":true}',
        b'{"kind":"roll","expected_seq":1.5}',
        b'{"kind":"roll","lag_ms":-1}',
        b'{"kind":"roll","lag_ms":0.5}',
        b'{"kind":"roll","lag_ms":true}',
        b'{"kind":"roll","lag_ms":null}',
        b'{"kind":"roll","expected_seq":' + b"9" * 5000 + b"}",
        json.dumps({"kind": "roll", "key": "k" * 65}).encode(),
    ],
)
def test_anything_else_is_refused_as_a_bad_request(body: bytes) -> None:
    with pytest.raises(DomainError) as refused:
        parse(body)
    assert (refused.value.code, refused.value.status) == ("bad_request", 400)


def test_two_thousand_damaged_envelopes_are_read_or_refused() -> None:
    chance = random.Random(7)
    good = b'{"kind":"play","payload":{"moves":[[24,18],[13,11]]},"expected_seq":12,"key":"abc"}'
    for _ in range(2000):
        body = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            body[chance.randrange(len(body))] = chance.randrange(256)
        with suppress(DomainError):
            parse(bytes(body))
