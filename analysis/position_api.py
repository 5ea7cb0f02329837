"""/api/v1/analysis/position: what the engine says of a single position."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import me
from analysis.position_answers import answer_of
from analysis.services.positions import position_of, require_no_match_in_play
from games.serializers import RefusalOut

PLAYERS = ["bottom", "top"]


class CandidatePlayOut(serializers.Serializer[Any]):
    """A play, the best one first."""

    play = serializers.CharField(help_text="In the usual notation; empty where no move is legal")
    equity = serializers.FloatField(help_text="Normalized to the cube")
    loss = serializers.FloatField(help_text="Equity lost against the best play, at least 0")
    win = serializers.FloatField(help_text="Chance to win the game, 0 to 1")
    gammon = serializers.FloatField(help_text="Chance to win a gammon or backgammon, 0 to 1")


class CubeOptionOut(serializers.Serializer[Any]):
    """One way the cube can go."""

    action = serializers.ChoiceField(choices=["no_double", "double_take", "double_drop"])
    equity = serializers.FloatField(help_text="Of the player who may double, or has doubled")
    loss = serializers.FloatField(help_text="Its distance from the best one, at least 0")
    best = serializers.BooleanField(help_text="Both players decide rightly")


class GameChancesOut(serializers.Serializer[Any]):
    """Of the player on roll, 0 to 1; gammons count backgammons."""

    win = serializers.FloatField()
    gammon = serializers.FloatField()
    backgammon = serializers.FloatField()
    lose_gammon = serializers.FloatField()
    lose_backgammon = serializers.FloatField()


class PipCountsOut(serializers.Serializer[Any]):
    bottom = serializers.IntegerField()
    top = serializers.IntegerField()


class PositionOut(serializers.Serializer[Any]):
    """A position, judged. `bottom` is the player whom an XGID draws below (+1), `top` the one above."""

    xgid = serializers.CharField()
    gnubg = serializers.CharField(
        allow_null=True, help_text="Position ID:Match ID; null where it would lose something"
    )
    decision = serializers.ChoiceField(choices=["play", "double", "answer"])
    side = serializers.ChoiceField(choices=PLAYERS, help_text="Who decides")
    on_roll = serializers.ChoiceField(choices=PLAYERS)
    dice = serializers.ListField(child=serializers.IntegerField(), help_text="Empty before a roll")
    pips = PipCountsOut()
    verdict = serializers.ListField(child=serializers.CharField(), help_text="Sentences")
    candidates = CandidatePlayOut(many=True, help_text="Five at most; of a roll")
    cube = CubeOptionOut(many=True, help_text="Empty where there is no decision about the cube")
    equity = serializers.FloatField(help_text="Of the best play; before a roll without a double")
    chances = GameChancesOut(allow_null=True, help_text="Before a roll")
    engine = serializers.CharField()
    plies = serializers.IntegerField()


class PositionView(APIView):
    """A position given by its ID. The engine is closed to users who have a match in progress."""

    permission_classes = [IsAuthenticated]
    query_words = ("xgid",)

    @extend_schema(
        operation_id="position_analysis",
        description="Judge a position: the best plays of a roll, or the decision about the cube.",
        parameters=[
            OpenApiParameter(
                "xgid",
                str,
                required=True,
                description="An XGID, a GNU Backgammon ID (Position ID:Match ID) or a Position ID",
            )
        ],
        responses={200: PositionOut, **dict.fromkeys((400, 401, 409, 422, 429, 503), RefusalOut)},
    )
    def get(self, request: Request) -> Response:
        user = me(request)
        require_no_match_in_play(user)
        position = position_of(request.query_params.get("xgid", ""))
        return Response(answer_of(position, user, timezone.now()))
