"""When two equal reports decide a match over the board at once, and who gets an email about a report.

Anybody who holds the slip can report for either side, so a report made with the slip proves nothing. A result counts at once
only when the player who confirms it is signed in, and the player who lost has reported or confirmed it signed in.
Everything else counts when nobody has objected for `Venue.confirm_after_s`, or when the desk records it.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from notifications import kinds
from notifications.services.notify import notify
from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.services.lineup import Lineup, sides_of
from tournaments.bracket.services.match_news import slip_news
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import Notice, ScoreReport, Slip, Tournament, Venue
from tournaments.venue.services.claims import Reporter
from web.errors import DomainError

LONGEST_MIN = 120
MOST_EMAILS = 3  # to one player about one slip: a holder of the slip can report again and again


@transaction.atomic
def set_minutes(tournament_id: int, minutes: int, *, by: Viewer | None) -> None:
    """Set how long later reports wait for an objection; 0 makes them count within seconds. At most LONGEST_MIN."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    seconds = 60 * max(0, min(minutes, LONGEST_MIN))
    Venue.objects.filter(tournament=tournament).update(confirm_after_s=seconds)
    save_changed(tournament)


def counts_at_once(slip: Slip, first: ScoreReport, second: Reporter) -> bool:
    """Does a confirmation by `second` of what `first` reported decide the match now? In a session both sides are signed
    in, because the points of the winner count as well."""
    if second.with_slip:
        return False
    second_lost = first.winner_id is not None and first.winner_id != second.side
    if second_lost and not is_session(slip.pairing.round):
        return True
    return not first.with_slip


def require_own_login(standing: ScoreReport | None, who: Reporter) -> None:
    """A report with the slip does not replace one that a player made signed in. Refused: signed_in_report."""
    if standing is not None and who.with_slip and not standing.with_slip:
        name = standing.side.title if standing.side else ""
        text = _("A logged-in player reported this: %(name)s. Log in to change the report.")
        raise DomainError("signed_in_report", text % {"name": name})


def queue_emails(tournament: Tournament, slip: Slip, report: ScoreReport, now: datetime) -> None:
    """Notify every player of the match with a login, except the report's author. The email goes out only if the
    report still waits after a minute (notices/services/report_notices.py)."""
    seated = Lineup(tournament, {slip.entry_a_id, slip.entry_b_id}, {slip.pairing_id})
    players = {
        player.pk: (player, player.user_id, seated.entries[side[2]])
        for side in sides_of(slip)
        for player in seated.at(side, slip.board)
        if player.user_id is not None
    }
    author = None if report.with_slip else report.by_id
    owed = Notice.objects.filter(slip=slip, kind=Notice.REPORTED)
    news = []
    for player, user, rival in players.values():
        if user == author or owed.filter(player=player).count() >= MOST_EMAILS:
            continue
        Notice.objects.create(
            player=player, slip=slip, kind=Notice.REPORTED, tag=str(report.pk), created_at=now
        )
        tag = f":{report.pk}"
        news.append(slip_news(kinds.RESULT, tournament, slip, user, rival, tag))
    notify(news, now)
