"""Several matches with the same dice: in lock step, never stuck, no seed before all are over, and clocks that wait, too."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.clock import ClockSettings
from games.engine.rulings import DirectorRuling
from games.engine.seats import Seat
from games.selectors import table_view
from games.selectors.certificates import certificate_of
from games.selectors.shared_dice import boards_of, group_standing
from games.services import bots, rulings, shared_release
from games.services.dice_audit import audit
from games.services.shared_dice import open_group, take_out
from games.services.submissions import ActionRefused
from games.services.verify import verify
from tests.games.services.same_dice import (
    Group,
    begun,
    both_at_roll,
    by_place,
    group,
    rolls_of,
    to_roll,
    waiting_group,
)
from tests.games.services.sweeps import settle_due, settle_next
from tests.games.services.tables import START, Sitting, bot, playing, sit

pytestmark = pytest.mark.django_db
CLOCK = ClockSettings("simple", 60_000, 5_000)


def waits(board: Sitting) -> bool:
    return board.state.awaits_dice


def award(board: Sitting, winner: Seat) -> None:
    """A director decides the game that is being played."""
    decided = DirectorRuling("result", winner=winner, game_points=1)
    rulings._append(board.match.pk, decided, board.tick(1))


# The same dice


def test_all_boards_roll_the_same_whatever_they_play_and_every_check_agrees() -> None:
    made = group(3, length=1)
    made.join("left", "right")
    made.play_on()
    placed = [by_place(board) for board in made.boards]
    for place in set.union(*(set(dice) for dice in placed)):
        assert len({str(dice[place]) for dice in placed if place in dice}) == 1, place
    assert len({len(dice) for dice in placed}) > 1  # they were not simply the same match
    for board in made.boards:
        assert verify(board.match.pk) == []
    audited = {item.match_id: item for item in audit()}
    assert [audited[board.match.pk].faults for board in made.boards] == [[], [], []]
    assert audited[made.boards[0].match.pk].rolls == len(rolls_of(made.boards[0]))


def test_nothing_is_rolled_before_every_board_is_ready() -> None:
    made = group(2)
    made.boards[0].join()
    assert made.release() == 0
    assert waits(made.boards[0])
    assert rolls_of(made.boards[0]) == []
    made.boards[1].join()
    assert made.release_all() >= 2
    assert rolls_of(made.boards[0]) == rolls_of(made.boards[1]) != []


def test_a_fast_board_waits_for_the_slow_and_both_get_the_roll_at_once() -> None:
    made, first, second, seat = both_at_roll()
    first.act(seat, "roll")
    assert made.release() == 0
    assert waits(first)
    while second.state.waiting_for != "roll":
        made.advance(second)
    assert made.release() == 0
    second.act(str(second.state.to_act), "roll")
    assert made.release() == 2
    assert rolls_of(first) == rolls_of(second)


def test_a_board_that_ended_a_game_early_waits_and_begins_the_next_with_the_others() -> None:
    made = begun(length=5)
    first, second = made.boards
    award(first, "A")
    for seat in "AB":
        first.act(seat, "ready")
    assert waits(first)
    seat = to_roll(second, made)
    second.act(seat, "roll")
    assert made.release() == 1  # the board that is past it does not hold it up
    assert not waits(second)
    assert waits(first)
    award(second, "B")
    assert made.release() == 0
    assert settle_next(second.match.pk, second.tick(31))  # nobody presses ready: the break ends
    assert made.release_all() >= 2
    openings = [[roll for roll in rolls_of(board) if roll[0] == 2] for board in made.boards]
    assert openings[0] == openings[1] != []


def test_bots_play_a_whole_group() -> None:
    shared = open_group("bots", START)
    pairs = [
        sit(bot(), bot(), length=1, shared_dice=shared, bot_pace_ms=0, break_s=0) for _ in range(3)
    ]
    made, now = Group(shared, pairs), START
    for _ in range(3000):
        now += timedelta(seconds=1)
        bots.play_due(now)
        shared_release.release_due(now)
        if made.fresh().revealed_at is not None:
            break
    assert all(board.fresh().is_over for board in pairs)
    assert all(verify(board.match.pk) == [] for board in pairs)


# Whoever waits


def test_the_clock_stands_still_while_a_board_waits() -> None:
    made, first, second, seat = both_at_roll(clock=CLOCK)
    first.tick(3)
    first.act(seat, "roll")
    before = first.fresh().state["clock"]
    view = table_view(first.fresh(), None, first.now)
    assert (view["clock"]["running"], view["to_act"], first.match.flag_at) == (None, None, None)
    second.now = first.tick(3600)
    assert settle_due(first.now) == 1  # the second board's player has run out of time meanwhile
    assert made.release() == 1
    clock = first.fresh().state["clock"]
    assert clock[1][:2] == before[1][:2]
    assert clock[1][2:] == before[1][2:]  # what was left of the delay of this turn, no more
    assert clock[2] == seat
    assert first.match.flag_at == first.now + timedelta(milliseconds=_left(clock, seat))


def _left(clock: list, seat: str) -> int:
    index = "AB".index(seat)
    return clock[1][index] + clock[1][2 + index]


def test_who_has_rolled_can_neither_double_nor_take_it_back() -> None:
    made, first, _second, seat = both_at_roll(length=5)
    other = "B" if seat == "A" else "A"
    first.act(seat, "roll", key="once")
    for who, kind in ((seat, "double"), (seat, "roll"), (seat, "offer_resign"), (other, "roll")):
        payload = {"level": "single"} if kind == "offer_resign" else {}
        with pytest.raises(ActionRefused) as refused:
            first.act(who, kind, payload)
        assert refused.value.code == "dice_awaited"
    assert first.act(seat, "roll", key="once").repeated
    assert made.release() == 0


def test_who_waits_may_still_resign_the_match() -> None:
    made, first, second, seat = both_at_roll()
    first.act(seat, "roll")
    first.act(seat, "concede")
    assert first.fresh().is_over
    to_roll(second, made)
    second.act(str(second.state.to_act), "roll")
    assert made.release() == 1


def test_the_page_says_how_many_tables_are_waited_for() -> None:
    made, first, _second, seat = both_at_roll()
    first.act(seat, "roll")
    view = table_view(first.fresh(), None, first.now)
    assert view["shared_dice"]["waits"] is True
    assert view["waiting_for"] == "dice"
    standing = group_standing(made.shared.pk)
    assert standing is not None
    assert len(standing.playing) == 2
    assert [board.match_id for board in standing.awaited] == [made.boards[1].match.pk]


# Never stuck


@pytest.mark.parametrize("how", ["concede", "forfeit", "result", "void", "delete", "take_out"])
def test_a_board_that_ends_or_leaves_holds_nobody_up(how: str) -> None:
    _made, first, second = waiting_group()
    match_id, now = second.match.pk, second.tick(1)
    match how:
        case "concede":
            second.act("A", "concede")
        case "forfeit":
            rulings.forfeit(match_id, losers=("A",), reason="", now=now)
        case "result":
            rulings.result(match_id, winner=None, by=None, reason="", now=now)
        case "void":
            rulings.void(match_id, by=None, reason="", now=now)
        case "delete":
            second.match.delete()
        case "take_out":
            take_out(match_id, by=None, reason="power cut", now=now)
    assert shared_release.release_due(now) == 1
    assert not waits(first)


def test_a_flag_that_falls_releases_the_others() -> None:
    made, first, second = waiting_group(clock=CLOCK)
    second.tick(600)
    assert settle_due(second.now) == 1
    assert made.release() == 1
    assert not waits(first)


def test_players_who_never_come_are_not_waited_for() -> None:
    made = group(3, join_within=timedelta(minutes=5))
    made.boards[0].join()
    made.boards[1].act("A", "ready")
    late = made.boards[0].tick(301)
    for board in made.boards[1:]:
        assert settle_next(board.match.pk, late)
    assert made.release_all() >= 1
    assert not waits(made.boards[0])


def test_a_group_whose_players_all_stay_away_is_over() -> None:
    made = group(2, join_within=timedelta(minutes=5))
    for board in made.boards:
        assert settle_next(board.match.pk, board.tick(301))
    made.release()
    assert made.fresh().revealed_at is not None
    assert all(verify(board.match.pk) == [] for board in made.boards)


def test_a_paused_board_is_waited_for_until_it_resumes() -> None:
    made, first, second = waiting_group()
    rulings.pause(second.match.pk, by=None, reason="", now=second.tick(1))
    assert made.release() == 0
    standing = group_standing(made.shared.pk)
    assert standing is not None
    assert [board.paused for board in standing.awaited] == [True]
    rulings.resume(second.match.pk, by=None, reason="", now=second.tick(1))
    second.act(to_roll(second, made), "roll")
    assert made.release() == 2
    assert not waits(first)


def test_a_board_paused_while_it_waits_gets_the_released_roll_when_it_resumes() -> None:
    made, first, second = waiting_group()
    second.act(to_roll(second, made), "roll")
    shared_release._move_on(made.shared.pk, made.now)  # released, and the process dies here
    rulings.pause(first.match.pk, by=None, reason="", now=first.tick(1))
    assert made.release() == 1
    assert rolls_of(first) != rolls_of(second)
    rulings.resume(first.match.pk, by=None, reason="", now=first.tick(1))
    assert rolls_of(first) == rolls_of(second)


def test_a_paused_board_can_be_taken_out_and_goes_on_with_dice_of_its_own() -> None:
    made, first, second = waiting_group()
    rulings.pause(second.match.pk, by=None, reason="", now=second.tick(1))
    take_out(second.match.pk, by=None, reason="power cut", now=second.tick(1))
    assert made.release() == 1
    assert not waits(first)
    rulings.resume(second.match.pk, by=None, reason="", now=second.tick(1))
    second.join("x", "y")
    assert second.state.shared == ""
    assert boards_of([second.match.pk])[second.match.pk].left
    while not second.fresh().is_over:
        second.step()
    assert verify(second.match.pk) == []
    while not first.fresh().is_over:
        if not made.advance(first):
            assert made.release()
    made.release()
    for board in made.boards:
        assert certificate_of(board.fresh()).over
        assert verify(board.match.pk) == []
    assert all(item.faults == [] for item in audit())


def test_what_a_crash_left_between_release_and_boards_is_made_up_for() -> None:
    made, first, second = waiting_group()
    second.act(to_roll(second, made), "roll")
    shared_release._move_on(made.shared.pk, made.now)
    assert waits(first)
    assert waits(second)
    assert made.release() == 2
    assert rolls_of(first) == rolls_of(second)
    assert made.release() == 0


def test_a_group_that_fails_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, fine = group(1), group(1)
    broken.join()
    fine.join()
    move_on = shared_release._move_on

    def fail(shared_id: object, now: object) -> object:
        if shared_id == broken.shared.pk:
            raise RuntimeError("no")
        return move_on(shared_id, now)  # type: ignore[arg-type]

    monkeypatch.setattr(shared_release, "_move_on", fail)
    assert fine.release() == 1


# The others


def test_ordinary_matches_ask_nothing_about_shared_dice() -> None:
    sitting = playing(length=3)
    with CaptureQueriesContext(connection) as asked:
        for _ in range(8):
            sitting.step()
        sitting.act("A", "concede")
    words = ("shareddice", "sharedboard")
    assert not [query for query in asked if any(word in query["sql"].lower() for word in words)]


def test_no_group_is_left_out_however_many_are_older(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_release, "GROUPS_AT_ONCE", 2)
    for _older in range(3):
        group(2).boards[0].join()  # the other never comes
    newest = group(2)
    newest.join()
    assert newest.release_all() >= 2
    assert rolls_of(newest.boards[0]) != []
