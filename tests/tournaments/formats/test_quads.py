"""T5.5: groups of four neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import by_round, entrants
from tournaments.formats.base import resolve
from tournaments.formats.quads import blueprint, quads


def test_x7_quads_of_eight_players() -> None:
    plan = blueprint(8, {})
    resolution = resolve(plan.nodes, entrants(8), {}, [])
    assert by_round(plan, resolution, "A") == "1 4, 2 3; 4 3, 1 2; 2 4, 3 1"
    assert by_round(plan, resolution, "B") == "5 8, 6 7; 8 7, 5 6; 6 8, 7 5"


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (1, [1]),
        (2, [2]),
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (13, [4, 3, 3, 3]),
    ],
)
def test_a_remainder_makes_the_last_groups_smaller(n: int, sizes: list[int]) -> None:
    assert [len(group) for group in quads(n)] == sizes


@given(st.integers(6, 300))
def test_everybody_is_ready_after_three_rounds(n: int) -> None:
    groups = quads(n)
    assert [seed for group in groups for seed in group] == list(range(1, n + 1))
    assert {len(group) for group in groups} <= {3, 4}
    assert max(r.number for r in blueprint(n, {}).rounds) == 3 * len(groups)
