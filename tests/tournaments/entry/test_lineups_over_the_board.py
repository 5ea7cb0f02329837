"""Line-ups over the board: slips come once both are named, name who plays, and lead the right players to their table."""

import pytest
from django.test import Client

from notifications import kinds
from notifications.models import Notification
from tests.tournaments import teams
from tests.tournaments.entry.test_lineups import captain, named, ruled, who
from tests.tournaments.making import pairing
from tests.tournaments.venue.room import both_say, slip
from tournaments.models import Slip, Tournament, Venue
from tournaments.players.selectors.career_rows import career
from tournaments.ruling.services.lineups import NameLineup
from tournaments.venue.selectors.my_slips import my_slips
from tournaments.venue.selectors.venue import slips_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    made = teams.with_teams(2, reserves=1, names_lineups=True)
    Venue.objects.create(tournament=made, where="board")
    return teams.begun(made)


def both_named(of: Tournament) -> None:
    named(of, "W1.1", "1", "d", "b", "a")
    named(of, "W1.1", "2", "a", "b", "c")


def test_slips_are_made_once_both_line_ups_are_named(made: Tournament) -> None:
    named(made, "W1.1", "1", "d", "b", "a")
    assert not Slip.objects.exists()
    named(made, "W1.1", "2", "a", "b", "c")
    rows = slips_of(made)
    assert [(row.name_a, row.name_b) for row in rows] == [("1d", "2a"), ("1b", "2b"), ("1a", "2c")]


def test_who_plays_is_called_and_who_does_not_is_not(made: Tournament) -> None:
    both_named(made)
    called = Notification.objects.filter(kind=kinds.READY).values_list("user__player__name")
    assert {name for (name,) in called} == {"1d", "1b", "1a", "2a", "2b", "2c"}


def test_each_player_finds_the_slip_of_their_board_in_this_line_up(
    made: Tournament, client: Client
) -> None:
    both_named(made)
    the_captain = captain("1")  # board 1 in the order of the team, board 3 in this line-up
    assert [row.code for row in my_slips(the_captain)] == [slip(made, "W1.1", 3).code]
    client.force_login(the_captain)
    page = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert slip(made, "W1.1", 3).code in page
    assert slip(made, "W1.1", 1).code not in page
    absent = made.entries.get(name="1").members.get(player__name="1c").player
    assert my_slips(absent.user) == []


def test_a_result_counts_in_the_career_of_who_played_it(made: Tournament) -> None:
    both_named(made)
    both_say(slip(made, "W1.1", 1))
    members = made.entries.get(name="1").members
    played = {m.player.name: len(career(m.player)) for m in members.select_related("player")}
    assert played == {"1a": 0, "1b": 0, "1c": 0, "1d": 1}


def test_another_line_up_of_a_director_leaves_the_slips_of_played_boards(made: Tournament) -> None:
    both_named(made)
    both_say(slip(made, "W1.1", 1))
    entry = made.entries.get(name="1").pk
    pk = pairing(made, "W1.1").pk
    ruled(made, NameLineup(pairing_id=pk, entry=entry, players=tuple(who("1d", "1b", "1c"))))
    rows = slips_of(made, closed=True)
    assert [row.name_a for row in rows] == ["1d", "1b", "1c"]
    assert [row.closed_at is None for row in rows] == [False, True, True]
