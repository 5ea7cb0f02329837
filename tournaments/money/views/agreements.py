"""Agreements on prizes, for the players concerned and the directors: propose, confirm, withdraw."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.requests import me
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.bracket.selectors.viewer import entries_of
from tournaments.core.permissions import may_direct
from tournaments.models import PrizeAgreement, Tournament
from tournaments.money.forms import AgreementForm
from tournaments.money.selectors.agreements import (
    DivisiblePrizes,
    PrizeTables,
    agreement_rows,
)
from tournaments.money.services import agreements
from tournaments.money.views.fees import do_by_form, do_with_message
from tournaments.payouts.agreements import equal_shares
from web.errors import NotAllowed, NotFound
from web.requests import number_in, posted, typed_in

Kind = PrizeAgreement.Kind


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def agreement_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The agreements that the viewer may see. POST `do`: confirm or end, with the `agreement`."""
    tournament, own, directs = _seen(request, slug)
    if request.method == "POST":
        _change(request, tournament, own)
        return redirect("tournament-agreements", slug)
    prizes = PrizeTables(tournament)
    rows = agreement_rows(prizes, own, all_of_them=directs)
    taken = {
        row.section for row in rows if row.stands and not row.is_late and row.kind != Kind.SAVE
    }
    divisible = [table for table in prizes.divisible(taken) if directs or _is_in(table, own)]
    context = {
        "tournament": tournament,
        "rows": rows,
        "divisible": divisible,
        "directs": directs,
        "is_open": prizes.is_open,
        "kinds": Kind.choices,
        "currency": prizes.pot.currency,
    }
    return render(request, "tournaments/money/agreements.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_agreement(request: HttpRequest, slug: str, section: str, kind: str) -> HttpResponse:
    """The form of one kind of agreement in one table."""
    tournament, own, directs = _seen(request, slug)
    prizes = PrizeTables(tournament)
    table = next((row for row in prizes.divisible(()) if row.section == section), None)
    if kind not in Kind.values:
        raise NotFound("no_such_agreement", _("This no longer exists. Reload the page."))
    if table is None or (table.total is None and kind != Kind.SAVE):
        messages.error(request, _("These players have no open prizes to divide."))
        return redirect("tournament-agreements", slug)
    if not directs and not _is_in(table, own):
        raise _not_concerned()
    players = table.players
    data = posted(request) if request.method == "POST" else None
    form = AgreementForm(data, kind=kind, players=players, currency=prizes.pot.currency)

    def write() -> None:
        terms = agreements.AgreementTerms(kind=kind, section=section, **form.terms())
        agreements.propose(tournament.pk, terms, by=me(request), now=timezone.now())

    if request.method == "POST" and do_by_form(form, write):
        messages.success(request, _("Agreement proposed."))
        return redirect("tournament-agreements", slug)
    entries = [pk for pk, _name in players]
    amounts = equal_shares(table.total or 0, entries, unit=prizes.pot.unit)
    context = {
        "tournament": tournament,
        "table": table,
        "kind": kind,
        "title": Kind(kind).label,
        "form": form,
        "shares": [(name, amounts[pk]) for pk, name in players],
        "currency": prizes.pot.currency,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/money/agreement_new.html", context, status=status)


def _seen(request: HttpRequest, slug: str) -> tuple[Tournament, frozenset[int], bool]:
    """The tournament, the viewer's entries in it, and whether they direct it."""
    tournament = get_tournament(slug, request.user)
    own, directs = entries_of(request.user, tournament), may_direct(request.user, tournament)
    if not own and not directs:
        raise _not_concerned()
    return tournament, own, directs


def _change(request: HttpRequest, tournament: Tournament, own: frozenset[int]) -> None:
    pk, now = number_in(request.POST.get("agreement", "")) or 0, timezone.now()
    agreement = tournament.prize_agreements.filter(pk=pk).first()
    if agreement is None:
        raise NotFound("no_such_agreement", _("This no longer exists. Reload the page."))
    if request.POST.get("do") == "confirm":
        entry = number_in(request.POST.get("entry", "")) or 0
        note = typed_in(request, "note", 200)

        def confirm() -> None:
            agreements.confirm(pk, entry, by=me(request), now=now, note=note)

        do_with_message(request, confirm, _("Confirmed."))
        return
    if request.POST.get("do") != "end":
        messages.error(request, _("This page is out of date. Reload it and try again."))
        return
    reason = typed_in(request, "reason", 200)

    def end() -> None:
        agreements.end(pk, by=me(request), now=now, reason=reason)

    do_with_message(request, end, _end_message(agreement, me(request), own))


def _end_message(agreement: PrizeAgreement, user: User, own: frozenset[int]) -> str:
    if agreement.agreed_at is not None:
        return _("Agreement ended.")
    is_own = agreement.shares.filter(entry__in=own).exists()
    if is_own and agreement.proposed_by_id != user.pk:
        return _("Proposal declined.")
    return _("Proposal withdrawn.")


def _is_in(table: DivisiblePrizes, own: frozenset[int]) -> bool:
    return any(pk in own for pk, _name in table.players)


def _not_concerned() -> NotAllowed:
    text = _("Only players of this tournament and its directors see agreements on prizes.")
    return NotAllowed("not_concerned", text)
