"""Leagues with finished divisions for tests, made through the services."""

from collections.abc import Sequence
from typing import Any

from accounts.models import Player, User
from leagues.models import League, LeagueSeason
from leagues.selectors.tables import all_tables
from leagues.services.leagues import start_league
from leagues.services.seasons import add_division, add_season
from tests.series.making_series import field, played
from tests.tournaments.making import NOW
from tournaments.models import Tournament


def league(boss: User, **facts: Any) -> League:
    return start_league(boss, NOW, **({"name": "City League"} | facts))


def two_divisions(
    boss: User, players: Sequence[Player] | None = None, *, relegated: int = 1, **facts: Any
) -> LeagueSeason:
    """A season that is over: of eight players the first four played in the first division, and the stronger ones won."""
    everybody = players or field(8)
    owner = league(boss, **facts)
    season = add_season(boss, owner.pk, NOW, name="Season 1")
    for number, players_of in enumerate((everybody[:4], everybody[4:]), start=1):
        name = f"Division {number}"
        tournament = played(boss, players_of, name=f"{name}, Season 1", format="round_robin")
        add_division(
            boss, season.pk, NOW, tournament=tournament.pk, name=name, relegated=relegated
        )  # fmt: skip
    season.league = owner
    return season


def divisions(season: LeagueSeason) -> list[Tournament]:
    return [row.tournament for row in season.divisions.order_by("order")]


def names(season: LeagueSeason) -> list[list[str]]:
    """Who stands in each division, in the order of the page."""
    return [[line.player.name for line in table.lines] for table in all_tables(season)]
