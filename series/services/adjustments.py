"""Adjustments: a bonus or a correction, always with a reason."""

from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from series.merit.points import points_text
from series.models import HUNDREDTHS, SeriesAdjustment, SeriesRecord
from series.selectors.standings import has_result
from series.services.locking import locked_series, record, require_organizer
from web.errors import DomainError, NotFound

MOST_POINTS = 10_000
LEAST_REASON, LONGEST_REASON = 3, 200
MOST_ADJUSTMENTS = 1000


@transaction.atomic
def add_adjustment(
    by: User, series_id: int, player_id: int, points: Decimal, reason: str, now: datetime
) -> SeriesAdjustment:
    """Points for a player who has a result in the series, or fewer of them.

    Refused: not_your_series, no_such_player, no_result, bad_points (400), reason_needed (400), too_many_adjustments.
    """
    series = locked_series(series_id)
    require_organizer(by, series)
    if not points.is_finite() or not 0 < abs(points) <= MOST_POINTS or points != round(points, 2):
        text = _("Enter points from -%(most)d to %(most)d with two decimals at most, but not 0.")
        raise DomainError("bad_points", text % {"most": MOST_POINTS}, 400)
    reason = " ".join(reason.split())
    if not LEAST_REASON <= len(reason) <= LONGEST_REASON:
        raise DomainError("reason_needed", _("Enter a reason of 3 to 200 characters."), 400)
    player = Player.objects.filter(pk=player_id, anonymised_at=None).first()
    if player is None:
        raise NotFound("no_such_player", _("Player not found."))
    if not has_result(series, player.pk):
        text = _(
            "%(name)s has no result in this series. Only players with a result get adjustments."
        )
        raise DomainError("no_result", text % {"name": player.name})
    if series.adjustments.count() >= MOST_ADJUSTMENTS:
        text = _("This series has reached its limit of adjustments.")
        raise DomainError("too_many_adjustments", text)
    row = SeriesAdjustment.objects.create(
        series=series,
        player=player,
        hundredths=int(points * HUNDREDTHS),
        reason=reason,
        at=now,
        by=by,
    )
    _recorded(row, by, now, SeriesRecord.Verb.GIVEN, reason)
    return row


@transaction.atomic
def withdraw_adjustment(by: User, series_id: int, adjustment_id: int, now: datetime) -> None:
    """It no longer counts; the row stays on record. Twice is once. Refused: not_your_series, no_such_adjustment."""
    series = locked_series(series_id)
    require_organizer(by, series)
    rows = SeriesAdjustment.objects.filter(series=series, pk=adjustment_id)
    row = rows.select_related("player", "series").first()
    if row is None:
        raise NotFound(
            "no_such_adjustment", _("This adjustment no longer exists. Reload the page.")
        )
    if row.withdrawn_at is None:
        row.withdrawn_at = now
        row.save(update_fields=["withdrawn_at"])
        _recorded(row, by, now, SeriesRecord.Verb.WITHDRAWN, row.reason)


def _recorded(
    row: SeriesAdjustment, by: User, now: datetime, verb: SeriesRecord.Verb, reason: str
) -> None:
    points = points_text(row.points)
    record(row.series, by, now, verb, reason, player=row.player_id, points=points)
