"""The page of all notifications, and marking them as read from any page."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import me
from notifications.models import LONGEST_URL
from notifications.selectors.lists import notification_line, notifications_of
from notifications.services import reading

PER_PAGE = 30


@login_required
@require_safe
@never_cache
def notifications(request: HttpRequest) -> HttpResponse:
    """The newest first; `?unread=1` leaves out what has been read."""
    only_unread = request.GET.get("unread") == "1"
    rows = notifications_of(me(request), unread=only_unread)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    lines = [notification_line(row) for row in page]
    context = {
        "page": page,
        "lines": lines,
        "only_unread": only_unread,
        "has_unread": any(not line.is_read for line in lines),
    }
    return render(request, "notifications/list.html", context)


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Mark as read what leads to the page `at`, or everything."""
    user, now = me(request), timezone.now()
    at = request.POST.get("at", "")[:LONGEST_URL]
    if at:
        reading.mark_page(user, at, now)
    else:
        reading.mark_all(user, now)
    if request.headers.get("X-Requested-With") == "fetch":
        return HttpResponse(status=204)
    return redirect("notifications")
