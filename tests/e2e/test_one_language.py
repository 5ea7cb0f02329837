"""A player who reads one language only: signs up, plays a bot with the cube, enters a tournament, gets its emails and
prints a slip, and meets no English text. The players of all languages do this at the same time on one site.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page

from config.catalogues import compile_changed
from tests.e2e.emails import emails_in
from tests.e2e.reading import english_for, pdf_texts, shown
from tests.e2e.table_page import PRESS
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
PASSWORD = "pääsuke žaba 7"
MOST_S = 240  # for the matches of all players together
LOCALES = {"et": "et-EE", "pl": "pl-PL", "fi": "fi-FI", "sr": "sr-RS", "sr-latn": "sr-Latn-RS"}
NAMES = {
    "et": "Mari Õun", "pl": "Łucja Żak", "fi": "Päivi Yrjölä", "sr": "Ђорђе Њежић", "sr-latn": "Đorđe Nježić",
}  # fmt: skip
CUP, HALL = "Tallinn 2026", "Kraków 2026"  # online with deadlines; over the board with slips
OPEN = f"""
from accounts.services.logins import create_login
from tournaments.models import Venue
from tournaments.setup.services import lifecycle
otto = create_login("otto", "otto@example.org", "{PASSWORD}", name="Otto")
for name in ("{CUP}", "{HALL}"):
    made = lifecycle.create(organizer=otto, name=name, lengths=[5], clock=None, draw_method="manual", format="round_robin")
    if name == "{HALL}":
        Venue.objects.create(tournament=made, where="board")
    lifecycle.open_entry(made.pk, by=otto)
    print(made.slug)
"""
BEGIN = """
from datetime import time, timedelta
from allauth.account.models import EmailAddress
from django.utils import timezone
from accounts.models import User
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Role, RoundDeadline, Tournament
from tournaments.notices.services import notices
from tournaments.timing.services import time_notices
from tournaments.timing.services.director_timing import set_timing
now = timezone.now()
EmailAddress.objects.update(verified=True)
otto = User.objects.get(username="otto")
cup, hall = (Tournament.objects.get(name=name) for name in ({cup!r}, {hall!r}))
for made in (cup, hall):
    entries.enter(made.pk, otto.player, now=now)
for user in User.objects.filter(username__in={users!r}):
    entries.enter(hall.pk, user.player, now=now)
    Role.objects.create(tournament=hall, user=user, kind="assistant", given_by=otto, given_at=now)
set_timing(cup.pk, by=None, now=now, lateness="off", penalty="points", grace_min=5, step_min=5, round_days=7, ends_at=time(20), remind_hours=[48, 6])
for made in (cup, hall):
    start(made.pk, by=None, now=now)
due = RoundDeadline.objects.filter(round__stage__tournament=cup).earliest("play_until").play_until
time_notices.remind_due(due - timedelta(hours=5))
notices.send_owed(timezone.now())
"""


@dataclass
class Reader:
    """A person with a browser in one language, and what they were shown, by place."""

    language: str
    page: Page
    seen: dict[str, set[str]] = field(default_factory=dict)
    has: str = ""  # what was done at the table
    sentence: str = ""  # what the table said last
    is_done: bool = False

    @property
    def user(self) -> str:
        return self.language.replace("-", "")

    @property
    def address(self) -> str:
        return f"{self.user}@example.org"

    def read(self, place: str) -> None:
        language = self.page.evaluate("document.documentElement.lang")
        assert language.lower() == self.language, (place, language)
        self.seen.setdefault(place, set()).update(shown(self.page))

    def open(self, path: str) -> None:
        self.page.goto(path)
        self.read(path)

    def send(self, what: str) -> None:
        """Press a button of a form and read the page that comes."""
        self.page.locator(what).first.click()
        self.page.wait_for_load_state()
        self.read(what)


@dataclass
class Story:
    """What all of them met, by language."""

    readers: dict[str, Reader]
    emails: dict[str, list[EmailMessage]]
    slips: dict[str, list[str]]


def sign_up(reader: Reader) -> None:
    reader.open("/")
    reader.open("/accounts/signup/")
    values = {"name": NAMES[reader.language], "username": reader.user, "email": reader.address}
    for name, value in (values | {"password1": PASSWORD, "password2": PASSWORD}).items():
        reader.page.fill(f"[name={name}]", value)
    reader.page.press("[name=password2]", "Enter")
    reader.page.wait_for_url(lambda url: "/accounts/" not in url)
    reader.read("after the sign-up")


def begin_match(reader: Reader) -> None:
    reader.open("/play/")
    reader.page.locator("[formaction*='/play/bot/']").first.click()
    reader.page.wait_for_url("**/matches/**")
    reader.page.locator("[data-act-bar] .say").wait_for(state="attached")


# What is pressed at the table, by what was done there: a double as soon as it is possible, the bot's answer, the match resigned.
# Before the double nothing is rolled, and a press that comes too soon after a question is made again.
PRESSED = {
    "": ["double_now", "double", "ready", "take", "confirm"],
    "double_now": ["double_now", "ready", "roll"],
    "answered": ["concede", "concede_ask", "resign"],
}


def play_on(reader: Reader) -> None:
    """One thing at the table, if there is any to do."""
    page = reader.page
    if (sentence := page.locator("[data-act-bar]").inner_text()) != reader.sentence:
        reader.sentence = sentence
        reader.read("table")
    act = page.evaluate(PRESS, PRESSED[reader.has])
    if act == "double_now":
        reader.has = act
    elif reader.has == "double_now" and act:
        reader.has = "answered"
    elif page.locator('[data-act="leave"]').count():
        reader.read("end of the match")
        reader.is_done = True


def story_of(site: Site, browser: Browser, mails: Path) -> Story:
    cup, hall = site.shell(OPEN).split()[-2:]
    readers = []
    for language, locale in LOCALES.items():
        context = browser.new_context(base_url=site.url, locale=locale)
        context.set_default_timeout(15_000)
        readers.append(Reader(language, context.new_page()))
    for reader in readers:
        sign_up(reader)
        begin_match(reader)
    until = time.monotonic() + MOST_S
    while waiting := [reader for reader in readers if not reader.is_done]:
        assert time.monotonic() < until, [shown(reader.page) for reader in waiting]
        for reader in waiting:
            play_on(reader)
    for reader in readers:
        reader.open(f"/tournaments/{cup}/")
        reader.send("form[action$='/enter/'] button")
    site.shell(BEGIN.format(cup=CUP, hall=HALL, users=[reader.user for reader in readers]))
    slips = {}
    for reader in readers:
        reader.open("/")
        reader.open(f"/tournaments/{cup}/")
        reader.open(f"/tournaments/{hall}/manage/papers/")
        file = reader.page.request.get(f"/tournaments/{hall}/manage/papers/slips.pdf")
        assert file.ok, file.text()[:500]
        slips[reader.language] = pdf_texts(file.body())
    return Story({each.language: each for each in readers}, emails_in(mails), slips)


@pytest.fixture(scope="module")
def story(chromium: str, browser: Browser) -> Iterator[Story]:
    compile_changed()
    with TemporaryDirectory() as mails:
        site = Embedded(EMAIL_URL=f"filemail:///{mails}")
        try:
            yield story_of(site, browser, Path(mails))
        finally:
            site.stop()


EACH = pytest.mark.parametrize("language", LOCALES)


@EACH
def test_no_page_shows_an_english_text(story: Story, language: str) -> None:
    reader, english = story.readers[language], english_for(language)
    met = {place: english.in_texts(sorted(texts)) for place, texts in reader.seen.items()}
    assert not any(met.values()), json.dumps({k: sorted(v) for k, v in met.items() if v}, indent=1)


@EACH
def test_emails_are_in_the_language_of_their_reader(story: Story, language: str) -> None:
    reader, english = story.readers[language], english_for(language)
    sent = story.emails[reader.address]
    assert len(sent) >= 2  # the address to confirm, and the reminder
    texts = [text for mail in sent for text in (mail["Subject"], mail.get_content())]
    assert not english.in_texts(texts), "\n".join(texts)


@EACH
def test_a_printed_slip_is_in_the_language_of_who_prints_it(story: Story, language: str) -> None:
    texts = story.slips[language]
    assert NAMES[language] in texts
    assert not english_for(language).in_texts(texts), texts


@EACH
def test_english_would_be_noticed(language: str) -> None:
    """The control: the same search finds sentences, texts of one word, and texts with values in them."""
    texts = [
        "Watch",
        "Round 3",
        "Too many wrong passwords. Wait a few\n minutes, use a passkey, or reset your password by email.",
        "Ann: lower in the standings, but with more byes.",
    ]
    assert len(english_for(language).in_texts(texts)) == len(texts)
