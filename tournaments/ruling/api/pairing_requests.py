"""/api/v1/tournaments/<slug>/pairing-requests: what is asked of the pairing of rounds (T6.20)."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import TournamentApiView, login_of
from tournaments.bracket.selectors.pairing_requests import request_rows
from tournaments.core.permissions import require_director
from tournaments.models import PairingRequest
from tournaments.ruling.serializers import BIG, number
from tournaments.ruling.services.pairing_requests import AskPairing, RemoveRequest
from tournaments.ruling.services.preview import RulingRequest, rule
from web.errors import NotFound


class PairingRequestOut(serializers.Serializer[object]):
    """Something asked of the pairing of rounds. `round`: that of a bye or a wished pairing, or the last one that an entry
    plays."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PairingRequest.Kind.choices)
    entry = serializers.IntegerField()
    other = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class PairingRequestIn(KnownFields):
    """A request: `bye` and `leaves` need `round`, `forbidden` needs `other`, `wished` needs both."""

    kind = serializers.ChoiceField(choices=PairingRequest.Kind.choices)
    entry = serializers.IntegerField(min_value=1, max_value=BIG)
    other = number(help_text="A second entry")
    round = number()
    reason = serializers.CharField(required=False, max_length=200, allow_blank=True, default="")


class PairingRequestList(TournamentApiView):
    """What is asked of the pairing of rounds, for directors; POST asks for more."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    def version(self, request: Request) -> object | None:
        return None

    @extend_schema(responses=PairingRequestOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        require_director(login_of(request), self.tournament)
        return Response(PairingRequestOut(request_rows(self.tournament), many=True).data)

    @extend_schema(request=PairingRequestIn, responses={201: PairingRequestOut})
    def post(self, request: Request, slug: str) -> Response:
        require_director(login_of(request), self.tournament)
        sent = PairingRequestIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        action = AskPairing(
            of_tournament=self.tournament.pk,
            kind=data["kind"],
            entry_id=data["entry"],
            other_id=data.get("other"),
            round=data.get("round"),
        )
        ruling = rule(action, RulingRequest(login_of(request), timezone.now(), data["reason"]))
        made = ruling.pairing_requests.get()
        row = next(row for row in request_rows(self.tournament) if row.id == made.pk)
        return Response(PairingRequestOut(row).data, status=201)


class PairingRequestDetail(TournamentApiView):
    """DELETE removes a request, so that it counts no longer."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, request_id: int) -> Response:
        require_director(login_of(request), self.tournament)
        action = RemoveRequest(request_id=request_id)
        if action.tournament_id() != self.tournament.pk:
            raise NotFound("not_here", "This is not part of the tournament.")
        rule(action, RulingRequest(login_of(request), timezone.now(), ""))
        return Response(status=204)
