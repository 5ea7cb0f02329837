"""Entering and leaving before the start, walk-ins and seeds. After the start directors rule (rulings.py)."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import DomainError, NotFound
from accounts.models import Player, User
from accounts.services.players import create_walk_in
from tournaments.models import Entry, Tournament
from tournaments.permissions import Viewer, require_director, require_status
from tournaments.services.locking import locked, save_changed

Status = Tournament.Status


@transaction.atomic
def enter(tournament_id: int, player: Player, *, now: datetime) -> Entry:
    """A player enters himself. Refused: entry_closed, already_entered, tournament_full."""
    tournament = locked(tournament_id)
    if tournament.status != Status.OPEN:
        raise DomainError("entry_closed", _("This tournament is not open for entry."))
    return _take_place(tournament, player, now)


@transaction.atomic
def withdraw(tournament_id: int, player: Player) -> Entry:
    """A player leaves before the start; the place is free again."""
    tournament = locked(tournament_id)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    entry = tournament.entries.filter(player=player, status=Entry.Status.ACTIVE).first()
    if entry is None:
        raise NotFound("not_entered", _("This player is not entered."))
    return _leave(tournament, entry)


@transaction.atomic
def remove(entry_id: int, *, by: Viewer | None) -> Entry:
    """A director takes an entry out before the start."""
    entry, tournament = _entry_of(entry_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    return _leave(tournament, entry)


def leave_everything(user: User) -> None:
    """Before a login is deleted: its places in tournaments that have not started are free again."""
    waiting = Entry.objects.filter(
        player__user=user,
        status=Entry.Status.ACTIVE,
        tournament__status__in=[Status.DRAFT, Status.OPEN],
    )
    for entry in waiting.select_related("player"):
        withdraw(entry.tournament_id, entry.player)


@transaction.atomic
def add_walk_in(
    tournament_id: int,
    *,
    by: Viewer | None,
    now: datetime,
    name: str = "",
    country: str = "",
    player: Player | None = None,
) -> Entry:
    """A director enters somebody: a player of the site, or by name somebody without a login."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    if player is None:
        if not name.strip():
            raise DomainError("name_needed", _("A walk-in needs a name."), status=400)
        _require_free_name(tournament, name)
        player = create_walk_in(name, country)
    return _take_place(tournament, player, now)


@transaction.atomic
def set_seeds(tournament_id: int, *, by: Viewer | None, seeds: Mapping[int, int | None]) -> None:
    """Number the entries for the draw; None takes the number away, who is not named keeps his."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    entries = {e.pk: e for e in tournament.entries.filter(status=Entry.Status.ACTIVE)}
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
        raise NotFound("no_such_entry", _("There is no such entry in this tournament."))
    if any(seed < 1 for seed in numbers):
        raise DomainError("bad_seed", _("A seed is a number from 1."), status=400)
    if len(numbers) != len(set(numbers)):
        raise DomainError("seed_twice", _("Two entries cannot have the same seed."), status=400)


def _require_free_name(tournament: Tournament, name: str) -> None:
    """Two walk-ins of one name could not be told apart in the bracket."""
    active = tournament.entries.filter(status=Entry.Status.ACTIVE)
    if active.filter(player__name__iexact=name.strip()[:80]).exists():
        text = _("There is already an entry of that name. Add something to tell them apart.")
        raise DomainError("name_taken", text)


def _take_place(tournament: Tournament, player: Player, now: datetime) -> Entry:
    """The lock on the tournament makes two who reach for the last place take turns."""
    entry = tournament.entries.filter(player=player).first()
    if entry is not None and entry.status == Entry.Status.DISQUALIFIED:
        raise DomainError("disqualified", _("This player was disqualified here."))
    if entry is not None and entry.is_active:
        raise DomainError("already_entered", _("This player is already entered."))
    taken = tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    if tournament.entry_limit is not None and taken >= tournament.entry_limit:
        raise DomainError("tournament_full", _("All places of this tournament are taken."))
    if entry is None:
        entry = Entry(tournament=tournament, player=player)
    return save_entry(tournament, entry, now)


def save_entry(tournament: Tournament, entry: Entry, now: datetime) -> Entry:
    """Write an entry that may be, and let caches go."""
    entry.status, entry.entered_at = Entry.Status.ACTIVE, now
    entry.save()
    save_changed(tournament)
    return entry


def _leave(tournament: Tournament, entry: Entry) -> Entry:
    entry.status, entry.seed = Entry.Status.WITHDRAWN, None
    entry.save(update_fields=["status", "seed"])
    save_changed(tournament)
    return entry


def _entry_of(entry_id: int) -> tuple[Entry, Tournament]:
    found = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotFound("no_such_entry", _("There is no such entry."))
    tournament = locked(found)
    return tournament.entries.select_related("player").get(pk=entry_id), tournament
