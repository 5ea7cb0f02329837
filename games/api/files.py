"""/api/v1/matches/<match>/files/<kind>: a match as a file, for programs."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from games.file_response import file_of
from games.records.kinds import KINDS
from games.serializers import RefusalOut


class AnyAccept(DefaultContentNegotiation):
    """The address decides what is sent, whatever `Accept` asks for."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class MatchFile(APIView):
    """The match as a file; docs/match-files.md says what each kind holds."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        parameters=[OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=list(KINDS))],
        responses={
            (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "mat, txt"),
            (200, "application/x-go-sgf"): OpenApiResponse(OpenApiTypes.STR, "sgf"),
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, "json"),
            404: RefusalOut,
        },
    )
    def get(self, request: Request, match_id: UUID, kind: str) -> HttpResponse:
        return file_of(request.user, match_id, kind)
