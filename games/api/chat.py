"""/api/v1 chat: the lines one may read, saying something, muting, reporting, taking away."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player, Scope, User
from accounts.requests import me
from games.chat_envelope import parse
from games.chat_texts import PHRASES
from games.errors import NoSuchMatch
from games.models import ChatRoom, Match
from games.models.chat import LONGEST_LINE
from games.selectors.chat import chat_pass, has_chat, lines_for, wire
from games.serializers import RefusalOut
from games.services import chat
from web.errors import NotFound


class ChatLineOut(serializers.Serializer[Any]):
    """One line: a quick phrase by its key, or a text."""

    id = serializers.IntegerField()
    room = serializers.ChoiceField(choices=ChatRoom.choices)
    seat = serializers.CharField(allow_null=True, help_text="A, B, or none")
    author = serializers.IntegerField(allow_null=True, help_text="Id of a player")
    name = serializers.CharField()
    text = serializers.CharField()
    phrase = serializers.CharField()
    at = serializers.DateTimeField()


class ChatOut(serializers.Serializer[Any]):
    """The last fifty lines of every room that the asking reader may read, without those they muted."""

    on = serializers.BooleanField()
    rooms = serializers.ListField(child=serializers.CharField())
    lines = ChatLineOut(many=True)


class ChatIn(serializers.Serializer[Any]):
    """A line: text or phrase. The same key again is answered as the first time."""

    key = serializers.CharField(max_length=64)
    text = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_LINE)
    phrase = serializers.ChoiceField(required=False, choices=list(PHRASES))
    room = serializers.ChoiceField(required=False, allow_null=True, choices=ChatRoom.choices)


class SpokenOut(serializers.Serializer[Any]):
    """The line as it is stored."""

    line = ChatLineOut()
    repeated = serializers.BooleanField()


class ReportIn(serializers.Serializer[Any]):
    """Why the staff should look; may be empty."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_LINE)


REFUSED = dict.fromkeys((400, 401, 403, 404, 409, 413, 429), RefusalOut)


class ChatLinesView(APIView):
    """The chat of a match; and saying something there, in one's own room."""

    def get_permissions(self) -> list[Any]:
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    @extend_schema(responses={200: ChatOut, 404: RefusalOut})
    def get(self, request: Request, match_id: UUID) -> Response:
        match = Match.objects.defer("state").filter(pk=match_id).first()
        if match is None:
            raise NoSuchMatch()
        if not has_chat(match):
            return Response({"on": False, "rooms": [], "lines": []})
        rights = chat_pass(request.user if isinstance(request.user, User) else None, match_id)
        rooms = sorted(rights.rooms(is_over=match.is_over))
        return Response({"on": True, "rooms": rooms, "lines": lines_for(match_id, rooms, rights)})

    @extend_schema(request=ChatIn, responses={200: SpokenOut, **REFUSED})
    def post(self, request: Request, match_id: UUID) -> Response:
        spoken = chat.say(match_id, me(request), parse(request.body), timezone.now())
        return Response({"line": wire(spoken.line), "repeated": spoken.repeated})


class ReportView(APIView):
    """Ask the staff to look at a line that one can read."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=ReportIn, responses={204: None, **REFUSED})
    def post(self, request: Request, line_id: int) -> Response:
        line = chat.readable_line(line_id, me(request))
        reason = request.data.get("reason", "") if isinstance(request.data, dict) else ""
        chat.report(line, me(request), str(reason), timezone.now())
        return Response(status=204)


class HideView(APIView):
    """Take a line away from everybody: directors of the event and staff, where they do not play."""

    token_scope = Scope.DIRECT
    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: None, **REFUSED})
    def post(self, request: Request, line_id: int) -> Response:
        chat.hide_line(line_id, me(request), timezone.now())
        return Response(status=204)


class MuteView(APIView):
    """PUT: read nothing more of this player, at any table. DELETE: read them again."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: None, **REFUSED})
    def put(self, request: Request, player_id: int) -> Response:
        chat.mute(me(request), _player(player_id))
        return Response(status=204)

    @extend_schema(request=None, responses={204: None, **REFUSED})
    def delete(self, request: Request, player_id: int) -> Response:
        chat.unmute(me(request), _player(player_id))
        return Response(status=204)


def _player(player_id: int) -> Player:
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NotFound("no_such_player", _("This no longer exists. Reload the page."))
    return player
