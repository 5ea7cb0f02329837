"""unfold's DASHBOARD_CALLBACK: puts the dashboard into the context of the admin's first page."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.selectors.dashboard import dashboard


def dashboard_callback(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    context["dashboard"] = dashboard(timezone.now())
    context["title"] = _("Today")
    return context
