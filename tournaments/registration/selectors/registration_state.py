"""May somebody without an account register, what it costs, and the public waiting list."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.bracket.selectors.prize_pot import due, is_early, plan_of
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.models import (
    Entry,
    FeePlan,
    LedgerLine,
    RegistrationPlan,
    SidePool,
    Tournament,
)

MOST_WAITING_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Bill:
    """What an entry costs, in smallest units of `currency`: each fee with its name. No lines: it is free. `early_until` is set
    while it is the early fee; `later` is the total after that."""

    currency: str
    lines: tuple[tuple[str, int], ...]
    early_until: datetime | None
    later: int

    @property
    def total(self) -> int:
        return sum(amount for _label, amount in self.lines)


@dataclass(frozen=True, slots=True)
class PlacesLeft:
    """Places of a tournament: how many have one, how many there are (None: no limit), how many wait."""

    taken: int
    limit: int | None
    waiting: int

    @property
    def is_full(self) -> bool:
        """Does the next one join the waiting list? Nobody overtakes those who wait for a place that has become free."""
        return self.limit is not None and (self.taken >= self.limit or self.waiting > 0)

    @property
    def left(self) -> int | None:
        return None if self.limit is None else max(self.limit - self.taken, 0)

    @property
    def others_wait(self) -> bool:
        """Is a place free, and are there others who wait for it?"""
        return self.is_full and bool(self.left)

    @property
    def next_in_line(self) -> int:
        return self.waiting + 1


def registration_plan(tournament: Tournament) -> RegistrationPlan | None:
    """At most one query."""
    return RegistrationPlan.objects.filter(tournament=tournament).first()


def can_be_offered(tournament: Tournament) -> bool:
    """Can it take people without an account at all? Over the board only, where no one needs a login to play; and single
    players, since a pair or a team has a captain with an account."""
    single = tournament.entry_kind == Tournament.EntryKind.SINGLE
    return single and not tournament.is_rehearsal and not is_online(tournament)


def is_open_for_all(tournament: Tournament, plan: RegistrationPlan | None, now: datetime) -> bool:
    """Can somebody without an account register now?"""
    return (
        plan is not None
        and plan.is_open
        and tournament.status == Tournament.Status.OPEN
        and (plan.closes_at is None or now < plan.closes_at)
        and can_be_offered(tournament)
    )


def bill_of(
    tournament: Tournament,
    at: datetime,
    *,
    is_reduced: bool = False,
    pools: Collection[int] = (),
) -> Bill | None:
    """What a first entry made at that time costs, with these side pools; None if no fees are set. Two queries at most."""
    plan = plan_of(tournament)
    if plan is None:
        return None
    reduced = reduced_fee(plan, at) if is_reduced else None
    fees = [(kind, amount) for kind, amount in due(plan, 1, reduced, None, at).fees if amount]
    lines = [(str(LedgerLine.Kind(kind).label), amount) for kind, amount in fees]
    if pools:
        chosen = SidePool.objects.filter(tournament=tournament, pk__in=pools).order_by("pk")
        lines += chosen.values_list("name", "fee")
    is_cheaper = is_early(plan, at) and reduced is None
    later = sum(amount for _kind, amount in due(plan, 1, None, None).fees)
    return Bill(plan.currency, tuple(lines), plan.early_until if is_cheaper else None, later)


def reduced_fee(plan: FeePlan, at: datetime) -> int | None:
    """The entry fee of those who pay the reduced one, never more than the early fee; None where there is no reduced fee."""
    if plan.reduced_fee is None:
        return None
    return min(plan.reduced_fee, due(plan, 1, None, None, at).entry_fee)


def places_of(tournament: Tournament) -> PlacesLeft:
    """One query."""
    counted = (Entry.Status.ACTIVE, Entry.Status.WAITING_LIST)
    rows: Iterable[str] = tournament.entries.filter(status__in=counted).values_list(
        "status", flat=True
    )
    statuses = list(rows)
    waiting = statuses.count(Entry.Status.WAITING_LIST)
    return PlacesLeft(len(statuses) - waiting, tournament.entry_limit, waiting)


def waiting_names(tournament: Tournament) -> list[str]:
    """Who waits for a place, in order, by name only; at most MOST_WAITING_SHOWN. One query."""
    waiting = tournament.entries.filter(status=Entry.Status.WAITING_LIST).select_related("player")
    return [entry.title for entry in waiting.order_by("entered_at", "pk")[:MOST_WAITING_SHOWN]]


def number_in_line(entry: Entry) -> int:
    """The entry's number on the waiting list, from 1. One query."""
    before = Q(entered_at__lt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__lt=entry.pk)
    line = Entry.objects.filter(tournament=entry.tournament_id, status=Entry.Status.WAITING_LIST)
    return line.filter(before).count() + 1
