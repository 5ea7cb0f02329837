"""Timetables on paper: of an event with all its tournaments, of a tournament with its rounds."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.printing.selectors.timetable import event_timetable, tournament_timetable
from tournaments.printing.sheets.timetables import timetable_sheets
from tournaments.printing.views.paper_request import Asked, Sheets, paper_of


def timetable(asked: Asked) -> Sheets:
    """Start, rounds with their deadlines, announcements."""
    told = tournament_timetable(asked.tournament, asked.parts.names, timezone.now())
    return timetable_sheets(asked.paper, _("Timetable"), told.days, told.said)


def timetable_of_event(request: HttpRequest, event: Event) -> Sheets:
    """Every tournament of it that the viewer may see, by day and hour."""
    told = event_timetable(event, request.user, timezone.now())
    return timetable_sheets(paper_of(request), _("Timetable"), told.days, told.said)
