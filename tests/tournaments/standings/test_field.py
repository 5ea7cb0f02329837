"""Scores against the field, worked out by hand (T6.21, X14)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.standings.played import position
from tournaments.formats.base import MAIN
from tournaments.standings.field import field_scores
from tournaments.standings.tables import points_tables
from tournaments.standings.tie_breaks import DEFAULT_ORDER, SESSION_ORDER, usual_order

ONE_ROUND = "1>2:7-3 3>4:7-6 5>6:7-3"
"""The first sides win 4, 1 and 4 net: the datum is 3."""


def test_each_board_is_compared_with_the_average_of_its_round() -> None:
    at = position(6, ONE_ROUND)
    scores = field_scores(at.blueprint.nodes, at.decisions, _same(at))
    assert scores.totals == {1: 1, 2: -1, 3: -2, 4: 2, 5: 1, 6: -1}
    assert set(scores.boards.values()) == {1}


def test_x14_a_team_on_both_sides_of_two_tables() -> None:
    """Net +2 as the first side at one table and −1 as the second at the other: +1 together, whatever the datum."""
    at = position(4, "1>2:2-0 3>4:1-0")
    scores = field_scores(at.blueprint.nodes, at.decisions, _same(at))
    assert scores.totals[1] == Fraction(1, 2)
    assert scores.totals[1] + scores.totals[4] == 1


def test_what_was_not_played_to_the_end_or_had_other_dice_is_left_out() -> None:
    at = position(8, "1>2:7-3 3>4f 5>6:7-1 7>8:7-0")
    fields = _same(at)
    del fields["R1.4"]
    scores = field_scores(at.blueprint.nodes, at.decisions, fields)
    assert set(scores.totals) == {1, 2, 5, 6}
    assert scores.totals[5] == 1


def test_a_field_of_one_scores_nothing() -> None:
    at = position(4, "1>2:7-3 3>4f")
    assert field_scores(at.blueprint.nodes, at.decisions, _same(at)).totals == {}


def test_rounds_have_dice_of_their_own_and_their_scores_add_up() -> None:
    at = position(4, "1>2:7-3 3>4:7-5", "1>3:7-0 2>4:7-1")
    scores = field_scores(at.blueprint.nodes, at.decisions, _same(at))
    assert scores.totals[1] == 1 + Fraction(1, 2)
    assert sum(scores.totals.values()) == 0


def test_with_the_same_dice_the_field_score_comes_first_among_equal_points() -> None:
    at = position(6, ONE_ROUND)
    order = usual_order(sessions=False, same_dice=True)
    table = points_tables(replace(at, fields=_same(at)), {}, order)[MAIN]
    rows = {row.entry: row.tie_breaks["field_score"] for row in table.rows}
    assert [{row.entry for row in table.rows[a:b]} for a, b in ((0, 2), (2, 3), (3, 4), (4, 6))] == [
        {1, 5}, {3}, {4}, {2, 6},
    ]  # fmt: skip
    assert rows[4] == 2


@pytest.mark.parametrize(("sessions", "rest"), [(False, DEFAULT_ORDER), (True, SESSION_ORDER)])
def test_the_usual_tie_breaks(sessions: bool, rest: tuple[str, ...]) -> None:
    assert usual_order(sessions=sessions, same_dice=False) == rest
    assert usual_order(sessions=sessions, same_dice=True) == ("field_score", *rest)


def _same(at: object) -> dict[str, str]:
    """Every round has dice of its own."""
    return {node.key: str(node.round) for node in at.blueprint.nodes}  # type: ignore[attr-defined]
