"""The table of entries: filter, sort, edit a cell, and act on several entries with one confirmation."""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_countries import countries

from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.bracket.views.directing import directed, tournament_with_right
from tournaments.contacts.services.contacts import USUAL_DAYS
from tournaments.core.permissions import Right, may
from tournaments.desk.selectors.entries_table import STATES, entries_table, row_of
from tournaments.desk.services import entry_batches
from tournaments.desk.services.entry_batches import ACTS, BEFORE, EntryBatch, RemovedEntry
from tournaments.desk.services.entry_fields import FIELDS, FieldChange, set_field
from tournaments.desk.views.undo_notice import offer_undo
from tournaments.models import LedgerLine, Tournament
from tournaments.money.services.ledger import Payment
from web.errors import DomainError, NotFound
from web.requests import by_htmx, number_in, typed_in

PER_PAGE = 200
ASKED = ("state", "find", "sort", "page")
Method = LedgerLine.Method


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table. POST do=… (ACTS) asks first and acts with `confirmed`; do=undo takes a removal back."""
    tournament = tournament_with_right(request, slug)
    if request.method != "POST":
        return _page(request, tournament)
    if request.POST.get("do") == "undo":
        return _undone(request, tournament)
    act = request.POST.get("do", "")
    chosen = [n for n in map(number_in, request.POST.getlist("entry")) if n is not None]
    if act not in ACTS:
        return redirect(_address(request, tournament))
    if not chosen:
        messages.error(request, _("Choose at least one entry."))
        return redirect(_address(request, tournament))
    if "confirmed" not in request.POST:
        return _confirmation(request, tournament, entry_batches.batch_of(tournament, act, chosen))
    return _applied(request, tournament, act, chosen)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cell(request: HttpRequest, slug: str, entry_id: int, field: str) -> HttpResponse:
    """One cell to edit (or, with `show`, to read), alone for scripts, else in its table. A POST saves it."""
    tournament = directed(request, slug)
    row = row_of(tournament, entry_id)
    if row is None or field not in FIELDS:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    open_cell: dict[str, Any] = {"entry": entry_id, "field": field}
    if request.method == "POST":
        open_cell |= _saved(request, entry_id, field)
        row = row_of(tournament, entry_id)
    is_shown = "saved" in open_cell or "show" in request.GET
    if is_shown:
        open_cell = {"entry": entry_id, "saved": field}
    if by_htmx(request):
        context = _cells(tournament) | {
            "row": row,
            "field": field,
            "open": open_cell,
            "may_edit": True,
        }
        return render(request, "tournaments/desk/entries_cell.html", context)
    if is_shown:
        return redirect(f"{_address(request, tournament)}#entry-{entry_id}")
    return _page(request, tournament, open_cell)


def _saved(request: HttpRequest, entry_id: int, field: str) -> dict[str, str]:
    """Save what was typed: `saved`, or what was `refused` and the value that was typed."""
    post = request.POST
    change = FieldChange(
        field=field,
        typed=typed_in(request, "value"),
        before=post.get("before"),
        consent="consent" in post,
    )
    try:
        set_field(entry_id, change, by=request.user, now=timezone.now())
    except DomainError as error:
        if error.status == 403:  # shown by the page of refusals
            raise
        return {"value": change.typed, "refused": error.detail}
    return {"saved": field}


def _page(
    request: HttpRequest, tournament: Tournament, open_cell: dict[str, Any] | None = None
) -> HttpResponse:
    asked = request.GET
    state, find, sort = asked.get("state", "all"), asked.get("find", "")[:80], asked.get("sort", "")
    directs = may(request.user, tournament, Right.DIRECT)
    listed = entries_table(tournament, for_directors=directs)
    plan = plan_of(tournament)
    page = Paginator(listed.shown(state, find, sort), PER_PAGE).get_page(asked.get("page"))
    counts = listed.counts()
    is_before = tournament.status in BEFORE
    context = _cells(tournament) | {
        "tournament": tournament,
        "page": page,
        "state": state if state in STATES else "all",
        "states": [(key, label, counts[key]) for key, label in _states(has_fees=plan is not None)],
        "everybody": counts["all"],
        "find": find,
        "sort": sort,
        "columns": _columns(tournament, sort, directs=directs, has_fees=plan is not None),
        "plan": plan,
        "currency": plan.currency if plan else "",
        "may_edit": directs,
        "acts": _acts(directs=directs, is_before=is_before, has_fees=plan is not None),
        "open": open_cell or {},
        "kept": _kept(request.GET),
    }
    status = 422 if open_cell and open_cell.get("refused") else 200
    return render(request, "tournaments/desk/entries_table.html", context, status=status)


def _cells(tournament: Tournament) -> dict[str, Any]:
    """What a cell needs besides its row."""
    return {"tournament": tournament, "countries": list(countries), "days": USUAL_DAYS}


def _states(*, has_fees: bool) -> list[tuple[str, str]]:
    labels = {
        "all": pgettext("players", "All"),
        "in": pgettext("players", "Entered"),
        "here": pgettext("at the door", "Here"),
        "away": pgettext("at the door", "Not here"),
        "unpaid": pgettext("players", "Unpaid"),
        "waiting": _("Waiting list"),
        "invited": pgettext("players", "Invited"),
        "left": pgettext("players", "Removed or withdrawn"),
    }
    return [(key, labels[key]) for key in STATES if key != "unpaid" or has_fees]


def _columns(
    tournament: Tournament, sort: str, *, directs: bool, has_fees: bool
) -> list[dict[str, str]]:
    """The headings that sort: their labels, what a click on them asks for, and how they are sorted now."""
    single = tournament.entry_kind == Tournament.EntryKind.SINGLE
    listed = [
        ("seed", pgettext("ranking in the draw", "Seed"), "r"),
        ("name", _("Player") if single else _("Team"), ""),
        ("country", _("Country"), "") if single else None,
        ("club", pgettext("player’s club", "Club"), ""),
        ("rating", pgettext("player", "Rating"), "r"),
        ("member_number", _("Member number"), "") if single and directs else None,
        ("here", pgettext("at the door", "Here"), ""),
        ("owes", pgettext("money", "Outstanding"), "r") if has_fees else None,
        ("status", _("Status"), ""),
        ("entered", pgettext("time of entry", "Entered"), ""),
    ]
    columns = []
    for key, label, kind in filter(None, listed):
        now = {key: "ascending", f"-{key}": "descending"}.get(sort, "none")
        columns.append(
            {"key": key, "label": label, "class": kind, "now": now, "next": f"-{key}" if sort == key else key}
        )  # fmt: skip
    return columns


def _acts(*, directs: bool, is_before: bool, has_fees: bool) -> list[tuple[str, str]]:
    """The acts on chosen entries that the viewer has now."""
    offered = {
        "here": True,
        "pay": has_fees,
        "admit": is_before,
        "wait": directs and is_before,
        "seed": directs and is_before,
        "remove": directs and is_before,
    }
    return [(act, _act_label(act)) for act in ACTS if offered[act]]


def _act_label(act: str) -> str:
    return {
        "here": pgettext("button", "Check in"),
        "pay": pgettext("button", "Mark paid"),
        "admit": pgettext("button", "Give a place"),
        "wait": _("Move to the waiting list"),
        "seed": _("Seed by rating"),
        "remove": pgettext("button", "Remove"),
    }[act]


def _confirmation(
    request: HttpRequest,
    tournament: Tournament,
    batch: EntryBatch,
    refused: str = "",
) -> HttpResponse:
    """What would happen, with the names; one button does it."""
    plan = plan_of(tournament)
    context = {
        "tournament": tournament,
        "batch": batch,
        "label": _act_label(batch.act),
        "question": _question(batch),
        "currency": plan.currency if plan else "",
        "methods": Method.choices,
        "once": secrets.token_urlsafe(12),
        "back": _address(request, tournament),
        "refused": refused,
        "numbered": list(enumerate(batch.rows, start=1)),
    }
    status = 409 if refused else 200
    return render(request, "tournaments/desk/entries_confirm.html", context, status=status)


def _question(batch: EntryBatch) -> str:
    """What the act does, where its name does not say it."""
    return {
        "wait": _("They lose their places and seeds. On the waiting list they stand by the time of their entry."),
        "seed": _("The highest rating gets seed 1. Entries that are not listed here lose their seeds."),
        "remove": _("Their places are free again. You can undo this."),
    }.get(batch.act, "")  # fmt: skip


def _applied(
    request: HttpRequest, tournament: Tournament, act: str, chosen: list[int]
) -> HttpResponse:
    post = request.POST
    method = post.get("method", "")
    payment = Payment(
        by=request.user,
        now=timezone.now(),
        key=post.get("key", ""),
        method=method if method in Method.values else Method.CASH,
    )
    try:
        batch = entry_batches.apply_batch(
            tournament.pk, act, chosen, owed=number_in(post.get("owed", "")) or 0, payment=payment
        )
    except DomainError as error:
        if error.status == 403:  # as above
            raise
        again = entry_batches.batch_of(tournament, act, chosen)
        return _confirmation(request, tournament, again, error.detail)
    text = _done_text(act, len(batch.rows))
    back = _address(request, tournament)
    if act == "remove":
        removed = entry_batches.removed_entries(batch.rows)
        sent = ",".join(f"{row.entry}:{row.status}:{row.seed or ''}" for row in removed)
        offer_undo(request, text, back, do="undo", removed=sent)
    else:
        messages.success(request, text)
    return redirect(back)


def _done_text(act: str, n: int) -> str:
    texts = {
        "here": ngettext("%(n)d player checked in.", "%(n)d players checked in.", n),
        "pay": ngettext("%(n)d payment recorded.", "%(n)d payments recorded.", n),
        "admit": ngettext("%(n)d place given.", "%(n)d places given.", n),
        "wait": ngettext(
            "%(n)d entry moved to the waiting list.", "%(n)d entries moved to the waiting list.", n
        ),
        "seed": ngettext("%(n)d seed set.", "%(n)d seeds set.", n),
        "remove": ngettext("%(n)d entry removed.", "%(n)d entries removed.", n),
    }
    return texts[act] % {"n": n}


def _undone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    removed = []
    for part in request.POST.get("removed", "").split(",")[: entry_batches.MOST]:
        entry, _colon, rest = part.partition(":")
        status, _colon, seed = rest.partition(":")
        removed.append(RemovedEntry(number_in(entry) or 0, status, number_in(seed)))
    try:
        restored, refused = entry_batches.restore_batch(
            tournament.pk, removed, by=request.user, now=timezone.now()
        )
    except DomainError as error:
        if error.status == 403:  # as above
            raise
        messages.error(request, error.detail)
    else:
        n = len(restored)
        text = ngettext("%(n)d entry restored.", "%(n)d entries restored.", n)
        if restored or not refused:
            messages.success(request, text % {"n": n})
        for reason in refused:
            messages.error(request, reason)
    return redirect(_address(request, tournament))


def _kept(asked: QueryDict) -> str:
    """The filters and the order of the address, to be kept by what leads back to it."""
    kept = QueryDict(mutable=True)
    for name in ASKED:
        if value := str(asked.get(name, "")):
            kept[name] = value[:80]
    return kept.urlencode()


def _address(request: HttpRequest, tournament: Tournament) -> str:
    address = reverse("tournament-entries-table", args=[tournament.slug])
    kept = _kept(request.GET)
    return f"{address}?{kept}" if kept else address
