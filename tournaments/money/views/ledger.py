"""The ledger itself with its balance, and the payout sheet."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, may, require
from tournaments.event.selectors.events import get_event
from tournaments.models import Event, LedgerLine, Tournament
from tournaments.money.forms import LineForm
from tournaments.money.selectors.accounts import balance, lines_of
from tournaments.money.selectors.event_accounts import event_accounts, plans_of
from tournaments.money.selectors.payouts import payout_sheet
from tournaments.money.services import event_fees, ledger
from tournaments.money.views.fees import (
    do_by_form,
    do_with_message,
    number,
    page_context,
    payment_of,
)
from web.errors import NotFound
from web.folding import fold
from web.requests import posted

ROWS = 50
Kind = LedgerLine.Kind
BY_HAND = (Kind.EXPENSE, Kind.ADDED, Kind.CALCUTTA)
OF_EVENT = (Kind.EXPENSE, Kind.ADDED)


@login_required
@require_http_methods(["GET", "POST"])
def lines(request: HttpRequest, slug: str) -> HttpResponse:
    """Every amount, latest first; amounts other than fees are recorded here, and wrong lines reversed."""
    tournament = tournament_with_right(request, slug)
    context = page_context(request, tournament, "ledger")
    form = None
    if context["may_organize"] and context["plan"]:
        data = posted(request) if request.POST.get("verb") == "line" else None
        form = LineForm(data, kinds=BY_HAND, currency=context["currency"])
    if request.method == "POST" and _written(request, tournament, form):
        return redirect("tournament-ledger", slug)
    ledger_lines = lines_of(tournament)
    context |= {
        "form": form,
        "page": Paginator(ledger_lines, ROWS).get_page(request.GET.get("page")),
        "balance": balance(tournament.ledger_lines.all(), context["currency"]),
        "sheet": payout_sheet(tournament),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/money/ledger.html", context, status=status)


def _written(request: HttpRequest, tournament: Tournament, form: LineForm | None) -> bool:
    if request.POST.get("verb") == "reverse":
        return _reversed(request, tournament.ledger_lines.filter)
    if form is None:
        require(request.user, tournament, Right.ORGANIZE)
        return True

    def write() -> None:
        data = form.cleaned_data
        item = ledger.LedgerItem(kind=data["kind"], amount=data["amount"], who=data["who"])
        ledger.write_line(tournament.pk, item, payment=payment_of(request))

    done = do_by_form(form, write)
    if done:
        messages.success(request, _("Saved."))
    return done


def _reversed(request: HttpRequest, within: Callable[..., object]) -> bool:
    pk = number(request.POST.get("line"))
    if not within(pk=pk):
        raise NotFound("no_such_line", _("This no longer exists. Reload the page."))
    message = _("Payment undone. Both amounts stay in the ledger.")
    do_with_message(request, lambda: ledger.reverse(pk, payment=payment_of(request)), message)
    return True


@login_required
@require_http_methods(["GET", "POST"])
def payout(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is due what; a button records that it is paid."""
    tournament = tournament_with_right(request, slug)
    if request.method == "POST":
        require(request.user, tournament, Right.ORGANIZE)
        line, expected = request.POST.get("line", ""), number(request.POST.get("open"))
        do_with_message(
            request,
            lambda: ledger.pay_out(
                tournament.pk, line, expected=expected, payment=payment_of(request)
            ),
            _("Payment recorded."),
        )
        return redirect("tournament-payout", slug)
    context = page_context(request, tournament, "payout") | {
        "sheet": payout_sheet(tournament),
        "may_direct": may(request.user, tournament, Right.DIRECT),
    }
    return render(request, "tournaments/money/payout.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def event_money(request: HttpRequest, slug: str) -> HttpResponse:
    """All players of an event with what they owe in all its tournaments, paid at once."""
    event = get_event(slug, request.user)
    require(request.user, event, Right.SCORE)
    context = _event_context(request, event)
    if request.method == "POST" and _event_written(request, event, context["form"]):
        return redirect(f"{request.path}?{request.GET.urlencode()}")
    rows = event_accounts(event)
    sought = request.GET.get("find", "").strip()[:80]
    owing = request.GET.get("show") == "owes"
    listed = [row for row in rows if fold(sought) in fold(row.name)]
    listed = [row for row in listed if not owing or row.owes > 0]
    context |= {
        "page": Paginator(listed, ROWS).get_page(request.GET.get("page")),
        "find": sought,
        "show": "owes" if owing else "all",
        "owing": sum(row.owes > 0 for row in rows),
        "everybody": len(rows),
        "balance": balance(lines_of(event), event.currency),
        "lines": lines_of(event).filter(event=event)[:ROWS],
    }
    form = context["form"]
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/money/event.html", context, status=status)


def _event_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """The context of an event's money page without its lists."""
    may_organize = may(request.user, event, Right.ORGANIZE)
    data = posted(request) if request.POST.get("verb") == "line" else None
    form = LineForm(data, kinds=OF_EVENT, currency=event.currency) if may_organize else None
    once, methods = secrets.token_urlsafe(12), LedgerLine.Method.choices
    return {
        "event": event, "may_organize": may_organize, "form": form, "once": once,
        "methods": methods, "currency": event.currency, "plans": plans_of(event),
    }  # fmt: skip


def _event_written(request: HttpRequest, event: Event, form: object) -> bool:
    verb = request.POST.get("verb")
    if verb == "reverse":
        return _reversed(request, lines_of(event).filter)
    if verb == "paid":
        player, owes = number(request.POST.get("player")), number(request.POST.get("owes"))

        def pay() -> None:
            event_fees.take_all(event, player, expected=owes, payment=payment_of(request))

        name = request.POST.get("name", "")[:120]
        do_with_message(request, pay, _("%(name)s: all payments recorded.") % {"name": name})
        return True
    if not isinstance(form, LineForm):
        require(request.user, event, Right.ORGANIZE)
        return True

    def write() -> None:
        data = form.cleaned_data
        item = ledger.LedgerItem(kind=data["kind"], amount=data["amount"], who=data["who"])
        ledger.write_event_line(event, item, payment=payment_of(request))

    return do_by_form(form, write)
