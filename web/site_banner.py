"""The banner on every page about announced maintenance: written to the cache by a sweep, read there by every page.

The fact is a row (games.models.Maintenance); a sweep puts it here again each second, so a cache that was lost costs no
more than that.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

KEY = "web.site_banner"
KEPT_S = 120


@dataclass(frozen=True, slots=True)
class SiteBanner:
    """A time in which nobody plays; `is_on` once it has begun."""

    number: int
    starts_at: datetime
    ends_at: datetime
    text: str
    is_on: bool

    def to_json(self) -> dict[str, Any]:
        """As the live table sends it; times in ISO 8601, UTC."""
        return {
            "starts_at": self.starts_at.isoformat(),
            "ends_at": self.ends_at.isoformat(),
            "text": self.text,
            "is_on": self.is_on,
        }


def announce(banner: SiteBanner | None) -> None:
    """Show this banner on every page from now on, or none."""
    if banner != current():
        cache.set(KEY, banner, KEPT_S)
    elif banner is not None:
        cache.touch(KEY, KEPT_S)


def current() -> SiteBanner | None:
    """The banner that is shown now."""
    banner = cache.get(KEY)
    return banner if isinstance(banner, SiteBanner) else None


def announced(request: HttpRequest) -> dict[str, Any]:
    """The context processor; asked only by pages that show it."""
    return {"announced": SimpleLazyObject(current)}
