"""PURE. The dice of a match: who promised what and when, every roll, and what does not fit (ADR 0005).

Made from the log's rows about dice alone, without playing the match again: `epochs_of` follows ready, nonces and
rolls, `faults` computes each roll again from what was published. docs/verify.py does the same for anybody.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from games.engine import actions
from games.engine.actions import Action, Dice, Epoch, Nonce, NoncesClosed, OpeningRoll, Ready, Roll
from games.engine.dice import commitment, nonce_hash, roll_dice
from games.engine.seats import Seat
from games.engine.shared_dice import RollPlace, mix_of, shared_roll
from games.engine.shared_dice import commitment as shared_commitment
from games.engine.state import NonceStatus

FORMAT = "barpoint-certificate-1"
KINDS = tuple(action.kind for action in (Epoch, Ready, Nonce, NoncesClosed, OpeningRoll, Roll))
"""The kinds of action that dice are made of."""


class DiceRow(NamedTuple):
    """A row of the log that is about dice."""

    seq: int
    game: int
    at_ms: int
    action: Action


@dataclass(frozen=True, slots=True)
class NoncePart:
    """A seat's nonce for an epoch's dice, with `seq` and time of its seal (`hash`) and of the nonce as it was `shown`."""

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
class RollEntry:
    """`n` counts from 1 over the whole match. An opening roll has no seat: the first die is A's.

    `number` counts from 1 within the game, where dice are shared; else it is 0.
    """

    n: int
    seq: int
    at_ms: int
    game: int
    seat: Seat | None
    dice: Dice
    number: int = 0


@dataclass(frozen=True, slots=True)
class Shared:
    """Dice that several matches roll from (ADR 25): the nonces of all boards, [match, A's, B's] each, and their hash.

    Both are empty before the first roll.
    """

    shared_id: str
    label: str = ""
    mix: str = ""
    nonces: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Sealed:
    """One epoch: a commitment, both parts, the rolls made from them; `seed` only once that may be known."""

    epoch: int
    commitment: str
    seq: int
    at_ms: int
    parts: tuple[NoncePart, NoncePart] = (NoncePart(), NoncePart())
    readied: frozenset[Seat] = frozenset()
    rolls: tuple[RollEntry, ...] = ()
    seed: str | None = None
    revealed_at: int | None = None
    shared: Shared | None = None

    def __repr__(self) -> str:
        """Never with the seed: a log line or an error page may show it."""
        return f"<Sealed {self.epoch} {self.commitment}>"

    def computed(self, match_id: str, roll: RollEntry) -> Dice | None:
        """What this roll had to be; None while the seed is secret."""
        if self.seed is None:
            return None
        if self.shared is not None:
            place = RollPlace(roll.game, roll.number)
            return shared_roll(self.seed, self.shared.shared_id, self.shared.mix, place)
        a, b = (part.used for part in self.parts)
        return roll_dice(self.seed, match_id, self.epoch, a, b, roll.n)

    def commitment_of(self, seed: str, match_id: str) -> str:
        """What had to be published for this seed."""
        if self.shared is not None:
            return shared_commitment(seed, self.shared.shared_id)
        return commitment(seed, match_id, self.epoch)


@dataclass(frozen=True, slots=True)
class Certificate:
    """All that a reader may see of the dice of a match. `rolls` is how many the match had by its own count."""

    match_id: str
    names: tuple[str, str]
    title: str
    imported: bool
    void: bool
    rolls: int
    epochs: tuple[Sealed, ...]

    @property
    def over(self) -> bool:
        """Has every seed been shown?"""
        return all(epoch.seed is not None for epoch in self.epochs)


class Fault(NamedTuple):
    """What does not fit. `roll` when it is one roll."""

    epoch: int
    roll: int | None
    text: str


def rows_of(log: Iterable[tuple[int, int, int, str, str, dict[str, Any]]]) -> Iterator[DiceRow]:
    """Rows as they are stored: seq, game, milliseconds, kind, seat, payload."""
    for seq, game, at_ms, kind, seat, payload in log:
        yield DiceRow(seq, game, at_ms, actions.from_json(kind, seat, payload))


def epochs_of(rows: Iterable[DiceRow]) -> tuple[Sealed, ...]:
    """The epochs of a match from its rows about dice. Rolls before any commitment (imported matches) are left out."""
    epochs: list[Sealed] = []
    number = 0
    for row in rows:
        action = row.action
        if isinstance(action, Epoch):
            shared = Shared(action.shared) if action.shared else None
            epochs.append(
                Sealed(action.epoch, action.commitment, row.seq, row.at_ms, shared=shared)
            )
            continue
        number += isinstance(action, OpeningRoll | Roll)
        if epochs:
            epochs[-1] = _with_row(epochs[-1], row, number)
    return tuple(epochs)


def _with_row(epoch: Sealed, row: DiceRow, number: int) -> Sealed:
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
            return _with_roll(epoch, RollEntry(number, row.seq, row.at_ms, row.game, None, dice))
        case Roll(seat, dice) if dice is not None:
            return _with_roll(epoch, RollEntry(number, row.seq, row.at_ms, row.game, seat, dice))
    return epoch


def _sealed_part(digest: str | None, row: DiceRow) -> NoncePart:
    return NoncePart() if digest is None else NoncePart("awaited", digest, row.seq, row.at_ms)


def _shown(part: NoncePart, text: str, row: DiceRow) -> NoncePart:
    status: NonceStatus = "given" if nonce_hash(text) == part.hash else "wrong"
    return replace(part, status=status, shown=text, shown_seq=row.seq, shown_at=row.at_ms)


def _with(epoch: Sealed, seat: Seat, part: NoncePart) -> Sealed:
    a, b = epoch.parts
    return replace(epoch, parts=(part, b) if seat == "A" else (a, part))


def _with_roll(epoch: Sealed, made: RollEntry) -> Sealed:
    if epoch.shared is not None:
        last = epoch.rolls[-1] if epoch.rolls else None
        number = last.number + 1 if last is not None and last.game == made.game else 1
        made = replace(made, number=number)
    return replace(epoch, rolls=(*epoch.rolls, made))


def _index(seat: Seat) -> int:
    return 0 if seat == "A" else 1


def revealed(
    epochs: Iterable[Sealed], seeds: Mapping[int, tuple[str, int | None]]
) -> tuple[Sealed, ...]:
    """The same epochs with those seeds (and when each was shown) that the caller may see."""
    return tuple(
        replace(epoch, seed=seeds[epoch.epoch][0], revealed_at=seeds[epoch.epoch][1])
        if epoch.epoch in seeds
        else epoch
        for epoch in epochs
    )


def with_shared(epochs: Iterable[Sealed], shared: Mapping[str, Shared]) -> tuple[Sealed, ...]:
    """The same epochs with what is public of their shared dice; of those without a roll only the label."""
    return tuple(
        epoch
        if epoch.shared is None or (stored := shared.get(epoch.shared.shared_id)) is None
        else replace(
            epoch, shared=stored if epoch.rolls else Shared(stored.shared_id, stored.label)
        )
        for epoch in epochs
    )


def faults(match_id: str, epochs: Iterable[Sealed]) -> Iterator[Fault]:
    """What does not fit in the epochs whose seed is shown: promise, order, every roll."""
    for epoch in epochs:
        if epoch.seed is None:
            continue
        if epoch.commitment_of(epoch.seed, match_id) != epoch.commitment:
            text = f"the seed of epoch {epoch.epoch} does not fit its commitment"
            yield Fault(epoch.epoch, None, text)
        if not _in_order(epoch):
            text = f"in epoch {epoch.epoch} promises and rolls are not in order"
            yield Fault(epoch.epoch, None, text)
        if epoch.shared is not None and epoch.rolls and not _is_mixed(match_id, epoch):
            text = f"the nonces of epoch {epoch.epoch} are not what its shared dice were mixed from"
            yield Fault(epoch.epoch, None, text)
        for roll in epoch.rolls:
            expected = epoch.computed(match_id, roll)
            if roll.dice != expected:
                text = (
                    f"the dice of action {roll.seq} (roll {roll.n}, {_dice_text(roll.dice)}) "
                    f"do not follow from seed and nonces, which give {_dice_text(expected)}"
                )
                yield Fault(epoch.epoch, roll.n, text)


def _is_mixed(match_id: str, epoch: Sealed) -> bool:
    """Is the mix of shared dice made from the nonces of all boards, those of this one among them?"""
    shared, own = epoch.shared, (match_id, *(part.used for part in epoch.parts))
    return shared is not None and own in shared.nonces and mix_of(shared.nonces) == shared.mix


def _in_order(epoch: Sealed) -> bool:
    """Commitment, then both seals, then the nonces, then rolls."""
    seals = [part.hash_seq for part in epoch.parts if part.hash_seq is not None]
    shown = [part.shown_seq for part in epoch.parts if part.shown_seq is not None]
    roll = [each.seq for each in epoch.rolls]
    steps = [[epoch.seq], seals, shown, roll]
    present = [step for step in steps if step]
    return all(max(a) < min(b) for a, b in pairwise(present))


def _dice_text(dice: Dice | None) -> str:
    return "-".join(map(str, dice or ()))
