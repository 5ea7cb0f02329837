"""A player stops acting: their flag falls by the worker alone, and the bracket moves."""

import json
import time
from typing import Any

import pytest

from tests.e2e.people import ApiPlayer, Crowd, make_logins, sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e

SHORT_CLOCK = """
import json
from django.utils import timezone
from accounts.models import User
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
from tournaments.bracket.services import start
by = User.objects.get(username="olga")
tournament = lifecycle.create(organizer=by, name="Bullet", lengths=[1], draw_method="manual",
    clock={"kind": "simple", "reserve_ms_per_point": 3000, "delay_ms": 1000})
lifecycle.open_entry(tournament.pk, by=by)
for name in ("anna", "bert", "cleo", "dora"):
    entries.enter(tournament.pk, User.objects.get(username=name).player, now=timezone.now())
start.start(tournament.pk, by=by, now=timezone.now())
print(json.dumps(tournament.slug))
"""


def test_a_flag_falls_by_the_worker_alone_and_the_bracket_moves(site: Site, browser: Any) -> None:
    tokens = make_logins(site, ["olga", "anna", "bert", "cleo", "dora"])
    slug = json.loads(site.shell(SHORT_CLOCK).strip().splitlines()[-1])
    page = sign_in(browser, site, "anna")
    page.goto(f"/tournaments/{slug}/")
    page.locator(".pair .tbd").first.wait_for()
    anna = ApiPlayer(site, tokens["anna"])
    with Crowd([ApiPlayer(site, tokens[name]) for name in ("bert", "cleo", "dora")]):
        [match] = anna.open_matches()
        anna.do_what_is_owed(match)
        wait_for_the_end(site, match)
        assert site.get_json(f"/api/v1/matches/{match}")["view"]["outcome"]["reason"] == "time"
        wait_for_the_champion(site, slug)
    rows = site.get_json(f"/api/v1/tournaments/{slug}/standings")
    loser = next(row for row in rows if row["player"]["id"] == anna.id)
    assert (loser["place_from"], loser["won"], loser["lost"]) == (3, 0, 1)
    page.locator(".pair .tbd").first.wait_for(state="detached")


def wait_for_the_end(site: Site, match: str) -> None:
    until(lambda: site.get_json(f"/api/v1/matches/{match}")["view"]["status"] == "finished", 40)


def wait_for_the_champion(site: Site, slug: str) -> None:
    until(lambda: site.get_json(f"/api/v1/tournaments/{slug}")["status"] == "finished", 60)


def until(happened: Any, seconds: float, *, pause: float = 0.2) -> None:
    give_up = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < give_up, "it did not happen in time"
        time.sleep(pause)
