"""Keeping, changing and deleting the contacts of entrants. Only directors do it, only with consent, and each has an end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player, User
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director
from tournaments.models import EntrantContact, Tournament
from web.errors import DomainError, NotFound

DETAILS = ("email", "phone", "member_number")
USUAL_DAYS = 30
DAYS = (7, USUAL_DAYS, 90, 365)
NEVER_ENDED = timedelta(days=365)  # after this a tournament counts as over although nobody ended it
AT_ONCE = 500
Status = Tournament.Status
Details = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ContactTerms:
    """Who noted the players' consent, when, and how many days after the tournament the contacts are deleted (None: by hand)."""

    by: Viewer | None
    now: datetime
    days: int | None = USUAL_DAYS


@transaction.atomic
def save_contact(
    tournament_id: int,
    player_id: int,
    details: Details,
    *,
    terms: ContactTerms,
    consent: bool,
    seen: str | None = None,
) -> EntrantContact | None:
    """Keep these details in place of the old ones; without any the contact is deleted. `seen` is `details_text` of what the
    editor saw. Refused: consent_needed, contact_changed."""
    tournament = locked(tournament_id)
    require_director(terms.by, tournament)
    player = _player_of(tournament, player_id)
    old = EntrantContact.objects.filter(tournament=tournament, player=player).first()
    if seen is not None and seen != details_text(old):
        text = _(
            "Someone else changed this contact. Nothing was overwritten. Save again to replace it."
        )
        raise DomainError("contact_changed", text)
    wanted = {name: details.get(name, "").strip() for name in DETAILS}
    if not any(wanted.values()):
        if old is not None:
            old.delete()
        return None
    if not consent:
        text = _("Ask the player first. Contacts are kept only with consent.")
        raise DomainError("consent_needed", text, status=400)
    row = old or EntrantContact(tournament=tournament, player=player)
    for name, value in wanted.items():
        setattr(row, name, value)
    _note(row, tournament, terms)
    row.save()
    return row


def keep_contacts(
    tournament: Tournament,
    given: Iterable[tuple[Player, Details]],
    *,
    terms: ContactTerms,
    answers: Details | None = None,
) -> int:
    """Add details of players who have consented; empty ones change nothing. The caller has the lock and the right. Two
    queries for each 500; returns how many rows were written."""
    wanted = {player.pk: details for player, details in given if any(details.values())}
    old = contacts_by_player(tournament) if wanted else {}
    for player_id, details in wanted.items():
        row = old.setdefault(player_id, EntrantContact(tournament=tournament, player_id=player_id))
        for name in DETAILS:
            if details.get(name):
                setattr(row, name, details[name])
        if answers:
            row.answers = {**(row.answers or {}), **answers}
        _note(row, tournament, terms)
    rows = [old[player_id] for player_id in wanted]
    EntrantContact.objects.bulk_create([r for r in rows if r.pk is None], batch_size=AT_ONCE)
    columns = [*DETAILS, "answers", "consent_at", "consent_by", "days", "delete_at"]
    EntrantContact.objects.bulk_update(
        [r for r in rows if r.pk is not None], columns, batch_size=100
    )
    return len(rows)


def contacts_by_player(tournament: Tournament) -> dict[int, EntrantContact]:
    """All contacts of a tournament by player. One query; its caller has the right."""
    rows = EntrantContact.objects.filter(tournament=tournament)
    return {row.player_id: row for row in rows}


def details_text(contact: EntrantContact | None) -> str:
    """What a contact says, as one text: it changes with any of it."""
    if contact is None:
        return ""
    return "|".join([*(getattr(contact, name) for name in DETAILS), str(contact.days)])


def deletion_time(tournament: Tournament, days: int | None, now: datetime) -> datetime | None:
    """When a contact kept for so many days is deleted, as far as is known now."""
    if days is None:
        return None
    end = tournament.finished_at or max(tournament.starts_at or now, now)
    return end + timedelta(days=days)


def sweep(now: datetime) -> int:
    """Delete the contacts whose time is over; returns how many. One whose tournament goes on is looked at again later."""
    due = EntrantContact.objects.filter(delete_at__lte=now).select_related("tournament")
    gone: list[int] = []
    later: list[EntrantContact] = []
    for row in due.order_by("delete_at", "pk")[:AT_ONCE]:
        again = _due_later(row, now)
        if again is None:
            gone.append(row.pk)
        else:
            row.delete_at = again
            later.append(row)
    EntrantContact.objects.bulk_update(later, ["delete_at"], batch_size=100)
    EntrantContact.objects.filter(pk__in=gone, delete_at__lte=now).delete()
    return len(gone)


def forget_user(user: User) -> None:
    """A deleted account leaves no contact behind."""
    EntrantContact.objects.filter(player__user=user).delete()


def _due_later(row: EntrantContact, now: datetime) -> datetime | None:
    """The later time at which a contact is due; None if it is due now."""
    keeps = timedelta(days=row.days or 0)
    goes_on = row.tournament.status in (Status.DRAFT, Status.OPEN, Status.RUNNING)
    if goes_on:
        expected = max(row.consent_at, row.tournament.starts_at or row.consent_at)
        return now + max(keeps, timedelta(days=1)) if now < expected + NEVER_ENDED else None
    end = row.tournament.finished_at
    return end + keeps if end is not None and end + keeps > now else None


def _note(row: EntrantContact, tournament: Tournament, terms: ContactTerms) -> None:
    row.consent_at, row.days = terms.now, terms.days
    row.consent_by = terms.by if isinstance(terms.by, User) else None
    row.delete_at = deletion_time(tournament, terms.days, terms.now)


def _player_of(tournament: Tournament, player_id: int) -> Player:
    """A player of this tournament, alone or in a team. Refused: no_such_entry."""
    plays = Q(entries__tournament=tournament) | Q(memberships__entry__tournament=tournament)
    player = Player.objects.filter(plays, pk=player_id, anonymised_at=None).first()
    if player is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    return player
