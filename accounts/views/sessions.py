"""Where a user is logged in: the list of their sessions, and the button that ends one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import me
from accounts.selectors import living_sessions
from accounts.services.login_sessions import end_session


@login_required
@require_safe
@never_cache
def sessions(request: HttpRequest) -> HttpResponse:
    """List them, the one of this browser first."""
    own = request.session.session_key
    rows = living_sessions(me(request), timezone.now())
    rows.sort(key=lambda row: row.session_key != own)
    return render(request, "accounts/sessions.html", {"sessions": rows, "own": own})


@login_required
@require_POST
def session_end(request: HttpRequest, session_id: int) -> HttpResponseRedirect:
    """Log one browser out; this one, too, if it is its own."""
    if end_session(me(request), session_id):
        messages.success(request, _("Browser logged out."))
    return redirect("sessions")
