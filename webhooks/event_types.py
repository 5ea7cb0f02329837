"""The types of events that endpoints may hear of, in the order of the form. They are part of the API: never rename one."""

from typing import Final

from django.utils.translation import gettext_lazy as _

MATCH_FINISHED = "match.finished"
MATCH_CORRECTED = "match.corrected"
ROUND_PUBLISHED = "round.published"
STANDINGS_CHANGED = "standings.changed"
TOURNAMENT_OPENED = "tournament.opened"
TOURNAMENT_STARTED = "tournament.started"
TOURNAMENT_FINISHED = "tournament.finished"
TOURNAMENT_CANCELLED = "tournament.cancelled"
ENTRY_ADDED = "entry.added"
ENTRY_WITHDRAWN = "entry.withdrawn"
PING = "ping"
"""Sent on request to one endpoint, whatever it wants."""

LABELS: Final = {
    MATCH_FINISHED: _("A match has a result"),
    MATCH_CORRECTED: _("A result was corrected or removed"),
    ROUND_PUBLISHED: _("A round is published"),
    STANDINGS_CHANGED: _("The standings changed"),
    TOURNAMENT_OPENED: _("A tournament opens for entry"),
    TOURNAMENT_STARTED: _("A tournament starts"),
    TOURNAMENT_FINISHED: _("A tournament is finished"),
    TOURNAMENT_CANCELLED: _("A tournament is cancelled"),
    ENTRY_ADDED: _("An entry is added"),
    ENTRY_WITHDRAWN: _("An entry is withdrawn or removed"),
}
EVENT_TYPES: Final = tuple(LABELS)
