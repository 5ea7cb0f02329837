"""The corpus through the real doors into names, titles, descriptions, chat, reasons and files; then everything that shows them."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.core import mail
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from games.models import ChatLine
from tests.attacks.corpus import MARK, PAYLOADS, REFUSED, harm
from tests.games.records.files import golden
from tests.keeping import forget
from tests.permissions.asked import Route, routes
from tests.permissions.asking import BACKEND
from tests.permissions.world import World
from tests.tournaments.making import NOW
from tournaments.models import Notice, Ruling, Tournament
from tournaments.notices.services.notices import send_owed

pytestmark = pytest.mark.django_db
PEOPLE = ("player", "opponent", "other", "elsewhere", "director")
EVENTS = ("event", "late", "open", "pairs", "swiss", "draft")
ELSEWHERE = ("/accounts/", "/api/v1/schema", "/api/v1/docs", "/static/", "/i18n/")
FILE = re.compile(r"([\w-]+/)*[\w-]+\.[a-z]{3,4}")
"""A file in an archive: no way up, no second ending, nothing that a shell or a system reads otherwise."""


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None})
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        forget()
        yield World()


def browser(world: World, name: str) -> Client:
    client = Client()
    client.force_login(world.users[name], backend=BACKEND)
    return client


def tell(world: World, texts: Iterator[str]) -> list[int]:
    """Write the next of these into every field that somebody may fill; the statuses that came back."""
    rows: list[int] = []
    clients = {name: browser(world, name) for name in PEOPLE}

    def send(who: str, method: str, address: str, **fields: Any) -> None:
        ask = getattr(clients[who], method)
        if address.startswith(("/api/", "/profile/table/")):
            answer = ask(address, json.dumps(fields), content_type="application/json")
        else:  # a form sends what is half a character as the bytes of it
            body = urlencode(fields, errors="surrogatepass")
            answer = ask(address, body, content_type="application/x-www-form-urlencoded")
        rows.append(answer.status_code)

    for name in PEOPLE:
        send(name, "post", "/profile/", name=next(texts), time_zone="UTC")
    for name in EVENTS:
        slug, who = world.targets[name]["slug"], "elsewhere" if name == "draft" else "director"
        send(who, "patch", f"/api/v1/tournaments/{slug}", name=next(texts))
        send(who, "patch", f"/api/v1/tournaments/{slug}", description=next(texts))
    slug, match = world.targets["open"]["slug"], world.match.pk
    entry = world.event.entries.order_by("pk")[0].pk
    for number in range(2):
        send("director", "post", f"/tournaments/{slug}/manage/walk-in/", name=next(texts))
        for who in ("player", "elsewhere"):
            key = f"k{number}{ChatLine.objects.count()}"
            send(who, "post", f"/api/v1/matches/{match}/chat", key=key, text=next(texts))
    send("player", "post", "/profile/tokens/", name=next(texts), scope="play")
    send("director", "post", f"/tournaments/{world.event.slug}/manage/entries/{entry}/",
         verb="labels", club=next(texts), family=next(texts))  # fmt: skip
    line = world.targets["line-of-players"]["line_id"]
    send("player", "post", f"/api/v1/chat/lines/{line}/report", reason=next(texts))
    ruling = {"verb": "withdraw", "entry": entry, "reason": next(texts)}
    send("director", "post", f"/api/v1/tournaments/{world.event.slug}/rulings", **ruling)
    send("player", "post", "/profile/", name=next(texts), time_zone=next(texts))
    send("player", "put", "/profile/table/", board=next(texts))
    text = golden("three.mat").decode().replace("Alice", next(texts)).replace("Bob", next(texts))
    send("player", "post", "/matches/import/", text=text)
    return rows


def fetched(world: World) -> Iterator[tuple[str, Any]]:
    """Every address that is asked with GET, about everything there is, by somebody who may see it."""
    clients = {name: browser(world, name) for name in ("director", "elsewhere", "root")}
    for route in routes():
        if "GET" not in route.methods or route.address.startswith(ELSEWHERE):
            continue
        for path in addresses(world, route):
            answer = clients["root" if path.startswith("/admin/") else "director"].get(path)
            if answer.status_code in (403, 404):
                answer = clients["elsewhere"].get(path)
            yield path, answer


def again(world: World, paths: set[str]) -> Iterator[tuple[str, Any]]:
    """What the public sees of the lists and of one event."""
    visitor = Client()
    for path in sorted(paths):
        if path.endswith("s/") or path.startswith(("/tournaments/event/", "/api/v1/")):
            yield path, visitor.get(path)


def addresses(world: World, route: Route) -> Iterator[str]:
    for thing in route.targets:
        yield route.path(world.row_of(thing) if "." in thing else world.targets[thing])


def shows(path: str, answer: Any) -> bool:
    """Nothing in it came alive; does it show anything of the corpus?"""
    assert answer.status_code < 500, path
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kind = answer.headers.get("Content-Type", "")
    for name, value in answer.headers.items():
        assert MARK not in name.lower(), (path, name)
        assert not {"\r", "\n"} & set(value), (path, name)
    assert "xq7" not in answer.cookies, path
    assert harm(kind, body, theirs=path.startswith("/admin/")) == [], path
    if kind == "application/zip":
        for name in zipfile.ZipFile(io.BytesIO(body)).namelist():
            assert FILE.fullmatch(name), (path, name)
    return MARK.encode() in body


def test_nothing_that_people_write_comes_alive_anywhere(world: World) -> None:
    showing, message = set[str](), cycle(PAYLOADS)
    for everywhere in (True, False, False):
        text = tell(world, message)
        assert max(text) < 500, text
        assert sum(status < 400 for status in text) > len(text) / 2, text
        paths = fetched(world) if everywhere else again(world, showing)
        showing |= {path for path, answer in paths if shows(path, answer)}
    assert len(showing) > 60, sorted(showing)
    assert {"/api/v1/players", "/players/", "/tournaments/", "/tournaments/event/"} <= showing
    User.objects.update(mail_match_ready=True)
    assert Notice.objects.update(sent_at=None) > 0
    assert send_owed(NOW + timedelta(seconds=30)) > 0
    for letter in mail.outbox:
        assert len(letter.subject.splitlines()) == 1
        assert all(MARK not in address for address in letter.recipients())


def test_what_no_field_takes_is_refused_or_does_no_harm(world: World) -> None:
    texts = cycle(REFUSED)
    for _round in range(2):  # each field sees two of them
        assert max(tell(world, texts)) < 500
        next(texts)
    names = Tournament.objects.values_list("name", flat=True)
    for text in (*names, *Ruling.objects.values_list("reason", flat=True)):
        assert "\x00" not in text
        assert len(text) <= 1000
