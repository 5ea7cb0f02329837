"""Entering and leaving before the start, walk-ins, seeds and labels. Late entries are in late_entries.py, withdrawals
after the start in the room ruling."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require, require_director, require_status
from tournaments.entry.services import answers, consent
from tournaments.entry.services.late_entries import enter_late, require_late_slot
from tournaments.entry.services.namesakes import player_to_enter
from tournaments.entry.services.places import (
    Applicant,
    latest_entry,
    others_wait,
    require_nobody_twice,
    require_room,
    take_place,
)
from tournaments.models import Entry, OrganizerBlock, Tournament
from web.errors import DomainError, NotFound

Status = Tournament.Status
Kind = Tournament.EntryKind
ENTERED = (Entry.Status.ACTIVE, Entry.Status.INVITED)


@transaction.atomic
def enter(tournament_id: int, player: Player, *, now: datetime) -> Entry:
    """Players enter themselves, also late if the tournament allows it, or accept an invitation. Refused: entry_closed,
    others_wait, already_entered, tournament_full, no_free_line; a pair or a team is entered by its captain: team_needed, pair_needed (teams.py)."""
    tournament = locked(tournament_id)
    if (invitation := consent.open_invitation(tournament, player)) is not None:
        return answers.accept(invitation, player, now=now)
    return enter_self(tournament, Applicant(player), now=now)


def enter_self(tournament: Tournament, who: Applicant, *, now: datetime) -> Entry:
    """The same when the caller has locked the tournament."""
    open_late = tournament.status == Status.RUNNING and tournament.late_entry
    if tournament.status != Status.OPEN and not open_late:
        raise DomainError("entry_closed", _("This tournament is not open for entry."))
    if tournament.status == Status.OPEN and others_wait(tournament):
        text = _("Others wait for a place. Join the waiting list.")
        raise DomainError("others_wait", text)
    return admit(tournament, who, by=who.player.user, now=now)


def admit(
    tournament: Tournament, who: Applicant, *, by: Viewer | None, now: datetime, confirm: str = ""
) -> Entry:
    """Give an applicant a place: in the list before the start, in the draw after it. `confirm` as in `enter_late`.

    Online a player with a login whom somebody else enters is invited. Refused besides: cannot_be_entered,
    invitation_declined, already_invited (consent.py).
    """
    require_status(tournament, Status.DRAFT, Status.OPEN, Status.RUNNING)
    before = latest_entry(tournament, who.player)
    who = replace(
        who, asked=consent.players_to_invite(tournament, who.persons, by=by, entry=before)
    )
    entry = _placed(tournament, who, by=by, now=now, confirm=confirm)
    consent.invite(tournament, ((entry, player) for player in who.asked), by=by, now=now)
    consent.accept_own(entry, by, now)
    return entry


def _placed(
    tournament: Tournament, who: Applicant, *, by: Viewer | None, now: datetime, confirm: str
) -> Entry:
    if who.asked and is_online(tournament):
        consent.require_not_invited(tournament, who)
        if tournament.status == Status.RUNNING:
            require_late_slot(tournament, who, by=by, now=now)
        return take_place(tournament, who, now, status=Entry.Status.INVITED)
    if tournament.status == Status.RUNNING:
        return enter_late(tournament, who, by=by, now=now, confirm=confirm)
    return take_place(tournament, who, now)


@transaction.atomic
def withdraw(tournament_id: int, player: Player) -> Entry:
    """A player leaves before the start; the place is free again. An invited player declines by this, at any time."""
    tournament = locked(tournament_id)
    entry = tournament.entries.filter(player=player, status__in=ENTERED).first()
    if entry is None or entry.status == Entry.Status.ACTIVE:
        require_status(tournament, Status.DRAFT, Status.OPEN)
    if entry is None:
        raise NotFound("not_entered", _("This player is not entered."))
    consent.withdraw_invitation(entry, player, is_no=entry.status == Entry.Status.INVITED)
    return _leave(tournament, entry)


@transaction.atomic
def remove(entry_id: int, *, by: Viewer | None) -> Entry:
    """A director removes an entry before the start; an invited one at any time."""
    entry, tournament = entry_of(entry_id)
    require_director(by, tournament)
    if entry.status != Entry.Status.INVITED:
        require_status(tournament, Status.DRAFT, Status.OPEN)
    return _leave(tournament, entry)


@transaction.atomic
def restore(entry_id: int, *, by: Viewer | None, seed: int | None, now: datetime) -> Entry:
    """Undo `remove` before the start: the same entry with the seed it had, unless somebody else has that now.

    Players who have not accepted are invited again; that is possible after the start, too. Refused: tournament_full,
    already_entered, cannot_be_entered, invitation_declined.
    """
    entry, tournament = entry_of(entry_id)
    require_director(by, tournament)
    if entry.status != Entry.Status.WITHDRAWN:
        return entry
    persons = [member.player for member in entry.members.select_related("player")]
    persons = persons or [entry.player]
    asked = consent.players_to_invite(tournament, persons, by=by, entry=entry)
    is_invited = bool(asked) and is_online(tournament)
    if not is_invited:
        require_status(tournament, Status.DRAFT, Status.OPEN)
    require_room(tournament)
    require_nobody_twice(tournament, persons)
    shown = tournament.entries.filter(status__in=ENTERED)
    entry.status = Entry.Status.INVITED if is_invited else Entry.Status.ACTIVE
    entry.seed = None if shown.filter(seed=seed).exists() else seed
    entry.awaits_consent = bool(asked)
    entry.save(update_fields=["status", "seed", "awaits_consent"])
    consent.invite(tournament, ((entry, player) for player in asked), by=by, now=now)
    save_changed(tournament)
    return entry


def withdraw_user(user: User) -> None:
    """Before a login is deleted: withdraw its entries from tournaments that have not started, and delete its blocks.

    In the order of the tournaments, so that two deletions at once cannot deadlock.
    """
    waiting = Entry.objects.filter(
        player__user=user,
        status__in=ENTERED,
        tournament__status__in=[Status.DRAFT, Status.OPEN],
    )
    for entry in waiting.select_related("player").order_by("tournament_id"):
        withdraw(entry.tournament_id, entry.player)
    OrganizerBlock.objects.filter(player__user=user).delete()


@transaction.atomic
def add_walk_in(  # noqa: PLR0913  # who enters, by name
    tournament_id: int,
    *,
    by: Viewer | None,
    now: datetime,
    name: str = "",
    player: Player | None = None,
    choice: str = "",
    confirm: str = "",
) -> Entry:
    """Enter a player at the desk: a player of the site, or by name a chosen one of that name, or a new player without a
    login. Refused besides: which_player (namesakes.py), needs_confirmation."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    if player is None:
        player = player_to_enter(tournament, name, choice=choice)
    return admit(tournament, Applicant(player), by=by, now=now, confirm=confirm)


@transaction.atomic
def set_labels(
    entry_id: int, *, by: Viewer | None, club: str, family: str, rating: float | None = None
) -> Entry:
    """Set the labels that keep an entry apart in later draws (T2.3), and its rating; existing draws stay as they are."""
    entry, tournament = entry_of(entry_id)
    require_director(by, tournament)
    entry.club, entry.family = club.strip()[:80], family.strip()[:40]
    entry.rating = rating
    entry.save(update_fields=["club", "family", "rating"])
    save_changed(tournament)
    return entry


@transaction.atomic
def set_seeds(tournament_id: int, *, by: Viewer | None, seeds: Mapping[int, int | None]) -> None:
    """Set the seeds of entries; None removes a seed, entries that are not named keep theirs."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    entries = {e.pk: e for e in tournament.entries.filter(status__in=ENTERED)}
    wanted = {pk: seeds.get(pk, entry.seed) for pk, entry in entries.items()}
    _check_seeds(seeds, wanted)
    tournament.entries.update(seed=None)
    for pk, seed in wanted.items():
        entries[pk].seed = seed
    Entry.objects.bulk_update(entries.values(), ["seed"])
    save_changed(tournament)


def _check_seeds(seeds: Mapping[int, int | None], wanted: Mapping[int, int | None]) -> None:
    numbers = [seed for seed in wanted.values() if seed is not None]
    if not seeds.keys() <= wanted.keys():
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    if any(seed < 1 for seed in numbers):
        raise DomainError("bad_seed", _("A seed must be a whole number from 1."), status=400)
    if len(numbers) != len(set(numbers)):
        raise DomainError("seed_twice", _("Two entries have the same seed."), status=400)


def _leave(tournament: Tournament, entry: Entry) -> Entry:
    entry.status, entry.seed = Entry.Status.WITHDRAWN, None
    entry.save(update_fields=["status", "seed"])
    save_changed(tournament)
    return entry


def entry_of(entry_id: int) -> tuple[Entry, Tournament]:
    """An entry, and its tournament locked."""
    tournament_id = (
        Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    )
    if tournament_id is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    tournament = locked(tournament_id)
    return tournament.entries.select_related("player").get(pk=entry_id), tournament
