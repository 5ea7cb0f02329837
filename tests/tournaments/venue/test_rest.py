"""Between two matches a player rests before a table is called for them."""

import pytest
from django.test import Client

from tests.tournaments.making import NOW, director, later, pairing
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.models import TableUse, Tournament, Venue
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing
from tournaments.venue.selectors.floor import floor_of
from tournaments.venue.services import board_sweep as sweeping
from tournaments.venue.services import rest, table_desk
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def resting(minutes: int) -> Tournament:
    """Four players at two tables, both first matches over: the final and the match of the losers wait."""
    made = on_board(4, tables=2)
    rest.set_minutes(made.pk, minutes, by=made.organizer)
    both_say(slip(made, "W1.1"))
    both_say(slip(made, "W1.2"), now=later(4))
    return Tournament.objects.get(pk=made.pk)


def is_seated(made: Tournament, key: str) -> bool:
    uses = TableUse.objects.filter(slip__pairing=pairing(made, key), ended_at=None)
    return uses.exists()


def test_both_have_rested_before_a_table_is_called() -> None:
    made = resting(10)
    assert not is_seated(made, "W2.1")
    (waits,) = floor_of(made, later(5)).waiting
    assert waits.rests_until == later(14)
    sweeping.run_due(later(13))
    assert not is_seated(made, "W2.1")
    sweeping.run_due(later(14))
    assert is_seated(made, "W2.1")


def test_without_rest_the_next_match_is_called_at_once() -> None:
    made = resting(0)
    assert is_seated(made, "W2.1")
    assert all(row.rests_until is None for row in floor_of(made, later(5)).slips)


def test_the_desk_may_seat_them_earlier_by_hand() -> None:
    made = resting(10)
    table_desk.seat(made.pk, slip(made, "W2.1").pk, 1, by=made.organizer, now=later(5))
    assert is_seated(made, "W2.1")


def test_it_is_set_on_the_page_of_tables_which_says_who_rests(client: Client) -> None:
    made = resting(10)
    client.force_login(made.organizer)
    page = f"/tournaments/{made.slug}/manage/tables/"
    client.post(page, {"do": "rest-minutes", "minutes": "90"})
    assert Venue.objects.get().rest_min == 90
    client.post(page, {"do": "rest-minutes", "minutes": "500"})
    assert Venue.objects.get().rest_min == rest.LONGEST_MIN
    assert 'id="rest" name="minutes" min="0" max="120" value="120"' in client.get(page).text


def test_nobody_else_sets_it() -> None:
    made = on_board(4, tables=1)
    with pytest.raises(DomainError, match="not_your_role"):
        rest.set_minutes(made.pk, 5, by=director())


def test_who_waits_for_a_table_beside_them_is_called() -> None:
    """A match whose players rest does not hold up those behind it."""
    made = on_board(8, tables=3)
    rest.set_minutes(made.pk, 30, by=made.organizer)
    both_say(slip(made, "W1.1"), now=NOW)
    both_say(slip(made, "W1.2"), now=NOW)
    sweeping.run_due(later(1))
    assert all(is_seated(made, key) for key in ("W1.3", "W1.4"))
    assert not is_seated(made, "W2.1")


def test_nobody_rests_from_a_match_that_was_not_played() -> None:
    made = on_board(4, tables=2)
    rest.set_minutes(made.pk, 30, by=made.organizer)
    for key in ("W1.1", "W1.2"):
        match = slip(made, key)
        action = ForfeitPairing(pairing_id=match.pairing_id, losers=(match.entry_b_id,))
        rule(action, RulingRequest(None, later(1), "Nobody came."))
    assert is_seated(made, "W2.1")
