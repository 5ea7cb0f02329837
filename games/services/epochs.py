"""Sealed seeds: a new one for the match's first dice, and whenever it goes on after a seed was shown."""

import secrets

from games.engine.actions import Epoch
from games.engine.dice import commitment
from games.models import MatchSeed
from games.moments import from_ms
from games.services.desk import Desk

SEED_BYTES = 32


def open_epoch(desk: Desk, at_ms: int) -> None:
    """Draw a seed, keep it, publish its commitment on the log (ADR 0005)."""
    epoch = desk.table.match.epoch + 1
    seed = secrets.token_hex(SEED_BYTES)
    sealed = commitment(seed, desk.match_id, epoch)
    MatchSeed.objects.create(
        match_id=desk.match_id,
        epoch=epoch,
        seed=seed,
        commitment=sealed,
        created_at=from_ms(at_ms),
    )
    desk.lay(Epoch(epoch, sealed), at_ms)
    desk.seed = seed
