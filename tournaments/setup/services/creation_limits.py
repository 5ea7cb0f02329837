"""How many tournaments and events one login may create, so that nobody fills everybody's lists."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.models import Event, Tournament
from web.errors import DomainError
from web.rate_limit import is_within

HOUR_S = 3600
MOST_AN_HOUR = 60
MOST_KEPT = 1000


def require_room(organizer: User, now: datetime) -> None:
    """Count one more for this organizer. Refused: too_many_tournaments, too_many_tournaments_kept (429); staff have no limit."""
    if organizer.is_staff:
        return
    if not is_within(f"created:{organizer.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise DomainError(
            "too_many_tournaments",
            ngettext(
                "You can create %(most)d tournament or event per hour. Try again later.",
                "You can create %(most)d tournaments and events per hour. Try again later.",
                MOST_AN_HOUR,
            )
            % {"most": MOST_AN_HOUR},
            429,
        )
    kept = Tournament.objects.filter(organizer=organizer).count()
    if kept + Event.objects.filter(organizer=organizer).count() >= MOST_KEPT:
        raise DomainError(
            "too_many_tournaments_kept",
            _(
                "You have too many tournaments and events. Maximum: %(most)d. Ask the site "
                "staff for more."
            )
            % {"most": MOST_KEPT},
            429,
        )
