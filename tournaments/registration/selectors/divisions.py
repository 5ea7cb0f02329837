"""The tournaments that one form enters: the asked one and the others of its event that take people without an account."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.bracket.selectors.prize_pot import due, plans_of
from tournaments.event.selectors.events import short_names
from tournaments.models import FeePlan, RegistrationPlan, SidePool, SidePoolEntry, Tournament
from tournaments.registration.selectors.questions import EntrantQuestion, questions_of
from tournaments.registration.selectors.registration_state import (
    PlacesLeft,
    is_open_for_all,
    places_of,
    reduced_fee,
)

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class PoolOffer:
    """A side pool that an entrant may join: its fee in smallest units, how many are in it, and the pool that it needs."""

    id: int
    name: str
    fee: int
    inside: int
    requires: int | None


@dataclass(frozen=True, slots=True)
class RegistrationDivision:
    """A tournament of the form. `fee` is what an entry costs now without pools, `reduced` the same for those whom `reduced_for`
    describes (None: no reduced fee); smallest units of `currency`, which is empty where no fees are set."""

    tournament: Tournament
    name: str
    places: PlacesLeft
    currency: str
    fee: int
    reduced: int | None
    reduced_for: str
    pools: tuple[PoolOffer, ...]
    questions: tuple[EntrantQuestion, ...]
    plan: RegistrationPlan | None

    @property
    def id(self) -> int:
        return self.tournament.pk

    @property
    def discount(self) -> int:
        """How much less those pay whom the reduced fee is for."""
        return 0 if self.reduced is None else self.fee - self.reduced


def divisions_of(asked: Tournament, now: datetime) -> list[RegistrationDivision]:
    """The asked tournament, whether it is open or not, and the open ones of its event, in the order of the event."""
    tournaments = [asked]
    if asked.event is not None and asked.event.is_public:
        others = Tournament.objects.filter(event=asked.event_id, status=Status.OPEN)
        tournaments = list(others.order_by("event_order", "pk"))
        if asked.pk not in [t.pk for t in tournaments]:
            tournaments.insert(0, asked)
    plans = RegistrationPlan.objects.filter(tournament__in=tournaments)
    by_tournament = {plan.tournament_id: plan for plan in plans}
    listed = [
        t
        for t in tournaments
        if t.pk == asked.pk or is_open_for_all(t, by_tournament.get(t.pk), now)
    ]
    fees = plans_of(listed)
    pools = _pools(listed)
    named = asked.event is not None and len(listed) > 1
    names = short_names(asked.event, listed) if named and asked.event else {}
    return [
        _division(t, names.get(t.pk, t.name), by_tournament.get(t.pk), fees.get(t.pk), pools, now)
        for t in listed
    ]


def _division(  # the rows that were read for all
    tournament: Tournament,
    name: str,
    plan: RegistrationPlan | None,
    fees: FeePlan | None,
    pools: dict[int, list[PoolOffer]],
    now: datetime,
) -> RegistrationDivision:
    usual = due(fees, 1, None, None, now) if fees is not None else None
    entry_fee = reduced_fee(fees, now) if fees is not None else None
    reduced = None
    if usual is not None and entry_fee is not None:
        reduced = entry_fee + usual.registration_fee
    return RegistrationDivision(
        tournament=tournament,
        name=name,
        places=places_of(tournament),
        currency=fees.currency if fees is not None else "",
        fee=usual.entry_fee + usual.registration_fee if usual is not None else 0,
        reduced=reduced,
        reduced_for=fees.reduced_for if fees is not None else "",
        pools=tuple(pools.get(tournament.pk, ())) if fees is not None else (),
        questions=questions_of(plan),
        plan=plan,
    )


def _pools(tournaments: Iterable[Tournament]) -> dict[int, list[PoolOffer]]:
    """By tournament its side pools. Two queries."""
    listed = list(tournaments)
    inside: dict[int, int] = {}
    for pool in SidePoolEntry.objects.filter(
        pool__tournament__in=listed, entry__status="active"
    ).values_list("pool", flat=True):
        inside[pool] = inside.get(pool, 0) + 1
    offers: dict[int, list[PoolOffer]] = {}
    for row in SidePool.objects.filter(tournament__in=listed).order_by("pk"):
        offer = PoolOffer(row.pk, row.name, row.fee, inside.get(row.pk, 0), row.requires_id)
        offers.setdefault(row.tournament_id, []).append(offer)
    return offers
