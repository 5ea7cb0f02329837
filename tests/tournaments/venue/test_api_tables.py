"""Over the board by the API: where it is played, tables, seats, check-in and the waiting list."""

import pytest

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import director, entered, entry, player, tournament
from tests.tournaments.venue.room import on_board, slip
from tournaments.models import PlayingTable, Tournament
from tournaments.venue.services import table_desk

pytestmark = pytest.mark.django_db


def test_a_tournament_over_the_board_is_made_and_moved_online() -> None:
    made = tournament()
    program = DeskProgram(made)
    new = program.client.post("/api/v1/tournaments", {"name": "Hall", "where": "board"}, "json")
    assert (new.status_code, new.json()["where"]) == (201, "board")
    program = DeskProgram(Tournament.objects.get(slug=new.json()["slug"]), made.organizer)
    assert program.patch("", where="online").status_code == 308
    online = program.client.patch(program.place, {"where": "online"}, "json")
    assert (online.status_code, online.json()["where"]) == (200, "online")


def test_tables_are_added_and_a_match_is_seated() -> None:
    made = on_board(4)
    program = DeskProgram(made)
    added = program.post("tables", first=1, last=3, room="Hall A")
    assert [row["number"] for row in added.json()] == [1, 2, 3]
    first = slip(made, "W1.1")
    seated = program.put(f"slips/{first.pk}/table", number=3).json()
    assert {row["slip"]: row["number"] for row in seated}[first.pk] == 3
    third = next(row for row in seated if row["number"] == 3)
    taken = program.delete(f"tables/{third['id']}")
    assert (taken.status_code, taken.json()["code"]) == (409, "table_taken")
    assert program.post("slips/begin", slip=first.pk).json() == {"begun": 1}
    free = program.put(f"slips/{first.pk}/table", number=None)
    assert free.status_code == 200
    noted = program.patch(f"tables/{third['id']}", note="Wobbles", state="reserved")
    assert (noted.status_code, noted.json()["note"]) == (200, "Wobbles")


def test_the_desk_checks_in_and_players_need_the_code() -> None:
    made = entered(3)
    program, first, other = DeskProgram(made), entry(made, 1), entry(made, 2)
    code = program.patch("check-in", open=True).json()["code"]
    assert program.put(f"entries/{first.pk}/check-in").status_code == 204
    themselves = DeskProgram(made, other.player.user)
    assert themselves.put(f"entries/{other.pk}/check-in").status_code == 403
    assert themselves.put(f"entries/{other.pk}/check-in", code="wrong").status_code == 404
    assert themselves.put(f"entries/{other.pk}/check-in", code=code).status_code == 204
    shown = program.get("check-in").json()
    assert (shown["here"], shown["entered"], shown["open"]) == (2, 3, True)
    third = entry(made, 3).pk
    removed = program.post("check-in/remove-missing", entries=[third])
    assert (removed.status_code, removed.json()["verb"]) == (201, "not_there")
    assert program.delete(f"entries/{first.pk}/check-in").status_code == 204
    assert program.get("check-in").json()["here"] == 1


def test_players_wait_for_a_place_and_the_desk_gives_it() -> None:
    made = entered(2, entry_limit=2)
    waiting = DeskProgram(made, player("late").user)
    assert waiting.post("waiting-list").status_code == 201
    program = DeskProgram(made)
    (row,) = program.get("waiting-list").json()
    full = program.post(f"entries/{row['id']}/admit")
    assert (full.status_code, full.json()["code"]) == (409, "tournament_full")
    assert program.delete(f"entries/{entry(made, 1).pk}").status_code == 204
    admitted = program.post(f"entries/{row['id']}/admit")
    assert (admitted.status_code, admitted.json()["status"]) == (200, "active")
    assert waiting.delete("waiting-list").json()["code"] == "not_entered"


def test_strangers_read_nothing_of_the_desk() -> None:
    made = on_board(2, tables=1)
    stranger = DeskProgram(made, director())
    answers = [stranger.get(place) for place in ("tables", "check-in", "waiting-list", "venue")]
    assert [answer.status_code for answer in answers] == [403] * 4


def test_minutes_need_a_venue_and_are_two_hours_at_most() -> None:
    online = DeskProgram(entered(2)).patch("venue", rest_min=10)
    assert (online.status_code, online.json()["code"]) == (409, "no_venue")
    program = DeskProgram(on_board(2, tables=1))
    assert program.patch("venue", rest_min=121).status_code == 400
    assert program.patch("venue", rest_min=120).json()["rest_min"] == 120


def test_a_table_that_goes_meanwhile_is_no_longer_there(monkeypatch: pytest.MonkeyPatch) -> None:
    made = on_board(2, tables=1)
    table = PlayingTable.objects.get()

    def change_and_remove(*_args: object, **_more: object) -> None:
        PlayingTable.objects.all().delete()

    monkeypatch.setattr(table_desk, "change_table", change_and_remove)
    answer = DeskProgram(made).patch(f"tables/{table.pk}", note="Wobbles")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_table")
