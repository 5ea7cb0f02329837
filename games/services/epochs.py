"""Sealed seeds: a new one for the match's first dice, and whenever it goes on after a seed was shown."""

import secrets

from games.engine.actions import Epoch
from games.engine.dice import commitment
from games.services.bulk_sql import Seal
from games.services.locked_match import Desk
from games.timestamps import from_ms
from web.secret import Secret

SEED_BYTES = 32


def seal(desk: Desk, at_ms: int) -> Seal:
    """Draw a seed and publish its commitment on the log; the caller keeps it (ADR 0005)."""
    epoch = desk.table.match.epoch + 1
    seed = Secret(secrets.token_hex(SEED_BYTES))
    sealed = commitment(seed, desk.match_id, epoch)
    desk.lay(Epoch(epoch, sealed), at_ms)
    desk.seed = seed
    return Seal(desk.match_id, epoch, seed, sealed, from_ms(at_ms))
