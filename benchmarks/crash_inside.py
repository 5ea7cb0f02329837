"""The Django side of the crash drills: real tournaments through the services, tickets for the players, and at
the end what the database has. Django is set up by `enter`; after it the functions run in any thread.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ParamSpec, TypeVar

import history

P = ParamSpec("P")
R = TypeVar("R")
RESERVE_MS, DELAY_MS = 20_000, 10_000
JOIN_S = 60
Made = dict[str, Any]
# How many enter, and what they play. Lengths stay short, so that tournaments end while things are killed.
EVENTS: list[tuple[int, dict[str, Any]]] = [
    (32, {"format": "consolation", "lengths": [2, 1], "options": {"last_chance": "fresh"}}),
    (48, {"format": "swiss", "lengths": [1], "options": {"rounds": 3}}),
    (8, {"format": "round_robin", "lengths": [1]}),
    (32, {"format": "double_elimination", "lengths": [1]}),
    (64, {"format": "single_elimination", "lengths": [3, 1]}),
    (
        16,
        {
            "format": "groups",
            "lengths": [1],
            "later_stages": [
                {
                    "format": "single_elimination",
                    "options": {},
                    "lengths": [1],
                    "take": {"cut": "top_of_group", "n": 2},
                }
            ],
        },
    ),
    (24, {"format": "lives", "lengths": [1], "options": {"lives": 2}}),
    (24, {"format": "continuous_swiss", "lengths": [1], "options": {"matches": 4}}),
]

_tokens: dict[int, str] = {}
SHORT = (1, 2)
"""Those of EVENTS that are over after a few rounds."""


def enter(env: Mapping[str, str]) -> None:
    """Become part of a site: its database, its key."""
    wanted = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "VAR_DIR")
    os.environ.update({name: env[name] for name in wanted})
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "CRITICAL"}
    import django
    from django.conf import settings

    settings.DATABASES["default"]["OPTIONS"].pop("pool", None)  # one connection a call will do
    django.setup()


def patiently(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """The answer, or None while the database is away."""
    from django.db import DatabaseError, connection

    try:
        return call(*args, **kwargs)
    except DatabaseError:
        return None
    finally:
        connection.close()


def begin(index: int) -> int:
    """One more tournament, in turn through EVENTS; returns its id."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import Player, User
    from accounts.services.logins import create_login
    from tournaments.bracket.services.start import start
    from tournaments.entry.services import entries
    from tournaments.models import Tournament
    from tournaments.setup.services import lifecycle

    number, settings = EVENTS[index % len(EVENTS)]
    clock = {"kind": "simple", "reserve_ms_per_point": RESERVE_MS, "delay_ms": DELAY_MS}
    now = timezone.now()
    with transaction.atomic():
        organizer = User.objects.filter(username="organizer").first() or create_login(
            "organizer", "organizer@example.org", "!"
        )
        made = lifecycle.create(
            organizer=organizer,
            name=f"Drill {Tournament.objects.count()} {settings['format']}",
            clock=clock,
            join_within_s=JOIN_S,
            **settings,
        )
        lifecycle.open_entry(made.pk, by=None)
        before = User.objects.count()
        users = User.objects.bulk_create(
            User(username=f"drill{before + n}", password="!") for n in range(number)
        )
        players = Player.objects.bulk_create(Player(user=u, name=u.username) for u in users)
        for player in players:
            entries.add_walk_in(made.pk, by=None, now=now, player=player)
        start(made.pk, by=None, now=now)
    return int(made.pk)


def open_tables(known: set[str], chance: random.Random) -> list[Made]:
    """Matches that are on and not known yet: tickets by seat, for some of them API tokens too."""
    from games.models import Match
    from tournaments.models import PairingMatch

    open_now = Match.objects.filter(finished_at=None, pairing_match__voided_at=None)
    new = [pk for pk in open_now.values_list("pk", flat=True) if str(pk) not in known]
    seats: dict[Any, dict[str, Any]] = defaultdict(dict)
    rows = PairingMatch.objects.filter(match__in=new).values_list(
        "match_id", "match__seats__seat", "match__seats__player__user"
    )
    for pk, seat, user_id in rows:
        seats[pk][seat] = user_id
    return [_made(pk, stored, with_token=chance.random() < 0.12) for pk, stored in seats.items()]


def _made(pk: Any, user_ids: dict[str, int], *, with_token: bool) -> Made:
    from django.utils import timezone

    from accounts.models import User
    from accounts.services.tokens import create_token
    from games.tickets import Ticket, issue
    from games.timestamps import to_ms

    end = to_ms(timezone.now() + timedelta(hours=2))
    made: Made = {"match": str(pk)}
    for seat, user_id in user_ids.items():
        made[seat] = issue(Ticket(pk, user_id, seat, 0, end))
        if with_token:
            if user_id not in _tokens:
                _tokens[user_id] = create_token(User.objects.get(pk=user_id), "drill")[1]
            made[f"token_{seat.lower()}"] = _tokens[user_id]
    return made


def counts() -> tuple[int, int]:
    """Matches that are on; tournaments that are running."""
    from games.models import Match
    from tournaments.models import Tournament

    running = Tournament.objects.filter(status=Tournament.Status.RUNNING).count()
    return Match.objects.filter(finished_at=None).count(), running


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """What the database has."""

    matches: dict[str, history.Match]
    outages: list[tuple[int, int]]
    actions: int


def read_all() -> DatabaseState:
    """Every match with its log, every outage."""
    from games.models import Action, Match, Outage
    from games.timestamps import to_ms

    logs: dict[Any, list[history.Row]] = defaultdict(list)
    rows = Action.objects.order_by("match", "seq").values_list(
        "match", "seq", "seat", "kind", "payload", "at", "key"
    )
    for pk, seq, seat, kind, payload, at, key in rows.iterator(chunk_size=5000):
        logs[pk].append(history.Row(seq, seat, kind, payload, to_ms(at), key))
    matches = {str(item.pk): _match(item, logs[item.pk]) for item in Match.objects.all()}
    outages = [
        (to_ms(start), to_ms(end))
        for start, end in Outage.objects.values_list("started_at", "ended_at")
    ]
    return DatabaseState(matches, outages, sum(map(len, logs.values())))


def _match(stored: Any, log: list[history.Row]) -> history.Match:
    from games.engine import actions, match
    from games.engine.rules import Rules

    state = match.initial(Rules.from_json(stored.rules))
    to_act = []
    for row in log:
        state = match.apply(state, actions.from_json(row.kind, row.seat, dict(row.payload)))
        to_act.append(state.to_act)
    clock = (
        history.Clock(stored.clock["reserve_ms"], stored.clock["delay_ms"])
        if stored.clock
        else None
    )
    return history.Match(
        str(stored.pk), stored.seq, stored.is_over, stored.winner, stored.reason, log, clock, to_act
    )


def bracket_faults() -> Iterator[str]:
    """Every tournament over, every pairing decided as its match ended, and nothing left to recompute."""
    yield from _tournament_faults()
    yield from _pairing_faults()


def _tournament_faults() -> Iterator[str]:
    from django.utils import timezone

    from tournaments.bracket.services.advancement import recompute
    from tournaments.models import Tournament

    for item in Tournament.objects.all():
        if item.status != Tournament.Status.FINISHED:
            yield f"{item.name} is {item.status}"
        elif item.champion is None and item.format != "round_robin":
            yield f"{item.name} has no champion"
        done = recompute(item.pk, timezone.now())
        if not done.is_nothing:
            yield f"{item.name}: recomputing changed something: {done}"


def _pairing_faults() -> Iterator[str]:
    from tournaments.models import Pairing, PairingMatch

    for pairing in Pairing.objects.filter(voided_at=None, decided_at=None).select_related("stage"):
        yield f"{pairing.stage}: pairing {pairing.key} is not decided"
    rows = PairingMatch.objects.filter(voided_at=None).select_related("match", "pairing")
    for row in rows:
        entries = {"A": row.entry_a_id, "B": row.entry_b_id}
        if row.recorded_at is None:
            yield f"{row}: its match is not recorded"
        elif entries.get(row.match.winner) != row.pairing.winner_id:
            yield f"{row}: decided for another than who won its match"


def statement_faults() -> Iterator[str]:
    """What manage.py verify_matches and dice_audit say."""
    from games.services.dice_audit import audit
    from games.services.verify import verify_matches

    for pk, differences in verify_matches().items():
        yield f"{pk}: {'; '.join(differences)}"
    for item in audit(None, None):
        yield from (f"{item.match_id}: {fault}" for fault in item.faults)
