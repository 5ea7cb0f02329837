"""A Swiss with the same dice in the browser: who is ahead waits, the roll comes by itself, and the certificates agree."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.e2e.table_page import TablePage
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify.py"
NAMES = ("dora", "emil", "fritz", "gerda")
MORE = 6
"""So many rolls are played before both give up."""

MAKE = """
import json
from django.utils import timezone
from accounts.models import Player, User
from accounts.services.logins import create_login
from tournaments.bracket.services.start import start
from tournaments.models import Entry, PairingMatch
from tournaments.setup.services import lifecycle
now = timezone.now()
boss = create_login("boss", "boss@example.org", "correct horse", name="Boss")
made = lifecycle.create(
    organizer=boss, name="Spring Open", format="swiss", options={"rounds": 2}, same_dice=True, lengths=[1],
    clock={"preset": "standard"}, draw_method="manual",
)
lifecycle.open_entry(made.pk, by=boss)
for name in ("Dora", "Emil", "Fritz", "Gerda"):
    Entry.objects.create(tournament=made, player=Player.objects.get(name=name), entered_at=now)
start(made.pk, by=boss, now=now)
tables = [
    [str(row.match_id), *(seat.player.name.lower() for seat in row.match.seats.order_by("seat"))]
    for row in PairingMatch.objects.filter(pairing__stage__tournament=made)
]
print(json.dumps(tables))
"""


@pytest.fixture
def people(browser: Browser, site: Site) -> Iterator[list[TablePage]]:
    """The players of the first round of a Swiss: two at one table, two at the other."""
    make_logins(site, list(NAMES))
    tables = json.loads(site.shell(MAKE).strip().splitlines()[-1])
    seated = [(match, name) for match, *names in tables for name in names]
    made = [TablePage(sign_in(browser, site, name), match) for match, name in seated]
    yield made
    for table in made:
        table.page.context.close()


WHOLE = """
import json
from django.utils import timezone
from accounts.models import Player, User
from accounts.services.logins import create_login
from tournaments.bracket.services.start import start
from tournaments.models import Entry
from tournaments.setup.services import lifecycle
now = timezone.now()
boss = create_login("boss", "boss@example.org", "correct horse", name="Boss")
made = lifecycle.create(
    organizer=boss, name="Duplicate Open", format="swiss", options={"rounds": 2}, same_dice=True, lengths=[1],
    clock={"preset": "standard"}, draw_method="manual",
)
lifecycle.open_entry(made.pk, by=boss)
for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"):
    Entry.objects.create(tournament=made, player=Player.objects.get(name=name), entered_at=now)
start(made.pk, by=boss, now=now)
print(made.slug)
"""
TABLES = """
import json
from tournaments.models import PairingMatch
print(json.dumps([
    [str(row.match_id), *(seat.player.name.lower() for seat in row.match.seats.order_by("seat"))]
    for row in PairingMatch.objects.filter(pairing__stage__tournament__slug="SLUG", pairing__round__number=ROUND)
]))
"""
SIX = ("ada", "ben", "cleo", "dan", "eve", "finn")
ROLLS = 3
"""So many rolls are played in a round before one player of each table resigns the game."""


def tables_of_round(site: Site, slug: str, number: int) -> list[list[str]]:
    """The match and the two names of each table, as soon as the round is there."""
    for _ in range(60):
        code = TABLES.replace("SLUG", slug).replace("ROUND", str(number))
        tables: list[list[str]] = json.loads(site.shell(code).strip().splitlines()[-1])
        if len(tables) == len(SIX) // 2:
            return tables
    raise AssertionError(f"round {number} did not start")


def test_two_rounds_at_three_tables_are_scored_and_verified(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    make_logins(site, list(SIX))
    slug = site.shell(WHOLE).strip().splitlines()[-1]
    pages = {name: sign_in(browser, site, name) for name in SIX}
    for number in (1, 2):
        tables = tables_of_round(site, slug, number)
        seated = [
            (TablePage(pages[a], match), TablePage(pages[b], match)) for match, a, b in tables
        ]
        round_is_played(seated)
        folder = tmp_path / str(number)
        folder.mkdir()
        equal_by_the_script([first for first, _second in seated], folder)
        pages["ada"].goto(f"/tournaments/{slug}/?tab=rounds&round={number}")
        compared = pages["ada"].locator(".field-table")
        expect(compared).to_contain_text("3 tables had the same dice.")
        expect(compared.locator("tbody tr")).to_have_count(3)
        look(pages["ada"], f"round-{number}")
    pages["ada"].goto(f"/tournaments/{slug}/standings/")
    expect(pages["ada"].locator("main")).to_contain_text("Field score")
    for page in pages.values():
        page.context.close()


def round_is_played(seated: list[tuple[TablePage, TablePage]]) -> None:
    """Some rolls at all tables in lock step; then one player of each table resigns a single game."""
    everybody = [table for pair in seated for table in pair]
    play(everybody, lambda: all(rolls_of(first) >= ROLLS for first, _second in seated))
    left = list(seated)
    for _ in range(100):
        left = [pair for pair in left if not resigns_game(*pair)]
        if not left:
            return
        for pair in left:
            for table in pair:
                table.act()
        left[0][0].page.wait_for_timeout(120)
    raise AssertionError("not every table came to a resignation")


def resigns_game(first: TablePage, second: TablePage) -> bool:
    """Whoever is on turn resigns and the other accepts; False if neither may at the moment."""
    offer = '[data-act="resign_single"]:not([aria-disabled="true"])'
    for table, other in ((first, second), (second, first)):
        if not table.page.locator(offer).count():
            table.page.click('[data-act="resign"]')
        if table.page.locator(offer).count():
            table.page.click(offer)
            other.page.click('[data-act="accept_resign"]')
            other.page.locator('[data-act="leave"]').wait_for()
            return True
        table.page.click('[data-act="cancel"]')
    return False


def equal_by_the_script(tables: list[TablePage], folder: Path) -> None:
    files = [folder / f"{table.match}.json" for table in tables]
    for file, table in zip(files, tables, strict=True):
        file.write_text(json.dumps(file_of(table)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *map(str, files)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    assert "rolls were made on several boards" in done.stdout


def saying(table: TablePage) -> Any:
    return table.page.locator("[data-act-bar] .say")


def look(page: Page, name: str) -> None:
    """A picture for whoever wants to see it: PICTURES names the folder."""
    if folder := os.environ.get("PICTURES"):
        for width, scheme in ((1280, "light"), (390, "dark")):
            page.set_viewport_size({"width": width, "height": 860})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_timeout(300)
            page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 860})


def play(tables: list[TablePage], until: Any, most: int = 200) -> None:
    """All do what their page offers until this holds."""
    for _ in range(most):
        if until():
            return
        for table in tables:
            table.act()
        tables[0].page.wait_for_timeout(120)
    raise AssertionError("it never came to that")


def file_of(table: TablePage) -> dict[str, Any]:
    return table.page.request.get(f"/matches/{table.match}/dice.json").json()


def rows_of(table: TablePage) -> list[dict[str, Any]]:
    return file_of(table)["epochs"][0]["throws"]


def rolls_of(table: TablePage) -> int:
    return len(rows_of(table))


def test_a_fast_table_waits_for_the_slow_and_the_certificates_are_equal(
    people: list[TablePage], tmp_path: Path
) -> None:
    dora, emil, fritz, gerda = people
    for table in (dora, emil):
        table.page.click('[data-act="ready"]')
    expect(saying(dora)).to_contain_text("Waiting for the dice.")
    expect(saying(dora)).to_contain_text("1 of 2 tables still plays the roll before.")
    look(dora.page, "waiting")
    for table in (fritz, gerda):
        table.page.click('[data-act="ready"]')
    expect(saying(dora)).not_to_contain_text("Waiting for the dice.")
    first_table_waits(people)
    play(people, lambda: rolls_of(dora) > MORE)
    both = min(rolls_of(dora), rolls_of(fritz))
    first, second = ([roll["dice"] for roll in rows_of(table)[:both]] for table in (dora, fritz))
    assert first == second
    certificates_agree(dora, fritz, tmp_path)


def first_table_waits(people: list[TablePage]) -> None:
    """Only the first table plays: it comes to the roll after the opening and no further."""
    dora, emil, fritz, _gerda = people
    play([dora, emil], lambda: "Waiting for the dice." in saying(dora).inner_text())
    rolls = rolls_of(dora)
    assert rolls_of(fritz) == rolls
    dora.page.wait_for_timeout(1500)
    assert rolls_of(dora) == rolls
    expect(dora.page.locator('[data-act="roll"]')).to_have_count(0)


def certificates_agree(dora: TablePage, fritz: TablePage, folder: Path) -> None:
    """Sealed while the other table plays; then verified in the browser, and equal by the script."""
    resign(dora)
    dora.page.goto(f"/matches/{dora.match}/dice/")
    verdict = dora.page.locator("[data-verdict]")
    expect(verdict).to_contain_text("The seed is shown when all of them are over.")
    assert file_of(dora)["epochs"][0]["seed"] is None
    resign(fritz)
    dora.page.reload()
    expect(verdict).to_contain_text("Verified.")
    expect(verdict).to_contain_text(re.compile(r"\d+ rolls match"))
    look(dora.page, "certificate")
    equal_by_the_script([dora, fritz], folder)


def resign(table: TablePage) -> None:
    for act in ("resign", "concede_ask", "concede"):
        table.page.click(f'[data-act="{act}"]')
    table.page.locator('[data-act="leave"]').wait_for()
