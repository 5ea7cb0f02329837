"""What officers do: change the club, answer requests, look after members, events and officers, delete the club."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.requests import me
from clubs.forms import ClubForm
from clubs.models import Club, ClubMember
from clubs.selectors.clubs import get_club
from clubs.selectors.members import members_of, membership_of, officer_count, requests_to
from clubs.selectors.programme import (
    hostings_of,
    offered_events,
    offered_tournaments,
    organized_club,
)
from clubs.services import clubs, hosting, membership
from clubs.services.locking import require_officer
from web.errors import DomainError, NotFound
from web.requests import number_in, posted

PER_PAGE = 50
MOST_HOSTED_SHOWN = 50


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that officers look after; a POST saves what the club says about itself."""
    club = get_club(slug, request.user)
    user = me(request)
    require_officer(user, club)
    form = ClubForm(posted(request), initial=ClubForm.initial_of(club))
    if request.method == "POST" and form.is_valid():
        try:
            clubs.change(club.pk, user, **form.cleaned_data)
        except DomainError as refused:
            form.add_error(None, refused.detail)
        else:
            messages.success(request, _("Settings saved."))
            return redirect("club-settings", club.slug)
    return _page(request, club, user, form)


def _page(request: HttpRequest, club: Club, user: User, form: ClubForm) -> HttpResponse:
    officers = officer_count(club)
    page = Paginator(members_of(club), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "form": form,
        "requests": list(requests_to(club)),
        "page": page,
        "is_last_officer": officers == 1,
        "hostings": list(hostings_of(club, user)[:MOST_HOSTED_SHOWN]),
        "events": offered_events(user),
        "tournaments": offered_tournaments(user),
    }
    return render(request, "clubs/settings.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def club_members(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Decide about the member or the request in `member`; `do` says what."""
    club = get_club(slug, request.user)
    user, now = me(request), timezone.now()
    require_officer(user, club)
    do = request.POST.get("do", "")
    if do == "step_down":
        membership.step_down(user, club.pk, now)
        messages.success(request, _("You are no longer an officer."))
        return redirect(club)
    text = _decide(do, user, club, number_in(request.POST.get("member", "")) or 0, now)
    messages.success(request, text)
    return redirect(club) if do == "hand_over" else redirect("club-settings", club.slug)


def _decide(do: str, user: User, club: Club, member: int, now: datetime) -> str:
    decisions = {
        "accept": (membership.accept, _("Request accepted.")),
        "decline": (membership.decline, _("Request declined.")),
        "remove": (membership.remove, _("Member removed.")),
        "make_officer": (membership.make_officer, _("Officer added.")),
        "hand_over": (membership.hand_over, _("Club handed over.")),
    }
    if do not in decisions:
        text = _("The form is incomplete. Reload the page and try again.")
        raise DomainError("bad_request", text, 400)
    decide, done = decisions[do]
    decide(user, club.pk, member, now)
    return done


@login_required
@require_POST
def club_hosting(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Add the event or the tournament in `subject` (event-12, tournament-34), or remove the row in `hosting`.

    Whoever organizes it can remove it, also where the club is hidden.
    """
    user, now = me(request), timezone.now()
    number = number_in(request.POST.get("hosting", "")) or 0
    if request.POST.get("do") == "remove":
        club = organized_club(slug, user, number) or get_club(slug, user)
        subject = hosting.remove_hosting(user, club.pk, number)
        messages.success(request, _("Removed from the club."))
        own = membership_of(user, club)
        is_officer = own is not None and own.status == ClubMember.Status.OFFICER
        return redirect("club-settings", club.slug) if is_officer else redirect(subject or club)
    club = get_club(slug, user)
    require_officer(user, club)
    kind, _dash, chosen = request.POST.get("subject", "").partition("-")
    pk = number_in(chosen)
    add = {"event": hosting.add_event, "tournament": hosting.add_tournament}.get(kind)
    if add is None or pk is None:
        raise NotFound("nothing_chosen", _("Choose an event or a tournament."))
    add(user, club.pk, pk, now)
    messages.success(request, _("Added to the club."))
    return redirect("club-settings", club.slug)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Delete the club; its page has asked first."""
    club = get_club(slug, request.user)
    clubs.delete_club(club.pk, me(request))
    messages.success(request, _("Club deleted."))
    return redirect("club-list")
