"""What stands beside the log of a match, read for the live table: chat lines and the wish for a rematch."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.models import ChatRoom, Match
from games.selectors.chat import (
    Line,
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
class SideChannelState:
    """Chat and rematch of a match at one moment. Without chat there are no lines."""

    on: bool
    is_over: bool
    has_rematch: bool
    lines: tuple[Line, ...]
    wish: dict[str, Any] | None
    ids: frozenset[int] = field(default=frozenset(), compare=False)


def states(match_ids: Collection[UUID]) -> dict[UUID, SideChannelState]:
    """Those of these matches that exist. Two queries, and more where somebody has written."""
    matches = list(Match.objects.defer("state").filter(pk__in=match_ids))
    wishes = rematches_of([match.pk for match in matches if may_have_rematch(match)])
    spoken = spoken_in([match.pk for match in matches if has_chat(match)])
    return {match.pk: _state(match, match.pk in spoken, wishes.get(match.pk)) for match in matches}


def _state(match: Match, has_lines: bool, wish: dict[str, Any] | None) -> SideChannelState:
    lines = tuple(recent_lines(match.pk, ChatRoom.values)) if has_lines else ()
    return SideChannelState(
        on=has_chat(match),
        is_over=match.is_over,
        has_rematch=may_have_rematch(match),
        lines=lines,
        wish=wish,
        ids=frozenset(line["id"] for line in lines),
    )


def site_banner() -> dict[str, Any] | None:
    """What the site announces to everybody; no query."""
    banner = current()
    return None if banner is None else banner.to_json()


def changed_since(
    before: dict[UUID, SideChannelState], after: int | None, *, hidden: bool
) -> tuple[set[UUID], int]:
    """Which of these matches are not any more as they were, and the id of the newest line there is.

    `after` is the id after which lines are new; `hidden` asks for lines taken away as well. Nothing is asked for each match, for
    thousands may be listened to: only what is new, and what belongs to those that are over or have lines.
    """
    newest = newest_line()
    new = [] if after is None or newest <= after else lines_after(after)
    changed = {m for m, line_id in new if m in before and line_id not in before[m].ids}
    changed = {m for m in changed if before[m].on}
    asked = [m for m, state in before.items() if state.is_over and state.has_rematch]
    wishes = rematches_of(asked) if asked else {}
    changed |= {m for m in asked if wishes.get(m) != before[m].wish}
    if hidden:
        with_lines = [m for m, state in before.items() if state.on and state.lines]
        taken = hidden_among(with_lines) if with_lines else []
        changed |= {m for m, line_id in taken if line_id in before[m].ids}
    return changed, newest
