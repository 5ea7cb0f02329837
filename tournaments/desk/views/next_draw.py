"""The draw room of the next part of a stage: look at it, shuffle it, swap players, and publish it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.services.next_draws import (
    require_due,
    show_next_draw,
    swap_in_next_draw,
    undo_next_swap,
)
from tournaments.bracket.views.directing import directed, done
from tournaments.desk.selectors.next_draw_room import next_draw_room
from tournaments.models import Stage, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.rounds import PublishRound
from web.errors import DomainError, NotFound
from web.requests import number_in, typed_in

OWN = frozenset({"bad_swap", "too_many_swaps", "too_many_draws", "no_such_draw", "no_chance"})
CHANGES = frozenset({"show", "swap", "unswap"})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def next_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What would be drawn next; a POST shows another draw, swaps two players, or publishes what was seen."""
    tournament = directed(request, slug)
    stage = _stage(tournament, number)
    require_due(stage)
    if request.method == "POST" and request.POST.get("do") in CHANGES:
        return _change(request, slug, stage)
    stale = False
    if request.method == "POST" and request.POST.get("do") == "publish":
        try:
            return _publish(request, slug, stage)
        except Stale:
            stale = True
    context = {
        "tournament": tournament,
        "stage": stage,
        "room": next_draw_room(stage),
        "stale": stale,
        "seen": PublishRound(stage_id=stage.pk).load().version().mark,
    }
    status = 409 if stale else 200
    return render(request, "tournaments/desk/next_draw.html", context, status=status)


def _publish(request: HttpRequest, slug: str, stage: Stage) -> HttpResponse:
    order = RulingRequest(
        by=request.user,
        now=timezone.now(),
        reason=typed_in(request, "reason"),
        seen=request.POST.get("seen", ""),
    )
    rule(PublishRound(stage_id=stage.pk), order)
    return done(request, slug, _("Draw published. Players are notified."))


def _change(request: HttpRequest, slug: str, stage: Stage) -> HttpResponseRedirect:
    """What one button asks for. A refusal stands above the room, which shows what is kept."""
    try:
        at = _do(request, stage)
    except DomainError as refused:
        if refused.code not in OWN:
            raise
        messages.error(request, refused.detail)
        at = ""
    answer = redirect("tournament-next-round", slug, stage.number)
    answer["Location"] += at
    return answer


def _do(request: HttpRequest, stage: Stage) -> str:
    """Returns the place on the page to look at."""
    by, given = request.user, request.POST
    match given.get("do"):
        case "show":
            show_next_draw(stage.pk, by=by, number=number_in(given.get("number", "")) or 0)
        case "swap":
            chosen = [number_in(text) or 0 for text in given.getlist("chosen")]
            if len(chosen) != 2:
                raise DomainError("bad_swap", _("Select two players to swap."))
            swap_in_next_draw(stage.pk, by=by, first=chosen[0], second=chosen[1])
            titles = titles_of(stage.tournament)
            text = _("Swapped: %(first)s and %(second)s.")
            names = {"first": titles[chosen[0]], "second": titles[chosen[1]]}
            messages.success(request, text % names)
            return f"#seat-{chosen[0]}"
        case "unswap":
            undo_next_swap(stage.pk, by=by)
    return ""


def _stage(tournament: Tournament, number: int) -> Stage:
    stage = tournament.stages.filter(number=number).first()
    if stage is None:
        raise NotFound("no_such_stage", _("This no longer exists. Reload the page."))
    stage.tournament = tournament
    return stage
