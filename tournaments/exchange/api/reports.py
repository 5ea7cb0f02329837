"""…/report: what a tournament or an event reports to a federation, with the checklist of the page. For its directors."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from tournaments.bracket.api_base import login_of
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.core.permissions import Right, Subject, require
from tournaments.event.selectors.events import get_event
from tournaments.exchange.selectors.federation_report import (
    FEDERATIONS,
    FREE,
    report_of,
    reported_tournaments,
)
from tournaments.exchange.texts import CHECK_STATES, checklist
from tournaments.models import Pairing
from web.errors import DomainError

FEDERATION = OpenApiParameter(
    "federation", str, enum=list(FEDERATIONS), description="Whose member numbers; free if left out"
)


class FederationMatchOut(serializers.Serializer[Any]):
    """A match between two people; dates are of the tournament's time zone."""

    event = serializers.CharField(allow_blank=True)
    tournament = serializers.CharField()
    division = serializers.CharField(allow_blank=True)
    date = serializers.CharField(allow_blank=True)
    stage = serializers.IntegerField()
    round = serializers.CharField()
    length = serializers.IntegerField()
    winner = serializers.CharField()
    winner_member_number = serializers.CharField(allow_blank=True)
    winner_country = serializers.CharField(allow_blank=True)
    winner_points = serializers.IntegerField(allow_null=True)
    loser = serializers.CharField()
    loser_member_number = serializers.CharField(allow_blank=True)
    loser_country = serializers.CharField(allow_blank=True)
    loser_points = serializers.IntegerField(allow_null=True)
    ended = serializers.CharField(
        help_text=f"{Pairing.Outcome.PLAYED}, {Pairing.Outcome.TIME} or {Pairing.Outcome.CONCEDED}"
    )


class FederationPlaceOut(serializers.Serializer[Any]):
    """A final place."""

    event = serializers.CharField(allow_blank=True)
    tournament = serializers.CharField()
    division = serializers.CharField(allow_blank=True)
    players = serializers.IntegerField()
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    member_number = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class ReportCheckOut(serializers.Serializer[Any]):
    """A line of the checklist; `stop` is to be mended before the report is sent."""

    state = serializers.CharField(help_text=", ".join(CHECK_STATES))
    text = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())


class FederationReportOut(serializers.Serializer[Any]):
    """A report with its checklist."""

    is_complete = serializers.BooleanField()
    checks = ReportCheckOut(many=True)
    matches = FederationMatchOut(many=True)
    places = FederationPlaceOut(many=True)


class FederationReportView(APIView):
    """What is reported to a federation, with its checklist."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT
    query_words = frozenset({"federation"})

    def subject(self, request: Request) -> Subject:
        """The event or the tournament."""
        raise NotImplementedError

    @extend_schema(parameters=[FEDERATION], responses=FederationReportOut)
    def get(self, request: Request, slug: str) -> Response:
        """Refused: not_your_role (403), unknown_federation (400)."""
        of = self.subject(request)
        require(login_of(request), of, Right.DIRECT)
        federation = request.query_params.get("federation", FREE)
        if federation not in FEDERATIONS:
            text = f"Choose one of these federations: {', '.join(FEDERATIONS)}."
            raise DomainError("unknown_federation", text, 400)
        report = report_of(reported_tournaments(of), federation)
        shown = {
            "is_complete": report.is_complete,
            "checks": checklist(report),
            "matches": report.matches,
            "places": report.places,
        }
        return Response(FederationReportOut(shown).data)


class TournamentReport(FederationReportView):
    """What a tournament reports to a federation, with its checklist."""

    def subject(self, request: Request) -> Subject:
        return get_tournament(self.kwargs["slug"], request.user)


class EventReport(FederationReportView):
    """What an event reports to a federation, with its checklist."""

    def subject(self, request: Request) -> Subject:
        return get_event(self.kwargs["slug"], request.user)
