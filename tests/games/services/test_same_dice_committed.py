"""Same dice with real commits: the roll comes by itself, and what a lost signal leaves the sweep makes up for."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import Action
from games.services import shared_release
from games.signals import board_moved
from tests.games.services.same_dice import Group, group, rolls_of
from tests.games.services.tables import Sitting

pytestmark = pytest.mark.django_db(transaction=True)


def at_roll(made: Group) -> list[str]:
    """All boards play until somebody may roll on each; returns who."""
    return [_to_roll(made, board) for board in made.boards]


def _to_roll(made: Group, board: Sitting) -> str:
    while board.state.waiting_for != "roll":
        assert made.advance(board), "the roll has not come by itself"
    return str(board.state.to_act)


def test_the_roll_comes_to_all_boards_with_the_last_that_asks() -> None:
    made = group(3)
    made.join("left", "right")
    assert [board.state.waiting_for for board in made.boards] in (["play"] * 3, ["roll"] * 3)
    seats = at_roll(made)
    for board, seat in zip(made.boards, seats, strict=True):
        assert board.act(seat, "roll").rows[0]["kind"] == "roll_asked"
    rolls = [rolls_of(board) for board in made.boards]
    assert rolls[0] == rolls[1] == rolls[2]
    assert rolls[0][-1][1] == "roll"


def test_the_last_board_that_ends_shows_the_seed_at_once() -> None:
    made = group(2)
    made.join()
    made.boards[0].act("A", "concede")
    assert made.fresh().revealed_at is None
    made.boards[1].act("B", "concede")
    assert made.fresh().revealed_at is not None


def test_a_lost_signal_costs_time_and_nothing_else() -> None:
    assert board_moved.disconnect(dispatch_uid="games.services.shared_release")
    try:
        made = group(2)
        made.join()
        assert all(board.state.awaits_dice for board in made.boards)
    finally:
        shared_release.register()
    assert made.release() >= 2
    assert rolls_of(made.boards[0]) == rolls_of(made.boards[1]) != []


def test_boards_that_ask_at_the_same_time_get_one_roll_each() -> None:
    """Eight threads ask and sweep at once, over and over: no roll comes twice, none differs, none stays away."""
    made = group(4, length=3)
    made.join("left", "right")
    for _ in range(6):
        seats = at_roll(made)
        with ThreadPoolExecutor(8) as threads:
            asked = [
                threads.submit(_alone, board.act, seat, "roll")
                for board, seat in zip(made.boards, seats, strict=True)
            ]
            swept = [threads.submit(_alone, made.release) for _ in range(4)]
            for done in (*asked, *swept):
                done.result(timeout=30)
        made.release()
        rolls = [rolls_of(board) for board in made.boards]
        assert all(each == rolls[0] for each in rolls)
        kinds = [
            list(
                Action.objects.filter(match=board.match, kind__startswith="roll")
                .order_by("seq")
                .values_list("kind", flat=True)
            )
            for board in made.boards
        ]
        assert all(each == ["roll_asked", "roll"] * (len(each) // 2) for each in kinds)


def _alone(call, *given):  # type: ignore[no-untyped-def]
    """With a connection of this thread, closed at its end."""
    try:
        return call(*given)
    finally:
        connection.close()
