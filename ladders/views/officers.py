"""What officers of the club do: start a ladder, change it, move and remove players, decide and correct results, delete it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import me
from clubs.selectors.clubs import get_club
from clubs.services.locking import require_officer
from ladders.forms import LadderForm, LadderPlaceForm, LadderResultForm
from ladders.models import Ladder, LadderMember
from ladders.selectors.ladders import get_ladder, open_challenges, past_challenges
from ladders.services import ladders as services
from ladders.services import membership as members
from ladders.services.results import decide_result, void_challenge
from ladders.views.playing import challenge_of
from web.errors import DomainError
from web.requests import number_in, posted

MOST_DECIDED = 20
BIG = 2**31


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a ladder of this club."""
    club = get_club(slug, request.user)
    require_officer(me(request), club)
    form = LadderForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = services.start_ladder(me(request), club.pk, timezone.now(), **form.facts())
        except DomainError as refused:
            _refuse(form, refused)
        else:
            messages.success(request, _("Ladder started. Members of the club can join now."))
            return redirect(made)
    context = {"form": form, "club": club}
    return render(request, "ladders/new.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that officers look after; a POST saves the settings."""
    ladder = _own(request, slug)
    form = LadderForm(posted(request), ladder)
    if request.method == "POST" and form.is_valid():
        try:
            version = form.cleaned_data["version"]
            services.change_ladder(
                ladder.pk, me(request), timezone.now(), version=version, **form.facts()
            )
        except DomainError as refused:
            _refuse(form, refused)
            if refused.code == "changed_meanwhile":
                form.renew_version(ladder)
        else:
            messages.success(request, _("Settings saved."))
            return redirect("ladder-settings", slug)
    return _page(request, ladder, form if request.method == "POST" else None)


@login_required
@require_POST
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """`do`: place the player of the form, or remove the one in `player`."""
    ladder, now = _own(request, slug), timezone.now()
    if request.POST.get("do") == "remove":
        members.remove_player(me(request), ladder.pk, _number(request, "player"), now)
        messages.success(request, _("Player removed."))
        return redirect("ladder-settings", slug)
    form = LadderPlaceForm(request.POST, _names(ladder))
    if form.is_valid():
        typed = form.cleaned_data
        place = min(typed["place"], BIG)
        try:
            members.place_player(
                me(request), ladder.pk, typed["player"], place, typed["reason"], now
            )
        except DomainError as refused:
            form.add_error("place" if refused.code == "bad_place" else None, refused.detail)
        else:
            messages.success(request, _("Player moved."))
            return redirect("ladder-settings", slug)
    return _page(request, ladder, form)


@login_required
@require_POST
def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """`do`: decide or correct the result of the one in `challenge`, or make it void; always with a reason."""
    ladder, now = _own(request, slug), timezone.now()
    challenge = challenge_of(ladder, _number(request, "challenge"))
    form = LadderResultForm(request.POST, challenge, by_officer=True)
    if request.POST.get("do") == "void":
        form.fields["winner"].required = form.fields["loser_points"].required = False
    if form.is_valid():
        typed = form.cleaned_data
        try:
            if request.POST.get("do") == "void":
                void_challenge(me(request), ladder.pk, challenge.pk, typed["reason"], now)
                messages.success(request, _("The challenge no longer counts."))
            else:
                decide_result(
                    me(request), ladder.pk, challenge.pk, form.result(), typed["reason"], now
                )  # fmt: skip
                messages.success(request, _("Result saved. The order is worked out again."))
            return redirect(reverse("ladder-settings", args=[slug]) + "#results")
        except DomainError as refused:
            if refused.status not in (400, 409):
                raise
            form.add_error("loser_points" if refused.code == "bad_result" else None, refused.detail)
    return _page(request, ladder, form, challenge.pk)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Delete the ladder; its page has asked first."""
    ladder = _own(request, slug)
    services.delete_ladder(ladder.pk, me(request))
    messages.success(request, _("Ladder deleted."))
    return redirect(ladder.club)


def _own(request: HttpRequest, slug: str) -> Ladder:
    ladder = get_ladder(slug, request.user)
    require_officer(me(request), ladder.club)
    return ladder


def _page(
    request: HttpRequest, ladder: Ladder, sent: Form | None, challenge: int = 0
) -> HttpResponse:
    """The settings with the form that was sent; the others are as they are at first."""
    rows = [*open_challenges(ladder), *past_challenges(ladder)[:MOST_DECIDED]]
    if challenge and all(row.pk != challenge for row in rows):
        rows.append(challenge_of(ladder, challenge))
    forms = [
        (
            row,
            sent if row.pk == challenge else LadderResultForm(None, row, by_officer=True),
        )
        for row in rows
    ]
    names = _names(ladder)
    context: dict[str, Any] = {
        "ladder": ladder,
        "form": sent if isinstance(sent, LadderForm) else LadderForm(None, ladder),
        "place_form": sent if isinstance(sent, LadderPlaceForm) else LadderPlaceForm(None, names),
        "players": names,
        "results": forms,
        "opened": challenge,
    }
    status = 422 if sent is not None and sent.errors else 200
    return render(request, "ladders/settings.html", context, status=status)


def _names(ladder: Ladder) -> list[tuple[int, str]]:
    rows = LadderMember.objects.filter(ladder=ladder, place__isnull=False).order_by("place")
    return [(pk, f"{place}. {name}") for pk, place, name in rows.values_list("player", "place", "player__name")]  # fmt: skip


def _refuse(form: LadderForm, refused: DomainError) -> None:
    if refused.status not in (400, 409):
        raise refused
    fields = {"bad_name": "name", "bad_about": "about"}
    form.add_error(fields.get(refused.code), refused.detail)


def _number(request: HttpRequest, name: str) -> int:
    return number_in(request.POST.get(name, "")) or 0
