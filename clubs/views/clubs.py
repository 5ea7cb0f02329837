"""The list of clubs, starting one, a club's page, joining and leaving."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.decorators import verified_login_required
from accounts.models import User
from accounts.rating_chips import ratings_of
from accounts.requests import me
from clubs.forms import ClubFilterForm, ClubForm
from clubs.hooks import parts_of
from clubs.models import ClubMember, ClubRatingList
from clubs.selectors.clubs import club_of_member, club_rows, get_club, listed_clubs
from clubs.selectors.members import members_of, membership_of, officer_count, ranking
from clubs.selectors.programme import organized_hostings, programme
from clubs.services import membership
from clubs.services.clubs import start_club
from ratings.formulas.fibs import is_provisional
from ratings.models import RatingPool
from web.errors import DomainError
from web.requests import posted

PER_PAGE = 50
RANKED = 50
Status = ClubMember.Status


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """Clubs by name, cut down by name and country. A constant number of queries."""
    form = ClubFilterForm(request.GET)
    asked = form.asked()
    page = Paginator(listed_clubs(asked), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "rows": club_rows(list(page), timezone.now()),
        "is_filtered": any(asked),
    }
    return render(request, "clubs/list.html", context)


@verified_login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Start a club; its first officer is whoever does."""
    form = ClubForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            club = start_club(me(request), timezone.now(), **form.cleaned_data)
        except DomainError as refused:
            form.add_error(None, refused.detail)
        else:
            messages.success(request, _("Club started."))
            return redirect(club)
    return render(request, "clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: what it says about itself, its members, ranking and programme. A constant number of queries."""
    club = get_club(slug, request.user)
    own = membership_of(request.user, club)
    page = Paginator(members_of(club), PER_PAGE).get_page(request.GET.get("page"))
    rating_list = ClubRatingList.objects.filter(club=club).first()
    pools = [(key, str(name)) for key, name in RatingPool.choices]
    if rating_list is not None:
        pools.insert(0, (rating_list.pool, _("Club’s own list")))
    pool = request.GET.get("pool", "")
    pool = pool if pool in dict(pools) else pools[0][0]
    ranked = list(ranking(club, pool)[: RANKED + 1])
    context = {
        "club": club,
        "own": own,
        "is_officer": own is not None and own.status == Status.OFFICER,
        "page": page,
        "ratings": ratings_of({row.player_id for row in page}),
        "pool": pool,
        "pools": pools,
        "rating_list": rating_list if rating_list and rating_list.pool == pool else None,
        "ranked": _places(ranked[:RANKED]),
        "is_cut": len(ranked) > RANKED,
        "most_ranked": RANKED,
        "hostings": organized_hostings(request.user, club)
        if isinstance(request.user, User)
        else [],
        "programme": programme(club, request.user, timezone.localdate()),
        "leaving": _leaving(own),
        "parts": parts_of(club, request),
    }
    return render(request, "clubs/club.html", context)


def _places(rows: list[Any]) -> list[tuple[int, Any, bool]]:
    return [(place, row, is_provisional(row.experience)) for place, row in enumerate(rows, 1)]


def _leaving(own: ClubMember | None) -> str:
    """What the button is called by which the reader leaves; empty where they cannot."""
    if own is None:
        return ""
    if own.status == Status.REQUESTED:
        return _("Withdraw request")
    if own.status == Status.OFFICER and officer_count(own.club) == 1:
        return ""
    return _("Leave club")


@login_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Become a member, or ask to."""
    club = get_club(slug, request.user)
    row = membership.join(me(request), club.pk, timezone.now())
    texts = {
        Status.REQUESTED: _("Request sent. An officer of the club will answer it."),
        Status.MEMBER: _("You are now a member."),
    }
    messages.success(request, texts.get(Status(row.status), _("You are a member already.")))
    return redirect(club)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Leave, or withdraw a request."""
    club = club_of_member(slug, request.user)
    before = membership.leave(me(request), club.pk, timezone.now())
    if before:
        is_request = before == Status.REQUESTED
        text = _("Request withdrawn.") if is_request else _("You left the club.")
        messages.success(request, text)
    return redirect(club) if club.hidden_at is None else redirect("club-list")
