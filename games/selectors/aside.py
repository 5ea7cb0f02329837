"""What stands beside the log of a match, read for the live table: chat lines and the wish for a rematch."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from accounts.announced import current
from accounts.models import User
from games.models import Match, Room
from games.selectors.chat import (
    ANYBODY,
    ChatPass,
    Line,
    chat_pass,
    has_chat,
    hidden_among,
    lines_after,
    newest_line,
    recent_lines,
)
from games.selectors.rematch import may_have_rematch, rematches_of


@dataclass(frozen=True, slots=True)
class Told:
    """One match at one moment. Without chat there are no lines."""

    on: bool
    is_over: bool
    has_rematch: bool
    lines: tuple[Line, ...]
    wish: dict[str, Any] | None
    ids: frozenset[int] = field(default=frozenset(), compare=False)


class DatabaseAsides:
    """The database's side of games/live/aside.py."""

    def told(self, match_id: UUID) -> Told | None:
        """None when there is no such match."""
        match = Match.objects.defer("state").filter(pk=match_id).first()
        if match is None:
            return None
        on = has_chat(match)
        has_rematch = may_have_rematch(match)
        lines = tuple(recent_lines(match_id, Room.values)) if on else ()
        return Told(
            on=on,
            is_over=match.is_over,
            has_rematch=has_rematch,
            lines=lines,
            wish=rematches_of([match_id]).get(match_id) if has_rematch else None,
            ids=frozenset(line["id"] for line in lines),
        )

    def chat_pass(self, user_id: int, match_id: UUID) -> ChatPass:
        user = User.objects.filter(pk=user_id).first()
        return ANYBODY if user is None else chat_pass(user, match_id)

    def announced(self) -> dict[str, Any] | None:
        """What the house says to everybody; no query."""
        said = current()
        return None if said is None else said.told()

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
