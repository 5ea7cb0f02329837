"""A dispute at the desk: each score that was claimed is a button that decides."""

import re

import pytest
from django.test import Client

from tests.tournaments.making import NOW, later, pairing, player
from tests.tournaments.venue.room import on_board, slip, won
from tournaments.models import Role, Ruling, Slip, Tournament
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Reporter

pytestmark = pytest.mark.django_db


def disputed(of: Slip) -> list[int]:
    """Both players report that they have won; the two reports."""
    reports = [
        reporting.report(of.pk, Reporter(side, with_slip=True), won(of, side, lost), now=NOW)
        for side, lost in ((of.entry_a_id, 1), (of.entry_b_id, 2))
    ]
    return [report.pk for report in reports]


def at_desk(made: Tournament, role: str = "") -> Client:
    desk = Client()
    user = made.organizer
    if role:
        user = player().user
        Role.objects.create(
            tournament=made, user=user, kind=role, given_by=made.organizer, given_at=NOW
        )
    desk.force_login(user)
    return desk


def address(match_slip: Slip, made: Tournament) -> str:
    return f"/tournaments/{made.slug}/manage/slips/{match_slip.pk}/"


def test_each_claimed_score_is_a_button_and_one_press_decides() -> None:
    made = on_board(4)
    match_slip = slip(made, "W1.1")
    _first, second = disputed(match_slip)
    desk = at_desk(made)
    shown = desk.get(address(match_slip, made)).content.decode()
    buttons = re.findall(r'name="report" value="(\d+)">([^<]+)<', shown)
    assert [label for _pk, label in buttons] == ["3–1 1", "3–2 4"]
    assert desk.post(address(match_slip, made), {"report": second}).status_code == 302
    assert pairing(made, "W1.1").winner_id == match_slip.entry_b_id
    assert Ruling.objects.get().reason == "Reported by: 4"


def test_a_word_that_was_replaced_meanwhile_is_not_written_down() -> None:
    made = on_board(4)
    match_slip = slip(made, "W1.1")
    first, _second = disputed(match_slip)
    other = won(match_slip, match_slip.entry_a_id, 0)
    reporting.report(
        match_slip.pk, Reporter(match_slip.entry_a_id, with_slip=True), other, now=later(1)
    )
    answer = at_desk(made).post(address(match_slip, made), {"report": first})
    assert answer.status_code == 422
    assert "This page is out of date" in answer.content.decode()
    assert pairing(made, "W1.1").outcome == ""


def test_who_only_scores_is_offered_no_side_of_a_dispute_and_takes_none() -> None:
    made = on_board(4)
    match_slip = slip(made, "W1.1")
    first, _second = disputed(match_slip)
    desk = at_desk(made, "assistant")
    assert 'name="report"' not in desk.get(address(match_slip, made)).content.decode()
    assert desk.post(address(match_slip, made), {"report": first}).status_code == 422
    assert pairing(made, "W1.1").outcome == ""


def test_a_single_report_fills_the_form_and_can_be_recorded_by_who_scores() -> None:
    made = on_board(4)
    match_slip = slip(made, "W1.1")
    report = reporting.report(
        match_slip.pk,
        Reporter(match_slip.entry_b_id, with_slip=True),
        won(match_slip, match_slip.entry_b_id),
        now=NOW,
    )
    desk = at_desk(made, "assistant")
    shown = desk.get(address(match_slip, made)).content.decode()
    assert re.search(rf'value="{match_slip.entry_b_id}" required checked', shown)
    assert desk.post(address(match_slip, made), {"report": report.pk}).status_code == 302
    assert pairing(made, "W1.1").winner_id == match_slip.entry_b_id
    assert not Ruling.objects.exists()
