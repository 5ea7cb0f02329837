"""The preview of a ruling and its confirmation, for every ruling that can change more than itself (T9.5).

The preview's page has the typed values in hidden fields, and the digest of what it shows.
"""

from collections.abc import Iterable
from typing import Any

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
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.redraw_rulings import outdated_draws

OWN = ("csrfmiddlewaretoken", "confirm", "then")


def confirmed(
    request: HttpRequest,
    tournament: Tournament,
    action: DirectorAction[Any],
    *,
    title: str,
    reason: str,
    nothing: str = "",
) -> HttpResponse:
    """The preview, or, once that is confirmed, the ruling and a redirect to the desk.

    `nothing` is what the page says when nothing would change.
    """
    post = request.POST
    ruling_request = RulingRequest(
        request.user, timezone.now(), reason, post.get("seen", ""), post.get("confirm", "")
    )
    if not ruling_request.confirm:
        changes = preview(action, ruling_request)
        return preview_page(request, tournament, changes, title, nothing=nothing)
    try:
        rule(action, ruling_request)
    except ConfirmationNeeded as error:
        return preview_page(request, tournament, error.preview, title, stale=True, nothing=nothing)
    messages.success(request, _("Saved."))
    return _after(request, tournament)


def _after(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the desk, with links to redraw outdated stages; or to the redraw page if that button was pressed."""
    outdated = outdated_draws(tournament)
    if request.POST.get("then") in [str(draw.number) for draw in outdated]:
        return redirect("tournament-stage-redraw", tournament.slug, request.POST["then"])
    warn_of_outdated(request, tournament, outdated)
    return redirect("tournament-manage", tournament.slug)


def warn_of_outdated(
    request: HttpRequest, tournament: Tournament, outdated: Iterable[OutdatedDraw]
) -> None:
    """A message for each stage or bracket that keeps its players, with a link to redraw it."""
    for draw in outdated:
        text = _(
            "Stage %(number)s: play has started with other players. They stay unless you "
            "draw again."
        )
        if draw.name:
            text = _(
                "%(bracket)s: play has started with other players. They stay unless you draw again."
            )
        link = reverse("tournament-stage-redraw", args=[tournament.slug, draw.number])
        sentence = text % {"number": draw.number, "bracket": draw.name}
        html = format_html('{} <a href="{}">{}</a>', sentence, link, _("Draw again"))
        messages.warning(request, html)


def confirm_entry_page(
    request: HttpRequest, tournament: Tournament, error: ConfirmationNeeded, back: str
) -> HttpResponse:
    """The called matches that a late entry would cancel; `back` leads away without entering."""
    n = len(error.preview.changes)
    title = ngettext("Cancel %(n)d called match?", "Cancel %(n)d called matches?", n) % {"n": n}
    button = ngettext("Enter and cancel %(n)d match", "Enter and cancel %(n)d matches", n) % {
        "n": n
    }
    stale = error.code == "stale_preview"
    page = preview_page(
        request, tournament, error.preview, title,
        stale=stale, lead=error.detail, button=button, keep=back,
    )  # fmt: skip
    page.status_code = error.status
    return page


def preview_page(
    request: HttpRequest,
    tournament: Tournament,
    changes: Preview,
    title: str,
    *,
    stale: bool = False,
    nothing: str = "",
    **shown: str,
) -> HttpResponse:
    """The preview with the typed values. `shown`: `lead`, `button` and `keep` in place of the usual ones."""
    typed = [(k, v) for k, vs in request.POST.lists() if k not in OWN for v in vs]
    context = {
        "tournament": tournament,
        "title": title,
        "preview": preview_text.describe_preview(tournament, changes),
        "typed": typed,
        "stale": stale,
        "nothing": nothing,
        "back": request.get_full_path(),
        **shown,
    }
    status = 409 if stale else 200
    return render(request, "tournaments/ruling/preview.html", context, status=status)
