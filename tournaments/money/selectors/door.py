"""The door list of a tournament: each entry with whether it is here, what it has paid and owes, and who waits for a place."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import NOT_HOUSE_BOTS
from tournaments.models import Entry, FeePlan, Tournament
from tournaments.money.selectors.accounts import Account, accounts
from web.folding import fold

SHOWN = ("all", "away", "unpaid", "waiting")


@dataclass(frozen=True, slots=True)
class DoorRow:
    """An entry at the door. `here` is when it checked in; amounts in smallest units; `number` is its number in line, 0 with a
    place."""

    entry: int
    name: str
    country: str
    club: str
    here: datetime | None
    paid: int
    owes: int
    number: int

    @property
    def waits(self) -> bool:
        return self.number > 0


@dataclass(frozen=True, slots=True)
class DoorList:
    """The rows by name, those that wait last and in their order; and totals of all entries with a place."""

    rows: tuple[DoorRow, ...]

    @property
    def places(self) -> tuple[DoorRow, ...]:
        return tuple(row for row in self.rows if not row.waits)

    @property
    def here(self) -> int:
        return sum(row.here is not None for row in self.places)

    @property
    def away(self) -> int:
        return len(self.places) - self.here

    @property
    def unpaid(self) -> int:
        return sum(row.owes > 0 for row in self.places)

    @property
    def waiting(self) -> int:
        return len(self.rows) - len(self.places)

    @property
    def paid(self) -> int:
        return sum(row.paid for row in self.rows)

    @property
    def owed(self) -> int:
        return sum(max(row.owes, 0) for row in self.rows)

    def shown(self, which: str, sought: str = "") -> list[DoorRow]:
        """The rows of a filter (SHOWN) whose name or club contains what is sought."""
        wanted = fold(sought.strip())
        return [
            row
            for row in self.rows
            if _is(row, which) and (wanted in fold(row.name) or wanted in fold(row.club))
        ]


def door(tournament: Tournament, plan: FeePlan | None) -> DoorList:
    """Everybody with a place or on the waiting list, without bots. Five queries, one where there are no fees."""
    standing = Entry.Status
    entries = tournament.entries.filter(status__in=[standing.ACTIVE, standing.WAITING_LIST])
    entries = entries.filter(player__bot_kind__in=NOT_HOUSE_BOTS)
    listed = list(entries.select_related("player", "check_in").order_by("entered_at", "pk"))
    money = {a.entry: a for a in accounts(tournament, plan)} if plan is not None else {}
    waiting = [entry for entry in listed if entry.status == standing.WAITING_LIST]
    numbers = {entry.pk: number for number, entry in enumerate(waiting, start=1)}
    rows = [_row(entry, money.get(entry.pk), numbers.get(entry.pk, 0)) for entry in listed]
    return DoorList(tuple(sorted(rows, key=lambda row: (row.number, fold(row.name), row.entry))))


def _row(entry: Entry, account: Account | None, number: int) -> DoorRow:
    return DoorRow(
        entry=entry.pk,
        name=entry.title,
        country=str(entry.player.country),
        club=entry.club,
        here=entry.check_in.at if hasattr(entry, "check_in") else None,
        paid=account.paid if account else 0,
        owes=account.owes if account else 0,
        number=number,
    )


def _is(row: DoorRow, which: str) -> bool:
    return {
        "away": row.here is None and not row.waits,
        "unpaid": row.owes > 0,
        "waiting": row.waits,
    }.get(which, True)
