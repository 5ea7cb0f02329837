"""The series' lock, who may change it, and the record of changes. Lock order everywhere: tournaments and events, then series."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from clubs.services.locking import require_active
from series.models import Series, SeriesRecord
from series.selectors.series import looks_after
from web.errors import NotAllowed, NotFound


def locked_series(series_id: int) -> Series:
    """The series as it is now, locked until the surrounding transaction ends. Raises NotFound no_such_series."""
    series = Series.objects.select_for_update(no_key=True).filter(pk=series_id).first()
    if series is None:
        raise NotFound("no_such_series", _("Series not found."))
    return series


def require_organizer(user: User, series: Series) -> None:
    """Refuse everybody but the organizer and the officers of the club. Refused: suspended, not_your_series."""
    require_active(user)
    if not looks_after(user, series):
        text = _("Only the organizer of the series or an officer of its club can do this.")
        raise NotAllowed("not_your_series", text)


def record(
    series: Series,
    by: User | None,
    now: datetime,
    verb: SeriesRecord.Verb,
    reason: str = "",
    **details: Any,
) -> None:
    """Add a line to the record of the series."""
    SeriesRecord.objects.create(
        series=series, by=by, at=now, verb=verb, reason=reason, details=details
    )
