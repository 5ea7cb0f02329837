"""Taking what a player’s browser reports: how often the page of the table was hidden in a game."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from fairplay.models import TabSwitches
from games.errors import NoSuchMatch
from games.models import Match, MatchSeat
from web.errors import DomainError, NotAllowed
from web.rate_limit import is_within

MOST = 1000
MOST_AN_HOUR = 200
HOUR_S = 3600
MOST_GAMES = 500


def report_switches(match_id: UUID, user: User, game: int, count: int, now: datetime) -> None:
    """Keep the highest count of a game: a report may come twice, or late.

    Raises NoSuchMatch, NotAllowed (403) for others than its players, DomainError bad_report (422), too_many_reports (429).
    """
    if not Match.objects.filter(pk=match_id).exists():
        raise NoSuchMatch()
    seat = (
        MatchSeat.objects.filter(match=match_id, player__user=user)
        .values_list("seat", flat=True)
        .first()
    )
    if seat is None:
        raise NotAllowed("not_a_player", _("You do not play in this match."))
    if not (1 <= game <= MOST_GAMES and 1 <= count <= MOST):
        raise DomainError("bad_report", _("This is not a number of tab switches."), 422)
    if not is_within(f"tab-switches:{user.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise DomainError("too_many_reports", _("Too many reports. Try again later."), 429)
    with transaction.atomic():
        row, is_new = TabSwitches.objects.select_for_update().get_or_create(
            match_id=match_id, seat=seat, game=game, defaults={"count": count}
        )
        if not is_new and row.count < count:
            TabSwitches.objects.filter(pk=row.pk).update(count=count)
