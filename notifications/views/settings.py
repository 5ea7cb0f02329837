"""The settings page: what a user is notified of, and by which channel."""

from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.mailing import verified_address
from accounts.requests import me
from notifications.forms import NotificationPreferencesForm, offered_channels
from notifications.push_cookie import browser_mark
from notifications.selectors.devices import devices_of
from notifications.selectors.preferences import preferences_of
from notifications.services.preferences import save_preferences
from notifications.services.push_subscriptions import MOST_DEVICES
from notifications.texts import CHANNEL_NAMES
from web.requests import posted
from web.web_push import public_key_of


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def settings(request: HttpRequest) -> HttpResponse:
    """Show and change the table and the quiet hours."""
    user = me(request)
    initial = NotificationPreferencesForm.initial_of(user, preferences_of(user))
    form = NotificationPreferencesForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        save_preferences(user, form.channels(), *form.quiet_hours())
        messages.success(request, _("Saved."))
        return redirect("notification-settings")
    context = {
        "form": form,
        "channels": [CHANNEL_NAMES[channel] for channel in offered_channels()],
        "push_key": _push_key(),
        "devices": devices_of(user, browser_mark(request)),
        "most_devices": MOST_DEVICES,
        "has_address": bool(verified_address(user)),
        "time_zone": user.time_zone,
    }
    status = 422 if form.errors else 200
    return render(request, "notifications/settings.html", context, status=status)


def _push_key() -> str:
    """What a browser subscribes with; empty where the site sends no push messages."""
    key = site_settings.VAPID_PRIVATE_KEY
    return public_key_of(key) if key else ""
