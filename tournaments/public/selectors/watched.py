"""When has a tournament changed? For the event stream that anybody may listen to (games/live/watch_feed.py)."""

from collections.abc import Collection

from tournaments.models import Tournament
from tournaments.models.tournament import NOT_PUBLIC


def versions_of(slugs: Collection[str]) -> dict[str, str]:
    """By the slug: its version, which rises with everything but the moves of its matches. One query.

    A tournament that shows its results late is left out: that something has happened would say too much.
    """
    rows = Tournament.objects.filter(~NOT_PUBLIC, slug__in=slugs, delay_results=False)
    return {slug: str(version) for slug, version in rows.values_list("slug", "version")}
