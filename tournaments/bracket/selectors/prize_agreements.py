"""Agreements on prizes as they are stored, for the pure rules of `payouts/agreements.py`."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.models import PrizeAgreement
from tournaments.payouts.agreements import Chop, Save

Agreement = Chop | Save
AgreementsByTournament = Mapping[int, Sequence[Agreement]]


def agreements_of(tournaments: Iterable[int]) -> dict[int, list[Agreement]]:
    """The agreements that count in these tournaments, by their ids and in the order in which they were agreed. Two queries,
    one where there are none, none without tournaments."""
    listed: dict[int, list[Agreement]] = {pk: [] for pk in tournaments}
    if not listed:
        return listed
    standing = PrizeAgreement.objects.filter(
        tournament__in=listed, agreed_at__isnull=False, ended_at=None
    )
    for row in standing.prefetch_related("shares").order_by("agreed_at", "pk"):
        listed[row.tournament_id].append(agreement_from(row))
    return listed


def agreement_from(row: PrizeAgreement) -> Agreement:
    """For the pure rules. Reads only prefetched rows."""
    shares = {share.entry_id: share.amount for share in row.shares.all()}
    if row.kind == PrizeAgreement.Kind.SAVE:
        first, second = shares
        return Save(row.pk, row.section, first, second, row.percent or 0)
    is_rest = row.kind == PrizeAgreement.Kind.REST
    return Chop(row.pk, row.section, row.total, shares, rest_to_winner=is_rest)
