"""Public pages of events, and creating an event from a template or a past event."""

import secrets
from datetime import date, time, timedelta
from zlib import crc32

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.decorators import verified_login_required
from accounts.requests import me
from accounts.selectors import is_verified
from tournaments.core.permissions import rights_in
from tournaments.event.forms import CloneForm, NewEventForm
from tournaments.event.page_parts import alternates_of, head_lines_of, parts_of
from tournaments.event.selectors import announcements, events
from tournaments.event.selectors.event_files import EventFileRow, event_files
from tournaments.event.selectors.event_page import FINISHED, event_page, state_of, time_key
from tournaments.event.selectors.facts import linked_lines, map_url
from tournaments.event.selectors.live_scores import live_key
from tournaments.event.selectors.series import past_winners
from tournaments.event.services import cloning
from tournaments.event.services import events as services
from tournaments.event.texts import EVENTS, TOURNAMENTS
from tournaments.event.views.scope import event_to_direct
from tournaments.formats.event_templates import TEMPLATES
from tournaments.models import Event, EventFile
from tournaments.setup.services.creation_limits import require_room
from web.errors import NotFound
from web.page_cache import cached_page
from web.requests import by_htmx, posted

PER_PAGE = 30


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """Upcoming events, or past ones with ?past=1."""
    over = request.GET.get("past") == "1"
    event_rows = events.event_rows(request.user, timezone.localdate(), over=over)
    page = Paginator(event_rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [events.event_row(row) for row in page],
        "over": over,
        "may_create": is_verified(request.user),
    }
    return render(request, "tournaments/event/list.html", context)


@require_safe
@vary_on_headers("HX-Request")
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """An event as a poster with its tournaments and its announcements; for htmx 204 when nothing has changed."""
    now = timezone.now()
    shown = events.get_event(slug, request.user)
    tournaments = events.tournaments_of(shown, request.user)
    rows = events.event_rows_of(shown, tournaments)
    current = announcements.current_announcements(shown, now)
    state = state_of(tournaments)
    key = events.page_key(shown, rows, current)
    parts = parts_of(shown)
    versions = ".".join(part.version for part in parts)
    parts_key = f"{time_key(shown, rows, state, now)}.{live_key(tournaments)}.{versions}"
    key += f"-{crc32(parts_key.encode())}"
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    part = (
        "tournaments/event/event_live.html" if by_htmx(request) else "tournaments/event/event.html"
    )

    def drawn() -> HttpResponse:
        files = event_files(shown)
        context = {
            "event": shown,
            "page": event_page(shown, tournaments, rows, request.user, now),
            "map_url": map_url(shown),
            "hotel": shown.hotel.splitlines(),
            "thanks": linked_lines(shown.thanks),
            "parts": [part.draw(request) for part in parts],
            "files": files,
            "head_parts": head_lines_of(shown, request),
            "alternates": alternates_of(shown),
            "past_winners": past_winners(shown),
            "picture_url": _picture_url(request, shown, files, state),
            "announcements": current,
            "key": key,
            "directs": bool(rights_in(request.user, shown)),
            "polls": any(row.row.status in {"open", "running"} for row in rows),
            "here": request.build_absolute_uri(shown.get_absolute_url()),
        }
        return render(request, part, context)

    return cached_page(request, f"event.{shown.pk}.{key}", drawn)


def _picture_url(
    request: HttpRequest, event: Event, files: dict[str, EventFileRow], state: str
) -> str:
    """What other sites show of the event: the organizer's image, and the podium once it is over."""
    image = files.get(EventFile.Kind.IMAGE)
    drawn = reverse("event-picture", args=[event.slug]) + f"?v={event.version}"
    return request.build_absolute_uri(image.href if image and state != FINISHED else drawn)


@verified_login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Choose a template, or a past event of one's own to repeat."""
    past = events.directed(request.user, timezone.localdate())
    rows = [
        {"key": key, "text": EVENTS[key], "has": [TOURNAMENTS[t.key] for t in template.tournaments]}
        for key, template in TEMPLATES.items()
    ]
    return render(request, "tournaments/event/choose.html", {"rows": rows, "past": past})


@verified_login_required
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Create an event from a template, with its tournaments as drafts."""
    template = TEMPLATES.get(key)
    if template is None:
        raise NotFound("no_such_template", _("This no longer exists. Reload the page."))
    first = _next(template.weekday, timezone.localdate())
    initial = {
        "starts_on": first,
        "ends_on": first + timedelta(days=template.days - 1),
        "begins": time(*template.begins),
        "time_zone": me(request).time_zone,
        "currency": "EUR",
        "token": secrets.token_urlsafe(16),
    }
    form = NewEventForm(posted(request), initial=initial, template=template)
    if request.method == "POST" and form.is_valid():
        require_room(me(request), timezone.now())
        made = services.create(me(request), key, form.new_event(), once=form.cleaned_data["token"])
        messages.success(request, _("Draft saved. Check it, then publish the event."))
        return redirect("event-manage", made.slug)
    context = {
        "form": form,
        "text": EVENTS[key],
        "has": [TOURNAMENTS[tournament.key] for tournament in template.tournaments],
        "has_one": len(template.tournaments) == 1,
    }
    return render(
        request, "tournaments/event/new.html", context, status=422 if form.errors else 200
    )


@login_required
def clone(request: HttpRequest, slug: str) -> HttpResponse:
    """Repeat an event on other days."""
    old = event_to_direct(request, slug)
    initial = {"name": old.name, "starts_on": _next_same_weekday(old.starts_on)}
    form = CloneForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        require_room(me(request), timezone.now())
        made = cloning.clone_event(
            old.pk,
            by=me(request),
            now=timezone.now(),
            name=form.cleaned_data["name"],
            starts_on=form.cleaned_data["starts_on"],
            once=form.once,
        )
        messages.success(request, _("Draft saved. Check it, then publish the event."))
        return redirect("event-manage", made.slug)
    context = {"form": form, "event": old}
    status = 422 if form.errors else 200
    return render(request, "tournaments/event/clone.html", context, status=status)


def _next(weekday: int, today: date) -> date:
    return today + timedelta(days=(weekday - today.weekday()) % 7 or 7)


def _next_same_weekday(day: date) -> date:
    """A week later, or as many weeks as it takes to be ahead of today."""
    weeks = max(1, (timezone.localdate() - day).days // 7 + 1)
    return day + timedelta(weeks=weeks)
