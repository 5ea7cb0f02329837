"""The whole story on a running site of several processes, from the organizer's form to the champion.

In the one-process shape test_weekend and test_autopilot run whole tournaments.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.people import ApiPlayer, Crowd, draw_and_start, make_logins, sign_in
from tests.e2e.table_page import TablePage
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
SCRIPTS = ["cleo", "dora", "emil", "finn", "gus", "hana"]
PEOPLE = ["anna", "bert"]
LONGEST = 420
MOST = 40
"""Actions after which a script resigns; a game has about a hundred."""


def test_an_organizer_runs_eight_players_to_the_champion(
    topology: Callable[..., Site], browser: Any
) -> None:
    site = topology("processes")
    tokens = make_logins(site, ["olga", *PEOPLE, *SCRIPTS])
    organizer = sign_in(browser, site, "olga")
    slug = make_tournament(organizer)
    pages = {name: sign_in(browser, site, name) for name in PEOPLE}
    for page in pages.values():
        page.goto(f"/tournaments/{slug}/")
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("button", name="Withdraw").wait_for()
    scripts = [ApiPlayer(site, tokens[name], MOST) for name in SCRIPTS]
    for script in scripts:
        assert script.send("POST", f"/api/v1/tournaments/{slug}/entries")[0] in (200, 201)
    organizer.goto(f"/tournaments/{slug}/manage/")
    draw_and_start(organizer)
    organizer.get_by_text("Running automatically").wait_for()
    with Crowd(scripts):
        play_through(site, slug, {ApiPlayer(site, tokens[n]).id: p for n, p in pages.items()})
    check_the_end(site, slug, organizer)


def make_tournament(page: Any) -> str:
    """Fill in the form as an organizer does, open it for entry; returns the tournament's slug."""
    page.goto("/tournaments/new/full/")
    page.fill("[name=name]", "Harbour Open")
    page.fill("[name=entry_limit]", "8")
    for which in ("final", "semi", "quarter", "earlier"):
        page.fill(f"[name=length_{which}]", "1")
    page.get_by_role("button", name="Save draft").click()
    page.wait_for_url("**/manage/")
    page.get_by_role("button", name="Open entry").click()
    page.get_by_role("button", name="Preview draw").wait_for()
    return page.url.split("/")[-3]


def play_through(site: Site, slug: str, pages: dict[int, Any]) -> None:
    """Each person plays every match of theirs until the tournament is over."""
    tables: dict[int, TablePage] = {}
    broken: set[str] = set()
    give_up = time.monotonic() + LONGEST
    while time.monotonic() < give_up:
        if not tables:
            if site.get_json(f"/api/v1/tournaments/{slug}")["status"] == "finished":
                return
            tables = sit_down(site, slug, pages)
        acted = [table.act() for table in tables.values()]
        for player, table in list(tables.items()):
            if table.match not in broken and started(site, table.match):
                broken.add(table.match)
                reload_and_go_offline(table)
            if table.is_over():
                del tables[player]
        if not any(acted):
            time.sleep(0.1)
    pytest.fail("the tournament did not end in time")


def sit_down(site: Site, slug: str, pages: dict[int, Any]) -> dict[int, TablePage]:
    """Open the table of every person who has a match, from the button on their home page."""
    at: dict[int, TablePage] = {}
    for player, page in pages.items():
        path = f"/api/v1/matches?player={player}&live=true"
        for row in site.get_json(path)["results"]:
            page.goto("/")
            page.get_by_role("link", name="Play", exact=True).first.wait_for()
            at[player] = TablePage(page, row["id"])
    return at


def started(site: Site, match: str) -> bool:
    return site.get_json(f"/api/v1/matches/{match}")["view"]["seq"] > 12


def reload_and_go_offline(table: TablePage) -> None:
    """In the middle of a game: a reload, then two seconds without a network and something done meanwhile."""
    table.page.reload()
    table.wait()
    table.page.context.set_offline(True)
    table.act()
    time.sleep(2)
    table.page.context.set_offline(False)


def check_the_end(site: Site, slug: str, page: Any) -> None:
    rows = site.get_json(f"/api/v1/tournaments/{slug}/standings")
    first = rows[0]
    assert (first["place_from"], first["place_to"], first["won"]) == (1, 1, 3)
    assert [row["place_from"] for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]
    name = first["player"]["name"]
    page.goto(f"/tournaments/{slug}/")
    assert name in page.get_by_role("main").inner_text()
    assert site.get_json(f"/api/v1/tournaments/{slug}")["champion"]
    verified = site.manage("verify_matches")
    assert "7" in verified, verified
