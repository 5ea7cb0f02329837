"""/api/v1/following and /blocks: one's own lists, following, blocking, and their opposites."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.requests import me
from accounts.services.players import ensure_player
from social.models import BlockedPlayer, Follow
from social.selectors.blocks import blocked_players
from social.selectors.follows import followed_rows, follows_of
from social.serializers import BlockOut, FollowedOut, RefusedOut
from social.services import blocks, follows

REFUSED = dict.fromkeys((401, 403, 404, 409, 429), RefusedOut)


class FollowingList(ListAPIView[Follow]):
    """Whom one follows, by name: online or not, and the match they play now."""

    permission_classes = [IsAuthenticated]
    serializer_class = FollowedOut
    queryset = Follow.objects.none()

    def get_queryset(self) -> QuerySet[Follow]:
        user = self.request.user
        return follows_of(user) if isinstance(user, User) else Follow.objects.none()

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        if getattr(self, "swagger_fake_view", False):  # the schema is written without a request
            return super().get_serializer(*args, **kwargs)
        user = me(self.request)
        players = [row.player for row in (args[0] if args else ())]
        rows = followed_rows(players, user, ensure_player(user), timezone.now())
        return super().get_serializer(rows, **kwargs)


class FollowingView(APIView):
    """PUT: follow this player. DELETE: unfollow them. Twice is once."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="follow", request=None, responses={204: None, **REFUSED})
    def put(self, request: Request, player_id: int) -> Response:
        follows.follow(me(request), player_id, timezone.now())
        return Response(status=204)

    @extend_schema(operation_id="unfollow", request=None, responses={204: None, **REFUSED})
    def delete(self, request: Request, player_id: int) -> Response:
        follows.unfollow(me(request), player_id)
        return Response(status=204)


class BlockList(ListAPIView[BlockedPlayer]):
    """Whom one has blocked, by name. Nobody else can read it."""

    permission_classes = [IsAuthenticated]
    serializer_class = BlockOut
    queryset = BlockedPlayer.objects.none()

    def get_queryset(self) -> QuerySet[BlockedPlayer]:
        user = self.request.user
        return blocked_players(user) if isinstance(user, User) else BlockedPlayer.objects.none()


class BlockView(APIView):
    """PUT: block this player: no challenges, friendly matches or chat outside tournaments. DELETE: unblock them."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="block", request=None, responses={204: None, **REFUSED})
    def put(self, request: Request, player_id: int) -> Response:
        blocks.block(me(request), player_id, timezone.now())
        return Response(status=204)

    @extend_schema(operation_id="unblock", request=None, responses={204: None, **REFUSED})
    def delete(self, request: Request, player_id: int) -> Response:
        blocks.unblock(me(request), player_id)
        return Response(status=204)
