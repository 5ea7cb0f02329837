"""The page on which somebody without an account enters, and the page behind the link of their email."""

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
from tournaments.models import Entry, Registration, Tournament
from tournaments.money.selectors.accounts import account_of
from tournaments.registration.forms import RegistrationForm
from tournaments.registration.selectors import registration_state
from tournaments.registration.selectors.registration_ics import registration_ics
from tournaments.registration.selectors.registration_link import email_hash, registration_of
from tournaments.registration.services import registrations
from web.errors import DomainError, NotFound
from web.rate_limit import is_within
from web.requests import network_of, posted

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
    form = RegistrationForm(posted(request))
    if request.method == "POST" and form.is_valid():
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
    }
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
    registrations.register(tournament.pk, typed, language=get_language() or "", now=now)


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
    tournament, entry = row.tournament, row.entry
    plan, now = registration_state.registration_plan(tournament), timezone.now()
    waits = entry is not None and entry.status == Entry.Status.WAITING_LIST
    context = {
        "tournament": tournament,
        "token": token,
        "registration": row,
        "entry": entry,
        "state": _state(row),
        "number": registration_state.number_in_line(entry) if entry and waits else 0,
        "places": registration_state.places_of(tournament),
        "is_over": row.confirmed_at is None and row.expires_at <= now,
        "is_open": registration_state.is_open_for_all(tournament, plan, now),
        "plan": plan,
        "bill": registration_state.bill_of(tournament, entry.entered_at if entry else now),
        "account": account_of(tournament, entry.pk) if entry and not waits else None,
        "may_withdraw": waits or tournament.status in {"draft", "open"},
        "refused": refused,
    }
    return render(request, "tournaments/registration/own.html", context, status=status)


def _done(request: HttpRequest, row: Registration, token: str) -> HttpResponse:
    now, title = timezone.now(), row.tournament.name
    match request.POST.get("do"):
        case "confirm":
            registrations.confirm(token, now=now)
        case "again":
            registrations.enter_again(token, now=now)
        case "withdraw":
            left = registrations.withdraw(token, now=now)
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
