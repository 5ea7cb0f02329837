"""Rooms get other names; a round is sent elsewhere from its page; every board of a team match has a code of its own."""

import pytest
from django.test import Client

from tests.tournaments import teams
from tests.tournaments.making import NOW, pairing
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.models import Room, Tournament, Venue
from tournaments.venue.services import rooms, table_desk
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def with_rooms() -> Tournament:
    made = on_board(4)
    for first, room in ((1, "Hall"), (3, "Bar")):
        table_desk.add_tables(made.pk, by=None, now=NOW, first=first, last=first + 1, room=room)
    return made


def test_a_room_is_renamed_on_the_page_of_the_tables(client: Client) -> None:
    made = with_rooms()
    address = f"/tournaments/{made.slug}/manage/tables/"
    client.force_login(made.organizer)
    fields = {"do": "room", "room": "Bar", "name": " Upper   bar "}
    page = client.post(address, fields, follow=True).content.decode()
    assert "Upper bar" in page
    assert set(Room.objects.values_list("name", flat=True)) == {"Hall", "Upper bar"}
    taken = client.post(address, fields | {"room": "Hall", "name": "Upper bar"}, follow=True)
    assert "Another room has this name. Choose a different one." in taken.content.decode()


def test_a_room_has_a_name() -> None:
    made = with_rooms()
    with pytest.raises(DomainError) as refused:
        rooms.rename(made.pk, "Bar", " ", by=None)
    assert refused.value.code == "name_needed"


def test_the_page_of_a_round_leads_to_where_it_is_sent(client: Client) -> None:
    made = on_board(4)
    stage_round = pairing(made, "W1.1").round_id
    client.force_login(made.organizer)
    address = f"/tournaments/{made.slug}/manage/rounds/{stage_round}/"
    page = client.get(address).content.decode()
    assert f"{address}move/" in page
    assert client.get(f"{address}move/").status_code == 200


def test_every_board_of_a_team_match_has_its_own_code_and_ends_by_itself(client: Client) -> None:
    made = teams.with_teams(2, boards=3)
    Venue.objects.create(tournament=made, where="board")
    teams.begun(made)
    boards = [slip(made, "W1.1", board) for board in (1, 2, 3)]
    assert len({row.code for row in boards}) == 3
    for item, (a, b) in zip(boards, (("1a", "2a"), ("1b", "2b"), ("1c", "2c")), strict=True):
        page = client.get(f"/t/{item.code}/").content.decode()
        assert a in page
        assert b in page
    both_say(boards[0])
    closed = [slip(made, "W1.1", board).closed_at for board in (1, 2, 3)]
    assert closed == [NOW, None, None]
    assert pairing(made, "W1.1").outcome == ""
