"""How an event is shown: the order of its tournaments, its pictures and rules, and the match on TV."""

from typing import IO, Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.core.permissions import Right, require
from tournaments.event.api.events import EventDetailOut, shown_event
from tournaments.event.selectors import events
from tournaments.event.services.event_files import put_file, remove_file
from tournaments.event.services.events import move_up
from tournaments.event.services.image_files import MOST_FILE_BYTES
from tournaments.event.services.tv_choice import put_on_tv


class FileParser(BaseParser):
    """The body as it is, up to a byte more than is allowed."""

    media_type = "*/*"

    def parse(
        self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None
    ) -> dict[str, bytes]:
        return {"file": stream.read(MOST_FILE_BYTES + 1)}


class EventFileView(APIView):
    """PUT stores the image, the logo or the rules of an event in place of the one before; DELETE removes it."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT
    parser_classes = [FileParser]

    @extend_schema(
        request={"application/octet-stream": OpenApiTypes.BINARY}, responses=EventDetailOut
    )
    def put(self, request: Request, slug: str, kind: str) -> Response:
        """The body is the file itself: a picture, or a PDF of the rules. `kind` is image, logo or rules."""
        event, by = events.get_event(slug, request.user), login_of(request)
        require(by, event, Right.DIRECT)
        put_file(event.pk, kind, _file(request), by=by, now=timezone.now())
        return Response(shown_event(request, slug))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, kind: str) -> Response:
        event = events.get_event(slug, request.user)
        remove_file(event.pk, kind, by=login_of(request))
        return Response(status=204)


class EventTournamentOrder(APIView):
    """POST moves a tournament up in the list of its event by a place."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(request=None, responses=EventDetailOut)
    def post(self, request: Request, slug: str, tournament: str) -> Response:
        event, by = events.get_event(slug, request.user), login_of(request)
        require(by, event, Right.DIRECT)
        pk = get_tournament(tournament, request.user).pk
        move_up(event.pk, by=by, tournament_id=pk)
        return Response(shown_event(request, slug))


class OnTvIn(KnownFields):
    """The match that the TV page shows; null: the page chooses."""

    match = serializers.UUIDField(allow_null=True)


class TournamentOnTv(DeskApiView):
    """PUT chooses the match that the TV page of a tournament shows."""

    right = Right.STREAM

    @extend_schema(request=OnTvIn, responses={204: None})
    def put(self, request: Request, slug: str) -> Response:
        sent = OnTvIn(data=request.data)
        sent.is_valid(raise_exception=True)
        put_on_tv(self.tournament.pk, sent.validated_data["match"], by=login_of(request))
        return Response(status=204)


def _file(request: Request) -> bytes:
    data: Any = request.data
    return bytes(data.get("file") or b"")
