"""PURE. What can be said of a match's dice: who promised what and when, every throw, and what does not fit (ADR 0005).

Told from the log's rows about dice alone, without playing the match again: `tell_dice` follows ready, nonces and
throws, `faults` computes each throw anew from what was published. docs/verify.py does the same for anybody.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from games.engine import actions
from games.engine.actions import Action, Dice, Epoch, Nonce, NoncesClosed, OpeningRoll, Ready, Roll
from games.engine.dice import commitment, nonce_hash, roll_dice
from games.engine.seats import Seat
from games.engine.state import NonceStatus

FORMAT = "barpoint-certificate-1"
KINDS = tuple(one.kind for one in (Epoch, Ready, Nonce, NoncesClosed, OpeningRoll, Roll))
"""The kinds of action that dice are made of."""


class Row(NamedTuple):
    """A row of the log."""

    seq: int
    game: int
    at_ms: int
    action: Action


@dataclass(frozen=True, slots=True)
class Part:
    """A seat's part of an epoch's dice. `seq` and `at_ms` of the seal (`hash`) and of the nonce as it was `shown`."""

    status: NonceStatus = "none"
    hash: str | None = None
    hash_seq: int | None = None
    hash_at: int | None = None
    shown: str | None = None
    shown_seq: int | None = None
    shown_at: int | None = None

    @property
    def used(self) -> str:
        """What went into the dice: only a nonce that came and fits its seal."""
        return self.shown or "" if self.status == "given" else ""


@dataclass(frozen=True, slots=True)
class Throw:
    """`n` counts from 1 over the whole match. An opening throw has no seat: the first die is A's."""

    n: int
    seq: int
    at_ms: int
    game: int
    seat: Seat | None
    dice: Dice


@dataclass(frozen=True, slots=True)
class Sealed:
    """One epoch: a commitment, both parts, the throws made from them; `seed` only once that may be known."""

    epoch: int
    commitment: str
    seq: int
    at_ms: int
    parts: tuple[Part, Part] = (Part(), Part())
    readied: frozenset[Seat] = frozenset()
    throws: tuple[Throw, ...] = ()
    seed: str | None = None
    revealed_at: int | None = None

    def __repr__(self) -> str:
        """Never with the seed: a log line or an error page may show it."""
        return f"<Sealed {self.epoch} {self.commitment}>"

    def computed(self, match_id: str, n: int) -> Dice | None:
        """What throw `n` had to be; None while the seed is not known."""
        if self.seed is None:
            return None
        a, b = (part.used for part in self.parts)
        return roll_dice(self.seed, match_id, self.epoch, a, b, n)


@dataclass(frozen=True, slots=True)
class Certificate:
    """All that a reader may know of the dice of one match. `throws` is how many the match says it had."""

    match_id: str
    names: tuple[str, str]
    title: str
    imported: bool
    void: bool
    throws: int
    epochs: tuple[Sealed, ...]

    @property
    def over(self) -> bool:
        """Has every seed been shown?"""
        return all(one.seed is not None for one in self.epochs)


class Fault(NamedTuple):
    """What does not fit. `throw` when it is one throw."""

    epoch: int
    throw: int | None
    text: str


def rows_of(log: Iterable[tuple[int, int, int, str, str, dict[str, Any]]]) -> Iterator[Row]:
    """Rows as they are stored: seq, game, milliseconds, kind, seat, payload."""
    for seq, game, at_ms, kind, seat, payload in log:
        yield Row(seq, game, at_ms, actions.from_json(kind, seat, payload))


def tell_dice(rows: Iterable[Row]) -> tuple[Sealed, ...]:
    """The epochs of a match from its rows about dice. Throws before any commitment (imported matches) are no dice of ours."""
    epochs: list[Sealed] = []
    number = 0
    for row in rows:
        action = row.action
        if isinstance(action, Epoch):
            epochs.append(Sealed(action.epoch, action.commitment, row.seq, row.at_ms))
            continue
        number += isinstance(action, OpeningRoll | Roll)
        if epochs:
            epochs[-1] = _told(epochs[-1], row, number)
    return tuple(epochs)


def _told(epoch: Sealed, row: Row, number: int) -> Sealed:
    match row.action:
        case Ready(seat, digest) if seat not in epoch.readied:  # later ones are for the next game
            part = _sealed_part(digest, row)
            return replace(_with(epoch, seat, part), readied=epoch.readied | {seat})
        case Nonce(seat, text):
            return _with(epoch, seat, _shown(epoch.parts[_index(seat)], text, row))
        case NoncesClosed():
            a, b = (
                replace(p, status="missing") if p.status == "awaited" else p for p in epoch.parts
            )
            return replace(epoch, parts=(a, b))
        case OpeningRoll(dice):
            return _thrown(epoch, Throw(number, row.seq, row.at_ms, row.game, None, dice))
        case Roll(seat, dice) if dice is not None:
            return _thrown(epoch, Throw(number, row.seq, row.at_ms, row.game, seat, dice))
    return epoch


def _sealed_part(digest: str | None, row: Row) -> Part:
    return Part() if digest is None else Part("awaited", digest, row.seq, row.at_ms)


def _shown(part: Part, text: str, row: Row) -> Part:
    status: NonceStatus = "given" if nonce_hash(text) == part.hash else "wrong"
    return replace(part, status=status, shown=text, shown_seq=row.seq, shown_at=row.at_ms)


def _with(epoch: Sealed, seat: Seat, part: Part) -> Sealed:
    a, b = epoch.parts
    return replace(epoch, parts=(part, b) if seat == "A" else (a, part))


def _thrown(epoch: Sealed, one: Throw) -> Sealed:
    return replace(epoch, throws=(*epoch.throws, one))


def _index(seat: Seat) -> int:
    return 0 if seat == "A" else 1


def revealed(
    epochs: Iterable[Sealed], seeds: Mapping[int, tuple[str, int | None]]
) -> tuple[Sealed, ...]:
    """The same epochs with those seeds (and when each was shown) that the caller may know."""
    return tuple(
        replace(one, seed=seeds[one.epoch][0], revealed_at=seeds[one.epoch][1])
        if one.epoch in seeds
        else one
        for one in epochs
    )


def faults(match_id: str, epochs: Iterable[Sealed]) -> Iterator[Fault]:
    """What does not fit in the epochs whose seed is known: promise, order, every throw."""
    for one in epochs:
        if one.seed is None:
            continue
        if commitment(one.seed, match_id, one.epoch) != one.commitment:
            text = f"the seed of epoch {one.epoch} does not fit its commitment"
            yield Fault(one.epoch, None, text)
        if not _in_order(one):
            text = f"in epoch {one.epoch} promises and throws are not in order"
            yield Fault(one.epoch, None, text)
        for thrown in one.throws:
            expected = one.computed(match_id, thrown.n)
            if thrown.dice != expected:
                text = (
                    f"the dice of action {thrown.seq} (throw {thrown.n}, {_said(thrown.dice)}) "
                    f"do not follow from seed and nonces, which give {_said(expected)}"
                )
                yield Fault(one.epoch, thrown.n, text)


def _in_order(one: Sealed) -> bool:
    """Commitment, then both seals, then the nonces, then throws."""
    seals = [part.hash_seq for part in one.parts if part.hash_seq is not None]
    shown = [part.shown_seq for part in one.parts if part.shown_seq is not None]
    thrown = [each.seq for each in one.throws]
    steps = [[one.seq], seals, shown, thrown]
    said = [step for step in steps if step]
    return all(max(a) < min(b) for a, b in pairwise(said))


def _said(dice: Dice | None) -> str:
    return "-".join(map(str, dice or ()))
