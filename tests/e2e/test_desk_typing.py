"""Nothing that a director types at the desk is lost: on a slow line, while others change the desk, before a key that leads away."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e

# A knockout of 32 over the board, one open for entry, and one with two matches that wait for a table.
MAKE = """
import json
from django.utils import timezone
from accounts.models import Player, User
from tournaments.models import Entry, TablePool, PlayingTable, Venue
from tournaments.setup.services import lifecycle
from tournaments.bracket.services.start import start
now, tiina, marek = timezone.now(), User.objects.get(username="tiina"), User.objects.get(username="marek")
made = []
for name, size, tables in (("Open", 32, 16), ("Seeds", 6, 0), ("Hall", 8, 2)):
    tournament = lifecycle.create(organizer=tiina, name=name, lengths=[5], clock=None, draw_method="manual")
    tournament.directors.add(marek)
    lifecycle.open_entry(tournament.pk, by=tiina)
    people = Player.objects.bulk_create(Player(name=f"{name} {n + 1:02}") for n in range(size))
    Entry.objects.bulk_create(Entry(tournament=tournament, player=p, entered_at=now) for p in people)
    made.append(tournament.slug)
    if name == "Seeds":
        continue
    Venue.objects.create(tournament=tournament, where="board")
    pool = TablePool.objects.create(tournament=tournament, created_at=now)
    PlayingTable.objects.bulk_create(PlayingTable(table_pool=pool, number=n + 1) for n in range(tables))
    start(tournament.pk, by=None, now=now, draw_seed="5e" * 32)
print(json.dumps(made))
"""
DECIDED = """
from tournaments.models import Pairing
print(Pairing.objects.filter(stage__tournament__slug="{slug}", decided_at__isnull=False, voided_at=None).count())
"""
LATENCY_MS = 1_500
PATIENCE_MS = 120_000


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[tuple[Site, str, str, str]]:
    site = Embedded(DEMO="0")
    make_logins(site, ["tiina", "marek"])
    knockout, seeds, third = json.loads(site.shell(MAKE).strip().splitlines()[-1])
    yield site, knockout, seeds, third
    site.stop()


def at_desk(browser: Any, site: Site, name: str, path: str) -> Any:
    page = sign_in(browser, site, name)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(path)
    return page


def decided(site: Site, slug: str) -> int:
    return int(site.shell(DECIDED.format(slug=slug)).strip().splitlines()[-1])


def on_a_slow_line(page: Any) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1}
    line.send("Network.emulateNetworkConditions", {**conditions, "uploadThroughput": -1})


def test_ten_results_typed_on_a_slow_line_all_count_and_the_refused_one_is_corrected(
    browser: Any, house: tuple[Site, str, str, str]
) -> None:
    site, slug, *_ = house
    page = at_desk(browser, site, "tiina", f"/tournaments/{slug}/manage/")
    before = decided(site, slug)
    on_a_slow_line(page)
    page.keyboard.press("e")
    for number in range(1, 11):
        page.keyboard.type("R32 4 9-3" if number == 4 else f"R32 {number} 5-{number % 5}")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    expect(page.locator("[data-typed]")).to_contain_text("Sending")
    refused = page.locator(".desk-refused")
    expect(refused).to_have_count(1, timeout=PATIENCE_MS)
    expect(refused).to_contain_text("The winner of this match needs 5, the loser fewer.")
    expect(refused.get_by_role("textbox")).to_have_value("R32 4 9-3")
    expect(page.locator("[data-typed] > li")).to_have_count(1, timeout=PATIENCE_MS)
    assert decided(site, slug) == before + 9
    refused.get_by_role("textbox").fill("R32 4 5-3")
    refused.get_by_role("textbox").press("Enter")
    expect(refused).to_have_count(0)
    expect(page.locator("[data-says]")).to_contain_text("R32 4", timeout=PATIENCE_MS)
    assert decided(site, slug) == before + 10
    assert page.errors == []
    page.context.close()


def test_a_result_is_sent_again_when_the_line_is_cut(browser: Any, house: Any) -> None:
    site, slug, *_ = house
    page = at_desk(browser, site, "tiina", f"/tournaments/{slug}/manage/")
    before = decided(site, slug)
    page.route("**/quick/", lambda route: route.abort())
    page.keyboard.press("e")
    page.keyboard.type("R32 11 5-1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-typed]")).to_contain_text("No connection")
    page.unroute("**/quick/")
    expect(page.locator("[data-says]")).to_contain_text("R32 11", timeout=15_000)
    assert decided(site, slug) == before + 1
    page.context.close()


def test_a_refused_result_stays_in_its_field_with_the_reason_that_the_hint_gave(
    browser: Any, house: Any
) -> None:
    site, slug, *_ = house
    page = at_desk(browser, site, "tiina", f"/tournaments/{slug}/manage/")
    field, says = page.locator("#quick"), page.locator("#quick-says")
    for typed in ("R32 16 9-3", "R32 16 5-5", "R32 16 3-2", "nobody 5-2"):
        field.fill("")
        expect(says).to_have_text("")
        field.press_sequentially(typed)
        expect(says.locator(".danger")).to_be_visible()
        reason = says.inner_text()
        field.press("Enter")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_value(typed)
        expect(says).to_have_text(reason)
        expect(page.get_by_text(reason)).to_have_count(1)
        expect(page.locator("#desk-dialog")).to_be_hidden()
    page.context.close()


def test_undo_takes_back_exactly_what_was_typed(browser: Any, house: Any) -> None:
    site, slug, *_ = house
    page = at_desk(browser, site, "tiina", f"/tournaments/{slug}/manage/")
    before = decided(site, slug)
    page.keyboard.press("e")
    page.keyboard.type("R32 14 5-1")  # its winner has no opponent yet: nothing else would move
    page.keyboard.press("Enter")
    says = page.locator("[data-says]")
    expect(says).to_contain_text("R32 14")
    expect(says.get_by_role("link", name="Undo")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.locator("#desk-dialog h1")).to_have_text("Undo result: R32 14")
    page.keyboard.press("Enter")
    expect(says).to_contain_text("Result undone", timeout=15_000)
    assert decided(site, slug) == before
    page.context.close()


def test_a_half_typed_seed_outlives_an_entry_that_somebody_else_takes_out(
    browser: Any, house: Any
) -> None:
    site, _knockout, slug, _third = house
    path = f"/tournaments/{slug}/manage/?tab=entries"
    tiina, marek = (at_desk(browser, site, name, path) for name in ("tiina", "marek"))
    rows = tiina.locator(".entry-list tbody tr")
    expect(rows).to_have_count(6)
    seed = tiina.get_by_label("Seeds 04: seed")
    seed.focus()
    tiina.keyboard.type("1")
    marek.get_by_role("button", name="Remove Seeds 02").click()
    expect(rows).to_have_count(5, timeout=15_000)
    expect(seed).to_be_focused()
    tiina.keyboard.type("2")
    expect(seed).to_have_value("12")
    tiina.keyboard.press("Escape")
    expect(seed).not_to_be_focused()
    tiina.keyboard.press("2")
    expect(tiina.locator("[data-says]")).to_contain_text("unsaved text")
    expect(seed).to_be_focused()
    expect(seed).to_have_value("12")
    assert tiina.errors == marek.errors == []
    tiina.context.close()
    marek.context.close()


MORPHED = {
    "remove above": "bcde", "insert above": "xabcde", "move": "cabde", "change beside": "abcdx",
    "replace": "xbcye", "turn round": "edcba",
}  # fmt: skip
MORPH = """async ([before, after, type]) => {
    const { morph } = await import("/static/js/dom_diff.js"); // by itself: what the page runs is a bundle
    const list = (rows) => `<main id="list">${rows.map((row) => `<p data-row id="row-${row}"><b>${row}</b> <input></p>`).join("")}</main>`;
    const page = (rows) => new DOMParser().parseFromString(list(rows), "text/html").getElementById("list");
    document.querySelector("#list")?.remove();
    document.body.append(page(before));
    const field = document.querySelector("#row-c input");
    field.focus();
    field.value = type;
    const seen = new MutationObserver(() => {});
    seen.observe(document.getElementById("list"), { childList: true });
    morph(document.getElementById("list"), page(after));
    return {
        rows: [...document.querySelectorAll("#list > p")].map((row) => row.id.slice(4)),
        isSame: field === document.querySelector("#row-c input"), value: field.value,
        isFocused: document.activeElement === field, changes: seen.takeRecords().length,
    };
}"""


def test_a_field_keeps_its_focus_and_its_text_whatever_changes_around_it(
    browser: Any, house: Any
) -> None:
    site, _knockout, slug, _third = house
    page = at_desk(browser, site, "tiina", f"/tournaments/{slug}/manage/?tab=entries")
    for case, after in MORPHED.items():
        for typed in ("", "1"):
            became = page.evaluate(MORPH, [list("abcde"), list(after), typed])
            assert became["rows"] == list(after), case
            kept = (became["isSame"], became["isFocused"], became["value"])
            assert kept == (True, True, typed), case
            assert case != "remove above" or became["changes"] == 1, "only that line is touched"
    assert page.errors == []
    page.context.close()


def test_a_table_number_that_is_being_typed_stays_while_the_tables_change(
    browser: Any, house: Any
) -> None:
    site, _knockout, _seeds, slug = house
    tiina = at_desk(browser, site, "tiina", f"/tournaments/{slug}/manage/tables/")
    expect(tiina.get_by_label(": table")).to_have_count(2)
    waiting = tiina.locator("[id^=waiting-]").last.get_attribute("id")
    number = tiina.locator(f"#{waiting}").get_by_label(": table")
    number.fill("2")
    tiina.get_by_role("link", name="Change 1", exact=True).click()
    marek = at_desk(browser, site, "marek", f"/tournaments/{slug}/manage/")
    marek.keyboard.press("e")
    marek.keyboard.type("QF 1 5-3")
    marek.keyboard.press("Enter")
    expect(marek.locator("[data-says]")).to_contain_text("Result recorded")
    expect(tiina.get_by_label(": table")).to_have_count(1, timeout=15_000)
    expect(number).to_have_value("2")
    expect(tiina.get_by_role("button", name="Use for stream")).to_have_count(1)
    assert tiina.errors == []
    tiina.context.close()
    marek.context.close()
