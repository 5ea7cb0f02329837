"""What is kept of pages, tables and counts, forgotten."""

from django.core.cache import caches

from accounts import shelf


def forget() -> None:
    """As after a start of the site with an empty Redis."""
    for cache in caches.all():
        cache.clear()
    shelf.clear_all()
