"""Every page has room for longer texts: the main pages on a phone, in a made-up language whose texts are half as long again.

Its texts stand in brackets (tests/permissions/test_every_text.py), so names and numbers are told apart from them.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page

from tests.e2e.people import PASSWORD
from tests.permissions.test_every_text import CLOSE, CODE, OPEN, bracket
from tests.services.texts import DOMAINS
from tests.services.topology import Embedded, Site
from tests.services.translations import LOCALE

pytestmark = pytest.mark.e2e
PHONE = {"width": 390, "height": 844}
LONGER = 0.4
TOURNAMENT = f"""
from django.utils import timezone
from accounts.services.logins import create_login
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
users = [create_login(name, name + "@example.org", "{PASSWORD}", name=name.capitalize()) for name in ("dora", "anna", "bert", "cleo", "emil")]
made = lifecycle.create(organizer=users[0], name="Nordic Open", lengths=[7], clock=None, draw_method="manual", format="double_elimination")
lifecycle.open_entry(made.pk, by=users[0])
for user in users:
    entries.enter(made.pk, user.player, now=timezone.now())
start(made.pk, by=users[0], now=timezone.now())
print(made.slug)
"""
TABLE_URL = re.compile(r"/matches/[0-9a-f-]{36}/")
# Wider than the screen, out of sight, or cut off: a text in brackets must be wholly there. What scrolls by itself may be wider.
# Columns of a bracket all have one line of heading, so that their pairings stand level; the page of a pairing has the whole name.
SHORTENED = "svg, .vh, .skip, option, [aria-hidden=true], .round h3"
FAULTS = """([open, close, shortened]) => {
  const root = document.documentElement, faults = [], ours = (it) => it.innerText?.includes(open) && it.innerText.includes(close);
  if (root.scrollWidth > innerWidth) faults.push(`the page is wider: ${root.scrollWidth}`);
  const scrolls = (it) => { for (let up = it.parentElement; up; up = up.parentElement) if (["auto", "scroll"].includes(getComputedStyle(up).overflowX) && up !== document.body && up !== root) return true; return false; };
  for (const it of document.body.querySelectorAll("*")) {
    if (!it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || it.closest(shortened) || !ours(it)) continue;
    const style = getComputedStyle(it), box = it.getBoundingClientRect(), words = it.innerText.replaceAll(/\\s+/g, " ").slice(0, 60);
    if (box.width <= 1 || style.display === "inline") continue;
    const what = `${it.tagName.toLowerCase()}.${it.className}: ${words}`;
    if (it.matches(".btn, button, summary, .badge, [role=tab]") && it.scrollWidth > it.clientWidth + 1) faults.push(`its words do not fit: ${what}`);
    else if (["hidden", "clip"].includes(style.overflowX) && it.scrollWidth > it.clientWidth + 1) faults.push(`cut off: ${what}`);
    if (it.children.length === 0 && box.right > innerWidth + 1 && !scrolls(it)) faults.push(`outside: ${what}`);
  }
  return [...new Set(faults)];
}"""


def lengthened(text: str) -> str:
    """⟦Resign⟧ → ⟦Resignene⟧: a single word grows as words of Finnish do, a sentence by more words."""
    if not text.startswith(OPEN):
        return text
    inside = text[1:-1]
    more = max(2, round(len(re.sub(r"%\(\w+\)[sd]|<[^>]*>", "", inside)) * LONGER))
    filler = " ene" * (more // 4 + 1) if " " in inside else "ene" * (more // 3 + 1)
    return f"{OPEN}{inside}{filler[:more].rstrip()}{CLOSE}"


def write_catalogues(folder: Path) -> None:
    for domain in DOMAINS:
        source = LOCALE / "en" / "LC_MESSAGES" / f"{domain}.po"
        catalogue = read_po(BytesIO(source.read_bytes()))
        bracket(catalogue)
        for message in catalogue:
            forms = message.string
            if message.id and forms:
                many = not isinstance(forms, str)
                message.string = tuple(map(lengthened, forms)) if many else lengthened(str(forms))
        target = folder / CODE / "LC_MESSAGES" / f"{domain}.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            write_mo(file, catalogue)


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    with TemporaryDirectory() as folder:
        write_catalogues(Path(folder))
        site = Embedded(LONGER_TEXTS=folder, DJANGO_SETTINGS_MODULE="tests.e2e.longer_settings")
        try:
            yield site
        finally:
            site.stop()


def faults_of(page: Page, path: str) -> list[str]:
    page.goto(path)
    if TABLE_URL.search(path):
        page.locator("[data-act-bar] .say").wait_for(state="attached")
    faults: list[str] = page.evaluate(FAULTS, [OPEN, CLOSE, SHORTENED])
    return [f"{path}: {fault}" for fault in faults]


def test_the_main_pages_have_room_for_longer_texts_on_a_phone(
    house: Site, browser: Browser
) -> None:
    page = browser.new_context(base_url=house.url, viewport=PHONE, has_touch=True).new_page()
    page.set_default_timeout(15_000)
    tournament = f"/tournaments/{house.shell(TOURNAMENT).split()[-1]}/"
    faults = [fault for path in ("/", "/accounts/signup/") for fault in faults_of(page, path)]
    faults += faults_of(page, "/accounts/login/")
    page.fill("[name=login]", "dora")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "/accounts/" not in url)
    page.goto("/play/")
    page.locator("[formaction*='/play/bot/']").first.click()
    page.wait_for_url(TABLE_URL)
    paths = [
        "/", "/play/", page.url.removeprefix(house.url), "/watch/", "/players/", "/tournaments/", "/matches/new/", "/profile/",
        tournament, f"{tournament}manage/", f"{tournament}manage/papers/", "/dice/",
    ]  # fmt: skip
    for path in paths:
        faults += faults_of(page, path)
    assert not faults, "\n".join(faults)
