"""The one place where tickets to the live table are made for a request: for a page's first one, and for those renewed."""

from datetime import timedelta
from secrets import token_urlsafe
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.impersonated_request import acting_user
from accounts.models import ApiToken, User
from games.engine.seats import Seat
from games.tickets import LIFETIME_S, Ticket, issue
from games.timestamps import to_ms


def ticket_for(request: HttpRequest, match_id: UUID, seat: Seat | None) -> dict[str, Any]:
    """A ticket of whoever's session this is; it ends with the session. Staff who look as a user get a nameless one."""
    user = acting_user(request)
    session = (request.session.session_key or "") if user else ""
    return _handed_out(match_id, user, seat if user else None, session=session)


def ticket_for_token(
    match_id: UUID, user: User, seat: Seat | None, token: ApiToken
) -> dict[str, Any]:
    """A ticket for a program; it ends with the token."""
    return _handed_out(match_id, user, seat, token_id=token.pk)


def nameless_ticket(match_id: UUID) -> dict[str, Any]:
    """A spectator's ticket that speaks for nobody."""
    return _handed_out(match_id, None, None)


def _handed_out(
    match_id: UUID, user: User | None, seat: Seat | None, **bound: Any
) -> dict[str, Any]:
    ticket = Ticket(
        match_id=match_id,
        user_id=user.pk if user else None,
        seat=seat,
        access_version=user.access_version if user else 0,
        expires_at=to_ms(timezone.now() + timedelta(seconds=LIFETIME_S)),
        language=get_language() or "en",
        nonce=token_urlsafe(6),
        **bound,
    )
    return {"ticket": issue(ticket), "seat": seat, "expires_at": ticket.expires_at}
