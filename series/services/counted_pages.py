"""The pages of tournaments and events name the series in which they count: they are made anew when that changes."""

from collections.abc import Iterable

from clubs.services.hosted_pages import renew_pages
from series.models import Series, SeriesTournament


def renew_counted_pages(series: Series) -> None:
    """After the commit, the versions of everything that counts in the series now rise. One query here."""
    renew_tournament_pages(SeriesTournament.objects.filter(series=series))


def renew_tournament_pages(counted: Iterable[SeriesTournament]) -> None:
    """The same for these tournaments and their events."""
    ids = [row.tournament_id for row in counted]
    rows = SeriesTournament.objects.filter(tournament__in=ids).order_by()
    events = set(rows.values_list("tournament__event", flat=True))
    renew_pages(events, ids)
