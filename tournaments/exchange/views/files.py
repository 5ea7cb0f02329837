"""The pages of files: tables to download, and uploads, which are shown as a dry run before anything is written."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import me
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.contacts.services.contacts import ContactTerms
from tournaments.core.permissions import Right, may, require
from tournaments.exchange.forms import (
    KeepContactsForm,
    PastedListForm,
    UploadForm,
    UploadPlayersForm,
)
from tournaments.exchange.selectors.export_json import tournament_json
from tournaments.exchange.selectors.exports import ENTRIES_WITH_CONTACTS, TABLES
from tournaments.exchange.services import import_flow
from tournaments.exchange.services.import_preview import BAD, DryRun, ImportLine
from tournaments.models import ImportFile, Tournament
from web.csv_writing import csv_rows
from web.errors import DomainError, NotFound
from web.requests import number_in, posted

ROWS = 200
SHOWN = ("all", "new", "known", "choose", "changed", "same", "twice", "bad", "set", "skipped")


@login_required
@require_http_methods(["GET", "POST"])
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """The downloads, and the form that uploads a table."""
    tournament = tournament_with_right(request, slug)
    form = UploadForm(posted(request), request.FILES or None, initial={"kind": _usual(tournament)})
    if request.method == "POST":
        require(request.user, tournament, Right.DIRECT)
        if (brought := _uploaded(request, tournament, form)) is not None:
            return redirect("tournament-import", slug, brought.pk)
    context = {
        "tournament": tournament,
        "alone": tournament.entry_kind == Tournament.EntryKind.SINGLE,
        "form": form,
        "may_direct": may(request.user, tournament, Right.DIRECT),
        "taken": tournament.import_files.exclude(applied_at=None).select_related("by")[:20],
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/exchange/files.html", context, status=status)


def _usual(tournament: Tournament) -> str:
    return "entries" if tournament.started_at is None else "results"


def _uploaded(request: HttpRequest, tournament: Tournament, form: UploadForm) -> ImportFile | None:
    if not form.is_valid():
        return None
    try:
        return import_flow.upload(
            tournament.pk, by=me(request), kind=form.cleaned_data["kind"], name=form.name_given(),
            data=form.data_given(), now=timezone.now(),
        )  # fmt: skip
    except DomainError as refused:
        form.add_error("file", refused.detail)
        return None


@login_required
@require_http_methods(["GET", "POST"])
def take(request: HttpRequest, slug: str, file_id: int) -> HttpResponse:
    """The dry run of a file, and its confirmation."""
    tournament = tournament_with_right(request, slug)
    file = tournament.import_files.filter(pk=file_id).first()
    if file is None:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    require(request.user, tournament, import_flow.right_for(file.kind))
    by, now = request.user, timezone.now()
    if request.method != "POST":
        if file.applied_at is not None:
            return redirect("tournament-exchange", slug)
        return _shown(
            request, tournament, file, import_flow.dry_run(tournament.pk, file_id, by=by, now=now)
        )
    choices, keeps = choices_in(request), KeepContactsForm(request.POST)
    terms = None
    if keeps.is_valid() and keeps.cleaned_data["consent"]:
        terms = ContactTerms(by, now, keeps.cleaned_data["days"])
    confirmation = import_flow.Confirmation(
        request.POST.get("digest", ""), choices, terms, number_in(request.POST.get("limit", ""))
    )
    try:
        import_flow.apply_file(tournament.pk, file_id, by=by, now=now, confirmation=confirmation)
    except import_flow.ImportNotConfirmed as refused:
        return _shown(request, tournament, file, refused.run, refused)
    if file.kind == ImportFile.Kind.PASTED:
        messages.success(request, _("Players added."))
        return redirect(reverse("tournament-manage", args=[slug]) + "?tab=entries")
    messages.success(request, _("Import complete."))
    return redirect("tournament-exchange", slug)


def choices_in(request: HttpRequest) -> dict[int, str]:
    """The chosen players, by the line of the file."""
    prefix = "choice_"
    choices = {
        number_in(name.removeprefix(prefix)): str(value)
        for name, value in request.POST.items()
        if name.startswith(prefix)
    }
    return {line: value for line, value in choices.items() if line and value}


def _shown(
    request: HttpRequest,
    tournament: Tournament,
    file: ImportFile,
    run: DryRun,
    refused: DomainError | None = None,
) -> HttpResponse:
    is_pasted = file.kind == ImportFile.Kind.PASTED
    back = "tournament-paste" if is_pasted else "tournament-exchange"
    page = {
        "of": tournament,
        "here": reverse("tournament-import", args=[tournament.slug, file.pk]),
        "back": reverse(back, args=[tournament.slug]),
        "invites": file.kind != ImportFile.Kind.RESULTS and is_online(tournament),
        "is_pasted": is_pasted,
        "keeps": KeepContactsForm(posted(request))
        if run.contacts and may(request.user, tournament, Right.DIRECT)
        else None,
        "pasted": PastedListForm.given_back(file.text) if is_pasted else None,
    }
    return dry_run_page(request, file, run, refused, page)


def dry_run_page(
    request: HttpRequest,
    file: ImportFile,
    run: DryRun,
    refused: DomainError | None,
    ways: dict[str, Any],
) -> HttpResponse:
    """The page of a dry run. `ways` has its subject (`of`), the addresses `here` and `back`, whether the file `invites` players
    with a login, and of a tournament the forms of the contacts and of a pasted list, if it is one."""
    state = request.GET.get("show", "all")
    listed = [line for line in run.lines if state in ("all", line.state)]
    listed.sort(
        key=lambda line: not _is_asked(line)
    )  # rows that need a decision come first, all on one page
    asked = sum(map(_is_asked, listed))
    context: dict[str, Any] = ways | {
        "file": file,
        "run": run,
        "page": Paginator(listed, max(ROWS, asked)).get_page(request.GET.get("page")),
        "show": state if state in SHOWN else "all",
        "refused": refused,
        "again": UploadPlayersForm.given_back(file.text)
        if run.is_bad and not ways.get("pasted")
        else None,
    }
    status = 409 if refused else 200
    return render(request, "tournaments/exchange/dry_run.html", context, status=status)


def _is_asked(line: ImportLine) -> bool:
    return bool(line.options) or line.state == BAD


@login_required
@require_safe
@never_cache
def export(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """One table as CSV, or everything as JSON: entries.csv, results.csv, standings.csv, tournament.json."""
    tournament = tournament_with_right(request, slug)
    if name == "tournament.json":
        return streamed(tournament_json(tournament), f"{slug}.json", "application/json")
    table = TABLES.get(name.removesuffix(".csv")) if name.endswith(".csv") else None
    if table is None:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    if name == "entries.csv" and may(request.user, tournament, Right.DIRECT):
        table = ENTRIES_WITH_CONTACTS
    head, rows = table
    return streamed(csv_rows(head, rows(tournament)), f"{slug}-{name}", "text/csv")


def streamed(pieces: Iterator[str], name: str, kind: str) -> HttpResponseBase:
    """A file to download, streamed as it is made."""
    response = StreamingHttpResponse(pieces, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response
