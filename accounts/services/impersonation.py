"""Impersonation: staff see the site as a user does, for reading, for a quarter of an hour, with every page in the audit trail."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Impersonation, User
from accounts.services.audit import Actor, record
from web.errors import NotAllowed

LONGEST = timedelta(minutes=15)


@transaction.atomic
def begin(target: User, doer: Actor) -> Impersonation:
    """Begin to look; refused for oneself, for superusers, and for staff unless by a superuser."""
    staff = doer.user
    if staff is None or not may_impersonate(staff, target):
        raise NotAllowed("may_not_impersonate", "You may not view the site as this user.")
    look = Impersonation.objects.create(
        staff=staff,
        user=target,
        reason=doer.reason,
        began_at=doer.now,
        until=doer.now + LONGEST,
    )
    record(doer, "impersonation.began", target, after={"until": f"{look.until:%F %T}"})
    return look


def may_impersonate(staff: User, target: User) -> bool:
    """May this member of staff see the site as that user does?"""
    if not staff.has_perm("accounts.impersonate_user") or staff.pk == target.pk:
        return False
    if target.is_superuser or not target.is_active:
        return False
    return staff.is_superuser or not target.is_staff


def active_impersonation(pk: int, staff: User, now: datetime) -> Impersonation | None:
    """This impersonation by this member of staff, if it has not ended and is still allowed."""
    open_ones = Impersonation.objects.select_related("staff", "user", "user__player")
    look = open_ones.filter(pk=pk, staff=staff, ended_at=None, until__gt=now).first()
    return look if look is not None and may_impersonate(staff, look.user) else None


def record_page(look: Impersonation, path: str, doer: Actor) -> None:
    """Record that a page was shown during an impersonation."""
    record(replace(doer, user=look.staff), "impersonation.saw", look.user, after={"path": path})


@transaction.atomic
def end(look: Impersonation, doer: Actor) -> None:
    """End an impersonation; ending twice is one end."""
    if Impersonation.objects.filter(pk=look.pk, ended_at=None).update(ended_at=doer.now):
        record(doer, "impersonation.ended", look.user)


def end_early(pk: int, doer: Actor) -> None:
    """End an impersonation whose time is up, or that lacks a right or a login now."""
    look = Impersonation.objects.select_related("user").filter(pk=pk, ended_at=None).first()
    if look is not None:
        end(look, replace(doer, reason="time was up, or a permission was removed"))


@transaction.atomic
def end_overdue(now: datetime) -> int:
    """End those whose time is up; returns how many. Safe to run twice."""
    over = Impersonation.objects.select_for_update().filter(ended_at=None, until__lte=now)
    looks = list(over.order_by("pk"))
    for look in looks:
        end(look, Actor(look.staff, now, reason="time was up"))
    return len(looks)
