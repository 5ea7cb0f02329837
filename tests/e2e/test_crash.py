"""Processes are killed in the middle: what was answered stays, and the site goes on by itself."""

import json
from typing import Any

import pytest

from tests.e2e.people import ApiPlayer, Crowd, make_logins, sign_in
from tests.e2e.table_page import TablePage
from tests.e2e.test_flag import until, wait_for_the_champion
from tests.services.topology import Site
from tests.services.two_players import TwoPlayers

pytestmark = pytest.mark.e2e
NOTICE = "[data-act-bar] .notice"

CUP = """
import json
from django.utils import timezone
from accounts.models import User
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
from tournaments.bracket.services import start
by = User.objects.get(username="olga")
tournament = lifecycle.create(organizer=by, name="Cup", lengths=[1], clock=None)
lifecycle.open_entry(tournament.pk, by=by)
for name in {names!r}:
    entries.enter(tournament.pk, User.objects.get(username=name).player, now=timezone.now())
start.start(tournament.pk, by=by, now=timezone.now())
print(json.dumps(tournament.slug))
"""
FRIENDLY = """
import json
from django.utils import timezone
from accounts.models import User
from games.engine.rules import Rules
from games.services.setup import create_match
seats = [User.objects.get(username=name).player for name in ("anna", "bert")]
match = create_match(seat_a=seats[0], seat_b=seats[1], rules=Rules.preset("tournament", 1),
    clock=None, context={"title": "Test"}, join_within=None, now=timezone.now())
print(json.dumps(str(match.pk)))
"""


def printed(text: str) -> Any:
    return json.loads(text.strip().splitlines()[-1])


def test_a_worker_killed_between_the_end_and_the_advancement_loses_nothing(topology: Any) -> None:
    site: Site = topology("processes")
    names = ["anna", "bert", "cleo", "dora"]
    tokens = make_logins(site, ["olga", *names])
    slug = printed(site.shell(CUP.format(names=names)))
    players = [ApiPlayer(site, tokens[name], 40) for name in names]
    with Crowd(players):
        site.kill("worker")
        until(lambda: all(not player.open_matches() for player in players), 120)
        assert unfinished(site, slug) == []
        assert site.get_json(f"/api/v1/tournaments/{slug}")["status"] == "running"
        site.restart("worker")
        wait_for_the_champion(site, slug)
    assert "3 matches are right" in site.manage("verify_matches")


def unfinished(site: Site, slug: str) -> list[str]:
    rows = site.get_json(f"/api/v1/tournaments/{slug}/matches")["results"]
    return [row["id"] for row in rows if row["status"] != "finished"]


def test_a_match_goes_on_in_the_browser_after_the_server_was_killed(
    site: Site, browser: Any
) -> None:
    make_logins(site, ["anna", "bert"])
    match = printed(site.shell(FRIENDLY))
    tables = [TablePage(sign_in(browser, site, name), match) for name in ("anna", "bert")]
    play(tables, 14)
    name = "site" if "site" in site.processes else "live"
    site.kill(name)
    tables[0].page.locator(NOTICE, has_text="Reconnecting").wait_for()
    site.restart(name)
    for table in tables:
        table.page.locator(NOTICE, has_text="Reconnecting").wait_for(state="detached")
    play(tables, 10_000)
    assert all(table.is_over() for table in tables)
    assert "1 matches are right" in site.manage("verify_matches")


def play(tables: list[TablePage], most: int) -> None:
    """So many presses in turn, or to the end of the match."""
    done = 0

    def one_more() -> bool:
        nonlocal done
        done += sum(table.act() for table in tables)
        return done >= most or all(table.is_over() for table in tables)

    until(one_more, 120, pause=0.03)


def test_an_answered_action_survives_a_kill_that_follows_at_once(site: Site) -> None:
    two = TwoPlayers(site, length=1)
    two.sit_down()
    name = "site" if "site" in site.processes else "live"
    for _ in range(3):
        answered = [two.advance()["seq"] for _ in range(4)][-1]
        site.kill(name)
        site.restart(name)
        assert two.view("A")["seq"] >= answered
    assert "1 matches are right" in site.manage("verify_matches")
