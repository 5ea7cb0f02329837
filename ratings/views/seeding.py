"""The page of the desk that seeds a tournament by a list of ratings: choose the list, look at the order, apply it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from ratings.selectors.seeding import rating_lists, seeding
from ratings.services.seeding import put_back, seed_by_rating
from tournaments.bracket.views.directing import directed
from tournaments.core.permissions import require_status
from tournaments.desk.views.undo_notice import offer_undo
from tournaments.models import Tournament
from web.errors import DomainError

BEFORE = (Tournament.Status.DRAFT, Tournament.Status.OPEN)
MOST_SHOWN = 500


@login_required
@require_http_methods(["GET", "POST"])
def seed_page(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the order by `?list=`; a POST applies it, and one with `undo` takes that back."""
    tournament = directed(request, slug)
    require_status(tournament, *BEFORE)
    back = reverse("tournament-manage", args=[slug]) + "?tab=entries"
    if "undo" in request.POST:
        before, mark = request.POST.get("before", ""), request.POST.get("mark", "")
        put_back(tournament.pk, before, mark, by=request.user)
        messages.success(request, _("Seeds restored."))
        return redirect(back)
    lists = rating_lists(tournament)
    asked = (request.POST if request.method == "POST" else request.GET).get("list", "")
    chosen = asked if asked in dict(lists) else lists[0][0]
    refused: DomainError | None = None
    if request.method == "POST":
        try:
            digest = request.POST.get("digest", "")
            before, mark = seed_by_rating(tournament.pk, chosen, digest, by=request.user)
        except DomainError as error:
            if error.code != "stale_preview":
                raise
            refused = error
        else:
            offer_undo(request, _("Seeds saved."), request.path, undo=1, before=before, mark=mark)
            return redirect(back)
    preview = seeding(tournament, chosen)
    context = {
        "tournament": tournament,
        "lists": lists,
        "chosen": chosen,
        "preview": preview,
        "rows": preview.rows[:MOST_SHOWN],
        "left": _left_text(len(preview.rows) - MOST_SHOWN),
        "back": back,
        "refused": refused,
        "draws_at_random": tournament.draw_method == Tournament.DrawMethod.RANDOM,
    }
    return render(request, "ratings/seeding.html", context, status=409 if refused else 200)


def _left_text(n: int) -> str:
    text = ngettext("%(n)d more entry is not shown.", "%(n)d more entries are not shown.", n)
    return text % {"n": n} if n > 0 else ""
