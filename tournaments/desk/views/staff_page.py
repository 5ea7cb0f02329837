"""unfold's DASHBOARD_CALLBACK: the staff's first page is for who runs tournaments; `?show=system` is for who runs the site."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.requests import me
from tournaments.desk.selectors.organizers import organizers_page
from tournaments.staff.views.dashboard import dashboard_callback

KEPT_S = 15
OF_SYSTEM = ("show", "days")


def first_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The page of organizers for staff who may see events; all others get the page of the system at once."""
    may_organize = request.user.has_perm("tournaments.view_event")
    context["may_organize"] = may_organize
    if not may_organize or any(name in request.GET for name in OF_SYSTEM):
        return dashboard_callback(request, context)
    now = timezone.now()
    key = f"staff.organizers.{get_language()}.{timezone.get_current_timezone_name()}"
    page = cache.get_or_set(key, lambda: organizers_page(me(request), now), KEPT_S)
    context.update({"organizers": page, "at": now, "title": "Tournaments and events"})
    return context
