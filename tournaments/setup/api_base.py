"""Actions of directors over the API, answered with the tournament as it is afterwards."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from tournaments.bracket.api_base import TournamentApiView
from tournaments.bracket.selectors import lists
from tournaments.models import Tournament
from tournaments.setup.selectors import rule_card
from tournaments.setup.serializers import TournamentDetailOut


class DirectorsVerb(TournamentApiView):
    """A POST that only a director may make."""

    token_scope = Scope.DIRECT
    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses=TournamentDetailOut)
    def post(self, request: Request, slug: str) -> Response:
        self.act(self.tournament, request)
        return Response(detail(request, slug))

    def act(self, tournament: Tournament, request: Request) -> None:
        raise NotImplementedError


def detail(request: Request, slug: str) -> dict[str, Any]:
    """A tournament as the response after an action."""
    return _shown(lists.get_tournament(slug, request.user, live=True))


def _shown(tournament: Tournament) -> dict[str, Any]:
    tournament.card_lines = rule_card.rule_card(tournament)  # type: ignore[attr-defined]  # for the serializer
    return dict(TournamentDetailOut(tournament).data)
