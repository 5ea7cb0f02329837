"""Looking through a user's eyes is for reading: asked of every address there is, with every method that it takes."""

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.impersonated_request import KEY
from accounts.models import AuditLine
from accounts.services import impersonation
from accounts.services.audit import Actor
from accounts.services.tokens import create_token
from games import tickets
from tests.keeping import forget
from tests.permissions.asked import Route, body, routes
from tests.permissions.asking import BACKEND, watched
from tests.permissions.world import World
from tests.tournaments.making import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
AT = NOW + timedelta(seconds=30)
LEFT_OUT = {"/impersonation/end/", "/healthz", "/readyz", "/metrics"}
"""Its own end, and what is answered before anybody is identified."""
WITHOUT_FRAME = ("/api/v1/docs/", "/clock/", "/embed/", "/overlay/")
"""The same for everybody: the description of the API, the clock beside a board, parts of tournaments for other sites, and the
picture over a stream."""
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


@pytest.fixture
def eyes(request: pytest.FixtureRequest) -> Iterator[tuple[World, Client]]:
    """Root looks at the site as the director does (or another, as a parameter), who has a token."""
    user = getattr(request, "param", "director")
    logging.disable(logging.CRITICAL)
    with time_machine.travel(AT, tick=False):
        world = World()
        create_token(world.users[user], "secret bot")
        world.users["root"].refresh_from_db()
        look = impersonation.begin(world.users[user], Actor(world.users["root"], AT))
        client = Client(raise_request_exception=False)
        client.force_login(world.users["root"], backend=BACKEND)
        session = client.session
        session[KEY] = look.pk
        session.save()
        yield world, client
    logging.disable(logging.NOTSET)


def asked(world: World, method: str) -> Iterator[tuple[Route, str, dict[str, Any]]]:
    for route in routes():
        for thing in route.targets:
            values = world.row_of(thing) if "." in thing else world.targets[thing]
            path = route.path(values)
            if path not in LEFT_OUT and (method in route.methods or method in UNSAFE):
                yield route, path, body(route, method, values)


def test_no_address_lets_anything_through_that_could_change_something(eyes) -> None:
    world, client = eyes
    passed, number = [], 0
    with watched() as written:
        for method in UNSAFE:
            for _route, path, sent in asked(world, method):
                answer = getattr(client, method.lower())(path, **sent)
                number += 1
                if answer.status_code != 403 or b"read_only" not in answer.content:
                    passed.append((method, path, answer.status_code))
    assert passed == []
    assert written == []
    assert number > 1_000


def test_the_banner_is_on_every_page_and_no_page_shows_what_is_private(eyes) -> None:
    world, client = eyes
    bare, text, changed = [], [], []
    for _route, path, sent in asked(world, "GET"):
        forget()
        with watched() as written:
            answer = client.get(path, **sent)
        page = b"".join(answer) if answer.streaming else answer.content
        if answer.status_code == 200 and b"<html" in page and b"over--eyes" not in page:
            bare.append(path)
        if b"secret bot" in page:
            text.append(path)
        if written:
            changed.append((path, written))
    assert [path for path in bare if not path.startswith(WITHOUT_FRAME)] == []
    assert text == []
    assert changed == []
    seen = AuditLine.objects.filter(what="impersonation.saw")
    assert seen.count() > 100
    assert set(seen.values_list("by_name", flat=True)) == {"root"}


SIGNED = re.compile(rb"[\w-]{16,}:[\w-]{43}")
"""What Django has signed: a ticket looks like this in a page, an answer of the API or a header."""


@pytest.mark.parametrize("eyes", ["director", "player", "opponent"], indirect=True)
def test_no_page_hands_out_a_ticket_that_acts_as_the_user(eyes) -> None:
    world, client = eyes
    acting, nameless = [], set()
    for route, path, sent in asked(world, "GET"):
        forget()
        answer = client.get(path, **sent)
        page = b"".join(answer) if answer.streaming else answer.content
        for text in SIGNED.findall(page + str(answer.headers).encode()):
            ticket = tickets.read(text.decode(), 0)
            if ticket is None:
                continue
            nameless.add(route.name)
            if (ticket.user_id, ticket.seat) != (None, None):
                acting.append((path, ticket))
    assert acting == []
    assert nameless >= {"match", "tournament-tv", "ticket"}
