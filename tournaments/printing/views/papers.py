"""The page of papers at the desk, and each paper as a PDF. No paper is stored; each is drawn on request."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import me
from tournaments.bracket.selectors import lists
from tournaments.bracket.selectors.venue_mode import has_tables, venue_of
from tournaments.core.permissions import Right, require, rights_in
from tournaments.event.selectors import events
from tournaments.models import Calcutta, Event, SidePool, Tournament
from tournaments.money.selectors.payouts import payout_sheet
from tournaments.printing.selectors import paper_content
from tournaments.printing.sheets.frame import Head, framed
from tournaments.printing.sheets.pdf import pdf
from tournaments.printing.views import desk_papers, public_papers
from tournaments.printing.views.paper_request import PaperRequest, Sheets
from web.date_texts import time_text
from web.errors import NotFound


@dataclass(frozen=True, slots=True)
class PaperKind:
    """A paper: its name, the function that makes its sheets, and the rights of which one is needed; none where it is
    public."""

    name: object
    sheets: Callable[[PaperRequest], Sheets]
    rights: tuple[Right, ...] = ()


SCORING = (Right.SCORE,)
WATCHING = (Right.SCORE, Right.MONITOR)
MONEY = (Right.ORGANIZE,)
PUBLIC: Mapping[str, PaperKind] = {
    "draw": PaperKind(gettext_lazy("Draw sheets"), public_papers.draw),
    "pairings": PaperKind(gettext_lazy("Pairings"), public_papers.pairings),
    "standings": PaperKind(gettext_lazy("Standings"), public_papers.standings),
    "cross-table": PaperKind(gettext_lazy("Cross-table"), public_papers.cross_table),
    "timetable": PaperKind(gettext_lazy("Timetable"), public_papers.timetable),
}
AT_DESK: Mapping[str, PaperKind] = {
    "slips": PaperKind(gettext_lazy("Match slips"), desk_papers.slips, SCORING),
    "score-sheets": PaperKind(gettext_lazy("Score sheets"), desk_papers.scores, SCORING),
    "room": PaperKind(gettext_lazy("Room plan"), desk_papers.room, SCORING),
    "players": PaperKind(gettext_lazy("Players and payments"), desk_papers.players, SCORING),
    "monitor-sheets": PaperKind(gettext_lazy("Monitor sheets"), desk_papers.monitors, WATCHING),
    "payouts": PaperKind(gettext_lazy("Payouts"), desk_papers.payouts, MONEY),
    "pools": PaperKind(gettext_lazy("Side pools and Calcutta"), desk_papers.pools, MONEY),
}


@login_required
@require_safe
def papers_page(request: HttpRequest, slug: str) -> HttpResponse:
    """All papers that can be printed."""
    tournament = lists.get_tournament(slug, request.user)
    require(me(request), tournament, Right.SCORE)
    asked = PaperRequest(request, tournament)
    may_organize = Right.ORGANIZE in rights_in(request.user, tournament)
    context = {
        "tournament": tournament,
        "stages": asked.parts.stages,
        "rounds": [head for stage in asked.parts.stages for head in stage.rounds],
        "on_board": venue_of(tournament) is not None,
        "has_points": any(not stage.is_tree for stage in asked.parts.stages),
        "may_organize": may_organize,
        "may_direct": Right.DIRECT in rights_in(request.user, tournament),
        "has_tables": has_tables(tournament),
        "has_payouts": may_organize and any(p.lines for p in payout_sheet(tournament).parts),
        "has_pools": SidePool.objects.filter(tournament=tournament).exists()
        or Calcutta.objects.filter(tournament=tournament).exists(),
        "has_pairings": paper_content.has_open_pairings(tournament),
        "has_players": tournament.entries.filter(status="active").exists(),
        "has_times": bool(asked.parts.stages or tournament.starts_at),
        "event_shown": _event_shown(asked),
        "size": asked.size,
    }
    return render(request, "tournaments/printing/papers.html", context)


@require_safe
def paper(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """A paper for everybody who sees the tournament."""
    if kind not in PUBLIC:
        raise NotFound("no_such_paper", _("Page not found."))
    tournament = lists.get_tournament(slug, request.user)
    return _paper_response(request, tournament, kind, PUBLIC[kind])


@login_required
@require_safe
def desk_paper(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """A paper of the desk, for viewers with one of its rights."""
    wanted = AT_DESK.get(kind)
    if wanted is None:
        raise NotFound("no_such_paper", _("Page not found."))
    tournament = lists.get_tournament(slug, request.user)
    if not rights_in(request.user, tournament).intersection(wanted.rights):
        require(me(request), tournament, wanted.rights[0])
    return _paper_response(request, tournament, kind, wanted)


@require_safe
def event_timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """The timetable of an event, for everybody who sees the event."""
    event = events.get_event(slug, request.user)
    sheets = public_papers.timetable_of_event(request, event)
    days = [
        date_format(day, "DATE_FORMAT") for day in dict.fromkeys((event.starts_on, event.ends_on))
    ]
    above = " · ".join(part for part in (" – ".join(days), event.place) if part)
    zone = _("All times: %(zone)s") % {"zone": event.time_zone}
    head = Head(event.name, above, paper_content.address_of(event), facts=zone)
    name = _("Timetable")
    return pdf_response(
        request, sheets, head, PaperFile(name, f"{event.slug}-timetable", event.time_zone)
    )


def _paper_response(
    request: HttpRequest, tournament: Tournament, kind: str, wanted: PaperKind
) -> HttpResponse:
    asked = PaperRequest(request, tournament)
    sheets = wanted.sheets(asked)
    file = PaperFile(str(wanted.name), f"{tournament.slug}-{kind}", tournament.time_zone)
    return pdf_response(request, sheets, head_of(asked, kind) if sheets else None, file)


@dataclass(frozen=True, slots=True)
class PaperFile:
    """The title of a paper, its file name, and the time zone of the printing time."""

    name: str
    file: str
    zone: str


def pdf_response(
    request: HttpRequest, sheets: Sheets, head: Head | None, file: PaperFile
) -> HttpResponse:
    """The PDF; 304 where the client has it and it would say the same today."""
    if not sheets or head is None:
        raise NotFound("nothing_to_print", _("Nothing to print here yet."))
    now = timezone.now().astimezone(ZoneInfo(file.zone))
    content = repr((sheets, head, now.date(), get_language()))
    tag = f'"{hashlib.sha256(content.encode()).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        stamp = f"{date_format(now, 'SHORT_DATE_FORMAT')}, {time_text(now)}"
        printed = _("Printed: %(at)s (%(zone)s)") % {"at": stamp, "zone": file.zone}
        made = pdf(framed(sheets, head, printed), f"{head.tournament} – {file.name}")
        answer = HttpResponse(made, content_type="application/pdf")
        answer["Content-Disposition"] = f'inline; filename="{file.file}.pdf"'
        answer["X-Content-Type-Options"] = "nosniff"
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _event_shown(asked: PaperRequest) -> Event | None:
    """The event of the tournament, if the viewer may see it."""
    event = asked.tournament.event
    return event if event and events.may_see_event(event, asked.request.user) else None


def head_of(asked: PaperRequest, kind: str) -> Head:
    """The head of a paper; with the match terms only where players look for them."""
    tournament = asked.tournament
    zone = ZoneInfo(tournament.time_zone)
    starts = tournament.starts_at
    on = date_format(starts.astimezone(zone), "DATE_FORMAT") if starts else ""
    event = _event_shown(asked)
    parts = (event.name if event else "", tournament.division, on)
    above = " · ".join(part for part in parts if part)
    if kind == "timetable":
        above = " · ".join(part for part in (above, event.place if event else "") if part)
        where = _("All times: %(zone)s") % {"zone": tournament.time_zone}
        return Head(tournament.name, above, paper_content.address_of(tournament), facts=where)
    if kind != "draw":
        return Head(tournament.name, above, paper_content.address_of(tournament))
    sections = {"main", "losers", "final"} if asked.section == "main" else {asked.section} - {""}
    terms = paper_content.terms_of(tournament, asked.parts, sections)
    return Head(
        tournament.name,
        above,
        paper_content.address_of(tournament),
        terms.strong,
        terms.facts,
        terms.paid,
    )
