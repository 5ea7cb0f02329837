"""Seasons and their divisions are added, changed and removed."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import ClubHosting
from leagues.models import (
    LONGEST_SHORT_NAME,
    MOST_MOVING,
    League,
    LeagueDivision,
    LeagueRecord,
    LeagueSeason,
)
from leagues.selectors.leagues import FORMATS, latest_season
from leagues.services.division_pages import renew_division_pages
from leagues.services.locking import locked_league, record, require_league_organizer
from tournaments.bracket.selectors.lists import visible
from tournaments.core.permissions import Right, rights_in
from tournaments.models import Tournament
from web.errors import DomainError, NotAllowed, NotFound

MOST_SEASONS = 200
MOST_DIVISIONS = 12
Verb = LeagueRecord.Verb


@transaction.atomic
def add_season(by: User, league_id: int, now: datetime, *, name: str) -> LeagueSeason:
    """A new season without divisions, after all others. Refused: not_your_league, too_many_seasons, name_needed (400)."""
    league = _own(by, league_id)
    season = new_season(league, name, now)
    record(league, by, now, Verb.SEASON_ADDED, season=season.name)
    return season


@transaction.atomic
def remove_season(by: User, season_id: int, now: datetime) -> None:
    """Remove the latest season; its tournaments stay. The season before it can then be followed by another one.

    Refused: not_your_league, no_such_season, not_the_latest.
    """
    season = _own_season(by, season_id)
    latest = latest_season(season.league)
    if latest is None or latest.pk != season.pk:
        raise DomainError("not_the_latest", _("Only the latest season can be removed."))
    renew_division_pages(season.divisions.order_by().values_list("tournament_id", flat=True))
    season.delete()
    LeagueSeason.objects.filter(league=season.league, number=season.number - 1).update(
        next_from=None
    )
    record(season.league, by, now, Verb.SEASON_REMOVED, season=season.name)


@transaction.atomic
def add_division(  # noqa: PLR0913  # what a division is
    by: User,
    season_id: int,
    now: datetime,
    *,
    tournament: int,
    name: str = "",
    relegated: int = 0,
    play_off: int = 0,
) -> LeagueDivision:
    """Add a tournament as the lowest division, by its own name if none is given.

    Refused: not_your_league, no_such_season, no_such_tournament, not_your_role, other_entries, not_a_table, already_a_division,
    too_many_divisions, name_needed (400), bad_number (400).
    """
    season = _own_season(by, season_id)
    _require_numbers(relegated, play_off)
    row = visible(by).filter(pk=tournament).select_related("event").first()
    if row is None:
        raise NotFound("no_such_tournament", _("Tournament not found."))
    _require_own(by, season.league, row)
    _require_same_entries(season, row)
    if row.format not in FORMATS or row.is_demo:
        text = _("A division is a round robin or a Swiss tournament.")
        raise DomainError("not_a_table", text)
    if LeagueDivision.objects.filter(tournament=row).exists():
        text = _("This tournament is a division of a league already.")
        raise DomainError("already_a_division", text)
    if season.divisions.count() >= MOST_DIVISIONS:
        text = _("A season has up to %(most)d divisions.") % {"most": MOST_DIVISIONS}
        raise DomainError("too_many_divisions", text)
    last = season.divisions.aggregate(last=Max("order"))["last"] or 0
    division = LeagueDivision.objects.create(
        season=season,
        order=last + 1,
        name=_short_name(name or row.name[:LONGEST_SHORT_NAME]),
        tournament=row,
        relegated=relegated,
        play_off=play_off,
    )
    record(
        season.league, by, now, Verb.DIVISION_ADDED,
        season=season.name, division=division.name, tournament=row.name,
    )  # fmt: skip
    renew_division_pages([row.pk])
    return division


@transaction.atomic
def change_division(  # what a division is
    by: User, division_id: int, now: datetime, *, name: str, relegated: int, play_off: int
) -> LeagueDivision:
    """Change its name and how many move. Refused: not_your_league, no_such_division, name_needed (400), bad_number (400)."""
    division, league = _own_division(by, division_id)
    _require_numbers(relegated, play_off)
    after = (_short_name(name), relegated, play_off)
    if after == (division.name, division.relegated, division.play_off):
        return division
    division.name, division.relegated, division.play_off = after
    division.save(update_fields=["name", "relegated", "play_off"])
    record(
        league, by, now, Verb.DIVISION_CHANGED,
        season=division.season.name, division=division.name, moving=[relegated, play_off],
    )  # fmt: skip
    renew_division_pages([division.tournament_id])
    return division


@transaction.atomic
def remove_division(by: User, division_id: int, now: datetime) -> None:
    """The tournament stays as it is. Refused: not_your_league, no_such_division."""
    division, league = _own_division(by, division_id)
    record(
        league, by, now, Verb.DIVISION_REMOVED, season=division.season.name, division=division.name
    )  # fmt: skip
    renew_division_pages([division.tournament_id])
    division.delete()


def _require_same_entries(season: LeagueSeason, tournament: Tournament) -> None:
    others = Tournament.objects.filter(league_division__season=season).order_by()
    require_entries_alike({*others.values_list("entry_kind", flat=True), tournament.entry_kind})


def require_entries_alike(kinds: Collection[str]) -> None:
    """Who is promoted enters the division above. Also before the next season is prepared: a draft may have changed since it was
    added. Refused: other_entries."""
    if len(set(kinds)) > 1:
        text = _("All divisions of a season have the same entries: single players, pairs or teams.")
        raise DomainError("other_entries", text)


def new_season(league: League, name: str, now: datetime) -> LeagueSeason:
    """The season after the latest. The caller has locked the league. Refused: too_many_seasons, name_needed (400)."""
    latest = latest_season(league)
    number = 1 if latest is None else latest.number + 1
    if LeagueSeason.objects.filter(league=league).count() >= MOST_SEASONS:
        raise DomainError("too_many_seasons", _("This league has reached its limit of seasons."))
    return LeagueSeason.objects.create(
        league=league, number=number, name=_short_name(name), created_at=now
    )


def _short_name(name: str) -> str:
    name = " ".join(name.split())
    if not any(c.isalnum() for c in name):
        raise DomainError("name_needed", _("Enter a name."), 400)
    if len(name) > LONGEST_SHORT_NAME:
        raise DomainError("too_long", _("A text is too long. Shorten it and save again."), 400)
    return name


def _own(by: User, league_id: int) -> League:
    league = locked_league(league_id)
    require_league_organizer(by, league)
    return league


def _own_season(by: User, season_id: int) -> LeagueSeason:
    """Read under the league's lock."""
    of = LeagueSeason.objects.filter(pk=season_id).values_list("league_id", flat=True).first()
    league = _own(by, of) if of is not None else None
    season = LeagueSeason.objects.filter(pk=season_id).first()
    if league is None or season is None:
        raise NotFound("no_such_season", _("Season not found."))
    season.league = league
    return season


def _own_division(by: User, division_id: int) -> tuple[LeagueDivision, League]:
    rows = LeagueDivision.objects.filter(pk=division_id)
    of = rows.values_list("season__league_id", flat=True).first()
    league = _own(by, of) if of is not None else None
    division = rows.select_related("season").first()
    if league is None or division is None:
        text = _("This division no longer exists. Reload the page.")
        raise NotFound("no_such_division", text)
    return division, league


def _require_numbers(*numbers: int) -> None:
    if not all(0 <= number <= MOST_MOVING for number in numbers):
        text = _("Enter a number of players from 0 to %(most)d.") % {"most": MOST_MOVING}
        raise DomainError("bad_number", text, 400)


def _require_own(by: User, league: League, tournament: Tournament) -> None:
    hosted = ClubHosting.objects.filter(club=league.club_id)
    is_own = Right.DIRECT in rights_in(by, tournament) or (
        league.club_id is not None
        and (
            hosted.filter(tournament=tournament).exists()
            or (
                tournament.event_id is not None
                and hosted.filter(event=tournament.event_id).exists()
            )
        )
    )
    if not is_own:
        text = _("Add tournaments that you direct, or that the club of the league runs.")
        raise NotAllowed("not_your_role", text)
