"""What waits for the player, polled by every open page; and dismissing the cards of forfeits."""

from hashlib import blake2s

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.impersonated_request import acting_user
from accounts.last_seen import note_seen
from accounts.models import User
from accounts.requests import me
from games.timestamps import to_ms
from tournaments.notices.services import forfeit_notices
from tournaments.public.selectors.waiting import waiting_view

SERVER_TIME = "Server-Time"


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """The parts of a page; 204 when the page has them already. Each answer has the server's time."""
    if not isinstance(request.user, User):
        return HttpResponse(status=403)  # a redirect would put the log-in page into the bar
    now = timezone.now()
    if acting_user(request) is not None:  # staff who look through their eyes are not they
        note_seen(request.user.pk, now)
    view = waiting_view(request.user, now, request.GET.get("at", ""))
    key = blake2s(repr(view).encode(), digest_size=8).hexdigest()
    if request.GET.get("key") == key:
        answer = HttpResponse(status=204)
    else:
        answer = render(request, "tournaments/public/waiting.html", {"view": view, "key": key})
    answer[SERVER_TIME] = str(to_ms(now))
    return answer


@login_required
@require_POST
def dismiss(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Close the card of a forfeit."""
    forfeit_notices.dismiss(me(request), notice_id, timezone.now())
    if request.headers.get("X-Requested-With") == "fetch":
        return HttpResponse(status=204)
    return redirect("home")
