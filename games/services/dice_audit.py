"""Do the dice of matches follow from what was promised? Reads; changes nothing, shows no seed.

The one place that compares seeds, commitments, nonces and rolls as they are stored: one match with its open
epoch for `verify`, the closed epochs of all matches for `manage.py dice_audit`.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from games.models import Match, MatchKind, MatchSeed
from games.records.certificate import Sealed, faults, revealed
from games.selectors.certificates import sealed_epochs, with_public_dice

AT_ONCE = 200
Seeds = Mapping[int, MatchSeed]


class AuditedMatch(NamedTuple):
    """A match: how many closed epochs and rolls were looked at, and what is wrong with them."""

    match_id: UUID
    epochs: int
    rolls: int
    faults: list[str]


def dice_faults(match: Match, *, sealed: bool) -> Iterator[str]:
    """What is wrong with the dice of one match; `sealed`: its last epoch is still open, and checked all the same."""
    if match.kind == MatchKind.IMPORTED:
        return
    epochs = with_public_dice(sealed_epochs({match.pk: match.seq}).get(match.pk, ()))
    rows = MatchSeed.objects.filter(match=match).select_related("shared")
    seeds = {seed.epoch: seed for seed in rows}
    yield from _differences(str(match.pk), epochs, seeds)
    for number, seed in seeds.items():
        is_open = sealed and number == len(epochs)
        if seed.shared is not None and not is_open:  # shown when all of its boards are over
            is_open = seed.shared.revealed_at is None
        if is_open == (seed.revealed_at is not None):
            yield f"the seed of epoch {number} is {'shown' if is_open else 'hidden'}"


def audit(match_id: UUID | None = None, since: datetime | None = None) -> Iterator[AuditedMatch]:
    """Every match with a closed epoch (closed since then), a few hundred in memory at a time."""
    closed = MatchSeed.objects.filter(revealed_at__isnull=False)
    if match_id is not None:
        closed = closed.filter(match=match_id)
    if since is not None:
        closed = closed.filter(revealed_at__gte=since)
    ids = closed.order_by("match_id").values_list("match_id", flat=True).distinct()
    remaining = ids.iterator(chunk_size=AT_ONCE)
    while chunk := list(islice(remaining, AT_ONCE)):
        yield from _audited(chunk)


def _audited(match_ids: Sequence[UUID]) -> Iterator[AuditedMatch]:
    columns = ("pk", "seq", "finished_at", "state__match__throws")
    rows = Match.objects.filter(pk__in=match_ids).exclude(kind=MatchKind.IMPORTED)
    facts = list(rows.order_by("pk").values_list(*columns))
    epochs_by_match = sealed_epochs({pk: seq for pk, seq, _, _ in facts})
    seeds: dict[UUID, dict[int, MatchSeed]] = {}
    is_checkable = Q(revealed_at__isnull=False) | Q(shared__isnull=False)
    for seed in MatchSeed.objects.filter(is_checkable, match__in=match_ids).select_related(
        "shared"
    ):
        seeds.setdefault(seed.match_id, {})[seed.epoch] = seed
    for pk, _, finished_at, rolls in facts:
        yield _audit_match(
            pk,
            with_public_dice(epochs_by_match.get(pk, ())),
            seeds.get(pk, {}),
            rolls if finished_at else None,
        )


def _audit_match(
    match_id: UUID, epochs: tuple[Sealed, ...], seeds: Seeds, rolls: int | None
) -> AuditedMatch:
    """`rolls`: how many a match that is over had by its own count; then every epoch must be closed, too."""
    wrong = list(_differences(str(match_id), epochs, seeds, over=rolls is not None))
    logged = sum(len(epoch.rolls) for epoch in epochs)
    if rolls is not None and logged != rolls:
        wrong.append(f"the log has {logged} rolls, the match had {rolls}")
    closed = [epoch for epoch in epochs if epoch.epoch in seeds]
    return AuditedMatch(match_id, len(closed), sum(len(epoch.rolls) for epoch in closed), wrong)


def _differences(
    match_id: str, epochs: tuple[Sealed, ...], seeds: Seeds, *, over: bool = True
) -> Iterator[str]:
    """The rows of seeds against the log, and each roll against both."""
    for epoch in epochs:
        kept = seeds.get(epoch.epoch)
        if kept is None and over:
            yield f"the seed of epoch {epoch.epoch} is not there, or not shown"
        elif kept is not None and kept.commitment != epoch.commitment:
            yield f"the commitment of epoch {epoch.epoch} is not the one that was published"
    for number in seeds.keys() - {epoch.epoch for epoch in epochs}:
        yield f"epoch {number} was never published"
    shown_seeds = {number: (_seed_of(seed), None) for number, seed in seeds.items()}
    yield from (fault.text for fault in faults(match_id, revealed(epochs, shown_seeds)))


def _seed_of(seed: MatchSeed) -> str:
    """Also that of shared dice whose boards are not all over yet: nothing of it is shown."""
    return str(seed.seed if seed.shared is None else seed.shared.seed)
