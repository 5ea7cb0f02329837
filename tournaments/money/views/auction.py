"""The calcutta while it is held: the auctioneer's page, and what the room sees on the wall."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import me
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, require
from tournaments.models import Calcutta, Tournament
from tournaments.money.forms import AuctionBidForm
from tournaments.money.selectors.auction import Auction, auction
from tournaments.money.services import auction as services
from tournaments.money.services.calcuttas import Bid, calcutta_of
from tournaments.money.views.fees import do_by_form, number, page_context
from web.errors import DomainError
from web.requests import typed_in


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def auctioneer(request: HttpRequest, slug: str) -> HttpResponse:
    """The lot on the block. POST `do`: block, bid, sold, pass, undo, each with the `lot` that the page showed."""
    tournament = tournament_with_right(request, slug)
    context = page_context(request, tournament, "calcutta")
    form, is_refused = AuctionBidForm(currency=context["currency"]), False
    if request.method == "POST":
        require(request.user, tournament, Right.ORGANIZE)
        verb, typed = request.POST.get("do"), request.POST.get("price", "").strip()
        if verb == "bid" or (verb == "sold" and typed):
            form = AuctionBidForm(request.POST, currency=context["currency"])
            if do_by_form(form, lambda: _bid(request, tournament, form)):
                return redirect("tournament-auction", slug)
            is_refused = True
        elif _act(request, tournament) or verb != "sold":
            return redirect("tournament-auction", slug)
        else:
            typed_owner = typed_in(request, "owner", 80)
            form = AuctionBidForm(currency=context["currency"], initial={"owner": typed_owner})
            is_refused = True
    stored = Calcutta.objects.filter(tournament=tournament).first()
    shown = auction(tournament, stored) if stored else None
    if is_refused and not _is_on_block(shown, number(request.POST.get("lot"))):
        for text in form.non_field_errors():
            messages.error(request, str(text))
        form = AuctionBidForm(currency=context["currency"])
    context |= {"form": form, "auction": shown}
    status = 422 if is_refused else 200
    return render(request, "tournaments/money/auction.html", context, status=status)


@login_required
@never_cache
@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """The auction for a projector. It polls with the key of what it shows; 204: nothing has changed."""
    tournament = tournament_with_right(request, slug)
    context: dict[str, Any] = page_context(request, tournament, "calcutta")
    shown = auction(tournament, calcutta_of(tournament))
    key = shown.key if shown else "none"
    if request.GET.get("key") == key:
        return HttpResponse(status=204)
    context |= {"auction": shown, "key": key, "is_light": "light" in request.GET}
    return render(request, "tournaments/money/auction_wall.html", context)


@transaction.atomic
def _bid(request: HttpRequest, tournament: Tournament, form: AuctionBidForm) -> None:
    """Raise the bid; sold at once where that was pressed with an amount in the field."""
    lot = number(request.POST.get("lot"))
    bid = Bid(form.cleaned_data["price"], form.cleaned_data["owner"])
    services.raise_bid(tournament.pk, lot, bid, by=me(request))
    if request.POST.get("do") == "sold":
        messages.success(request, _sold(request, tournament, lot))


def _is_on_block(shown: Auction | None, lot: int) -> bool:
    return shown is not None and shown.lot is not None and shown.lot.lot.pk == lot


def _act(request: HttpRequest, tournament: Tournament) -> bool:
    """Says whether it was done; a refusal becomes a message."""
    acts: dict[str, Callable[[int], str]] = {
        "block": lambda lot: _done(services.put_on_block(tournament.pk, lot, by=me(request)), ""),
        "pass": lambda lot: _done(services.pass_lot(tournament.pk, lot, by=me(request)), ""),
        "sold": lambda lot: _sold(request, tournament, lot),
        "undo": lambda lot: _done(
            services.undo_sale(tournament.pk, lot, by=me(request), now=timezone.now()),
            _("Sale undone."),
        ),
    }
    act = acts.get(request.POST.get("do", ""))
    try:
        if act is None:
            text = _("This page is out of date. Reload it and try again.")
            raise DomainError("no_such_action", text, status=400)
        if message := act(number(request.POST.get("lot"))):
            messages.success(request, message)
    except DomainError as error:
        messages.error(request, error.detail)
        return False
    return True


def _sold(request: HttpRequest, tournament: Tournament, lot: int) -> str:
    owner = typed_in(request, "owner", 80)
    sold = services.knock_down(tournament.pk, lot, by=me(request), now=timezone.now(), owner=owner)
    return _("Sold to: %(name)s") % {"name": sold.owner}


def _done(_result: object, message: str) -> str:
    return message
