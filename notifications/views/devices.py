"""Browsers that take push messages: the settings page adds this one by a script, and removes any."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.requests import me
from notifications.device_labels import device_label
from notifications.models import LONGEST_ENDPOINT
from notifications.push_cookie import browser_mark, remember_browser
from notifications.services.push_subscriptions import (
    mark_of,
    remove_browser,
    subscribe,
)
from notifications.services.push_subscriptions import remove as remove_device
from web.errors import DomainError

BIGGEST_ID = 2**63 - 1


@login_required
@require_POST
@never_cache
def add(request: HttpRequest) -> HttpResponse:
    """201, or the refusal as JSON. What this browser had before goes."""
    endpoint = request.POST.get("endpoint", "")[: LONGEST_ENDPOINT + 1]
    label = device_label(request.headers.get("User-Agent", "")[:500])
    try:
        row = subscribe(
            me(request),
            endpoint=endpoint,
            p256dh=request.POST.get("p256dh", ""),
            auth=request.POST.get("auth", ""),
            label=label or _("Browser"),
            now=timezone.now(),
        )
    except DomainError as error:
        refusal = {"code": error.code, "detail": error.detail}
        return JsonResponse(refusal, status=error.status)
    before, mark = browser_mark(request), mark_of(endpoint)
    if before and before != mark:
        remove_browser(before)
    response = JsonResponse({"id": row.pk, "mark": mark}, status=201)
    remember_browser(response, mark)
    return response


@login_required
@require_POST
def remove(request: HttpRequest) -> HttpResponse:
    """One of their devices; others' and unknown ones are passed over."""
    text = request.POST.get("id", "")[:20]
    number = int(text) if text.isascii() and text.isdigit() else 0
    if 0 < number <= BIGGEST_ID and remove_device(me(request), number):
        messages.success(request, _("Device removed."))
    if request.headers.get("X-Requested-With") == "fetch":
        return HttpResponse(status=204)
    return redirect("notification-settings")
