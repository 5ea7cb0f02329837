"""The server is stopped while a clock runs: nobody pays for the time in which nobody could act."""

import json
import time
from typing import Any

import pytest

from tests.e2e.people import ApiPlayer, make_logins
from tests.e2e.test_flag import until, wait_for_the_end
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
RESERVE_S = DOWN_S = 9

TIMED = """
import json
from django.utils import timezone
from accounts.models import User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.services.setup import create_match
seats = [User.objects.get(username=name).player for name in ("anna", "bert")]
match = create_match(seat_a=seats[0], seat_b=seats[1], rules=Rules.preset("tournament", 1),
    clock=ClockSettings("simple", {reserve}000, 0), context={{}}, join_within=None,
    now=timezone.now())
print(json.dumps(str(match.pk)))
"""


def test_a_running_clock_is_not_charged_for_the_time_the_server_was_away(site: Site) -> None:
    tokens = make_logins(site, ["anna", "bert"])
    text = site.shell(TIMED.format(reserve=RESERVE_S))
    match = json.loads(text.strip().splitlines()[-1])
    for name in ("anna", "bert"):
        ApiPlayer(site, tokens[name]).do_what_is_owed(match)
    until(lambda: view_of(site, match)["clock"]["running"], 5)
    accepting = [name for name in ("site", "web", "live") if name in site.processes]
    for name in accepting:
        site.kill(name)
    time.sleep(DOWN_S)
    for name in accepting:
        site.restart(name)
    view = view_of(site, match)
    assert view["status"] == "playing"
    assert left_s(view) > 1
    wait_for_the_end(site, match)
    assert view_of(site, match)["outcome"]["reason"] == "time"


def view_of(site: Site, match: str) -> Any:
    return site.get_json(f"/api/v1/matches/{match}")["view"]


def left_s(view: dict[str, Any]) -> float:
    clock = view["clock"]
    return (clock["reserve_ms"][clock["running"]] - (view["now"] - clock["at"])) / 1000
