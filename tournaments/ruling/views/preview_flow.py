"""First what would move, then yes or no: the way every ruling goes that can move more than itself (T9.5).

The preview's page carries what was typed in hidden fields, and the digest of what it shows.
"""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.ruling.selectors import preview_text
from tournaments.ruling.selectors.preview_text import OutdatedDraw
from tournaments.ruling.selectors.snapshot_diff import Preview
from tournaments.ruling.services.preview import (
    ConfirmationNeeded,
    RulingAction,
    RulingRequest,
    preview,
    rule,
)
from tournaments.ruling.services.redraw_rulings import outdated_draws

OWN = ("csrfmiddlewaretoken", "confirm", "then")


def confirmed(
    request: HttpRequest,
    tournament: Tournament,
    action: RulingAction,
    *,
    title: str,
    reason: str,
    nothing: str = "",
) -> HttpResponse:
    """The page with what would move, or, with the yes of that page, the deed and the way back to the desk.

    `nothing` is what the page says when nothing that stands would move.
    """
    post = request.POST
    order = RulingRequest(
        request.user, timezone.now(), reason, post.get("seen", ""), post.get("confirm", "")
    )
    if not order.confirm:
        return ask_again(request, tournament, preview(action, order), title, nothing=nothing)
    try:
        rule(action, order)
    except ConfirmationNeeded as error:
        return ask_again(request, tournament, error.preview, title, stale=True, nothing=nothing)
    messages.success(request, _("Done, and written down."))
    return _after(request, tournament)


def _after(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The desk, with the way to draw a stage again that keeps its field; or straight there if that was the wish."""
    kept = outdated_draws(tournament)
    if request.POST.get("then") in [str(one.number) for one in kept]:
        return redirect("tournament-stage-redraw", tournament.slug, request.POST["then"])
    tell_what_stays(request, tournament, kept)
    return redirect("tournament-manage", tournament.slug)


def tell_what_stays(
    request: HttpRequest, tournament: Tournament, kept: Iterable[OutdatedDraw]
) -> None:
    """A message for each stage or bracket that keeps its players, with the way to draw it again."""
    for one in kept:
        text = _("Stage %(number)s has begun with another field; it stays as it is.")
        if one.name:
            text = _("%(bracket)s has begun with other players; it stays as it is.")
        link = reverse("tournament-stage-redraw", args=[tournament.slug, one.number])
        said = (text % {"number": one.number, "bracket": one.name}, link, _("Draw it again"))
        messages.warning(request, format_html('{} <a href="{}">{}</a>', *said))


def ask_before_entering(
    request: HttpRequest, tournament: Tournament, asked: ConfirmationNeeded, back: str
) -> HttpResponse:
    """The called matches that somebody who enters now would cancel; `back` leaves them alone."""
    n = len(asked.preview.moves)
    title = ngettext("Cancel a called match?", "Cancel %(n)d called matches?", n) % {"n": n}
    button = ngettext("Cancel it and enter", "Cancel %(n)d matches and enter", n) % {"n": n}
    stale = asked.code == "stale_preview"
    page = ask_again(
        request, tournament, asked.preview, title,
        stale=stale, lead=asked.detail, button=button, keep=back,
    )  # fmt: skip
    page.status_code = asked.status
    return page


def ask_again(
    request: HttpRequest,
    tournament: Tournament,
    moved: Preview,
    title: str,
    *,
    stale: bool = False,
    nothing: str = "",
    **shown: str,
) -> HttpResponse:
    """The page with what would move, and what was typed. `shown`: `lead`, `button` and `keep`, where others fit better."""
    typed = [(k, v) for k, vs in request.POST.lists() if k not in OWN for v in vs]
    context = {
        "tournament": tournament,
        "title": title,
        "told": preview_text.describe_preview(tournament, moved),
        "typed": typed,
        "stale": stale,
        "nothing": nothing,
        "back": request.get_full_path(),
        **shown,
    }
    status = 409 if stale else 200
    return render(request, "tournaments/ruling/preview.html", context, status=status)
