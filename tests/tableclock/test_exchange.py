"""What devices send: counted once, in the order in which it happened, and what follows for the tournament."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tableclock.models import ClockEvent, TableClock
from tableclock.services.exchange import ClockSender, SentTap
from tests.tableclock.room import START, at_a_table, game, send, state, tap
from tests.tournaments.making import NOW
from tournaments.models import ScoreReport, SheetGame, Slip
from tournaments.venue.services import reporting, score_sheets
from tournaments.venue.services.claims import Claim, Reporter
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def test_the_first_tap_begins_the_match_without_anybody_at_the_desk() -> None:
    made, slip = at_a_table()
    version = made.version
    send(slip, tap("pass", 60, seat="B"))
    slip.refresh_from_db()
    assert slip.begun_at is not None
    made.refresh_from_db()
    assert made.version > version  # desk, wall and event pages ask again
    assert state(slip)["clock"]["running"] == "A"


def test_an_event_that_is_sent_again_counts_once() -> None:
    _made, slip = at_a_table()
    taps = [tap("pass", 10, seat="B"), tap("pass", 52, seat="A"), game(1, "A", 80)]
    send(slip, *taps)
    before = state(slip)
    send(slip, *taps)
    assert state(slip) == before
    assert ClockEvent.objects.count() == len(taps)
    assert before["clock"]["reserve"] == [180_000 - (42_000 - 12_000), 180_000 - (28_000 - 12_000)]
    assert SheetGame.objects.filter(slip=slip).count() == 1


def test_what_a_phone_sends_late_is_placed_where_it_happened() -> None:
    """One phone was offline; the other goes on meanwhile. Both orders of arrival add up to the same match."""
    states = []
    for late_first in (True, False):
        _made, slip = at_a_table()
        offline = [tap("pass", 10, "bbbb", seat="B"), tap("pass", 30, "bbbb", seat="A")]
        online = [tap("pass", 50, seat="B"), tap("double", 55, seat="A"), tap("take", 58, seat="B")]
        for part in (offline, online) if late_first else (online, offline):
            send(slip, *part)
        states.append(state(slip))
    assert states[0] == states[1]
    assert (states[0]["cube"], states[0]["owner"]) == (2, "B")


def test_of_two_entries_of_one_game_the_later_counts() -> None:
    _made, slip = at_a_table()
    send(slip, game(1, "A", 100))
    send(slip, tap("game", 101, "bbbb", number=1, winner="A", worth=2, cube=1, resigned=False))
    assert state(slip)["score"] == [2, 0]
    assert SheetGame.objects.get(slip=slip).worth == 2


def test_an_undone_game_leaves_the_score_sheet() -> None:
    _made, slip = at_a_table()
    wrong = game(1, "A", 100, worth=2)
    send(slip, wrong)
    send(slip, tap("undo", 104, id=f"{wrong.device}:{wrong.number}"))
    assert state(slip)["games"] == []
    assert not SheetGame.objects.filter(slip=slip).exists()


def test_who_writes_on_the_score_sheet_has_the_last_word() -> None:
    _made, slip = at_a_table()
    send(slip, game(1, "A", 100))
    who, written = Reporter(slip.entry_b_id), score_sheets.GameScore(slip.entry_b_id)
    score_sheets.add_game(slip.pk, who, written, number=2, now=NOW)
    send(slip)
    assert state(slip)["score"] == [1, 1]
    send(slip, game(3, "B", 20_000))
    assert [row.winner_id for row in SheetGame.objects.filter(slip=slip)] == [
        slip.entry_a_id, slip.entry_b_id, slip.entry_b_id,
    ]  # fmt: skip


def test_the_crawford_game_takes_no_cube() -> None:
    _made, slip = at_a_table()
    send(slip, game(1, "A", 10, cube=2), tap("double", 20, seat="B"))
    assert (state(slip)["crawford"], state(slip)["offered"]) == (True, "")
    send(slip, game(2, "B", 30), tap("double", 40, seat="B"))
    assert (state(slip)["crawford"], state(slip)["offered"]) == (False, "B")
    assert list(SheetGame.objects.values_list("crawford", flat=True)) == [False, True]


def finished() -> Slip:
    _made, slip = at_a_table()
    send(slip, game(1, "A", 10), game(2, "A", 20, cube=2))
    assert state(slip)["winner"] == "A"
    return slip


def test_both_confirm_on_one_device_as_with_the_slip() -> None:
    """Anybody may hold the device, so what both sides confirm on it waits for an objection, as reports with the slip do."""
    slip = finished()
    send(slip, tap("confirm", 30, seat="A"))
    report = ScoreReport.objects.get()
    assert (report.side_id, report.winner_id, report.state) == (
        slip.entry_a_id,
        slip.entry_a_id,
        "waiting",
    )
    assert report.with_slip
    send(slip, tap("confirm", 31, seat="B"))
    assert {row.state for row in ScoreReport.objects.all()} == {"waiting", "agreed"}
    reporting.let_stand(report.pk, report.stands_at)
    slip.refresh_from_db()
    assert slip.closed_at is not None


def test_a_player_who_is_signed_in_confirms_at_once() -> None:
    slip = finished()
    send(slip, tap("confirm", 30, seat="A"))
    loser = slip.entry_b.player.user
    send(slip, tap("confirm", 31, "bbbb", seat="B"), sender=ClockSender(user=loser))
    slip.refresh_from_db()
    assert slip.closed_at is not None
    assert reporting.result_of(slip).score == {str(slip.entry_a_id): 3, str(slip.entry_b_id): 0}


def test_a_disputed_result_goes_to_the_desk_and_a_confirmed_one_is_not_undone() -> None:
    slip = finished()
    send(slip, tap("confirm", 30, seat="A"))
    last = ClockEvent.objects.get(
        kind="game", number=ClockEvent.objects.filter(kind="game").latest("serial").number
    )
    send(slip, tap("undo", 31, id=f"{last.device}:{last.number}"))
    assert state(slip)["over"]
    send(slip, tap("object", 32, seat="B"))
    slip.refresh_from_db()
    assert slip.disputed_at is not None


def test_a_flag_is_claimed_only_once_the_time_is_over() -> None:
    _made, slip = at_a_table()
    send(slip, tap("pass", 0, seat="B"), tap("time", 180, seat="A"))
    assert not state(slip)["over"]
    send(slip, tap("time", 193, seat="A"), tap("confirm", 200, seat="B"))
    assert (state(slip)["winner"], state(slip)["lost_on_time"]) == ("B", "A")
    assert ScoreReport.objects.get().kind == ScoreReport.Kind.TIME


def test_what_comes_after_the_result_changes_nothing_but_is_kept() -> None:
    slip = finished()
    reporting.decide_at_desk(slip.pk, Reporter(None), reporting_claim(slip), now=NOW)
    refused = send(slip, tap("confirm", 40, seat="A"))
    assert refused == ["This match already has a result. If it is wrong, tell the desk."]
    assert ClockEvent.objects.filter(kind="confirm").exists()
    assert not ScoreReport.objects.filter(with_slip=True).exists()


def reporting_claim(slip: Slip):  # type: ignore[no-untyped-def]
    from tests.tournaments.venue.room import won

    return won(slip, slip.entry_a_id)


@pytest.mark.parametrize(
    "sent",
    [
        SentTap("aaaa", 1, "sheet", START, {"games": []}),
        SentTap("aaaa", 1, "pass", START, {"seat": "C"}),
        SentTap("aaaa", 1, "game", START, {"number": 1, "winner": "A", "worth": 4, "cube": 1}),
        SentTap("aaaa", 1, "game", START, {"number": 1, "winner": "A", "worth": 1, "cube": 3}),
        SentTap("a:", 1, "pause", START, {}),
        SentTap("aaaa", 0, "pause", START, {}),
        SentTap("aaaa", 1, "pause", "now", {}),  # type: ignore[arg-type]
        SentTap("aaaa", 1, "undo", START, {"id": 5}),
        SentTap("aaaa", 1, "undo", START, {"id": "abc\0:1"}),
        SentTap("aaaa", 1, "undo", START, {"id": "abc\ud800:1"}),
    ],
)
def test_nonsense_is_refused(sent: SentTap) -> None:
    _made, slip = at_a_table()
    with pytest.raises(DomainError, match="bad_event"):
        send(slip, sent)
    assert not ClockEvent.objects.exists()


def test_a_tap_from_the_future_counts_as_now() -> None:
    _made, slip = at_a_table()
    send(slip, tap("pass", 10**7, seat="B"), now=NOW)
    assert ClockEvent.objects.get().at_ms == START


def test_the_running_score_is_on_wall_and_desk() -> None:
    made, slip = at_a_table()
    send(slip, game(1, "B", 100, worth=2))
    wall = Client().get(f"/tournaments/{made.slug}/wall/").content.decode()
    assert '<span class="tab tab--a">0</span><span class="tab tab--b">2</span>' in wall


def test_handing_over_the_turn_leaves_the_tournament_alone() -> None:
    _made, slip = at_a_table()
    send(slip, tap("pass", 10, seat="B"))
    slip = Slip.objects.select_related("pairing__round", "pairing__stage__tournament").get(
        pk=slip.pk
    )
    with CaptureQueriesContext(connection) as asked:
        assert send(slip, tap("pass", 20, seat="A")) == []
    assert not [row for row in asked if "tournaments_tournament" in row["sql"]]
    clock = TableClock.objects.get(slip=slip)
    assert (clock.serial, clock.applied) == (2, 2)


def test_who_taps_once_the_desk_has_decided_is_told_so() -> None:
    _made, slip = at_a_table()
    send(slip, tap("pass", 10, seat="B"))
    claim = Claim(slip.entry_a_id, {slip.entry_a_id: 3, slip.entry_b_id: 1})
    for side in (slip.entry_a_id, slip.entry_b_id):
        reporting.report(slip.pk, Reporter(side), claim, now=NOW)
    Slip.objects.filter(pk=slip.pk).update(closed_at=NOW)
    slip.refresh_from_db()
    assert send(slip, tap("pass", 20, seat="A")) == [
        "This match already has a result. If it is wrong, tell the desk."
    ]
