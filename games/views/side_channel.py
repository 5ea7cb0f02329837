"""What a table page offers beside the board: its chat, and a rematch when it is over."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.models import Player, User
from accounts.requests import me
from games.chat_texts import phrases
from games.engine.seats import Seat
from games.models import Match, MatchKind
from games.models.chat import LONGEST_LINE
from games.selectors.chat import has_chat
from games.selectors.rematch import may_have_rematch, rematches_of
from games.services.rematch import rematch as play_again
from web.errors import DomainError


def side_channel_data(match: Match, user: User | None, seat: Seat | None) -> dict[str, Any]:
    """For the page's own data; None without chat, and None where no rematch can be had."""
    return {"chat": _chat(match, user), "rematch": _rematch(match, seat)}


def _chat(match: Match, user: User | None) -> dict[str, Any] | None:
    if not has_chat(match):
        return None
    if user is not None and user.is_guest:
        user = None  # guests read
    player = Player.objects.filter(user=user).only("id").first() if user else None
    page = reverse("match", args=[match.pk])
    return {
        "me": player.pk if player else None,
        "phrases": phrases(),
        "longest": LONGEST_LINE,
        "send": f"/live/matches/{match.pk}/chat",
        "lines": "/api/v1/chat/lines",
        "mutes": "/api/v1/chat/mutes",
        "login": None if user else f"{reverse('account_login')}?next={page}",
    }


def _rematch(match: Match, seat: Seat | None) -> dict[str, Any] | None:
    """Whoever plays a friendly match, for the page may be open when it ends."""
    if seat is None or match.kind != MatchKind.FRIENDLY:
        return None
    return {
        "api": reverse("api-rematch", args=[match.pk]),
        "form": reverse("match-rematch", args=[match.pk]) if may_have_rematch(match) else None,
        "wish": rematches_of([match.pk]).get(match.pk),
    }


@login_required
@require_POST
def rematch(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The form of a page without JavaScript."""
    try:
        made = play_again(match_id, me(request), timezone.now())
    except DomainError as error:
        refused = {"code": error.code, "detail": error.detail, "status": error.status}
        return render(request, "accounts/refused.html", refused, status=error.status)
    return redirect("match", match_id=made.pk)
