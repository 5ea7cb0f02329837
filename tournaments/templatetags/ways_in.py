"""How the viewer may still enter a running tournament: late, again, or not at all."""

from typing import Any

from django import template
from django.core.cache import cache

from tournaments.entry.services import late_entries
from tournaments.models import Tournament

register = template.Library()
CACHED_S = 30  # matches begin without a new version; the service refuses what has become impossible


@register.simple_tag
def way_in(tournament: Tournament, user: Any, mine: Any) -> str:
    """`late`, `again` or nothing. Cached for all viewers, as it reads the whole draw."""
    if tournament.status != Tournament.Status.RUNNING or not tournament.late_entry:
        return ""
    player = getattr(user, "player", None)
    if player is not None and tournament.entries.filter(player=player).exists():
        return "again" if late_entries.may_reenter(tournament, player) else ""
    if mine or not user.is_authenticated:
        return ""
    key = f"late.{tournament.pk}.{tournament.version}"
    open_late = cache.get_or_set(
        key, lambda: late_entries.may_enter_late(tournament, by_themselves=True), CACHED_S
    )
    full = tournament.entry_limit is not None and (
        tournament.entries.filter(status="active").count() >= tournament.entry_limit
    )
    return "late" if open_late and not full else ""
