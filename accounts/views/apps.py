"""Apps with access: which other sites and apps a user lets act for them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import me
from accounts.selectors import apps_with_access
from accounts.services.app_access import withdraw_access


@login_required
@require_safe
@never_cache
def apps(request: HttpRequest) -> HttpResponse:
    """List them, with what they may do."""
    return render(request, "accounts/apps.html", {"apps": apps_with_access(me(request))})


@login_required
@require_POST
def app_withdraw(request: HttpRequest, access_id: int) -> HttpResponseRedirect:
    """End the access of one app."""
    withdraw_access(me(request), access_id)
    messages.success(request, _("Access withdrawn."))
    return redirect("apps")
