"""Cloning a past event or tournament: its settings with fees, and its people; not its entries, results, tables in use or payments."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, require, require_verified
from tournaments.event.services.event_checks import require_valid, require_year
from tournaments.event.services.events import (
    FACTS,
    created_before,
    locked_event,
    ordered_tournaments,
    remember_created,
)
from tournaments.models import Event, Role, Tournament
from tournaments.setup.services import lifecycle
from tournaments.setup.services.copied_rows import copy_rows
from web.errors import DomainError
from web.slugs import save_with_slug

SETTINGS = (
    *sorted(lifecycle.CARD_FIELDS),
    "description", "time_zone", "late_entry", "chat", "division", "admits_bots",
)  # fmt: skip


@transaction.atomic
def clone_event(
    event_id: int, *, by: User, now: datetime, name: str, starts_on: date, once: str = ""
) -> Event:
    """The same event on other days: its tournaments as drafts, with the same people in the same roles.

    Directors of the old event may clone it and organize the new one. The same `once` a second time returns the event
    created the first time. Refused: name_needed, bad_dates (400), and what else `require_valid` refuses.
    """
    require_verified(by)
    old = locked_event(event_id)
    require(by, old, Right.DIRECT)
    if before := created_before(by, once):
        return before
    require_year(starts_on)
    shift = starts_on - old.starts_on
    event = Event(
        organizer=by,
        name=lifecycle.one_line(name),
        description=old.description,
        place=old.place,
        time_zone=old.time_zone,
        starts_on=starts_on,
        ends_on=old.ends_on + shift,
        currency=old.currency,
        previous=old if old.starts_on < starts_on else None,
        **{name: getattr(old, name) for name in FACTS},
    )
    require_valid(event)
    save_with_slug(event, "event")
    _copy_people(old, event, by, now)
    for order, source in enumerate(ordered_tournaments(old)):
        own = source.name.replace(old.name, event.name) if old.name in source.name else source.name
        made = _copy(source, by, own, _shifted(source, shift))
        made.event, made.event_order = event, order
        made.save(update_fields=["event", "event_order"])
        _copy_people(source, made, by, now)
    remember_created(event, by, once)
    return event


@transaction.atomic
def clone_tournament(  # noqa: PLR0913  # what a copy is
    tournament_id: int,
    *,
    by: User,
    now: datetime,
    name: str,
    starts_at: datetime | None,
    once: str = "",
    with_event_roles: bool = False,
) -> Tournament:
    """The same tournament again, as a draft outside any event, for directors of the old one. The same `once` a second
    time returns the draft created the first time. `with_event_roles`: whoever had a role in the event has it in the draft."""
    require_verified(by)
    old = locked(tournament_id)
    require(by, old, Right.DIRECT)
    if old.is_rehearsal:
        raise DomainError("is_rehearsal", _("This is not possible for a rehearsal."))
    if before := lifecycle.created_before(by, once):
        return before
    made = _copy(old, by, name, starts_at, once)
    _copy_people(old, made, by, now, old.event if with_event_roles else None)
    return made


@transaction.atomic
def repeat_tournament(old: Tournament, *, by: User, now: datetime, name: str) -> Tournament:
    """The same tournament again as a draft of the same event, with the same people and prize money and without a start time.

    `by` organizes it. The caller has locked the event, then the tournament, and knows that this is allowed.
    """
    made = _copy(old, by, name, None)
    made.event, made.event_order, made.prize_pool = old.event, old.event_order, old.prize_pool
    made.save(update_fields=["event", "event_order", "prize_pool"])
    _copy_people(old, made, by, now)
    if old.event_id is not None:
        Event.objects.filter(pk=old.event_id).update(version=F("version") + 1)
    return made


def _copy(
    old: Tournament, by: User, name: str, starts_at: datetime | None, once: str = ""
) -> Tournament:
    fields = {field: getattr(old, field) for field in SETTINGS}
    rules = fields.pop("rules")
    preset = rules.get("preset", "tournament")
    options = {name: value for name, value in rules.items() if name != "preset"}
    made = lifecycle.create(
        organizer=by,
        name=name,
        preset=preset,
        rules=options,
        starts_at=starts_at,
        once=once,
        **fields,
    )
    copy_rows(old, made)
    return made


def _shifted(tournament: Tournament, shift: timedelta) -> datetime | None:
    """The same wall clock so many days later, whatever the summer time."""
    if tournament.starts_at is None:
        return None
    zone = ZoneInfo(tournament.time_zone)
    wall = tournament.starts_at.astimezone(zone).replace(tzinfo=None)
    return (wall + shift).replace(tzinfo=zone)


def _copy_people(
    old: Event | Tournament,
    new: Event | Tournament,
    by: User,
    now: datetime,
    event: Event | None = None,
) -> None:
    """Copy all roles and directors, also those of `event` if there is one; an organizer other than `by` becomes a director."""
    roles = set()
    for subject in (old, *([event] if event is not None else [])):
        roles |= {(role.user_id, role.kind) for role in subject.roles.exclude(user=by)}
        if subject.organizer_id is not None and subject.organizer_id != by.pk:
            roles.add((subject.organizer_id, Role.Kind.DIRECTOR))
    where = {"event": new} if isinstance(new, Event) else {"tournament": new}
    Role.objects.bulk_create(
        Role(**where, user_id=user, kind=kind, given_by=by, given_at=now)
        for user, kind in sorted(roles)
    )
    if isinstance(old, Tournament) and isinstance(new, Tournament):
        new.directors.set(old.directors.exclude(pk=by.pk))
