"""A guest leaves this browser: for a shared computer, where the next visitor is somebody else."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.guest_request import guest_of


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """GET asks, POST ends the session. The guest and their matches are removed later, as those of any guest who does not return."""
    if guest_of(request) is None:
        return redirect("home")
    if request.method == "POST":
        logout(request)
        messages.success(request, _("You’re no longer playing as a guest."))
        return redirect("home")
    return render(request, "accounts/guest_leave.html")
