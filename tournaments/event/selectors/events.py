"""Events in lists, an event with its tournaments, and the rows of its desk. A fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import takewhile
from typing import Any
from zlib import crc32

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.bracket.selectors.lists import counted, tournament_row, visible
from tournaments.bracket.selectors.rows import TournamentRow
from tournaments.core.permissions import Viewer
from tournaments.event.selectors.announcements import AnnouncementRow
from tournaments.event.selectors.people import DIRECTING
from tournaments.models import CheckIn, Event, Pairing, Role, Slot, Tournament
from tournaments.models.tournament import NOT_PUBLIC
from web.errors import NotFound

Status = Tournament.Status
SHORTEST = 4  # letters that still name a division


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in a list; `tournaments` counts the public ones."""

    slug: str
    name: str
    place: str
    starts_on: date
    ends_on: date
    is_public: bool
    tournaments: int
    running: int
    is_ours: bool


@dataclass(frozen=True, slots=True)
class EventTournament:
    """A tournament on its event's page, with its version."""

    row: TournamentRow
    division: str
    id: int
    short: str
    version: int


@dataclass(frozen=True, slots=True)
class EventDeskRow:
    """A tournament on its event's desk: numbers, and in `waits` what it waits for; `urgent` if it waits for a director."""

    row: TournamentRow
    division: str
    id: int
    checked_in: int | None
    open: int
    decided: int
    total: int
    waits: str
    urgent: bool


def reachable(viewer: Viewer) -> QuerySet[Event]:
    """Events that the viewer may see: public ones, and those where they have a role in the event or a tournament."""
    if isinstance(viewer, User) and viewer.is_staff:
        return Event.objects.all()
    if not viewer.is_authenticated:
        return Event.objects.filter(is_public=True)
    return Event.objects.filter(Q(is_public=True) | _ours(viewer))


def may_see_event(event: Event, viewer: Viewer) -> bool:
    """May the viewer open its page? One query where it is not public."""
    return event.is_public or (
        viewer.is_authenticated and reachable(viewer).filter(pk=event.pk).exists()
    )


def events_version() -> str:
    """A cache key that changes with every event. One query."""
    totals = Event.objects.aggregate(n=Count("pk"), changes=Sum("version"), latest=Max("pk"))
    return "-".join(str(value or 0) for value in totals.values())


def event_rows(viewer: Viewer, today: date, *, over: bool) -> QuerySet[Event]:
    """Past events, the latest first, or the others, the next first; annotated for `event_row`. One query."""
    events = reachable(viewer)
    if over:
        events = events.filter(ends_on__lt=today).order_by("-ends_on", "-pk")
    else:
        events = events.filter(ends_on__gte=today).order_by("starts_on", "pk")
    shown = Q(tournaments__is_rehearsal=False) & ~Q(tournaments__status=Status.DRAFT)
    shown &= ~Q(tournaments__status=Status.CANCELLED, tournaments__finished_at=None)
    return events.annotate(
        tournament_count=Count("tournaments", filter=shown),
        running_count=Count("tournaments", filter=shown & Q(tournaments__status=Status.RUNNING)),
        is_ours=Exists(Event.objects.filter(_ours(viewer), pk=OuterRef("pk")))
        if viewer.is_authenticated
        else Exists(Event.objects.none()),
    )


def directed(viewer: Viewer, today: date, limit: int = 12) -> list[EventRow]:
    """Events that have begun and that the viewer directs, the latest first: those they may repeat. One query."""
    roles = Role.objects.filter(user_id=viewer.pk or 0, kind__in=DIRECTING, tournament=None)
    own = Q(organizer_id=viewer.pk) | Q(pk__in=roles.order_by().values("event_id"))
    events = event_rows(viewer, today + timedelta(days=3650), over=True).filter(own)
    return [event_row(event) for event in events.filter(starts_on__lte=today)[:limit]]


def event_row(event: Event) -> EventRow:
    """A row from an event that `event_rows` has annotated."""
    return EventRow(
        slug=event.slug,
        name=event.name,
        place=event.place,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        is_public=event.is_public,
        tournaments=event.tournament_count,  # type: ignore[attr-defined]  # annotated by event_rows
        running=event.running_count,  # type: ignore[attr-defined]  # see above
        is_ours=event.is_ours,  # type: ignore[attr-defined]  # see above
    )


def get_event(slug: str, viewer: Viewer) -> Event:
    """An event by its slug. One query; NotFound also if the viewer may not see it."""
    event = reachable(viewer).filter(slug=slug).select_related("organizer__player").first()
    if event is None:
        hidden = Tournament.objects.filter(~NOT_PUBLIC, event__slug=slug, is_rehearsal=False)
        if hidden.exists():
            text = _("This event is not public yet. Find its tournaments in the tournament list.")
            raise NotFound("event_not_public", text)
        raise NotFound("no_such_event", _("Event not found."))
    return event


def is_hidden_behind(tournament: Tournament) -> bool:
    """Is the tournament public, but not its event?"""
    event = tournament.event
    return event is not None and not event.is_public and tournament.status != Status.DRAFT


def event_tournaments(event: Event, viewer: Viewer) -> list[EventTournament]:
    """Tournaments of an event that the viewer may see, in the event's order. One query."""
    return event_rows_of(event, tournaments_of(event, viewer))


def event_rows_of(event: Event, tournaments: Sequence[Tournament]) -> list[EventTournament]:
    """The rows of these tournaments (of `tournaments_of`). No query."""
    return [
        EventTournament(
            tournament_row(row), row.division, row.pk, short_name(event, row), row.version
        )
        for row in tournaments
    ]


def timetable(rows: Sequence[EventTournament]) -> list[EventTournament]:
    """Tournaments with a start time, by time."""
    timed = [(row.row.starts_at, order, row) for order, row in enumerate(rows) if row.row.starts_at]
    return [row for _at, _order, row in sorted(timed, key=lambda timed_row: timed_row[:2])]


def page_key(
    event: Event, rows: Sequence[EventTournament], announcements: Sequence[AnnouncementRow]
) -> str:
    """A cache key that changes with everything that the event's page shows: announcements, versions of tournaments, and
    the number of running matches."""
    parts = [f"{row.id}v{row.version}.{row.row.live}" for row in rows]
    ids = [str(announcement.id) for announcement in announcements]
    return f"{event.version}-{crc32('.'.join(parts + ids).encode())}"


def tournaments_of(event: Event, viewer: Viewer) -> list[Tournament]:
    """Tournaments of an event that the viewer may see, in the event's order, with their counts. One query."""
    return list(_tournaments(event, viewer))


def desk_rows(tournaments: Sequence[Tournament]) -> list[EventDeskRow]:
    """Tournaments (of `tournaments_of`) with their numbers. Two queries."""
    checked = dict(
        CheckIn.objects.filter(entry__tournament__in=tournaments, entry__status="active")
        .values_list("entry__tournament")
        .annotate(n=Count("pk"))
    )
    between = Slot.objects.filter(pairing=OuterRef("pk"), state=Slot.State.PENDING)
    nobody = Slot.objects.filter(pairing=OuterRef("pk"), state=Slot.State.BYE)
    pairings = (
        Pairing.objects.filter(stage__tournament__in=tournaments, voided_at=None)
        .exclude(Exists(nobody))
        .order_by()
        .values("stage__tournament")
        .annotate(
            total=Count("pk"),
            decided=Count("pk", filter=~Q(outcome="")),
            ready=Count("pk", filter=Q(outcome="") & Q(~Exists(between))),
        )
    )
    numbers = {int(row["stage__tournament"]): dict(row) for row in pairings}
    return [_desk_row(t, numbers.get(t.pk, {}), checked.get(t.pk)) for t in tournaments]


def standing_alone(viewer: Viewer) -> list[tuple[int, str]]:
    """Tournaments that the viewer organizes and that belong to no event, to choose one that joins. One query."""
    tournaments = Tournament.objects.filter(organizer_id=viewer.pk, event=None, is_rehearsal=False)
    tournaments = tournaments.exclude(status__in=[Status.FINISHED, Status.CANCELLED])
    return list(tournaments.order_by("-pk").values_list("pk", "name")[:50])


def short_name(event: Event, tournament: Tournament) -> str:
    """The name of a tournament below the event's name."""
    own = tournament.name.removeprefix(event.name).lstrip(" :–-")
    return tournament.division or own or tournament.name


def short_names(event: Event, tournaments: Sequence[Tournament]) -> dict[int, str]:
    """The short names of several tournaments by id, without the words with which all begin; the full name where two would
    be equal."""
    shortened = _without_shared([short_name(event, t) for t in tournaments])
    names = {t.pk: name for t, name in zip(tournaments, shortened, strict=True)}
    return {t.pk: names[t.pk] if shortened.count(names[t.pk]) == 1 else t.name for t in tournaments}


def _without_shared(names: list[str]) -> list[str]:
    """Names without their common first words; unchanged if fewer than SHORTEST letters would be left."""
    words = [name.split() for name in names]
    same = takewhile(lambda nth: len(set(nth)) == 1, zip(*words, strict=False))
    shared = len(list(same)) if len(names) > 1 else 0
    rests = [" ".join(word[shared:]) for word in words]
    return rests if min(map(len, rests), default=0) >= SHORTEST else names


def _desk_row(tournament: Tournament, numbers: dict[str, Any], checked: int | None) -> EventDeskRow:
    row = tournament_row(tournament)
    opened = numbers.get("ready", 0)
    waits, urgent = _waits(tournament, row, opened, numbers.get("total", 0))
    return EventDeskRow(
        row=row,
        division=tournament.division,
        id=tournament.pk,
        checked_in=checked,
        open=opened,
        decided=numbers.get("decided", 0),
        total=numbers.get("total", 0),
        waits=waits,
        urgent=urgent,
    )


def _waits(tournament: Tournament, row: TournamentRow, opened: int, total: int) -> tuple[str, bool]:
    """What a tournament waits for, and whether that is somebody at the desk."""
    if tournament.status == Status.DRAFT:
        return _("Not open for entry yet"), False
    if tournament.status == Status.OPEN:
        if row.entries < 2:
            return _("Waiting for entries"), False
        is_full = tournament.entry_limit is not None and row.entries >= tournament.entry_limit
        return (_("Full and ready to start"), True) if is_full else (_("Open for entry"), False)
    if tournament.status == Status.RUNNING and opened:
        text = ngettext("%(n)d match left", "%(n)d matches left", opened)
        return text % {"n": opened}, False
    if tournament.status == Status.RUNNING:
        return _("Next draw ready to publish"), True
    return "", False


def _tournaments(event: Event, viewer: Viewer) -> QuerySet[Tournament]:
    tournaments = counted(visible(viewer).filter(event=event), viewer)
    return tournaments.order_by("event_order", "pk")


def _ours(viewer: Viewer) -> Q:
    roles = Role.objects.filter(user_id=viewer.pk or 0).order_by()
    within = Tournament.objects.filter(
        Q(organizer_id=viewer.pk) | Q(directors=viewer.pk) | Q(roles__user_id=viewer.pk),
        event__isnull=False,
    )
    return (
        Q(organizer_id=viewer.pk)
        | Q(pk__in=roles.filter(tournament=None).values("event_id"))
        | Q(pk__in=within.order_by().values("event_id"))
    )
