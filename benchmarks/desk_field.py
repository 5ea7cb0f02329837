"""A Swiss of many in its second round, on the clock, and what a director clicks at its desk: for benchmarks/desk.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.logins import create_login
from benchmarks.bracket_fields import report_all
from games.services.play import act
from games.services.submissions import Submission
from tournaments.bracket.services.start import start
from tournaments.models import Entry, PairingMatch, Tournament
from tournaments.setup.services import lifecycle

FIRST = [
    "Anna",
    "Bert",
    "Carla",
    "Dan",
    "Eva",
    "Finn",
    "Gro",
    "Hugo",
    "Ida",
    "Jan",
    "Kaija",
    "Leo",
    "Maja",
    "Nils",
    "Olga",
    "Pia",
    "Quin",
    "Rosa",
    "Sven",
    "Tiina",
]
LAST = [
    "Aalto",
    "Berg",
    "Costa",
    "Dubois",
    "Eriksen",
    "Ferreira",
    "Gruber",
    "Haddad",
    "Ilić",
    "Jansen",
    "Kowalska",
    "Lehtinen",
    "Mägi",
    "Nowak",
    "Okafor",
]
CLOCK = {"kind": "simple", "reserve_ms_per_point": 120_000, "delay_ms": 12_000}


@dataclass(frozen=True, slots=True)
class Field:
    tournament: Tournament
    client: Client
    pairings: list[int]
    entry: int


def make(players: int) -> Field:
    """Round 1 decided, round 2 on: half of its matches played, the others waiting for their players."""
    now = timezone.now()
    director = User.objects.filter(username="bench").first() or create_login(
        "bench", "bench@example.org", "bench-demo"
    )
    made = Tournament.objects.filter(name="Harbour Open").first()
    if made is None:
        made = played(players, director, now)
    client = Client(SERVER_NAME="localhost")
    client.force_login(director)
    on = PairingMatch.objects.filter(
        pairing__stage__tournament=made, pairing__decided_at=None, voided_at=None
    )
    ids = list(on.order_by("pk").values_list("pairing_id", flat=True))
    made.refresh_from_db()
    return Field(made, client, ids, Entry.objects.filter(tournament=made).latest("pk").pk)


def played(
    players: int, director: User, now: Any, name: str = "Harbour Open", called: str = "bench"
) -> Tournament:
    """Made, drawn and played as far as `make` says; the logins of its players begin as they are `called`."""
    settings: dict[str, Any] = {"format": "swiss", "options": {"rounds": 7}, "clock": CLOCK}
    made = lifecycle.create(organizer=director, name=name, lengths=[7], **settings)
    lifecycle.open_entry(made.pk, by=director)
    users = User.objects.bulk_create(User(username=f"{called}{n}") for n in range(players))
    people = Player.objects.bulk_create(
        Player(user=user, name=_name(n)) for n, user in enumerate(users)
    )
    Entry.objects.bulk_create(Entry(tournament=made, player=p, entered_at=now) for p in people)
    start(made.pk, by=None, now=now, draw_seed="5e" * 32)
    report_all(made, Random(1), now, but=0)
    rows = PairingMatch.objects.filter(
        pairing__stage__tournament=made, match__finished_at=None, voided_at=None
    )
    for row in list(rows.select_related("match"))[: players // 4]:
        for seat in row.match.seats.select_related("player"):
            who = seat.player.user_id
            ready = Submission(
                row.match_id, seat.seat, "ready", {"nonce_hash": None}, now, user_id=who
            )
            act(ready, now)
    made.refresh_from_db()
    return made


def _name(n: int) -> str:
    return f"{FIRST[n % len(FIRST)]} {LAST[n // len(FIRST) % len(LAST)]}"


def clicks(field: Field) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What can be clicked, by name. What is written comes last."""
    desk, client = f"/tournaments/{field.tournament.slug}/manage/", field.client
    asks = {"HX-Request": "true"}

    def get(address: str, **headers: str) -> Callable[[], Any]:
        return lambda: client.get(address, headers=headers, follow=False)

    yield "The desk", get(desk)
    yield "asked again, something has changed", get(f"{desk}?key=old", **asks)
    yield "asked again, nothing has changed", get(f"{desk}?key={_key(client, desk)}", **asks)
    yield "second page", get(f"{desk}?page=2")
    yield "entries", get(f"{desk}?tab=entries")
    yield "an entry looked up", get(f"{desk}?tab=entries&find=okafor")
    yield "standings", get(f"{desk}?tab=standings")
    yield "record", get(f"{desk}?tab=record")
    for text in ("", "ok", "okafor", "12", "R2", "pause"):
        yield f"palette: {text or 'opened'}", get(f"{desk}find/?q={text}")
    pairing = field.pairings[0]
    for verb in ("result", "forfeit", "pause", "clock", "void"):
        yield f"a pairing: {verb}", get(f"{desk}pairings/{pairing}/{verb}/")
    yield "a pairing: all of it", get(f"{desk}pairings/{pairing}/")
    yield "an entry", get(f"{desk}entries/{field.entry}/")
    yield "a result being typed", get(f"{desk}quick/?says=1&text=12 7-4")
    yield "the wall", get(f"/tournaments/{field.tournament.slug}/wall/")
    for verb in ("pause", "resume"):
        address = f"{desk}pairings/{pairing}/{verb}/"
        data = _hidden(client, address) | {"verb": verb, "p-reason": "lunch, as announced"}
        yield f"POST: {verb}", lambda a=address, d=data: client.post(a, d)
    tables = iter(range(149, 100, -1))
    yield (
        "POST: a typed result",
        lambda: client.post(f"{desk}quick/", {"text": f"{next(tables)} 7-4"}),
    )
    address = f"{desk}pairings/{pairing}/result/"
    fields = _hidden(client, address) | _result(client, address)
    yield "POST: a result, seen first", lambda: client.post(address, fields)


def _key(client: Client, desk: str) -> str:
    matched = re.search(rb'data-key="([^"]+)"', client.get(desk).content)
    return matched.group(1).decode() if matched else ""


def _hidden(client: Client, address: str) -> dict[str, str]:
    text = client.get(address).content.decode()
    matched = re.search(r'name="seen" value="([^"]*)"', text)
    return {"seen": matched.group(1) if matched else ""}


def _result(client: Client, address: str) -> dict[str, str]:
    matched = re.search(r'name="c-winner" value="(\d+)"', client.get(address).content.decode())
    fields = {"verb": "correct", "c-winner": matched.group(1) if matched else ""}
    return fields | {"c-winner_points": "7", "c-loser_points": "3", "c-reason": "the slip says so"}
