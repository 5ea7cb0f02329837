"""Groups of matches that roll from the same dice: opened before the matches are made, left by a board that cannot stay."""

import secrets
from datetime import datetime
from uuid import UUID, uuid4

from accounts.models import User
from games.engine.shared_dice import commitment
from games.models import SharedDice
from games.services import rulings
from games.services.epochs import SEED_BYTES
from games.services.locked_match import LockedMatch
from web.secret import Secret


def open_group(label: str, now: datetime) -> SharedDice:
    """New shared dice; `label` names them on certificates, for instance "Spring Open, Swiss, round 3".

    Make all matches of the group with it in the same transaction (`MatchPlan.shared_dice`): no match can join once a roll
    was released, and dice without any match are shown after a day.
    """
    shared_id, seed = uuid4(), Secret(secrets.token_hex(SEED_BYTES))
    return SharedDice.objects.create(
        id=shared_id,
        label=label[:200],
        seed=seed,
        commitment=commitment(seed, shared_id),
        created_at=now,
    )


def take_out(match_id: UUID, *, by: User | None, reason: str, now: datetime) -> LockedMatch:
    """Let a match that is on go on with dice of its own; the others no longer wait for it.

    Its players press ready again, because new dice need new nonces. RulesError no_shared_dice where it has none (any more).
    """
    return rulings.use_own_dice(match_id, by=by, reason=reason, now=now)
