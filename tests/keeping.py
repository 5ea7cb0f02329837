"""What is kept of pages, tables and counts, forgotten."""

import re

from django.conf import settings
from django.core.cache import caches

from web import bounded_cache


def forget() -> None:
    """As after a start of the site with an empty Redis."""
    from tournaments.bracket.selectors import delayed_results

    for cache in caches.all():
        cache.clear()
    bounded_cache.clear_all()
    delayed_results.remember_delayed((), seconds=3600)  # asked again when a snapshot is taken


def apart(worker: str) -> None:
    """Each worker of a run (gw0, gw1 …) keeps in a database of Redis of its own: what one forgets the others have still."""
    number = re.search(r"\d+$", worker)
    for cache in settings.CACHES.values():
        if number and cache.get("LOCATION", "").startswith("redis"):
            cache["LOCATION"] = re.sub(
                r"(/\d*)?$", f"/{int(number[0]) + 1}", cache["LOCATION"], count=1
            )
