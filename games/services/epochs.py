"""Sealed seeds: a new one for the match's first dice, and whenever it goes on after a seed was shown."""

import secrets

from games.engine.actions import Epoch
from games.engine.dice import commitment
from games.models import SharedDice
from games.services.bulk_sql import Seal
from games.services.locked_match import LockedMatch
from games.timestamps import from_ms
from web.secret import Secret

SEED_BYTES = 32


def seal(locked: LockedMatch, at_ms: int, shared: SharedDice | None = None) -> Seal:
    """Draw a seed and publish its commitment on the log; the caller keeps it (ADR 0005).

    With `shared` dice nothing is drawn: their commitment is published, and their seed stays with them (ADR 25).
    """
    epoch = locked.table.match.epoch + 1
    if shared is not None:
        locked.apply(Epoch(epoch, shared.commitment, str(shared.pk)), at_ms)
        made_at = from_ms(at_ms)
        return Seal(locked.match_id, epoch, "", shared.commitment, made_at, shared.pk)
    seed = Secret(secrets.token_hex(SEED_BYTES))
    sealed = commitment(seed, locked.match_id, epoch)
    locked.apply(Epoch(epoch, sealed), at_ms)
    locked.seed = seed
    return Seal(locked.match_id, epoch, seed, sealed, from_ms(at_ms))
