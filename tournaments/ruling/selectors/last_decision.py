"""A user's last decision, which the desk offers to undo."""

from collections.abc import Iterable

from accounts.models import User
from tournaments.models import Result, Ruling, ScoreReport, Tournament


def last_decision(tournaments: Iterable[Tournament], by: User) -> Ruling | Result | None:
    """Their newest ruling or the newest result they typed at the desk, whichever is later. Two queries."""
    among = [tournament.pk for tournament in tournaments]
    rulings = Ruling.objects.filter(tournament__in=among, by=by).select_related("tournament")
    ruling = rulings.order_by("-at", "-pk").first()
    typed = ScoreReport.objects.filter(
        by=by, side=None, slip__pairing__stage__tournament__in=among
    ).exclude(result=None)
    report = (
        typed.select_related("result__pairing__stage__tournament").order_by("-at", "-pk").first()
    )
    if report is None or (ruling is not None and ruling.at >= report.at):
        return ruling
    return report.result
