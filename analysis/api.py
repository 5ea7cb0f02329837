"""/api/v1/matches/<match>/analysis: what the engine says of a finished match, and asking for it."""

from typing import Any, cast
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from analysis.files import CONTENT_TYPES, analysed_file
from analysis.models import AnalysisStatus
from analysis.selectors import (
    analysis_of,
    imported_analysis_of,
    imported_state_of,
    seen_to_the_end,
    state_of,
)
from analysis.services.analyses import request_analysis
from games.api.files import AnyAccept
from games.errors import NoSuchMatch
from games.models import Match
from games.serializers import RefusalOut

SEAT = ["A", "B"]


class JudgedPlayOut(serializers.Serializer[Any]):
    """A play that the engine compared."""

    play = serializers.CharField(help_text="In the usual notation, such as `13/8 6/5`")
    equity = serializers.FloatField(help_text="Normalized to the cube")
    win = serializers.FloatField(help_text="Chance to win the game, 0 to 1")
    gammon = serializers.FloatField(help_text="Chance to win a gammon or backgammon, 0 to 1")
    played = serializers.BooleanField()


class CubeJudgementOut(serializers.Serializer[Any]):
    """A decision about the cube, with the equities of the side that may double."""

    no_double = serializers.FloatField()
    double_take = serializers.FloatField()
    double_drop = serializers.FloatField()
    best = serializers.CharField()
    error = serializers.FloatField(help_text="Equity lost, at least 0")
    counts = serializers.BooleanField(help_text="Is part of the PR")


class JudgedDecisionOut(serializers.Serializer[Any]):
    """A play or a cube action of the log."""

    seq = serializers.IntegerField(help_text="Its number in the log of the match")
    game = serializers.IntegerField(help_text="The number of the game, from 1")
    seat = serializers.ChoiceField(choices=SEAT)
    kind = serializers.ChoiceField(choices=["play", "double", "take", "drop"])
    dice = serializers.ListField(child=serializers.IntegerField(), required=False)
    error = serializers.FloatField(help_text="Equity lost, at least 0")
    counts = serializers.BooleanField(help_text="Is part of the PR")
    luck = serializers.FloatField(allow_null=True, help_text="Equity won by the roll")
    win_a = serializers.FloatField(help_text="Chance of seat A to win the game before it, 0 to 1")
    candidates = JudgedPlayOut(many=True)
    cube = CubeJudgementOut(allow_null=True)


class TotalsOut(serializers.Serializer[Any]):
    """One side of the match."""

    pr = serializers.FloatField(allow_null=True, help_text="500 times the equity lost a decision")
    error = serializers.FloatField(help_text="Equity lost")
    decisions = serializers.IntegerField(help_text="Decisions that are part of the PR")
    luck = serializers.FloatField()
    luck_percent = serializers.FloatField(allow_null=True, help_text="Points of match chance")


class SeatTotalsOut(serializers.Serializer[Any]):
    A = TotalsOut()
    B = TotalsOut()


class AnalysisResultOut(serializers.Serializer[Any]):
    totals = SeatTotalsOut()
    decisions = JudgedDecisionOut(many=True)


class AnalysisOut(serializers.Serializer[Any]):
    """The analysis of the log as it stands. `status` is `none` before anybody has asked."""

    status = serializers.ChoiceField(choices=["none", *AnalysisStatus.values])
    done = serializers.IntegerField(help_text="Decisions judged so far")
    total = serializers.IntegerField(help_text="Decisions to judge")
    ahead = serializers.IntegerField(help_text="Analyses that come before this one")
    preset = serializers.CharField()
    engine = serializers.CharField()
    result = AnalysisResultOut(
        allow_null=True, help_text="While it runs: what is judged so far, or null"
    )


class AnalysisView(APIView):
    """The analysis of a finished match. Nobody reads or asks for one before they may see the whole match."""

    def get_permissions(self) -> list[Any]:
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(operation_id="match_analysis", responses={200: AnalysisOut, 404: RefusalOut})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(state_of(analysis_of(_match(request, match_id))))

    @extend_schema(
        operation_id="match_analysis_request",
        description="Ask for the analysis; safe to repeat.",
        request=None,
        responses={200: AnalysisOut, **dict.fromkeys((401, 404, 422, 429, 503), RefusalOut)},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        match = _match(request, match_id)
        user = cast(User, request.user)  # by the permissions of POST
        return Response(state_of(request_analysis(match, user, timezone.now())))


class ImportedAnalysisOut(serializers.Serializer[Any]):
    """What the file of an imported match said of it: the numbers of another program."""

    program = serializers.CharField(help_text="Such as `eXtreme Gammon`")
    level = serializers.CharField(help_text="How far it looked at most; may be empty")
    result = AnalysisResultOut()


class ImportedAnalysisView(APIView):
    """The analysis that an imported .xg or .bgf file held. It counts nowhere on this site."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="match_imported_analysis",
        responses={200: ImportedAnalysisOut, 404: RefusalOut},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        analysis = imported_analysis_of(_match(request, match_id))
        if analysis is None:
            raise NoSuchMatch()
        return Response(imported_state_of(analysis))


class AnalysisFileView(APIView):
    """The analysed match as a file of gammonview: `gva` is JSON, `gvab` the same in fewer bytes."""

    permission_classes = [AllowAny]
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="match_analysis_file",
        parameters=[OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=list(CONTENT_TYPES))],
        responses={
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, "gva"),
            (200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY, "gvab"),
            404: RefusalOut,
        },
    )
    def get(self, request: Request, match_id: UUID, kind: str) -> HttpResponse:
        return analysed_file(_match(request, match_id), kind)


def _match(request: Request, match_id: UUID) -> Match:
    return seen_to_the_end(request.user, match_id, timezone.now())
