"""A whole weekend over the board, as its director plays it in a browser: thirty-seven entries, a no-show, somebody late,
phones that agree, phones that do not, a correction three rounds back, consolation and last chance, and the payout."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e import weekend as story
from tests.e2e import weekend_played as matches
from tests.e2e import weekend_walk as walk
from tests.e2e.clicks import Hand, documented
from tests.e2e.people import make_logins, sign_in
from tests.e2e.weekend import Weekend, winner_of
from tests.services.topology import Embedded

pytestmark = pytest.mark.e2e
ENTRIES = 37


@pytest.fixture(scope="module")
def played(chromium: str, browser: Any) -> Iterator[Weekend]:
    """The weekend, from the first click to the last prize."""
    site = Embedded()
    try:
        make_logins(site, ["olga"])
        on = Weekend(site, Hand(sign_in(browser, site, "olga")), browser)
        for act in (
            story.make, story.enter, story.take_fees, story.check_in, story.draw, story.print_slips,
            matches.report_by_phones, matches.settle_disputes, matches.type_quickly, matches.no_show,
        ):  # fmt: skip
            act(on)
        matches.play_on(on, turns=3)
        matches.correct(on)
        matches.play_on(on)
        matches.pay_out(on)
        yield on
    finally:
        site.stop()


def test_thirty_seven_play_main_consolation_and_last_chance_to_their_winners(
    played: Weekend,
) -> None:
    json = played.site.get_json(f"/api/v1/tournaments/{played.slug}")
    assert json["status"] == "finished"
    assert json["entries"] == ENTRIES
    rounds = played.bracket()
    assert {row["section"] for row in rounds} == {"main", "consolation", "last_chance"}
    assert all(row["done"] for row in rounds)
    finals = {row["section"]: winner_of(row["pairings"][-1]) for row in rounds}
    assert all(finals.values())
    assert finals["main"] == json["champion"]["name"]


def test_a_correction_three_rounds_back_is_seen_before_it_is_made(played: Weekend) -> None:
    wrong, right = played.notes["corrected"]
    cascade = played.notes["cascade"]
    assert "Nothing has changed yet" in cascade
    assert all(re.search(rf"^{name} \d+$", cascade, re.MULTILINE) for name in ("R32", "R16"))
    assert wrong in cascade
    assert right in cascade


def test_everybody_who_has_won_is_paid_and_the_house_keeps_nothing_of_it(played: Weekend) -> None:
    assert re.search(r"Outstanding\s+€?0", played.notes["payout"]), played.notes["payout"][:400]


def test_the_public_sees_who_has_won_and_where_everybody_came(played: Weekend) -> None:
    champion = played.site.get_json(f"/api/v1/tournaments/{played.slug}")["champion"]["name"]
    visitor = played.phone()
    visitor.goto(f"/tournaments/{played.slug}/")
    visitor.get_by_text(f"Winner: {champion}").wait_for()
    visitor.goto(f"/tournaments/{played.slug}/standings/")
    first = visitor.locator("tbody tr").first.inner_text()
    assert champion in first
    assert visitor.get_by_text(story.LATE).count()
    visitor.goto(f"/tournaments/{played.slug}/wall/")
    assert champion in visitor.locator("[data-wall]").inner_text()
    visitor.context.close()


@pytest.mark.parametrize("width", [1366, 390])
def test_the_payout_sheet_keeps_its_columns_apart_and_its_names_whole(
    played: Weekend, width: int
) -> None:
    page, before = played.page, played.page.viewport_size
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/tournaments/{played.slug}/manage/money/payout/")
    page.locator(".money-paying").first.wait_for()
    spilled, broken = page.evaluate("""() => {
        const around = (node, from, to) => {
          const range = document.createRange();
          range.setStart(node, from); range.setEnd(node, to);
          return range;
        };
        const cells = [...document.querySelectorAll(".money-paying td:nth-child(-n + 2)")].filter((element) => element.checkVisibility());
        const spilled = cells.filter((element) => around(element, 0, element.childNodes.length).getBoundingClientRect().right
            > element.getBoundingClientRect().right + 1);
        const names = [...document.querySelectorAll(".money-who")].map((element) => element.firstChild);
        const broken = names.filter((name) => [...name.data.matchAll(/[^\\s-]+/g)]
            .some((word) => around(name, word.index, word.index + word[0].length).getClientRects().length > 1));
        return [spilled.map((element) => element.textContent), broken.map((element) => element.data)];
    }""")
    if before:
        page.set_viewport_size(before)
    assert (spilled, broken) == ([], [])


def test_each_task_takes_as_many_clicks_as_is_written_down(played: Weekend) -> None:
    promised = documented()
    assert played.hand.counted == {task: promised.get(task) for task in played.hand.counted}


def test_axe_finds_nothing_on_any_page_of_the_weekend_and_none_is_wider_than_a_phone(
    played: Weekend,
) -> None:
    result = walk.complaints_about(played.page, walk.pages(played))
    assert result == []
