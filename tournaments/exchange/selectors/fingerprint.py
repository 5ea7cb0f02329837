"""A digest of each area of the database: equal digests show that a restored copy is the same.

Everything stored is read in a stable order and in the same notation for all databases; standings are computed from it.
Left out is what a running site changes by itself: sessions, exchanged codes, heartbeats, and the version of a tournament, which caches
use, with its time.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Model

from accounts.session_models import LoginSession, SpentGrant
from games.models import Heartbeat, ProcessMinute
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.selectors.tables import counted
from tournaments.models import Stage, Tournament

AREAS = {
    "users": ("accounts", "account", "mfa", "allauth_idp_oidc", "socialaccount"),
    "matches": ("games",),
    "tournaments": ("tournaments",),
    "notifications": ("notifications",),
    "ratings": ("ratings",),
    "social": ("social",),
    "clubs": ("clubs",),
    "series": ("series",),
    "ladders": ("ladders",),
    "leagues": ("leagues",),
    "fair_play": ("fairplay",),
    "clocks": ("tableclock",),
    "satellites": ("satellites",),
    "webhooks": ("webhooks",),
    "calendars": ("embeds",),
}
"""The apps of each area, by label. `account`, `mfa`, `allauth_idp_oidc` and `socialaccount` are allauth's."""
LEFT_OUT = {Heartbeat, ProcessMinute, LoginSession, SpentGrant}
LEFT_OUT_COLUMNS = {(Tournament, "version"), (Tournament, "updated_at")}
AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class AreaDigest:
    """An area: the number of rows read, and their hexadecimal SHA-256."""

    name: str
    rows: int
    digest: str


def fingerprint() -> Iterator[AreaDigest]:
    """The digests of all areas. Compute them within one snapshot if the site is in use."""
    for name in AREAS:
        yield _digested(name, (row for model in models_of(name) for row in _rows(model)))
    yield _digested("standings", _standings())


def models_of(area: str) -> list[type[Model]]:
    """The models of an area by table name, tables of many-to-many relations among them."""
    configs = [apps.app_configs[label] for label in AREAS[area] if label in apps.app_configs]
    models = [m for config in configs for m in config.get_models(include_auto_created=True)]
    return sorted(set(models) - LEFT_OUT, key=lambda model: model._meta.db_table)


def _digested(name: str, rows: Iterable[object]) -> AreaDigest:
    digest, number = sha256(), 0
    for number, row in enumerate(rows, start=1):  # noqa: B007
        digest.update(json.dumps(row, sort_keys=True, default=_spelt, ensure_ascii=True).encode())
        digest.update(b"\n")
    return AreaDigest(name, number, digest.hexdigest())


def _rows(model: type[Model]) -> Iterator[list[object]]:
    """Each row with the table's name and its columns' names, in the order of its key."""
    columns = {field.attname for field in model._meta.concrete_fields}
    names = sorted(columns - {column for of, column in LEFT_OUT_COLUMNS if of is model})
    rows = model._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield [model._meta.db_table, names, row]


def _standings() -> Iterator[list[object]]:
    stages = Stage.objects.select_related("tournament").order_by("tournament", "number")
    for stage in stages.iterator(chunk_size=AT_ONCE):
        for section, rows in counted(stage, position_of(stage)).tables.items():
            for row in rows:
                yield [stage.tournament_id, stage.number, section, asdict(row)]


def _spelt(value: Any) -> str:
    """Timestamps in UTC to the microsecond, bytes in hexadecimal digits, other values as `str` has them."""
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return value.hex if isinstance(value, UUID) else str(value)
