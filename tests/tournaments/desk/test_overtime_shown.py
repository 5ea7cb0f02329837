"""What a director sees of overtime (R13.1): once a reserve is gone, what is left of that."""

import pytest

from games.services import rulings
from tests.tournaments.making import NOW, match_of
from tests.tournaments.timing.test_timing_pages import page, signed_in
from tests.tournaments.timing.timed import come, timed
from tournaments.desk.selectors.desk_matches import clock_lines

pytestmark = pytest.mark.django_db


def test_the_desks_show_the_overtime_of_whose_reserve_is_gone() -> None:
    clock = {"preset": "standard", "kind": "simple", "overtime_ms": 60_000}
    made = timed(4, timing={}, clock=clock)
    for name in (1, 4):
        come(made, "W1.1", name, NOW)
    match = match_of(made, "W1.1")
    taken = {"A": -6 * 60_000 - 23_000, "B": -60_000}
    rulings.clock(match.pk, by=made.organizer, reason="Late.", now=NOW, add_ms=taken)
    shown = page(signed_in(made), "tournament-clocks", made.slug)
    assert "0:37" in shown
    assert "5:00" in shown
    assert clock_lines([match.pk], NOW)[match.pk].left == (37, 300)
