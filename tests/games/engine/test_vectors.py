"""All 4,000 rows of tests/data: the results of a roll, on which GNU Backgammon agrees."""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import Board, legal_plays, results, steps

DATA = Path(__file__).parents[2] / "data" / "legal_plays.jsonl.gz"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    with gzip.open(DATA, "rt") as lines:
        return [json.loads(line) for line in lines]


def test_there_are_4_000_rows(rows: list[dict[str, Any]]) -> None:
    assert len(rows) == 4000


def test_boards_and_position_ids_agree(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        board = Board.from_points(row["pos"])
        assert board.position_id() == row["gnubg_id"]
        assert Board.from_position_id(row["gnubg_id"]) == board
        assert list(board.points) == row["pos"]
        assert list(board.off) == row["off"]


def test_every_roll_has_exactly_the_known_results(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        result = results(row["gnubg_id"], tuple(row["dice"]))
        assert result == row["result_ids"], row["id"]
        assert hashlib.sha256("\n".join(result).encode()).hexdigest() == row["sha256"]


def test_every_play_uses_the_known_number_of_dice_and_is_listed_once(
    rows: list[dict[str, Any]],
) -> None:
    for row in rows:
        plays = legal_plays(Board.from_points(row["pos"]), tuple(row["dice"]))
        assert {len(play.moves) for play in plays} == {row["n_dice"]}, row["id"]
        assert len({play.board for play in plays}) == len(plays) == row["n"], row["id"]


def test_the_last_checker_may_not_be_borne_off_with_one_die_when_both_can_be_played(
    rows: list[dict[str, Any]],
) -> None:
    contested = [row for row in rows if "contested" in row]
    assert contested
    for row in contested:
        (play,) = legal_plays(Board.from_points(row["pos"]), tuple(row["dice"]))
        assert len(play.moves) == 2


def test_every_walk_has_as_many_ends_as_the_roll_has_results(rows: list[dict[str, Any]]) -> None:
    for row in rows[::5]:
        walk = steps(Board.from_points(row["pos"]), tuple(row["dice"]))
        assert len(walk["ends"]) >= row["n"], row["id"]
        assert all(walk["nodes"][node] or node in walk["ends"] for node in walk["nodes"])
