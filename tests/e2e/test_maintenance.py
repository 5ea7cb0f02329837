"""Maintenance on the processes of production: said in `web`, shown at a table of `live`, done by `worker`; nobody pays."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.e2e.test_crash import printed
from tests.e2e.test_downtime import TIMED, left_s, view_of
from tests.e2e.test_flag import until
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
WAIT, WINDOW = timedelta(seconds=6), timedelta(seconds=30)
SENTENCE = "[data-act-bar] .say"

PREPARED = """
import json
from accounts.models import User
from django.utils import timezone
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
User.objects.filter(username="olga").update(is_staff=True, is_superuser=True)
by = User.objects.get(username="olga")
tournament = lifecycle.create(organizer=by, name="Cup", lengths=[1], clock=None)
lifecycle.open_entry(tournament.pk, by=by)
for name in ("cleo", "dora"):
    entries.enter(tournament.pk, User.objects.get(username=name).player, now=timezone.now())
print(json.dumps(tournament.slug))
"""
STARTED = """
from django.utils import timezone
from tournaments.models import Tournament
from tournaments.bracket.services import start
start.start(Tournament.objects.get(slug="{slug}").pk, by=None, now=timezone.now())
"""


def test_every_process_keeps_to_what_staff_announced_and_nobody_is_charged(
    topology: Any, browser: Any
) -> None:
    site: Site = topology("processes")
    tokens = make_logins(site, ["anna", "bert", "cleo", "dora", "olga"])
    slug = printed(site.shell(PREPARED))
    match = printed(site.shell(TIMED.format(reserve=600)))
    anna, bert = (ApiPlayer(site, tokens[name]) for name in ("anna", "bert"))
    boss, player = sign_in(browser, site, "olga"), sign_in(browser, site, "bert")
    player.goto(f"/matches/{match}/")
    player.evaluate("window.sameDocument = true")
    begin(site, match, anna, bert)

    ends_at = announce(boss)
    before = view_of(site, match)
    player.locator("#announced", has_text="nobody loses time").wait_for(state="attached")

    until(lambda: view_of(site, match)["paused"], 30)
    player.locator(SENTENCE, has_text="Maintenance: the match is paused.").wait_for()
    player.locator("#announced", has_text="All matches are paused").wait_for()
    assert moves(bert, match) == moves(anna, match) == "match_paused"
    made = started(site, slug)
    assert view_of(site, made)["paused"]
    assert datetime.now(UTC) < ends_at, "this machine is too slow for the window of this test"

    until(lambda: not view_of(site, match)["paused"], 60)
    player.locator(SENTENCE, has_text="Maintenance").wait_for(state="detached")
    player.wait_for_selector("#announced .over", state="detached")
    after = view_of(site, match)
    passed = (after["now"] - before["now"]) / 1000
    assert left_s(before) - left_s(after) <= passed - WINDOW.total_seconds() + 0.01
    until(lambda: not view_of(site, made)["paused"], 10)
    assert player.evaluate("window.sameDocument")
    assert "2 matches are right" in site.manage("verify_matches")
    text = trail(boss)
    assert [word for word in ("announced", "began", "ended") if f"maintenance.{word}" in text] == [
        "announced",
        "began",
        "ended",
    ]


def begin(site: Site, match: str, *players: ApiPlayer) -> None:
    """Both say that they are ready; the clock of who won the opening runs."""
    for player in players:
        player.do_what_is_owed(match)
    until(lambda: view_of(site, match)["clock"]["running"], 30)


def started(site: Site, slug: str) -> str:
    """A tournament begins in the middle of it; the match that this makes."""
    site.shell(STARTED.format(slug=slug))
    [made] = site.get_json(f"/api/v1/tournaments/{slug}/matches")["results"]
    return str(made["match"])


def trail(boss: Any) -> str:
    boss.goto("/admin/accounts/auditline/")
    return str(boss.inner_text("main"))


def announce(boss: Any) -> datetime:
    """Fill in the form of the administration, in the staff's own zone, UTC; until when it is."""
    boss.goto("/admin/games/maintenance/announce/")
    starts_at = (datetime.now(UTC) + WAIT).replace(microsecond=0)
    ends_at = starts_at + WINDOW
    for name, moment in (("starts_at", starts_at), ("ends_at", ends_at)):
        boss.fill(f"[name={name}]", f"{moment:%Y-%m-%dT%H:%M:%S}")
    boss.fill("[name=reason]", "New disks.")
    boss.click("[name=act]")
    boss.wait_for_url("**/change/")
    return ends_at


def moves(who: ApiPlayer, match: str) -> str:
    """What a roll is answered while nobody may play."""
    seq = who.get(f"/api/v1/matches/{match}")["view"]["seq"]
    body = {"kind": "roll", "payload": {}, "expected_seq": seq, "key": f"{who.id}"}
    return str(who.send("POST", f"/api/v1/matches/{match}/actions", body)[1]["code"])
