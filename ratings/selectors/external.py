"""Ratings of other lists: those of a player, the lists there are, and the number of each of many players."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from accounts.models import Player
from ratings.models import ExternalRating
from web.folding import fold

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class ExternalList:
    """A list of somebody else: its key and name, how many players have a number in it, the date of the newest."""

    key: str
    name: str
    players: int
    newest: date


def external_ratings(player: Player) -> list[ExternalRating]:
    """The newest number of a player in each list, in the order of the lists. One query."""
    if player.anonymised_at is not None:
        return []
    rows = ExternalRating.objects.filter(player=player).order_by("list_key", "as_of", "pk")
    return list({row.list_key: row for row in rows}.values())


def external_rows(player: Player) -> QuerySet[ExternalRating]:
    """The same as rows to be paged."""
    if player.anonymised_at is not None:
        return ExternalRating.objects.none()
    newer = ExternalRating.objects.filter(
        Q(as_of__gt=OuterRef("as_of")) | Q(as_of=OuterRef("as_of"), pk__gt=OuterRef("pk")),
        player=player,
        list_key=OuterRef("list_key"),
    )
    rows = ExternalRating.objects.filter(player=player).exclude(Exists(newer))
    return rows.order_by("list_key", "pk")


def external_lists() -> list[ExternalList]:
    """All lists, by name. One query."""
    rows = ExternalRating.objects.order_by().values("list_key")
    counted = rows.annotate(
        name=Max("list_name"), players=Count("player", distinct=True), newest=Max("as_of")
    )
    lists = [
        ExternalList(row["list_key"], row["name"], row["players"], row["newest"]) for row in counted
    ]
    return sorted(lists, key=lambda each: each.key)


def numbers_in(list_key: str, player_ids: Collection[int]) -> dict[int, float]:
    """The newest number of each of these players in a list. One query for each 500 of them."""
    listed = sorted(player_ids)
    numbers: dict[int, float] = {}
    for start in range(0, len(listed), AT_ONCE):
        rows = ExternalRating.objects.filter(
            list_key=list_key, player__in=listed[start : start + AT_ONCE]
        )
        numbers |= dict(rows.order_by("as_of", "pk").values_list("player", "rating"))
    return numbers


def member_numbers_in(list_name: str, player_ids: Collection[int]) -> dict[int, str]:
    """The newest member number of each of these players in the list of that name, as far as it has one. One query for each
    500 of them."""
    listed = sorted(player_ids)
    numbers: dict[int, str] = {}
    for start in range(0, len(listed), AT_ONCE):
        rows = ExternalRating.objects.filter(
            list_key=fold(list_name), player__in=listed[start : start + AT_ONCE]
        )
        rows = rows.exclude(number="").order_by("as_of", "pk")
        numbers |= dict(rows.values_list("player", "number"))
    return numbers
