"""The entries of a tournament as a table for its staff: every fact in a column, sorted by any of them, filtered by text and state."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django_countries.fields import Country

from tournaments.contacts.services.contacts import contacts_by_player
from tournaments.models import EntrantContact, Entry, Tournament
from tournaments.money.selectors.accounts import Account, account_of, accounts
from tournaments.players.services.name_correction import may_be_corrected
from tournaments.registration.selectors.questions import answer_texts, tournament_questions
from tournaments.registration.selectors.registration_state import number_in_line
from web.folding import fold

Standing = Entry.Status
SORTS: Final = (
    "entered", "seed", "name", "country", "club", "rating", "member_number", "here", "owes", "status",
)  # fmt: skip
STATES: Final = ("all", "in", "here", "away", "unpaid", "waiting", "invited", "left")
LISTED: Final = (Standing.ACTIVE, Standing.INVITED, Standing.WAITING_LIST)
LEFT: Final = (Standing.WITHDRAWN, Standing.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class EntryTableRow:
    """An entry with its facts. `country` is a code of two letters; amounts in smallest units; `has_contact` says that a consent
    is noted; `answers` are questions with what was answered; `number` is the place in the waiting list, from 1, else 0."""

    entry: int
    player: int
    name: str
    country: str
    club: str
    rating: float | None
    member_number: str
    has_contact: bool
    seed: int | None
    entered_at: datetime
    here: datetime | None
    due: int
    paid: int
    owes: int
    status: str
    status_label: str
    number: int
    may_set_country: bool
    answers: tuple[tuple[str, str], ...]
    is_single: bool

    @property
    def is_in(self) -> bool:
        return self.status == Standing.ACTIVE

    @property
    def waits(self) -> bool:
        return self.status == Standing.WAITING_LIST

    @property
    def rating_text(self) -> str:
        return "" if self.rating is None else f"{self.rating:g}"

    @property
    def country_name(self) -> str:
        return str(Country(self.country).name) if self.country else ""


@dataclass(frozen=True, slots=True)
class EntriesTable:
    """All rows of a tournament, in order of entry; those that left are shown by their own filter only."""

    rows: tuple[EntryTableRow, ...]

    def shown(self, state: str, sought: str, sort: str) -> list[EntryTableRow]:
        """The rows of a state (STATES) with that text in name, club or member number, sorted by SORTS; `-` reverses."""
        wanted = fold(sought.strip())
        rows = [row for row in self.rows if _is(row, state) and wanted in _text(row)]
        key, is_reversed = sort.removeprefix("-"), sort.startswith("-")
        if key not in SORTS:
            return rows
        with_value = [row for row in rows if _value(row, key) is not None]
        without = [row for row in rows if _value(row, key) is None]
        return sorted(with_value, key=lambda row: _value(row, key), reverse=is_reversed) + without

    def counts(self) -> dict[str, int]:
        """How many rows each state has."""
        return {state: sum(_is(row, state) for row in self.rows) for state in STATES}


def entries_table(tournament: Tournament, *, for_directors: bool) -> EntriesTable:
    """Every entry but those that lost and re-entered. Member numbers and answers are for directors. Nine queries at most."""
    entries = tournament.entries.select_related("player", "check_in").order_by("entered_at", "pk")
    contacts = contacts_by_player(tournament) if for_directors else {}
    money = {account.entry: account for account in accounts(tournament)}
    teams = tournament.entry_kind != Tournament.EntryKind.SINGLE
    asked = tournament_questions(tournament)
    number = 0
    rows = []
    for entry in entries:
        number += entry.status == Standing.WAITING_LIST
        in_line = number if entry.status == Standing.WAITING_LIST else 0
        contact = None if teams else contacts.get(entry.player_id)
        answers = answer_texts(asked, contact.answers) if contact else []
        row = _row(entry, contact, money.get(entry.pk), in_line, is_single=not teams)
        rows.append(replace(row, answers=tuple(answers)))
    return EntriesTable(tuple(rows))


def row_of(tournament: Tournament, entry_id: int) -> EntryTableRow | None:
    """One row of the table, for directors. Nine queries at most."""
    entries = tournament.entries.select_related("player", "check_in")
    entry = entries.filter(pk=entry_id).first()
    if entry is None:
        return None
    single = tournament.entry_kind == Tournament.EntryKind.SINGLE
    contacts = EntrantContact.objects.filter(tournament=tournament, player=entry.player_id)
    contact = contacts.first() if single else None
    answers = answer_texts(tournament_questions(tournament), contact.answers) if contact else []
    number = number_in_line(entry) if entry.status == Standing.WAITING_LIST else 0
    row = _row(entry, contact, account_of(tournament, entry_id), number, is_single=single)
    return replace(row, answers=tuple(answers))


def _row(
    entry: Entry,
    contact: EntrantContact | None,
    account: Account | None,
    number: int,
    *,
    is_single: bool,
) -> EntryTableRow:
    return EntryTableRow(
        entry=entry.pk,
        player=entry.player_id,
        name=entry.title,
        country=str(entry.player.country) if is_single else "",
        club=entry.club,
        rating=entry.rating,
        member_number=contact.member_number if contact else "",
        has_contact=contact is not None,
        seed=entry.seed,
        entered_at=entry.entered_at,
        here=entry.check_in.at if hasattr(entry, "check_in") else None,
        due=account.due if account else 0,
        paid=account.paid if account else 0,
        owes=account.owes if account else 0,
        status=entry.status,
        status_label=str(entry.get_status_display()),
        number=number,
        answers=(),
        may_set_country=is_single and may_be_corrected(entry.player),
        is_single=is_single,
    )


def _is(row: EntryTableRow, state: str) -> bool:
    return {
        "in": row.is_in,
        "here": row.here is not None and row.status in LISTED,
        "away": row.is_in and row.here is None,
        "unpaid": row.owes > 0,
        "waiting": row.waits,
        "invited": row.status == Standing.INVITED,
        "left": row.status in LEFT,
    }.get(state, row.status in LISTED)


def _text(row: EntryTableRow) -> str:
    return fold("\n".join((row.name, row.club, row.member_number, row.country_name)))


def _value(row: EntryTableRow, key: str) -> Any:
    """What a column sorts by; None, which comes last, where there is nothing in it."""
    match key:
        case "name" | "club" | "member_number":
            return fold(str(getattr(row, key))) or None
        case "country":
            return fold(row.country_name) or None
        case "status":
            return row.status_label, row.number
        case "entered":
            return row.entered_at
        case _:
            return getattr(row, key)
