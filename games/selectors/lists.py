"""Matches in lists, with their seats: two queries however many there are."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from games.models import Match, MatchSeat
from games.selectors.seats import SEATS


def matches_listed() -> QuerySet[Match]:
    """Every match, newest first, seats and players at hand."""
    return Match.objects.prefetch_related(SEATS).order_by("-created_at", "id")


def matches_for_lists() -> QuerySet[Match]:
    """The same for lists of the API: without snapshots, which are the heaviest part of a match, and logins."""
    seats = Prefetch("seats", MatchSeat.objects.select_related("player"))
    matches = Match.objects.defer("state", "clock").prefetch_related(seats)
    return matches.order_by("-created_at", "id")


def list_key(pks: list[UUID]) -> Sequence[tuple[object, ...]] | None:
    """A value that changes with whatever a list shows of these matches: each action, a title, a player's name. One query.

    None where spectators see one of them late: what they see of it changes without anything that happens.
    """
    matches = Match.objects.filter(pk__in=pks).order_by("pk", "seats__pk")
    rows = list(
        matches.values_list(
            "context__spectator_delay_s", "pk", "seq", "context__title",
            "seats__seat", "seats__player__name", "seats__player__country",
        )
    )  # fmt: skip
    return None if any(row[0] for row in rows) else rows
