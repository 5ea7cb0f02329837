"""A series is started, changed and deleted."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import is_verified
from accounts.services.guests import require_account
from clubs.models import Club
from clubs.services.locking import require_active, require_officer
from series.models import Series, SeriesRecord
from series.selectors.series import settings_version
from series.services.checks import require_valid
from series.services.counted_pages import renew_counted_pages
from series.services.locking import locked_series, record, require_organizer
from web.errors import DomainError, NotAllowed
from web.rate_limit import is_within
from web.slugs import save_with_slug

MOST_ORGANIZED = 50
MOST_A_DAY = 10
DAY_S = 86_400
FIELDS = ("name", "about", "club", "scheme", "best", "least_events", "tie_breaks")


@transaction.atomic
def start_series(user: User, now: datetime, **facts: Any) -> Series:
    """A new series of this user. Refused: sign_up_first, suspended, not_verified (403), too_many_requests (429),
    too_many_series, not_an_officer, and what `require_valid` refuses."""
    require_account(user)
    require_active(user)
    if not is_verified(user):
        raise NotAllowed("not_verified", _("Confirm your email address before you start a series."))
    series = _with(Series(organizer=user, created_at=now), facts)
    require_valid(series)
    _require_club(user, series.club)
    if not is_within(f"series-start:{user.pk}", MOST_A_DAY, DAY_S, now):
        raise DomainError("too_many_requests", _("Too many new series. Try again tomorrow."), 429)
    if Series.objects.filter(organizer=user).count() >= MOST_ORGANIZED:
        text = _("You have reached the limit of series. Delete one that you no longer need.")
        raise DomainError("too_many_series", text)
    save_with_slug(series, "series")
    record(series, user, now, SeriesRecord.Verb.STARTED)
    return series


@transaction.atomic
def change_series(
    series_id: int, by: User, now: datetime, *, version: int | None = None, **facts: Any
) -> Series:
    """Change settings; with `version` (`settings_version`) only those that nobody has changed since.

    Refused: not_your_series, not_an_officer, changed_meanwhile, and what `require_valid` refuses.
    """
    series = locked_series(series_id)
    require_organizer(by, series)
    if version is not None and version != settings_version(series):
        changed = _("Someone else changed this after you opened it. Nothing was overwritten.")
        again = _("Your version is below. Save again to replace the other one.")
        raise DomainError("changed_meanwhile", f"{changed} {again}")
    before = {name: getattr(series, name) for name in facts}
    club = series.club_id
    require_valid(_with(series, facts))
    if series.club_id != club:
        _require_club(by, series.club)
    after = {name: getattr(series, name) for name in facts}
    changes = {n: [_plain(before[n]), _plain(after[n])] for n in facts if before[n] != after[n]}
    if not changes:
        return series
    series.save(update_fields=[*changes, *(["search_name"] if "name" in changes else [])])
    record(series, by, now, SeriesRecord.Verb.CHANGED, changes=changes)
    if changes.keys() & {"name"}:
        renew_counted_pages(series)
    return series


@transaction.atomic
def delete_series(series_id: int, by: User) -> None:
    """Delete a series with its record; tournaments and events stay. Refused: not_your_series."""
    series = locked_series(series_id)
    require_organizer(by, series)
    renew_counted_pages(series)
    series.delete()


def _require_club(user: User, club: Club | None) -> None:
    if club is not None:
        require_officer(user, club)


def _with(series: Series, facts: dict[str, Any]) -> Series:
    if unknown := facts.keys() - set(FIELDS):
        raise TypeError(f"not settings of a series: {sorted(unknown)}")
    for name, value in facts.items():
        setattr(series, name, " ".join(value.split()) if name == "name" else value)
    return series


def _plain(value: Any) -> Any:
    return value.name if isinstance(value, Club) else value
