"""/api/v1/players, /me, /tokens, /sessions and /apps. Tokens are made and revoked by a session only, never by a token."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import BotKind, Player
from accounts.requests import me
from accounts.selectors import apps_with_access, is_verified, living_sessions, players_found
from accounts.serializers import (
    AppOut,
    BotAccountIn,
    BotAccountOut,
    MeOut,
    NewTokenOut,
    PlayerDetailOut,
    PlayerOut,
    SessionOut,
    TokenIn,
    TokenOut,
)
from accounts.services import bot_accounts
from accounts.services.app_access import withdraw_access
from accounts.services.login_sessions import end_session
from accounts.services.players import ensure_player
from accounts.services.tokens import create_token, lasts, revoke_token
from web.etag import ConditionalGet
from web.query_params import YesNoFilter


class PlayerFilter(filters.FilterSet):
    """`?search=lind&country=EE&is_bot=false`"""

    search = filters.CharFilter(method="by_name", label="Words of the name")
    country = filters.CharFilter(lookup_expr="iexact", max_length=2)
    is_bot = YesNoFilter(method="by_bot", label="Bots only, or none")

    def by_name(self, players: QuerySet[Player], _name: str, value: str) -> QuerySet[Player]:
        return players & players_found(value)

    def by_bot(self, players: QuerySet[Player], _name: str, value: bool) -> QuerySet[Player]:
        person = {"bot_kind": BotKind.NONE}
        return players.exclude(**person) if value else players.filter(**person)


class PlayerList(ConditionalGet, ListAPIView[Player]):
    """Players by name; former players and guests are left out."""

    serializer_class = PlayerOut
    queryset = players_found("")
    filterset_class = PlayerFilter


class PlayerDetail(ConditionalGet, RetrieveAPIView[Player]):
    """One player, former ones included, for they stand in results."""

    serializer_class = PlayerDetailOut
    queryset = Player.objects.select_related("user")


class Me(APIView):
    """Who is asking."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeOut)
    def get(self, request: Request) -> Response:
        user = me(request)
        data = {
            "username": user.username,
            "verified": is_verified(user),
            "time_zone": user.time_zone,
            "player": ensure_player(user),
        }
        return Response(MeOut(data).data)


class BotAccount(APIView):
    """Whether the account of the token is a bot, which its owner says before its first match."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=BotAccountOut)
    def get(self, request: Request) -> Response:
        user = me(request)
        player = ensure_player(user)
        data = {
            "is_bot": player.is_bot,
            "owner": user.bot_owner,
            "shows_owner": user.shows_bot_owner,
            "may_change": bot_accounts.may_change(player),
        }
        return Response(BotAccountOut(data).data)

    @extend_schema(request=BotAccountIn, responses=BotAccountOut)
    def put(self, request: Request) -> Response:
        """Make the account a bot, or change its owner."""
        sent: Any = BotAccountIn(data=request.data)
        sent.is_valid(raise_exception=True)
        bot_accounts.declare_bot(me(request), **sent.validated_data)
        return self.get(request)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Make a bot that has not played a person's account again."""
        bot_accounts.withdraw_bot(me(request))
        return Response(status=204)


class TokenList(APIView):
    """One's own tokens."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=TokenOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(TokenOut(me(request).api_tokens.filter(access=None), many=True).data)

    @extend_schema(request=TokenIn, responses={201: NewTokenOut})
    def post(self, request: Request) -> Response:
        data: Any = TokenIn(data=request.data)
        data.is_valid(raise_exception=True)
        values = data.validated_data
        ends = lasts(values["days"]) if values["days"] else None
        token, plaintext = create_token(me(request), values["name"], values["scopes"], ends)
        return Response({**TokenOut(token).data, "token": plaintext}, status=201)


class TokenDetail(APIView):
    """One of one's own tokens."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        revoke_token(me(request), token_id)
        return Response(status=204)


class SessionList(APIView):
    """Where one is logged in."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=SessionOut(many=True))
    def get(self, request: Request) -> Response:
        rows = living_sessions(me(request), timezone.now())
        own = request.session.session_key
        return Response(SessionOut(rows, many=True, context={"own": own}).data)


class SessionDetail(APIView):
    """One of one's own sessions."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, session_id: int) -> Response:
        """Log that browser out."""
        end_session(me(request), session_id)
        return Response(status=204)


class AppList(APIView):
    """Apps and other sites that one has let in."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=AppOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(AppOut(apps_with_access(me(request)), many=True).data)


class AppDetail(APIView):
    """One of the apps that one has let in."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, access_id: int) -> Response:
        withdraw_access(me(request), access_id)
        return Response(status=204)
