"""Files at the desk of an event: its players to download, and a list of players uploaded for all its tournaments."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import me
from tournaments.core.permissions import Right, may, require
from tournaments.event.selectors.events import event_tournaments, get_event
from tournaments.event.views.scope import event_to_direct, event_with_role
from tournaments.exchange.forms import UploadPlayersForm
from tournaments.exchange.selectors.exports import PLAYERS, player_rows
from tournaments.exchange.services import import_event_flow
from tournaments.exchange.services.import_flow import Confirmation, ImportNotConfirmed
from tournaments.exchange.views.files import choices_in, dry_run_page, streamed
from tournaments.models import Event, ImportFile
from web.csv_writing import csv_rows
from web.errors import DomainError, NotFound
from web.requests import posted


@login_required
@require_http_methods(["GET", "POST"])
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """The downloads, and the form that uploads players."""
    event = event_with_role(request, slug, Right.SCORE)
    form = UploadPlayersForm(posted(request), request.FILES or None)
    if request.method == "POST":
        require(request.user, event, Right.DIRECT)
        if (brought := _uploaded(request, event, form)) is not None:
            return redirect("event-import", slug, brought.pk)
    context = {
        "event": event,
        "rows": event_tournaments(event, request.user),
        "form": form,
        "may_direct": may(request.user, event, Right.DIRECT),
        "taken": event.import_files.exclude(applied_at=None).select_related("by")[:20],
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/exchange/event_files.html", context, status=status)


def _uploaded(request: HttpRequest, event: Event, form: UploadPlayersForm) -> ImportFile | None:
    if not form.is_valid():
        return None
    try:
        return import_event_flow.upload_players(
            event, by=me(request), name=form.name_given(), data=form.data_given(),
            now=timezone.now(),
        )  # fmt: skip
    except DomainError as refused:
        form.add_error("file", refused.detail)
        return None


@login_required
@require_http_methods(["GET", "POST"])
def take(request: HttpRequest, slug: str, file_id: int) -> HttpResponse:
    """The dry run of a file, and its confirmation."""
    event = event_to_direct(request, slug)
    file = event.import_files.filter(pk=file_id).first()
    if file is None:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    ways = {
        "of": event,
        "here": reverse("event-import", args=[slug, file_id]),
        "back": reverse("event-exchange", args=[slug]),
        "invites": True,
    }
    if request.method != "POST":
        if file.applied_at is not None:
            return redirect("event-exchange", slug)
        run = import_event_flow.dry_run_players(event, file_id, by=request.user)
        return dry_run_page(request, file, run, None, ways)
    confirmation = Confirmation(request.POST.get("digest", ""), choices_in(request))
    try:
        import_event_flow.apply_players(
            event, file_id, by=request.user, now=timezone.now(), confirmation=confirmation
        )
    except ImportNotConfirmed as refused:
        return dry_run_page(request, file, refused.run, refused, ways)
    messages.success(request, _("Import complete."))
    return redirect("event-exchange", slug)


@login_required
@require_safe
@never_cache
def players(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The players of an event's tournaments, as CSV."""
    event = get_event(slug, request.user)
    require(request.user, event, Right.SCORE)
    return streamed(csv_rows(PLAYERS, player_rows(event)), f"{slug}-players.csv", "text/csv")
