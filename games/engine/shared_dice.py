"""PURE. Dice that several boards share: how they are computed, and which roll may be released (ADR 25).

A roll has its place: the game, and its number within that game, from 1, opening ties included. So boards that
end a game early begin the next with the same rolls as the others.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from games.engine.dice import dice_from, seed_checked, valid_nonce
from games.engine.errors import RulesError


class RollPlace(NamedTuple):
    """Game and number of a roll; earlier places are smaller."""

    game: int
    number: int


class WaitingBoard(NamedTuple):
    """A board that may still need rolls: the place of the next, and whether it waits for just that roll."""

    place: RollPlace
    waits: bool


NOTHING = RollPlace(0, 0)
"""Before the first roll."""


def commitment(seed_hex: str, shared_id: str | UUID) -> str:
    """What the server publishes before any nonce was shown: the hash of the seed."""
    text = f"barpoint-shared-seed-1|{shared_id}|{seed_checked(seed_hex)}"
    return hashlib.sha256(text.encode()).hexdigest()


def mix_of(nonces: Iterable[Sequence[str]]) -> str:
    """The hash of the nonces of all boards: [match, A's, B's] each, in the order of the matches."""
    rows = sorted(tuple(row) for row in nonces)
    if not all(len(row) == 3 and valid_nonce(row[1]) and valid_nonce(row[2]) for row in rows):
        raise RulesError("bad_nonce", "A nonce is up to 64 letters and digits.")
    text = "|".join(["barpoint-mix-1", *("|".join(row) for row in rows)])
    return hashlib.sha256(text.encode()).hexdigest()


def shared_roll(
    seed_hex: str, shared_id: str | UUID, mix: str, place: RollPlace
) -> tuple[int, int]:
    """The roll at this place, the same on every board; at the opening the first die is A's."""
    if place.game < 1 or place.number < 1:
        raise RulesError("bad_throw", "Games and rolls are numbered from 1.")
    text = f"barpoint-shared-dice-1|{shared_id}|{mix}|{place.game}|{place.number}|"
    return dice_from(seed_hex, text)


def released(boards: Iterable[WaitingBoard], so_far: RollPlace = NOTHING) -> RollPlace:
    """The last place that may be released. Every roll up to it is known to, or of no more use on, every open board.

    A board that waits has made all its choices before its roll. A board that does not wait blocks its next roll, so only
    what comes earlier is released. Never less than `so_far`.
    """
    open_boards = list(boards)
    blocked = min((board.place for board in open_boards if not board.waits), default=None)
    waiting = sorted({board.place for board in open_boards if board.waits})
    first = waiting[0] if waiting else None
    if first is None or (blocked is not None and first >= blocked):
        return so_far
    return max(so_far, first)
