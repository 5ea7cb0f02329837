"""Walking a roll move by move: everything legal is reachable, and nothing that is not."""

from typing import Any

from games.engine import Board, steps
from games.engine.plays import Dice, Steps
from tests.games.engine.playing import board

START = Board.start()


def walks(walk: Steps) -> list[list[list[Any]]]:
    """Every way from the start to an end."""

    def onward(node: str) -> list[list[list[Any]]]:
        if node in walk["ends"]:
            return [[]]
        return [[edge, *rest] for edge in walk["nodes"][node] for rest in onward(str(edge[3]))]

    return onward(walk["start"])


def dice_orders(seen: Board, dice: Dice) -> set[tuple[int, ...]]:
    return {tuple(edge[2] for edge in walk) for walk in walks(steps(seen, dice))}


def test_either_die_may_be_played_first() -> None:
    assert dice_orders(START, (3, 1)) == {(3, 1), (1, 3)}


def test_an_order_that_would_waste_a_die_is_not_offered() -> None:
    assert dice_orders(board("X: 24×1 1×14; O: 18×2"), (6, 1)) == {(1, 6)}
    assert dice_orders(board("X: 6×1 2×1; O: 1×2"), (5, 4)) == {(4, 5)}


def test_only_the_higher_number_is_offered_when_only_one_can_be_played() -> None:
    walk = steps(board("X: 24×1 2×14; O: 13×2 9×2"), (6, 5))
    assert walks(walk) == [[[24, 18, 6, walk["ends"][0], 0]]]


def test_a_hit_is_flagged() -> None:
    (walk,) = walks(steps(board("X: bar×1 6×14; O: 19×2 21×1"), (6, 4)))
    assert [(edge[0], edge[1], edge[4]) for edge in walk] == [(25, 21, 1), (21, 15, 0)]


def test_a_dance_is_a_start_that_is_an_end() -> None:
    closed = board("X: bar×1 6×14; O: 19×2 20×2 21×2 22×2 23×2 24×2")
    assert steps(closed, (5, 3)) == {"start": "0", "nodes": {"0": []}, "ends": ["0"]}


def test_a_combined_move_is_walked_one_die_at_a_time() -> None:
    walk = steps(board("X: 13×1 1×14; O: 8×2"), (5, 3))
    assert [[edge[:3] for edge in way] for way in walks(walk)] == [[[13, 10, 3], [10, 5, 5]]]


def test_the_last_checker_borne_off_ends_the_walk() -> None:
    (walk,) = walks(steps(board("X: 6×1 1×1; O:"), (5, 5)))[:1]
    assert len(walk) == 3


def test_the_biggest_roll_stays_small_enough_to_send() -> None:
    scattered = board(
        "X: 1×1 2×1 5×1 6×1 7×1 10×1 12×1 13×1 15×1 16×1 17×1 19×1 23×1 24×1; O: 8×2 11×1 21×1"
    )
    assert len(steps(scattered, (1, 1))["nodes"]) < 3000
