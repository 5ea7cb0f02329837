"""The desk of an event: its page, adding tournaments, settings and announcements. What it shows: event_desk_page.py.

The service that acts checks the right.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.requests import me
from tournaments.core.permissions import Right, Subject
from tournaments.desk.views.event_desk_page import EventDeskPage
from tournaments.desk.views.undo_notice import offer_undo
from tournaments.event.forms import AddForm, AnnounceForm, EventSettingsForm
from tournaments.event.selectors import announcements, events
from tournaments.event.selectors.series import earlier_events
from tournaments.event.services import announcements as announcing
from tournaments.event.services import events as services
from tournaments.event.services.undo_removal import restore
from tournaments.event.views.scope import event_to_direct, event_with_role, tournament_with_role
from tournaments.models import Event
from web.errors import DomainError, NotFound
from web.requests import by_htmx, posted

LET_GO, UNDO_S = "tournaments.let_go", 3600


@login_required
@require_safe
@vary_on_headers("HX-Request")
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """All tournaments of the event at once: the queue of decisions, and their matches. The page polls every few
    seconds and gets 204 while nothing has changed."""
    shown = EventDeskPage(request, events.get_event(slug, request.user), timezone.now())
    if by_htmx(request) and request.GET.get("key") == shown.key:
        return HttpResponse(status=204)
    part = (
        "tournaments/desk/event_desk_live.html"
        if by_htmx(request)
        else "tournaments/desk/event_desk.html"
    )
    return render(request, part, shown.context())


def _again(request: HttpRequest, event: Event, **forms: Any) -> HttpResponse:
    """The desk with a form as it was typed, and its errors."""
    context = EventDeskPage(request, event, timezone.now(), **forms).context()
    return render(request, "tournaments/desk/event_desk.html", context, status=422)


@login_required
@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a tournament: a new one, or one that stood alone."""
    event = event_to_direct(request, slug)
    if "take_in" in request.POST:
        chosen = request.POST["take_in"]
        if not chosen.isdecimal() or len(chosen) > 12:
            raise NotFound("no_such_tournament", _("Tournament not found."))
        made = services.add_existing(event.pk, by=request.user, tournament_id=int(chosen))
        return _done(request, event, _("Added to the event: %(name)s.") % {"name": made.name})
    form = AddForm(request.POST, zone=event.time_zone)
    if not form.is_valid():
        return _again(request, event, add=form)
    data = form.cleaned_data
    made = services.add_new(
        event.pk, by=me(request), key=data["kind"], name=data["name"],
        starts_at=data["starts_at"], once=form.once,
    )  # fmt: skip
    return _done(request, event, _("Draft added: %(name)s.") % {"name": made.name})


@login_required
@require_POST
def order(request: HttpRequest, slug: str, tournament_id: int, verb: str) -> HttpResponseRedirect:
    """Move a tournament up the list, take it out of the event, or undo that at once."""
    event = event_to_direct(request, slug)
    back = redirect(reverse("event-manage", args=[slug]) + "?tab=tournaments")
    if verb == "up":
        services.move_up(event.pk, by=request.user, tournament_id=tournament_id)
        return back
    if verb == "back":
        place = _former_place(request, event, tournament_id)
        restore(event.pk, by=request.user, tournament_id=tournament_id, order=place)
        messages.success(request, _("Removal undone."))
        return back
    if verb != "out":
        raise NotFound("no_such_page", _("Page not found."))
    orders = event.tournaments.filter(pk=tournament_id).values_list("event_order", flat=True)
    payload = [event.pk, tournament_id, orders.first(), me(request).pk]
    made = services.release(event.pk, by=request.user, tournament_id=tournament_id)
    text = _("Removed from the event: %(name)s. The tournament itself is kept.") % {
        "name": made.name
    }
    address = reverse("event-order", args=[slug, tournament_id, "back"])
    offer_undo(request, text, address, mark=signing.dumps(payload, salt=LET_GO))
    return back


def _former_place(request: HttpRequest, event: Event, tournament_id: int) -> int:
    """The place that the tournament had, if this login has just taken it out of this event."""
    try:
        payload = signing.loads(request.POST.get("mark", ""), salt=LET_GO, max_age=UNDO_S)
    except signing.BadSignature:
        payload = []
    if payload[:2] != [event.pk, tournament_id] or payload[3] != me(request).pk:
        raise DomainError("too_late", _("This can no longer be undone. Add the tournament again."))
    return int(payload[2])


@login_required
@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Show the event to everybody, or to its people only."""
    event = event_with_role(request, slug)
    shown = request.POST.get("shown") == "1"
    services.publish(event.pk, by=request.user, shown=shown)
    text = (
        _("Event published.")
        if shown
        else _("Event hidden. Only people with a role here can see it.")
    )
    return _done(request, event, text)


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings of the event itself; its tournaments have settings of their own."""
    event = event_to_direct(request, slug)
    initial = {name: getattr(event, name) for name in services.FIELDS}
    earlier = earlier_events(event, request.user)
    form = EventSettingsForm(posted(request), initial=initial, earlier=earlier)
    if request.method == "POST" and form.is_valid():
        try:
            services.change(event.pk, by=request.user, **form.facts())
            return _done(request, event, _("Saved."))
        except DomainError as refused:
            if refused.code != "bad_previous":
                raise
            form.add_error("previous", refused.detail)
    context = {"form": form, "event": event}
    status = 422 if form.errors else 200
    return render(request, "tournaments/desk/event_settings.html", context, status=status)


@login_required
@require_POST
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce something to the whole event, or take an announcement down."""
    event = event_with_role(request, slug, Right.SCORE)
    form = save_announcement(request, event)
    if form is not None:
        return _again(request, event, say=form)
    return redirect("event-manage", slug)


@login_required
def tournament_announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """The announcements of one tournament, and a form for another."""
    tournament = tournament_with_role(request, slug, Right.SCORE)
    form: AnnounceForm | None = AnnounceForm(None, zone=tournament.time_zone)
    if request.method == "POST":
        form = save_announcement(request, tournament)
        if form is None:
            return redirect("tournament-announcements", slug)
    context = {
        "tournament": tournament,
        "say": form,
        "announcements": announcements.current_announcements(tournament, timezone.now()),
    }
    status = 422 if form and form.errors else 200
    return render(request, "tournaments/desk/announcements.html", context, status=status)


def save_announcement(request: HttpRequest, subject: Subject) -> AnnounceForm | None:
    """Announce, or take down, what the form asks for; returns the form where something is wrong with it."""
    now = timezone.now()
    gone = request.POST.get("take_down", "")
    if gone.isdecimal() and len(gone) < 18:
        announcing.take_down(subject, int(gone), by=request.user, now=now)
        messages.success(request, _("Announcement removed."))
        return None
    form = AnnounceForm(request.POST, zone=subject.time_zone)
    if not form.is_valid():
        return form
    data = form.cleaned_data
    try:
        announcing.announce(
            subject,
            data["text"],
            by=me(request),
            now=now,
            until=form.end(now),
            pinned=data["pinned"],
            counts_down=bool(data["countdown"]),
        )
    except DomainError as refused:
        if refused.status != 400:
            raise
        is_of_end = refused.code in ("over_already", "no_end")
        form.add_error("until" if is_of_end else "text", refused.detail)
        return form
    messages.success(request, _("Announcement published."))
    return None


def _done(request: HttpRequest, event: Event, text: str) -> HttpResponseRedirect:
    messages.success(request, text)
    return redirect("event-manage", event.slug)
