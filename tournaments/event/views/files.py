"""The files of an event – image, logo, rules – and what is made of it: its calendar file and its picture to share."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.views.share import PICTURE_POLICY, pictured
from tournaments.event.selectors import events
from tournaments.event.selectors.event_calendar import event_ics
from tournaments.event.selectors.event_files import event_file, event_files
from tournaments.event.selectors.share_picture import share_picture
from tournaments.event.services.event_files import put_file, remove_file
from tournaments.event.services.image_files import MOST_FILE_BYTES
from tournaments.event.views.scope import event_to_direct
from tournaments.models import Event, EventFile
from web.errors import DomainError, NotFound

ENDINGS = {"application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg"}
KEPT = "max-age=86400"
VERSION = 1  # of the drawing; part of its tag


@require_safe
def file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """One file of the event, as this site wrote it; a PDF as a download."""
    event = events.get_event(slug, request.user)
    row = event_file(event, kind)
    if row is None:
        raise NotFound("no_such_file", _("This file does not exist."))
    etag = f'"{row.digest[:24]}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(bytes(row.data), content_type=row.content_type)
    way = "attachment" if kind == EventFile.Kind.RULES else "inline"
    name = f"{event.slug}-{kind}.{ENDINGS[row.content_type]}"
    answer["Content-Disposition"] = f'{way}; filename="{name}"'
    return _kept(answer, event, etag)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_files(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload or remove the image, the logo and the rules of the event's page."""
    event = event_to_direct(request, slug)
    problem: dict[str, str] = {}
    if request.method == "POST":
        kind = request.POST.get("kind", "")[:20]
        try:
            _do(request, event, kind)
            return redirect("event-pictures", slug)
        except DomainError as refused:
            if refused.status != 400 or refused.code == "no_such_kind":
                raise
            problem = {kind: str(refused.detail)}
    stored = event_files(event)
    context = {
        "event": event,
        "parts": [
            (kind, label, stored.get(kind), problem.get(kind, ""))
            for kind, label in EventFile.Kind.choices
        ],
        "most_mb": MOST_FILE_BYTES // 2**20,
    }
    status = 422 if problem else 200
    return render(request, "tournaments/event/files.html", context, status=status)


def _do(request: HttpRequest, event: Event, kind: str) -> None:
    if request.POST.get("do") == "remove":
        remove_file(event.pk, kind, by=request.user)
        messages.success(request, _("File removed."))
        return
    given = request.FILES.get("file")
    if given is None:
        raise DomainError("no_file", _("Choose a file first."), status=400)
    data = given.read(MOST_FILE_BYTES + 1)
    put_file(event.pk, kind, data, by=request.user, now=timezone.now())
    messages.success(request, _("File saved."))


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of the event as a page, with those of its tournaments and the PDF."""
    event = events.get_event(slug, request.user)
    context = {
        "event": event,
        "tournaments": events.event_tournaments(event, request.user),
        "pdf": event_files(event).get(EventFile.Kind.RULES),
    }
    return render(request, "tournaments/event/rules.html", context)


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The event and its timetable for calendars."""
    event = events.get_event(slug, request.user)
    rows = events.event_tournaments(event, request.user)
    ics = event_ics(event, rows, timezone.now())
    answer = HttpResponse(ics, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}.ics"'
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The event as a PNG to share: its name and days, and its podium once it is over."""
    event = events.get_event(slug, request.user)
    drawing = share_picture(event, events.tournaments_of(event, request.user))
    etag = f'"{drawing.tag}-{VERSION}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = pictured(request, drawing.svg, etag, "png")
    answer = _kept(answer, event, etag)
    if event.is_public:
        answer["Cache-Control"] = "public, max-age=300"
    return answer


def _kept(answer: HttpResponse, event: Event, etag: str) -> HttpResponse:
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, {KEPT}" if event.is_public else "private, no-cache"
    answer["Content-Security-Policy"] = PICTURE_POLICY
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
