"""Entry tickets: winners get them, a corrected winner gets them instead, and the desk of the target takes them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from satellites.models import EntryTicket, SatelliteTournament
from satellites.selectors.satellites import CURRENT, is_full
from satellites.selectors.tickets import due_places, winner_of
from tournaments.core.locking import lock_together, locked, raise_versions, save_changed
from tournaments.core.permissions import Right, require, require_status
from tournaments.entry.services import check_in, entries
from tournaments.models import Entry, Tournament
from tournaments.money.services import fees
from web.errors import DomainError, NotFound

ENTERED = (Entry.Status.ACTIVE, Entry.Status.WAITING_LIST, Entry.Status.INVITED)


@transaction.atomic
def settle_ticket(place_id: int, now: datetime) -> bool:
    """Give the winner of this tournament a ticket, or move or take back an unused one after a correction. False where
    nothing was due."""
    places = SatelliteTournament.objects.select_related("satellite", "ticket")
    place = places.filter(pk=place_id).first()
    if place is None:
        return False
    had = getattr(place, "ticket", None)
    target_id = had.target_id if had else place.satellite.target_id
    subjects = [place.tournament_id, *([target_id] if target_id else [])]
    lock_together(subjects)
    if target_id is None or not due_places().filter(pk=place_id).exists():
        return False
    winner = winner_of(locked(place.tournament_id))
    ticket = EntryTicket.objects.filter(source=place).first()
    if ticket is not None and ticket.entry_id is not None:
        fees.set_usual_fee(ticket.entry_id, by=None)
    if winner is None:
        EntryTicket.objects.filter(source=place).delete()
    else:
        given = {"player_id": winner, "created_at": now, "target_id": target_id}
        unused = {"entry": None, "used_at": None, "used_by": None}
        EntryTicket.objects.update_or_create(source=place, defaults=given | unused)
    raise_versions(subjects)
    return True


@transaction.atomic
def use_ticket(ticket_id: int, *, by: User, now: datetime, confirm: str = "") -> Entry:
    """Enter the player in the target without a fee; a full target puts them on its waiting list. A player who has entered
    already pays no fee either. `confirm` as in `enter_late`.

    Refused: no_such_ticket (404), not_your_role, ticket_used, ticket_withdrawn, already_entered with another ticket; what the
    desk's entry refuses.
    """
    sources = EntryTicket.objects.filter(pk=ticket_id)
    subjects = sources.values_list("source__tournament_id", "target_id").first()
    if subjects is None:
        raise _no_such_ticket()
    lock_together(subjects)
    ticket = EntryTicket.objects.select_related(
        "source__tournament__champion", "target", "player", "entry"
    ).filter(pk=ticket_id).first()  # fmt: skip
    if ticket is None:
        raise _no_such_ticket()
    require(by, ticket.target, Right.SCORE)
    if ticket.is_used:
        raise DomainError("ticket_used", _("This ticket has been used already."))
    if winner_of(ticket.source.tournament) != ticket.player_id:
        text = _("The winner was corrected, and this ticket is no longer valid. Reload the page.")
        raise DomainError("ticket_withdrawn", text)
    entry = _entry(ticket, by, now, confirm)
    note = _("Winner of %(name)s") % {"name": ticket.source.tournament.name}
    fees.set_own_fee(entry.pk, by=None, entry_fee=0, registration_fee=0, note=note)
    EntryTicket.objects.filter(entry=entry).exclude(pk=ticket.pk).update(entry=None, used_at=None)
    ticket.entry, ticket.used_at, ticket.used_by = entry, now, by
    ticket.save(update_fields=["entry", "used_at", "used_by"])
    save_changed(locked(ticket.source.tournament_id))
    return entry


def _no_such_ticket() -> NotFound:
    return NotFound("no_such_ticket", _("This no longer exists. Reload the page."))


def _entry(ticket: EntryTicket, by: User, now: datetime, confirm: str) -> Entry:
    target, player = locked(ticket.target_id), ticket.player
    require_status(target, *CURRENT)
    entered = target.entries.filter(player=player, status__in=ENTERED).order_by("attempt").last()
    if entered is not None:
        if EntryTicket.objects.filter(entry=entered).exists():
            text = _("This player has entered with another ticket.")
            raise DomainError("already_entered", text)
        return entered
    if is_full(target):
        return check_in.join_waiting_list(target.pk, by=by, now=now, player=player)
    return entries.add_walk_in(target.pk, by=by, now=now, player=player, confirm=confirm)


def is_waiting(entry: Entry) -> bool:
    return entry.status == Entry.Status.WAITING_LIST


def takes_tickets(target: Tournament) -> bool:
    """Can players still enter it?"""
    return target.status in CURRENT
