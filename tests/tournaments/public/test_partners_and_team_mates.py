"""Everybody in a pair or a team finds their own board, their tournaments and their way, not only the captain."""

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.making import NOW, tournament
from tests.tournaments.ruling import rulings
from tests.tournaments.teams import begun, boards_of, team, with_pairs, with_teams
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.entries import entry_rows
from tournaments.bracket.selectors.lists import tournament_rows
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.selectors.viewer import entry_of
from tournaments.models import Tournament
from tournaments.players.selectors.personal_data import entries_of
from tournaments.players.selectors.player_page import player_view
from tournaments.public.selectors.current_matches import own_match

pytestmark = pytest.mark.django_db
NAMES = ("2a", "2b", "2c")


def page(client: Client, address: str, who: str) -> str:
    client.force_login(player_named(who).user)
    return client.get(address).content.decode()


def player_named(name: str) -> Player:
    return Player.objects.get(name=name)


def own_board(of: Tournament, name: str) -> str | None:
    """The address of the match that the tournament's page offers them."""
    viewer = player_named(name).user
    match = own_match(of, viewer, entry_of(of, viewer), names_of(of))
    return match and f"/matches/{match['match']}/"


@pytest.mark.parametrize(("board", "name"), list(enumerate(NAMES, start=1)))
def test_everybody_of_a_team_is_called_to_their_own_board(
    client: Client, board: int, name: str
) -> None:
    made = begun(with_teams(2))
    match = next(row.match for row in boards_of(made, "W1.1") if row.board == board)
    address = f"/matches/{match.pk}/"
    assert own_board(made, name) == address
    html = page(client, made.get_absolute_url(), name)
    assert "Your match is ready" in html
    assert "Opponent: 1" in html
    assert f'<a class="btn btn--primary" href="{address}">' in html
    home = page(client, "/", name)
    assert "Your match is ready" in home
    assert address in home
    assert made.name in home.split('id="mine-h"')[1].split('id="open-h"')[0]


def test_a_reserve_is_in_the_tournament_and_called_to_no_board(client: Client) -> None:
    made = begun(with_teams(2, reserves=1))
    html = page(client, made.get_absolute_url(), "2d")
    assert "Your match" not in html.split("<nav")[0]
    assert own_board(made, "2d") is None
    (line,) = tournament_rows(player_named("2d").user)
    assert line.is_entered


@pytest.mark.parametrize("name", ["P2a", "P2b"])
def test_both_partners_of_a_pair_are_called_and_find_their_way(client: Client, name: str) -> None:
    made = begun(with_pairs(3))
    (row,) = boards_of(made, "W1.2")
    assert own_board(made, name) == f"/matches/{row.match_id}/"
    html = page(client, made.get_absolute_url(), name)
    assert "Your match is ready" in html
    assert "Opponent: P3" in html
    home = page(client, "/", name)
    assert "Your match is ready" in home
    assert '<li class="now" data-here><b>SF</b><span>P3' in home


def test_what_is_mine_is_marked_for_a_partner() -> None:
    made = begun(with_pairs(4))
    partner = player_named("P2b").user
    marked = {
        slot.player.name
        for row in bracket_view(made, partner)
        for pairing in row.pairings
        for slot in pairing.slots
        if slot.is_mine and slot.player
    }
    assert marked == {"P2"}
    assert [row.player.name for row in entry_rows(made, partner) if row.is_mine] == ["P2"]
    (line,) = tournament_rows(partner)
    assert line.is_entered


def test_nothing_is_marked_for_somebody_else() -> None:
    made = begun(with_pairs(2))
    (line,) = tournament_rows(made.organizer)
    assert not line.is_entered
    rows = [p for row in bracket_view(made, made.organizer) for p in row.pairings]
    assert not any(row.is_mine for row in rows)
    assert own_match(made, made.organizer, entry_of(made, made.organizer), names_of(made)) is None


def test_the_board_of_a_match_that_is_over_is_offered_to_nobody() -> None:
    made = begun(with_pairs(2))
    (row,) = boards_of(made, "W1.1")
    order = {"by": made.organizer, "now": made.started_at, "reason": "Waiting for a ruling"}
    rulings.correct_result(row.pairing_id, winner=row.entry_a_id, **order)
    made.refresh_from_db()
    assert own_board(made, "P1b") is None


def test_a_partner_has_the_tournament_on_their_page_and_in_their_download_once() -> None:
    made = begun(with_pairs(2))
    partner = player_named("P1b")
    view = player_view(partner, partner.user, NOW)
    assert [row.slug for row in view.tournaments] == [made.slug]
    (entry_row,) = entries_of(partner.user)
    assert (entry_row["tournament"], entry_row["team"]) == (made.name, "P1")


def test_only_the_captain_is_offered_to_withdraw_the_team(client: Client) -> None:
    made = tournament(entry_kind="doubles")
    team(made, "Nord", 2)
    address = made.get_absolute_url()
    assert f"{address}leave/" in page(client, address, "Norda")
    html = page(client, address, "Nordb")
    assert f"{address}leave/" not in html
    assert "You are entered" in html
