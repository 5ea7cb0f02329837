"""An event and its tournaments: created from a template, changed, published, extended. Cloning is in cloning.py.

Lock order: the event first, then its tournaments by id.
"""

import zoneinfo
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import blake2s
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.locking import locked, raise_versions, save_changed
from tournaments.core.permissions import Right, Viewer, may, require, require_verified
from tournaments.event.services.event_checks import require_valid, require_year
from tournaments.event.texts import TOURNAMENTS
from tournaments.formats.event_templates import (
    ADDED,
    TEMPLATES,
    EventTemplate,
    TournamentTemplate,
    Where,
)
from tournaments.models import Event, Tournament
from tournaments.setup.services import lifecycle
from tournaments.setup.services.from_template import template_settings
from web.errors import DomainError, NotFound
from web.slugs import save_with_slug

FACTS = (
    "address", "map_url", "website", "contact_name", "contact_email", "contact_phone", "hotel",
    "hotel_url", "schedule", "thanks", "payment_text", "payment_url", "payment_reference", "colour", "rules",
)  # fmt: skip
"""What only the event's own page shows, or the pages of those who enter it."""
FIELDS = frozenset(
    {
        "name",
        "description",
        "place",
        "time_zone",
        "starts_on",
        "ends_on",
        "currency",
        "previous",
        *FACTS,
    }
)
MAX_TOURNAMENTS = 60


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A new event as typed. `begins` is the wall clock of the first tournament, `plan` its format."""

    name: str
    starts_on: date
    ends_on: date | None = None
    begins: time | None = None
    place: str = ""
    description: str = ""
    time_zone: str = "UTC"
    currency: str = "EUR"
    plan: str = ""


@transaction.atomic
def create(organizer: User, key: str, new: NewEvent, *, once: str = "") -> Event:
    """Create an event that only its people see, with its tournaments as drafts. Refused: no_such_template, and what
    `change` refuses. The same `once` a second time returns the event created the first time."""
    require_verified(organizer)
    template = TEMPLATES.get(key)
    if template is None:
        raise NotFound("no_such_template", _("This no longer exists. Reload the page."))
    if made := created_before(organizer, once):
        return made
    require_year(new.starts_on)
    ends_on = new.ends_on or new.starts_on + timedelta(days=template.days - 1)
    event = Event(
        organizer=organizer,
        name=lifecycle.one_line(new.name),
        description=new.description,
        place=new.place,
        time_zone=new.time_zone,
        starts_on=new.starts_on,
        ends_on=ends_on,
        currency=new.currency,
    )
    require_valid(event)
    save_with_slug(event, "event")
    for order, part in enumerate(template.tournaments):
        _draft(event, template, part, new, order)
    remember_created(event, organizer, once)
    return event


def require_earlier(event: Event, previous: Event, by: Viewer | None) -> None:
    """Refused: bad_previous, unless it began earlier and the same people run it."""
    is_ours = previous.organizer_id == event.organizer_id or (
        by is not None and may(by, previous, Right.DIRECT)
    )
    if previous.pk == event.pk or previous.starts_on >= event.starts_on or not is_ours:
        raise DomainError("bad_previous", _("Choose an earlier event that you direct."), status=400)


def created_before(organizer: User, once: str) -> Event | None:
    """The event that a form sent before has created. Locks the organizer, so that a double click finds the first one."""
    if not once:
        return None
    User.objects.select_for_update().get(pk=organizer.pk)
    pk = cache.get(_once_key(organizer, once))
    return Event.objects.filter(pk=pk, organizer=organizer).first() if pk else None


def remember_created(event: Event, organizer: User, once: str) -> None:
    """Remember the event for `created_before`."""
    if once:
        cache.set(_once_key(organizer, once), event.pk, lifecycle.ONCE_S)


def _once_key(organizer: User, once: str) -> str:
    return f"event.{organizer.pk}.{blake2s(once.encode(), digest_size=16).hexdigest()}"


@transaction.atomic
def change(event_id: int, *, by: Viewer | None, **facts: Any) -> Event:
    """Change the settings of an event; directors may, before and after its start. Refused: name_needed, bad_time_zone,
    bad_dates, bad_currency, bad_web_address, bad_email, bad_colour, too_long, bad_previous (400)."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    previous: Event | None = facts.get("previous")
    if previous is not None and previous.pk != event.previous_id:
        require_earlier(event, previous, by)
    if unknown := facts.keys() - FIELDS:
        raise TypeError(f"not settings of an event: {sorted(unknown)}")
    for name, value in facts.items():
        setattr(event, name, value)
    require_valid(event)
    touch(event, *facts)
    return event


@transaction.atomic
def publish(event_id: int, *, by: Viewer | None, shown: bool) -> Event:
    """Show the event to everybody, or only to its people; its tournaments open for entry one by one."""
    event = locked_event(event_id)
    require(by, event, Right.ORGANIZE)
    event.is_public = shown
    touch(event, "is_public")
    return event


@transaction.atomic
def add_new(
    event_id: int, *, by: User, key: str, name: str, starts_at: datetime | None, once: str = ""
) -> Tournament:
    """Add a tournament as a draft with the usual settings of its kind. The same `once` a second time returns the one
    created the first time. Refused: no_such_template, too_many."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    template = ADDED.get(key)
    if template is None:
        raise NotFound("no_such_template", _("This no longer exists. Reload the page."))
    organizer = event.organizer or by
    if before := lifecycle.created_before(organizer, once):
        return before
    order = _next_order(event)
    where = _where(event)
    settings = template_settings(template, template.plans[0], where)
    made = lifecycle.create(
        organizer=organizer,
        name=name or f"{event.name}: {TOURNAMENTS[template.key]}",
        starts_at=starts_at,
        time_zone=event.time_zone,
        once=once,
        **settings.fields,
    )
    settings.attach(made, event, order)
    _save(event)
    return made


@transaction.atomic
def add_existing(event_id: int, *, by: Viewer | None, tournament_id: int) -> Tournament:
    """Add a tournament that belongs to no event. The user must direct the event and organize the tournament, since
    people of the event get rights in it. Refused: in_an_event, is_rehearsal."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    require_alone(tournament)
    tournament.event, tournament.event_order = event, _next_order(event)
    save_changed(tournament, "event", "event_order")
    _save(event)
    return tournament


def require_alone(tournament: Tournament) -> None:
    if tournament.event_id is not None:
        raise DomainError("in_an_event", _("This tournament is already part of an event."))
    if tournament.is_rehearsal:
        raise DomainError("is_rehearsal", _("This is not possible for a rehearsal."))


@transaction.atomic
def release(event_id: int, *, by: Viewer | None, tournament_id: int) -> Tournament:
    """Take a tournament out of the event; it keeps its own organizer and directors. Refused: not_in_event."""
    event = locked_event(event_id)
    require(by, event, Right.ORGANIZE)
    tournament = _tournament_of(event, tournament_id)
    tournament.event, tournament.event_order = None, 0
    save_changed(tournament, "event", "event_order")
    _save(event)
    return tournament


@transaction.atomic
def move_up(event_id: int, *, by: Viewer | None, tournament_id: int) -> None:
    """Move a tournament up in the event's list. Refused: not_in_event."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    _tournament_of(event, tournament_id)
    order = list(ordered_tournaments(event).values_list("pk", flat=True))
    place = order.index(tournament_id)
    order.insert(max(place - 1, 0), order.pop(place))
    for number, pk in enumerate(order):
        Tournament.objects.filter(pk=pk).update(event_order=number)
    _save(event)


def ordered_tournaments(event: Event) -> Any:
    """The tournaments of an event in their listed order."""
    tournaments = Tournament.objects.filter(event=event, is_rehearsal=False)
    return tournaments.order_by("event_order", "pk")


def locked_event(event_id: int) -> Event:
    """The event as it is now, locked until the surrounding transaction ends."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NotFound("no_such_event", _("Event not found."))
    return event


def touch(event: Event, *fields: str) -> None:
    """Save these fields and raise the versions of the event and its tournaments, whose pages show it."""
    _save(event, *fields)
    raise_versions(Tournament.objects.filter(event=event).values_list("pk", flat=True))


def _save(event: Event, *fields: str) -> Event:
    event.version += 1
    event.save(update_fields=[*fields, "version"])
    return event


def _tournament_of(event: Event, tournament_id: int) -> Tournament:
    tournament = locked(tournament_id)
    if tournament.event_id != event.pk:
        raise NotFound("not_in_event", _("This tournament is not in the event."))
    return tournament


def _next_order(event: Event) -> int:
    tournaments = ordered_tournaments(event)
    if tournaments.count() >= MAX_TOURNAMENTS:
        raise DomainError(
            "too_many", _("This event already has the maximum number of tournaments.")
        )
    last = tournaments.aggregate(last=Max("event_order"))["last"]
    return 0 if last is None else last + 1


def _where(event: Event) -> Where:
    """Where the event's first tournament is played."""
    first = ordered_tournaments(event).select_related("venue").first()
    venue = getattr(first, "venue", None)
    return venue.where if venue is not None else "online"


def _draft(
    event: Event, template: EventTemplate, part: TournamentTemplate, new: NewEvent, order: int
) -> Tournament:
    plan = new.plan if new.plan in part.plans else part.plans[0]
    settings = template_settings(part, plan, template.where)
    alone = len(template.tournaments) == 1
    assert event.organizer is not None  # noqa: S101  # create has set it
    made = lifecycle.create(
        organizer=event.organizer,
        name=event.name if alone else f"{event.name}: {TOURNAMENTS[part.key]}",
        starts_at=_start(event, template, part, new.begins),
        time_zone=event.time_zone,
        **settings.fields,
    )
    if part.division:
        made.division = str(TOURNAMENTS[part.key])[:40]
    settings.attach(made, event, order)
    return made


def _start(
    event: Event, template: EventTemplate, part: TournamentTemplate, begins: time | None
) -> datetime:
    """Day and time of a tournament; all are shifted by as much as the first one."""
    usual = datetime.combine(date.min, time(*template.begins))
    shift = datetime.combine(date.min, begins) - usual if begins else timedelta()
    day = min(event.starts_on + timedelta(days=part.day), event.ends_on)
    at = datetime.combine(day, time(part.hour, part.minute)) + shift
    return at.replace(tzinfo=zoneinfo.ZoneInfo(event.time_zone))
