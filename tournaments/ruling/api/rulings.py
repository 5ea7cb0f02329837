"""/api/v1/tournaments/<slug>/rulings: the record of rulings, and a director's rulings with their preview (T9.5)."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from tournaments.bracket.api_base import TournamentApiView
from tournaments.core.permissions import may_direct
from tournaments.ruling.api.director_actions import action_of
from tournaments.ruling.selectors.rulings import public_rulings, ruling_rows, rulings_of
from tournaments.ruling.serializers import (
    PreviewOut,
    RulingIn,
    RulingOut,
    UnconfirmedOut,
    unconfirmed,
)
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule


class RulingList(TournamentApiView):
    """What directors ruled, the newest first; POST rules, or says what a ruling would move.

    A ruling names scores and stands in the log of its match: where spectators see matches late, it is told as late.
    Rulings on pairing requests are for directors only.
    """

    token_scope = Scope.DIRECT

    def version(self, request: Request) -> object | None:
        if not self._sees_rulings_at_once(request):
            return None
        return f"{super().version(request)}.{self._directs(request)}"

    @extend_schema(responses=RulingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        of_viewer = rulings_of if self._directs(request) else public_rulings
        rulings = of_viewer(self.tournament)
        if not self._sees_rulings_at_once(request):
            delay = timedelta(seconds=self.tournament.spectator_delay_s)
            rulings = rulings.filter(at__lte=timezone.now() - delay)
        return Response(RulingOut(ruling_rows(self.tournament, rulings), many=True).data)

    def _sees_rulings_at_once(self, request: Request) -> bool:
        return not self.tournament.spectator_delay_s or self._directs(request)

    def _directs(self, request: Request) -> bool:
        return may_direct(request.user, self.tournament)

    @extend_schema(
        request=RulingIn,
        responses={
            200: OpenApiResponse(PreviewOut, description="A preview; nothing was done"),
            201: OpenApiResponse(RulingOut, description="Ruled"),
            409: OpenApiResponse(
                UnconfirmedOut,
                description="needs_confirmation, stale_preview: `moves` and `digest` say what would move",
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = RulingIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        action = action_of(self.tournament, data)
        user: Any = request.user
        ruling_request = RulingRequest(
            user, timezone.now(), data["reason"], confirm=data["confirm"]
        )
        if data["preview"]:
            return Response(PreviewOut(preview(action, ruling_request)).data)
        try:
            ruling = rule(action, ruling_request)
        except ConfirmationNeeded as error:
            return Response(UnconfirmedOut(unconfirmed(error)).data, status=error.status)
        rows = ruling_rows(self.tournament, rulings_of(self.tournament).filter(pk=ruling.pk))
        return Response(RulingOut(rows[0]).data, status=201)
