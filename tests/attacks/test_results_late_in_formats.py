"""Results that an event holds back, in other formats, over the board and for teams: nothing tells spectators before its time."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from games.services.play import act
from games.services.submissions import Submission
from tests.attacks.test_results_seen_late import PUBLIC, begun_event, known_addresses, read
from tests.attacks.test_seen_late import DELAY, LATER, differing
from tests.tournaments.making import NOW, director, entry, pairing, started
from tests.tournaments.teams import begun, with_teams
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.bracket.services import advancement, snapshots
from tournaments.models import PairingMatch, Slip, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing
from tournaments.ruling.services.withdrawal import WithdrawEntry

pytestmark = pytest.mark.django_db
LATE = {"spectator_delay_s": DELAY, "delay_results": True}


def online(format: str, **options: int) -> Callable[[], Tournament]:
    return lambda: started(6, organizer=director(), format=format, options=options, **LATE)


def teams() -> Tournament:
    return begun(with_teams(4, boards=3, organizer=director(), **LATE))


def into_a_knockout() -> Tournament:
    """The groups are over after one round; their first two go on."""
    later = [{"format": "single_elimination", "take": {"cut": "top_of_group", "n": 1}}]
    options = {"groups": 2}
    return started(
        4, organizer=director(), format="groups", options=options, later_stages=later, **LATE
    )


def play_round(made: Tournament) -> None:
    """Seat A wins every match that is on, and the first entry every slip."""
    on = PairingMatch.objects.filter(
        pairing__stage__tournament=made, voided_at=None, match__finished_at=None
    )
    for row in on:
        seat = row.match.seats.filter(seat="B").select_related("player").order_by("pk")[0]
        who = seat.player.user_id
        act(Submission(row.match_id, "B", "concede", {}, LATER, user_id=who), LATER)
    advancement.advance(made.pk, LATER)
    for stored in Slip.objects.filter(
        pairing__stage__tournament=made, closed_at=None, voided_at=None
    ):
        both_say(stored, now=LATER)


@pytest.mark.parametrize(
    "make",
    [
        online("round_robin"),
        online("swiss", rounds=3),
        online("double_elimination"),
        online("groups"),
        teams,
        into_a_knockout,
        lambda: on_board(4, tables=4, organizer=director(), **LATE),
    ],
    ids=[
        "round robin",
        "swiss",
        "double elimination",
        "groups",
        "teams",
        "two stages",
        "Over the board",
    ],
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


def test_who_holds_the_slip_sees_its_state_at_once() -> None:
    """The slip acts for its two players, with a login or without."""
    with time_machine.travel(NOW, tick=False):
        made = on_board(4, tables=4, organizer=director(), **LATE)
    with time_machine.travel(LATER, tick=False):
        stored = slip(made, "W1.1")
        page = f"/t/{stored.code}/"
        before = Client().get(page).content
        both_say(stored, now=LATER)
        snapshots.keep(LATER)
        after = Client().get(page).content
        assert before != after
        assert Client().get(page).status_code == 200


def test_nothing_tells_what_a_director_ruled() -> None:
    with time_machine.travel(NOW, tick=False):
        made = begun_event(started(4, organizer=director(), **LATE))
        snapshots.keep(NOW)
    with time_machine.travel(LATER, tick=False):
        addresses = known_addresses(made, [])
        before = read(Client(), addresses)
        order = RulingRequest(made.organizer, LATER, "Was not there.")
        rule(
            ForfeitPairing(pairing_id=pairing(made, "W1.1").pk, losers=(entry(made, 4).pk,)), order
        )
        rule(WithdrawEntry(entry_id=entry(made, 3).pk, verb="withdraw"), order)
        assert pairing(made, "W1.2").outcome
        snapshots.keep(LATER)
        assert differing(before, read(Client(), addresses)) == []
