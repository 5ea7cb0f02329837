"""The tournament's lock. Lock order everywhere: the tournament first, then matches by id (design of `act_many`)."""

from collections.abc import Iterable

from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.core.changes import announce_changes
from tournaments.models import Tournament
from web.errors import NotFound


def locked(tournament_id: int) -> Tournament:
    """The tournament as it is now, locked until the surrounding transaction ends, with its venue."""
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("venue")
    tournament = rows.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_such_tournament", _("Tournament not found."))
    return tournament


def save_changed(tournament: Tournament, *fields: str) -> None:
    """Write these fields, raise the version, so that caches and ETags become invalid, and note the time."""
    tournament.version += 1
    tournament.save(update_fields=[*fields, "version", "updated_at"])
    announce_changes([tournament.pk])


def lock_together(ids: Iterable[int]) -> list[int]:
    """Lock these tournaments in the order of their ids, as every lock of several does; the ids of those that exist."""
    rows = Tournament.objects.select_for_update(of=("self",)).filter(pk__in=set(ids))
    return [tournament.pk for tournament in rows.order_by("pk").only("pk")]


def raise_versions(ids: Iterable[int]) -> None:
    """Invalidate caches and ETags of all these tournaments, because something their pages show has changed. Locks them together."""
    existing = lock_together(ids)
    rows = Tournament.objects.filter(pk__in=existing)
    rows.update(version=F("version") + 1, updated_at=Now())
    announce_changes(existing)
