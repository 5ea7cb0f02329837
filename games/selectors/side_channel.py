"""What stands beside the log of a match, read for the live table: chat lines and the wish for a rematch."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.models import ChatRoom, Match
from games.selectors.chat import (
    ChatPass,
    Line,
    Who,
    chat_passes,
    has_chat,
    hidden_among,
    lines_after,
    newest_line,
    recent_lines,
    spoken_in,
)
from games.selectors.rematch import may_have_rematch, rematches_of
from web.site_banner import current


@dataclass(frozen=True, slots=True)
class Told:
    """One match at one moment. Without chat there are no lines."""

    on: bool
    is_over: bool
    has_rematch: bool
    lines: tuple[Line, ...]
    wish: dict[str, Any] | None
    ids: frozenset[int] = field(default=frozenset(), compare=False)


def _told(match: Match, has_lines: bool, wish: dict[str, Any] | None) -> Told:
    lines = tuple(recent_lines(match.pk, ChatRoom.values)) if has_lines else ()
    return Told(
        on=has_chat(match),
        is_over=match.is_over,
        has_rematch=may_have_rematch(match),
        lines=lines,
        wish=wish,
        ids=frozenset(line["id"] for line in lines),
    )


class DatabaseAsides:
    """The database's side of games/live/side_channel.py."""

    def told(self, match_ids: Collection[UUID]) -> dict[UUID, Told]:
        """Those of these matches that there are. Two queries, and more where somebody has spoken."""
        matches = list(Match.objects.defer("state").filter(pk__in=match_ids))
        wishes = rematches_of([match.pk for match in matches if may_have_rematch(match)])
        spoken = spoken_in([match.pk for match in matches if has_chat(match)])
        return {
            match.pk: _told(match, match.pk in spoken, wishes.get(match.pk)) for match in matches
        }

    def chat_passes(self, readers: Collection[Who]) -> dict[Who, ChatPass]:
        """What each of these (user, match) may do in its chat. Three queries, and more for those without a seat."""
        return chat_passes(readers)

    def announced(self) -> dict[str, Any] | None:
        """What the house says to everybody; no query."""
        said = current()
        return None if said is None else said.to_json()

    def changed(
        self, known: dict[UUID, Told], after: int | None, *, hidden: bool
    ) -> tuple[set[UUID], int]:
        """Which of these are not any more as they were told, and the newest line there is."""
        newest = newest_line()
        talking = [match_id for match_id, told in known.items() if told.on]
        new = [] if after is None else lines_after(talking, after)
        changed = {m for m, line_id in new if line_id not in known[m].ids}
        over = set(
            Match.objects.filter(pk__in=known, finished_at__isnull=False).values_list(
                "pk", flat=True
            )
        )
        changed |= {m for m, told in known.items() if told.is_over != (m in over)}
        asked = [m for m, told in known.items() if told.has_rematch]
        wishes = rematches_of(asked) if asked else {}
        changed |= {m for m in asked if wishes.get(m) != known[m].wish}
        if hidden:
            said = [m for m in talking if known[m].lines]
            changed |= {m for m, line_id in hidden_among(said) if line_id in known[m].ids}
        return changed, newest
