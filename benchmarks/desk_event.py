"""An event with several tournaments on the clock at once, and what a director clicks at its one desk: for benchmarks/desk.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from benchmarks import desk_field
from tournaments.event.services import events
from tournaments.models import Event

DIVISIONS = ("Open", "Intermediate", "Novices")


def make(players: int) -> tuple[Client, Event]:
    """So many players in three tournaments of one event; needs the director of desk_field.make."""
    director, now = User.objects.get(username="bench"), timezone.now()
    whole = Event.objects.filter(name="Harbour weekend").first()
    if whole is None:
        facts = events.NewEvent(name="Harbour weekend", starts_on=now.date(), time_zone="UTC")
        whole = events.create(director, "league", facts)
        for name in DIVISIONS:
            called = f"{name.lower()}-"
            item = desk_field.played(players // len(DIVISIONS), director, now, name, called)
            events.add_existing(whole.pk, by=director, tournament_id=item.pk)
    client = Client(SERVER_NAME="localhost")
    client.force_login(director)
    return client, whole


def clicks(client: Client, whole: Event) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What can be clicked at the desk of the event itself; what opens over it is the tournaments' own."""
    desk = f"/events/{whole.slug}/manage/"
    asks = {"HX-Request": "true"}

    def get(address: str, **headers: str) -> Callable[[], Any]:
        return lambda: client.get(address, headers=headers, follow=False)

    matched = re.search(rb'data-key="([^"]+)" data-ask', client.get(desk).content)
    key = matched.group(1).decode() if matched else ""
    item = whole.tournaments.get(name=DIVISIONS[0])
    yield "event: the desk", get(desk)
    yield "event: asked again, something has changed", get(f"{desk}?key=old", **asks)
    yield "event: asked again, nothing has changed", get(f"{desk}?key={key}", **asks)
    yield "event: one tournament of it", get(f"{desk}?of={item.pk}")
    yield "event: second page", get(f"{desk}?page=2")
    yield "event: tournaments", get(f"{desk}?tab=tournaments")
    yield "event: announcements", get(f"{desk}?tab=announce")
    for text in ("", "okafor", "12", "R2"):
        yield f"event: palette: {text or 'opened'}", get(f"{desk}find/?q={text}")
    yield "event: a result being typed", get(f"{desk}quick/?says=1&text=open r2 12 7-4")
