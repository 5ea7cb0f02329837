"""What each entry owes and has paid; and the balance: what came in, what went out, what is on hand. Smallest units."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, Sum

from tournaments.bracket.selectors.prize_pot import drawn_entries, due, plan_of
from tournaments.models import Entry, Event, FeePlan, LedgerLine, SidePoolEntry, Stage, Tournament

Kind = LedgerLine.Kind
Paid = dict[tuple[int, str, int | None], int]
COLUMNS = (
    "pk", "attempt", "status", "name", "player__name", "player_id",
    "own_fee__entry_fee", "own_fee__registration_fee", "own_fee__note",
    "entered_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FeeItem:
    """One fee of an entry; `pool` and `name` are those of a side pool."""

    kind: str
    due: int
    paid: int
    pool: int | None = None
    name: str = ""

    @property
    def label(self) -> str:
        return self.name or str(Kind(self.kind).label)


@dataclass(frozen=True, slots=True)
class Account:
    """The account of an entry. `back` was refunded. Unless the entry `plays`, all it has paid is owed back."""

    entry: int
    name: str
    player: int
    player_name: str
    plays: bool
    items: tuple[FeeItem, ...]
    back: int
    note: str = ""

    @property
    def due(self) -> int:
        return sum(item.due for item in self.items)

    @property
    def paid(self) -> int:
        return sum(item.paid for item in self.items) - self.back

    @property
    def owes(self) -> int:
        """What is still to pay; below 0 the entry gets something back."""
        return self.due - self.paid


def accounts(
    tournament: Tournament, plan: FeePlan | None = None, only: int | None = None
) -> list[Account]:
    """The accounts of all entries that owe or have paid something, or of entry `only`, by name. Five queries."""
    plan = plan or plan_of(tournament)
    if plan is None:
        return []
    drawn = drawn_entries(tournament)
    chosen = Q() if only is None else Q(pk=only)
    rows = list(Entry.objects.filter(chosen, tournament=tournament).values_list(*COLUMNS))
    pools = pool_fees(tournament, only)
    paid = paid_for_playing(tournament, only)
    every = (_account(row, plan, drawn, pools.get(row[0], ()), paid) for row in rows)
    listed = (account for account in every if account.plays or account.paid)
    return sorted(listed, key=lambda account: (account.name.casefold(), account.entry))


def accounts_in(plans: Mapping[int, FeePlan]) -> dict[int, list[Account]]:
    """The accounts of several tournaments by their ids, in no order. Four queries, none without plans."""
    listed: dict[int, list[Account]] = {pk: [] for pk in plans}
    if not plans:
        return listed
    fields = Stage.objects.filter(tournament__in=plans).values_list("field", flat=True)
    drawn = frozenset(entry for field in fields for entry in field)
    pools: dict[int, list[tuple[int, str, int]]] = {}
    seats = SidePoolEntry.objects.filter(pool__tournament__in=plans).select_related("pool")
    for seat in seats:
        pools.setdefault(seat.entry_id, []).append((seat.pool_id, seat.pool.name, seat.pool.fee))
    lines = LedgerLine.objects.filter(
        tournament__in=plans, kind__in=LedgerLine.FOR_PLAYING, entry__isnull=False
    )
    sums = lines.order_by().values_list("entry_id", "kind", "pool_id").annotate(all=Sum("amount"))
    paid: Paid = {(entry or 0, kind, pool): total for entry, kind, pool, total in sums}
    rows = Entry.objects.filter(tournament__in=plans).values_list("tournament_id", *COLUMNS)
    for of, *row in rows:
        account = _account(row, plans[of], drawn, pools.get(row[0], ()), paid)
        if account.plays or account.paid:
            listed[of].append(account)
    return listed


def account_of(tournament: Tournament, entry_id: int) -> Account | None:
    matching = accounts(tournament, only=entry_id)
    return matching[0] if matching else None


def pool_fees(
    tournament: Tournament, only: int | None = None
) -> dict[int, list[tuple[int, str, int]]]:
    """By entry the side pools it is in: id, name, fee. One query."""
    seats = SidePoolEntry.objects.filter(pool__tournament=tournament)
    if only is not None:
        seats = seats.filter(entry=only)
    fees: dict[int, list[tuple[int, str, int]]] = {}
    for seat in seats.select_related("pool").order_by("pool_id"):
        fees.setdefault(seat.entry_id, []).append((seat.pool_id, seat.pool.name, seat.pool.fee))
    return fees


def paid_for_playing(tournament: Tournament, only: int | None = None) -> Paid:
    """What came in by entry, kind and pool, counter-lines taken off. One query."""
    lines = LedgerLine.objects.filter(
        tournament=tournament, kind__in=LedgerLine.FOR_PLAYING, entry__isnull=False
    )
    if only is not None:
        lines = lines.filter(entry=only)
    sums = lines.order_by().values_list("entry_id", "kind", "pool_id").annotate(all=Sum("amount"))
    return {(entry or 0, kind, pool): total for entry, kind, pool, total in sums}


def _account(
    row: Sequence[Any],
    plan: FeePlan,
    drawn: frozenset[int],
    pools: Iterable[tuple[int, str, int]],
    paid: Paid,
) -> Account:
    pk, attempt, status, team, player, player_id, fee, registration, note, at = row
    plays = status == Entry.Status.ACTIVE or pk in drawn
    owed = due(plan, attempt, fee, registration, at)
    playing: list[tuple[str, int, int | None, str]] = [
        (str(kind), amount, None, "") for kind, amount in owed.fees
    ]
    beside = [(str(Kind.SIDE_POOL), fee_of, pool, name) for pool, name, fee_of in pools]
    mine = {key[1:]: amount for key, amount in paid.items() if key[0] == pk}
    items = [
        FeeItem(of, amount if plays else 0, mine.pop((of, pool), 0), pool, name)
        for of, amount, pool, name in [*playing, *beside]
    ]
    back = -mine.pop((str(Kind.REFUND), None), 0)
    items += [FeeItem(of, 0, amount, pool) for (of, pool), amount in mine.items() if amount]
    shown = tuple(item for item in items if item.due or item.paid) or (items[0],)
    name = team or player
    title = name if attempt == 1 else f"{name} ({attempt})"
    return Account(pk, title, player_id, player, plays, shown, back, note or "")


@dataclass(frozen=True, slots=True)
class KindTotal:
    """What came in and what went out of one kind, both as amounts above 0."""

    label: str
    came_in: int
    went_out: int


@dataclass(frozen=True, slots=True)
class Balance:
    """All lines of a ledger: in = out + on hand. Only lines in `currency` count; `by_kind` is in the order of the kinds."""

    currency: str
    by_kind: tuple[KindTotal, ...]

    @property
    def came_in(self) -> int:
        return sum(total.came_in for total in self.by_kind)

    @property
    def went_out(self) -> int:
        return sum(total.went_out for total in self.by_kind)

    @property
    def on_hand(self) -> int:
        return self.came_in - self.went_out


def balance(lines: QuerySet[LedgerLine], currency: str) -> Balance:
    """One query. A counter-line is subtracted on its own side: an amount that was taken back never came in."""
    sums = (
        lines.filter(currency=currency).order_by().values_list("kind").annotate(all=Sum("amount"))
    )
    totals: dict[str, int] = dict(sums)
    by_kind = (
        KindTotal(str(Kind(kind).label), max(totals[kind], 0), max(-totals[kind], 0))
        for kind in Kind.values
        if totals.get(kind)
    )
    return Balance(currency, tuple(by_kind))


def entry_fees_paid(accounts: Iterable[Account]) -> int:
    """What has come in of the fees that make the prize pool, refunds taken off."""
    of_pot = {Kind.ENTRY_FEE, Kind.REENTRY}
    fees = [
        (account, [item.paid for item in account.items if item.kind in of_pot])
        for account in accounts
    ]
    return sum(min(sum(paid), max(account.paid, 0)) for account, paid in fees)


def lines_of(subject: Tournament | Event) -> QuerySet[LedgerLine]:
    """The ledger, latest first; with who wrote each line and whether it was taken back."""
    if isinstance(subject, Event):
        lines = LedgerLine.objects.filter(Q(event=subject) | Q(tournament__event=subject))
    else:
        lines = LedgerLine.objects.filter(tournament=subject)
    return lines.select_related("by", "pool", "lot", "tournament", "reversed_by").order_by("-pk")
