"""The page on which somebody without an account enters, and the page behind the link of their email."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.audit_trail import address
from tournaments.bracket.selectors import lists
from tournaments.models import Entry, Registration, RegistrationPlan, Tournament
from tournaments.money.selectors.accounts import account_of
from tournaments.registration.forms import RegistrationForm
from tournaments.registration.selectors import registration_state
from tournaments.registration.selectors.divisions import divisions_of
from tournaments.registration.selectors.registration_ics import registration_ics
from tournaments.registration.selectors.registration_link import (
    email_hash,
    group_of,
    reference_of,
    registration_of,
    token_of,
)
from tournaments.registration.services import registrations
from web.errors import DomainError, NotFound
from web.rate_limit import is_within
from web.requests import network_of, number_in, posted

AN_HOUR = 3600
A_DAY = 24 * AN_HOUR
MOST_PER_NETWORK = 20
MOST_EMAILS_A_DAY = 8
"""To one address, over all tournaments of the site."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, with the bill beside it. After it was sent: that the email is on its way."""
    tournament = lists.get_tournament(slug, request.user)
    plan = registration_state.registration_plan(tournament)
    now, status = timezone.now(), 200
    divisions = divisions_of(tournament, now)
    form = RegistrationForm(posted(request), divisions=divisions, asked=tournament.pk)
    updates = "update" in request.POST
    if request.method == "POST" and not updates and form.is_valid():
        try:
            if not form.is_trapped:
                _register(request, tournament, form)
        except DomainError as error:
            form.add_error("name" if error.code == "name_taken" else None, error.detail)
            status = error.status
        else:
            return redirect(f"{request.path}?sent=1")
    places = registration_state.places_of(tournament)
    context = {
        "tournament": tournament,
        "plan": plan,
        "is_open": registration_state.is_open_for_all(tournament, plan, now),
        "is_sent": "sent" in request.GET,
        "form": form,
        "bill": registration_state.bill_of(tournament, now),
        "places": places,
        "waiting": registration_state.waiting_names(tournament) if places.waiting else [],
        "sections": form.sections(),
        "is_one": len(divisions) == 1,
        "questions": form.question_fields(),
        "totals": list(form.totals().items()),
        "currency": next((division.currency for division in divisions if division.currency), ""),
        "payment": payment_of(tournament, plan),
    }
    if updates:  # without a script: the sum of what is ticked, nothing is checked yet
        form.errors.clear()
    status = 422 if form.errors and status == 200 else status
    return render(request, "tournaments/registration/register.html", context, status=status)


def _register(request: HttpRequest, tournament: Tournament, form: RegistrationForm) -> None:
    """Refused besides: too_many_registrations, from one network or to one address."""
    now, typed = timezone.now(), form.typed()
    network = network_of(address(request) or "127.0.0.1")
    to = email_hash(typed["email"])
    if not (
        is_within(f"register.network:{network}", MOST_PER_NETWORK, AN_HOUR, now)
        and is_within(f"register.address:{to}", MOST_EMAILS_A_DAY, A_DAY, now)
    ):
        text = _("Too many entries from here. Try again later.")
        raise DomainError("too_many_registrations", text, status=429)
    registrations.register(
        tournament.pk, typed, language=get_language() or "", now=now, choices=form.choices()
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_registration(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the link: confirm, see the state and what is owed, withdraw, enter again (POST do=…). Opening it alone changes
    nothing, since mail programs open links, too."""
    row = registration_of(token)
    refused, status = "", 200
    if request.method == "POST":
        try:
            return _done(request, row, token)
        except DomainError as error:
            refused, status, row = error.detail, error.status, registration_of(token)
    if row.lead is not None:  # one link for the whole form
        return redirect("registration", token_of(row.lead.nonce))
    now = timezone.now()
    parts = [_part(member, now) for member in group_of(row)]
    tournament = row.tournament
    plan = registration_state.registration_plan(tournament)
    can_confirm = (part for part in parts if part["state"] == "new" and not part["refusal"])
    context = parts[0] | {
        "token": token,
        "parts": parts,
        "confirmable": next(can_confirm, None),
        "owes": sums_of(parts, "owes"),
        "total": sums_of(parts, "total"),
        "paid": sums_of(parts, "paid"),
        "reference": reference_of(row),
        "plan": plan,
        "payment": payment_of(tournament, plan),
        "refused": refused,
    }
    return render(request, "tournaments/registration/own.html", context, status=status)


def _part(row: Registration, now: datetime) -> dict[str, Any]:
    """One tournament of the form as its page shows it; amounts in smallest units of `currency`."""
    tournament, entry = row.tournament, row.entry
    plan = registration_state.registration_plan(tournament)
    waits = entry is not None and entry.status == Entry.Status.WAITING_LIST
    bill = registration_state.bill_of(
        tournament,
        entry.entered_at if entry else now,
        is_reduced=row.is_reduced,
        pools=row.pools or (),
    )
    account = account_of(tournament, entry.pk) if entry and not waits else None
    places = registration_state.places_of(tournament)
    is_new = entry is None
    refusal = registrations.refusal_of(row, tournament, plan, now) if is_new else None
    expected = bill.total if bill and is_new and not refusal and not places.is_full else 0
    return {
        "tournament": tournament,
        "registration": row,
        "entry": entry,
        "state": _state(row),
        "number": registration_state.number_in_line(entry) if entry and waits else 0,
        "places": places,
        "refusal": refusal.detail if refusal else "",
        "is_over": row.confirmed_at is None and row.expires_at <= now,
        "is_open": registration_state.is_open_for_all(tournament, plan, now),
        "bill": bill,
        "currency": bill.currency if bill else "",
        "account": account,
        "owes": account.owes if account else 0,
        "paid": account.paid if account else 0,
        "total": expected,
        "may_withdraw": waits or tournament.status in {"draft", "open"},
    }


def sums_of(parts: Sequence[Mapping[str, Any]], name: str) -> list[tuple[str, int]]:
    """An amount of all tournaments of the form, by currency, without sums of nothing."""
    sums: dict[str, int] = {}
    for part in parts:
        sums[part["currency"]] = sums.get(part["currency"], 0) + part[name]
    return [(currency, total) for currency, total in sums.items() if total]


def payment_of(tournament: Tournament, plan: RegistrationPlan | None) -> dict[str, str]:
    """How to pay: the text of the tournament or of its event, and the event's payment link."""
    event = tournament.event
    text = plan.payment_text if plan is not None else ""
    return {
        "text": text or (event.payment_text if event else ""),
        "url": event.payment_url if event else "",
    }


def _done(request: HttpRequest, row: Registration, token: str) -> HttpResponse:
    now = timezone.now()
    named = number_in(request.POST.get("registration", ""))
    match request.POST.get("do"):
        case "confirm":
            registrations.confirm(token, now=now)
        case "again":
            registrations.enter_again(token, now=now, registration=named)
        case "withdraw":
            left = registrations.withdraw(token, now=now, registration=named)
            title = left.tournament.name
            messages.success(request, _("%(name)s: your entry is withdrawn.") % {"name": title})
            if left.entry is None:
                return redirect("tournament", row.tournament.slug)
    return redirect("registration", token)


def _state(row: Registration) -> str:
    """`new`, `entered`, `waiting` or `left`."""
    if row.entry is None:
        return "new"
    waits = row.entry.status == Entry.Status.WAITING_LIST
    return "waiting" if waits else "entered" if row.entry.is_active else "left"


@never_cache
@require_safe
def calendar(_request: HttpRequest, token: str) -> HttpResponse:
    """The start of the tournament for a calendar. Refused: no_start."""
    row = registration_of(token)
    file = registration_ics(row)
    if file is None:
        raise NotFound("no_start", _("The start is not set yet."))
    response = HttpResponse(file, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{row.tournament.slug}.ics"'
    return response
