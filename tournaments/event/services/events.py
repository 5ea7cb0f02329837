"""An event and its tournaments: made from a template, changed, shown to everybody, widened. Cloning is cloning.py's.

Lock order: the event first, then its tournaments by id.
"""

import secrets
import zoneinfo
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import blake2s
from typing import Any

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.locking import locked, raise_versions, save_changed
from tournaments.core.permissions import Right, Viewer, require, require_verified
from tournaments.event.services.event_checks import require_sound
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
from tournaments.setup.services.from_template import laid_out
from web.errors import DomainError, NotFound

FIELDS = frozenset(
    {"name", "description", "place", "time_zone", "starts_on", "ends_on", "currency"}
)
MOST_TOURNAMENTS = 60
RESERVED_SLUGS = frozenset({"new"})


@dataclass(frozen=True, slots=True)
class NewEvent:
    """What an organizer says of it. `begins` is the wall clock of the first tournament, `plan` how its first one is held."""

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
def create(organizer: User, key: str, told: NewEvent, *, once: str = "") -> Event:
    """An event that only its people see, with its tournaments as drafts. Refused: no_such_template, and what `change`
    refuses. The same `once` a second time gives the event that was made the first time."""
    require_verified(organizer)
    template = TEMPLATES.get(key)
    if template is None:
        raise NotFound("no_such_template", _("There is no such template."))
    if made := made_already(organizer, once):
        return made
    ends_on = told.ends_on or told.starts_on + timedelta(days=template.days - 1)
    event = Event(
        organizer=organizer,
        name=lifecycle.one_line(told.name),
        description=told.description,
        place=told.place,
        time_zone=told.time_zone,
        starts_on=told.starts_on,
        ends_on=ends_on,
        currency=told.currency,
    )
    require_sound(event)
    save_new(event)
    for order, one in enumerate(template.tournaments):
        _draft(event, template, one, told, order)
    keep_made(event, organizer, once)
    return event


def made_already(organizer: User, once: str) -> Event | None:
    """The lock on the organizer makes a double click take turns, so that the second finds what the first made."""
    if not once:
        return None
    User.objects.select_for_update().get(pk=organizer.pk)
    pk = cache.get(_once_key(organizer, once))
    return Event.objects.filter(pk=pk, organizer=organizer).first() if pk else None


def keep_made(event: Event, organizer: User, once: str) -> None:
    """So that `made_already` finds it."""
    if once:
        cache.set(_once_key(organizer, once), event.pk, lifecycle.ONCE_S)


def _once_key(organizer: User, once: str) -> str:
    return f"event.{organizer.pk}.{blake2s(once.encode(), digest_size=16).hexdigest()}"


@transaction.atomic
def change(event_id: int, *, by: Viewer | None, **facts: Any) -> Event:
    """Change what is said of an event; a director may, until and after its start. Refused: name_needed, bad_time_zone,
    bad_dates, bad_currency (400)."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    if unknown := facts.keys() - FIELDS:
        raise TypeError(f"not settings of an event: {sorted(unknown)}")
    for name, value in facts.items():
        setattr(event, name, value)
    require_sound(event)
    touch(event, *facts)
    return event


@transaction.atomic
def publish(event_id: int, *, by: Viewer | None, shown: bool) -> Event:
    """Show it to everybody, or to its people only; its tournaments open for entry one by one."""
    event = locked_event(event_id)
    require(by, event, Right.ORGANIZE)
    event.is_public = shown
    touch(event, "is_public")
    return event


@transaction.atomic
def add_new(
    event_id: int, *, by: User, key: str, name: str, starts_at: datetime | None, once: str = ""
) -> Tournament:
    """Another tournament in it, as a draft with what is usual for its kind. The same `once` a second time gives the one
    that was made the first time. Refused: no_such_template, too_many."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    template = ADDED.get(key)
    if template is None:
        raise NotFound("no_such_template", _("There is no such template."))
    organizer = event.organizer or by
    if before := lifecycle.made_already(organizer, once):
        return before
    order = _next_order(event)
    where = _where(event)
    settings = laid_out(template, template.plans[0], where)
    made = lifecycle.create(
        organizer=organizer,
        name=name or f"{event.name}: {TOURNAMENTS[template.key]}",
        starts_at=starts_at,
        time_zone=event.time_zone,
        once=once,
        **settings.fields,
    )
    settings.attach(made, event, order)
    _saved(event)
    return made


@transaction.atomic
def take_in(event_id: int, *, by: Viewer | None, tournament_id: int) -> Tournament:
    """A tournament that stood alone belongs to the event from now on. One must direct the event and organize the
    tournament, since those of the event get its rights. Refused: in_an_event, is_rehearsal."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    require_alone(tournament)
    tournament.event, tournament.event_order = event, _next_order(event)
    save_changed(tournament, "event", "event_order")
    _saved(event)
    return tournament


def require_alone(tournament: Tournament) -> None:
    if tournament.event_id is not None:
        raise DomainError("in_an_event", _("This tournament belongs to an event already."))
    if tournament.is_rehearsal:
        raise DomainError("is_rehearsal", _("This is a rehearsal."))


@transaction.atomic
def let_go(event_id: int, *, by: Viewer | None, tournament_id: int) -> Tournament:
    """It stands alone again, with its own organizer and directors. Refused: not_in_event."""
    event = locked_event(event_id)
    require(by, event, Right.ORGANIZE)
    tournament = _its(event, tournament_id)
    tournament.event, tournament.event_order = None, 0
    save_changed(tournament, "event", "event_order")
    _saved(event)
    return tournament


@transaction.atomic
def move_up(event_id: int, *, by: Viewer | None, tournament_id: int) -> None:
    """One place further to the front in the event's list. Refused: not_in_event."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    _its(event, tournament_id)
    order = list(in_order(event).values_list("pk", flat=True))
    place = order.index(tournament_id)
    order.insert(max(place - 1, 0), order.pop(place))
    for number, pk in enumerate(order):
        Tournament.objects.filter(pk=pk).update(event_order=number)
    _saved(event)


def in_order(event: Event) -> Any:
    """Its tournaments as they are listed."""
    found = Tournament.objects.filter(event=event, is_rehearsal=False)
    return found.order_by("event_order", "pk")


def locked_event(event_id: int) -> Event:
    """The event as it is now, locked until the surrounding transaction ends."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NotFound("no_such_event", _("There is no such event."))
    return event


def touch(event: Event, *fields: str) -> None:
    """Write these fields. What all its tournaments' pages show has changed, too: their caches let go."""
    _saved(event, *fields)
    raise_versions(Tournament.objects.filter(event=event).values_list("pk", flat=True))


def save_new(event: Event) -> None:
    """With an address of its own, also when two of the same name are made at the same moment."""
    base = slugify(event.name)[:60].strip("-") or "event"
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    taken |= RESERVED_SLUGS
    names = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 3))
    event.slug = next(slug for slug in names if slug not in taken)
    try:
        with transaction.atomic():
            event.save()
    except IntegrityError:
        event.slug = f"{event.slug}-{secrets.token_hex(4)}"
        event.save()


def _saved(event: Event, *fields: str) -> Event:
    event.version += 1
    event.save(update_fields=[*fields, "version"])
    return event


def _its(event: Event, tournament_id: int) -> Tournament:
    tournament = locked(tournament_id)
    if tournament.event_id != event.pk:
        raise NotFound("not_in_event", _("This tournament is not in the event."))
    return tournament


def _next_order(event: Event) -> int:
    found = in_order(event)
    if found.count() >= MOST_TOURNAMENTS:
        raise DomainError("too_many", _("An event has no room for more tournaments."))
    last = found.aggregate(last=Max("event_order"))["last"]
    return 0 if last is None else last + 1


def _where(event: Event) -> Where:
    """Where its tournaments are played, as the first of them says."""
    first = in_order(event).select_related("venue").first()
    venue = getattr(first, "venue", None)
    return venue.where if venue is not None else "online"


def _draft(
    event: Event, template: EventTemplate, one: TournamentTemplate, told: NewEvent, order: int
) -> Tournament:
    plan = told.plan if told.plan in one.plans else one.plans[0]
    settings = laid_out(one, plan, template.where)
    alone = len(template.tournaments) == 1
    assert event.organizer is not None  # noqa: S101  # create has set it
    made = lifecycle.create(
        organizer=event.organizer,
        name=event.name if alone else f"{event.name}: {TOURNAMENTS[one.key]}",
        starts_at=_start(event, template, one, told.begins),
        time_zone=event.time_zone,
        **settings.fields,
    )
    if one.division:
        made.division = str(TOURNAMENTS[one.key])[:40]
    settings.attach(made, event, order)
    return made


def _start(
    event: Event, template: EventTemplate, one: TournamentTemplate, begins: time | None
) -> datetime:
    """Its day and hour; all are shifted as the first one is."""
    usual = datetime.combine(date.min, time(*template.begins))
    shift = datetime.combine(date.min, begins) - usual if begins else timedelta()
    day = min(event.starts_on + timedelta(days=one.day), event.ends_on)
    at = datetime.combine(day, time(one.hour, one.minute)) + shift
    return at.replace(tzinfo=zoneinfo.ZoneInfo(event.time_zone))
