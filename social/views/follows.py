"""The list of followed players; following and unfollowing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.rating_chips import ratings_of
from accounts.requests import me
from accounts.services.players import ensure_player
from social.selectors.follows import followed_rows, online_first
from social.services import follows as follow_service

PER_PAGE = 50


@login_required
@require_safe
@never_cache
def following(request: HttpRequest) -> HttpResponse:
    """Whom one follows, those who are online first. A constant number of queries."""
    user, now = me(request), timezone.now()
    page = Paginator(online_first(user, now), PER_PAGE).get_page(request.GET.get("page"))
    players = list(page)
    context = {
        "page": page,
        "rows": followed_rows(players, user, ensure_player(user), now),
        "ratings": ratings_of({player.pk for player in players}),
    }
    return render(request, "social/following.html", context)


@login_required
@require_POST
def follow(request: HttpRequest, pk: int) -> HttpResponseRedirect:
    """Follow a player, and back to their page."""
    player = follow_service.follow(me(request), pk, timezone.now())
    messages.success(request, _("You follow %(name)s now.") % {"name": player.name})
    return redirect("player", pk)


@login_required
@require_POST
def unfollow(request: HttpRequest, pk: int) -> HttpResponseRedirect:
    """Unfollow a player; back to the list where that was asked from it."""
    follow_service.unfollow(me(request), pk)
    messages.success(request, _("Unfollowed."))
    return redirect("following") if request.POST.get("from") == "list" else redirect("player", pk)
