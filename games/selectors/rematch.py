"""What became of the wish to play again, as the two at the old table see it."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from games.models import Match, MatchKind, MatchStatus

Wish = dict[str, Any]
WISH = ("rematch_of_id", "id", "status", "context")


def may_have_rematch(match: Match) -> bool:
    """As far as the match itself goes; who may ask is another question."""
    return match.kind == MatchKind.FRIENDLY and match.status == MatchStatus.FINISHED


def rematches_of(match_ids: Collection[UUID]) -> dict[UUID, Wish]:
    """The wish at each of these tables, where there is one. One query."""
    rows = Match.objects.filter(rematch_of__in=match_ids).values_list(*WISH)
    return {old: wish(made, status, context) for old, made, status, context in rows}


def wish(match_id: UUID, status: str, context: dict[str, Any]) -> Wish:
    """`by` is the seat at the old table; `state` is open, on (it has begun) or off (declined, lapsed)."""
    states = {MatchStatus.JOINING.value: "open", MatchStatus.VOID.value: "off"}
    return {
        "match": str(match_id),
        "by": context.get("rematch_by"),
        "state": states.get(status, "on"),
    }
