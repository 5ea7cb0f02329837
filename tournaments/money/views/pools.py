"""Side pools and the calcutta's sheet."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, require
from tournaments.models import Calcutta, SidePool, Tournament
from tournaments.money.forms import (
    BidForm,
    CalcuttaForm,
    PoolForm,
    percent,
    table_text,
    usual_tables,
)
from tournaments.money.selectors.pool_sheets import calcutta_sheet, pool_rows
from tournaments.money.services import calcuttas, fees
from tournaments.money.views.fees import (
    do_by_form,
    do_with_message,
    number,
    page_context,
    payment_of,
)
from web.requests import posted, typed_in

Act = tuple[Callable[[], object], str]


@login_required
@require_http_methods(["GET", "POST"])
def pools(request: HttpRequest, slug: str, pool_id: int | None = None) -> HttpResponse:
    """All side pools, and the form of a new one or of the one chosen."""
    tournament = tournament_with_right(request, slug)
    context = page_context(request, tournament, "pools")
    chosen = fees.pool_of(tournament, pool_id) if pool_id is not None else None
    if request.POST.get("verb") in ("join", "leave", "drop") and chosen is not None:
        do_with_message(request, *_pool_acts(request, tournament, chosen)[request.POST["verb"]])
        gone = request.POST["verb"] == "drop"
        return redirect("tournament-pools", slug) if gone else redirect(request.path)
    form = _pool_form(request, tournament, context, chosen)

    def save() -> None:
        fees.save_pool(tournament.pk, by=request.user, pool_id=pool_id, **form.pool())

    if request.method == "POST":
        require(request.user, tournament, Right.ORGANIZE)
        if form is None:
            return redirect("tournament-pools", slug)
        if do_by_form(form, save):
            messages.success(request, _("Saved."))
            return redirect("tournament-pools", slug)
    rows = pool_rows(tournament)
    context |= {"form": form, "rows": rows, "chosen": chosen}
    context["row"] = next((row for row in rows if chosen and row.pool.pk == chosen.pk), None)
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/money/pools.html", context, status=status)


def _pool_form(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any], chosen: SidePool | None
) -> Any:
    if not (context["may_organize"] and context["plan"]):
        return None
    others = [pool for pool in tournament.side_pools.all() if chosen is None or pool != chosen]
    initial = PoolForm.initial_of(chosen, context["currency"]) if chosen else None
    return PoolForm(posted(request), others=others, currency=context["currency"], initial=initial)


def _pool_acts(request: HttpRequest, tournament: Tournament, pool: SidePool) -> dict[str, Act]:
    entry = number(request.POST.get("entry"))
    return {
        "join": (
            lambda: fees.join_pool(tournament.pk, pool.pk, entry, payment=payment_of(request)),
            _("Added to side pool."),
        ),
        "leave": (
            lambda: fees.leave_pool(tournament.pk, pool.pk, entry, by=request.user),
            _("Removed from side pool."),
        ),
        "drop": (
            lambda: fees.drop_pool(tournament.pk, pool.pk, by=request.user),
            _("Side pool removed."),
        ),
    }


@login_required
@require_http_methods(["GET", "POST"])
def calcutta(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet of the auction: lots, bids, what was bought back, and who has paid their bid."""
    tournament = tournament_with_right(request, slug)
    context = page_context(request, tournament, "calcutta")
    stored = Calcutta.objects.filter(tournament=tournament).first()
    verb = request.POST.get("verb", "")
    form = CalcuttaForm(posted(request) if verb == "set_up" else None, initial=_terms(stored))
    bad_bid: tuple[int, Any] | None = None
    if verb == "set_up" and do_by_form(form, lambda: _set_up(request, tournament, form)):
        messages.success(request, _("Saved."))
        return redirect("tournament-calcutta", slug)
    if verb == "sell":
        bid = BidForm(request.POST, currency=context["currency"])
        lot = number(request.POST.get("lot"))
        if do_by_form(bid, lambda: _sold(request, tournament, lot, bid)):
            return redirect(f"{request.path}#lot-{lot}")
        bad_bid = (lot, bid)
    elif verb in (acts := _calcutta_acts(request, tournament)):
        do_with_message(request, *acts[verb])
        return redirect("tournament-calcutta", slug)
    context |= {
        "form": form, "sheet": calcutta_sheet(tournament, stored), "bad_bid": bad_bid,
        "usual": usual_tables(),
    }  # fmt: skip
    status = 422 if form.errors or bad_bid else 200
    return render(request, "tournaments/money/calcutta.html", context, status=status)


def _terms(stored: Calcutta | None) -> dict[str, Any]:
    if stored is None:
        return {"returned": 100, "buy_back": 50, "pay_table": ""}
    return {
        "returned": percent(stored.returned), "buy_back": stored.buy_back,
        "pay_table": table_text(stored.pay_table),
    }  # fmt: skip


def _set_up(request: HttpRequest, tournament: Tournament, form: CalcuttaForm) -> None:
    calcuttas.set_up(tournament.pk, by=request.user, **form.cleaned_data)


def _sold(request: HttpRequest, tournament: Tournament, lot: int, form: BidForm) -> None:
    bid = calcuttas.Bid(form.cleaned_data["price"], form.cleaned_data["owner"])
    calcuttas.sell(tournament.pk, lot, bid, by=request.user, now=timezone.now())


def _calcutta_acts(request: HttpRequest, tournament: Tournament) -> dict[str, Act]:
    by, pk = request.user, tournament.pk
    lot = number(request.POST.get("lot"))
    chosen = [number(str(entry)) for entry in request.POST.getlist("entry")]
    backs = {
        number(name.removeprefix("back_")): number(str(value))
        for name, value in request.POST.items()
        if name.startswith("back_")
    }
    return {
        "each": (lambda: calcuttas.add_each(pk, by=by), _("Lots added.")),
        "field": (
            lambda: calcuttas.add_lot(
                pk, by=by, entries=chosen, name=typed_in(request, "name", 80)
            ),
            _("Lot added."),
        ),
        "drop": (lambda: calcuttas.drop_lot(pk, lot, by=by), _("Lot removed.")),
        "unsell": (
            lambda: calcuttas.sell(pk, lot, None, by=by, now=timezone.now()),
            _("Sale undone."),
        ),
        "back": (lambda: calcuttas.buy_back(pk, lot, backs, by=by), _("Saved.")),
        "paid": (
            lambda: calcuttas.take_bid(pk, lot, payment=payment_of(request)),
            _("Payment recorded."),
        ),
    }
