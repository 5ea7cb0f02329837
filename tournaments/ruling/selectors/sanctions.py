"""Sanctions on entries, as directors read them."""

from django.db.models import Count, Q

from tournaments.models import Entry, Sanction, Tournament


def sanctions_of(entry: Entry) -> list[Sanction]:
    """Sanctions on this player in this tournament and elsewhere in its event, newest first. One query."""
    own = Q(entry=entry)
    event = getattr(entry.tournament, "event_id", None)
    if event is not None:
        own |= Q(player=entry.player_id, tournament__event=event)
    rows = Sanction.objects.filter(own).select_related("tournament", "by__player")
    return list(rows.order_by("-at", "-pk"))


def sanctions_that_stand(entry: Entry) -> int:
    """How many sanctions of an entry have not been taken back. One query."""
    return Sanction.objects.filter(entry=entry, revoked_at=None).count()


def warnings_by_entry(tournament: Tournament) -> dict[int, int]:
    """How many sanctions each entry has that have not been taken back. One query."""
    rows = Sanction.objects.filter(tournament=tournament, revoked_at=None).order_by()
    return dict(rows.values_list("entry_id").annotate(n=Count("pk")))
