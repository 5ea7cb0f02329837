"""Copying what belongs to a tournament's settings, but is stored in rows of its own: venue, deadlines, fees, side pools,
registration."""

from typing import Any

from tournaments.models import (
    FeePlan,
    RegistrationPlan,
    SidePool,
    Timing,
    Tournament,
    Venue,
)

NOT_COPIED = frozenset({"id", "pk", "tournament", "check_in_code", "held_at"})
MOMENTS = ("_at",)


def copy_rows(old: Tournament, made: Tournament) -> None:
    """Give a new tournament these settings of an old one. A row that it already has stays. The end of early entry and the
    deadline of registration keep their distance to the start; without both starts they are left out, and a registration that
    loses its deadline is closed."""
    for kind in (Venue, Timing, FeePlan, RegistrationPlan):
        row = kind.objects.filter(tournament=old).first()
        if row is not None:
            settings = _settings_of(row) | _moved(row, old, made)
            kind.objects.get_or_create(tournament=made, defaults=settings)
    if not made.side_pools.exists():
        _copy_pools(old, made)


def _moved(row: Any, old: Tournament, made: Tournament) -> dict[str, Any]:
    """The moments of a row that lie as long before the new start as before the old one."""
    both_start = old.starts_at is not None and made.starts_at is not None
    shift = made.starts_at - old.starts_at if both_start else None  # type: ignore[operator]  # both start
    if isinstance(row, FeePlan):
        until = row.early_until + shift if row.early_until and shift is not None else None
        return {"early_until": until, "early_fee": row.early_fee if until else None}
    if isinstance(row, RegistrationPlan):
        closes = row.closes_at + shift if row.closes_at and shift is not None else None
        return {"closes_at": closes, "is_open": row.is_open and bool(closes) == bool(row.closes_at)}
    return {}


def _copy_pools(old: Tournament, made: Tournament) -> None:
    copies: dict[int, SidePool] = {}
    for pool in old.side_pools.order_by("pk"):
        copies[pool.pk] = SidePool.objects.create(
            tournament=made, name=pool.name, fee=pool.fee, returned=pool.returned,
            section=pool.section, pay_table=pool.pay_table,
        )  # fmt: skip
    for pool in old.side_pools.exclude(requires=None):
        copies[pool.pk].requires = copies.get(pool.requires_id or 0)
        copies[pool.pk].save(update_fields=["requires"])


def _settings_of(row: Any) -> dict[str, Any]:
    """Every setting of a tournament's venue or timing; no times of past actions."""
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in NOT_COPIED and not field.name.endswith(MOMENTS)
    } | ({"ends_at": row.ends_at} if isinstance(row, Timing) else {})
