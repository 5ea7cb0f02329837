"""Tournaments are added to a series, weighed and removed."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import ClubHosting
from clubs.services.hosting import is_organizer_of
from series.models import Series, SeriesRecord, SeriesTournament
from series.selectors.earlier import earlier_tournaments
from series.services.counted_pages import renew_tournament_pages
from series.services.locking import locked_series, record, require_organizer
from tournaments.bracket.selectors.lists import visible
from tournaments.core.permissions import Right, rights_in
from tournaments.models import Tournament
from web.errors import DomainError, NotAllowed, NotFound

MOST_TOURNAMENTS = 200
LEAST_WEIGHT, MOST_WEIGHT = 1, 1000


@transaction.atomic
def add_tournament(
    by: User, series_id: int, tournament_id: int, now: datetime, *, weight: int = 100, earlier: bool = False
) -> list[Tournament]:  # fmt: skip
    """Let a tournament count; `earlier`: with its like in the earlier editions of its event. Adding it twice changes nothing.
    Returns what is new.

    Refused: not_your_series, no_such_tournament, not_your_role, not_single_players, bad_weight (400), too_many_tournaments.
    """
    series = locked_series(series_id)
    require_organizer(by, series)
    _require_weight(weight)
    tournament = visible(by).filter(pk=tournament_id).select_related("event").first()
    if tournament is None:
        raise NotFound("no_such_tournament", _("Tournament not found."))
    _require_own(by, series, tournament)
    if tournament.entry_kind != Tournament.EntryKind.SINGLE:
        text = _("Only tournaments of single players can count.")
        raise DomainError("not_single_players", text)
    wanted = [tournament]
    if earlier:
        wanted += [each for each in earlier_tournaments(tournament) if _is_own(by, series, each)]
    present = set(series.counted.values_list("tournament_id", flat=True))
    added = [each for each in wanted if each.pk not in present]
    if len(present) + len(added) > MOST_TOURNAMENTS:
        text = _("This series has reached its limit of tournaments.")
        raise DomainError("too_many_tournaments", text)
    rows = [SeriesTournament(series=series, tournament=t, weight=weight, at=now) for t in added]
    SeriesTournament.objects.bulk_create(rows)
    for each in added:
        record(series, by, now, SeriesRecord.Verb.ADDED, tournament=_title(each), weight=weight)
    renew_tournament_pages(rows)
    return added


@transaction.atomic
def weigh_tournament(
    by: User, series_id: int, tournament_id: int, weight: int, now: datetime
) -> None:
    """Say what percent of the points a tournament gives. Refused: not_your_series, not_in_series, bad_weight (400)."""
    series = locked_series(series_id)
    require_organizer(by, series)
    _require_weight(weight)
    row = _row(series, tournament_id)
    if row.weight != weight:
        before, row.weight = row.weight, weight
        row.save(update_fields=["weight"])
        record(series, by, now, SeriesRecord.Verb.WEIGHED, tournament=_title(row.tournament), weight=weight, before=before)  # fmt: skip


@transaction.atomic
def remove_tournament(by: User, series_id: int, tournament_id: int, now: datetime) -> None:
    """It no longer counts, and stays as it is. Refused: not_your_series, not_in_series.

    The organizer of the tournament can remove it, too.
    """
    series = locked_series(series_id)
    row = _row(series, tournament_id)
    if not is_organizer_of(by, row.tournament):
        require_organizer(by, series)
    renew_tournament_pages([row])
    record(series, by, now, SeriesRecord.Verb.REMOVED, tournament=_title(row.tournament))
    row.delete()


def _row(series: Series, tournament_id: int) -> SeriesTournament:
    rows = SeriesTournament.objects.filter(series=series, tournament=tournament_id)
    row = rows.select_related("tournament__event").first()
    if row is None:
        raise NotFound("not_in_series", _("This tournament is not in the series."))
    return row


def _require_own(by: User, series: Series, tournament: Tournament) -> None:
    if not _is_own(by, series, tournament):
        text = _("Add tournaments that you direct, or that the club of the series runs.")
        raise NotAllowed("not_your_role", text)


def _is_own(by: User, series: Series, tournament: Tournament) -> bool:
    if Right.DIRECT in rights_in(by, tournament):
        return True
    hosted = ClubHosting.objects.filter(club=series.club_id)
    return series.club_id is not None and (
        hosted.filter(tournament=tournament).exists()
        or (tournament.event_id is not None and hosted.filter(event=tournament.event_id).exists())
    )


def _title(tournament: Tournament) -> str:
    """Its name, and that of its event."""
    event = tournament.event
    return tournament.name if event is None else f"{event.name} · {tournament.name}"


def _require_weight(weight: int) -> None:
    if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:
        text = _("Enter a weight from %(least)d to %(most)d percent.")
        values = {"least": LEAST_WEIGHT, "most": MOST_WEIGHT}
        raise DomainError("bad_weight", text % values, 400)
