"""Blocking a player after reading what that means, unblocking, and the list of blocked players."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import me
from social.selectors.blocks import blocked_players, has_blocked
from social.services import blocks as block_service
from social.services.people import other_person

PER_PAGE = 50


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def block(request: HttpRequest, pk: int) -> HttpResponse:
    """GET says what a block does; POST blocks."""
    user = me(request)
    if request.method == "POST":
        player = block_service.block(user, pk, timezone.now())
        messages.success(request, _("%(name)s is blocked.") % {"name": player.name})
        return redirect("player", pk)
    shown = other_person(user, pk)
    if has_blocked(user, shown):
        return redirect("player", pk)
    return render(request, "social/block.html", {"shown": shown})


@login_required
@require_POST
def unblock(request: HttpRequest, pk: int) -> HttpResponseRedirect:
    """Unblock a player; back to the list where that was asked from it."""
    block_service.unblock(me(request), pk)
    messages.success(request, _("Player unblocked."))
    return (
        redirect("blocked-players")
        if request.POST.get("from") == "list"
        else redirect("player", pk)
    )


@login_required
@require_safe
@never_cache
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom one has blocked."""
    page = Paginator(blocked_players(me(request)), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "social/blocked.html", {"page": page})
