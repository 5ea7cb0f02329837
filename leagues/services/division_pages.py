"""The pages of tournaments name the league of which they are a division: they are made anew when that changes."""

from collections.abc import Iterable

from clubs.services.hosted_pages import renew_pages
from leagues.models import League, LeagueDivision


def renew_league_pages(league: League) -> None:
    """After the commit, the versions of all its divisions now rise. One query here."""
    rows = LeagueDivision.objects.filter(season__league=league).order_by()
    renew_division_pages(rows.values_list("tournament_id", flat=True))


def renew_division_pages(tournaments: Iterable[int]) -> None:
    """The same for these tournaments."""
    renew_pages([], list(tournaments))
