"""Slugs: the part of an address that is made from a name."""

import secrets
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify

LONGEST = 60
RESERVED = frozenset({"new"})
"""Parts of addresses that stand where a slug stands."""


def save_with_slug(row: models.Model, fallback: str) -> None:
    """Save a new row, which has `name` and `slug`, with a slug that is free. `fallback` is for names without letters.

    Two of the same name that are saved at once find the same slug free: one gets a longer one.
    """
    new: Any = row
    new.slug = free_slug(type(row), new.name, fallback)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        new.slug = f"{new.slug}-{secrets.token_hex(4)}"
        row.save()


def free_slug(model: type[models.Model], name: str, fallback: str) -> str:
    """The name as a slug, with a number where others have it. One query."""
    base = slugify(name)[:LONGEST].strip("-") or fallback
    rows = model._default_manager.filter(slug__startswith=base)
    taken = RESERVED | set(rows.values_list("slug", flat=True))
    numbered = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 3))
    return next(slug for slug in numbered if slug not in taken)
