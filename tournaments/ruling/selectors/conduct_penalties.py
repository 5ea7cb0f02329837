"""Conduct penalties on entries, as directors read them."""

from django.db.models import Count, Q

from tournaments.models import ConductPenalty, Entry, Tournament


def conduct_penalties_of(entry: Entry) -> list[ConductPenalty]:
    """Conduct penalties on this player in this tournament and elsewhere in its event, newest first. One query."""
    own = Q(entry=entry)
    event = getattr(entry.tournament, "event_id", None)
    if event is not None:
        own |= Q(player=entry.player_id, tournament__event=event)
    rows = ConductPenalty.objects.filter(own).select_related("tournament", "by__player")
    return list(rows.order_by("-at", "-pk"))


def standing_conduct_penalties(entry: Entry) -> int:
    """How many conduct penalties of an entry have not been taken back. One query."""
    return ConductPenalty.objects.filter(entry=entry, revoked_at=None).count()


def warnings_by_entry(tournament: Tournament) -> dict[int, int]:
    """How many conduct penalties each entry has that have not been taken back. One query."""
    rows = ConductPenalty.objects.filter(tournament=tournament, revoked_at=None).order_by()
    return dict(rows.values_list("entry_id").annotate(n=Count("pk")))
