"""A match as a spectator's page shows it, whoever looks: TV pages use it. A player of it sees no more than others."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from games import selectors
from games.board_svg import picture
from games.selectors.visibility import table_page
from games.views import table_context
from games.views.ticket_issuing import ticket_for


def spectated(request: HttpRequest, match_id: UUID, now: datetime) -> dict[str, Any] | None:
    """What templates/games/strip.html and js/pages/tv.js need; None while spectators may not see anything."""
    match = selectors.match_with_seats(match_id)
    page = None if match is None else table_page(match, None, now)
    if match is None or page is None:
        return None
    view, rows = page
    return {
        "view": view,
        "data": {
            "view": view,
            "actions": rows,
            "ticket": ticket_for(request, match.pk, None),
            "links": {
                "tickets": f"/tickets/{match.pk}?watch=1",
                "live": f"/live/matches/{match.pk}",
            },
        },
        "below": table_context.side(view, "A"),
        "above": table_context.side(view, "B"),
        "picture": picture(view),
        "where": table_context.where(view["context"]),
        "board_label": table_context.board_label(view),
        "status_line": table_context.status_line(view),
    }
