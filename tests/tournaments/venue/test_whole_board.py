"""Whole tournaments over the board, to the champion: the same brackets, slips in place of matches."""

import pytest

from games.models import Match
from tests.tournaments.making import NOW, pairing
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.bracket.services.advancement import recompute
from tournaments.models import PairingMatch, Slip, TableUse
from tournaments.venue.selectors.venue import slips_of

pytestmark = pytest.mark.django_db


def test_a_knockout_with_consolation_of_thirty_seven_is_played_to_its_champion_without_a_match() -> (
    None
):
    made = on_board(37, tables=10, format="consolation")
    for _ in range(200):
        seated = [row for row in slips_of(made) if row.table is not None]
        if not seated:
            break
        for row in seated:
            both_say(Slip.objects.select_related("pairing__round").get(pk=row.id))
    made.refresh_from_db()
    assert made.status == "finished"
    assert made.champion is not None
    assert not Match.objects.exists()
    assert not PairingMatch.objects.exists()
    assert not TableUse.objects.filter(ended_at=None).exists()
    assert recompute(made.pk, NOW).is_nothing


def test_the_winner_of_a_slip_goes_on_and_the_next_slip_is_made() -> None:
    made = on_board(4)
    both_say(slip(made, "W1.1"))
    both_say(slip(made, "W1.2"))
    final = slip(made, "W2.1")
    assert pairing(made, "W1.1").outcome == "played"
    assert {final.entry_a_id, final.entry_b_id} == {
        pairing(made, "W1.1").winner_id,
        pairing(made, "W1.2").winner_id,
    }
