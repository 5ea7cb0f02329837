"""What the desk calls its buttons: words that say what happens, and to what."""

import pytest
from django.test import Client

from tests.tournaments.making import director, started, tournament
from tests.tournaments.venue.room import on_board
from tournaments.models import PlayingTable

pytestmark = pytest.mark.django_db


def test_the_button_that_removes_a_playing_table_says_which(client: Client) -> None:
    made = on_board(2)
    client.force_login(made.organizer)
    address = f"/tournaments/{made.slug}/manage/tables/"
    client.post(address, {"do": "add", "first": 7, "last": 8, "room": ""})
    free = PlayingTable.objects.get(number=8)
    page = f"{address}?table={free.pk}"
    assert "Remove table 8" in client.get(page).content.decode()
    client.post(address, {"do": "remove", "table": free.pk})
    assert "Remove table 8" not in client.get(page).content.decode()


def test_lists_are_downloaded_and_uploaded_not_playing_tables(client: Client) -> None:
    boss = director()
    client.force_login(boss)
    page = client.get(f"/tournaments/{tournament(boss).slug}/manage/files/").content.decode()
    assert ">Download</h2>" in page
    assert ">Import a list</h2>" in page


def test_over_the_board_the_desk_says_that_results_are_typed_or_reported(client: Client) -> None:
    made, online = on_board(4, tables=2), started(4)
    client.force_login(made.organizer)
    page = client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    assert "Players report with match slips, or you type their results." in page
    assert "Running automatically" not in page
    client.force_login(online.organizer)
    assert (
        "Running automatically"
        in client.get(f"/tournaments/{online.slug}/manage/").content.decode()
    )
