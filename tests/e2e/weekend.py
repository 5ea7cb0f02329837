"""A weekend over the board as its director runs it: the acts of the story, one function each (test_weekend plays it)."""

from dataclasses import dataclass, field
from typing import Any

from tests.e2e.clicks import Hand
from tests.services.topology import Site

PHONE = {"viewport": {"width": 390, "height": 844}}
LISTED = [f"{first} {last}" for last in ("Adler", "Baker", "Costa") for first in (
    "Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gro", "Hal", "Ida", "Jon", "Kai",
)]  # fmt: skip
BY_HAND = ["Noor Haddad", "Tom Absent", "Uma Iyer"]
LATE, ABSENT = "Lena Late", "Tom Absent"
TABLES = 20
ROWS = """() => [...document.querySelectorAll("tr[data-row]")].map((row) => ({
  id: row.dataset.key, table: row.querySelector(".t").innerText.trim(), name: row.querySelector(".where").innerText.trim(),
  two: [...row.querySelectorAll(".side")].map((side) => side.innerText.trim()), to: Number(row.querySelector(".to").innerText),
}))"""


@dataclass
class Weekend:
    """The site, the director's hand, and what the story has found so far."""

    site: Site
    hand: Hand
    browser: Any
    slug: str = ""
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def page(self) -> Any:
        return self.hand.page

    @property
    def desk(self) -> str:
        return f"/tournaments/{self.slug}/manage/"

    def go(self, path: str = "") -> None:
        """A page below the desk."""
        self.page.goto(self.desk + path)

    def post(self, path: str, **form: Any) -> Any:
        """One of the desk's own forms, sent in the director's session; `path` is below the desk."""
        token = self.page.locator("[name=csrfmiddlewaretoken]").first.input_value()
        answer = self.page.request.post(
            self.desk + path, form={"csrfmiddlewaretoken": token, **form}, max_redirects=0,
            headers={"Referer": self.site.url + self.desk},
        )  # fmt: skip
        assert answer.status < 400, (path, form, answer.status, answer.text()[:3000])
        return answer

    def open_rows(self) -> list[dict[str, Any]]:
        """What is open at the desk, pairing by pairing; those of who is not there only when that is ruled."""
        self.go("?tab=matches")
        rows = self.page.evaluate(ROWS)
        return [row for row in rows if self.notes.get("no_show") or ABSENT not in row["two"]]

    def phone(self) -> Any:
        """A visitor's phone."""
        page = self.browser.new_context(base_url=self.site.url, **PHONE).new_page()
        page.set_default_timeout(15_000)
        return page

    def bracket(self) -> list[dict[str, Any]]:
        return list(self.site.get_json(f"/api/v1/tournaments/{self.slug}/bracket"))

    def decided(self, pairing: str) -> Any:
        """The pairing in the API, if it has a winner."""
        rows = [row for of in self.bracket() for row in of["pairings"]]
        return next(
            (row for row in rows if str(row["id"]) == pairing and winner_of(row) is not None), None
        )

    def later(self, sweep: str, **delta: float) -> None:
        """What is due by then is done, as if the clock had gone on."""
        self.site.shell(
            "from datetime import timedelta\nfrom django.utils import timezone\n"
            f"from tournaments.venue.services import {sweep}\n"
            f"{sweep}.run_due(timezone.now() + timedelta(**{delta!r}))"
        )


def winner_of(row: dict[str, Any]) -> str | None:
    """Name of who has won a pairing, as the API tells it."""
    slots = [slot for slot in row["slots"] if slot["is_winner"]]
    return slots[0]["player"]["name"] if slots else None


def make(on: Weekend) -> None:
    """From the first page to the desk of a tournament that is open for entry."""
    on.page.goto("/")
    with on.hand.doing("Make an event"):
        on.hand.link("Tournaments")
        on.hand.link("New event")
        on.hand.link("Weekend open")
        on.page.fill("[name=name]", "Harbour Open")
        on.hand.button("Create event")
        on.page.wait_for_url("**/manage/")
    on.hand.button("Publish event")
    on.hand.link("Harbour Open: Open")
    on.page.wait_for_url("**/tournaments/**")
    on.slug = on.page.url.split("/")[-3]
    on.hand.button("Open entry")
    on.page.get_by_role("button", name="Preview draw").wait_for()


def enter(on: Weekend) -> None:
    """Most from a table after its dry run, the others by hand at the desk."""
    on.go("files/")
    lines = ["name,country,club", *(f"{name},DK,Harbour" for name in LISTED)]
    on.page.fill("[name=text]", "\n".join(lines))
    on.hand.button("Preview import")
    on.page.get_by_text("Nothing is saved yet").wait_for()
    on.hand.button(f"Import {len(LISTED)} rows")
    on.page.wait_for_url("**/manage/**")
    on.go()
    for name in BY_HAND:
        with on.hand.doing("Take an entry at the desk"):
            on.hand.click("form[action$='walk-in/'] [name=name]")
            on.hand.type(name)
            on.hand.press("Enter")
        on.page.get_by_role("cell", name=name).first.wait_for()


def take_fees(on: Weekend) -> None:
    """What it costs, and some who pay at once."""
    on.go("money/plan/")
    for name, value in (("entry_fee", "60"), ("registration_fee", "10")):
        on.page.fill(f"[name={name}]", value)
    on.page.select_option("[name=currency]", "EUR")
    on.hand.button("Save")
    on.go("money/")
    for name in (LISTED[0], LISTED[1], BY_HAND[0]):
        with on.hand.doing("Take a fee"):
            on.hand.button(f"Mark paid {name}")
        on.page.get_by_role("row", name=name).get_by_text("Paid", exact=True).wait_for()


def check_in(on: Weekend) -> None:
    """One player with their own phone, one by name, the others in a row of presses; Tom does not come."""
    on.go("check-in/")
    on.hand.button("Open check-in by phone")
    address = on.page.locator("a[href*='/c/']").get_attribute("href")
    on.notes["pages"] = ["/c/" + address.split("/c/")[1]]
    phone = on.phone()
    phone.goto("/c/" + address.split("/c/")[1])
    phone.fill("#find", BY_HAND[0])
    phone.get_by_role("button", name="Find").click()
    phone.get_by_role("button", name="Check in").click()
    phone.get_by_text(f"Checked in: {BY_HAND[0]}.").first.wait_for()
    phone.context.close()
    on.go()
    with on.hand.doing("Check somebody in"):
        on.hand.link("Entries")
        on.hand.button(f"Check in {LISTED[0]}")
    on.page.get_by_role("button", name=f"Checked in {LISTED[0]}").wait_for()
    on.go("check-in/")
    forms = on.page.locator("form:has(button[value=here])").evaluate_all(
        "all => all.map((form) => [form.entry.value, form.innerText])"
    )
    for entry, words in forms:
        if ABSENT not in words:
            on.post("check-in/", do="here", entry=entry)
    on.go("check-in/")
    on.page.get_by_text("Missing: 1.").wait_for()


def draw(on: Weekend) -> None:
    """Tables are put up, the draw is made, and somebody comes late."""
    on.go("tables/")
    on.page.fill("[name=first]", "1")
    on.page.fill("[name=last]", str(TABLES))
    on.hand.button("Add tables")
    on.go()
    with on.hand.doing("Draw and start while somebody is missing"):
        on.hand.button("Preview draw")
        on.page.get_by_text("1 player is not checked in").wait_for()
        on.hand.button("Publish draw")
        on.page.locator("tr[data-row]").first.wait_for()
    on.go("?tab=entries")
    on.page.fill("form[action$='walk-in/'] [name=name]", LATE)
    on.page.keyboard.press("Enter")
    on.page.get_by_role("cell", name=LATE).first.wait_for()


def print_slips(on: Weekend) -> None:
    """A sheet of slips with their codes, as a PDF."""
    on.go()
    with on.hand.doing("Print slips"):
        on.hand.link("Print")
        on.page.wait_for_load_state()
        button = on.page.get_by_role("button", name="Match slips")
        address, round_of = button.get_attribute("formaction"), "round=&on_sheet=6&size=a4"
        on.hand.count(1)
    answer = on.page.request.get(f"{address}?{round_of}")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF")
