"""/api/v1/lobby: open challenges, which anybody may accept."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player, User
from accounts.requests import me
from accounts.serializers import KnownFields, PlayerOut
from accounts.services.players import ensure_player
from games.api.friendly import shown_match
from games.api.friendly_terms import LONGEST, FriendlyClockIn, clock_of
from games.engine.friendly_rules import rules_chosen
from games.selectors.lobby import lobby
from games.selectors.rating_range import WIDTHS
from games.serializers import MatchDetailOut, RefusalOut
from games.services import lobby as services

WIDTH_CHOICES = [(width, str(width)) for width in WIDTHS]
REFUSED = dict.fromkeys((401, 403, 404, 409, 429, 503), RefusalOut)


class ChallengeOut(serializers.Serializer[Any]):
    """An open challenge. The match has its rules and clock in detail."""

    match = serializers.UUIDField()
    player = PlayerOut(help_text="Who listed it")
    length = serializers.CharField(help_text="In words")
    clock = serializers.CharField(help_text="In words")
    rated = serializers.BooleanField(source="is_rated")
    correspondence = serializers.BooleanField(source="is_correspondence")
    lowest_rating = serializers.IntegerField(
        source="limits.lowest", default=None, allow_null=True, help_text="Who may accept it"
    )
    highest_rating = serializers.IntegerField(
        source="limits.highest", default=None, allow_null=True
    )
    until = serializers.DateTimeField(allow_null=True, help_text="When it lapses")
    mine = serializers.BooleanField(source="is_mine")


class ChallengeIn(KnownFields):
    """The terms of a match against anybody, by the rules of tournaments."""

    length = serializers.IntegerField(min_value=1, max_value=LONGEST, help_text="Points to win")
    clock = FriendlyClockIn(required=False, allow_null=True)
    rated = serializers.BooleanField(required=False, default=True)
    width = serializers.ChoiceField(
        required=False,
        allow_null=True,
        default=None,
        choices=WIDTH_CHOICES,
        help_text="How far an opponent’s rating may be from yours, in points; null for any rating",
    )


class LobbyView(APIView):
    """Open challenges, your own first, then the oldest; POST finds an opponent."""

    permission_classes = [AllowAny]

    def get_permissions(self) -> list[Any]:
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(operation_id="lobby_list", responses=ChallengeOut(many=True))
    def get(self, request: Request) -> Response:
        user = request.user
        own = Player.objects.filter(user=user).first() if isinstance(user, User) else None
        return Response(ChallengeOut(lobby(own), many=True).data)

    @extend_schema(
        operation_id="lobby_find",
        request=ChallengeIn,
        responses={200: MatchDetailOut, 201: MatchDetailOut, 400: RefusalOut, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Accept the oldest challenge with these terms (200), or list one of your own (201). A listed one lapses after half an hour,
        in correspondence after a week; `matches/{id}/decline` withdraws it."""
        sent = ChallengeIn(data=request.data)
        sent.is_valid(raise_exception=True)
        typed = sent.validated_data
        rules = rules_chosen("tournament", {}, length=typed["length"])
        match, has_opponent = services.find_opponent(
            ensure_player(me(request)),
            rules,
            clock_of(typed, rules),
            timezone.now(),
            rated=typed["rated"],
            width=typed["width"],
        )
        return Response(shown_match(request, match.pk), status=200 if has_opponent else 201)


class LobbyChallenge(APIView):
    """POST accepts an open challenge. Both players then have five minutes to press ready; correspondence starts at once."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="lobby_accept", request=None, responses={200: MatchDetailOut, **REFUSED}
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        match = services.accept(match_id, ensure_player(me(request)), timezone.now())
        return Response(shown_match(request, match.pk))
