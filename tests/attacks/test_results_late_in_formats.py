"""Results that an event holds back, in other formats, over the board and for teams: nothing tells spectators before its time."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from tests.attacks.test_results_seen_late import PUBLIC, begun_event, known_addresses, read
from tests.attacks.test_seen_late import DELAY, LATER, differing
from tests.tournaments.making import NOW, director, started, win
from tests.tournaments.venue.room import both_say, on_board
from tournaments.models import PairingMatch, Slip, Tournament
from tournaments.services.bracket import snapshots

pytestmark = pytest.mark.django_db
LATE = {"spectator_delay_s": DELAY, "delay_results": True}


def online(format: str, **options: int) -> Callable[[], Tournament]:
    return lambda: started(6, organizer=director(), format=format, options=options, **LATE)


def play_round(made: Tournament) -> None:
    """Everybody who waits for a match wins or loses it: the lower number wins."""
    for row in PairingMatch.objects.filter(
        pairing__stage__tournament=made, voided_at=None, match__finished_at=None
    ).select_related("pairing", "entry_a__player", "entry_b__player"):
        names = (row.entry_a.player.name, row.entry_b.player.name)
        win(made, row.pairing.key, min(names, key=int), LATER)
    for slip in Slip.objects.filter(
        pairing__stage__tournament=made, closed_at=None, voided_at=None
    ):
        both_say(slip, now=LATER)


@pytest.mark.parametrize(
    "make",
    [
        online("round_robin"),
        online("swiss", rounds=3),
        online("double_elimination"),
        online("groups"),
        lambda: on_board(4, tables=4, organizer=director(), **LATE),
    ],
    ids=["round robin", "swiss", "double elimination", "groups", "over the board"],
)
def test_nothing_tells_that_a_round_was_played(make: Callable[[], Tournament]) -> None:
    with time_machine.travel(NOW, tick=False):
        made = begun_event(make())
        snapshots.keep(NOW)
    with time_machine.travel(LATER, tick=False):
        matches = list(PairingMatch.objects.filter(pairing__stage__tournament=made))
        addresses = known_addresses(made, [row.match_id for row in matches])
        before = read(Client(), addresses)
        play_round(made)
        made.refresh_from_db()
        assert made.version > made.spectator_snapshots.get().version
        snapshots.keep(LATER)
        assert differing(before, read(Client(), addresses)) == []
    with time_machine.travel(PUBLIC + timedelta(seconds=30), tick=False):
        changed = differing(before, read(Client(), addresses))
        assert f"/api/v1/tournaments/{made.slug}/bracket" in changed
        assert f"/tournaments/{made.slug}/rounds/" in changed
