"""Makes the playing room of benchmarks/room.py: matches over the board at tables, links of their clocks, overlays, a director who
is logged in. Runs inside Django."""

import json

from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.logins import create_login
from tableclock.models import LinkPurpose
from tableclock.services.links import LinkPlace, give
from tournaments.bracket.services.start import start
from tournaments.models import Entry, PlayingTable, Slip, TablePool, Tournament, Venue
from tournaments.setup.services import lifecycle
from tournaments.venue.services.table_desk import begin

CLOCK = {"kind": "simple", "reserve_ms_per_point": 120_000, "delay_ms": 12_000}


def make(tables: int, overlays: int) -> None:
    """The first round of a Swiss: so many matches to 25 points, each at a table with a clock; overlays of the first of them."""
    now = timezone.now()
    boss = create_login("boss", "boss@example.org", "of a benchmark")
    room = lifecycle.create(
        organizer=boss,
        name="Room",
        format="swiss",
        options={"rounds": 9},
        lengths=[25],
        clock=CLOCK,
    )
    room = lifecycle.open_entry(room.pk, by=boss)
    Venue.objects.create(tournament=room, where="board")
    pool = TablePool.objects.create(tournament=room, created_at=now)
    PlayingTable.objects.bulk_create(
        PlayingTable(table_pool=pool, number=number) for number in range(1, tables + 1)
    )
    _enter(room, 2 * tables)
    start(room.pk, by=boss, now=now)
    begin(room.pk, by=boss, now=now)
    at_tables = Slip.objects.filter(uses__ended_at=None, uses__isnull=False).order_by("pk")
    rows = list(at_tables.values_list("pk", "uses__table")[:tables])
    clocks = [
        [slip, give(room.pk, LinkPlace(LinkPurpose.CLOCK, table=table), by=boss, now=now).code]
        for slip, table in rows
    ]
    shown = [
        give(room.pk, LinkPlace(LinkPurpose.OVERLAY, table=table), by=boss, now=now).code
        for _slip, table in rows[:overlays]
    ]
    browser = Client()
    browser.force_login(boss)
    session = (
        f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    )
    given = {"slug": room.slug, "clocks": clocks, "overlays": shown, "session": session}
    print(json.dumps(given | {"csrf": settings.CSRF_COOKIE_NAME}))


def _enter(room: Tournament, number: int) -> None:
    users = User.objects.bulk_create(
        User(username=f"guest{n}", password="!") for n in range(number)
    )
    players = Player.objects.bulk_create(Player(user=user, name=user.username) for user in users)
    now = timezone.now()
    Entry.objects.bulk_create(
        Entry(tournament=room, player=player, entered_at=now) for player in players
    )
