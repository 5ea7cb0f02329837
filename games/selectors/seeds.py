"""The only way out for seeds: those that are revealed. The others leave no query here, whoever asks."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models import MatchSeed


def revealed_seeds(match_ids: Iterable[UUID]) -> dict[UUID, dict[int, str]]:
    """Seeds by epoch that anybody may see, because their epoch is closed."""
    rows = MatchSeed.objects.filter(match_id__in=list(match_ids), revealed_at__isnull=False)
    seeds: dict[UUID, dict[int, str]] = {}
    for match_id, epoch, seed in rows.values_list("match_id", "epoch", "seed"):
        seeds.setdefault(match_id, {})[epoch] = str(seed)
    return seeds


def seeds_shown(match_id: UUID, until: datetime | None = None) -> dict[int, tuple[str, datetime]]:
    """Seed and when it was shown, by epoch; only those shown by `until`, for spectators who see a match late."""
    rows = MatchSeed.objects.filter(match=match_id, revealed_at__isnull=False)
    if until is not None:
        rows = rows.filter(revealed_at__lte=until)
    return {
        epoch: (str(seed), at)
        for epoch, seed, at in rows.values_list("epoch", "seed", "revealed_at")
        if at is not None
    }


def commitments(match_id: UUID) -> list[dict[str, Any]]:
    """Every commitment ever made for a match, with its seed once that is revealed."""
    revealed = revealed_seeds([match_id]).get(match_id, {})
    rows = MatchSeed.objects.filter(match=match_id).order_by("epoch")
    return [
        {"epoch": epoch, "commitment": commitment, "seed": revealed.get(epoch)}
        for epoch, commitment in rows.values_list("epoch", "commitment")
    ]
