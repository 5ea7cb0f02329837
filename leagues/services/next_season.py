"""The next season: its divisions as drafts with the settings and the players, made once.

The order of locks is that of the tournaments, from the lowest number, then the league.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from clubs.services.hosting import keep_host
from leagues.models import (
    LONGEST_SHORT_NAME,
    League,
    LeagueDivision,
    LeagueRecord,
    LeagueSeason,
)
from leagues.selectors.leagues import directs_all, divisions_of, looks_after
from leagues.selectors.next_season import NextChoices, NextDivision, NextPreview, preview_of
from leagues.selectors.tables import orders_of
from leagues.services.division_pages import renew_division_pages
from leagues.services.locking import locked_league, record, require_league_organizer
from leagues.services.seasons import new_season, require_entries_alike
from tournaments.core.locking import locked
from tournaments.entry.services.many_entries import RefusedPlayer, enter_many, locked_players
from tournaments.entry.services.teams import add_team
from tournaments.event.services.cloning import clone_tournament
from tournaments.models import Entry, Tournament
from tournaments.setup.services import lifecycle
from tournaments.setup.services.creation_limits import require_room
from web.errors import DomainError, NotAllowed, NotFound

LONGEST_TOURNAMENT_NAME = 120
SHORT = 3


@dataclass(frozen=True, slots=True)
class PreparedSeason:
    """The next season. `is_new` is false if it had been prepared before; `refused` are players who could not be entered."""

    season: LeagueSeason
    is_new: bool
    refused: tuple[RefusedPlayer, ...] = ()


@transaction.atomic
def prepare_next(
    by: User, season_id: int, now: datetime, choices: NextChoices
) -> PreparedSeason:  # fmt: skip
    """Make the next season with a draft for each division: settings of the last one, no start time, and the players.

    Pressed again it returns the season that was made. Refused: not_your_league, no_such_season, no_divisions,
    season_not_over, other_entries, not_your_role, too_many_tournaments (429), and what `preview_of` and `new_season` refuse.
    """
    season = _locked_season(by, season_id)
    later = LeagueSeason.objects.filter(league=season.league, number__gt=season.number)
    if (existing := later.order_by("number").first()) is not None:
        existing.league = season.league
        return PreparedSeason(existing, is_new=False)
    require_division_director(by, season)
    preview = preview_of(season, choices)
    if not preview.tables:
        raise DomainError("no_divisions", _("This season has no divisions yet. Add them first."))
    require_entries_alike([table.division.tournament.entry_kind for table in preview.tables])
    if not preview.is_over:
        text = _("The season is not over. All its divisions must be finished first.")
        raise DomainError("season_not_over", text)
    following = new_season(season.league, choices.name, now)
    lines = [line for division in preview.divisions for line in division.lines]
    players = locked_players(line.player for line in lines if line.player > 0)
    teams = _teams(preview) if preview.has_teams else None
    refused: list[RefusedPlayer] = []
    for table, division in zip(preview.tables, preview.divisions, strict=True):
        draft = _draft(table.division, season, following, len(division.lines), by, now)
        if teams is None:
            refused += _enter(draft, division, players, by, now)
        else:
            refused += _enter_teams(draft, division, teams, by, now)
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
        text = _("Somebody changed the divisions. Reload the page and try again.")
        raise DomainError("changed_meanwhile", text)
    return fresh


def _refuse(by: User, season: LeagueSeason | None) -> LeagueSeason:
    if season is None:
        raise NotFound("no_such_season", _("Season not found."))
    league: League = season.league
    require_league_organizer(by, league)
    return season


def require_division_director(by: User, season: LeagueSeason) -> None:
    """The preview shows their entries and results, and their settings are copied. Refused: not_your_role, for whoever does not
    direct all of them."""
    if not directs_all(by, divisions_of(season)):
        text = _("Only a director of all divisions can prepare the next season.")
        raise NotAllowed("not_your_role", text)


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
    names = (division.name, season.name, following.name)
    name = following_name(old.name, *names)
    if not 0 < len(name) <= LONGEST_TOURNAMENT_NAME:
        name = f"{division.name} · {following.name}"
    own_name = following_name(division.name, *names)
    draft = clone_tournament(
        old.pk, by=by, now=now, name=name, starts_at=None, with_event_roles=True
    )  # fmt: skip
    keep_host(old, draft, season.league.club_id, now)
    LeagueDivision.objects.create(
        season=following,
        order=division.order,
        name=own_name if 0 < len(own_name) <= LONGEST_SHORT_NAME else division.name,
        tournament=draft,
        relegated=division.relegated,
        play_off=division.play_off,
    )
    _make_room(draft, players, by)
    renew_division_pages([old.pk])
    return draft


def following_name(name: str, division: str, before: str, after: str) -> str:
    """The name of a tournament or a division in the season `after`: with that instead of the last `before` that stands alone.

    Empty if there is none. A season of one or two characters, as "1", is not looked for inside the name of the division.
    """
    kept = name.find(division) if len(before) < SHORT else -1
    own = range(kept, kept + len(division)) if kept >= 0 else range(0)
    alone = re.finditer(rf"(?<!\w){re.escape(before)}(?!\w)", name)
    places = [place for place in alone if place.start() not in own]
    return f"{name[: places[-1].start()]}{after}{name[places[-1].end() :]}" if places else ""


def _make_room(draft: Tournament, players: int, by: User) -> None:
    """Raise the limit of entries where the format allows it; players for whom there is no room are then refused by name."""
    if draft.entry_limit is not None and draft.entry_limit < players:
        with suppress(DomainError), transaction.atomic():
            lifecycle.change(draft.pk, by=by, entry_limit=players)


def _enter(
    draft: Tournament,
    division: NextDivision,
    players: Mapping[int, Player],
    by: User,
    now: datetime,
) -> list[RefusedPlayer]:
    """Enter the players of a division; returns those who could not be entered."""
    entering = [players[line.player] for line in division.lines if line.player in players]
    names = [line.name for line in division.lines if line.player < 0]
    missing = [
        RefusedPlayer(line.name, _("Player not found."))
        for line in division.lines
        if line.player > 0 and line.player not in players
    ]
    return missing + enter_many(draft, entering, names, by=by, now=now)


def _teams(preview: NextPreview) -> dict[int, Entry]:
    """The pairs or teams of the season that ends, by their captains; the higher division first, as in the preview."""
    teams: dict[int, Entry] = {}
    for table in preview.tables:
        rows = table.division.tournament.entries.filter(pk__in=[row.entry for row in table.lines])
        for entry in rows.prefetch_related("members__player"):
            teams.setdefault(entry.player_id, entry)
    return teams


def _enter_teams(
    draft: Tournament, division: NextDivision, teams: Mapping[int, Entry], by: User, now: datetime
) -> list[RefusedPlayer]:
    """The same for pairs and teams, with their names and members, in the order of their boards; reserves come last."""
    refused = []
    for line in division.lines:
        old = teams[line.player]
        members = [member.player for member in old.members.all() if not member.player.anonymised_at]
        try:
            with transaction.atomic():
                add_team(draft.pk, by=by, name=old.name, members=members, now=now)
        except DomainError as refusal:
            refused.append(RefusedPlayer(line.name, refusal.detail))
    return refused
