"""A player's own place on the waiting list of a full tournament."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import me
from accounts.services.players import ensure_player
from tournaments.bracket.selectors import lists
from tournaments.entry.selectors.waiting_list import waiting_list_place
from tournaments.entry.services import check_in


@login_required
@require_POST
def own_place(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Join the waiting list, or leave it (do=leave)."""
    shown = lists.get_tournament(slug, request.user)
    by = me(request)
    if request.POST.get("do") == "leave":
        place = waiting_list_place(shown, by)
        if place is not None:
            check_in.leave_waiting_list(place.entry, by=by)
        messages.success(request, _("You are no longer on the waiting list."))
    else:
        player = ensure_player(by)
        check_in.join_waiting_list(shown.pk, by=by, now=timezone.now(), player=player)
        messages.success(request, _("You are on the waiting list."))
    return redirect("tournament", slug)
