"""Maintenance: announced to everybody, then every match is paused, and goes on when it is over. Nobody is charged.

What is owed are rows (`Maintenance` without `ended_at`, `MaintenancePause` without `resumed_at`); `run` is the sweep.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.services.audit import Actor, record
from games.models import Maintenance, MaintenancePause, Match
from games.services import rulings
from web.errors import DomainError
from web.site_banner import SiteBanner, announce

logger = logging.getLogger(__name__)

REASON = "maintenance"
AT_ONCE = 200
Span = tuple[datetime, datetime]


@transaction.atomic
def announce_maintenance(span: Span, text: str, doer: Actor) -> Maintenance:
    """Announce that nobody plays from … to …; refused where it overlaps another, or is over already."""
    _check(span, doer.now)
    made = Maintenance.objects.create(
        starts_at=span[0], ends_at=span[1], text=text, made_by=doer.user
    )
    record(doer, "maintenance.announced", made, after=_facts(made))
    _publish_after_commit(doer.now)
    return made


@transaction.atomic
def move(pk: int, span: Span, text: str, doer: Actor) -> Maintenance:
    """Another time or other words; once it has begun only its end can still be moved."""
    row = _locked(pk)
    if row.begun_at is not None and span[0] != row.starts_at:
        raise DomainError(
            "maintenance_begun", ("Maintenance has started. Only its end can be changed.")
        )
    _check(span, doer.now, but=pk)
    before = _facts(row)
    row.starts_at, row.ends_at, row.text = *span, text
    row.save(update_fields=["starts_at", "ends_at", "text"])
    record(doer, "maintenance.moved", row, before=before, after=_facts(row))
    _publish_after_commit(doer.now)
    return row


@transaction.atomic
def call_off(pk: int, doer: Actor) -> Maintenance:
    """It does not happen after all; what it has paused goes on with the next sweep."""
    row = _locked(pk)
    row.called_off_at = doer.now
    if row.begun_at is None:
        row.ended_at = doer.now
    row.save(update_fields=["called_off_at", "ended_at"])
    record(doer, "maintenance.called_off", row, before=_facts(row))
    _publish_after_commit(doer.now)
    return row


def run(now: datetime) -> int:
    """Begin and end what is due, pause matches made meanwhile, and announce it on the pages; returns how many matches changed."""
    changed = 0
    for row in Maintenance.objects.filter(ended_at=None).order_by("starts_at"):
        if row.called_off_at is not None or now >= row.ends_at:
            changed += _end(row, now)
        elif now >= row.starts_at:
            changed += _pause_running(row, now)
    publish_banner(now)
    return changed


def publish_banner(now: datetime) -> None:
    """Put what is announced where the pages read it."""
    ahead = Maintenance.objects.filter(ended_at=None, called_off_at=None, ends_at__gt=now)
    row = ahead.order_by("starts_at").first()
    if row is None:
        announce(None)
        return
    announce(SiteBanner(row.pk, row.starts_at, row.ends_at, row.text, now >= row.starts_at))


def require_open(now: datetime) -> None:
    """Refuse new matches while maintenance is on."""
    if _on(now) is not None:
        raise DomainError(
            "maintenance", _("Maintenance is on. New matches can start when it ends.")
        )


def is_on(now: datetime) -> bool:
    """Does the site hold all matches now?"""
    return _on(now) is not None


def pause_made(match_ids: Sequence[UUID], now: datetime) -> bool:
    """Pause matches that are made during maintenance, in the transaction that makes them; True if it is on."""
    row = _on(now) if match_ids else None
    if row is None:
        return False
    rulings.pause_many(match_ids, by=None, reason=REASON, now=now)
    MaintenancePause.objects.bulk_create(
        [MaintenancePause(maintenance=row, match_id=match_id) for match_id in match_ids]
    )
    return True


def _on(now: datetime) -> Maintenance | None:
    on = Maintenance.objects.filter(ended_at=None, called_off_at=None, starts_at__lte=now)
    return on.filter(ends_at__gt=now).first()


def _pause_running(row: Maintenance, now: datetime) -> int:
    """Pause what is not paused, as of the announced moment: nobody is charged for the sweep's delay."""
    if Maintenance.objects.filter(pk=row.pk, begun_at=None).update(begun_at=now):
        record(Actor(None, now), "maintenance.began", row)
    going = Match.objects.filter(finished_at=None, paused=False)
    paused_before = MaintenancePause.objects.filter(maintenance=row).values("match_id")
    ids = list(going.exclude(pk__in=paused_before).order_by("pk").values_list("pk", flat=True))

    def pause(chunk: Sequence[UUID]) -> None:
        paused = rulings.pause_many(chunk, by=None, reason=REASON, now=row.starts_at)
        MaintenancePause.objects.bulk_create(
            [MaintenancePause(maintenance=row, match_id=match_id) for match_id in paused]
        )

    return _in_chunks(row, ids, pause)


def _end(row: Maintenance, now: datetime) -> int:
    """Let go on what this maintenance has paused and is still paused; what ended or went on meanwhile stays as it is."""
    waiting = MaintenancePause.objects.filter(maintenance=row, resumed_at=None)
    waiting.exclude(match__finished_at=None, match__paused=True).update(resumed_at=now)
    ids = list(waiting.order_by("match_id").values_list("match_id", flat=True))

    def resume(chunk: Sequence[UUID]) -> None:
        waiting.filter(match_id__in=chunk).update(resumed_at=now)
        rulings.resume_many(chunk, by=None, reason=REASON, now=now)

    changed = _in_chunks(row, ids, resume)
    if not waiting.exists() and Maintenance.objects.filter(pk=row.pk, ended_at=None).update(
        ended_at=now
    ):
        record(Actor(None, now), "maintenance.ended", row)
    return changed


def _in_chunks(row: Maintenance, ids: list[UUID], do: Callable[[Sequence[UUID]], None]) -> int:
    """Many matches in one transaction, each alone where that fails; what fails alone is left to the next sweep."""
    done = 0
    for start in range(0, len(ids), AT_ONCE):
        chunk = ids[start : start + AT_ONCE]
        if _done(row, chunk, do):
            done += len(chunk)
        elif len(chunk) > 1:
            done += sum(_done(row, [match_id], do) for match_id in chunk)
    return done


def _done(row: Maintenance, chunk: Sequence[UUID], do: Callable[[Sequence[UUID]], None]) -> bool:
    try:
        with transaction.atomic():
            Maintenance.objects.select_for_update().get(pk=row.pk)  # one sweep after the other
            do(chunk)
    except Exception:
        logger.exception("maintenance %s: %d matches left for the next sweep", row.pk, len(chunk))
        return False
    return True


def _check(span: Span, now: datetime, but: int | None = None) -> None:
    starts_at, ends_at = span
    if ends_at <= starts_at:
        raise DomainError("ends_before", "Maintenance must end after it starts.")
    if ends_at <= now:
        raise DomainError("over", _("This time is in the past. Choose a later time."))
    others = Maintenance.objects.filter(ended_at=None, called_off_at=None).exclude(pk=but or 0)
    if others.filter(starts_at__lt=ends_at, ends_at__gt=starts_at).exists():
        raise DomainError("overlapping", "Another maintenance notice covers this time.")


def _locked(pk: int) -> Maintenance:
    row = Maintenance.objects.select_for_update().get(pk=pk)
    if row.is_over or row.called_off_at is not None:
        raise DomainError("maintenance_over", "This maintenance is over.")
    return row


def _facts(row: Maintenance) -> dict[str, str]:
    return {
        "starts_at": row.starts_at.isoformat(),
        "ends_at": row.ends_at.isoformat(),
        "text": row.text,
    }


def _publish_after_commit(now: datetime) -> None:
    transaction.on_commit(lambda: publish_banner(now))
