"""Every key that the desk's overlay names does what it says there, in a browser."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e

# Online with clocks, one match on, one ruling made; and over the board with tables and a dispute.
MAKE = """
import json
from django.utils import timezone
from accounts.models import Player, User
from games.services.play import act
from games.services.submissions import Submission
from tournaments.models import Entry, TablePool, PairingMatch, PlayingTable, Slip, Venue
from tournaments.bracket.services.start import start
from tests.tournaments.ruling.rulings import forfeit
from tournaments.setup.services import lifecycle
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter
now, tiina = timezone.now(), User.objects.get(username="tiina")
clock = {"kind": "simple", "reserve_ms_per_point": 120000, "delay_ms": 12000}
made = []
for name in ("Online", "Club"):
    tournament = lifecycle.create(organizer=tiina, name=name, lengths=[5], clock=clock if name == "Online" else None, draw_method="manual")
    lifecycle.open_entry(tournament.pk, by=tiina)
    users = User.objects.bulk_create(User(username=f"{name}{n}") for n in range(8))
    people = Player.objects.bulk_create(Player(user=u, name=f"{name} {n + 1}") for n, u in enumerate(users))
    Entry.objects.bulk_create(Entry(tournament=tournament, player=p, entered_at=now) for p in people)
    if name == "Club":
        Venue.objects.create(tournament=tournament, where="board")
        pool = TablePool.objects.create(tournament=tournament, created_at=now)
        PlayingTable.objects.bulk_create(PlayingTable(table_pool=pool, number=n) for n in range(1, 7))
    start(tournament.pk, by=None, now=now, draw_seed="5e" * 32)
    made.append(tournament.slug)
first, second = PairingMatch.objects.filter(pairing__stage__tournament__name="Online").order_by("pk")[:2]
for seat in first.match.seats.select_related("player"):
    act(Submission(first.match_id, seat.seat, "ready", {"nonce_hash": None}, now, user_id=seat.player.user_id), now)
forfeit(second.pairing_id, losers=[second.entry_a_id], by=tiina, now=now, reason="not there")
slip = Slip.objects.filter(pairing__stage__tournament__name="Club").order_by("pk").first()
for side, other in ((slip.entry_a_id, slip.entry_b_id), (slip.entry_b_id, slip.entry_a_id)):
    reporting.report(slip.pk, Reporter(side, with_slip=True), Claim(side, {side: 5, other: 3}), now=now)
print(json.dumps(made))
"""
CHOSEN = "[data-row][aria-selected=true]"


class Desk:
    """A director at one of the two desks; `press` starts from a desk that has just been opened."""

    def __init__(self, page: Any, slug: str) -> None:
        self.page, self.path = page, f"/tournaments/{slug}/manage/"

    def fresh(self, *keys: str) -> Any:
        self.page.goto(self.path)
        self.page.locator("#desk .dense [data-row]").first.wait_for()
        for key in keys:
            self.page.keyboard.press(key)
        return self.page

    @property
    def dialog(self) -> Any:
        return self.page.locator("#desk-dialog[open]")

    def opens(self, heading: str, *keys: str) -> None:
        self.fresh(*keys)
        expect(self.dialog.locator("h1")).to_contain_text(heading)


@pytest.fixture(scope="module")
def desks(chromium: str, browser: Any) -> Iterator[tuple[Desk, Desk]]:
    site: Site = Embedded(DEMO="0")
    make_logins(site, ["tiina"])
    online, club = json.loads(site.shell(MAKE).strip().splitlines()[-1])
    page: Any = sign_in(browser, site, "tiina")
    yield Desk(page, online), Desk(page, club)
    site.stop()


def moves_along(on: Desk) -> None:
    page = on.fresh("l")
    first = page.locator(CHOSEN).get_attribute("data-key")
    for down, up in (("j", "k"), ("ArrowDown", "ArrowUp")):
        page.keyboard.press(down)
        assert page.locator(CHOSEN).get_attribute("data-key") != first
        page.keyboard.press(up)
        assert page.locator(CHOSEN).get_attribute("data-key") == first


def crosses(on: Desk) -> None:
    page = on.fresh()
    for left, right in (("h", "l"), ("ArrowLeft", "ArrowRight")):
        page.keyboard.press(right)
        expect(page.locator(f".desk-work {CHOSEN}")).to_be_focused()
        page.keyboard.press(left)
        expect(page.locator(f".desk-side {CHOSEN}")).to_be_focused()


def opens_tabs(on: Desk) -> None:
    for number, tab in enumerate(("matches", "entries", "standings", "record"), start=1):
        on.fresh(str(number))
        on.page.wait_for_url(f"**tab={tab}*")
        expect(on.page.locator(".tabs [aria-current=page]")).to_have_attribute(
            "data-press", str(number)
        )


def pauses_opens_and_lets_go_on(on: Desk) -> None:
    live = on.fresh().locator("tr[data-row]", has_text="Live")
    live.locator(".where").click()
    on.page.keyboard.press("p")
    expect(on.dialog.locator("h1")).to_contain_text("Pause match")
    on.dialog.locator("[name$=reason]").fill("lunch")
    on.page.keyboard.press("Enter")
    paused = on.page.locator("tr[data-row]", has_text="Paused")
    paused.wait_for()
    on.page.locator("li.q", has_text="Paused").wait_for()
    on.page.keyboard.press("h")
    on.page.keyboard.press("o")
    expect(on.dialog.locator("h1")).to_contain_text("–")
    on.page.keyboard.press("Escape")
    paused.locator(".where").click()
    on.page.keyboard.press("p")
    expect(on.dialog.locator("h1")).to_contain_text("Resume match")
    on.dialog.locator("[name$=reason]").fill("eaten")
    on.page.keyboard.press("Enter")
    expect(on.page.locator("tr[data-row]", has_text="Live")).to_be_visible()


def gives_time(on: Desk) -> None:
    on.fresh().locator("tr[data-row]", has_text="Live").locator(".where").click()
    on.page.keyboard.press("g")
    expect(on.dialog.locator("h1")).to_contain_text("Adjust clock")


def watches(on: Desk) -> None:
    on.fresh("l", "w")
    on.page.wait_for_url("**/matches/**")


def types(on: Desk) -> None:
    expect(on.fresh("e").locator("#quick")).to_be_focused()


def finds(on: Desk) -> None:
    for key in ("/", "Control+k"):
        on.fresh(key)
        expect(on.page.locator("#palette[open], #palette:popover-open").first).to_be_visible()
        on.page.keyboard.press("Escape")
        expect(on.page.locator("#palette")).to_be_hidden()


def closes(on: Desk) -> None:
    on.opens("Keyboard shortcuts", "?")
    on.page.keyboard.press("Escape")
    expect(on.page.locator("#desk-dialog")).to_be_hidden()


def decides(on: Desk) -> None:
    """The second claim of the dispute; the line goes, and what was decided is on record."""
    dispute = on.fresh("h").locator("li.q", has_text="Score disputed")
    claims = [dispute.locator(f"[data-press={key}]").inner_text() for key in "ab"]
    assert [claim[:3] for claim in claims] == ["5–3", "5–3"]
    on.page.keyboard.press("b")
    expect(dispute).to_have_count(0)
    expect(on.page.locator("[data-says]")).to_contain_text("Result recorded")


def changes_table(on: Desk) -> None:
    on.fresh("l", "t")
    expect(on.dialog.get_by_label("Table")).to_be_focused()


def checks_in(on: Desk) -> None:
    on.fresh("2")
    on.page.wait_for_url("**tab=entries*")
    for before, after in (("Check in", "Checked in"), ("Checked in", "Check in")):
        row = on.page.locator(".desk-work [data-row]").first
        on.page.keyboard.press("l")
        expect(row.get_by_role("button", name=before)).to_be_visible()
        on.page.keyboard.press("c")
        expect(row.get_by_role("button", name=after)).to_be_visible()


ONLINE: dict[str, Callable[[Desk], None]] = {
    "J": moves_along, "K": moves_along, "↓": moves_along, "↑": moves_along,
    "Enter": lambda on: on.opens("–", "l", "Enter"),
    "R": lambda on: on.opens("Enter result", "l", "r"),
    "E": types,
    "P": pauses_opens_and_lets_go_on,
    "G": gives_time,
    "F": lambda on: on.opens("Record forfeit", "l", "f"),
    "W": watches,
    "U": lambda on: on.opens("Undo", "u"),
    "O": pauses_opens_and_lets_go_on,
    "1": opens_tabs, "4": opens_tabs,
    "/": finds, "Ctrl K": finds,
    "Esc": closes, "?": closes,
}  # fmt: skip

CLUB: dict[str, Callable[[Desk], None]] = {
    "H": crosses, "L": crosses, "←": crosses, "→": crosses,
    "T": changes_table,
    "D": lambda on: on.opens("–", "h", "d"),
    "A": decides, "B": decides,
    "C": checks_in,
}  # fmt: skip


def test_each_key_of_the_overlay_does_what_it_says(desks: tuple[Desk, Desk]) -> None:
    online, club = desks
    online.opens("Keyboard shortcuts", "?")
    named = set(online.dialog.locator("kbd").all_inner_texts())
    fields = {
        **{key: (online, do) for key, do in ONLINE.items()},
        **{k: (club, do) for k, do in CLUB.items()},
    }
    assert named == set(fields), "a key that is named and not tried, or tried and not named"
    errors: list[str] = []
    online.page.on("pageerror", lambda error: errors.append(str(error)))
    done = set()
    for on, do in fields.values():
        if do not in done:
            done.add(do)
            do(on)
    assert errors == []
