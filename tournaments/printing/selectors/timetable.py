"""The timetable of an event by day and hour, and of a tournament round by round. A fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors import lists
from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.names import Names, rounds_of
from tournaments.bracket.selectors.prize_pot import is_early
from tournaments.core.format_texts import format_name
from tournaments.core.length_texts import length_text
from tournaments.core.money_texts import amount_text
from tournaments.core.permissions import Viewer
from tournaments.event.selectors import announcements, events
from tournaments.models import Event, FeePlan, Round, Tournament
from web.date_texts import full_day_text, time_text

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class TimeLine:
    """A line with its time; `is_end`: the time is a deadline. `at` is None where no time is set."""

    at: datetime | None
    what: str
    facts: str = ""
    note: str = ""
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class TimetableDay:
    """A day as text, and its lines: hour, subject, facts and a note. Without a title: lines that have no time yet."""

    title: str
    lines: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Timetable:
    """The days in order, and the announcements, pinned ones first."""

    days: tuple[TimetableDay, ...]
    announcements: tuple[str, ...]


def event_timetable(event: Event, viewer: Viewer, now: datetime) -> Timetable:
    """Starts and deadlines of all tournaments that the viewer may see; tournaments without a start last. Five
    queries."""
    rows = events.event_tournaments(event, viewer)
    tournaments = {row.pk: row for row in lists.visible(viewer).filter(event=event)}
    fees = {plan.tournament_id: plan for plan in FeePlan.objects.filter(tournament__in=tournaments)}
    short = {row.id: row.short for row in rows}
    lines: list[TimeLine] = []
    for listed in rows:
        if listed.id in tournaments:
            plan = fees.get(listed.id)
            lines.append(_start(tournaments[listed.id], listed.short, plan))
            lines += _early(tournaments[listed.id], listed.short, plan, now)
    running = [pk for pk, row in tournaments.items() if row.status == Status.RUNNING]
    of: dict[int, list[Round]] = {}
    for row in rounds_of(*running) if running else []:
        of.setdefault(row.stage.tournament_id, []).append(row)
    for pk, rounds in of.items():
        names = Names(rounds)
        lines += [_round(names, row, short[pk]) for row in rounds if _until(row)]
    current = announcements.current_announcements(event, now)
    return Timetable(
        _days(lines, event.time_zone), tuple(announcement.text for announcement in current)
    )


def tournament_timetable(tournament: Tournament, names: Names, now: datetime) -> Timetable:
    """The start and every round; rounds without a time have a line to write it on. Two queries."""
    plan = FeePlan.objects.filter(tournament=tournament).first()
    lines = (
        [_start(tournament, pgettext("start time", "Start"), plan)] if tournament.starts_at else []
    )
    lines += _early(tournament, "", plan, now)
    rounds = [row for row in names.rounds.values() if row.voided_at is None]
    lines += [_round(names, row, "") for row in rounds]
    current = announcements.current_announcements(tournament, now)
    return Timetable(
        _days(lines, tournament.time_zone), tuple(announcement.text for announcement in current)
    )


def _start(tournament: Tournament, what: str, plan: FeePlan | None) -> TimeLine:
    lengths = dict.fromkeys(reversed(tournament.lengths))
    games = tournament.options.get("session_games")
    points = _("to %(n)s") % {"n": "–".join(map(str, lengths))}
    facts = [
        format_name(tournament.format),
        length_text(games, is_session=True) if games else points,
    ]
    if tournament.entry_limit is not None:
        facts.append(_("Maximum entries: %(n)d") % {"n": tournament.entry_limit})
    note = _fee(plan) if plan else ""
    if tournament.status in (Status.CANCELLED, Status.FINISHED):
        note = str(tournament.get_status_display())
    return TimeLine(tournament.starts_at, what, " · ".join(facts), note)


def _fee(plan: FeePlan) -> str:
    return _amount(plan.entry_fee + plan.registration_fee, plan.currency)


def _amount(whole: int, currency: str) -> str:
    return amount_text(whole, currency) if whole else _("No entry fee")


def _early(tournament: Tournament, of: str, plan: FeePlan | None, now: datetime) -> list[TimeLine]:
    """The end of early entry with its fee, while early entry lasts."""
    closed = tournament.status not in (Status.DRAFT, Status.OPEN)
    if closed or plan is None or plan.early_fee is None or not is_early(plan, now):
        return []
    what = _("Early entry fee")
    note = _amount(plan.early_fee + plan.registration_fee, plan.currency)
    return [TimeLine(plan.early_until, f"{of} · {what}" if of else what, note=note, is_end=True)]


def _round(names: Names, row: Round, of: str) -> TimeLine:
    what = names.placed_round(row.number, row.stage.number)
    length = length_text(row.length, is_session=is_session(row))
    return TimeLine(_until(row), f"{of} · {what}" if of else what, length, is_end=True)


def _until(row: Round) -> datetime | None:
    deadline = getattr(row, "deadline", None)
    return deadline.play_until if deadline is not None else None


def _days(lines: Iterable[TimeLine], time_zone: str) -> tuple[TimetableDay, ...]:
    """By day and hour in that time zone; starts before deadlines, and lines without a time last."""
    zone = ZoneInfo(time_zone)
    timed = [(line.at.astimezone(zone), line) for line in lines if line.at is not None]
    timed.sort(key=lambda row: (row[0], row[1].is_end))
    days = [
        TimetableDay(full_day_text(day), tuple(_cells(line, at) for at, line in of))
        for day, of in groupby(timed, key=lambda row: row[0].date())
    ]
    rest = tuple(_cells(line, None) for line in lines if line.at is None)
    return (*days, TimetableDay("", rest)) if rest else tuple(days)


def _cells(line: TimeLine, at: datetime | None) -> tuple[str, str, str, str]:
    hour = time_text(at) if at is not None else ""
    if hour and line.is_end:
        hour = _("until %(hour)s") % {"hour": hour}
    return hour, line.what, line.facts, line.note
