"""Teams, notes, undone results, score sheets, pictures and the order of an event over the API."""

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.event.making_events import event
from tests.tournaments.event.test_event_files import image
from tests.tournaments.making import NOW, director, entered, pairing, player, started, tournament
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.models import Entry, EventFile, Note, Result, Role

pytestmark = pytest.mark.django_db


def asking(user: User | None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def test_the_desk_enters_a_team_and_a_captain_their_pair() -> None:
    made = tournament(entry_kind="doubles")
    program = DeskProgram(made)
    entered_team = program.post("teams", members=["Ida One", "Ida Two"])
    assert entered_team.status_code == 201, entered_team.json()
    assert program.post("teams", members=["Ida One"]).status_code == 400
    program.post("open")
    captain, partner = player("Captain"), player("Partner")
    own = asking(captain.user).put(
        f"/api/v1/tournaments/{made.slug}/own-team",
        {"members": ["Captain", "Partner"]},
        format="json",
    )
    assert own.status_code == 200, own.json()
    again = asking(partner.user).put(
        f"/api/v1/tournaments/{made.slug}/own-team",
        {"members": ["Captain", "Nobody Known"]},
        format="json",
    )
    assert again.json()["code"] == "no_such_player"
    assert Entry.objects.count() == 2


def test_monitors_write_notes_about_what_they_watch() -> None:
    made = started(4)
    watched = pairing(made, "W1.1")
    monitor = director("Monitor")
    Role.objects.create(user=monitor, tournament=made, kind="monitor", given_at=NOW)
    program, helper = DeskProgram(made), DeskProgram(made, monitor)
    place = f"pairings/{watched.pk}"
    assert helper.post(f"{place}/notes", text="Late.").json()["code"] == "not_your_match"
    (watch,) = program.post(f"{place}/watches", player=monitor.player.pk).json()
    assert helper.post(f"{place}/notes", text="Late twice.").status_code == 201
    assert [row["text"] for row in program.get(f"{place}/notes").json()] == ["Late twice."]
    assert helper.post(f"{place}/notes", text=" ").status_code == 400
    assert helper.delete(f"{place}/watches/{watch['id']}").status_code == 204
    assert helper.get(f"{place}/notes").status_code == 403
    assert Note.objects.count() == 1


def test_a_reported_result_is_undone() -> None:
    made = on_board(4)
    program = DeskProgram(made)
    both_say(slip(made, "W1.1"))
    place = f"pairings/{pairing(made, 'W1.1').pk}/result/undo"
    undone = program.post(place, reason="Typing error")
    assert (undone.status_code, undone.json()["verb"]) == (201, "take_back_result")
    assert Result.objects.get().revoked_at is not None
    assert program.post(place, reason="Typing error").json()["code"] == "no_such_result"


def test_a_score_sheet_is_kept_game_by_game() -> None:
    made = on_board(4, lengths=[3])
    item = slip(made, "W1.1")
    client = asking(item.entry_a.player.user)
    place = f"/api/v1/tournaments/{made.slug}/slips/{item.pk}/games"
    game = {"number": 1, "winner": item.entry_a_id, "worth": 2}
    for _again in range(2):
        sheet = client.post(place, game, format="json").json()
        assert sheet["score"] == [2, 0]
    assert client.delete(f"{place}/2").json()["code"] == "not_the_last"
    assert client.delete(f"{place}/1").status_code == 204
    assert client.get(place).json()["games"] == []
    assert asking(director()).get(place).json()["code"] == "not_your_match"
    assert client.post(place, game | {"cube": 3}, format="json").json()["code"] == "bad_cube"


def test_pictures_and_the_order_of_an_event() -> None:
    festival = event()
    client, place = asking(festival.organizer), f"/api/v1/events/{festival.slug}"
    stored = client.put(f"{place}/files/logo", image("PNG"), content_type="image/png")
    assert set(stored.json()["files"]) == {"logo"}
    bad = client.put(f"{place}/files/logo", b"no picture", content_type="image/png")
    assert bad.status_code == 400
    large = client.put(f"{place}/files/logo", b"x" * (6 * 2**20 + 9), content_type="image/png")
    assert large.status_code == 400, large.json()
    assert client.put(f"{place}/files/thing", b"x", content_type="image/png").status_code == 400
    assert client.delete(f"{place}/files/logo").status_code == 204
    assert not EventFile.objects.exists()
    before = [row["slug"] for row in client.get(place).json()["tournaments"]]
    moved = client.post(f"{place}/tournaments/{before[1]}/up").json()
    assert [row["slug"] for row in moved["tournaments"]][:2] == before[1::-1]


def test_the_match_on_tv_is_chosen() -> None:
    made = started(4)
    program = DeskProgram(made)
    match = pairing(made, "W1.1").pairing_matches.get().match_id
    assert program.put("on-tv", match=str(match)).status_code == 204
    made.refresh_from_db()
    assert made.on_tv_id == match
    assert program.put("on-tv", match="00000000-0000-0000-0000-000000000000").status_code == 404
    assert program.put("on-tv", match=None).status_code == 204
    assert entered(1).on_tv_id is None


def test_links_of_clocks_are_made_renewed_and_withdrawn() -> None:
    made = on_board(4)
    program, item = DeskProgram(made), slip(made, "W1.1")
    first = program.post("match-clocks", do="make", slip=item.pk).json()["matches"]
    address = next(row["clock"] for row in first if row["id"] == item.pk)
    renewed = program.post("match-clocks", do="renew", slip=item.pk).json()["matches"]
    assert next(row["clock"] for row in renewed if row["id"] == item.pk) not in (None, address)
    program.post("match-clocks", do="withdraw", slip=item.pk)
    rows = program.get("match-clocks").json()["matches"]
    assert {row["clock"] for row in rows} == {None}
    assert program.post("match-clocks", do="make").status_code == 400
