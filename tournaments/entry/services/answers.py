"""A player's answer to an invitation: accept, decline, or decline and block the organizer who entered them."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player, User
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import lock_together, locked, save_changed
from tournaments.core.permissions import require_status
from tournaments.entry.services.consent import awaiting
from tournaments.entry.services.entry_notices import notify_declined, settle_entry_news
from tournaments.entry.services.late_entries import OnlyByDirector, enter_late
from tournaments.entry.services.places import Applicant, take_place
from tournaments.models import Entry, EntryInvitation, OrganizerBlock, Pairing, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded
from web.errors import DomainError, NotFound

Answer = EntryInvitation.Answer
Status, Standing = Tournament.Status, Entry.Status
IN = (Standing.INVITED, Standing.ACTIVE, Standing.WAITING_LIST)


@transaction.atomic
def accept(invitation_id: int, player: Player, *, now: datetime) -> Entry:
    """Accept. The entry has a place once all its players have accepted; after the start as a late entry.

    Refused: no_invitation, tournament_full, entry_closed, no_free_line; then the invitation stays open.
    """
    row, entry, tournament = _opened(invitation_id, player)
    if row.answer == Answer.ACCEPTED:
        return entry
    _write(row, Answer.ACCEPTED, now)
    if awaiting(entry):
        save_changed(tournament)
        return entry
    if entry.status == Standing.INVITED:
        return _take_part(row, entry, tournament, now)
    entry.awaits_consent = False
    entry.save(update_fields=["awaits_consent"])
    waiting = Pairing.objects.filter(slots__entry=entry, decided_at=None, voided_at=None)
    if settle(tournament, now, touched=waiting.values_list("pk", flat=True)).is_nothing:
        save_changed(tournament)
    return entry


@transaction.atomic
def decline(invitation_id: int, player: Player, *, now: datetime) -> None:
    """Decline. Before the start the entry is withdrawn; after it, over the board, the desk shows it.

    Refused: already_accepted, no_invitation, invitation_over.
    """
    row, entry, tournament = _opened(invitation_id, player)
    if row.answer == Answer.ACCEPTED:
        text = _("You have already accepted. To leave, withdraw on the tournament page.")
        raise DomainError("already_accepted", text)
    _decline(row, entry, tournament, now)


@transaction.atomic
def block(invitation_id: int, player: Player, *, now: datetime) -> User | None:
    """Decline, and block this organizer; their other invitations of the player are declined, too."""
    row = _mine(invitation_id, player)
    if row.by is not None:
        OrganizerBlock.objects.get_or_create(player=player, organizer=row.by, defaults={"at": now})
    same = Q(by=row.by) if row.by is not None else Q(pk=row.pk)
    theirs = EntryInvitation.objects.filter(
        same, player=player, answer=Answer.OPEN, entry__status__in=IN
    )
    lock_together(theirs.values_list("tournament_id", flat=True))
    for pk in theirs.values_list("pk", flat=True):
        _decline(*_opened(pk, player), now)
    return row.by


def unblock(block_id: int, player: Player) -> None:
    """Unblock an organizer; no error if there is no such block."""
    OrganizerBlock.objects.filter(pk=block_id, player=player).delete()


def _take_part(row: EntryInvitation, entry: Entry, tournament: Tournament, now: datetime) -> Entry:
    """Give an invited entry its place. An invitation sent after the start has the right of the director who sent it."""
    members = tuple(
        member.player for member in entry.members.select_related("player").order_by("board")
    )
    who = Applicant(entry.player, members, entry.name)
    require_status(tournament, Status.DRAFT, Status.OPEN, Status.RUNNING)
    if tournament.status != Status.RUNNING:
        return take_place(tournament, who, now)
    invited_late = tournament.started_at is not None and row.at > tournament.started_at
    by = row.by if invited_late else row.player.user
    try:
        with transaction.atomic():
            return enter_late(tournament, who, by=by, now=now)
    except (ConfirmationNeeded, OnlyByDirector):
        return _wait_for_director(tournament, entry)


def _wait_for_director(tournament: Tournament, entry: Entry) -> Entry:
    """Put the entry on the waiting list: every free slot faces a called match, which only a director may cancel."""
    entry.status, entry.awaits_consent = Standing.WAITING_LIST, False
    entry.save(update_fields=["status", "awaits_consent"])
    save_changed(tournament)
    return entry


def _decline(row: EntryInvitation, entry: Entry, tournament: Tournament, now: datetime) -> None:
    _write(row, Answer.DECLINED, now)
    is_drawn = entry.status == Standing.ACTIVE and tournament.started_at is not None
    if entry.status in IN and not is_drawn:
        entry.status, entry.seed = Standing.WITHDRAWN, None
        entry.save(update_fields=["status", "seed"])
        notify_declined(row, entry, now)
    elif is_drawn:
        entry.awaits_consent = True
        entry.save(update_fields=["awaits_consent"])
    save_changed(tournament)


def _write(row: EntryInvitation, answer: str, now: datetime) -> None:
    row.answer, row.answered_at, row.email_at = answer, now, None
    row.save(update_fields=["answer", "answered_at", "email_at"])
    settle_entry_news(row, now)


def _mine(invitation_id: int, player: Player) -> EntryInvitation:
    rows = EntryInvitation.objects.filter(pk=invitation_id, player=player)
    row = rows.select_related("by", "player__user").first()
    if row is None:
        raise NotFound("no_invitation", _("This no longer exists. Reload the page."))
    return row


def _opened(invitation_id: int, player: Player) -> tuple[EntryInvitation, Entry, Tournament]:
    """The invitation as it is under the tournament's lock. Refused: no_invitation, invitation_over."""
    tournament = locked(_mine(invitation_id, player).tournament_id)
    row = _mine(invitation_id, player)
    entry = tournament.entries.select_related("player").get(pk=row.entry_id)
    if entry.status not in IN:
        raise DomainError("invitation_over", _("This entry has been withdrawn."))
    return row, entry, tournament
