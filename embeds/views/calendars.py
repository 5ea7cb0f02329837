"""A user's own calendar under a secret address, and the page that makes and withdraws it."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import me
from embeds.selectors.calendars import calendar_link, calendar_of, owner_of
from embeds.services import calendar_links
from web.errors import DomainError, NotFound

LONGEST_CODE = 64


@require_safe
@never_cache
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """The file that calendar programs ask for again and again. 404 once the address is withdrawn."""
    owner = owner_of(calendar_links.digest_of(code[:LONGEST_CODE]))
    if owner is None:
        raise NotFound("no_such_calendar", _("This calendar address is no longer valid."))
    answer = HttpResponse(
        calendar_of(owner, timezone.now()), content_type="text/calendar; charset=utf-8"
    )
    answer["Content-Disposition"] = 'inline; filename="matches.ics"'
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex"
    return answer


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """The address to copy. POST `do`: make (also for another one) or withdraw."""
    user = me(request)
    if request.method == "POST":
        verb = request.POST.get("do", "")
        if verb == "make":
            calendar_links.make(user, timezone.now())
            messages.success(request, _("Calendar address created."))
        elif verb == "withdraw":
            calendar_links.withdraw(user)
            messages.success(request, _("Calendar address withdrawn."))
        else:
            text = _("This page is out of date. Reload it and try again.")
            raise DomainError("bad_verb", text, status=400)
        return redirect("calendar-settings")
    path = calendar_link(user)
    address = settings.SITE_URL + path if path else ""
    subscribe = "webcal://" + address.partition("://")[2] if address else ""
    context = {"address": address, "subscribe": subscribe}
    return render(request, "embeds/calendar.html", context)
