"""PURE. A certificate as JSON: the file that docs/verify.py reads, the page checks and the API answers (docs/dice.md).

Fields are only ever added; a file whose fields change their meaning gets a new `format`.
"""

from typing import Any

from games.records.certificate import FORMAT, Certificate, NoncePart, RollEntry, Sealed, Shared
from games.records.wording import moment_in_words


def to_json(certificate: Certificate) -> dict[str, Any]:
    """The whole certificate; seeds that are still secret are null."""
    return {
        "format": FORMAT,
        "match": certificate.match_id,
        "title": certificate.title,
        "players": {"A": certificate.names[0], "B": certificate.names[1]},
        "imported": certificate.imported,
        "void": certificate.void,
        "over": certificate.over,
        "throws": certificate.rolls,
        "epochs": [_epoch(epoch) for epoch in certificate.epochs],
    }


def _epoch(epoch: Sealed) -> dict[str, Any]:
    return {
        "epoch": epoch.epoch,
        "commitment": epoch.commitment,
        "seq": epoch.seq,
        "at": _iso(epoch.at_ms),
        "seed": epoch.seed,
        "revealed_at": _iso(epoch.revealed_at),
        "nonces": {seat: _part(part) for seat, part in zip("AB", epoch.parts, strict=True)},
        "shared": None if epoch.shared is None else _shared(epoch.shared),
        "throws": [_roll(each) for each in epoch.rolls],
    }


def _shared(shared: Shared) -> dict[str, Any]:
    return {
        "id": shared.shared_id,
        "label": shared.label,
        "mix": shared.mix,
        "nonces": [list(row) for row in shared.nonces],
    }


def _part(part: NoncePart) -> dict[str, Any]:
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


def _roll(made: RollEntry) -> dict[str, Any]:
    return {
        "n": made.n,
        "seq": made.seq,
        "at": _iso(made.at_ms),
        "game": made.game,
        "kind": "opening" if made.seat is None else "roll",
        "seat": made.seat or "",
        "dice": list(made.dice),
    } | ({"number": made.number} if made.number else {})


def _iso(ms: int | None) -> str | None:
    return None if ms is None else moment_in_words(ms)
