"""Requests that no client of ours sends, for benchmarks/attack.py: whole texts of HTTP, drawn from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

KINDS = [
    "ready",
    "nonce",
    "roll",
    "play",
    "double",
    "take",
    "offer_resign",
    "ruling",
    "flag",
    "imported",
    "x",
]
FIELDS = [
    "moves",
    "text",
    "dice",
    "nonce",
    "nonce_hash",
    "level",
    "at",
    "losers",
    "kind",
    "points",
    "__class__",
]
ODD: list[Any] = [
    None, True, -1, 2**31, 2**63, 10**40, 1e308, "", "\u0000", "\u202e", "é" * 3000, [], {}, [[]],
    [[24, 18], [13, 11]], [[None, 1]], [["bar", "off"]], [[1e9, -5]], "'; DROP TABLE games_match;--", "{{7*7}}",
    "<script>alert(1)</script>", "=1+1", "../../etc/passwd", "a" * 9000,
]  # fmt: skip
NOT_JSON = [
    b"", b"{", b"[" * 6000, b'{"a":' * 3000, b"\xff\xfe\x00", b'{"kind": "\\ud800"}', b'{"kind": "\xc3\x28"}',
    b"NaN", b"1e999999", b"9" * 8000, b'{"kind":"roll","kind":"play"}', b"null", b'"roll"', b"\x00" * 200,
    b"kind=roll&key=1", b"<?xml version='1.0'?><a/>", b'{"key": 1' + b"0" * 5000 + b"}", b" " * 17_000,
]  # fmt: skip
LEAVES = ["actions"] * 20 + ["chat"] * 5 + ["view", "stream", "nothing", "actions/", ""]
METHODS = ["POST"] * 60 + ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE"]
HEADS = [
    "content-type: text/plain", "content-encoding: gzip", "last-event-id: -1", "last-event-id: x" + "9" * 40,
    "authorization: Ticket", "authorization: Basic Og==", "x-request-id: " + "é" * 60, "accept-language: " + "a," * 400,
    "expect: 100-continue", "x-forwarded-for: ::1", "cookie: sessionid=" + "x" * 3000, "host: [", "range: bytes=0-0",
    "upgrade: websocket", "te: trailers", "content-type: application/json; charset=utf-7",
]  # fmt: skip


@dataclass(frozen=True)
class Sent:
    """What goes onto the wire, and whether an answer may be waited for."""

    data: bytes
    whole: bool


class Attackers:
    """Who sends them: holders of tickets to matches of their own, forgers and strangers, from many addresses."""

    def __init__(self, seed: int, made: list[dict[str, str]]) -> None:
        self.chance, self._made = random.Random(seed), made

    def requests(self, number: int) -> Iterator[Sent]:
        for _ in range(number):
            yield self._request()

    def _request(self) -> Sent:
        chance = self.chance
        method, leaf, body = chance.choice(METHODS), chance.choice(LEAVES), self.body()
        made = chance.choice(self._made)
        match = chance.choice(
            [made["match"]] * 60 + ["0" * 32, "x", "%00", "../..", "é", "1" * 3000]
        )
        lines = [
            f"{method} /live/matches/{match}/{leaf} HTTP/1.{chance.choice('1111110')}",
            "host: bench",
        ]
        lines += [f"x-forwarded-for: 10.{chance.randrange(4)}.{chance.randrange(250)}.1"]
        lines += [f"authorization: Ticket {self._ticket(made)}"] if chance.random() < 0.9 else []
        lines += chance.sample(HEADS, chance.choice([0, 0, 0, 1, 3]))
        return self._framed(lines, body)

    def _ticket(self, made: dict[str, str]) -> str:
        good = made[self.chance.choice("AB")]
        match self.chance.randrange(12):
            case 0:
                return good[:-1] + "A"
            case 1:
                return self.chance.choice(
                    ["", ":", "a:b:c", good * 20, good.replace(":", "::"), "\x01"]
                )
        return good

    def _framed(self, lines: list[str], body: bytes) -> Sent:
        """With its length, in pieces, cut short, or with a length that is none."""
        shape = self.chance.randrange(20)
        if shape == 0:
            return Sent(
                _head([*lines, "transfer-encoding: chunked"]) + _pieces(body, self.chance), True
            )
        if shape == 1:
            return Sent(_head([*lines, f"content-length: {len(body) + 50}"]) + body, False)
        if shape == 2:
            odd = self.chance.choice(["-1", "x", "9" * 30, "1, 2", "0x10", ""])
            return Sent(_head([*lines, f"content-length: {odd}"]) + body, False)
        if shape == 3:
            wrong = self.chance.choice(
                [b"ZZ\r\n", b"-5\r\n", b"FFFFFFFFFFFFFFFFF\r\n", b"5;x=y\r\nab\r\n"]
            )
            return Sent(_head([*lines, "transfer-encoding: chunked"]) + wrong, False)
        whole = _head([*lines, f"content-length: {len(body)}"]) + body
        if shape == 4:
            return Sent(whole[: self.chance.randrange(len(whole))], False)
        if shape == 5:
            return Sent(self.chance.randbytes(80) + b"\r\n\r\n", False)
        return Sent(whole, True)

    def body(self) -> bytes:
        chance = self.chance
        if chance.random() < 0.2:
            return chance.choice(NOT_JSON)
        key = chance.choice([*ODD, *(f"k{chance.random()}" for _ in ODD)])
        fields = {"kind": chance.choice(KINDS), "payload": self._anything(3), "key": key}
        if chance.random() < 0.4:
            fields["expected_seq"] = self._anything(1)
        if chance.random() < 0.2:
            fields["text"] = self._anything(1)
        text = bytearray(json.dumps(fields).encode())
        for _ in range(chance.choice([0, 0, 0, 1, 4])):
            text[chance.randrange(len(text))] = chance.randrange(256)
        return bytes(text)

    def _anything(self, depth: int) -> Any:
        chance = self.chance
        if depth == 0 or chance.random() < 0.4:
            return chance.choice(ODD)
        if chance.random() < 0.5:
            return [self._anything(depth - 1) for _ in range(chance.randint(0, 4))]
        return {
            chance.choice(FIELDS): self._anything(depth - 1) for _ in range(chance.randint(0, 3))
        }


def _head(lines: list[str]) -> bytes:
    return "\r\n".join([*lines, "", ""]).encode("utf-8")


def _pieces(body: bytes, chance: random.Random) -> bytes:
    parts, at = [], 0
    while at < len(body):
        size = chance.randint(1, 4000)
        part = body[at : at + size]
        parts.append(b"%x\r\n%b\r\n" % (len(part), part))
        at += size
    return b"".join([*parts, b"0\r\n\r\n"])
