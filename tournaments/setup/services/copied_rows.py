"""Copying what belongs to a tournament's settings, but is stored in rows of its own: its venue and its deadlines."""

from typing import Any

from tournaments.models import Timing, Tournament, Venue

NOT_COPIED = frozenset({"id", "pk", "tournament", "check_in_code", "held_at"})
MOMENTS = ("_at",)


def copy_rows(old: Tournament, made: Tournament) -> None:
    """Give a new tournament the venue and the deadlines of an old one. A row that it already has stays."""
    for kind in (Venue, Timing):
        row = kind.objects.filter(tournament=old).first()
        if row is not None:
            kind.objects.get_or_create(tournament=made, defaults=_settings_of(row))


def _settings_of(row: Any) -> dict[str, Any]:
    """Every setting of a tournament's venue or timing; no times of past actions."""
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in NOT_COPIED and not field.name.endswith(MOMENTS)
    } | ({"ends_at": row.ends_at} if isinstance(row, Timing) else {})
