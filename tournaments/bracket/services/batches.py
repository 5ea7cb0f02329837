"""How rows of many pairings or entries are read and written: a few ids are named in a query, many are not."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
FEW = 500  # more ids than this are not named in one query


def pairings_in(
    rows: QuerySet[M], ids: Collection[int], *, whole: dict[str, Any], key: str = "pairing"
) -> list[M]:
    """The rows that belong to these pairings, in the order of `rows`; `key` is their field with the pairing's id.

    Of many pairings all rows of the `whole` are read, a stage or a tournament, and those of other pairings are dropped.
    With another `key` the same for entries.
    """
    if len(ids) <= FEW:
        return list(rows.filter(**{f"{key}__in": ids}))
    return [row for row in rows.filter(**whole) if row.serializable_value(key) in ids]


def in_batches(ids: Iterable[int]) -> Iterator[list[int]]:
    """These ids in order, a few at a time."""
    waiting = sorted(ids)
    for first in range(0, len(waiting), FEW):
        yield waiting[first : first + FEW]
