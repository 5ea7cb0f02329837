"""GET /tickets/<match>: a signed ticket to the live table, for whoever asks; renewed the same way.

A page's session or a program's API token decides the seat; anybody else gets a spectator's ticket, and so does a token
that may only read.
"""

from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import ApiToken, Scope, User
from games.engine.seats import Seat
from games.errors import NoSuchMatch
from games.models import Match
from games.selectors import seat_of
from games.views.ticket_issuing import nameless_ticket, ticket_for, ticket_for_token
from web.errors import NotAllowed


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
        if user is None or token is None:
            answer = ticket_for(request, match.pk, _seat(request, user, match))
        elif Scope.PLAY in token.scopes:
            answer = ticket_for_token(match.pk, user, _seat(request, user, match), token)
        else:
            answer = nameless_ticket(
                match.pk
            )  # a ticket may speak for its user; this token may only read
        return Response(answer, headers={"Cache-Control": "no-store"})


def _seat(request: Request, user: User | None, match: Match) -> Seat | None:
    """The user's seat; `?watch` sits with the spectators."""
    watches = user is None or "watch" in request.query_params
    return None if watches else seat_of(user, match)
