"""Two players agree over the API when they play."""

from datetime import timedelta

import pytest
import time_machine
from rest_framework.test import APIClient

from tests.tournaments.making import NOW
from tests.tournaments.timing.test_appointments import EVENING, HOUR, user
from tests.tournaments.timing.timed import timed, timing_of

pytestmark = pytest.mark.django_db


def test_one_offers_the_other_accepts_and_either_withdraws() -> None:
    made = timed(4, timing={"round_days": 7})
    first_player, four, two = APIClient(), APIClient(), APIClient()
    for client, name in ((first_player, 1), (four, 4), (two, 2)):
        client.force_authenticate(user(made, name))
    address = f"/api/v1/matches/{timing_of(made, 'W1.1').pairing_match.match_id}/times"
    with time_machine.travel(NOW, tick=False):
        assert two.get(address).status_code == 404
        times = [EVENING.isoformat(), (EVENING + HOUR).isoformat()]
        offered = first_player.put(address, {"times": times}, format="json").json()
        assert len(offered["mine"]) == 2
        (first, _second) = four.get(address).json()["theirs"]
        assert (
            first_player.post(address, {"offer": first["id"]}, format="json").json()["code"]
            == "own_time"
        )
        assert two.post(address, {"offer": first["id"]}, format="json").status_code == 404
        agreed = four.post(address, {"offer": first["id"]}, format="json").json()
        assert agreed["start_at"] == EVENING.isoformat().replace("+00:00", "Z")
        assert four.post(address, {"offer": first["id"]}, format="json").status_code == 404
        assert first_player.delete(address).json()["start_at"] is None


@pytest.mark.parametrize(
    ("times", "status", "code"),
    [
        ([], 400, "invalid"),
        ([(NOW - timedelta(days=1)).isoformat()], 400, "time_past"),
        (["9999-12-31T23:59:59Z"], 400, "after_deadline"),
        (["0001-01-01T00:00:00+14:00"], 400, "invalid"),
    ],
)
def test_times_that_cannot_be_offered_are_refused(times: list[str], status: int, code: str) -> None:
    made = timed(4, timing={"round_days": 7})
    client = APIClient()
    client.force_authenticate(user(made, 1))
    address = f"/api/v1/matches/{timing_of(made, 'W1.1').pairing_match.match_id}/times"
    with time_machine.travel(NOW, tick=False):
        refused = client.put(address, {"times": times}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (status, code)
