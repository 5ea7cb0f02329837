"""GET /tickets/<match>: a signed ticket to the live table, for whoever asks; renewed the same way.

A page's session or a program's API token decides the seat; anybody else gets a spectator's ticket, and so does a token
that may only read.
"""

from datetime import timedelta
from secrets import token_urlsafe
from uuid import UUID

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.errors import NotAllowed
from accounts.models import ApiToken, Scope, User
from games.errors import NoSuchMatch
from games.models import Match
from games.moments import to_ms
from games.selectors import seat_of
from games.tickets import LIFETIME_S, Ticket, issue


@extend_schema(exclude=True)
class TicketView(APIView):
    """Answers `{"ticket", "seat", "expires_at"}`, never from a cache."""

    permission_classes = [AllowAny]

    def get(self, request: Request, match_id: UUID) -> Response:
        match = Match.objects.filter(pk=match_id).only("id").first()
        if match is None:
            raise NoSuchMatch()
        token = request.auth if isinstance(request.auth, ApiToken) else None
        user = request.user if isinstance(request.user, User) else None
        if user is not None and user.is_suspended:
            raise NotAllowed("suspended", _("Your account is suspended."))
        if token is not None and Scope.PLAY not in token.scopes:
            user, token = None, None  # a ticket may speak for its user; this token may only read
        ticket = Ticket(
            match_id=match.pk,
            user_id=user.pk if user else None,
            seat=_seat(request, user, match),
            access_version=user.access_version if user else 0,
            expires_at=to_ms(timezone.now() + timedelta(seconds=LIFETIME_S)),
            language=get_language() or "en",
            nonce=token_urlsafe(6),
            token_id=token.pk if token else None,
        )
        answer = {"ticket": issue(ticket), "seat": ticket.seat, "expires_at": ticket.expires_at}
        return Response(answer, headers={"Cache-Control": "no-store"})


def _seat(request: Request, user: User | None, match: Match) -> str | None:
    """The user's seat; `?watch` sits with the spectators."""
    watches = user is None or "watch" in request.query_params
    return None if watches else seat_of(user, match)
