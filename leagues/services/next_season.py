"""The next season: its divisions as drafts with the settings and the players, made once.

The order of locks is that of the tournaments, from the lowest number, then the league.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from leagues.models import League, LeagueDivision, LeagueRecord, LeagueSeason
from leagues.selectors.leagues import divisions_of, looks_after
from leagues.selectors.next_season import NextChoices, NextLine, preview_of
from leagues.selectors.tables import orders_of
from leagues.services.division_pages import renew_division_pages
from leagues.services.locking import locked_league, record, require_league_organizer
from leagues.services.seasons import new_season
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, may
from tournaments.entry.services.entries import add_walk_in
from tournaments.entry.services.namesakes import NEW
from tournaments.event.services.cloning import clone_tournament
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from tournaments.setup.services.creation_limits import require_room
from web.errors import DomainError, NotAllowed, NotFound


@dataclass(frozen=True, slots=True)
class PreparedSeason:
    """The next season. `is_new` is false if it had been prepared before; `refused` are players who could not be entered, each
    with the reason."""

    season: LeagueSeason
    is_new: bool
    refused: tuple[tuple[str, str], ...] = ()


@transaction.atomic
def prepare_next(
    by: User, season_id: int, now: datetime, choices: NextChoices
) -> PreparedSeason:  # fmt: skip
    """Make the next season with a draft for each division: settings of the last one, no start time, and the players.

    Pressed again it returns the season that was made. Refused: not_your_league, no_such_season, no_divisions,
    season_not_over, not_your_role, too_many_tournaments (429), and what `preview_of` and `new_season` refuse.
    """
    season = _locked_season(by, season_id)
    before = LeagueSeason.objects.filter(league=season.league, number__gt=season.number)
    if (made := before.order_by("number").first()) is not None:
        made.league = season.league
        return PreparedSeason(made, is_new=False)
    preview = preview_of(season, choices)
    if not preview.tables:
        raise DomainError("no_divisions", _("This season has no divisions yet. Add them first."))
    if not preview.is_over:
        text = _("The season is not over. All its divisions must be finished first.")
        raise DomainError("season_not_over", text)
    _require_director(by, [table.division for table in preview.tables])
    following = new_season(season.league, choices.name, now)
    refused: list[tuple[str, str]] = []
    for table, division in zip(preview.tables, preview.divisions, strict=True):
        made_one = _draft(table.division, season, following, len(division.lines), by, now)
        refused += [
            (line.name, reason)
            for line in division.lines
            if (reason := _enter(made_one, line, choices, by, now))
        ]
    season.next_from = orders_of(preview.tables)
    season.save(update_fields=["next_from"])
    record(
        season.league, by, now, LeagueRecord.Verb.PREPARED,
        season=following.name, players=sum(len(row.lines) for row in preview.divisions),
        gone=[line.player for line in preview.gone],
    )  # fmt: skip
    return PreparedSeason(following, is_new=True, refused=tuple(refused))


def _locked_season(by: User, season_id: int) -> LeagueSeason:
    """Its tournaments are locked, then the league; read again if a division was added meanwhile."""
    season = LeagueSeason.objects.filter(pk=season_id).select_related("league").first()
    if season is None or not looks_after(by, season.league):
        return _refuse(by, season)
    ids = sorted(row.tournament_id for row in divisions_of(season))
    for pk in ids:
        locked(pk)
    league = locked_league(season.league_id)
    require_league_organizer(by, league)
    fresh = LeagueSeason.objects.filter(pk=season_id).first()
    if fresh is None:
        raise NotFound("no_such_season", _("Season not found."))
    fresh.league = league
    if sorted(row.tournament_id for row in divisions_of(fresh)) != ids:
        text = _("The divisions changed meanwhile. Reload the page and try again.")
        raise DomainError("changed_meanwhile", text)
    return fresh


def _refuse(by: User, season: LeagueSeason | None) -> LeagueSeason:
    if season is None:
        raise NotFound("no_such_season", _("Season not found."))
    league: League = season.league
    require_league_organizer(by, league)
    return season


def _require_director(by: User, divisions: list[LeagueDivision]) -> None:
    """Their settings are copied, so `by` must direct all of them."""
    for division in divisions:
        if not may(by, division.tournament, Right.DIRECT):
            text = _("Only a director of all divisions can prepare the next season: %(name)s.")
            raise NotAllowed("not_your_role", text % {"name": division.name})


def _draft(  # what the draft follows from
    division: LeagueDivision,
    season: LeagueSeason,
    following: LeagueSeason,
    players: int,
    by: User,
    now: datetime,
) -> Tournament:
    old = division.tournament
    require_room(by, now)
    name = old.name.replace(season.name, following.name) if season.name in old.name else f"{division.name} · {following.name}"  # fmt: skip
    made = clone_tournament(old.pk, by=by, now=now, name=name, starts_at=None)
    LeagueDivision.objects.create(
        season=following,
        order=division.order,
        name=division.name,
        tournament=made,
        goes_down=division.goes_down,
        play_off=division.play_off,
    )
    _make_room(made, players, by)
    renew_division_pages([old.pk])
    return made


def _make_room(made: Tournament, players: int, by: User) -> None:
    """Raise the limit of entries where the format allows it; players for whom there is no room are then refused by name."""
    if made.entry_limit is not None and made.entry_limit < players:
        with suppress(DomainError), transaction.atomic():
            lifecycle.change(made.pk, by=by, entry_limit=players)


def _enter(made: Tournament, line: NextLine, choices: NextChoices, by: User, now: datetime) -> str:
    """Why the player could not be entered; empty if they are."""
    try:
        with transaction.atomic():
            if line.player > 0:
                player = Player.objects.filter(pk=line.player).first()
                add_walk_in(made.pk, by=by, now=now, player=player, name=line.name)
            else:
                name = choices.joining[-line.player - 1].name
                add_walk_in(made.pk, by=by, now=now, name=name, choice=NEW)
    except DomainError as refused:
        return refused.detail
    return ""
