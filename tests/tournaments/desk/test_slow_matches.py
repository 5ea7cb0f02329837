"""Slow matches: by the pace of the tournament's own matches, or nine minutes a point; at the desk, in the queue and by the API."""

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.desk.test_event_desk import boss, in_event, its, weekend  # noqa: F401
from tests.tournaments.making import NOW, director, later, pairing
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.bracket.selectors.outline import outline
from tournaments.core.permissions import Right
from tournaments.desk.selectors.attention_items import DeskSnapshot
from tournaments.desk.selectors.attention_matches import long_at_tables
from tournaments.desk.selectors.desk_scope import load_outlines
from tournaments.desk.selectors.open_matches import open_rows
from tournaments.desk.selectors.room_scope import scored_together
from tournaments.desk.selectors.slow_matches import SlowMatches, slow_matches
from tournaments.models import Slip, Tournament
from tournaments.timing.selectors.pace import ENOUGH, SLOWEST_MIN, paces
from tournaments.venue.services.table_desk import begin

pytestmark = pytest.mark.django_db


def listed(of: Tournament, minutes: int) -> SlowMatches:
    return slow_matches(scored_together(of, of.organizer), of.organizer, later(minutes))


def finish(of: Tournament, n: int, minutes: int) -> None:
    """So many matches of the first round end after as many minutes."""
    for number in range(1, n + 1):
        both_say(slip(of, f"W1.{number}"), now=later(minutes))


def test_a_match_is_slow_after_half_as_long_again_as_nine_minutes_a_point() -> None:
    made = on_board(4, tables=2)
    begin(made.pk, by=None, now=NOW)
    early = listed(made, 40)
    assert (early.slow, [row.minutes for row in early.next]) == ((), [40, 40])
    late = listed(made, 41)  # three points: 27 minutes, and half of it
    assert [(row.minutes, row.usual, row.over) for row in late.slow] == [(41, 27, 14)] * 2
    assert late.next == ()
    assert not late.paces[0].pace.matches


def test_the_pace_of_the_tournament_counts_once_eight_matches_are_over() -> None:
    made = on_board(32, tables=16)
    begin(made.pk, by=None, now=NOW)
    finish(made, ENOUGH - 1, 15)
    assert paces([made.pk])[made.pk].minutes_a_point == 9
    both_say(slip(made, f"W1.{ENOUGH}"), now=later(15))
    pace = paces([made.pk])[made.pk]
    assert (pace.minutes_a_point, pace.matches) == (5, ENOUGH)
    assert len(listed(made, 23).slow) == 16 - ENOUGH
    scope = load_outlines([made], made.organizer)
    snapshot = DeskSnapshot.of(scope, open_rows(outline(made)), later(23))
    assert len(list(long_at_tables(snapshot))) == 16 - ENOUGH


def test_results_that_are_typed_hours_later_do_not_hide_slow_matches() -> None:
    made = on_board(32, tables=16)
    begin(made.pk, by=None, now=NOW)
    finish(made, ENOUGH, 600)
    assert paces([made.pk])[made.pk].minutes_a_point == SLOWEST_MIN


def test_a_forfeit_says_nothing_of_the_pace() -> None:
    made = on_board(32, tables=16)
    begin(made.pk, by=None, now=NOW)
    finish(made, ENOUGH, 15)
    first = pairing(made, "W1.1")
    first.outcome = "forfeit"
    first.save(update_fields=["outcome"])
    assert paces([made.pk])[made.pk].matches == 0


def test_the_list_has_every_tournament_of_the_event_at_whose_desk_the_viewer_works(boss) -> None:  # noqa: F811
    whole = weekend(boss, tables=8)
    for name in ("Main", "Amateurs"):
        begin(its(whole, name).pk, by=None, now=NOW)
    main = its(whole, "Main")
    assert {row.row.at.short for row in listed(main, 90).slow} == {"Main", "Amateurs"}
    with CaptureQueriesContext(connection) as few:
        listed(main, 90)
    in_event(whole, boss, "Third")
    begin(its(whole, "Third").pk, by=None, now=NOW)
    with CaptureQueriesContext(connection) as many:
        assert len(listed(main, 90).slow) == 6
    assert len(few) == len(many)
    helper = director()
    main.roles.create(user=helper, kind="assistant", given_at=NOW)
    scope = scored_together(Tournament.objects.get(pk=main.pk), helper)
    assert list(scope) == [main.pk]
    assert Right.SCORE in scope[main.pk].rights


def test_page_and_api_show_score_and_time(client: Client) -> None:
    made = on_board(4, tables=2)
    begin(made.pk, by=None, now=NOW)
    stored = slip(made, "W1.1")
    stored.games.create(number=1, winner=stored.entry_b, worth=2, at=NOW)
    client.force_login(made.organizer)
    with time_machine.travel(later(60), tick=False):
        page = client.get(f"/tournaments/{made.slug}/manage/slow/").content.decode()
        body = DeskProgram(made).get("slow-matches").json()
    assert "+33 min" in page
    assert f"/manage/slips/{stored.pk}/" in page
    row = next(row for row in body["matches"] if row["pairing"] == stored.pairing_id)
    assert (row["score"], row["minutes"], row["usual_minutes"], row["slow"]) == (
        [0, 2],
        60,
        27,
        True,
    )
    assert body["paces"] == [{"tournament": made.pk, "minutes_a_point": 9.0, "measured_on": 0}]


def test_a_match_that_nobody_has_begun_is_not_slow() -> None:
    made = on_board(4, tables=2)
    assert listed(made, 600).slow == ()
    assert Slip.objects.filter(begun_at=None).count() == 2
