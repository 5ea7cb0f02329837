"""A club night in a browser: a Swiss chosen in the form, rounds that follow results, a correction seen before it is made,
and taken back from the record."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.people import draw_and_start, make_logins, sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def test_a_director_runs_a_swiss_corrects_a_result_and_takes_that_back(
    topology: Callable[..., Site], browser: Any
) -> None:
    site = topology("embedded")
    make_logins(site, ["olga"])
    page = sign_in(browser, site, "olga")
    slug = make_swiss(page)
    draw_and_start(page)
    first = where_to_rule(page, slug, "R1 1")
    rule(page, first, "Set result", who=0)
    rule(page, where_to_rule(page, slug, "R1 2"), "Set result", who=0)
    before = drawn(site, slug)
    assert len(before) == 4, "the second round follows by itself"
    rule(page, first, "Correct result", who=1)
    assert drawn(site, slug)[0] == (before[0][0].rstrip("*"), before[0][1] + "*")
    page.goto(f"/tournaments/{slug}/manage/rulings/")
    page.get_by_role("link", name="Undo").first.click()
    confirm(page, page.locator("form.card").last, reason="it was right")
    assert drawn(site, slug) == before


def make_swiss(page: Any) -> str:
    """The form as an organizer fills it in; walk-ins at the desk. Returns the slug."""
    page.goto("/tournaments/new/full/")
    page.fill("[name=name]", "Club Night")
    with page.expect_response("**/new/format/"):
        page.locator("#way-swiss").check()
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("3")
    page.get_by_role("button", name="Save draft").click()
    page.wait_for_url("**/manage/")
    page.get_by_role("button", name="Open entry").click()
    for name in NAMES:
        page.locator("form[action$='walk-in/'] [name=name]").fill(name)
        page.locator("form[action$='walk-in/'] button").click()
        page.get_by_role("cell", name=name).first.wait_for()
    return str(page.url.split("/")[-3])


def where_to_rule(page: Any, slug: str, pairing: str) -> str:
    page.goto(f"/tournaments/{slug}/manage/")
    return str(page.get_by_role("link", name=f"Make ruling {pairing}").get_attribute("href"))


def rule(page: Any, path: str, heading: str, who: int) -> None:
    """Say who has won 7–3, look at what moves, and confirm."""
    page.goto(path)
    form = page.locator("form", has=page.get_by_role("heading", name=heading))
    form.get_by_role("radio").nth(who).check()
    form.locator("[name$=winner_points]").fill("7")
    form.locator("[name$=loser_points]").fill("3")
    confirm(page, form, reason="the slip says so")


def confirm(page: Any, form: Any, reason: str) -> None:
    form.locator("[name$=reason]").fill(reason)
    form.get_by_role("button").last.click()
    page.get_by_text("Nothing has changed yet").wait_for()
    page.locator("form.ruling-end button").click()
    page.wait_for_url("**/manage/**")


def drawn(site: Site, slug: str) -> list[tuple[str, ...]]:
    """Who meets whom and who has won, pairing by pairing."""
    rounds = site.get_json(f"/api/v1/tournaments/{slug}/bracket")
    return [
        tuple(f"{slot['player']['name']}{'*' * slot['is_winner']}" for slot in pairing["slots"])
        for row in rounds
        for pairing in row["pairings"]
    ]
