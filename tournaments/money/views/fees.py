"""The money pages of the desk: who has paid, what a tournament costs, the account of one entry."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.bracket.selectors.prize_pot import due, plan_of, pot_of
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, may
from tournaments.models import Entry, FeePlan, LedgerLine, Tournament
from tournaments.money.forms import LineForm, OwnFeeForm, PlanForm, usual_tables
from tournaments.money.selectors.accounts import (
    Account,
    accounts,
    balance,
    entry_fees_paid,
    lines_of,
)
from tournaments.money.selectors.payouts import payout_sheet
from tournaments.money.services import fees, ledger
from tournaments.setup.selectors.settings_version import changed_since
from web.errors import DomainError, NotFound
from web.folding import fold
from web.requests import posted, typed_in

ROWS = 50
SHOWN = ("all", "owes", "paid")
Kind = LedgerLine.Kind


def payment_of(request: HttpRequest) -> ledger.Payment:
    """The payment that a form records, with the key that the page gave the form."""
    post = request.POST
    method = post.get("method", "")
    return ledger.Payment(
        by=request.user,
        now=timezone.now(),
        key=post.get("key", ""),
        method=method if method in LedgerLine.Method.values else LedgerLine.Method.CASH,
        note=typed_in(request, "note", 200),
    )


def do_with_message(request: HttpRequest, act: Callable[[], object], message: str) -> None:
    """Run `act` and show `message`, or the message of its refusal."""
    try:
        act()
    except DomainError as error:
        if error.status == 403:  # shown by the page of refusals
            raise
        messages.error(request, error.detail)
    else:
        messages.success(request, message)


def do_by_form(form: Any, act: Callable[[], object]) -> bool:
    """Run `act` if the form is valid; a refusal becomes an error of the form. Says whether it was done."""
    if not form.is_valid():
        return False
    try:
        act()
    except DomainError as error:
        if error.status == 403:  # as above
            raise
        form.add_error(None, error.detail)
    return not form.errors


def number(text: str | None) -> int:
    """A whole number that a form carried, or one that nothing has."""
    try:
        return int(text or "")
    except ValueError:
        return -1


def page_context(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """The context that every money page shares."""
    plan = plan_of(tournament)
    return {
        "tournament": tournament,
        "tab": tab,
        "plan": plan,
        "currency": plan.currency if plan else "",
        "once": secrets.token_urlsafe(12),
        "may_organize": may(request.user, tournament, Right.ORGANIZE),
        "methods": LedgerLine.Method.choices,
    }


@login_required
@require_http_methods(["GET", "POST"])
def money(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has paid and who owes; a button records that somebody has paid."""
    tournament = tournament_with_right(request, slug)
    if request.method == "POST":
        entry, expected = number(request.POST.get("entry")), number(request.POST.get("owes"))

        def pay() -> None:
            ledger.take_fees(tournament.pk, entry, expected=expected, payment=payment_of(request))

        do_with_message(
            request,
            pay,
            _("%(name)s: payment recorded.") % {"name": request.POST.get("name", "")[:120]},
        )
        return redirect(f"{request.path}?{request.GET.urlencode()}#accounts-h")
    context = page_context(request, tournament, "fees")
    rows = accounts(tournament, context["plan"])
    sought, shown = request.GET.get("find", "").strip()[:80], request.GET.get("show", "all")
    listed = [row for row in rows if fold(sought) in fold(row.name) and _is(row, shown)]
    context |= {
        "page": Paginator(listed, ROWS).get_page(request.GET.get("page")),
        "find": sought,
        "show": shown if shown in SHOWN else "all",
        "owing": sum(row.owes > 0 for row in rows),
        "paid_up": sum(row.owes <= 0 for row in rows),
        "everybody": len(rows),
        "open": sum(max(row.owes, 0) for row in rows),
        "pot": pot_of(tournament),
        "fees_paid": entry_fees_paid(rows),
        "balance": balance(tournament.ledger_lines.all(), context["currency"]),
        "sheet": payout_sheet(tournament) if tournament.started_at else None,
    }
    return render(request, "tournaments/money/fees.html", context)


def _is(row: Account, shown: str) -> bool:
    return {"owes": row.owes > 0, "paid": row.owes <= 0}.get(shown, True)


@login_required
@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """What it costs and what comes back."""
    tournament = tournament_with_right(request, slug, Right.ORGANIZE)
    context = page_context(request, tournament, "plan")
    currency = context["currency"] or (tournament.event.currency if tournament.event else "EUR")
    initial = PlanForm.initial_of(context["plan"], currency)
    data = [posted(request)] if request.method == "POST" else []
    form = PlanForm(*data, currency=currency, initial=initial)

    def save() -> None:
        fees.set_plan(tournament.pk, by=request.user, **form.plan())

    seen = FormVersion(initial, None)
    changed = changed_since(request.POST.get("seen", ""), seen, FeePlan)
    if request.method == "POST" and not changed and do_by_form(form, save):
        messages.success(request, _("Saved."))
        return redirect("tournament-money", slug)
    context |= {"form": form, "usual": usual_tables(), "changed": changed, "seen": seen.mark}
    status = 422 if form.errors else 409 if changed else 200
    return render(request, "tournaments/money/plan.html", context, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """One entry: what it owes and why, its side pools, its own fee, and every amount that changed hands."""
    tournament = tournament_with_right(request, slug)
    entry = tournament.entries.select_related("player", "own_fee").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    context = page_context(request, tournament, "fees")
    verb = request.POST.get("verb", "")
    forms = _forms(request, context, entry, verb)
    if request.method == "POST" and _changed(request, tournament, entry, forms.get(verb)):
        return redirect("tournament-money-account", slug, entry_id)
    matching = accounts(tournament, context["plan"], only=entry.pk)
    pools = list(tournament.side_pools.all())
    inside = set(entry.pool_seats.values_list("pool_id", flat=True))
    context |= {
        "entry": entry,
        "account": matching[0] if matching else None,
        "forms": forms,
        "pools": [(pool, pool.pk in inside) for pool in pools],
        "lines": lines_of(tournament).filter(entry=entry)[:ROWS],
        "has_own_fee": hasattr(entry, "own_fee"),
    }
    status = 422 if any(form.errors for form in forms.values()) else 200
    return render(request, "tournaments/money/account.html", context, status=status)


def _forms(
    request: HttpRequest, context: dict[str, Any], entry: Entry, verb: str
) -> dict[str, Any]:
    if context["plan"] is None:
        return {}

    def data(name: str) -> Any:
        return posted(request) if verb == name else None

    fees_owed = due(context["plan"], entry.attempt, None, None).fees
    kinds: tuple[str, ...] = tuple(kind for kind, _amount in fees_owed)
    kinds += (Kind.REFUND,) if context["may_organize"] else ()
    forms: dict[str, Any] = {
        "line": LineForm(data("line"), kinds=kinds, currency=context["currency"])
    }
    if context["may_organize"]:
        forms["own_fee"] = OwnFeeForm(data("own_fee"), currency=context["currency"])
    return forms


def _changed(request: HttpRequest, tournament: Tournament, entry: Entry, form: Any) -> bool:
    """Do what was posted; False shows the form again."""
    verb, by = request.POST.get("verb", ""), request.user
    pool = number(request.POST.get("pool"))
    acts: dict[str, tuple[Callable[[], object], str]] = {
        "join": (
            lambda: fees.join_pool(tournament.pk, pool, entry.pk, payment=payment_of(request)),
            _("Added to side pool."),
        ),
        "leave": (
            lambda: fees.leave_pool(tournament.pk, pool, entry.pk, by=by),
            _("Removed from side pool."),
        ),
        "usual": (lambda: fees.set_usual_fee(entry.pk, by=by), _("Standard fee set.")),
    }
    if verb in acts:
        do_with_message(request, *acts[verb])
        return True
    if form is None:
        return False

    def own_fee() -> None:
        data = dict(form.cleaned_data)
        data["registration_fee"] = data["registration_fee"] or 0
        fees.set_own_fee(entry.pk, by=by, **data)

    def line() -> None:
        data = form.cleaned_data
        item = ledger.LedgerItem(kind=data["kind"], amount=data["amount"], entry=entry)
        ledger.write_line(tournament.pk, item, payment=payment_of(request))

    done = do_by_form(form, own_fee if verb == "own_fee" else line)
    if done:
        messages.success(request, _("Saved."))
    return done
