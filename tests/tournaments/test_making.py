"""A field made in bulk is the field that the services make."""

from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.db import models, transaction

from tests.tournaments import making
from tests.tournaments.making import NOW, director, fill, nobody, tournament
from tournaments.entry.services import entries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
CLOCKS = {
    "date_joined",
    "created_at",
    "updated_at",
    "password",
    "mark",
}  # of the wall; an unusable password and a mark are random


def test_a_field_made_in_bulk_is_that_of_the_services(monkeypatch: pytest.MonkeyPatch) -> None:
    of = tournament(director("boss"))

    def one_by_one() -> None:
        for number in range(1, 6):
            entries.add_walk_in(of.pk, by=None, now=NOW, player=nobody(str(number)))

    def in_bulk() -> None:
        fill(of, 5)

    by_services, by_bulk = (_written(way, of, monkeypatch) for way in (one_by_one, in_bulk))
    assert by_services["Entry"]
    assert by_bulk == by_services


def _written(way: Any, of: Tournament, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """The rows of every table after it, the ids as numbers from 1; and nothing stays."""
    monkeypatch.setattr(making, "_names", count(1))
    with transaction.atomic():
        way()
        rows = {model.__name__: _rows(model) for model in apps.get_models()}
        transaction.set_rollback(True)
    return rows


def _rows(model: type[models.Model]) -> list[dict[str, Any]]:
    fields = [field for field in model._meta.concrete_fields if field.name not in CLOCKS]
    return [
        {f.name: _value(row, f) for f in fields} for row in model._default_manager.order_by("pk")
    ]


def _value(row: models.Model, field: models.Field) -> Any:
    if not (field.primary_key or field.remote_field):
        return getattr(row, field.attname)
    meant = field.related_model or type(row)
    value = getattr(row, field.attname)
    return value and meant._default_manager.filter(pk__lte=value).count()
