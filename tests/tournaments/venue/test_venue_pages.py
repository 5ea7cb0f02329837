"""The pages of the room as their users press them: the slip on a phone, the desk, check-in, the score sheet."""

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.tournaments import making
from tests.tournaments.making import NOW, pairing
from tests.tournaments.venue.room import on_board, slip
from tournaments.entry.services import check_in
from tournaments.models import Venue
from tournaments.venue.services import score_sheets
from tournaments.venue.services.claims import Reporter

pytestmark = pytest.mark.django_db


def tapped(slip, side, lost=1, winner=None):
    return {"do": "report", "side": side, "winner": winner or slip.entry_a_id, "lost": lost}


def test_who_holds_the_slip_reports_and_the_other_confirms_signed_in_on_their_own_phone() -> None:
    made = on_board(4, tables=2)
    stored = slip(made, "W1.1")
    address = f"/t/{stored.code}/"
    mine, other = Client(), Client()
    shown = mine.get(address).content.decode()
    assert "Table 1" in shown
    assert "Your name" in shown
    assert mine.post(address, tapped(stored, stored.entry_a_id)).status_code == 302
    text = stored.reports.get()
    again = mine.post(address, {"do": "confirm", "report": text.pk})
    assert again.status_code == 422
    assert "on another phone" in again.content.decode()
    other.force_login(stored.entry_b.player.user)
    assert "is this result right?" in other.get(address).content.decode()
    assert other.post(address, {"do": "confirm", "report": text.pk}).status_code == 302
    assert pairing(made, "W1.1").outcome == "played"
    late = other.post(address, tapped(stored, stored.entry_b_id))
    assert late.status_code == 422
    assert "already has a result" in late.content.decode()


def test_a_slip_says_what_is_missing_and_codes_that_do_not_exist_are_counted() -> None:
    stored = slip(on_board(4), "W1.1")
    shown = Client().post(
        f"/t/{stored.code}/", {"do": "report", "winner": stored.entry_a_id, "lost": 1}
    )
    assert shown.status_code == 422
    assert "Choose your name." in shown.content.decode()
    stranger = Client()
    with time_machine.travel(timezone.now(), tick=False):  # all within one minute's count
        codes = [stranger.get(f"/t/wrong{n}/").status_code for n in range(42)]
    assert (codes[0], codes[-1]) == (404, 429)


def test_the_desk_puts_up_tables_and_types_a_result() -> None:
    made = on_board(4)
    desk = Client()
    desk.force_login(made.organizer)
    address = f"/tournaments/{made.slug}/manage/tables/"
    assert (
        desk.post(address, {"do": "add", "first": 1, "last": 3, "room": "Hall"}).status_code == 302
    )
    assert desk.post(address, {"do": "add", "first": 9, "last": 3}).status_code == 422
    stored = slip(made, "W1.1")
    page = desk.get(address).content.decode()
    assert f"/manage/slips/{stored.pk}/" in page
    desk.post(address, {"do": "seat", "slip": stored.pk, "number": "3"})
    assert stored.uses.get(ended_at=None).table.number == 3
    typed = f"/tournaments/{made.slug}/manage/slips/{stored.pk}/"
    assert desk.get(typed + "code.png")["Content-Type"] == "image/png"
    assert desk.post(typed, {"winner": stored.entry_b_id, "lost": 2}).status_code == 302
    assert pairing(made, "W1.1").winner_id == stored.entry_b_id
    assert desk.get(f"/tournaments/{made.slug}/").status_code == 200


def test_a_player_checks_in_by_the_code_and_the_desk_sees_who_is_missing() -> None:
    made = making.entered(3)
    code = check_in.open_check_in(made.pk, by=None, now=NOW).check_in_code
    entry = making.entry(made, "1")
    phone, desk = Client(), Client()
    assert "Check in" in phone.get(f"/c/{code}/?find=1").content.decode()
    assert phone.post(f"/c/{code}/", {"entry": entry.pk}).status_code == 302
    desk.force_login(made.organizer)
    address = f"/tournaments/{made.slug}/manage/check-in/"
    assert "Missing: <b>2</b>" in desk.get(address).content.decode()
    missing = ",".join(str(making.entry(made, n).pk) for n in "23")
    desk.post(address, {"do": "remove_missing", "expected": missing})
    assert made.entries.filter(status="active").count() == 1


def test_a_score_sheet_marks_the_crawford_game_and_is_the_report_when_it_is_full() -> None:
    made = on_board(4, lengths=[5])
    stored = slip(made, "W1.1")
    first, two = stored.entry_a_id, stored.entry_b_id
    address = f"/t/{stored.code}/sheet/"
    phone = Client()

    def write(number, winner, worth=1, cube=1):
        data = {"number": number, "side": first, "winner": winner, "worth": worth, "cube": cube}
        return phone.post(address, data)

    assert write(1, first, worth=2, cube=2).status_code == 302
    assert write(1, first, worth=2, cube=2).status_code == 302
    assert stored.games.count() == 1
    assert write("", first).status_code == 422
    assert "Crawford game" in phone.get(address).content.decode()
    assert write(2, two, cube=2).status_code == 422
    assert write(2, two).status_code == 302
    assert stored.games.get(number=2).crawford
    assert write(3, two, worth=3, cube=2).status_code == 302
    text = stored.reports.get()
    assert (text.winner_id, text.score) == (two, {str(first): 4, str(two): 5})


def test_where_it_is_played_is_asked_in_the_form_and_told_on_the_card() -> None:
    made = on_board(4)
    page = Client().get(f"/tournaments/{made.slug}/rules/").content.decode()
    assert "Over the board" in page
    assert "has not joined" not in page


def test_the_api_takes_a_report_of_a_player_and_nobody_elses() -> None:
    made = on_board(4)
    stored = slip(made, "W1.1")
    address = f"/api/v1/tournaments/{made.slug}/slips/{stored.pk}/reports"
    data = {"verb": "report", "winner": stored.entry_a_id, "winner_points": 3, "loser_points": 1}
    mine, stranger = Client(), Client()
    mine.force_login(stored.entry_a.player.user)
    stranger.force_login(making.director())
    text = mine.post(address, data, content_type="application/json")
    assert (text.status_code, text.json()["state"]) == (201, "waiting")
    assert stranger.post(address, data, content_type="application/json").status_code == 403
    listed = Client().get(f"/api/v1/tournaments/{made.slug}/slips").json()
    assert stored.code not in str(listed)
    assert {row["state"] for row in listed} == {"reported", "waits"}


def test_the_sheet_of_a_one_point_match_has_no_cube() -> None:
    made = on_board(4, lengths=[1])
    stored = slip(made, "W1.1")
    game = score_sheets.GameScore(stored.entry_a_id, 1, 2)
    with pytest.raises(Exception, match="without a cube"):
        score_sheets.add_game(stored.pk, Reporter(stored.entry_a_id), game, number=1, now=NOW)
    assert Venue.objects.get(tournament=made).score_sheets
