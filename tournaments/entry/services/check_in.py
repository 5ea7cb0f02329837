"""Check-in before the start, removing absent entries, and the waiting list that fills their places."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import NOT_HOUSE_BOTS, Player, User
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.bracket.services.slips import new_code
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require, require_director, require_status
from tournaments.entry.services import consent
from tournaments.entry.services.entry_notices import notify_seated
from tournaments.entry.services.late_entries import enter_late
from tournaments.entry.services.namesakes import player_to_enter
from tournaments.entry.services.places import (
    Applicant,
    latest_entry,
    others_wait,
    require_lineup,
    require_nobody_twice,
    require_room,
    save_members,
)
from tournaments.models import CheckIn, Entry, Registration, Ruling, Tournament, Venue
from tournaments.ruling.services.journal import ruling
from web.errors import DomainError, NotFound

Status, Standing = Tournament.Status, Entry.Status
BEFORE = (Status.DRAFT, Status.OPEN)


@transaction.atomic
def open_check_in(tournament_id: int, *, by: User | None, now: datetime) -> Venue:
    """Open check-in for players; they can also use the code that this creates."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    require_status(tournament, *BEFORE, Status.RUNNING)
    venue, _is_new = Venue.objects.get_or_create(tournament=tournament)
    venue.check_in_opened_at, venue.check_in_closed_at = venue.check_in_opened_at or now, None
    venue.check_in_code = venue.check_in_code or new_code()
    venue.save(update_fields=["check_in_opened_at", "check_in_closed_at", "check_in_code"])
    save_changed(tournament)
    return venue


@transaction.atomic
def close_check_in(tournament_id: int, *, by: User | None, now: datetime) -> None:
    """Players can no longer check in by themselves; the desk still can check them in."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    Venue.objects.filter(tournament=tournament).update(check_in_closed_at=now)
    save_changed(tournament)


@transaction.atomic
def check_in(entry_id: int, *, by: User | None, now: datetime, by_player: bool = False) -> CheckIn:
    """Check an entry in. `by_player`: with the code, while check-in is open. Refused: check_in_closed, not_entered."""
    entry, tournament = _entry(entry_id)
    if by_player:
        venue = Venue.objects.filter(tournament=tournament).first()
        if venue is None or not is_open(venue):
            raise DomainError("check_in_closed", _("Check-in is closed. Go to the desk."))
    else:
        require(by, tournament, Right.SCORE)
    if entry.status not in (Standing.ACTIVE, Standing.WAITING_LIST):
        raise DomainError("not_entered", _("This player is not entered."))
    made, is_new = CheckIn.objects.get_or_create(entry=entry, defaults={"at": now, "by": by})
    if is_new:
        save_changed(tournament)
    return made


@transaction.atomic
def undo_check_in(entry_id: int, *, by: User | None) -> None:
    """Undo the check-in of an entry."""
    entry, tournament = _entry(entry_id)
    require(by, tournament, Right.SCORE)
    if CheckIn.objects.filter(entry=entry).delete()[0]:
        save_changed(tournament)


def is_open(venue: Venue) -> bool:
    return venue.check_in_opened_at is not None and venue.check_in_closed_at is None


@transaction.atomic
def join_waiting_list(
    tournament_id: int,
    *,
    by: User | None,
    now: datetime,
    name: str = "",
    player: Player | None = None,
    choice: str = "",
) -> Entry:
    """Put a player on the waiting list, in order of arrival; the desk by name, or players themselves.

    Refused: not_full, when there is a place; entry_closed, already_entered, name_taken, which_player (namesakes.py).
    """
    tournament = locked(tournament_id)
    require_status(tournament, Status.OPEN, Status.DRAFT, Status.RUNNING)
    if player is None or player.user_id is None or by is None or player.user_id != by.pk:
        require(by, tournament, Right.SCORE)
    elif tournament.status == Status.DRAFT:
        raise DomainError("entry_closed", _("This tournament is not open for entry."))
    elif (
        tournament.status == Status.OPEN
        and not _is_full(tournament)
        and not others_wait(tournament)
    ):
        raise DomainError("not_full", _("The tournament is not full. Enter directly."))
    if player is None:
        player = _by_name(tournament, name, choice)
    who = Applicant(player)
    require_lineup(tournament, who)
    require_nobody_twice(tournament, who.persons)
    entry = latest_entry(tournament, player) or Entry(tournament=tournament, player=player)
    if entry.status == Standing.DISQUALIFIED:
        raise DomainError("disqualified", _("This player is disqualified from this tournament."))
    if entry.pk and entry.status == Standing.WAITING_LIST:
        return entry
    if entry.pk and tournament.started_at is not None:
        text = _("This player has already been in the draw.")
        raise DomainError("already_entered", text)
    asked = consent.players_to_invite(tournament, who.persons, by=by, entry=entry)
    entry.status, entry.entered_at, entry.seed = Standing.WAITING_LIST, now, None
    entry.awaits_consent = bool(asked)
    entry.save()
    save_members(entry, who.members)
    consent.invite(tournament, ((entry, player) for player in asked), by=by, now=now)
    consent.accept_own(entry, by, now)
    save_changed(tournament)
    return entry


def _by_name(tournament: Tournament, name: str, choice: str) -> Player:
    """Who is put down by this name; a form sent twice puts nobody down twice."""
    waiting = waiting_list(tournament).filter(player__name__iexact=name.strip()[:80])
    if not choice.isdecimal() and waiting.exists():
        text = _("This name is already on the waiting list. Add something to make it unique.")
        raise DomainError("name_taken", text)
    return player_to_enter(tournament, name, choice=choice)


@transaction.atomic
def leave_waiting_list(entry_id: int, *, by: User | None) -> None:
    """Leave the waiting list."""
    entry, tournament = _entry(entry_id)
    if by is None or entry.player.user_id != by.pk:
        require(by, tournament, Right.SCORE)
    if entry.status == Standing.WAITING_LIST:
        entry.status = Standing.WITHDRAWN
        entry.save(update_fields=["status"])
        save_changed(tournament)


@transaction.atomic
def move_to_waiting_list(entry_id: int, *, by: Viewer | None, now: datetime) -> Entry:
    """A director takes an entry's place before the start; it waits by its time of entry, without its seed. Who entered without
    an account is owed an email."""
    entry, tournament = _entry(entry_id)
    require_director(by, tournament)
    require_status(tournament, *BEFORE)
    if entry.status != Standing.ACTIVE:
        raise DomainError("not_entered", _("This player is not entered."))
    entry.status, entry.seed = Standing.WAITING_LIST, None
    entry.save(update_fields=["status", "seed"])
    Registration.objects.filter(entry=entry).update(email_at=now, claimed_at=None)
    save_changed(tournament)
    return entry


@transaction.atomic
def admit_from_waiting_list(
    entry_id: int, *, by: User | None, now: datetime, confirm: str = ""
) -> Entry:
    """Give an entry on the waiting list a place: in the list before the start, in the draw after it.

    `confirm` as in `enter_late`.
    """
    entry, tournament = _entry(entry_id)
    require(by, tournament, Right.SCORE)
    if entry.status != Standing.WAITING_LIST:
        raise DomainError("not_standing_by", _("This player is not on the waiting list."))
    if entry.awaits_consent and is_online(tournament):
        return _invite(tournament, entry)
    if tournament.status == Status.RUNNING:
        members = tuple(member.player for member in entry.members.select_related("player"))
        who = Applicant(entry.player, members, entry.name, consent.awaiting(entry))
        late = enter_late(tournament, who, by=by, now=now, confirm=confirm)
        notify_seated([late], now)
        return late
    require_status(tournament, *BEFORE)
    require_room(tournament)
    notify_seated([entry], now)
    entry.status = Standing.ACTIVE
    entry.save(update_fields=["status"])
    save_changed(tournament)
    return entry


def _invite(tournament: Tournament, entry: Entry) -> Entry:
    """Online a player takes the place by accepting; they were invited when they were put on the list."""
    require_status(tournament, *BEFORE, Status.RUNNING)
    entry.status = Standing.INVITED
    entry.save(update_fields=["status"])
    save_changed(tournament)
    return entry


@transaction.atomic
def remove_missing(
    tournament_id: int, *, by: User | None, now: datetime, expected: Iterable[int], reason: str = ""
) -> Ruling:
    """Before the start, withdraw entries that have not checked in; checked-in players of the waiting list get their
    places.

    A ruling, which can be undone before the start. `expected` are the absent entries that its author saw. Refused: nobody_missing, missing_changed.
    """
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    require_status(tournament, *BEFORE)
    missing = {entry.pk: entry for entry in absent(tournament)}
    if set(expected) != set(missing):
        text = _("The check-in list has changed. Check it again.")
        raise DomainError("missing_changed", text)
    if not missing:
        raise DomainError("nobody_missing", _("All players are checked in."))
    with ruling(tournament, "not_there", by=by, now=now, reason=reason) as journal:
        for entry in missing.values():
            journal.set(entry, status=Standing.WITHDRAWN, seed=None)
        taken = tournament.entries.filter(status=Standing.ACTIVE).count()
        limit = tournament.entry_limit
        coming = waiting_list(tournament).filter(check_in__isnull=False)
        waiting = list(coming.exclude(awaits_consent=True) if is_online(tournament) else coming)
        filled = waiting if limit is None else waiting[: max(0, limit - taken)]
        for entry in filled:
            journal.set(entry, status=Standing.ACTIVE)
        notify_seated(filled, now)
        journal.ruling.after |= {
            "removed": [entry.player.name for entry in missing.values()],
            "filled": [entry.player.name for entry in filled],
        }
    return journal.ruling


def absent(tournament: Tournament) -> list[Entry]:
    """Entries that have not checked in, by name; bots are always present."""
    entries = tournament.entries.filter(status=Standing.ACTIVE, check_in=None)
    people = entries.filter(player__bot_kind__in=NOT_HOUSE_BOTS)
    return list(people.select_related("player").order_by("player__name"))


def waiting_list(tournament: Tournament) -> QuerySet[Entry]:
    """Entries on the waiting list, in order of arrival."""
    entries = tournament.entries.filter(status=Standing.WAITING_LIST)
    return entries.select_related("player").order_by("entered_at", "pk")


def _is_full(tournament: Tournament) -> bool:
    taken = tournament.entries.filter(status=Standing.ACTIVE).count()
    return tournament.entry_limit is not None and taken >= tournament.entry_limit


def _entry(entry_id: int) -> tuple[Entry, Tournament]:
    tournament_id = (
        Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    )
    if tournament_id is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    tournament = locked(tournament_id)
    return Entry.objects.select_related("player").get(pk=entry_id), tournament
