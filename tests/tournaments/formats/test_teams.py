"""Team matches (T8.3): the boards decide together."""

import itertools

import pytest

from tournaments.formats.base import Outcome
from tournaments.formats.teams import team_outcome

HOME, AWAY = 11, 22


def board(number: int, home: int, away: int, kind: str = "played") -> Outcome:
    """A board by its score; the score of a forfeit is not told."""
    winner, loser = (HOME, AWAY) if home > away else (AWAY, HOME)
    score = ((HOME, home), (AWAY, away)) if kind != "forfeit" else ()
    return Outcome(f"R1.1/{number}", winner, (loser,), kind, score=score)


def nobody(number: int) -> Outcome:
    return Outcome(f"R1.1/{number}", None, (HOME, AWAY), "double_forfeit")


def test_x10_three_boards() -> None:
    text = team_outcome("R1.1", [board(1, 7, 4), board(2, 3, 7), board(3, 7, 6)], 3)
    assert text == Outcome(
        "R1.1", HOME, (AWAY,), "played", score=((HOME, 17), (AWAY, 17)), boards=((HOME, 2), (AWAY, 1))
    )  # fmt: skip


def test_nothing_is_decided_before_every_board_is_over() -> None:
    two_of_three = [board(1, 7, 4), board(2, 7, 3)]
    assert team_outcome("R1.1", two_of_three, 3) is None
    assert team_outcome("R1.1", [*two_of_three, None], 3) is None
    void = Outcome("R1.1/3", HOME, (AWAY,), "void")
    assert team_outcome("R1.1", [*two_of_three, void], 3) is None


def test_an_even_split_goes_to_more_match_points() -> None:
    text = team_outcome("R1.1", [board(1, 7, 6), board(2, 7, 6), board(3, 1, 7), board(4, 2, 7)], 4)
    assert text is not None
    assert (text.winner, text.boards, text.score) == (
        AWAY, ((AWAY, 2), (HOME, 2)), ((AWAY, 26), (HOME, 17)),
    )  # fmt: skip


def test_even_in_points_as_well_the_first_board_that_somebody_won_decides() -> None:
    even = [nobody(1), board(2, 3, 7), board(3, 7, 3), nobody(4)]
    text = team_outcome("R1.1", even, 4)
    assert text is not None
    assert text.winner == AWAY


def test_a_team_that_does_not_come_at_all_forfeits() -> None:
    text = team_outcome("R1.1", [board(n, 7, 0, "forfeit") for n in (1, 2, 3)], 3)
    assert text is not None
    assert (text.winner, text.kind, text.boards) == (HOME, "forfeit", ((HOME, 3), (AWAY, 0)))


def test_a_match_with_one_board_played_is_played() -> None:
    text = team_outcome(
        "R1.1", [board(1, 2, 7, "time"), *(board(n, 7, 0, "forfeit") for n in (2, 3))], 3
    )
    assert text is not None
    assert (text.winner, text.kind) == (HOME, "played")


def test_boards_to_which_nobody_came_leave_a_double_forfeit() -> None:
    assert team_outcome("R1.1", [nobody(n) for n in (1, 2, 3)], 3) == Outcome(
        "R1.1", None, (AWAY, HOME) if AWAY < HOME else (HOME, AWAY), "double_forfeit"
    )


@pytest.mark.parametrize("k", [3, 4, 5])
def test_every_result_of_played_boards_has_a_winner_with_no_fewer_boards(k: int) -> None:
    for scores in itertools.product([(7, 2), (5, 7)], repeat=k):
        text = team_outcome("R1.1", [board(n, *score) for n, score in enumerate(scores, 1)], k)
        assert text is not None
        (_, most), (_, fewest) = text.boards
        assert most >= fewest
        assert most + fewest == k
