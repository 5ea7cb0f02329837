"""What directors see of contacts: a row for each entrant, address lists to copy, and a user's own for their download."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext

from accounts.models import Player, User
from tournaments.models import CheckIn, EntrantContact, Entry, Tournament
from tournaments.money.selectors.accounts import accounts

LISTED = (Entry.Status.ACTIVE, Entry.Status.INVITED, Entry.Status.WAITING_LIST)
MOST_IN_LINK = 40
"""A link that opens the email program holds so many addresses; more would be too long for some programs."""


@dataclass(frozen=True, slots=True)
class ContactRow:
    """A player of an entry with their contact, if one is kept. `team` is the entry's title where the player is one of several."""

    player: Player
    entry: int
    status: str
    status_label: str
    team: str
    contact: EntrantContact | None


@dataclass(frozen=True, slots=True)
class AddressList:
    """The addresses of a group of players, each once, and how many of its players have none."""

    key: str
    name: str
    addresses: tuple[str, ...]
    missing: int

    @property
    def text(self) -> str:
        return ", ".join(self.addresses)

    @property
    def link(self) -> str:
        """A mailto link that hides the addresses from each other; empty if there are none or too many."""
        few = 0 < len(self.addresses) <= MOST_IN_LINK
        return f"mailto:?bcc={','.join(self.addresses)}" if few else ""


def contact_rows(tournament: Tournament) -> list[ContactRow]:
    """The players of all entries that have or may get a place, and of others whose contact is kept, by name. Three queries."""
    kept = {row.player_id: row for row in EntrantContact.objects.filter(tournament=tournament)}
    entries = tournament.entries.select_related("player").prefetch_related("members__player")
    rows: dict[int, ContactRow] = {}
    for entry in entries.order_by("-attempt", "pk"):
        members = [member.player for member in entry.members.all()]
        for player in members or [entry.player]:
            is_shown = entry.status in LISTED or player.pk in kept
            if not is_shown or player.is_house_bot or player.anonymised_at or player.pk in rows:
                continue
            team = entry.title if members else ""
            rows[player.pk] = ContactRow(
                player,
                entry.pk,
                entry.status,
                entry.get_status_display(),
                team,
                kept.get(player.pk),
            )
    return sorted(rows.values(), key=lambda row: (row.player.search_name, row.player.pk))


def address_lists(tournament: Tournament, rows: Iterable[ContactRow]) -> list[AddressList]:
    """Everybody entered, who still owes, and who is not checked in. A list that cannot be made here is left out. Six
    queries at most."""
    active = [row for row in rows if row.status == Entry.Status.ACTIVE]
    lists = [_listed("all", pgettext("address list", "All entered"), active)]
    money = accounts(tournament)
    if money:
        owing = {account.entry for account in money if account.plays and account.owes > 0}
        unpaid = [row for row in active if row.entry in owing]
        lists.append(_listed("unpaid", pgettext("address list", "Unpaid"), unpaid))
    there = set(
        CheckIn.objects.filter(entry__tournament=tournament).values_list("entry", flat=True)
    )
    if there or hasattr(tournament, "venue"):
        missing = [row for row in active if row.entry not in there]
        lists.append(_listed("away", pgettext("address list", "Not checked in"), missing))
    waiting = [row for row in rows if row.status == Entry.Status.WAITING_LIST]
    if waiting:
        lists.append(_listed("waiting", pgettext("address list", "Waiting list"), waiting))
    return lists


def contacts_of(user: User) -> list[dict[str, Any]]:
    """A user's own contacts, kept by organizers. One query."""
    rows = EntrantContact.objects.filter(player__user=user).select_related("tournament")
    return [
        {
            "tournament": row.tournament.name,
            "email": row.email,
            "phone": row.phone,
            "member_number": row.member_number,
            "answers": list((row.answers or {}).values()),
            "consent_noted_at": row.consent_at.isoformat(),
            "deleted_days_after_the_tournament": row.days,
        }
        for row in rows.order_by("pk")
    ]


def _listed(key: str, name: str, rows: list[ContactRow]) -> AddressList:
    """Addresses without repeats; the same one in other capitals is a repeat."""
    by_address = {
        row.contact.email.casefold(): row.contact.email
        for row in rows
        if row.contact is not None and row.contact.email
    }
    without = sum(row.contact is None or not row.contact.email for row in rows)
    return AddressList(key, name, tuple(by_address.values()), without)
