"""The rating list of a club, and the page on which its officers keep it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import me
from clubs.models import ClubMember, ClubRatingList
from clubs.selectors.clubs import get_club
from clubs.selectors.members import membership_of
from clubs.selectors.rating_list import list_of_club
from clubs.services import rating_list as services
from clubs.services.locking import require_officer
from ratings.views.list_settings import RatingListForm, is_list_saved, list_settings_page
from ratings.views.lists import list_page
from web.requests import posted


@require_safe
def club_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of a club, with the filters of the leaderboard."""
    club = get_club(slug, request.user)
    own = membership_of(request.user, club)
    is_officer = own is not None and own.status == ClubMember.Status.OFFICER
    owner = {
        "name": club.name,
        "url": club.get_absolute_url(),
        "settings": reverse("club-list-settings", args=[club.slug]) if is_officer else "",
    }
    return list_page(request, list_of_club(club), owner)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def club_list_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the settings; a POST saves them, and one with do=delete deletes the list."""
    club = get_club(slug, request.user)
    user = me(request)
    require_officer(user, club)
    here = reverse("club-list-settings", args=[club.slug])
    if request.POST.get("do") == "delete":
        services.delete_club_list(user, club.pk)
        messages.success(request, _("Rating list deleted."))
        return redirect(here)
    kept = ClubRatingList.objects.filter(club=club).first()
    form = RatingListForm(posted(request), kept=kept, offered=services.offered_to(user, club))
    now = timezone.now()
    if is_list_saved(
        request, form, lambda: services.save_club_list(user, club.pk, form.settings(), now)
    ):
        return redirect("club-ratings", club.slug)
    owner = {
        "name": club.name,
        "back": reverse("club-settings", args=[club.slug]),
        "list": reverse("club-ratings", args=[club.slug]),
        "here": here,
    }
    return list_settings_page(request, form, kept, owner)
