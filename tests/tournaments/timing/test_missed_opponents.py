"""Over the board a player reports that the opponent is not there; the desk sees whose word it is."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, director, later, pairing
from tests.tournaments.venue.room import on_board, slip, won
from tournaments.models import Absence, Penalty, Slip, Timing, Tournament
from tournaments.timing.selectors.timing import needs
from tournaments.timing.services import absences, missed_opponents
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Reporter
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def called(lateness: str = "automatic", tables: int = 2) -> tuple[Tournament, Slip]:
    made = on_board(4, tables=tables)
    Timing.objects.create(tournament=made, lateness=lateness)
    return made, slip(made, "W1.1")


def missed_by_a(slip: Slip, minutes: int = 0) -> Absence:
    return missed_opponents.miss(slip.pk, side=slip.entry_a_id, with_slip=False, now=later(minutes))


def test_the_minutes_count_from_the_players_word_and_the_desk_sees_whose_it_is() -> None:
    made, stored = called()
    row = missed_by_a(stored, 3)
    assert (row.entry_id, row.since, row.check_at) == (stored.entry_b_id, later(3), later(8))
    (need,) = needs(made, later(4))
    assert (need.kind, need.who, need.text) == ("late", ("4",), "1 is waiting for the opponent.")
    assert missed_by_a(stored, 5).pk == row.pk, "said twice it is said once"


def test_steps_of_lateness_cost_what_is_agreed_but_an_opponents_word_alone_never_the_match() -> (
    None
):
    made, stored = called()
    missed_by_a(stored)
    for minute in range(1, 90):
        absences.check_absent(later(minute) + timedelta(seconds=1))
    assert pairing(made, "W1.1").outcome == ""
    lost = Penalty.objects.get(lost=True)
    assert lost.decided_at is None, "it waits for a director"
    assert Penalty.objects.filter(lost=False, accepted=True).exists()


def test_without_settings_for_lateness_it_is_a_line_of_the_queue_and_no_more() -> None:
    made, stored = called("off")
    missed_by_a(stored)
    absences.check_absent(later(60))
    assert not Penalty.objects.exists()
    assert [need.kind for need in needs(made, later(1))] == ["late"]


def test_who_said_it_takes_it_back_and_what_the_desk_said_stays() -> None:
    made, stored = called()
    missed_by_a(stored)
    missed_opponents.take_back(stored.pk, side=stored.entry_b_id, now=later(1))
    assert Absence.objects.get().ended_at is None, "another player's word"
    missed_opponents.take_back(stored.pk, side=stored.entry_a_id, now=later(2))
    assert Absence.objects.get().ended_at == later(2)
    absences.report_absent(
        stored.pairing_id, entry=stored.entry_b_id, since=NOW, by=made.organizer, now=later(3)
    )
    missed_opponents.take_back(stored.pk, side=stored.entry_a_id, now=later(4))
    assert Absence.objects.filter(ended_at=None).count() == 1


def test_nobody_is_missed_where_none_is_expected_or_when_they_have_begun() -> None:
    made, stored = called(tables=1)
    waits = slip(made, "W1.2")
    reporting.report(stored.pk, Reporter(stored.entry_b_id, with_slip=True), won(stored), now=NOW)
    for of, side, code in (
        (waits, waits.entry_a_id, "no_table_yet"),
        (stored, stored.entry_a_id, "has_begun"),
        (stored, waits.entry_a_id, "not_in_this_pairing"),
    ):
        with pytest.raises(DomainError) as refused:
            missed_opponents.miss(of.pk, side=side, with_slip=True, now=later(1))
        assert refused.value.code == code
    assert not Absence.objects.exists()


def as_player(of: Slip, entry: str) -> Client:
    client = Client()
    user: User = getattr(of, entry).player.user
    client.force_login(user)
    return client


def test_from_their_own_phone_a_player_reports_for_their_side_only_and_the_other_reads_it() -> None:
    _made, stored = called()
    address = f"/t/{stored.code}/"
    mine, other = as_player(stored, "entry_a"), as_player(stored, "entry_b")
    assert "Report missing: 4" in mine.get(address).content.decode()
    assert "Report missing: 1" not in mine.get(address).content.decode()
    wrong = {"do": "missing", "entry": stored.entry_a_id}
    assert mine.post(address, wrong).status_code == 422
    assert mine.post(address, wrong | {"entry": stored.entry_b_id}).status_code == 302
    assert "Reported missing: 4" in mine.get(address).content.decode()
    shown = other.get(address).content.decode()
    assert "You are reported missing" in shown
    assert "Mark as arrived" not in shown
    assert mine.post(address, {"do": "came"}).status_code == 302
    assert Absence.objects.get().ended_at is not None


def test_a_slip_in_hand_speaks_too_and_the_desk_sees_that_it_was_only_that() -> None:
    made, stored = called()
    phone = Client()
    assert (
        phone.post(f"/t/{stored.code}/", {"do": "missing", "entry": stored.entry_b_id}).status_code
        == 302
    )
    row = Absence.objects.get()
    assert (row.side_id, row.with_slip) == (stored.entry_a_id, True)
    (need,) = needs(made, row.since)
    assert need.text == "1 is waiting for the opponent and has the match slip."


def test_it_can_be_said_and_taken_back_only_so_often() -> None:
    _made, stored = called()
    mine, address = as_player(stored, "entry_a"), f"/t/{stored.code}/"
    answers = []
    for _n in range(8):
        text = mine.post(address, {"do": "missing", "entry": stored.entry_b_id})
        answers.append(text.status_code)
        mine.post(address, {"do": "came"})
    assert answers[0] == 302
    assert answers[-1] == 422
    assert "Too many" in text.content.decode()


def test_a_stranger_who_is_signed_in_needs_the_slip_like_everybody() -> None:
    _made, stored = called()
    stranger = Client()
    stranger.force_login(director())
    assert (
        stranger.post("/t/nonsense/", {"do": "missing", "entry": stored.entry_b_id}).status_code
        == 404
    )
    assert not Absence.objects.exists()
