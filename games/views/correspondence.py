"""Correspondence: challenge somebody, go on to the next match where it is one's turn, and be on vacation."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.requests import me
from accounts.services.players import ensure_player
from games.engine.clock import ClockSettings
from games.engine.friendly_rules import rules_chosen
from games.selectors.next_match import next_match
from games.selectors.vacations import current_vacation
from games.services import friendly
from games.services import lobby as lobby_service
from games.services.vacations import end_vacation, most_days, start_vacation
from games.views.play import (
    CASUAL,
    LAST_DAYS,
    CorrespondenceForm,
    refused_on_page,
    width_of,
    with_account,
)
from web.errors import DomainError


@with_account
@refused_on_page
@require_POST
def play_correspondence(request: HttpRequest) -> HttpResponse:
    """An open challenge, or a link for one opponent where the page asks for it."""
    form = CorrespondenceForm(request.POST)
    if not form.is_valid():
        raise DomainError("bad_terms", _("Choose a match length and a clock."), 422)
    request.session[LAST_DAYS] = form.cleaned_data["days"]
    rules = rules_chosen("tournament", {}, length=form.cleaned_data["length"])
    clock, player = ClockSettings.correspondence(form.cleaned_data["days"]), _player(request)
    rated, now = request.POST.get("rating") != CASUAL, timezone.now()
    if request.POST.get("to") == "friend":
        made = friendly.challenge(player, None, rules, clock, now, rated=rated)
        return redirect("join", token=friendly.invitation(made))
    width = width_of(request.POST.get("opponent_rating", ""))
    match, has_opponent = lobby_service.find_opponent(
        player, rules, clock, now, rated=rated, width=width
    )
    if has_opponent:
        return redirect("match", match_id=match.pk)
    messages.success(request, _("Challenge listed. The match starts when someone accepts."))
    return redirect("play")


@login_required
@require_safe
@never_cache
def next_turn(request: HttpRequest) -> HttpResponse:
    """To the next match where it is the reader's turn, after the one that they come from."""
    try:
        after = UUID(request.GET.get("after", ""))
    except ValueError:
        after = None
    match_id = next_match(me(request), after)
    if match_id is None:
        messages.success(request, _("No other match is waiting for your move."))
        return redirect("home")
    return redirect("match", match_id=match_id)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def vacation(request: HttpRequest) -> HttpResponse:
    """How many days are left, and the buttons to start and to end a vacation."""
    player, now = _player(request), timezone.now()
    if request.method == "POST":
        try:
            _change(request, player)
        except DomainError as error:
            messages.error(request, error.detail)
        return redirect("vacation")
    most = most_days(player, now)
    lengths = [
        (days, ngettext("%(n)d day", "%(n)d days", days) % {"n": days})
        for days in range(1, most + 1)
    ]
    context = {"current": current_vacation(player, now), "most": most, "lengths": lengths}
    context["allowed"] = settings.VACATION_DAYS
    return render(request, "games/vacation.html", context)


def _change(request: HttpRequest, player: Player) -> None:
    now = timezone.now()
    if "end" in request.POST:
        end_vacation(player, now)
        messages.success(request, _("Vacation ended."))
        return
    asked = request.POST.get("days", "")
    start_vacation(player, int(asked) if asked.isdecimal() and len(asked) < 4 else 0, now)
    messages.success(request, _("Vacation started."))


def _player(request: HttpRequest) -> Player:
    return ensure_player(me(request))
