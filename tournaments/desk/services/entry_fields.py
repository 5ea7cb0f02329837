"""One fact of one entry, set from its cell in the table of entries: country, club, rating or member number."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django_countries import countries

from tournaments.contacts.services.contacts import DETAILS, ContactTerms, save_contact
from tournaments.core.locking import save_changed
from tournaments.core.permissions import Viewer, require_director
from tournaments.entry.services.entries import entry_of
from tournaments.models import EntrantContact, Entry, Tournament
from tournaments.players.services.name_correction import correct_country
from web.errors import DomainError, NotFound

FIELDS: Final = ("country", "club", "rating", "member_number")
HIGHEST_RATING = 10_000
LONGEST: Final = {"club": 80, "member_number": 32}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """What was typed into a cell, and what the editor saw in it (`before`; None: not checked)."""

    field: str
    typed: str
    before: str | None = None
    consent: bool = False


@transaction.atomic
def set_field(entry_id: int, change: FieldChange, *, by: Viewer | None, now: datetime) -> None:
    """Set one fact. Directors only.

    Refused: no_such_field (404), field_changed when somebody else has changed it, bad_rating, bad_country, too_long,
    consent_needed (a first member number is kept only with consent), names_himself, entered_elsewhere.
    """
    entry, tournament = entry_of(entry_id)
    require_director(by, tournament)
    if change.field not in FIELDS:
        raise NotFound("no_such_field", _("This no longer exists. Reload the page."))
    typed = " ".join(change.typed.split())
    current = field_text(entry, change.field)
    if change.before is not None and current not in (change.before, typed):
        text = _("Someone else changed this to “%(value)s”. Save again to replace it.")
        raise DomainError("field_changed", text % {"value": current})
    if len(typed) > LONGEST.get(change.field, len(typed)):
        text = _("Too long. Maximum number of characters: %(n)d.") % {"n": LONGEST[change.field]}
        raise DomainError("too_long", text, status=400)
    match change.field:
        case "country":
            _set_country(entry, typed, by)
        case "member_number":
            _set_member_number(entry, tournament, typed, change, ContactTerms(by=by, now=now))
        case "club":
            entry.club = typed
            entry.save(update_fields=["club"])
        case _:
            entry.rating = _rating(typed)
            entry.save(update_fields=["rating"])
    save_changed(tournament)


def field_text(entry: Entry, field: str) -> str:
    """A fact as its cell shows it. At most one query."""
    if field == "country":
        return str(entry.player.country)
    if field == "rating":
        return "" if entry.rating is None else f"{entry.rating:g}"
    if field == "club":
        return entry.club
    contact = EntrantContact.objects.filter(tournament=entry.tournament_id, player=entry.player_id)
    return contact.values_list("member_number", flat=True).first() or ""


def _set_country(entry: Entry, code: str, by: Viewer | None) -> None:
    if code and code not in dict(countries):
        raise DomainError("bad_country", _("Choose a country of the list."), status=400)
    correct_country(entry.pk, code, by=by)


def _rating(typed: str) -> float | None:
    if not typed:
        return None
    try:
        rating = float(typed.replace(",", "."))
    except ValueError:
        rating = -1
    if not 0 <= rating <= HIGHEST_RATING:
        text = _("Enter a rating between 0 and %(highest)s.") % {"highest": HIGHEST_RATING}
        raise DomainError("bad_rating", text, status=400)
    return rating


def _set_member_number(
    entry: Entry, tournament: Tournament, typed: str, change: FieldChange, terms: ContactTerms
) -> None:
    """A contact that exists keeps its other details, its answers and its term."""
    old = EntrantContact.objects.filter(tournament=tournament, player=entry.player_id).first()
    if old is not None:
        old.member_number = typed
        if old.answers or any(getattr(old, name) for name in DETAILS):
            old.save(update_fields=["member_number"])
        else:
            old.delete()
        return
    details = {"member_number": typed}
    save_contact(tournament.pk, entry.player_id, details, terms=terms, consent=change.consent)
