"""A guest at every address: answered like a visitor, but for the few addresses in GUEST_PAGES.

The answers to visitors stand in matrix.txt. Where a visitor is sent to the login, a guest is refused: sign up first.
"""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.template.backends.django import Template
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from accounts.guest_request import GUEST_PAGES
from games import share_image
from games.engine.rules import Rules
from games.services import guests
from tests.permissions.asked import Route, body, routes
from tests.permissions.asking import BACKEND, Visitors
from tests.permissions.table import read
from tests.permissions.world import World
from tests.tournaments.making import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
GUEST = "guest"
INSTEAD = {"login": "403", "401": "403"}
AT = NOW + timedelta(seconds=30)

# At the addresses in GUEST_PAGES, about the things of others: reviewed. A guest has no seat there.
OF_OTHERS = {
    ("POST", "play-bot"): {"did"},
    ("PUT", "table-prefs"): {"did"},
    ("POST", "match-decline"): {"403"},
    ("POST", "match-rematch"): {"403"},
    ("POST", "api-rematch"): {"403"},
    ("GET", "dice-file"): {"ok", "404"},
    ("GET", "match-file"): {"ok", "404"},
    ("GET", "match-image"): {"ok", "404"},
    ("GET", "match-review-data"): {"ok", "404"},
}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, Visitors]]:
    """No page is drawn: whether somebody is let in is decided before."""
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")
    monkeypatch.setattr(share_image, "png", lambda _drawing: b"")
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_args, **_more: {})
    logging.disable(logging.CRITICAL)
    with time_machine.travel(AT, tick=False):
        visitors = Visitors()
        made = World(visitors.enter)
        rules = Rules.preset("tournament", 1)
        guest, match = guests.play_bot_as_guest("10.0.0.1", "steady", rules, AT)
        client = Client(raise_request_exception=False)
        client.force_login(guest, backend=BACKEND)
        visitors.clients[GUEST] = client, client.cookies.copy()
        made.targets["own"] = {"match_id": match.pk, "seq": match.seq}
        yield made, visitors
    logging.disable(logging.NOTSET)


def asked(world: World) -> Iterator[tuple[Route, str, str, str, dict[str, Any]]]:
    for route in routes():
        for thing in route.targets:
            values = world.row_of(thing) if "." in thing else world.targets[thing]
            for method in route.methods:
                yield route, method, thing, route.path(values), body(route, method, values)


def expected(route: Route, method: str, visitor: str) -> str:
    """What a guest is answered where a visitor is answered this."""
    of_admin = route.address.startswith("/admin/") and route.address != "/admin/login/"
    if of_admin and visitor == "login":
        return "login"  # of the administration, which refuses guests itself
    if (method, route.name) == ("POST", "account_login"):
        return "did"  # their matches move to the account
    return INSTEAD.get(visitor, visitor)


def test_a_guest_is_answered_like_a_visitor_everywhere_but_at_the_table(
    world: tuple[World, Visitors],
) -> None:
    made, visitors = world
    table, other, number = read(), [], 0
    for route, method, thing, path, sent in asked(made):
        if route.name in GUEST_PAGES:
            continue
        row = table.get((method, route.address, thing))
        visitor = row[0] if row else visitors.ask("anonymous", method, path, **sent)
        answer = visitors.ask(GUEST, method, path, **sent)
        number += 1
        if answer != expected(route, method, visitor):
            other.append((method, path, visitor, answer))
    assert other == []
    assert number > 800


def test_a_guest_plays_their_own_match_and_does_nothing_at_the_tables_of_others(
    world: tuple[World, Visitors],
) -> None:
    made, visitors = world
    other, names = [], set()
    for route, method, _thing, path, sent in asked(made):
        if route.name not in GUEST_PAGES:
            continue
        names.add(route.name)
        answer = visitors.ask(GUEST, method, path, **sent)
        if answer not in OF_OTHERS.get((method, route.name), {"ok", "405"}):
            other.append((method, path, answer))
    assert other == []
    assert names == GUEST_PAGES
    match = made.targets["own"]["match_id"]
    answers = {
        address: visitors.ask(GUEST, method, f"/matches/{match}/{address}")
        for method, address in (("GET", ""), ("GET", "review/"), ("POST", "decline/"))
    }
    assert answers == {"": "ok", "review/": "ok", "decline/": "did"}
