"""A match's dice as one viewer may know them now: spectators of a delayed match as late as everything else."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.loaded_match import LoadedMatch, names_of
from games.models import Action, Match, MatchKind, MatchStatus, SharedDice
from games.records.certificate import (
    KINDS,
    Certificate,
    DiceRow,
    Sealed,
    Shared,
    epochs_of,
    revealed,
    rows_of,
    with_shared,
)
from games.selectors.loaded_matches import load_match
from games.selectors.seats import match_with_seats
from games.selectors.seeds import seeds_shown
from games.selectors.visibility import hidden_from
from games.timestamps import to_ms


def certificate(
    user: User | AnonymousUser | None, match_id: UUID, now: datetime
) -> Certificate | None:
    """None when there is no such match, or this viewer may not see anything of it yet."""
    match = match_with_seats(match_id)
    if match is None:
        return None
    until = hidden_from(user, match, now)
    if until is not None and not Action.objects.filter(match=match, at__lte=until).exists():
        return None
    return certificate_of(match, until)


def certificate_of(match: Match, until: datetime | None = None) -> Certificate:
    """The certificate as of `until`, or of this match as read: no roll and no seed that came later."""
    loaded = load_match(match)
    imported = match.kind == MatchKind.IMPORTED
    epochs = () if imported else _epochs(match, loaded, until)
    seen = sum(len(epoch.rolls) for epoch in epochs)
    return Certificate(
        match_id=str(match.pk),
        names=(names_of(loaded.seats["A"]), names_of(loaded.seats["B"])),
        title=match.context.get("title") or "",
        imported=imported,
        void=until is None and match.status == MatchStatus.VOID,
        rolls=seen if until is not None or imported else loaded.table.match.rolls,
        epochs=epochs,
    )


def _epochs(match: Match, loaded: LoadedMatch, until: datetime | None) -> tuple[Sealed, ...]:
    """With the seeds that may be known; the one in use as the match was read stays sealed whatever came since."""
    epochs = with_public_dice(sealed_epochs({match.pk: match.seq}, until).get(match.pk, ()))
    shown = seeds_shown(match.pk, until)
    if not match.is_over:
        shown.pop(loaded.table.match.epoch, None)
    return revealed(epochs, {epoch: (seed, to_ms(at)) for epoch, (seed, at) in shown.items()})


def with_public_dice(epochs: Sequence[Sealed]) -> tuple[Sealed, ...]:
    """The same epochs with the label, the nonces and the mix of their shared dice; no query where none are shared."""
    ids = {epoch.shared.shared_id for epoch in epochs if epoch.shared is not None}
    return with_shared(epochs, public_dice(ids)) if ids else tuple(epochs)


def public_dice(shared_ids: Collection[str]) -> dict[str, Shared]:
    """What anybody may know of these dice, whose seeds are not read."""
    rows = SharedDice.objects.filter(pk__in=shared_ids)
    return {
        str(pk): Shared(str(pk), label, mix, tuple(tuple(row) for row in nonces))
        for pk, label, mix, nonces in rows.values_list("pk", "label", "mix", "nonces")
    }


def sealed_epochs(
    seqs: Mapping[UUID, int], until: datetime | None = None
) -> dict[UUID, tuple[Sealed, ...]]:
    """The epochs of these matches, each up to a seq, without their seeds; one query."""
    actions = Action.objects.filter(match__in=list(seqs), kind__in=KINDS).order_by("match", "seq")
    if until is not None:
        actions = actions.filter(at__lte=until)
    columns = actions.values_list("match_id", "seq", "game", "at", "kind", "seat", "payload")
    return {
        match_id: epochs_of(_rows(rows, seqs[match_id]))
        for match_id, rows in groupby(columns.iterator(chunk_size=2000), key=lambda row: row[0])
    }


def _rows(rows: Iterable[tuple[Any, ...]], last: int) -> Iterator[DiceRow]:
    return rows_of(
        (seq, game, to_ms(at), kind, seat, payload)
        for _, seq, game, at, kind, seat, payload in rows
        if seq <= last
    )
