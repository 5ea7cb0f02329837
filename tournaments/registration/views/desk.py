"""Registration without an account at the desk: its settings, who has not confirmed yet, and who has entered this way."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.bracket.views.directing import directed
from tournaments.core.permissions import Right, may
from tournaments.models import Tournament
from tournaments.registration.forms import RegistrationPlanForm
from tournaments.registration.selectors import registration_state
from tournaments.registration.selectors.registration_list import registration_rows
from tournaments.registration.services import registrations
from web.errors import DomainError
from web.requests import number_in


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """For directors; the settings are the organizer's. POST do=save, enter or remove."""
    tournament = directed(request, slug)
    plan = registration_state.registration_plan(tournament)
    saves = request.method == "POST" and request.POST.get("do") == "save"
    form = RegistrationPlanForm(
        request.POST if saves else None, initial=RegistrationPlanForm.initial_of(plan)
    )
    if saves and form.is_valid():
        try:
            registrations.save_plan(tournament.pk, by=request.user, **form.plan())
        except DomainError as error:
            if error.status == 403:  # shown by the page of refusals
                raise
            form.add_error("is_open", error.detail)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournament-registrations", slug)
    elif request.method == "POST" and not saves:
        _change(request)
        return redirect("tournament-registrations", slug)
    now = timezone.now()
    unconfirmed, entered = registration_rows(tournament, now)
    context = {
        "tournament": tournament,
        "form": form,
        "plan": plan,
        "is_open": registration_state.is_open_for_all(tournament, plan, now),
        "can_be_offered": registration_state.can_be_offered(tournament),
        "may_organize": may(request.user, tournament, Right.ORGANIZE),
        "address": _address(request, tournament),
        "unconfirmed": unconfirmed,
        "entered": entered,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/registration/desk.html", context, status=status)


def _change(request: HttpRequest) -> None:
    """Enter or remove somebody who has not confirmed."""
    pk = number_in(request.POST.get("registration", "")) or 0
    try:
        if request.POST.get("do") == "enter":
            row = registrations.confirm_by_hand(pk, by=request.user, now=timezone.now())
            messages.success(request, _("%(name)s is entered.") % {"name": row.name})
        elif request.POST.get("do") == "remove":
            registrations.drop(pk, by=request.user)
            messages.success(request, _("Removed."))
    except DomainError as error:
        if error.status == 403:  # as above
            raise
        messages.error(request, error.detail)


def _address(request: HttpRequest, tournament: Tournament) -> str:
    return request.build_absolute_uri(reverse("tournament-register", args=[tournament.slug]))
