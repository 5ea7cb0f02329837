"""What players do: join, leave, pause; challenge, answer, play online, report a result."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import me
from ladders.forms import LadderResultForm
from ladders.models import Ladder, LadderChallenge
from ladders.selectors.ladders import get_ladder
from ladders.services import challenges as services
from ladders.services import membership as members
from ladders.services.results import report_result
from ladders.views.pages import page_of
from web.errors import DomainError, NotFound
from web.requests import number_in


@login_required
@require_POST
def membership(request: HttpRequest, slug: str) -> HttpResponse:
    """`do`: join, leave, pause for `days`, or resume."""
    ladder, user, now = get_ladder(slug, request.user), me(request), timezone.now()
    do = request.POST.get("do", "")
    try:
        if do == "join":
            members.join_ladder(user, ladder.pk, now)
            text = _("You joined at the foot of the ladder.")
        elif do == "leave":
            members.leave_ladder(user, ladder.pk, now)
            text = _("You left the ladder.")
        elif do == "pause":
            days = number_in(request.POST.get("days", "").strip()) or 0
            members.pause(user, ladder.pk, days, now)
            text = _("Paused.")
        elif do == "resume":
            members.resume(user, ladder.pk, now)
            text = _("You can be challenged again.")
        else:
            raise _out_of_date()
    except DomainError as refused:
        return _refused(request, ladder, refused)
    messages.success(request, text)
    return redirect(ladder)


@login_required
@require_POST
def challenges(request: HttpRequest, slug: str) -> HttpResponse:
    """`do`: challenge the player in `player`; accept, decline, withdraw, play or report the one in `challenge`."""
    ladder, user, now = get_ladder(slug, request.user), me(request), timezone.now()
    do = request.POST.get("do", "")
    if do == "report":
        return _report(request, ladder)
    try:
        if do == "challenge":
            services.send_challenge(user, ladder.pk, _number(request, "player"), now)
            return _done(request, ladder, _("Challenge sent."))
        pk = _number(request, "challenge")
        if do == "play":
            made = services.play_online(user, ladder.pk, pk, now)
            return redirect("match", made.pk)
        acts = {
            "accept": (services.accept_challenge, _("Challenge accepted.")),
            "decline": (services.decline_challenge, _("Challenge declined.")),
            "withdraw": (services.withdraw_challenge, _("Challenge withdrawn.")),
        }
        if do not in acts:
            raise _out_of_date()
        act, text = acts[do]
        act(user, ladder.pk, pk, now)
    except DomainError as refused:
        return _refused(request, ladder, refused)
    return _done(request, ladder, text)


def _report(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    challenge = challenge_of(ladder, _number(request, "challenge"))
    form = LadderResultForm(request.POST, challenge)
    if not form.is_valid():
        return page_of(request, ladder, form)
    try:
        row = report_result(
            me(request), ladder.pk, challenge.pk, form.result(), timezone.now()
        )  # fmt: skip
    except DomainError as refused:
        if refused.status in (403, 404):
            raise
        form.add_error("loser_points" if refused.code == "bad_result" else None, refused.detail)
        return page_of(request, ladder, form)
    texts = {
        LadderChallenge.Status.REPORTED: _("Result reported. The other player confirms it."),
        LadderChallenge.Status.PLAYED: _("Result confirmed."),
        LadderChallenge.Status.DISPUTED: _("The reports differ. An officer of the club decides."),
    }
    return _done(request, ladder, texts[LadderChallenge.Status(row.status)])


def challenge_of(ladder: Ladder, pk: int) -> LadderChallenge:
    """Raises NotFound no_such_challenge."""
    rows = LadderChallenge.objects.filter(ladder=ladder, pk=pk)
    row = rows.select_related("challenger", "challenged").first()
    if row is None:
        raise NotFound("no_such_challenge", _("Challenge not found. Reload the page."))
    return row


def _refused(request: HttpRequest, ladder: Ladder, refused: DomainError) -> HttpResponse:
    """What concerns the ladder's rules is shown on the page; a missing right is not."""
    if refused.status in (403, 404) or refused.code == "bad_verb":
        raise refused
    return page_of(request, ladder, refused=refused.detail)


def _done(request: HttpRequest, ladder: Ladder, text: str) -> HttpResponseRedirect:
    messages.success(request, text)
    return redirect(ladder)


def _number(request: HttpRequest, name: str) -> int:
    number = number_in(request.POST.get(name, ""))
    if number is None:
        raise NotFound("nothing_chosen", _("This no longer exists. Reload the page."))
    return number


def _out_of_date() -> DomainError:
    return DomainError("bad_verb", _("This page is out of date. Reload it and try again."), 400)
