"""PURE. A certificate as JSON: the file that docs/verify.py reads, the page checks and the API answers (docs/dice.md).

Fields are only ever added; what changes its meaning gets a new `format`.
"""

from typing import Any

from games.records.certificate import FORMAT, Certificate, Part, Sealed, Throw
from games.records.wording import moment_in_words


def to_json(told: Certificate) -> dict[str, Any]:
    """The whole certificate; seeds that are not known are null."""
    return {
        "format": FORMAT,
        "match": told.match_id,
        "title": told.title,
        "players": {"A": told.names[0], "B": told.names[1]},
        "imported": told.imported,
        "void": told.void,
        "over": told.over,
        "throws": told.throws,
        "epochs": [_epoch(one) for one in told.epochs],
    }


def _epoch(one: Sealed) -> dict[str, Any]:
    return {
        "epoch": one.epoch,
        "commitment": one.commitment,
        "seq": one.seq,
        "at": _iso(one.at_ms),
        "seed": one.seed,
        "revealed_at": _iso(one.revealed_at),
        "nonces": {seat: _part(part) for seat, part in zip("AB", one.parts, strict=True)},
        "throws": [_throw(each) for each in one.throws],
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "status": part.status,
        "hash": part.hash,
        "hash_seq": part.hash_seq,
        "hash_at": _iso(part.hash_at),
        "shown": part.shown,
        "shown_seq": part.shown_seq,
        "shown_at": _iso(part.shown_at),
        "used": part.used,
    }


def _throw(one: Throw) -> dict[str, Any]:
    return {
        "n": one.n,
        "seq": one.seq,
        "at": _iso(one.at_ms),
        "game": one.game,
        "kind": "opening" if one.seat is None else "roll",
        "seat": one.seat or "",
        "dice": list(one.dice),
    }


def _iso(ms: int | None) -> str | None:
    return None if ms is None else moment_in_words(ms)
