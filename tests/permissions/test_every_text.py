"""No page shows a text that translators never see: in a made-up language every text of the catalogues stands in brackets, and
every page with something else on it is named.

The administration, the API and what people have typed are left out.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.apps import apps
from django.conf import settings as site
from django.db.models import CharField, TextField
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real
from pytest_django import Settings

from tests.keeping import forget
from tests.permissions.asked import routes
from tests.permissions.asking import BACKEND
from tests.permissions.world import World
from tests.tournaments.making import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

APPS = (
    "accounts",
    "analysis",
    "clubs",
    "embeds",
    "fairplay",
    "games",
    "notifications",
    "ratings",
    "satellites",
    "ladders",
    "leagues",
    "series",
    "social",
    "tableclock",
    "tournaments",
    "webhooks",
)
CODE = "eo"  # a language that Django knows and the site does not offer
OPEN, CLOSE = "⟦", "⟧"
INSIDE = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
WORD = re.compile(r"[A-Za-z]{2,}")
INLINE = {
    "a", "b", "i", "em", "strong", "span", "time", "code", "kbd", "small", "abbr", "br", "button",
}  # fmt: skip
ADDRESS = re.compile(
    r"https?://\S+|testserver\S*|[a-z0-9]+\.(?:py|json|csv)|python3|\d+–\d+ [A-Z][a-z]{2} \d{4}"
    r"|\w{3}\s+\d+-a\s+de\s+\w+|[A-Z][a-z]+o de \d{4}|\b\d{1,2} [A-Z][a-z]{2}\b"
)
SHOWN = ("title", "aria-label", "placeholder", "alt", "data-copied")
SILENT = {"script", "style", "kbd", "code", "svg", "template", "textarea"}
# Names of countries, places and currencies come from libraries.
LISTS = {"country", "time_zone", "currency"}
NOT_OURS = ("/admin/", "/api/", "/accounts/")
# What stays the same in every language: names, units, file formats and what is read from a file.
KEPT = {
    "Barpoint", "UTC", "XGID", "XG", "GNU", "Backgammon", "PDF", "CSV", "JSON", "ZIP", "API", "OBS", "HTTP", "URL", "SHA",
    "mat", "sgf", "txt", "json", "csv", "zip", "EUR", "USD", "GBP", "Crawford", "Jacoby", "Holland", "Murphy",
    "Buchholz", "Median", "Sonneborn", "Berger", "Fischer", "Bronstein", "Esperanto", "Dicey", "Steady", "Felt", "Onyx", "Brass",
    "USBGF", "WBGF", "USBGFWBGF",  # options of a list
    "Discord", "Telegram", "ntfy", "Matrix", "DiscordTelegramntfyMatrix",
    "Home", "End", "bar", "off", "US", "Letter", "consolation", "last", "chance",  # keys, plays, paper, the plan of prizes
}  # fmt: skip


class Texts(HTMLParser):
    """What a reader sees and hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = 0
        self.in_list = False
        self.joins = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.in_list = self.in_list or (tag == "select" and values.get("name") in LISTS)
        self.silent += tag in SILENT
        self.joins = self.joins and tag in INLINE
        self.texts += [values[name] or "" for name in SHOWN if name in values]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT
        self.joins = self.joins and tag in INLINE
        self.in_list = self.in_list and tag != "select"

    def handle_data(self, data: str) -> None:
        if self.silent or self.in_list:
            return
        if self.joins and self.texts:
            self.texts[-1] += data
        else:
            self.texts.append(data)
        self.joins = True


@pytest.fixture
def bracketed(tmp_path: Path, settings: Settings) -> Iterator[None]:
    """The site in a language in which each text is ⟦its English⟧."""
    for domain in ("django", "djangojs"):
        source = Path(site.BASE_DIR, "locale", "en", "LC_MESSAGES", f"{domain}.po")
        catalogue = read_po(BytesIO(source.read_bytes()))
        bracket(catalogue)
        target = tmp_path / CODE / "LC_MESSAGES" / f"{domain}.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            write_mo(file, catalogue)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [(CODE, "Esperanto")]
    settings.LANGUAGE_CODE = CODE
    settings.FORMAT_MODULE_PATH = []
    trans_real._translations.clear()  # type: ignore[attr-defined]
    with translation.override(CODE):
        yield
    trans_real._translations.clear()  # type: ignore[attr-defined]


def bracket(catalogue: Catalog) -> None:
    for message in catalogue:
        if isinstance(message.id, str):
            message.string = f"{OPEN}{message.id}{CLOSE}" if message.id else message.string
        else:
            message.string = tuple(f"{OPEN}{text}{CLOSE}" for text in message.id)


def typed_by_people() -> set[str]:
    """Every text that stands in the database."""
    texts = {"Mia Õun", "Leo"}  # of the imported match, stored within JSON
    for model in apps.get_models():
        if model._meta.app_label not in APPS:
            continue
        fields = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, CharField | TextField) and not field.choices
        ]
        for row in model._default_manager.values_list(*fields) if fields else ():
            texts.update(text for text in row if isinstance(text, str) and WORD.search(text))
    return texts


def left_over(html: str, typed: list[str]) -> list[str]:
    parser = Texts()
    parser.feed(html)
    result = []
    for text in parser.texts:
        rest = ADDRESS.sub(" ", text)
        while INSIDE.search(rest):
            rest = INSIDE.sub(" ", rest)
        for name in typed:
            rest = rest.replace(name, " ")
        words = [word for word in WORD.findall(rest) if word not in KEPT]
        if words:
            result.append(" ".join(text.split())[:120])
    return result


def pages(world: World, role: str) -> Iterator[tuple[str, str]]:
    """(path, HTML) of every page that this person may read."""
    client = Client(raise_request_exception=False)
    if role in world.users:
        client.force_login(world.users[role], backend=BACKEND)
    seen: set[str] = set()
    for route in routes():
        if "GET" not in route.methods or route.address.startswith(NOT_OURS):
            continue
        for thing in route.targets:
            values: dict[str, Any] = world.row_of(thing) if "." in thing else world.targets[thing]
            path = route.path(values)
            if path in seen:
                continue
            seen.add(path)
            forget()
            answer = client.get(path, headers={"Accept-Language": CODE})
            if answer.status_code == 200 and "text/html" in answer.get("Content-Type", ""):
                yield path, answer.content.decode()


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("role", ["anonymous", "director"])
def test_every_text_of_every_page_is_in_the_catalogues(role: str) -> None:
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        world = World()
        typed = sorted(typed_by_people(), key=len, reverse=True)
        found_on: dict[str, str] = {}
        count = 0
        for path, html in pages(world, role):
            count += 1
            for text in left_over(html, typed):
                found_on.setdefault(text, path)
    assert count > 20
    assert not found_on, "\n".join(f"{path}: {text}" for text, path in found_on.items())
