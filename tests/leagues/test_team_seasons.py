"""Seasons of teams: they are promoted and relegated as one, with their members, and captains name line-ups again."""

from collections.abc import Sequence

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from leagues.models import LeagueSeason
from leagues.selectors.leagues import offered_tournaments
from leagues.selectors.next_season import GONE, JoiningPlayer, NextChoices, preview_of
from leagues.services.next_season import prepare_next
from leagues.services.seasons import add_division, add_season
from tests.leagues.making_leagues import divisions, league, names, two_divisions
from tests.tournaments.making import NOW, director, tournament
from tests.tournaments.team_matches import refused, win
from tests.tournaments.teams import begun, team
from tournaments.entry.services.lineups import name_lineup
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db
SECOND = NextChoices("Season 2")
BOARDS = 3


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def name_both(pairing: Pairing) -> None:
    """Both captains let the reserve play at the first board."""
    for slot in pairing.slots.select_related("entry__player__user"):
        assert slot.entry is not None
        players = list(slot.entry.members.order_by("board").values_list("player", flat=True))
        chosen = [players[-1], *players[: BOARDS - 1]]
        name_lineup(pairing.pk, chosen, by=slot.entry.player.user, now=NOW)


def played(boss: User, teams: Sequence[str], name: str) -> Tournament:
    """A round robin that is over; who comes first in `teams` wins."""
    made = tournament(
        boss, name=name, entry_kind="team", boards=BOARDS, format="round_robin", names_lineups=True
    )
    for each in teams:
        team(made, each, BOARDS + 1)
    begun(made)
    waiting = Pairing.objects.filter(stage__tournament=made, decided_at=None, voided_at=None)
    for pairing in waiting.order_by("pk"):
        name_both(pairing)
        first, second = (slot.entry.title for slot in pairing.slots.order_by("side"))
        stronger = "A" if teams.index(first) < teams.index(second) else "B"
        win(made, pairing.key, *[stronger] * BOARDS)
    made.refresh_from_db()
    assert made.status == "finished"
    return made


def team_season(boss: User) -> LeagueSeason:
    """Two divisions of three teams that are over; one team goes up, and one down."""
    owner = league(boss)
    season = add_season(boss, owner.pk, NOW, name="Season 1")
    for number, teams in enumerate((("A", "B", "C"), ("D", "E", "F")), start=1):
        name = f"Division {number}"
        of = played(boss, teams, f"{name}, Season 1")
        add_division(boss, season.pk, NOW, tournament=of.pk, name=name, relegated=1)
    season.league = owner
    return season


def teams_of(season: LeagueSeason) -> list[dict[str, list[str]]]:
    """By team its members, in the order of their boards."""
    return [
        {
            entry.title: [row.player.name for row in entry.members.order_by("board")]
            for entry in of.entries.order_by("pk")
        }
        for of in divisions(season)
    ]


def test_teams_go_up_and_down_with_their_members_and_name_line_ups_again() -> None:
    boss = director()
    season = team_season(boss)
    assert names(season) == [["A", "B", "C"], ["D", "E", "F"]]
    page = Client().get(f"/leagues/{season.league.slug}/seasons/1/").content.decode()
    assert page.count('<th scope="col">Team</th>') == 2
    made = prepare_next(boss, season.pk, NOW, SECOND)
    assert made.refused == ()
    assert teams_of(made.season) == [
        {name: [f"{name}{each}" for each in "abcd"] for name in of} for of in ("ABD", "CEF")
    ]
    assert all(row.names_lineups and row.boards == BOARDS for row in divisions(made.season))
    again = prepare_next(boss, season.pk, NOW, SECOND)
    assert (again.is_new, again.season.pk) == (False, made.season.pk)


def test_the_director_moves_teams_and_leaves_some_out() -> None:
    boss = director()
    season = team_season(boss)
    captains = {e.title: e.player_id for of in divisions(season) for e in of.entries.all()}
    choices = NextChoices("Season 2", {captains["C"]: 0, captains["E"]: GONE})
    made = prepare_next(boss, season.pk, NOW, choices)
    assert [set(of) for of in teams_of(made.season)] == [{"A", "B", "C"}, {"D", "F"}]


def test_a_team_that_cannot_fill_its_boards_is_named() -> None:
    boss = director()
    season = team_season(boss)
    weak = divisions(season)[1].entries.get(name="F")
    for member in weak.members.order_by("board")[1:]:
        type(member.player).objects.filter(pk=member.player_id).update(anonymised_at=NOW)
    made = prepare_next(boss, season.pk, NOW, SECOND)
    assert [row.name for row in made.refused] == ["F"]
    assert [set(of) for of in teams_of(made.season)] == [{"A", "B", "D"}, {"C", "E"}]


def test_the_page_names_a_team_that_could_not_be_entered(client: Client) -> None:
    boss = director()
    season = team_season(boss)
    weak = divisions(season)[1].entries.get(name="F")
    for member in weak.members.order_by("board")[1:]:
        type(member.player).objects.filter(pk=member.player_id).update(anonymised_at=NOW)
    client.force_login(boss)
    path = f"/leagues/{season.league.slug}/seasons/{season.number}/next/"
    answer = client.post(path, {"name": "Season 2", "do": "make"}, follow=True)
    assert "1 team could not be entered: F:" in answer.content.decode()


def test_names_of_players_join_no_season_of_teams(client: Client) -> None:
    boss = director()
    season = team_season(boss)
    choices = NextChoices("Season 2", {}, (JoiningPlayer("Newcomer"),))
    assert refused(lambda: preview_of(season, choices)) == "teams_not_names"
    client.force_login(boss)
    path = f"/leagues/{season.league.slug}/seasons/{season.number}/next/"
    page = client.get(path).content.decode()
    assert "3 teams" in page
    assert "new_players" not in page
    answer = client.post(path, {"name": "Season 2", "new_players": "Newcomer", "do": "make"})
    assert "New teams are entered in the new drafts." in answer.content.decode()
    assert LeagueSeason.objects.count() == 1


def test_all_divisions_of_a_season_have_the_same_entries() -> None:
    boss = director()
    season = two_divisions(boss)
    teams = tournament(boss, entry_kind="team", boards=3, format="swiss", options={"rounds": 2})
    assert teams in offered_tournaments(boss, season.league)
    add = lambda: add_division(boss, season.pk, NOW, tournament=teams.pk)  # noqa: E731
    assert refused(add) == "other_entries"
    Tournament.objects.filter(pk=divisions(season)[0].pk).update(entry_kind="team", boards=3)
    assert refused(lambda: prepare_next(boss, season.pk, NOW, SECOND)) == "other_entries"
