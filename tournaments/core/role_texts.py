"""What each role may do, in a sentence (T9.8); permissions.RIGHTS is the same for the code."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import RoleKind

WHAT: Final[dict[str, str | Promise]] = {
    RoleKind.ORGANIZER: _("Everything, including money, visibility and roles."),
    RoleKind.DIRECTOR: _(
        "Draws, rulings, corrections and clocks, plus everything assistants, "
        "monitors and streamers do."
    ),
    RoleKind.ASSISTANT: _(
        "Enters players and results, checks players in, assigns tables and prints."
    ),
    RoleKind.MONITOR: _("Watches matches and writes notes for the directors."),
    RoleKind.STREAMER: _("Chooses what TV shows and which tables are filmed."),
}
