"""Stores what benchmarks/scale.py measures beside: runs inside Django on PostgreSQL, prints JSON lines.

Ten small tournaments are really played by bots; the others are copies of their rows under ids of their own, written
by the database itself. Constraints and foreign keys hold for them as for all; only the dice of a copied match, which
follow from the match's id, are not those that its seed gives.
"""

import json
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

from accounts.models import Player, User
from accounts.services.logins import create_login
from accounts.services.players import create_bot
from games.models import Action, Game, Match, MatchSeat, MatchSeed
from games.services.bots import play_due
from games.services.rolls import count_rolls
from tournaments.bracket.services.advancement import advance, recompute
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import (
    Entry,
    Notice,
    Pairing,
    PairingMatch,
    Result,
    Round,
    Slot,
    Stage,
    Tournament,
)
from tournaments.setup.services import lifecycle

TEMPLATES = 10
AGO = timedelta(days=30)
TURN = timedelta(seconds=7)
STRIDE = 100_000  # more than any id of a template
CROWDS = 100  # so many times the players; each plays in every hundredth copy
COPIED: tuple[type[models.Model], ...] = (
    Match, MatchSeat, MatchSeed, Action, Game, Tournament, Tournament.directors.through, Entry,
    Stage, Round, Pairing, Slot, PairingMatch, Result, Notice,
)  # fmt: skip
TABLES = {model._meta.db_table for model in COPIED}
FIELD = "(SELECT coalesce(jsonb_agg(to_jsonb(e::bigint + {by})), '[]') FROM jsonb_array_elements_text({it}) e)"
SCORE = "(SELECT jsonb_object_agg((k::bigint + {by})::text, v) FROM jsonb_each({it}) AS s(k, v))"
BY_ENTRY = {"field": FIELD, "seed_order": FIELD, "score": SCORE}
"""Columns of JSON that name entries."""


def make(copies: int) -> None:
    """The ten, and so many copies of each."""
    players = _play_templates(timezone.now() - AGO)
    count_rolls(timezone.now())
    if copies:
        with transaction.atomic(), connection.cursor() as cursor:
            _copy_players(cursor, players)
            for model in COPIED:
                _copy(cursor, model, copies)
        _check(copies)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
    fields = {"tournaments": Tournament.objects.count(), "actions": Action.objects.count()}
    print(json.dumps(fields))


@transaction.atomic
def _play_templates(at: datetime) -> list[int]:
    organizer = create_login("bench-scale", "bench-scale@example.org", "pw")
    bots = [create_bot(f"Scale {number}") for number in range(22)]
    for number in range(TEMPLATES):
        size = 4 if number == 0 else 2
        field = bots[:4] if number == 0 else bots[2 * number + 2 :][:2]
        _play(organizer, f"Scale {number}", field[:size], at - timedelta(days=number))
    return [bot.pk for bot in bots]


def _play(organizer: User, name: str, field: list[Player], at: datetime) -> None:
    settings: dict[str, Any] = {"clock": None, "lengths": [1], "bot_pace_ms": 0, "starts_at": at}
    made = lifecycle.create(organizer=organizer, name=name, **settings)
    lifecycle.open_entry(made.pk, by=organizer)
    for player in field:
        entries.add_walk_in(made.pk, by=organizer, now=at, player=player)
    start(made.pk, by=None, now=at)
    for _turn in range(5000):
        if play_due(at):
            at += TURN
        elif advance(made.pk, at).finished:
            return
    raise RuntimeError("a template does not end")


def _copy_players(cursor: Any, players: list[int]) -> None:
    columns = _columns(Player)
    values = [
        {"id": f"row.id + g * {STRIDE}", "name": "row.name || ' ' || g"}.get(
            column, f"row.{column}"
        )
        for column in columns
    ]
    _insert(cursor, Player, columns, values, CROWDS - 1, f"row.id = ANY(ARRAY{players})")


def _copy(cursor: Any, model: type[models.Model], copies: int) -> None:
    values = [_copied(field) for field in model._meta.concrete_fields]
    _insert(cursor, model, _columns(model), values, copies, "true")


def _copied(field: "models.Field[Any, Any]") -> str:
    """What a copy has in this column."""
    it, model = f"row.{field.column}", field.remote_field.model if field.remote_field else None
    if model is Player:
        return f"{it} + (g % {CROWDS}) * {STRIDE}"
    if (field.primary_key and field.model is Match) or model is Match:
        return f"md5({it}::text || '/' || g)::uuid"
    if field.primary_key or (model and model._meta.db_table in TABLES):
        return f"{it} + g * {STRIDE}"
    if field.name == "slug":
        return f"{it} || '-' || g"
    if field.name in BY_ENTRY and field.model in (Stage, Result):
        return BY_ENTRY[field.name].format(it=it, by=f"g * {STRIDE}")
    return it


def _columns(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _insert(
    cursor: Any,
    model: type[models.Model],
    columns: list[str],
    values: list[str],
    copies: int,
    which: str,
) -> None:
    table = model._meta.db_table
    names = ", ".join(f'"{column}"' for column in columns)
    cursor.execute(
        f"INSERT INTO {table} ({names}) SELECT {', '.join(values)} "  # names of ours
        f"FROM {table} AS row, generate_series(1, {copies}) AS g WHERE {which}"
    )
    if model is not Match:
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
        )


def _check(copies: int) -> None:
    """A copy is a finished tournament that looks to the services as the one that was played."""
    for pk in Tournament.objects.order_by("pk").values_list("pk", flat=True)[TEMPLATES::copies]:
        assert recompute(pk, timezone.now()).is_nothing, pk
