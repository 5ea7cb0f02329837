"""Events in lists, one of them by its address with its tournaments, and what its desk shows. A fixed number of queries."""

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
    """An event in a list; `tournaments` counts those that everybody sees."""

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
class InEvent:
    """A tournament on its event's page, in that version."""

    row: TournamentRow
    division: str
    id: int
    short: str
    version: int


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A tournament on its event's desk: numbers, and in `waits` what it waits for; `urgent` when that is the director."""

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
    """What the viewer may see: what is public, and where he has a role in it or in one of its tournaments."""
    if isinstance(viewer, User) and viewer.is_staff:
        return Event.objects.all()
    if not viewer.is_authenticated:
        return Event.objects.filter(is_public=True)
    return Event.objects.filter(Q(is_public=True) | _ours(viewer))


def is_seen(event: Event, viewer: Viewer) -> bool:
    """May the viewer open its page? One query where it is not public."""
    return event.is_public or (
        viewer.is_authenticated and reachable(viewer).filter(pk=event.pk).exists()
    )


def events_version() -> str:
    """Changes whenever one of them does. One query."""
    known = Event.objects.aggregate(n=Count("pk"), changes=Sum("version"), latest=Max("pk"))
    return "-".join(str(value or 0) for value in known.values())


def event_rows(viewer: Viewer, today: date, *, over: bool) -> QuerySet[Event]:
    """Those that are over, the latest first, or those that are not, the next first; for `event_row`. One query."""
    found = reachable(viewer)
    if over:
        found = found.filter(ends_on__lt=today).order_by("-ends_on", "-pk")
    else:
        found = found.filter(ends_on__gte=today).order_by("starts_on", "pk")
    shown = Q(tournaments__is_rehearsal=False) & ~Q(tournaments__status=Status.DRAFT)
    shown &= ~Q(tournaments__status=Status.CANCELLED, tournaments__finished_at=None)
    return found.annotate(
        tournament_count=Count("tournaments", filter=shown),
        running_count=Count("tournaments", filter=shown & Q(tournaments__status=Status.RUNNING)),
        is_ours=Exists(Event.objects.filter(_ours(viewer), pk=OuterRef("pk")))
        if viewer.is_authenticated
        else Exists(Event.objects.none()),
    )


def directed(viewer: Viewer, today: date, limit: int = 12) -> list[EventRow]:
    """Events that have begun and that the viewer directs, the latest first: those he may hold again. One query."""
    roles = Role.objects.filter(user_id=viewer.pk or 0, kind__in=DIRECTING, tournament=None)
    mine = Q(organizer_id=viewer.pk) | Q(pk__in=roles.order_by().values("event_id"))
    found = event_rows(viewer, today + timedelta(days=3650), over=True).filter(mine)
    return [event_row(one) for one in found.filter(starts_on__lte=today)[:limit]]


def event_row(event: Event) -> EventRow:
    """A line from an event that `event_rows` has annotated."""
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
    """One query; NotFound also for one that the viewer may not see."""
    found = reachable(viewer).filter(slug=slug).select_related("organizer__player").first()
    if found is None:
        hidden = Tournament.objects.filter(~NOT_PUBLIC, event__slug=slug, is_rehearsal=False)
        if hidden.exists():
            text = _(
                "This event is not public yet. Its tournaments are in the list of tournaments."
            )
            raise NotFound("event_not_public", text)
        raise NotFound("no_such_event", _("There is no such event."))
    return found


def is_hidden_behind(tournament: Tournament) -> bool:
    """Does everybody see the tournament, but not the event it belongs to?"""
    event = tournament.event
    return event is not None and not event.is_public and tournament.status != Status.DRAFT


def in_event(event: Event, viewer: Viewer) -> list[InEvent]:
    """Its tournaments that the viewer may see, in the event's order. One query."""
    return [
        InEvent(tournament_row(one), one.division, one.pk, short_name(event, one), one.version)
        for one in _its(event, viewer)
    ]


def timetable(rows: Sequence[InEvent]) -> list[InEvent]:
    """Those whose start is set, by time."""
    timed = [(one.row.starts_at, order, one) for order, one in enumerate(rows) if one.row.starts_at]
    return [one for _at, _order, one in sorted(timed, key=lambda row: row[:2])]


def page_key(event: Event, rows: Sequence[InEvent], said: Sequence[AnnouncementRow]) -> str:
    """Changes with everything that the event's page shows: its tournaments, as their versions say; of matches only how many
    are on."""
    told = [f"{one.id}v{one.version}.{one.row.live}" for one in rows]
    ids = [str(one.id) for one in said]
    return f"{event.version}-{crc32('.'.join(told + ids).encode())}"


def tournaments_of(event: Event, viewer: Viewer) -> list[Tournament]:
    """Those that the viewer may see, in the event's order, with their counts. One query."""
    return list(_its(event, viewer))


def desk_lines(found: Sequence[Tournament]) -> list[DeskLine]:
    """Tournaments (of `tournaments_of`) with their numbers. Two queries."""
    checked = dict(
        CheckIn.objects.filter(entry__tournament__in=found, entry__status="active")
        .values_list("entry__tournament")
        .annotate(n=Count("pk"))
    )
    between = Slot.objects.filter(pairing=OuterRef("pk"), state=Slot.State.PENDING)
    nobody = Slot.objects.filter(pairing=OuterRef("pk"), state=Slot.State.BYE)
    pairings = (
        Pairing.objects.filter(stage__tournament__in=found, voided_at=None)
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
    return [_line(one, numbers.get(one.pk, {}), checked.get(one.pk)) for one in found]


def standing_alone(viewer: Viewer) -> list[tuple[int, str]]:
    """Tournaments that the viewer organizes and that belong to no event, to choose one that joins. One query."""
    found = Tournament.objects.filter(organizer_id=viewer.pk, event=None, is_rehearsal=False)
    found = found.exclude(status__in=[Status.FINISHED, Status.CANCELLED])
    return list(found.order_by("-pk").values_list("pk", "name")[:50])


def short_name(event: Event, one: Tournament) -> str:
    """What it is called where the event's name stands above it."""
    own = one.name.removeprefix(event.name).lstrip(" :–-")
    return one.division or own or one.name


def short_names(event: Event, found: Sequence[Tournament]) -> dict[int, str]:
    """The same of several, by id, without the words that all begin with; the longer name where two would be called alike."""
    told = _without_shared([short_name(event, one) for one in found])
    names = {one.pk: name for one, name in zip(found, told, strict=True)}
    return {one.pk: names[one.pk] if told.count(names[one.pk]) == 1 else one.name for one in found}


def _without_shared(names: list[str]) -> list[str]:
    """As they are where a number or a letter alone would be left."""
    words = [name.split() for name in names]
    same = takewhile(lambda nth: len(set(nth)) == 1, zip(*words, strict=False))
    shared = len(list(same)) if len(names) > 1 else 0
    rests = [" ".join(one[shared:]) for one in words]
    return rests if min(map(len, rests), default=0) >= SHORTEST else names


def _line(one: Tournament, numbers: dict[str, Any], checked: int | None) -> DeskLine:
    row = tournament_row(one)
    opened = numbers.get("ready", 0)
    waits, urgent = _waits(one, row, opened, numbers.get("total", 0))
    return DeskLine(
        row=row,
        division=one.division,
        id=one.pk,
        checked_in=checked,
        open=opened,
        decided=numbers.get("decided", 0),
        total=numbers.get("total", 0),
        waits=waits,
        urgent=urgent,
    )


def _waits(one: Tournament, row: TournamentRow, opened: int, total: int) -> tuple[str, bool]:
    """What it waits for, and whether that is somebody at the desk."""
    if one.status == Status.DRAFT:
        return _("Not open for entry yet"), False
    if one.status == Status.OPEN:
        if row.entries < 2:
            return _("Waits for entries"), False
        is_full = one.entry_limit is not None and row.entries >= one.entry_limit
        return (_("Full: it can start"), True) if is_full else (_("Open for entry"), False)
    if one.status == Status.RUNNING and opened:
        text = ngettext("%(n)d match to be decided", "%(n)d matches to be decided", opened)
        return text % {"n": opened}, False
    if one.status == Status.RUNNING:
        return _("The next draw waits to be published"), True
    return "", False


def _its(event: Event, viewer: Viewer) -> QuerySet[Tournament]:
    found = counted(visible(viewer).filter(event=event), viewer)
    return found.order_by("event_order", "pk")


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
