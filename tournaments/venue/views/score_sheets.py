"""The score sheet behind a slip's code: games entered on a phone one by one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.bracket.selectors.agreement import rules_of
from tournaments.venue.selectors.score_sheet import sheet_of
from tournaments.venue.services import score_sheets
from tournaments.venue.services.claims import Reporter
from tournaments.venue.views.slips import SlipAccess, number, reporter_of, slip_access
from web.errors import DomainError

CUBES = (1, 2, 4, 8, 16)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Add a game or remove the last one; the complete sheet is the report."""
    now = timezone.now()
    access = slip_access(request, code, now)
    refused = ""
    if request.method == "POST":
        try:
            return _written(request, access)
        except DomainError as error:
            refused = error.detail
    rules = rules_of(access.tournament, access.slip.pairing.round)
    row = access.row
    context: dict[str, Any] = {
        "tournament": access.tournament,
        "row": row,
        "sides": list(zip(row.entries, row.names, strict=True)),
        "sheet": sheet_of(access.slip, rules),
        "cubes": CUBES if rules.cube_possible else (1,),
        "side": access.side,
        "refused": refused,
        "is_open": row.closed_at is None and access.slip.voided_at is None,
    }
    status = 422 if refused else 200
    return render(request, "tournaments/venue/score_sheet.html", context, status=status)


def _written(request: HttpRequest, access: SlipAccess) -> HttpResponse:
    now, post = timezone.now(), request.POST
    which = number(post.get("number", ""))
    if post.get("do") == "back":
        if access.side is None:
            raise DomainError("no_side", _("Choose your name."))
        score_sheets.take_back_game(access.slip.pk, number=which, now=now)
        return redirect("slip-sheet", access.slip.code)
    chosen = number(post.get("side", "")) if post.get("side") else None
    who: Reporter | None = reporter_of(request, access, chosen)
    if who is None or who.side not in access.row.entries:
        raise DomainError("no_side", _("Choose your name."))
    game = score_sheets.GameScore(
        number(post.get("winner", "")), number(post.get("worth", "")), number(post.get("cube", "1"))
    )
    done = score_sheets.add_game(access.slip.pk, who, game, number=which, now=now)
    response = redirect("slip" if done.winner is not None else "slip-sheet", access.slip.code)
    access.remember(request, response, who)
    return response
